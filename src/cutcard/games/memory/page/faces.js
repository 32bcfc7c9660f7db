// What is drawn on Memory's cards: thirty-two faces in four themes. In each, faces differ in shape and
// marking, never by colour alone.

import {CHARGES} from "../../../web/avatar.js";

/** @typedef {import("../../../web/contract.js").Room} Room */

export const THEMES = ["pictures", "shapes", "cards", "signs"];

/** What the pictures show, in the order of the arms' charges. */
const THINGS = ["spade", "heart", "diamond", "star", "moon", "crown", "drop", "roof", "tree", "shield", "key", "fish"];
/** Sky, light, thing. */
const SCENES = {day: ["#7a2f18", "#f3c15b", "#26100c"], night: ["#1b1f44", "#8fd6c4", "#0b0d22"], sea: ["#14506a", "#8fe0d0", "#062433"]};

/** Eight outlines in a box of 100 × 100. @type {[string, string][]} */
const SHAPES = [
  ["circle", "M50 10a40 40 0 1 1 0 80a40 40 0 1 1 0-80Z"],
  ["square", "M15 15H85V85H15Z"],
  ["triangle", "M50 10 92 86H8Z"],
  ["star", "M50 6 62 38 96 39 69 60 79 93 50 74 21 93 31 60 4 39 38 38Z"],
  ["drop", "M50 6C64 30 82 44 82 63a32 31 0 0 1-64 0C18 44 36 30 50 6Z"],
  ["cross", "M36 10H64V36H90V64H64V90H36V64H10V36H36Z"],
  ["moon", "M66 8A43 43 0 1 0 92 70A35 35 0 0 1 66 8Z"],
  ["hexagon", "M28 12H72L95 50 72 88H28L5 50Z"],
];
const FILLS = ["full", "hollow", "barred", "dotted"];
const RANKS = "789TJQKA";
const SUITS = "shdc";
const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** @param {Room} room @param {number} value */
function shape({h, svg, t}, value) {
  const [name, path] = SHAPES[value % 8];
  const fill = FILLS[Math.floor(value / 8) % 4];
  const parts = [svg("path", {class: "outline", d: path})];
  if (fill === "barred") parts.push(svg("path", {class: "mark", d: "M26 58H74"}));
  if (fill === "dotted") parts.push(svg("circle", {class: "mark", cx: 50, cy: 56, r: 9}));
  const tone = (value + Math.floor(value / 8)) % 4;
  const art = svg("svg", {class: `shape ${fill} tone-${tone}`, viewBox: "0 0 100 100", "aria-hidden": "true"}, ...parts);
  return {art: h("span", {class: "paper"}, art), name: t(`fill.${fill}`, {shape: t(`shape.${name}`)})};
}

/** A thing before the sun, the moon or the sea. @param {Room} room @param {number} value */
function picture({h, svg, t}, value) {
  const at = value % THINGS.length;
  const when = /** @type {keyof typeof SCENES} */ (Object.keys(SCENES)[Math.floor(value / THINGS.length) % 3]);
  const [sky, light, thing] = SCENES[when];
  const rays = Array.from({length: 12}, (_, i) => `M50 50 ${46 - (i % 2)} -30H${54 + (i % 2)}Z`).map((d, i) => svg("path", {d, transform: `rotate(${i * 30} 50 50)`, fill: light, opacity: 0.22}));
  const waves = [72, 82, 92].map((y) => svg("path", {d: `M-10 ${y}q10-7 20 0t20 0 20 0 20 0 20 0 20 0`, fill: "none", stroke: light, "stroke-width": 3, opacity: 0.7}));
  const stars = [[16, 20], [82, 16], [88, 62], [12, 70], [70, 88]].map(([cx, cy]) => svg("circle", {cx, cy, r: 2.5, fill: light}));
  const around = when === "day" ? rays : when === "sea" ? waves : stars;
  const art = svg("svg", {class: "scene", viewBox: "0 0 100 100", "aria-hidden": "true"}, svg("rect", {width: 100, height: 100, fill: sky}), ...around,
    svg("circle", {cx: 50, cy: 50, r: 34, fill: light}), svg("path", {d: CHARGES[at], fill: thing, "fill-rule": "evenodd", transform: "translate(7.5 7.5) scale(.85)"}));
  return {art: h("span", {class: "paper"}, art), name: t(`scene.${when}`, {thing: t(`thing.${THINGS[at]}`)})};
}

/**
 * The picture of a value, and its name for those who hear it.
 * @param {Room} room @param {string} theme @param {number} value
 * @returns {{art: HTMLElement, name: string}}
 */
export function face(room, theme, value) {
  if (theme === "cards") {
    const card = RANKS[value % 8] + SUITS[Math.floor(value / 8) % 4];
    return {art: room.h("cut-card", {card}), name: room.card(card)};
  }
  if (theme === "signs") return {art: room.h("span", {class: "paper sign"}, SIGNS[value % 32]), name: SIGNS[value % 32]};
  return theme === "shapes" ? shape(room, value) : picture(room, value);
}
