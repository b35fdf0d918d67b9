/** Icons for buttons, drawn as lines in the colour of the text. */

import { html } from "./dom.js";

const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  talk: "M4 5h16v11h-9l-5 4v-4H4zM8 9.5h8M8 12.5h5",
  hint: "M9 18h6M10 21h4M8.5 15c-5-4-2-11.500 3.500-11.500s8.500 7.500 3.500 11.500z",
  ledger: "M5 3h14v18H5zM8.500 8h7M8.500 12h7M8.500 16h4",
  last: "M9 5h9v14H9zM12 9l-3 3 3 3M9 12h-5",
  pile: "M8 4h11v13H8zM8 7H5v13h11v-3",
  bot: "M5 9h14v10H5zM12 9V5M9.500 13v1.500M14.500 13v1.500M12 5h0",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
};

/**
 * Render an icon. Screen readers ignore it, so text beside it or the label of its button must give its meaning.
 * @param {keyof typeof PATHS} name
 */
export const icon = (name) =>
  html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;
