/** Links as QR codes. */

import { html } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { ornament } from "../base/ornament.js";

/**
 * Render the link as a QR code: a single path, so that it is sharp at every size.
 * @param {string} text
 * @param {() => void} redraw
 */
export function qrCode(text, redraw) {
  // Most tables need no code, so the library that draws the code is loaded on demand.
  const library = ornament("vendor/uqr.js", redraw);
  if (!library) return null;
  const { data, size } = library.encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return html`<svg class="qr" role="img" aria-label=${_("The link as a QR code")} viewBox="0 0 ${size} ${size}">
    <rect width=${size} height=${size} fill="#fff"></rect>
    <path d=${squares.join("")} fill="#000"></path>
  </svg>`;
}
