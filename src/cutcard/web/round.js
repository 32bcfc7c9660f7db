// What a round table is made of: places on an ellipse, chips, seats. Words and numbers come from outside
// (`parts({t, number})`), as a game's page gets them from the room.

import {h, svg} from "./dom.js";
import {avatar} from "./avatar.js";

/** Where somebody sits and where the bet lies, in percent of the felt. @typedef {{x: number, y: number, bx: number, by: number}} Spot */

/**
 * @typedef {object} Player
 * @property {string} [id]  for the arms; the name without it
 * @property {SVGElement} [picture]  in the place of the arms: a bot's face
 * @property {string} [name]
 * @property {number} [stack]
 * @property {string[]} [cards]  "" is a card face down
 * @property {string[]} [lit]  which of them make the winning hand
 * @property {boolean} [dimmed]
 * @property {[number, number]} [up]  which of one's own lie open (stud), from and up to
 * @property {number} [left]  what is left of the clock, in percent
 * @property {number} [bank]  what is left of the time bank, in percent: a second, thinner ring
 * @property {boolean} [active]
 * @property {boolean} [folded]
 * @property {boolean} [out]  sits out
 * @property {number} [won]
 * @property {number} [equity]  in percent
 * @property {boolean} [dealer]
 * @property {boolean} [bot]
 * @property {string} [note]  what was done last, in a word
 * @property {string} [kind]  "hot" for all in
 * @property {boolean} [empty]
 * @property {number} [bet]
 */

/** On a phone the felt stands upright and the middle is the board's: places by hand, left column, top, right column. @type {Record<number, number[][]>} */
const UPRIGHT = {1: [[50, 10]], 2: [[16, 28], [84, 28]], 3: [[16, 28], [50, 10], [84, 28]], 4: [[16, 66], [16, 26], [84, 26], [84, 66]], 5: [[16, 66], [16, 27], [50, 10], [84, 27], [84, 66]], 6: [[16, 66], [16, 29], [29, 10], [71, 10], [84, 29], [84, 66]], 7: [[16, 80], [16, 62], [16, 28], [50, 10], [84, 28], [84, 62], [84, 80]], 8: [[16, 80], [16, 63], [16, 29], [29, 10], [71, 10], [84, 29], [84, 63], [84, 80]], 9: [[15, 82], [15, 65], [15, 31], [15, 14], [50, 8], [85, 14], [85, 31], [85, 65], [85, 82]]};
/** With open cards of one's own (stud) the middle is free, and the columns may be wider. @type {Record<number, number[][]>} */
const OPEN = {5: [[21, 64], [21, 32], [50, 10], [79, 32], [79, 64]], 7: [[20, 70], [20, 47], [20, 23], [50, 8], [80, 23], [80, 47], [80, 70]]};
/** With two boards or several pots the middle is high. @type {Record<number, number[][]>} */
const HIGH = {5: [[16, 71], [16, 19], [50, 9], [84, 19], [84, 71]]};

/**
 * Where n others sit, clockwise from the viewer's left; the viewer is at the lower end.
 * @param {number} n @param {boolean} [portrait] @param {"" | "open" | "high"} [kind] open: stud, wide hands and no board; high: two boards, many pots
 * @returns {Spot[]}
 */
export function places(n, portrait = false, kind = "") {
  const open = kind === "open";
  if (portrait) {
    const list = (open ? OPEN[n] : kind === "high" ? HIGH[n] : null) ?? UPRIGHT[n];
    return list.map(([x, y]) => ({x, y, bx: 50 + (x - 50) * (open ? 0.26 : n > 7 ? 0.32 : 0.36), by: x > 28 && x < 72 ? y + (n > 8 ? 14 : 11) : y > 75 ? y - 8 : open ? y + 4 : y + 1}));
  }
  const [rx, ry] = open ? [40, 43] : [43, 43];
  const spread = n <= 1 ? 0 : Math.min(open ? 250 : 286, 150 + n * 20);
  return Array.from({length: n}, (_, k) => {
    const a = ((270 - spread / 2 + (n === 1 ? 0 : (spread * k) / (n - 1))) * Math.PI) / 180;
    const squeeze = Math.min(1, 0.93 + 0.07 * Math.abs(Math.cos(a)));
    return {x: 50 + rx * Math.cos(a), y: 50 + ry * Math.sin(a) * squeeze, bx: 50 + rx * 0.68 * Math.cos(a), by: 50 + ry * 0.58 * Math.sin(a)};
  });
}

/** Worth, colour, colour of the mark. @type {[number, string, string][]} */
const COLOURS = [[1000, "#e2c04c", "#6b4e06"], [500, "#7b4fb3", "#efe2ff"], [100, "#20252b", "#e9edf2"], [25, "#2f8a52", "#e5ffee"], [5, "#c0353f", "#ffe6e6"], [1, "#e9eef2", "#3a5a78"]];

/** @param {string} cls @param {number} r @param {number} left */
const arc = (cls, r, left) => svg("circle", {class: `ring left ${cls}`, cx: 24, cy: 24, r, pathLength: 100, vars: {"--left": left}});
/** @param {string} d */
const line = (d) => svg("svg", {class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d}));

/**
 * The parts with the room's words: the keys are the room's own, round.….
 * @param {{t: (key: string) => string, number: (n: number) => string}} room
 */
export function parts({t, number}) {
  /** A pile of chips worth n, drawn with the fewest chips, at most six; the number stands beside it. @param {number} n @param {string} [label] @returns {HTMLElement} */
  function chips(n, label = "") {
    /** @type {[string, string][]} */
    const pile = [];
    let left = n;
    for (const [worth, c, mark] of COLOURS) while (left >= worth && pile.length < 6) { pile.push([c, mark]); left -= worth; }
    const discs = pile.flatMap(([c, mark], i) => { const y = 26 - i * 4; return [svg("path", {d: `M2 ${y}v4a12 5 0 0 0 24 0v-4Z`, fill: c, stroke: "#0007", "stroke-width": 0.8}), svg("ellipse", {cx: 14, cy: y, rx: 12, ry: 5, fill: c, stroke: "#0006", "stroke-width": 0.8}), svg("ellipse", {cx: 14, cy: y, rx: 9.5, ry: 3.8, fill: "none", stroke: mark, "stroke-width": 1.6, "stroke-dasharray": "4 3"})]; });
    return h("span", {class: "chips"}, svg("svg", {viewBox: "0 0 28 36", "aria-hidden": "true"}, discs), h("b", {class: "figures"}, number(n)), label ? h("span", {class: "visually-hidden"}, label) : null);
  }

  /** Nobody here: sit, or bring somebody. @param {boolean} mine may the viewer sit down @param {Record<string, () => void>} [on] */
  function free(mine, on = {}) {
    return h("span", {class: "freeplace"}, mine ? h("button", {type: "button", class: "sit", onclick: on.sit ?? (() => {})}, line("M12 5v14M5 12h14"), t("round.sit")) : null,
      h("span", {class: "row tight"}, h("button", {type: "button", class: "sit", title: t("round.invite"), "aria-label": t("round.invite"), onclick: on.invite ?? (() => {})}, line("M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"), h("span", {class: "desk"}, t("round.invite"))),
        h("button", {type: "button", class: "sit", title: t("round.addBot"), "aria-label": t("round.addBot"), onclick: on.bot ?? (() => {})}, line("M5 9h14v10H5zM12 9V5M9 13.5v.1M15 13.5v.1M9.5 16.5h5"), h("span", {class: "desk"}, t("round.addBot")))));
  }

  /**
   * A seat: ring, arms, name, stack, and one word about what it did.
   * @param {Player} p @param {Spot} spot @param {{me?: boolean, seatless?: boolean, on?: Record<string, () => void>}} [how] seatless: the viewer has no seat yet
   * @returns {HTMLElement}
   */
  function seat(p, spot, {me = false, seatless = false, on} = {}) {
    const cards = p.cards ?? [];
    const name = p.name ?? "";
    const ring = svg("svg", {class: "ringbox", viewBox: "0 0 48 48", "aria-hidden": "true"}, svg("circle", {class: "ring track", cx: 24, cy: 24, r: 21.5}), p.left ? arc(p.left < 25 ? "late" : "", 21.5, p.left) : null, p.bank ? arc("bank", 17.5, p.bank) : null);
    const held = cards.length ? h("span", {class: `pcards k${cards.length} ${cards.length > 3 ? "many" : ""}`}, cards.map((c, i) => h("cut-card", {card: c, class: [p.lit?.includes(c) ? "lit" : p.dimmed || p.lit ? "dim" : "", p.up && i >= p.up[0] && i < p.up[1] ? "up" : ""].join(" ")}))) : null;
    const state = ["active", "folded", "out", "won", "empty"].filter((k) => /** @type {any} */ (p)[k]).join(" ");
    const figure = p.won ? h("span", {class: "gain"}, `+${number(p.won)}`) : h("span", null, number(p.stack ?? 0));
    const pod = () => h("span", {class: "pod"}, h("span", {class: "face"}, p.picture ?? avatar(p.id ?? name), ring), h("span", {class: "podtext"}, h("span", {class: "pname cut"}, name, p.bot ? h("span", {class: "visually-hidden"}, ` (${t("round.bot")})`) : null), h("span", {class: "pstack figures"}, figure, p.note ? h("span", {class: `pnote ${p.kind ?? ""}`}, p.note) : null)),
      p.equity !== undefined ? h("b", {class: "equity figures"}, `${p.equity}%`) : null, p.dealer ? h("span", {class: "button-d", title: t("round.dealer")}, "D") : null);
    return h("li", {class: `seat ${state} ${me ? "me" : ""}`, vars: {"--x": `${spot.x}%`, "--y": `${spot.y}%`}}, held, p.empty ? free(seatless, on) : pod());
  }

  /** What is bet, on the cloth. @param {number} n @param {Spot} spot @returns {HTMLElement} */
  const bet = (n, spot) => h("li", {class: "bet", vars: {"--x": `${spot.bx}%`, "--y": `${spot.by}%`}}, chips(n, t("round.bet")));

  return {chips, seat, bet};
}
