/** Icons for buttons, drawn as lines in the colour of the text; each has one meaning. */

import { html } from "./dom.js";

const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  calendar: "M4 5h16v16H4zM4 10h16M8.500 2.500v5M15.500 2.500v5",
  clock: "M12 7v5l3 2M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
  back: "M15 5l-7 7 7 7",
  talk: "M4 5h16v11h-9l-5 4v-4H4zM8 9.5h8M8 12.5h5",
  hint: "M9 18h6M10 21h4M8.5 15c-5-4-2-11.500 3.500-11.500s8.500 7.500 3.500 11.500z",
  ledger: "M5 3h14v18H5zM8.500 8h7M8.500 12h7M8.500 16h4",
  bell: "M6 17v-6a6 6 0 0 1 12 0v6l2 1.500H4zM10 21.500h4",
  device: "M7 2h10v20H7zM11 18.500h2",
  end: "M6 21V4h13l-3.500 4.500L19 13H6",
  look: "M2 12c4.500-8.500 15.500-8.500 20 0c-4.500 8.500-15.500 8.500-20 0zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6z",
  person: "M12 3.500a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4 21c0-9 16-9 16 0",
  rest: "M6 3h12v18H6zM9 12l2.200 2.800L15 9.500",
  scales: "M12 3v17M7 20.500h10M4.500 7h15M4.500 7L2 14h5zM19.500 7L17 14h5z",
  deck: "M9 4l9 2-3.500 15-9-2zM6.500 8L3.500 17",
  undo: "M9 14L4 9l5-5M4.500 9H14a5.500 5.500 0 0 1 0 11h-4",
  last: "M10 9h10v13H10zM17 4h-7a5 5 0 0 0-5 5v6M1.500 11.500L5 15l3.500-3.500",
  pile: "M8 4h11v13H8zM8 7H5v13h11v-3",
  fast: "M4 6l8 6-8 6zM12 6l8 6-8 6z",
  swap: "M8 20V5M4.500 8.500L8 5l3.500 3.500M16 4v15M12.500 15.500L16 19l3.500-3.500",
  people:
    "M9 11a3.500 3.500 0 1 0 0-7a3.500 3.500 0 1 0 0 7zM3 20c0-8 12-8 12 0M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14c2 .8 3 3 3 6",
  book: "M12 6c-3-2-6-2-8-1v14c2-1 5-1 8 1c3-2 6-2 8-1V5c-2-1-5-1-8 1zM12 6v14",
  coin: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16zM12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8z",
  home: "M3 11l9-8 9 8M6 9v11h12V9M10.500 20v-5h3v5",
  tune: "M4 7h10M18 7h2M16 5v4M4 17h2M10 17h10M8 15v4",
  pen: "M4 20l1-4L16 5l3 3L8 19zM13.500 7.500l3 3",
  leave: "M10 4H5v16h5M9.500 12H20M16 8l4 4l-4 4",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  remove: "M6 6l12 12M18 6L6 18",
  sound: "M4 9h4l5-4v14l-5-4H4zM16.500 9a4 4 0 0 1 0 6M19 6a8 8 0 0 1 0 12",
  star: "M12 3l2.700 6 6.300.500-5 4 1.500 6.500-5.500-3.500-5.500 3.500 1.500-6.500-5-4 6.300-.500z",
  camera: "M3 6.500h12v11H3zM15 10.500l6-3.500v10l-6-3.500",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
};

/**
 * Render an icon. Screen readers ignore it, so text beside it or the label of its button must give its meaning.
 * @param {keyof typeof PATHS} name
 */
export const icon = (name) =>
  html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;

/**
 * Render an icon for a button that has a label; in a wide window its words stand beside it, in others a `short` word
 * stands below it, if there is one.
 * @param {keyof typeof PATHS} name
 * @param {string} words
 * @param {string} [short]
 */
export const namedIcon = (name, words, short = "") => html`${icon(name)}<span class="word"
    aria-hidden="true">${words}</span>${short && html`<span class="label" aria-hidden="true">${short}</span>`}`;
