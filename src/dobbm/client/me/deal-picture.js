/** A picture of a deal to share: the person's own hand, what was played and what became of it; no other hand. */

import { _ } from "../base/i18n.js";
import { linkTo } from "../base/place.js";
import { sortedHand } from "../cards/deck.js";
import { dealtHands } from "../game/record.js";
import { gameText } from "../game/words.js";

/** @import { FinishedView } from "../types.d.ts" */

const [WIDTH, HEIGHT, EDGE] = [1080, 1080, 60];
const [WOOD, SLATE, CHALK, DUST] = ["#cf9f63", "#36423e", "#f6f3e9", "#ccd3cb"];
/** The cards of a row, their width and height, and the space between them. */
const [ROW, CARD, HIGH, GAP] = [4, 180, 281, 24];

/**
 * Draw a deal as one seat had it.
 * @param {FinishedView} view
 * @param {number} seat
 * @param {string} text what became of it
 * @returns {Promise<File>}
 */
export async function dealPicture({ record, result }, seat, text) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const hand = sortedHand(dealtHands(record).hands[seat]);
  const [cards] = await Promise.all([Promise.all(hand.map(picture)), document.fonts.load("600 60px Grenze")]);
  pen.fillStyle = WOOD;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write(pen, "Dobbm", 110, 135, "#2b1b10");
  const left = (WIDTH - ROW * CARD - (ROW - 1) * GAP) / 2;
  for (const [at, card] of cards.entries()) {
    const row = Math.floor(at / ROW);
    pen.drawImage(card, left + (at % ROW) * (CARD + GAP), 180 + row * (HIGH + GAP), CARD, HIGH);
  }
  pen.fillStyle = SLATE;
  pen.fillRect(0, 800, WIDTH, HEIGHT - 800);
  const { contract, doublings } = result;
  write(pen, contract ? gameText(contract, doublings) : _("Thrown in"), 50, 870, DUST);
  write(pen, text, 58, 950, CHALK);
  write(pen, linkTo("/d").replace(/^\w+:\/\//, ""), 40, 1025, DUST);
  const drawn = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([drawn], "dobbm.png", { type: "image/png" });
}

/** @param {string} card */
async function picture(card) {
  const image = new Image();
  image.src = new URL(`../decks/tell/${card}.svg`, import.meta.url).href;
  await image.decode();
  return image;
}

/**
 * Write a line in the middle, as large as there is room for it.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} size
 * @param {number} y
 * @param {string} colour
 */
function write(pen, text, size, y, colour) {
  pen.font = `600 ${size}px Grenze, sans-serif`;
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.fillText(text, WIDTH / 2, y, WIDTH - 2 * EDGE);
}
