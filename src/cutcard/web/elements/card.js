// <cut-card>: a card, drawn. From 76 px of width it has pips like a printed card; below it is two
// big signs, so that rank and suit stay readable at 36 px. Courts are letters, not pictures.

import {h, svg} from "../dom.js";
import {turn} from "../motion.js";
import {t} from "../text.js";

/** @param {number} x @param {number} y @param {number} r */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

/** Suits in a box of 100 × 100. @type {Record<string, string>} */
const SUITS = {
  h: "M50 91C19 67 6 49 6 32 6 17 16 8 29 8c9 0 17 5 21 14 4-9 12-14 21-14 13 0 23 9 23 24 0 17-13 35-44 59Z",
  d: "M50 3c8 17 21 34 36 47-15 13-28 30-36 47-8-17-21-34-36-47C29 37 42 20 50 3Z",
  s: "M50 4c28 24 43 41 43 57 0 13-9 21-20 21-8 0-14-4-19-11 1 12 5 20 12 25H34c7-5 11-13 12-25-5 7-11 11-19 11-11 0-20-8-20-21C7 45 22 28 50 4Z",
  c: `${circle(50, 25, 20)}${circle(26, 59, 20)}${circle(74, 59, 20)}M38 38H62V64H38ZM54 55c0 23 4 35 12 41H34c8-6 12-18 12-41Z`,
};
const STAR = "M50 4 63 37 98 39 71 61 80 95 50 76 20 95 29 61 2 39 37 37Z";

/** Where the pips of a number lie: columns l, m, r at a height; those below the middle stand on their heads. */
const [L, M, R] = [34, 50, 66];
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[M, 30], [M, 110]],
  3: [[M, 30], [M, 70], [M, 110]],
  4: [[L, 30], [R, 30], [L, 110], [R, 110]],
  5: [[L, 30], [R, 30], [M, 70], [L, 110], [R, 110]],
  6: [[L, 30], [R, 30], [L, 70], [R, 70], [L, 110], [R, 110]],
  7: [[L, 30], [R, 30], [M, 50], [L, 70], [R, 70], [L, 110], [R, 110]],
  8: [[L, 30], [R, 30], [M, 50], [L, 70], [R, 70], [M, 90], [L, 110], [R, 110]],
  9: [[L, 26], [R, 26], [L, 55], [R, 55], [M, 70], [L, 85], [R, 85], [L, 114], [R, 114]],
  T: [[L, 26], [R, 26], [M, 41], [L, 55], [R, 55], [L, 85], [R, 85], [M, 99], [L, 114], [R, 114]],
};

/** @param {string} path @param {number} x @param {number} y @param {number} size @param {boolean} [down] */
function sign(path, x, y, size, down = false) {
  const turned = down ? " rotate(180)" : "";
  return svg("path", {d: path, transform: `translate(${x} ${y})${turned} scale(${size / 100}) translate(-50 -50)`});
}

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} [cls] */
function letter(text, x, y, size, cls = "rank") {
  return svg("text", {class: cls, x, y, "font-size": size, "text-anchor": "middle"}, text);
}

/** @param {string} rank */
const shown = (rank) => (rank === "T" ? "10" : rank);

/** Both corners, the second on its head. @param {string} rank @param {string} path */
function corners(rank, path) {
  const one = () => [letter(shown(rank), 12.5, 21, rank === "T" ? 18 : 21), sign(path, 12.5, 33, 15)];
  return [...one(), svg("g", {transform: "rotate(180 50 70)"}, ...one())];
}

/** @param {string} rank @param {string} path */
function centre(rank, path) {
  if (rank === "A") return [sign(path, 50, 70, 52)];
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => sign(path, x, y, 19, y > 70));
  const half = () => [letter(rank, 50, 62, 50, "court"), sign(path, 33.5, 27, 13)];
  return [
    svg("rect", {class: "frame", x: 24, y: 15, width: 52, height: 110, rx: 4}),
    ...half(),
    svg("g", {transform: "rotate(180 50 70)"}, ...half()),
    svg("path", {class: "rule", d: "M24 70H76"}),
  ];
}

/** @param {string} rank @param {string} suit */
function suited(rank, suit) {
  const path = SUITS[suit];
  return [
    svg("g", {class: "printed"}, ...corners(rank, path), ...centre(rank, path)),
    svg("g", {class: "plain"}, letter(shown(rank), rank === "T" ? 34 : 28, 50, rank === "T" ? 50 : 56), sign(path, 29, 76, 36), sign(path, 66, 104, 52)),
  ];
}

/** The small joker is an outlined star, the big one a full star. @param {boolean} big */
function joker(big) {
  const star = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) => {
    const path = sign(STAR, x, y, size);
    path.setAttribute("class", big ? "star" : "star hollow");
    return path;
  };
  const down = [..."JOKER"].map((c, i) => letter(c, 14, 46 + i * 18, 17));
  return [
    svg("g", {class: "printed"}, star(14, 20, 18), ...down, star(60, 72, 50)),
    svg("g", {class: "plain"}, star(30, 30, 46), star(62, 96, 62)),
  ];
}

/** `{rank, suit}` of a name in either case, ten also as 10; null is a back. @param {string} name */
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

/** Drawn once, then cloned. @type {Map<string, SVGElement>} */
const drawn = new Map();

/** @param {string} name @returns {SVGElement | null} */
function face(name) {
  const card = parse(name);
  if (!card) return null;
  const key = card.rank + card.suit;
  let art = drawn.get(key);
  if (!art) {
    const parts = card.suit ? suited(card.rank, card.suit) : joker(card.rank === "BJ");
    art = /** @type {SVGElement} */ (svg("svg", {class: `face suit-${card.suit || card.rank}`, viewBox: "0 0 100 140", "aria-hidden": "true"}, ...parts));
    drawn.set(key, art);
  }
  return /** @type {SVGElement} */ (art.cloneNode(true));
}

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

  /** @param {string} _ @param {string | null} before @param {string | null} after */
  attributeChangedCallback(_, before, after) {
    const art = after ? face(after) : null;
    this.classList.toggle("down", !art);
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", spoken(after ?? ""));
    this.replaceChildren(art ?? h("span", {class: "back"}));
    if (before === "" && art && this.isConnected) turn(this);
  }
}

customElements.define("cut-card", CutCard);
