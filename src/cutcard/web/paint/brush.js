// The few strokes that paper-cut pictures are made of: sky, light, weather, and a subject with light on its edge.
// No ids in the SVG: it can be cloned.

import {mix} from "./lands.js";
import {SUBJECTS} from "./subjects.js";

/** @typedef {import("./lands.js").Pick} Pick */
/** @typedef {Record<"top" | "low" | "light" | "far" | "mid" | "near" | "ink" | "rim" | "glow", string>} Palette */

export const W = 120;
export const H = 100;

/** Everything below is made of these few. @param {import("../contract.js").Build} svg */
export function brush(svg) {
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
