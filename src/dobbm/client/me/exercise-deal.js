/** The deal of an exercise with all cards open, and played on against bots. */

import { html, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { canThink } from "../base/thinking.js";
import { board } from "../replay/board.js";
import { branch, branchBoard, branchControls } from "../replay/branch.js";
import { moment, openStory } from "../replay/story.js";

/**
 * @import { Record, View } from "../schema.d.ts"
 * @import { Branch } from "../types.d.ts"
 */

/**
 * Open the deal of an exercise; `redraw` is called after every change, `back` leads back to the exercise.
 * @param {{ view: View, record: Record, names: string[], portraits: (string | null)[] }} deal
 * @param {() => void} redraw
 * @param {() => void} back
 */
export async function openDeal({ view, record, names, portraits }, redraw, back) {
  await style("replay");
  const story = openStory(view, record);
  const at = record.actions.length;
  const people = { names, portraits };
  /** @type {Branch | null} */
  let played = null;
  const leave = () => played?.leave();
  const play = () => {
    played = branch(story, at, 0, names, redraw);
    redraw();
  };
  const away = () => {
    leave();
    back();
  };
  const open = () => html`${board({
    ...{ story, now: moment(story, at), ...people },
    ...{ own: 0, viewer: null, bottom: 0, values: null },
  })}
    <section class="r-controls">
      <div class="row">
        ${canThink() ? html`<button class="primary" @click=${play}>${_("Play on from here")}</button>` : ""}
        <button @click=${away}>${_("Back to the exercise")}</button>
      </div>
    </section>`;
  const draw = () =>
    played
      ? html`${branchBoard(played, people, redraw)}
          ${branchControls(played, { names, really: null, back: away, home: _("Back to the exercise") })}`
      : open();
  return { draw, leave };
}
