// What Battle's pictures rest on: chance that is the same everywhere, lands, colours, and what to draw for a card
// nobody has drawn for. Nothing is drawn here.

import {KIN, PALETTES, TINTS, WORDS} from "./recipes.js";
import {SUBJECTS} from "./subjects.js";

/** @typedef {(n: number) => number} Pick */

const W = 120;
const HEADS = ["person", "armour", "hood", "helm", "plume", "hat", "bald", "crownh", "mask"];

/** The same numbers for the same text in every browser: FNV-1a, then a small generator. @param {string} text @returns {Pick} */
export function seeded(text) {
  let x = 2166136261;
  for (const c of text) x = Math.imul(x ^ (c.codePointAt(0) ?? 0), 16777619) >>> 0;
  return (n) => {
    x = (Math.imul(x ^ (x >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    x ^= x >>> 13;
    return (x >>> 0) % n;
  };
}

/** @type {Record<string, (r: Pick) => [string, string]>} the land behind and the land before */
export const LANDS = {
  hills: (r) => [`M0 ${64 + r(6)}C20 ${50 + r(8)} 40 ${66 + r(6)} 62 58S100 ${48 + r(10)} 120 60V100H0Z`, `M0 ${76 + r(6)}C30 ${66 + r(6)} 54 82 78 74S108 70 120 ${76 + r(4)}V100H0Z`],
  peaks: (r) => [`M0 74 ${14 + r(8)} ${42 + r(8)} 30 62 ${46 + r(8)} ${30 + r(8)} 70 64 ${86 + r(8)} ${36 + r(10)} 120 72V100H0Z`, `M0 84 ${20 + r(6)} 62 42 80 ${66 + r(8)} 60 92 80 ${106 + r(6)} 66 120 78V100H0Z`],
  forest: (r) => [pines(r, 13, 44, 66), pines(r, 9, 58, 82)],
  reeds: (r) => [`M0 66C40 60 80 70 120 62V100H0Z`, `M0 80H120V100H0Z${Array.from({length: 16}, (_, i) => `M${i * 8 + r(5)} 84l${r(7) - 3} -${18 + r(18)}l3 ${20 + r(10)}Z`).join("")}`],
  towers: (r) => [blocks(r, 9, 30, 68), blocks(r, 6, 52, 84)],
  graves: (r) => [`M0 70C30 62 90 62 120 70V100H0Z`, `M0 82C40 74 80 76 120 82V100H0Z${[8, 24, 88, 106].map((x) => `M${x} 84V${64 + r(8)}q5-7 10 0V84Z`).join("")}`],
  cave: (r) => [`M0 0H120V100H0ZM${18 + r(6)} 100C${8 + r(8)} 40 40 14 60 14S112 40 ${100 + r(6)} 100Z`, `M0 88 16 ${70 + r(10)} 26 90 90 92 104 ${68 + r(10)} 120 88V100H0Z`],
  sea: (r) => [`M0 62H120V100H0Z`, `M0 ${76 + r(4)}Q10 70 20 76T40 76T60 76T80 76T100 76T120 76V100H0Z`],
};

/** @param {Pick} r @param {number} n @param {number} top @param {number} foot */
function pines(r, n, top, foot) {
  const one = (/** @type {unknown} */ _, /** @type {number} */ i) => {
    const x = (i + 0.5) * (W / n) + r(6) - 3;
    const w = (W / n) * 0.75;
    return `M${x} ${top + r(14)}L${x + w} ${foot + 6}H${x - w}Z`;
  };
  return `${Array.from({length: n}, one).join("")}M0 ${foot}H120V100H0Z`;
}

/** @param {Pick} r @param {number} n @param {number} top @param {number} foot */
function blocks(r, n, top, foot) {
  const w = W / n;
  const one = (/** @type {unknown} */ _, /** @type {number} */ i) => {
    const [x, y] = [i * w, top + r(26)];
    return r(2) ? `M${x + 1} ${foot + 4}V${y}h${w - 2}V${foot + 4}Z` : `M${x + 1} ${foot + 4}V${y + 6}L${x + w / 2} ${y - 6}L${x + w - 1} ${y + 6}V${foot + 4}Z`;
  };
  return `${Array.from({length: n}, one).join("")}M0 ${foot}H120V100H0Z`;
}

/** @param {string} a @param {string} b @param {number} k how much of b */
export const mix = (a, b, k) => `#${[1, 3, 5].map((i) => Math.round(parseInt(a.slice(i, i + 2), 16) * (1 - k) + parseInt(b.slice(i, i + 2), 16) * k).toString(16).padStart(2, "0")).join("")}`;

/** What to draw for a card nobody has drawn for. @param {string} id @param {string[]} tags */
export function guess(id, tags) {
  const words = id.toLowerCase().split(/[^a-z]+/);
  const find = (/** @type {Record<string, string>} */ table) => Object.keys(table).find((key) => words.some((w) => w && table[key].split(" ").some((one) => w.startsWith(one))));
  const r = seeded(id);
  const kin = tags.map((tag) => KIN[tag]).find(Boolean)?.split(",") ?? [];
  const [tint, land, ...what] = (kin[r(kin.length || 1)] ?? "").split(" ");
  const [tints, lands, things] = [Object.keys(PALETTES), Object.keys(LANDS), Object.keys(SUBJECTS).filter((n) => !HEADS.includes(n))];
  const said = find(WORDS);
  const subject = said ?? (what.join(" ") || things[r(things.length)]);
  return `${find(TINTS) ?? (tint || tints[r(tints.length)])} ${land || lands[r(lands.length)]} ${subject}`;
}
