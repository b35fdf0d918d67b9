/**
 * History and kin: where the game is played, its cards, its relatives, the literature and links.
 *
 * Each section names the sources of what it says.
 */

import { html, nothing, render, style } from "../base/dom.js";
import { _, list } from "../base/i18n.js";
import { topbar } from "../base/topbar.js";
import { namedPicture } from "../cards/card.js";
import { teach } from "../cards/deck.js";
import { contents, followReading } from "../learn/contents.js";
import { pages } from "../learn/pages.js";

/** @import { Drawn } from "../base/dom.js" */

/** An Unter, an Ober, a king and a sow, one of each suit. */
const CARDS = ["BU", "LO", "AK", "HS"];

/** The works that Wikipedia lists. */
const LITERATURE = [
  "Michael Dummett, Sylvia Mann: The Game of Tarot. From Ferrara to Salt Lake City. Duckworth, London 1980, ISBN 0-7156-1014-7.",
  "John McLeod, Remigius Geiser: Stubai Droggn and Dobbm – two living fossils of the Austrian card game landscape. The Playing-Card, Vol. XXVII, No. 6, May/June 1999, and Vol. XXVIII, No. 1, July/August 1999.",
];

const [PAGAT, WIKIPEDIA, AKAGIRI] = ["pagat.com", "Wikipedia", "Akagiri"];

/**
 * A relative of the game, or the game itself: its name, what the sources say of it, and its descendants.
 * @typedef {{ name: string, about: string, own?: boolean, kin?: Relative[] }} Relative
 */

/**
 * Show the page.
 * @param {HTMLElement} root
 */
export async function show(root) {
  await style("learn");
  teach(true);
  const redraw = (reading = 0) => render(page(reading), root);
  const stop = followReading(root, redraw);
  redraw();
  return () => {
    teach(false);
    stop();
  };
}

/** @param {number} reading the section being read */
function page(reading) {
  /** @type {[id: string, title: string, content: Drawn, sources: string[]][]} */
  const sections = [
    ["where-it-is-played", _("Where it is played"), home(), [PAGAT, WIKIPEDIA, AKAGIRI]],
    ["the-cards", _("The cards"), cards(), [PAGAT, WIKIPEDIA, AKAGIRI]],
    ["the-family", _("The family"), family(), [PAGAT, _("Wikipedia and its mirror")]],
    ["literature", _("Literature"), literature(), [WIKIPEDIA]],
    ["the-sources-of-these-rules", _("The sources of these rules"), links(), []],
  ];
  return html`<main class="sheet handbook history">
    ${topbar(_("History and kin"))}
    ${pages("/history")}
    <div class="valley"></div>
    ${contents(
      sections.map(([, title]) => title),
      reading,
    )}
    ${sections.map(([id, title, content, sources]) => section(id, title, content, sources))}
  </main>`;
}

/**
 * @param {string} id
 * @param {string} title
 * @param {Drawn} content
 * @param {string[]} sources
 */
const section = (id, title, content, sources) => html`<section class="panel">
  <h2 class="chapter" id=${id} tabindex="-1">${title}</h2>
  ${content} ${
    sources.length ? html`<p class="quiet from">${_("Told by {sources}.", { sources: list(sources) })}</p>` : nothing
  }
</section>`;

const home = () => html`<p>${_(
  "Dobbm is at home in the Stubai valley in Tyrol, west of Innsbruck. Card players of all generations play it there, and it is extremely popular; in the regions around the valley, for example in the Wipptal and in Innsbruck, it is unknown.",
)}</p>
  <p>${_("Its other name is Tappen: the bid “i dob” stands for “ich tappe”.")}</p>
  <p>${_(
    "The winnings are usually paid in cash after each deal; a Match typically costs 6, 12, 60, 120 or 240 Schilling. A session often ends with a Mußrunde.",
  )}</p>`;

const cards = () => html`<div class="cards">${CARDS.map(namedPicture)}</div>
  <p>${_(
    "Until the 1960s, the game was played with Salzburg pattern cards, which have a single figure. The Tell cards displaced them, because sorting a hand of single figures is inconvenient: the cards have to be turned the right way up.",
  )}</p>
  <p>${_(
    "Tell cards are Doppeldeutsche, double-German cards, of the William Tell or Hungarian pattern. Akagiri describes the game for a French-suited pack: the ace for the sow, the queen for the Ober, the jack for the Unter.",
  )}</p>`;

const family = () => html`<p>${_(
  "Dobbm is one of a family of games that were derived from Grosstarock, a Tarot game, by adapting its rules to a regular, shortened pack of 36 cards. In all of them, one player plays alone against the others, and the ranking and the points of the cards are alike.",
)}</p>
  <p>${_(
    "The info box of Wikipedia puts it in the German Tarok group, the text derives it from Grosstarock itself. The tree follows the text.",
  )}</p>
  ${tree(relatives())}
  <p>${_(
    "Bauerntarock may have been adapted from Tapp Tarock with its 54 cards, or from Grosstarock with 78. It and Dobbm are no true Tarot games, because they are played without Tarot cards. Schafkopf, too, counts the cards as Dobbm does.",
  )}</p>`;

/**
 * Grosstarock and its descendants, and a Tarock of the same valley.
 * @returns {Relative[]}
 */
const relatives = () => [
  {
    name: _("Grosstarock"),
    about: _("The ancestor, with 78 Tarot cards."),
    kin: [
      {
        name: _("German Tarok"),
        about: _(
          "The attempt to play Tarock with 36 German-suited cards, from the middle or late 18th century; formerly popular in southern Germany.",
        ),
        kin: [
          {
            name: _("Bavarian Tarock"),
            about: _(
              "Also Haferltarock, with a pot, the Haferl; once popular in Bavaria, also played in parts of Austria and in Berlin.",
            ),
          },
          {
            name: _("Tapp"),
            about: _(
              "The French-suited offshoot, still a local pastime in Württemberg. With German suits it is called Württemberg Tarock there.",
            ),
          },
        ],
      },
      {
        name: _("Brixental Bauerntarock"),
        about: _(
          "The closest relative, from the Brixental: four players, eight cards each, four in the talon, hearts always trumps. Perhaps of the 19th century.",
        ),
      },
      { own: true, name: _("Dobbm"), about: _("The game of the Stubai valley.") },
      { name: _("Zuger Tapp"), about: _("A similar game, clearly related.") },
      { name: _("Frog, six-bid solo"), about: _("Two American games of the family.") },
    ],
  },
  {
    name: _("Droggn"),
    about: _(
      "A Tarock of the same valley, for three with 66 cards, related to Dobbm and played until the 1980s. It probably descends from Tarok l'Hombre, and its name means “to play Tarock”. The mirror of Wikipedia calls it extinct; the title of the article of 1999 counts it among two “living fossils”.",
    ),
  },
];

/**
 * @param {Relative[]} kin
 * @returns {Drawn}
 */
const tree = (kin) => html`<ul class="kin">
  ${kin.map(
    ({ name, about, own, kin: next }) =>
      html`<li class=${own ? "own" : ""}><b>${name}</b> ${about} ${next ? tree(next) : nothing}</li>`,
  )}
</ul>`;

const literature = () => html`<ul>${LITERATURE.map((work) => html`<li><cite>${work}</cite></li>`)}</ul>`;

const links = () => html`<p>${_("This page loads nothing from elsewhere; the links lead away from it.")}</p>
  <ul>
    <li>${outside("https://www.pagat.com/", PAGAT)}: ${_(
      "John McLeod. The fullest text, and the only one with tactics.",
    )}</li>
    <li>${outside("https://en.wikipedia.org/wiki/Dobbm", WIKIPEDIA)}: ${_(
      "names, history, the pattern of the cards; and a mirror that adds the related games.",
    )}</li>
    <li>${outside("https://gamerules.com/", "gamerules.com")}: ${_("Amber Crook. Stakes instead of Schilling.")}</li>
    <li>${_("Akagiri, in Japanese, 2003; after John McLeod's rules.")}</li>
  </ul>`;

/**
 * @param {string} address
 * @param {string} name
 */
const outside = (address, name) => html`<a href=${address} rel="noreferrer">${name}</a>`;
