// A picture for every card without a single asset: paper-cut scenes in layers (sky, light, land, subject,
// weather). Why: names alone make a hand of seven a list to be read; a silhouette is known at a glance.
// The same card looks the same everywhere. The starter set has a recipe a card; a card of somebody's own set is
// drawn from the words of its id, else from its tags, else from its hash. No ids in the SVG: it can be cloned.

import {LANDS, guess, mix, seeded} from "./lands.js";
import {PALETTES, RECIPES} from "./recipes.js";
import {SUBJECTS} from "./subjects.js";

/** @typedef {import("./lands.js").Pick} Pick */
/** @typedef {Record<"top" | "low" | "light" | "far" | "mid" | "near" | "ink" | "rim" | "glow", string>} Palette */
/** @typedef {(face: any) => SVGElement} Art  the picture of a card, from what is printed on it */

const [W, H] = [120, 100];
const TALL = ["glaive", "rapier", "banner", "arms", "hexblade"]; // held upright, behind who holds it
const LARGE = ["gate", "bell", "eye", "book"];
/** Subjects made of light: they stand before the dark, all others before the light. */
const GLOWING = ["sparks", "spiral", "sun", "fangs", "thorns", "snow", "bolt", "feather", "fog"];

/** Everything below is made of these few. @param {import("../../../web/contract.js").Build} svg */
function brush(svg) {
  const shape = (/** @type {string} */ d, /** @type {string} */ fill, /** @type {Record<string, any>} */ more = {}) => svg("path", {d, fill, ...more});
  const disc = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ r, /** @type {string} */ fill, opacity = 1) => svg("circle", {cx, cy, r, fill, "fill-opacity": opacity});

  /** A subject at a place and size. One copy in the rim colour, a hair up and left, is the light on its edge. @param {string} name @param {Palette} p @param {number} x @param {number} y @param {number} size */
  function subject(name, p, x, y, size) {
    /** @type {Record<string, string>} */
    const tone = {b: p.ink, m: mix(p.ink, p.mid, 0.55), l: mix(p.mid, p.far, 0.6), r: mix(p.rim, p.far, 0.2), g: p.glow};
    const draw = (/** @type {boolean} */ edge) =>
      SUBJECTS[name].split(";").flatMap((part) => {
        const [, t, width, both, d] = /^(\w)(?:\/([\d.]+))?(\|?) (.*)$/.exec(part) ?? [];
        if (edge && t !== "b") return [];
        const colour = edge ? mix(p.rim, p.light, 0.3) : tone[t];
        const how = width ? {fill: "none", stroke: colour, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round"} : {fill: colour, "fill-rule": "evenodd"};
        return both ? [svg("path", {d, ...how}), svg("path", {d, ...how, transform: "translate(100 0) scale(-1 1)"})] : [svg("path", {d, ...how})];
      });
    const at = (/** @type {number} */ by) => `translate(${x - size / 2 - by} ${y - size / 2 - by}) scale(${size / 100})`;
    return [svg("g", {transform: at(0.9)}, draw(true)), svg("g", {transform: at(0)}, draw(false))];
  }

  /** What drifts in the air. @param {string} kind @param {Palette} p @param {Pick} r */
  function weather(kind, p, r) {
    const many = (/** @type {number} */ n, /** @type {(x: number, y: number) => any} */ one) => Array.from({length: n}, () => one(r(W), r(H)));
    switch (kind) {
      case "fire":
        return many(16, (x, y) => shape(`M${x} ${y}l1.4 2.4-1.4 2.4-1.4-2.4Z`, p.glow, {"fill-opacity": 0.5 + r(50) / 100}));
      case "frost":
        return many(18, (x, y) => disc(x, y, 0.6 + r(12) / 10, "#ffffff", 0.8));
      case "water":
        return many(12, (x, y) => svg("circle", {cx: x, cy: y, r: 1 + r(2), fill: "none", stroke: p.glow, "stroke-width": 0.7, "stroke-opacity": 0.7}));
      case "storm":
        return many(18, (x, y) => shape(`M${x} ${y}l-3 9`, "none", {stroke: p.rim, "stroke-width": 0.7, "stroke-opacity": 0.6}));
      case "nature":
      case "marsh":
        return many(12, (x, y) => shape(`M${x} ${y}q3-3 6 0q-3 3-6 0Z`, p.glow, {"fill-opacity": 0.55, transform: `rotate(${r(180)} ${x} ${y})`}));
      case "mist":
        return [20, 44, 68].map((y) => shape(`M-5 ${y + r(10)}C30 ${y - 6} 60 ${y + 12} 125 ${y + r(6)}v4C70 ${y + 16} 40 ${y} -5 ${y + 8}Z`, "#ffffff", {"fill-opacity": 0.22}));
      case "light":
      case "gold":
        return many(10, (x, y) => shape(`M${x} ${y - 2.5}l.8 1.7 1.7.8-1.7.8-.8 1.7-.8-1.7-1.7-.8 1.7-.8Z`, p.glow, {"fill-opacity": 0.8}));
      case "metal":
      case "stone":
        return many(8, (x, y) => shape(`M${x} ${y}l2 1-1 2-2-1Z`, p.rim, {"fill-opacity": 0.4}));
      default:
        return many(20, (x, y) => disc(x, y * 0.7, 0.5 + r(8) / 10, p.glow, 0.75)); // stars
    }
  }

  const sky = (/** @type {string} */ top, /** @type {string} */ low) => Array.from({length: 9}, (_, i) => svg("rect", {x: 0, y: (i * H) / 9, width: W, height: H / 9 + 0.6, fill: mix(top, low, i / 8)}));
  const halo = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius, /** @type {Palette} */ p) => [...[1.9, 1.55, 1.25].map((k) => disc(x, y, radius * k, p.light, 0.13)), disc(x, y, radius, p.light)];
  return {shape, disc, subject, weather, sky, halo};
}

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
