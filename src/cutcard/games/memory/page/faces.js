// What is drawn on Memory's cards: thirty-two faces in four themes. In each, faces differ in shape and
// marking, never by colour alone.

import {picture, thing} from "./pictures.js";

/** @typedef {import("../../../web/contract.js").Room} Room */

export const THEMES = ["pictures", "shapes", "cards", "signs"];

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

/** @param {number} value */
const card = (value) => RANKS[value % 8] + SUITS[Math.floor(value / 8) % 4];

/** @param {Room} room @param {number} value */
function shape({svg}, value) {
  const fill = FILLS[Math.floor(value / 8) % 4];
  const parts = [svg("path", {class: "outline", d: SHAPES[value % 8][1]})];
  if (fill === "barred") parts.push(svg("path", {class: "mark", d: "M26 58H74"}));
  if (fill === "dotted") parts.push(svg("circle", {class: "mark", cx: 50, cy: 56, r: 9}));
  const tone = (value + Math.floor(value / 8)) % 4;
  return svg("svg", {class: `shape ${fill} tone-${tone}`, viewBox: "0 0 100 100", "aria-hidden": "true"}, ...parts);
}

/** What a value is called, for those who hear it. @param {Room} room @param {string} theme @param {number} value @returns {string} */
export function called(room, theme, value) {
  const {t} = room;
  if (theme === "cards") return room.card(card(value));
  if (theme === "signs") return SIGNS[value % 32];
  if (theme === "shapes") return t(`fill.${FILLS[Math.floor(value / 8) % 4]}`, {shape: t(`shape.${SHAPES[value % 8][0]}`)});
  return t(`thing.${thing(value)}`);
}

/** The picture of a value. @param {Room} room @param {string} theme @param {number} value @returns {HTMLElement} */
export function face(room, theme, value) {
  const {h, svg} = room;
  if (theme === "cards") return h("cut-card", {card: card(value)});
  if (theme === "signs") return h("span", {class: "paper sign"}, SIGNS[value % 32]);
  return h("span", {class: "paper"}, theme === "shapes" ? shape(room, value) : picture(svg, value));
}
