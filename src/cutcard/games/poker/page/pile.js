// Chips as they lie: a pile in the colours of what they are worth. The figure beside it says how many.

import {svg} from "../../../web/dom.js";

/** Worth, colour, colour of the mark. @type {[number, string, string][]} */
const COLOURS = [[10_000, "#d9822b", "#fff1de"], [1000, "#e2c04c", "#6b4e06"], [500, "#7b4fb3", "#efe2ff"], [100, "#20252b", "#e9edf2"], [25, "#2f8a52", "#e5ffee"], [5, "#c0353f", "#ffe6e6"], [1, "#e9eef2", "#3a5a78"]];
const MOST = 6; // in a pile: as high as the figure beside it
const LARGE = 10_000; // from here on the figure alone has five places

/** The fewest chips that are worth so much, the largest first and at most six. @param {number} n @returns {number[]} which of the colours */
export function counted(n) {
  const pile = [];
  let left = Math.floor(n);
  for (const [which, [worth]] of COLOURS.entries()) {
    for (; left >= worth && pile.length < MOST; left -= worth) pile.push(which);
  }
  return pile;
}

/** One chip above another. @param {number} which @param {number} i from below */
function chip(which, i) {
  const [, colour, mark] = COLOURS[which];
  const y = 26 - i * 4;
  return [
    svg("path", {d: `M2 ${y}v4a12 5 0 0 0 24 0v-4Z`, fill: colour, stroke: "#0008", "stroke-width": 0.6}),
    svg("path", {d: `M2 ${y + 2}a12 5 0 0 0 24 0`, fill: "none", stroke: mark, "stroke-width": 2.4, "stroke-dasharray": "3.4 5"}),
    svg("ellipse", {cx: 14, cy: y, rx: 12, ry: 5, fill: colour, stroke: "#0008", "stroke-width": 0.6}),
    svg("ellipse", {cx: 14, cy: y, rx: 9, ry: 3.6, fill: "none", stroke: mark, "stroke-width": 1.4, "stroke-dasharray": "3.4 3"}),
  ];
}

/** Draws what lies there in the place of the one chip that stands for any amount. @param {any} chips a `cut-chips` @param {number | null} n */
export function heap(chips, n) {
  const changed = chips.amount !== n || !chips.querySelector(".pile");
  chips.amount = n;
  chips.classList.toggle("large", (n ?? 0) >= LARGE);
  if (!n || !changed) return;
  const pile = svg("svg", {class: "pile", viewBox: "0 0 28 36", "aria-hidden": "true"}, ...counted(n).flatMap(chip));
  chips.querySelector(".pile")?.remove();
  chips.prepend(pile); // the sheet hides the one chip beside it
}
