/** Everybody's winnings over the deals of a session, as curves that differ in dash and sign, not only in colour. */

import { html, svg } from "../base/dom.js";
import { _, isolated, number, plainName, signed } from "../base/i18n.js";
import { sum } from "../game/evening.js";
import { address } from "./face.js";

/** @import { Course } from "../game/evening.js" */

/** The chalks, dashes and signs of the curves, in the order of the final standing. */
export const CHALKS = ["#f6f3e9", "#ffd166", "#8fd3ff", "#ffb3a6", "#a9e5a0", "#e0c2ff"];
export const DASHES = [[], [8, 4], [2, 4], [10, 4, 2, 4], [5, 5], [14, 5]];
/** Paths around (0, 0). */
export const SIGNS = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  "M-4-4h8v8h-8z",
  "M0-5l5 9h-10z",
  "M0-5.500l5 5.500-5 5.500-5-5.500z",
  "M0 5l5-9h-10z",
  "M-5-1.500h10v3h-10z",
];

/** Labels of two curves are at least so far apart. */
const LEADING = 19;
/** The width of a letter of a label. */
const LETTER = 8.5;
/** The most amounts on the scale, beside the zero. */
const MOST_MARKS = 5;
/** The greatest width of a declarer's portrait below a deal, the least of a deal for it, and the space between two. */
const [PORTRAIT, APART, BETWEEN] = [22, 18, 3];
/** The pores of the slate, which break lines but not letters, and the side of their tile. */
const [PORES, TILE] = [new URL("../parlour/pores.svg", import.meta.url).href, 48];
/** The most signs along one curve. */
const MOST_SIGNS = 16;

/**
 * A curve's points in a box, its label's place, and the points that carry a sign.
 * @typedef {{
 *   name: string,
 *   amount: number,
 *   points: [x: number, y: number][],
 *   label: number,
 *   signs: [x: number, y: number][],
 * }} Curve
 */

/**
 * Lay out curves in a box; return them with the height of the zero line and the largest and smallest sums.
 * @param {Course[]} courses
 * @param {{ left: number, top: number, width: number, height: number, leading?: number }} box
 */
export function layOut(courses, { left, top, width, height, leading = LEADING }) {
  const all = courses.flatMap(({ amounts }) => amounts);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const deals = courses[0].amounts.length - 1;
  /** @param {number} amount */
  const y = (amount) => top + (height * (most - amount)) / (most - least || 1);
  /** @type {Curve[]} */
  const curves = courses.map(({ name, amounts }) => {
    const points = amounts.map(
      (amount, at) => /** @type {[number, number]} */ ([left + (width * at) / (deals || 1), y(amount)]),
    );
    const every = Math.ceil(points.length / MOST_SIGNS);
    return {
      name,
      amount: amounts[deals],
      points,
      label: points[deals][1],
      signs: points.filter((_point, at) => at && (deals - at) % every === 0),
    };
  });
  // Courses come in the order of their ends: push each label below the one above it, then all of them up into the box.
  curves.forEach((one, at) => (one.label = Math.max(one.label, at ? curves[at - 1].label + leading : top)));
  curves
    .reverse()
    .forEach((one, at) => (one.label = Math.min(one.label, at ? curves[at - 1].label - leading : top + height)));
  return { curves: curves.reverse(), zero: y(0), least, most, deals };
}

/**
 * Return the round amounts of a scale.
 * @param {number} least
 * @param {number} most
 */
function scale(least, most) {
  const power = 10 ** Math.floor(Math.log10((most - least) / MOST_MARKS || 1));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => (most - least) / one <= MOST_MARKS) ?? power;
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_mark, at) => (first + at) * step);
}

/**
 * Render the curves in so many pixels, the deals with the portraits of their declarers where these find room.
 * @param {Course[]} courses
 * @param {(string | null)[]} declarers
 * @param {number} width
 * @param {number} height
 */
export function curve(courses, declarers, width, height) {
  const labels = 24 + LETTER * Math.max(...courses.map((one) => label(one.name, sum(one)).length));
  const all = courses.flatMap(({ amounts }) => amounts);
  const figures = scale(Math.min(...all), Math.max(...all)).map((amount) => number(amount).length);
  const left = Math.max(44, 12 + LETTER * Math.max(...figures));
  const across = width - left - labels;
  const roomy = across / declarers.length >= APART;
  const size = Math.min(PORTRAIT, across / declarers.length - BETWEEN);
  const box = { left, top: 14, width: across, height: height - (roomy ? 66 : 44) };
  const { curves, zero, least, most, deals } = layOut(courses, box);
  const right = box.left + box.width;
  const foot = box.top + box.height;
  /** @param {number} deal */
  const x = (deal) => box.left + (box.width * deal) / deals;
  const marks = scale(least, most).map((amount) => ({
    amount,
    y: box.top + (box.height * (most - amount)) / (most - least || 1),
  }));
  const mesh = courses[0].amounts.map((_amount, deal) => `M${x(deal)} ${box.top}V${foot}`).join("");
  return html`<svg class="curve" viewBox=${`0 0 ${width} ${height}`}
    role="img" aria-label=${_("Everybody’s winnings, deal by deal")}>
    ${svg`<path class="mesh" d=${mesh}></path>
      <path class="mesh level" d=${marks.map(({ y }) => `M${box.left} ${y}H${right}`).join("")}></path>
      <path class="zero" d=${`M${box.left} ${zero}H${right}`}></path>`}
    ${curves.map(line).reverse()}
    ${curves.map((one, at) => marked(one, at, right)).reverse()}
    ${svg`<pattern id="pores" width=${TILE} height=${TILE} patternUnits="userSpaceOnUse"><image
        href=${PORES} width=${TILE} height=${TILE}></image></pattern>
      <rect width=${width} height=${height} fill="url(#pores)"></rect>`}
    ${curves.map((one, at) => named(one, at, right)).reverse()}
    ${marks.map(
      ({ amount, y }) =>
        svg`<text class="axis" x=${box.left - 8} y=${y + 4.5} text-anchor="end">${number(amount)}</text>`,
    )}
    ${
      roomy
        ? declarers.map((portrait, at) => declared(portrait, at, { x: x(at + 1), foot, size, height }))
        : svg`<text class="axis" x=${right} y=${height - 6}
            text-anchor="end">${_("Deal {number}", { number: deals })}</text>`
    }
  </svg>`;
}

/**
 * Draw the line of a curve.
 * @param {Curve} curve
 * @param {number} at
 */
const line = ({ points }, at) =>
  svg`<polyline class=${at ? "" : "best"} points=${points.join(" ")} stroke=${CHALKS[at % 6]}
    stroke-dasharray=${DASHES[at % 6].join(" ")}></polyline>`;

/**
 * Draw the signs on a curve, and a line from its end to its name.
 * @param {Curve} curve
 * @param {number} at
 * @param {number} right
 */
const marked = ({ points, label: y, signs }, at, right) => svg`<g fill=${CHALKS[at % 6]}>
  ${signs.map((point) => svg`<path d=${SIGNS[at % 6]} transform=${`translate(${point})`}></path>`)}
  <path class="lead" d=${`M${right + 6} ${points[points.length - 1][1]}L${right + 14} ${y}`}
    stroke=${CHALKS[at % 6]}></path>
</g>`;

/**
 * Write the name beside a curve.
 * @param {Curve} curve
 * @param {number} at
 * @param {number} right
 */
const named = ({ name, amount, label: y }, at, right) =>
  svg`<g class=${at ? "" : "best"} fill=${CHALKS[at % 6]}><text
    x=${right + 18} y=${y + 4}>${label(name, amount)}</text></g>`;

/**
 * Draw the number and the declarer of a deal below its place.
 * @param {string | null} portrait
 * @param {number} at
 * @param {{ x: number, foot: number, size: number, height: number }} place
 */
const declared = (portrait, at, { x, foot, size, height }) =>
  svg`<text class="axis" x=${x} y=${height - 4} text-anchor="middle">${number(at + 1)}</text>
    ${
      portrait
        ? svg`<image href=${address(portrait)} x=${x - size / 2} y=${foot + 10} width=${size} height=${size}></image>`
        : svg`<text class="axis" x=${x} y=${foot + 26} text-anchor="middle">–</text>`
    }`;

/**
 * Label the end of a curve.
 * @param {string} name
 * @param {number} amount
 */
const label = (name, amount) => `${shortened(name)} ${signed(amount)}`;

/**
 * Shorten a name, without what it has in brackets.
 * @param {string} name
 */
export function shortened(name) {
  const plain = plainName(name).replace(/(.)\s*[(（].*/, "$1");
  const letters = Array.from(new Intl.Segmenter().segment(plain), ({ segment }) => segment);
  return isolated(letters.length > 9 ? `${letters.slice(0, 8).join("")}…` : letters.join(""));
}
