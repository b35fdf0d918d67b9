/** The summary of the rules, by source, with pictures; and the glossary. */

import { fragment } from "../base/addresses.js";
import { html, nothing, render, style } from "../base/dom.js";
import { _, number } from "../base/i18n.js";
import { topbar } from "../base/topbar.js";
import { back, namedPicture } from "../cards/card.js";
import { cardName, pointsIn, pointsText, RANKS, teach } from "../cards/deck.js";
import { winningIndex } from "../game/tricks.js";
import { whyNotDiscard } from "../game/reasons.js";
import { EXAMPLE, PRESETS } from "../base/data.js";
import { botPortrait } from "../game/characters.js";
import { presetNames } from "../game/sources.js";
import { gloss, words as call } from "../game/words.js";
import { contents, followReading } from "../learn/contents.js";
import { akagiri, tableWords, talk, words } from "../learn/glossary.js";
import { chapters, examplePayment, headline, paragraphs } from "../learn/handbook.js";
import { scale, suits } from "../learn/lesson-table.js";
import { pages } from "../learn/pages.js";
import { face } from "../table/face.js";

/**
 * @import { RuleOptions } from "../schema.d.ts"
 * @import { Drawn, On } from "../base/dom.js"
 * @import { Preset } from "../base/data.js"
 */

const GLOSSARY = "glossary";

export const places = [GLOSSARY, ...Object.keys(PRESETS)];

/** Examples of discards, allowed and forbidden. */
const DISCARDS = [
  ["AS", "H7", "L8", "B6"],
  ["AS", "L8", "B9", "B6"],
  ["HS", "H6", "BO", "BU"],
  ["AS", "LS", "H9", "H7"],
];

/** Examples of tricks, in the order of play. */
const TRICKS = [
  ["LK", "L7", "LT", "L9"],
  ["AS", "AT", "H6", "A8"],
  ["BT", "H8", "B9", "LS"],
];

/**
 * Show the rules of the preset that the address names after the #, or the glossary, or a chapter of the rules.
 * @param {HTMLElement} root
 */
export async function show(root) {
  await style("learn");
  teach(true);
  let reading = 0;
  const redraw = () => {
    const place = fragment();
    const preset = place in PRESETS ? /** @type {Preset} */ (place) : "pagat";
    render(place === GLOSSARY ? page(glossary(), GLOSSARY) : page(rules(preset, reading), "rules"), root);
  };
  const stop = followReading(root, (chapter) => {
    reading = chapter;
    redraw();
  });
  redraw();
  addEventListener("hashchange", redraw);
  return () => {
    teach(false);
    stop();
    removeEventListener("hashchange", redraw);
  };
}

/**
 * @param {Drawn} content
 * @param {string} here
 */
function page(content, here) {
  return html`<main class="sheet handbook">
    ${topbar(here === GLOSSARY ? _("Glossary") : _("The rules"))}
    ${pages(here === GLOSSARY ? `/rules#${GLOSSARY}` : "/rules")}
    ${content}
  </main>`;
}

/**
 * @param {Preset} preset
 * @param {number} reading the chapter being read
 */
function rules(preset, reading) {
  const options = PRESETS[preset];
  const all = chapters(options);
  return html`<div class="open-book">
    ${contents(
      all.map(({ title }) => title),
      reading,
    )}
    <div class="text">
      ${all.map(
        ({ name, id, title, statements }) => html`<section class="panel nailed">
          <h2 class="chapter" id=${id} tabindex="-1">${title}</h2>
          ${FIGURES[name]?.(options) ?? nothing}
          ${paragraphs(statements.filter(({ note }) => !note)).map((text) => html`<p>${text}</p>`)}
          ${statements.filter(({ note }) => note).map(({ text }) => html`<p class="quiet from">${text}</p>`)}
        </section>`,
      )}
      <section class="panel nailed sources">
        <label class="field">
          ${_("Source")}
          <select @change=${(/** @type {On<HTMLSelectElement>} */ event) => location.replace(`#${event.target.value}`)}>
            ${presetNames().map(
              ([name, title]) => html`<option value=${name} ?selected=${name === preset}>${title}</option>`,
            )}
          </select>
        </label>
        <p class="quiet">${headline(preset)}</p>
      </section>
    </div>
  </div>`;
}

/** @type {{ [chapter: string]: (rules: RuleOptions) => Drawn }} */
const FIGURES = {
  game: () => html`<div class="pictured sides" aria-hidden="true">
    <div>${["Hias", "Moidl", "Sepp"].map((name) => face(botPortrait(name)))}<b>${_("defenders")}</b></div>
    <div>${face(botPortrait("Burgl"), [["declarer", ""]])}<b>${_("declarer")}</b></div>
    <p class="goal"><span>0</span><b>60</b><span>120</span></p>
  </div>`,
  deal: () => html`<div class="pictured packets" aria-hidden="true">
    ${[4, 4].map((cards) => html`<span>${Array.from({ length: cards }, back)}</span>`)}
    <span class="talon">${Array.from({ length: 4 }, back)}<b>Dobb</b></span>
  </div>`,
  bidding: () => html`<ul class="chain calls">
    ${["weiter", "dobbm", "solo"]
      .map((action) => ({ phase: /** @type {const} */ ("bidding"), action }))
      .map((step) => html`<li><b lang="de-AT">${call(step)}</b> <span>${gloss(step)}</span></li>`)}
  </ul>`,
  cards: () => html`<div class="pictured">${suits({ points: true })} ${scale("H", RANKS.slice(1))}</div>`,
  exchange: (options) =>
    html`<ul class="examples">
      ${DISCARDS.map((cards) => example(cards, whyNotDiscard(cards, options)))}
    </ul>`,
  play: () => html`<ul class="examples">
    ${TRICKS.map(trick)}
  </ul>`,
  doubling: () => html`<ol class="chain">
    ${["gut", "an Schwochn", "retour", "retour"].map(
      (word, doublings) => html`<li><b lang="de-AT">${word}</b> <span>× ${2 ** doublings}</span></li>`,
    )}
  </ol>`,
  payment: paymentExample,
};

/**
 * @param {string[]} cards
 * @param {string | null} reason
 */
function example(cards, reason) {
  return html`<li>
    <div class="cards">${cards.map(namedPicture)}</div>
    <p class=${reason ? "bad" : "good"}>
      <b aria-hidden="true">${reason ? "✗" : "✓"}</b> ${
        reason ?? _("These may be discarded: {points}.", { points: pointsText(pointsIn(cards)) })
      }
    </p>
  </li>`;
}

/** @param {string[]} cards */
function trick(cards) {
  const best = winningIndex(cards);
  return html`<li>
    <div class="cards">
      ${cards.map((card, at) => html`<span class=${at === best ? "best" : ""}>${namedPicture(card)}</span>`)}
    </div>
    <p>
      ${_("{led} is led: {card} wins the trick, {points}.", {
        led: cardName(cards[0]),
        card: cardName(cards[best]),
        points: pointsText(pointsIn(cards)),
      })}
    </p>
  </li>`;
}

/**
 * Render what each player pays in the example, by contract and doublings.
 * @param {RuleOptions} options
 */
function paymentExample(options) {
  const games = /** @type {const} */ ([
    ["Dobbm", false],
    ["Solo", true],
  ]);
  return html`<table class="figures">
    <caption>${_("Payment per player for {points} points, in Schilling", { points: EXAMPLE })}</caption>
    <thead>
      <tr><td></td>${games.map(([name]) => html`<th scope="col">${name}</th>`)}</tr>
    </thead>
    <tbody>
      ${["–", "Schwacher", "Schwacher, retour"].map(
        (name, doublings) => html`<tr>
          <th scope="row">${name === "–" ? _("not doubled") : name}</th>
          ${games.map(([, solo]) => html`<td>${number(examplePayment(options, doublings, solo))}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function glossary() {
  return html`<section class="panel nailed">
      <h2>${_("The words of the game")}</h2>
      ${terms(words(), "de-AT")}
    </section>
    <section class="panel nailed">
      <h2>${_("Words of any card table")}</h2>
      ${terms(tableWords(), nothing)}
    </section>
    <section class="panel nailed">
      <h2>${_("Akagiri's glosses")}</h2>
      <p>${_("Akagiri translated the rules of pagat.com into Japanese, and explained some of its words.")}</p>
      ${terms(akagiri(), "ja")}
    </section>
    <section class="panel nailed">
      <h2>${_("Phrases at the table")}</h2>
      <p>${_("No source attests these phrases: they are ours, in Tyrolean, and change nothing in the game.")}</p>
      ${terms(talk(), "de-AT")}
    </section>`;
}

/**
 * @param {[word: string, meaning: string][]} entries
 * @param {string | typeof nothing} language
 */
const terms = (entries, language) => html`<dl class="terms">
  ${entries.map(([word, meaning]) => html`<div><dt lang=${language}>${word}</dt><dd>${meaning}</dd></div>`)}
</dl>`;
