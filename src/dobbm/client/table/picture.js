/** A picture of a session's end, drawn in the page: the final standing and everybody's curve on the slate. */

import { moment, ngettext, signed } from "../base/i18n.js";
import { shareFile } from "../base/sharing.js";
import { sum, winners } from "../game/evening.js";
import { seatPortraits } from "../game/seats.js";
import { CHALKS, DASHES, layOut, shortened, SIGNS } from "./curve.js";
import { address } from "./face.js";
import { HEART, PARTS } from "./little-table.js";

/**
 * @import { Course } from "../game/evening.js"
 * @import { Scene } from "../types.d.ts"
 */

const [WIDTH, HEIGHT, EDGE] = [1080, 1350, 60];
const [WOOD, DARK_WOOD, SLATE, CHALK, DUST, GOLD] = ["#cf9f63", "#6b4322", "#36423e", "#f6f3e9", "#ccd3cb", "#e9b949"];

/**
 * Draw the picture and share it or, where files cannot be shared, save it.
 * @param {Scene} scene
 * @param {Course[]} standing
 */
export async function sharePicture({ table, names }, standing) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const portraits = seatPortraits(table.seats, names);
  const [grain, ...faces] = await Promise.all([
    picture(new URL("../parlour/wood.svg", import.meta.url).href),
    ...standing.map(({ seat }) => (seat === null || !portraits[seat] ? null : picture(address(portraits[seat])))),
    document.fonts.load("600 60px Grenze"),
  ]);
  parlour(pen, grain);
  heading(pen, standing[0].amounts.length - 1);
  const below = list(pen, standing, /** @type {(HTMLImageElement | null)[]} */ (faces));
  curves(pen, standing, below);
  const drawn = await new Promise((done) => canvas.toBlob(done, "image/png"));
  await shareFile(new File([drawn], `dobbm-${table.table}.png`, { type: "image/png" }));
}

/**
 * @param {string} source
 * @returns {Promise<HTMLImageElement | null>}
 */
async function picture(source) {
  const image = new Image();
  image.src = source;
  return image.decode().then(
    () => image,
    () => null,
  );
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {HTMLImageElement | null} grain
 */
function parlour(pen, grain) {
  pen.fillStyle = WOOD;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  if (grain) {
    pen.fillStyle = /** @type {CanvasPattern} */ (pen.createPattern(grain, "repeat"));
    pen.fillRect(0, 0, WIDTH, HEIGHT);
  }
  pen.fillStyle = DARK_WOOD;
  box(pen, EDGE - 22, 200 - 22, WIDTH - 2 * EDGE + 44, HEIGHT - 200 - EDGE + 44, 28);
  pen.fillStyle = SLATE;
  box(pen, EDGE, 200, WIDTH - 2 * EDGE, HEIGHT - 200 - EDGE, 12);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 */
function box(pen, x, y, width, height, radius) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fill();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} deals
 */
function heading(pen, deals) {
  write(pen, "Dobbm", EDGE, 128, 110, "#2b1b10");
  pen.textAlign = "right";
  write(pen, moment(Date.now() / 1000), WIDTH - EDGE, 88, 38, "#2b1b10");
  write(pen, ngettext("{count} deal", "{count} deals", deals), WIDTH - EDGE, 138, 38, "#2b1b10");
  pen.textAlign = "left";
}

/**
 * Write the standing; return where it ends.
 * @param {CanvasRenderingContext2D} pen
 * @param {Course[]} standing
 * @param {(HTMLImageElement | null)[]} faces
 */
function list(pen, standing, faces) {
  const step = Math.min(124, 560 / standing.length);
  const best = winners(standing);
  standing.forEach((one, at) => {
    const y = 232 + step * at;
    const size = step - 18;
    const [x, middle] = [EDGE + 76, y + size / 2];
    if (one.plays) mark(pen, EDGE + 42, middle, at, 2.6);
    const image = faces[at];
    pen.save();
    pen.beginPath();
    pen.arc(x + size / 2, middle, size / 2, 0, 2 * Math.PI);
    pen.clip();
    if (image) pen.drawImage(image, x, y, size, size);
    else chair(pen, x, y, size);
    pen.restore();
    write(pen, shortened(one.name), x + size + 28, middle + 18, 54, CHALK);
    pen.textAlign = "right";
    write(pen, signed(sum(one)), WIDTH - EDGE - 40, middle + 20, 64, best.includes(one) ? GOLD : CHALK);
    pen.textAlign = "left";
  });
  return 232 + step * standing.length;
}

/**
 * Draw an empty chair, for those who have left.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function chair(pen, x, y, size) {
  pen.fillStyle = CHALK;
  pen.fill();
  pen.translate(x + size * 0.12, y + size * 0.12);
  pen.scale((size * 0.76) / 48, (size * 0.76) / 48);
  pen.fillStyle = DARK_WOOD;
  for (const part of PARTS) pen.fill(new Path2D(part));
  pen.fillStyle = CHALK;
  pen.fill(new Path2D(HEART));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Course[]} standing
 * @param {number} top
 */
function curves(pen, standing, top) {
  const area = {
    left: EDGE + 50,
    top: top + 40,
    width: WIDTH - 2 * EDGE - 330,
    height: HEIGHT - EDGE - top - 90,
    leading: 40,
  };
  const laid = layOut(
    standing.filter(({ plays }) => plays),
    area,
  );
  const right = area.left + area.width;
  pen.lineJoin = "round";
  pen.strokeStyle = DUST;
  pen.lineWidth = 2;
  stroke(
    pen,
    [
      [area.left, laid.zero],
      [right, laid.zero],
    ],
    [4, 10],
  );
  laid.curves.forEach(({ name, amount, points, label, signs }, at) => {
    pen.strokeStyle = CHALKS[at % 6];
    pen.lineWidth = 6;
    stroke(
      pen,
      points,
      DASHES[at % 6].map((dash) => 2.5 * dash),
    );
    signs.forEach(([x, y]) => mark(pen, x, y, at, 2.2));
    write(pen, `${shortened(name)} ${signed(amount)}`, right + 26, label + 11, 34, CHALKS[at % 6]);
  });
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {[number, number][]} points
 * @param {number[]} dashes
 */
function stroke(pen, points, dashes) {
  pen.setLineDash(dashes);
  pen.beginPath();
  points.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
}

/**
 * Draw the sign of a curve.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} at
 * @param {number} scale
 */
function mark(pen, x, y, at, scale) {
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  pen.fillStyle = CHALKS[at % 6];
  pen.fill(new Path2D(SIGNS[at % 6]));
  pen.restore();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
function write(pen, text, x, y, size, colour) {
  pen.font = `600 ${size}px Grenze, serif`;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
