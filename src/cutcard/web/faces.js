// The faces of bots: masks put together from a head, eyes, a mouth and something on top, so that nobody takes one for a
// person. A game says in its page.json which of them its bots have; one that says nothing gets a face from its name.

import {seeded} from "./avatar.js";
import {svg} from "./dom.js";

/**
 * A bot's face, by the names of its parts.
 * @typedef {object} Face
 * @property {string} [head]
 * @property {string} [eyes]
 * @property {string} [mouth]
 * @property {string} [top]
 * @property {number} [colour]  which of the pairs
 */

/** Ground, mask, lines. */
const COLOURS = [
  ["#123c4a", "#8fd0d8", "#0b2730"], ["#4a1c28", "#f0a58f", "#3a0f18"], ["#1f4630", "#a9d98a", "#0f2c1c"], ["#33265c", "#c6b2f2", "#201640"],
  ["#563409", "#f3c56a", "#3b2204"], ["#1b2b4b", "#a8c3f2", "#0f1b36"], ["#4c1d44", "#f0b3da", "#34102e"], ["#2a3636", "#d3ddd8", "#1a2424"],
];
/** @type {Record<string, string>} */
const HEADS = {
  box: "M24 36h52a6 6 0 0 1 6 6v34a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6V42a6 6 0 0 1 6-6Z",
  round: "M50 28c20 0 32 13 32 29S70 86 50 86 18 73 18 57s12-29 32-29Z",
  shield: "M20 32h60v26c0 18-14 26-30 32-16-6-30-14-30-32Z",
  drop: "M50 22c16 14 30 24 30 42 0 14-13 24-30 24S20 78 20 64c0-18 14-28 30-42Z",
  fox: "M16 26l20 10h28l20-10-4 30c-2 14-16 24-30 34C36 80 22 70 20 56Z",
  egg: "M50 24c15 0 26 18 26 36S66 88 50 88 24 78 24 60s11-36 26-36Z",
};
/** Filled and drawn alike. @type {Record<string, string>} */
const EYES = {
  dots: "M36 54a4.5 4.5 0 1 0 .1 0ZM64 54a4.5 4.5 0 1 0 .1 0Z",
  wide: "M35 48a9 9 0 1 0 .1 0Zm0 6a3.5 3.5 0 1 1-.1 0ZM65 48a9 9 0 1 0 .1 0Zm0 6a3.5 3.5 0 1 1-.1 0Z",
  narrow: "M27 54l18 5-2 4-16-4ZM73 54l-18 5 2 4 16-4Z",
  sleepy: "M27 58c4-5 13-5 17 0l-2 2c-4-2-9-2-13 0ZM56 58c4-5 13-5 17 0l-2 2c-4-2-9-2-13 0Z",
  visor: "M26 52h48v10H26ZM34 55h8v4h-8Z",
  one: "M50 45a12 12 0 1 0 .1 0Zm0 7a5 5 0 1 1-.1 0Z",
  round: "M36 48a8 8 0 1 0 .1 0ZM64 48a8 8 0 1 0 .1 0Z",
};
/** @type {Record<string, string>} */
const MOUTHS = {
  line: "M40 74h20v3.5H40Z",
  smile: "M37 71c6 8 20 8 26 0l2 2c-6 12-24 12-30 0Z",
  grin: "M35 70h30c-1 9-8 12-15 12s-14-3-15-12Z",
  oh: "M50 69a5.5 6.5 0 1 0 .1 0Z",
  teeth: "M36 71h28v7H36ZM43 71v7M50 71v7M57 71v7",
  crooked: "M37 77c8-1 14-2 25-7l1.5 3c-10 6-18 7.5-26 7.5Z",
};
/** @type {Record<string, string>} */
const TOPS = {
  antenna: "M48 14a5 5 0 1 0 4.1 0V36h-4.1Z",
  ears: "M18 44V14l18 16ZM82 44V14L64 30Z",
  crown: "M28 34V14l11 9 11-13 11 13 11-9v20Z",
  horns: "M22 42C10 34 10 20 14 12c2 12 8 16 18 20ZM78 42c12-8 12-22 8-30-2 12-8 16-18 20Z",
  cap: "M22 38c0-14 12-22 28-22s28 8 28 22Zm52-4h18v5H74Z",
  fins: "M10 50l10-8v28ZM90 50l-10-8v28ZM44 26c2-10 8-14 14-14-2 6-2 10 0 14Z",
  leaf: "M50 34c-4-12 2-22 16-24 0 14-6 22-16 24Z",
  bolt: "M54 8 40 26h9l-4 12 16-18h-9Z",
};

/** @param {Record<string, string>} parts @param {string | undefined} wanted @param {(n: number) => number} pick */
const one = (parts, wanted, pick) => {
  const chance = Object.values(parts)[pick(Object.keys(parts).length)]; // drawn in any case: one part named changes no other
  return (wanted && parts[wanted]) || chance;
};

/** The names there are, for the tests that read what games say. */
export const PARTS = {head: Object.keys(HEADS), eyes: Object.keys(EYES), mouth: Object.keys(MOUTHS), top: Object.keys(TOPS), colour: COLOURS.length};

/**
 * A bot's face, square; CSS makes it round.
 * @param {string} kind which bot @param {Face} [face] @param {string} [name] spoken; without it the picture is silent @returns {SVGElement}
 */
export function botFace(kind, face = {}, name) {
  const pick = seeded(kind);
  const [ground, mask, line] = COLOURS[(face.colour ?? pick(COLOURS.length)) % COLOURS.length];
  const said = name ? {role: "img", "aria-label": name} : {"aria-hidden": "true"};
  const drawn = {stroke: line, "stroke-width": 3, "stroke-linejoin": "round"};
  const dark = {fill: line, "fill-rule": "evenodd", stroke: line, "stroke-width": 1};
  return svg("svg", {class: "avatar bot-face", viewBox: "0 0 100 100", ...said},
    svg("rect", {width: 100, height: 100, fill: ground}),
    svg("path", {d: one(TOPS, face.top, pick), fill: mask, ...drawn}), svg("path", {d: one(HEADS, face.head, pick), fill: mask, ...drawn}),
    svg("path", {d: one(EYES, face.eyes, pick), ...dark}), svg("path", {d: one(MOUTHS, face.mouth, pick), ...dark}));
}
