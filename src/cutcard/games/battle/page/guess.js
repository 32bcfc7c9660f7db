// What to draw for a card nobody has drawn for. Nothing is drawn here.

import {LANDS, PALETTES, seeded} from "../../../web/paint/lands.js";
import {SUBJECTS} from "../../../web/paint/subjects.js";
import {KIN, TINTS, WORDS} from "./recipes.js";

const HEADS = ["person", "armour", "hood", "helm", "plume", "hat", "bald", "crownh", "mask"];

/** @param {string} id @param {string[]} tags */
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
