// <cut-card>: the house's playing card. Printed face from 64 px of width, two big signs below; "strip" is for cards of
// which only the top third shows (a column of one rank): rank and suit side by side. Courts are heraldic, drawn from six
// shapes, gold on the suit's colour, the same upside down: nothing is loaded.

import {h, svg} from "../dom.js";
import {turnOver} from "../motion.js";
import {t} from "../text.js";

/** @typedef {{rank: string, suit: string}} Parsed */

/** @param {number} x @param {number} y @param {number} r */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
/** @type {Record<string, string>} */
export const SUITS = {
  h: "M50 91C19 67 6 49 6 32 6 17 16 8 29 8c9 0 17 5 21 14 4-9 12-14 21-14 13 0 23 9 23 24 0 17-13 35-44 59Z",
  d: "M50 3c8 17 21 34 36 47-15 13-28 30-36 47-8-17-21-34-36-47C29 37 42 20 50 3Z",
  s: "M50 4c28 24 43 41 43 57 0 13-9 21-20 21-8 0-14-4-19-11 1 12 5 20 12 25H34c7-5 11-13 12-25-5 7-11 11-19 11-11 0-20-8-20-21C7 45 22 28 50 4Z",
  c: `${circle(50, 25, 20)}${circle(26, 59, 20)}${circle(74, 59, 20)}M38 38H62V64H38ZM54 55c0 23 4 35 12 41H34c8-6 12-18 12-41Z`,
};
const STAR = "M50 4 63 37 98 39 71 61 80 95 50 76 20 95 29 61 2 39 37 37Z";
const [A, M, B] = [34, 50, 66];
/** @type {Record<string, number[][]>} */
const PIPS = {2: [[M, 30], [M, 110]], 3: [[M, 30], [M, 70], [M, 110]], 4: [[A, 30], [B, 30], [A, 110], [B, 110]], 5: [[A, 30], [B, 30], [M, 70], [A, 110], [B, 110]], 6: [[A, 30], [B, 30], [A, 70], [B, 70], [A, 110], [B, 110]], 7: [[A, 30], [B, 30], [M, 50], [A, 70], [B, 70], [A, 110], [B, 110]], 8: [[A, 30], [B, 30], [M, 50], [A, 70], [B, 70], [M, 90], [A, 110], [B, 110]], 9: [[A, 26], [B, 26], [A, 55], [B, 55], [M, 70], [A, 85], [B, 85], [A, 114], [B, 114]], T: [[A, 26], [B, 26], [M, 41], [A, 55], [B, 55], [A, 85], [B, 85], [M, 99], [A, 114], [B, 114]]};

/** @param {string} d @param {number} x @param {number} y @param {number} size @param {boolean} [down] @returns {SVGElement} */
const sign = (d, x, y, size, down = false) => svg("path", {d, transform: `translate(${x} ${y})${down ? " rotate(180)" : ""} scale(${size / 100}) translate(-50 -50)`});
/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} [cls] @returns {SVGElement} */
const letter = (text, x, y, size, cls = "rank") => svg("text", {class: cls, x, y, "font-size": size, "text-anchor": "middle"}, text);
/** @param {string} rank */
const shown = (rank) => (rank === "T" ? "10" : rank);

/** @param {string} rank @param {string} path @returns {SVGElement[]} */
function corners(rank, path) {
  const one = () => [letter(shown(rank), 13.5, 22, rank === "T" ? 19 : 23), sign(path, 13.5, 35, 16)];
  return [...one(), svg("g", {transform: "rotate(180 50 70)"}, ...one())];
}

/**
 * Half a court, from the middle line up: crown, head, collar, and what it carries.
 * @param {"K" | "Q" | "J"} rank @param {string} path @returns {SVGElement[]}
 */
function court(rank, path) {
  /** @param {string} d @param {string} cls @returns {SVGElement} */
  const p = (d, cls) => svg("path", {d, class: cls});
  const crown = {K: "M36 32V17l7 6 7-9 7 9 7-6v15Z", Q: "M36 31c0-8 4-12 7-13l3 4 4-7 4 7 3-4c3 1 7 5 7 13Z", J: "M35 31c2-10 10-14 17-13 8 1 13 6 13 13ZM62 20c6-8 12-6 14-10-1 8-5 14-13 14Z"}[rank];
  const carry = {K: "M71 20h4v50h-4ZM67 30h12v4H67Z", Q: "M73 40h2v30h-2ZM74 26c5 0 7 4 7 7s-3 7-7 7-7-4-7-7 2-7 7-7Z", J: "M72 22l4 8-3 40h-2l-3-40Z"}[rank];
  return [p("M25 70V62c2-10 12-15 25-15s23 5 25 15v8Z", "robe"), p("M40 48h20l-4 22H44Z", "gold"), p("M47 50h6v20h-6Z", "robe"), p("M39 33h22v6c0 8-5 13-11 13s-11-5-11-13Z", "skin"), p(rank === "K" ? "M39 41c3 3 8 2 11 2s8 1 11-2c0 10-5 15-11 15s-11-5-11-15Z" : rank === "Q" ? "M36 33c-1 8-2 14-5 18h8l2-18ZM64 33c1 8 2 14 5 18h-8l-2-18Z" : "M38 33h-3c-1 6 0 10 2 13h4l-1-13ZM62 33h3c1 6 0 10-2 13h-4l1-13Z", "hair"), p("M44 38h4M52 38h4", "line"), p(crown, "gold"), p(carry, "gold"), sign(path, 34, 27, 13)];
}
/** @param {string} rank @param {string} path @returns {SVGElement[]} */
function centre(rank, path) {
  if (rank === "A") return [sign(path, 50, 70, 54)];
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => sign(path, x, y, 19, y > 70));
  return [svg("rect", {class: "frame", x: 24, y: 13, width: 54, height: 114, rx: 4}), svg("g", {class: "court", transform: "translate(1 0)"}, court(/** @type {"K" | "Q" | "J"} */ (rank), path)), svg("g", {class: "court", transform: "rotate(180 50 70) translate(-1 0)"}, court(/** @type {"K" | "Q" | "J"} */ (rank), path)), svg("path", {class: "rule", d: "M24 70H78"})];
}
/** @param {boolean} big @returns {SVGElement[]} */
function joker(big) {
  /** @param {number} x @param {number} y @param {number} size */
  const star = (x, y, size) => { const s = sign(STAR, x, y, size); s.setAttribute("class", big ? "star" : "star hollow"); return s; };
  return [svg("g", {class: "printed"}, star(14, 20, 19), [..."JOKER"].map((c, i) => letter(c, 14, 48 + i * 18, 17)), star(60, 72, 56)), svg("g", {class: "plain"}, star(30, 30, 48), star(62, 96, 62)), svg("g", {class: "strip"}, star(24, 24, 38), letter(big ? "B" : "S", 68, 36, 36), star(50, 92, 66))];
}
/** "Th", "10h", "BJ"; null for what is no card. @param {string} name @returns {Parsed | null} */
export function parse(name) {
  const text = name.toUpperCase().replace("10", "T");
  if (text === "SJ" || text === "BJ") return {rank: text, suit: ""};
  const [rank, suit] = [text[0], text.slice(1).toLowerCase()];
  return "23456789TJQKA".includes(rank) && suit in SUITS ? {rank, suit} : null;
}

/** A card in words. @param {string} name */
export function spoken(name) {
  const card = name ? parse(name) : null;
  if (!card) return t("card.back");
  if (!card.suit) return t(`card.joker.${card.rank}`);
  return t("card.of", {rank: t(`card.rank.${card.rank}`), suit: t(`card.suit.${card.suit}`)});
}

/** @type {Map<string, SVGElement>} */
const drawn = new Map();
/** @param {string} name @returns {Node | null} */
function face(name) {
  const c = parse(name);
  if (!c) return null;
  const key = c.rank + c.suit;
  let picture = drawn.get(key);
  if (!picture) {
    const path = SUITS[c.suit];
    const parts = c.suit ? [svg("g", {class: "printed"}, corners(c.rank, path), centre(c.rank, path)), svg("g", {class: "plain"}, letter(shown(c.rank), c.rank === "T" ? 35 : 29, 52, c.rank === "T" ? 52 : 60), sign(path, 29, 78, 38), sign(path, 66, 104, 52)), svg("g", {class: "strip"}, letter(shown(c.rank), c.rank === "T" ? 27 : 23, 36, c.rank === "T" ? 36 : 42), sign(path, 68, 22, 30), sign(path, 50, 96, 62))] : joker(c.rank === "BJ");
    picture = /** @type {SVGElement} */ (svg("svg", {class: `face suit-${c.suit || c.rank}`, viewBox: "0 0 100 140", "aria-hidden": "true"}, parts));
    drawn.set(key, picture);
  }
  return picture.cloneNode(true);
}
/** The back: a lattice with the house's diamond; one drawing, no file. */
const DIAMONDS = Array.from({length: 8 * 11}, (_, i) => `M${15 + (i % 8) * 10} ${11.6 + Math.floor(i / 8) * 10.8}l4 4.4-4 4.4-4-4.4Z`).join("");
/** @returns {SVGElement} */
const lattice = () => svg("svg", {class: "back", viewBox: "0 0 100 140", "aria-hidden": "true"}, svg("rect", {x: 5, y: 5, width: 90, height: 130, rx: 5, fill: "#1f5558"}), svg("path", {d: DIAMONDS, fill: "none", stroke: "#3d8083", "stroke-width": 1}), svg("rect", {x: 5, y: 5, width: 90, height: 130, rx: 5, fill: "none", stroke: "#cfe3df", "stroke-width": 2}), svg("path", {d: "M50 42 70 70 50 98 30 70Z", fill: "#173f42", stroke: "#c9962f", "stroke-width": 2.5}), svg("path", {d: "M50 55 61 70 50 85 39 70Z", fill: "#c9962f"}));

export class CutCard extends HTMLElement {
  static observedAttributes = ["card"];

  /** The card's name; "" is its back. */
  get card() {
    return this.getAttribute("card") ?? "";
  }

  set card(name) {
    if (name !== this.getAttribute("card")) this.setAttribute("card", name);
  }

  connectedCallback() {
    if (!this.hasAttribute("card")) this.card = "";
  }

  /** The name is right at once; the drawing is turned over where it lies. @param {string} _ @param {string | null} before @param {string | null} after */
  attributeChangedCallback(_, before, after) {
    const front = after ? face(after) : null;
    this.classList.toggle("down", !front);
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", spoken(after ?? ""));
    const show = () => this.replaceChildren(front ?? lattice());
    if (before === "" && front && this.isConnected) turnOver(this, () => this.card === after && show());
    else show();
  }
}

customElements.define("cut-card", CutCard);

/** A playing card; "" is one face down. @param {string} name @param {string} [cls] @returns {CutCard} */
export const pc = (name, cls = "") => h("cut-card", {class: cls, card: name});
