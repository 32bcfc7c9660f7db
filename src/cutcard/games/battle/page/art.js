// A picture for every card without a single asset: paper-cut scenes in layers (sky, light, land, subject,
// weather). Why: names alone make a hand of seven a list to be read; a silhouette is known at a glance.
// The same card looks the same everywhere. The starter set has a recipe a card; a card of somebody's own set is
// drawn from the words of its id, else from its tags, else from its hash. No ids in the SVG: it can be cloned.

import {H, W, brush} from "../../../web/paint/brush.js";
import {LANDS, PALETTES, mix, seeded} from "../../../web/paint/lands.js";
import {guess} from "./guess.js";
import {RECIPES} from "./recipes.js";

/** @typedef {import("../../../web/paint/lands.js").Pick} Pick */
/** @typedef {import("../../../web/paint/brush.js").Palette} Palette */
/** @typedef {(face: any) => SVGElement} Art  the picture of a card, from what is printed on it */

const TALL = ["glaive", "rapier", "banner", "arms", "hexblade"]; // held upright, behind who holds it
const LARGE = ["gate", "bell", "eye", "book"];
/** Subjects made of light: they stand before the dark, all others before the light. */
const GLOWING = ["sparks", "spiral", "sun", "fangs", "thorns", "snow", "bolt", "feather", "fog"];

/** @param {import("../../../web/contract.js").Build} svg @returns {Art} */
export function pictures(svg) {
  const {shape, disc, subject, weather, sky, halo} = brush(svg);
  /** Drawn once, then cloned. @type {Map<string, SVGElement>} */
  const drawn = new Map();

  /** Who stands there, with head and hand where it has them. @param {string[]} who @param {Palette} p */
  function body([what, head, item], p) {
    if (!item) return subject(what, p, 60, 50, 84);
    const tall = TALL.includes(item);
    const hand = tall ? 0.8 : LARGE.includes(item) ? 0.46 : 0.42;
    const own = [...subject(what, p, 55, 50, 84), ...subject(head, p, 55, 50, 84)];
    if (tall) return [...subject(item, p, 82, 45, 84 * hand), ...own];
    return [...own, disc(84, 50, 22, p.light, 0.3), ...subject(item, p, 84, 50, 84 * hand)];
  }

  /** @param {string} kind @param {string} what @param {Palette} p @param {Pick} r */
  function technique(kind, what, p, r) {
    const n = 14 + r(4) * 2;
    const turn = r(30);
    const at = (/** @type {number} */ k) => `${(60 + 100 * Math.cos(k)).toFixed(1)} ${(50 + 100 * Math.sin(k)).toFixed(1)}`;
    const ray = (/** @type {unknown} */ _, /** @type {number} */ i) => `M60 50L${at(((i * 360) / n + turn) * (Math.PI / 180))}L${at(((i * 360 + 150) / n + turn) * (Math.PI / 180))}Z`;
    const glows = GLOWING.includes(what);
    return [svg("rect", {width: W, height: H, fill: mix(p.top, p.low, 0.3)}), shape(Array.from({length: n}, ray).join(""), p.low, {"fill-opacity": 0.5}), disc(60, 50, 47, p.far, 0.75), disc(60, 50, 41, glows ? p.near : mix(p.low, p.light, 0.25)), disc(60, 50, 33, glows ? p.ink : p.light, 0.55), ...weather(kind, p, r), ...subject(what, p, 60, 50, 66)];
  }

  /** @param {string} kind @param {string} what @param {Palette} p @param {Pick} r */
  function response(kind, what, p, r) {
    const cells = Array.from({length: 42}, (_, k) => {
      const [i, j] = [(k % 7) - 1, Math.floor(k / 7) - 1];
      return shape(`M${i * 26 + (j % 2 ? 13 : 0) + 13} ${j * 22.5}l12 7v15l-12 7-12-7v-15Z`, "none", {stroke: p.far, "stroke-width": 1, "stroke-opacity": 0.35 + r(40) / 100});
    });
    return [svg("rect", {width: W, height: H, fill: mix(p.top, p.mid, 0.3)}), ...cells, shape("M-10 78 130 6V22L-10 96Z", p.low, {"fill-opacity": 0.75}), shape("M-10 100 130 28V32L-10 106Z", p.light, {"fill-opacity": 0.5}), shape("M60 6 98 28V72L60 94 22 72V28Z", mix(p.mid, p.low, 0.55)), shape("M60 12 92.5 31V69L60 88 27.5 69V31Z", "none", {stroke: p.rim, "stroke-width": 1.5}), disc(60, 50, 28, GLOWING.includes(what) ? p.ink : p.light, 0.45), ...subject(what, p, 60, 50, 56), ...weather(kind, p, r)];
  }

  /** @param {string} type @param {string} kind @param {string} land @param {string[]} who @param {Palette} p @param {Pick} r */
  function scene(type, kind, land, who, p, r) {
    const what = who[0];
    if (type === "TECHNIQUE") return technique(kind, what, p, r);
    if (type === "RESPONSE") return response(kind, what, p, r);
    if (type === "EQUIPMENT") return [...sky(mix(p.top, p.ink, 0.4), mix(p.mid, p.near, 0.3)), shape("M38 0H82L112 100H8Z", p.light, {"fill-opacity": 0.16}), shape("M48 0H72L94 100H26Z", p.light, {"fill-opacity": 0.22}), ...weather(kind, p, r), shape("M14 84H106L116 100H4Z", p.near), shape("M20 80H100L106 86H14Z", p.far), disc(60, 44, 34, p.light, 0.28), ...subject(what, p, 60, 44, 72)];
    if (type === "TOKEN") return [svg("rect", {width: W, height: H, fill: mix(p.mid, p.far, 0.5)}), disc(60, 50, 42, p.low), disc(60, 50, 34, p.light, 0.6), ...body(who, p)];
    const [back, front] = (LANDS[land] ?? LANDS.hills)(r);
    const behind = [...sky(p.top, p.low), ...(type === "FIELD" ? halo(60, 42, 26, p) : halo(52 + r(16), 38 + r(8), 21 + r(6), p)), shape(back, p.far, {"fill-rule": "evenodd"}), shape(front, p.mid)];
    const ground = shape(`M0 ${90 + r(3)}C30 ${84 + r(4)} 80 ${92 + r(3)} 120 ${87 + r(3)}V100H0Z`, p.near);
    return [...behind, ...(type === "FIELD" ? subject(what, p, 60, 54, 74) : body(who, p)), ground, ...weather(kind, p, r)];
  }

  return (face) => {
    const type = face.token ? "TOKEN" : face.cardType;
    const key = `${face.cardId} ${type}`;
    let made = drawn.get(key);
    if (!made) {
      const [tint, land, ...who] = (RECIPES[face.cardId] ?? guess(face.cardId, face.tags ?? [])).split(" ");
      const [top, low, light, far, mid, near, ink, rim, glow] = PALETTES[tint].split(" ");
      const parts = scene(type, tint, land, who, {top, low, light, far, mid, near, ink, rim, glow}, seeded(face.cardId));
      made = /** @type {SVGElement} */ (svg("svg", {class: "bart", viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true"}, ...parts));
      drawn.set(key, made);
    }
    return /** @type {SVGElement} */ (made.cloneNode(true));
  };
}
