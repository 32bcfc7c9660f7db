// What is seen on Memory's pictures: a thing of its own on every one, in colours and a land of its own, so that
// a board is many-coloured and no two are told apart by colour alone. The thing is also its name.

import {H, W, brush} from "../../../web/paint/brush.js";
import {LANDS, PALETTES, seeded} from "../../../web/paint/lands.js";

/** Colours, land, thing. Neighbours differ in all three: small boards take the first ones. */
const PICTURES = [
  ["fire", "peaks", "hound"], ["water", "sea", "wave"], ["shadow", "graves", "crow"], ["nature", "hills", "tree"],
  ["frost", "peaks", "lynx"], ["gold", "towers", "bell"], ["marsh", "reeds", "snake"], ["arcane", "forest", "mushroom"],
  ["blood", "hills", "heart"], ["metal", "towers", "robot"], ["dusk", "sea", "anchor"], ["light", "hills", "ram"],
  ["storm", "peaks", "tower"], ["stone", "cave", "golem"], ["mist", "forest", "wolf"], ["fire", "cave", "torch"],
  ["water", "cave", "crystal"], ["gold", "hills", "cup"], ["nature", "reeds", "bird"], ["shadow", "towers", "wraith"],
  ["frost", "forest", "lantern"], ["dusk", "towers", "gate"], ["marsh", "forest", "boar"], ["arcane", "peaks", "book"],
  ["metal", "hills", "gear"], ["light", "towers", "banner"], ["blood", "peaks", "skull"], ["storm", "hills", "drum"],
  ["mist", "sea", "scales"], ["stone", "hills", "shield"], ["gold", "cave", "ring"], ["dusk", "peaks", "horn"],
];

/** Drawn once, then cloned. @type {Map<string, SVGElement>} */
const drawn = new Map();

/** @param {number} value */
export const thing = (value) => PICTURES[value % PICTURES.length][2];

/** @param {import("../../../web/contract.js").Build} svg @param {number} value */
function scene(svg, value) {
  const [tint, land, what] = PICTURES[value % PICTURES.length];
  const {shape, subject, weather, sky, halo} = brush(svg);
  const [top, low, light, far, mid, near, ink, rim, glow] = PALETTES[tint].split(" ");
  const p = {top, low, light, far, mid, near, ink, rim, glow};
  const r = seeded(what);
  const [back, front] = LANDS[land](r);
  const parts = [...sky(top, low), ...halo(60, 42, 27, p), shape(back, far, {"fill-rule": "evenodd"}), shape(front, mid), ...subject(what, p, 60, 51, 78), shape("M0 91C30 85 80 93 120 88V100H0Z", near), ...weather(tint, p, r)];
  return /** @type {SVGElement} */ (svg("svg", {class: "scene", viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true"}, ...parts));
}

/** @param {import("../../../web/contract.js").Build} svg @param {number} value */
export function picture(svg, value) {
  const what = thing(value);
  const made = drawn.get(what) ?? scene(svg, value);
  drawn.set(what, made);
  return /** @type {SVGElement} */ (made.cloneNode(true));
}
