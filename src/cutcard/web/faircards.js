// The cards of a deal that is over, judged in the page (F75, F76, F82 of docs/rules/fairness.md): by the
// records this page was told and kept. Of what the server sends for it only what these bind is believed:
// leaves by their root, salts by their leaf, draws by the seed and the shares.

import {digest, keyed} from "./fair.js";
import {sha256, unhex} from "./sha256.js";
import {Rng, shake256} from "./shake.js";

/** @typedef {import("./fair.js").FairRecord} FairRecord */
/** `code`: what is false, or nothing. @typedef {{code: string, cards: string[], bare: number}} Shown */
/** What was kept of one deal. @typedef {{offer: FairRecord, lock: FairRecord, deal: FairRecord, end: FairRecord}} Kept */
/** @typedef {Record<string, any>} Line */

class Wrong extends Error {}

/** @param {unknown} good @param {string} code */
function must(good, code) {
  if (!good) throw new Wrong(code);
}

/** @param {number[]} head @param {Uint8Array} rest */
const hashed = (head, rest) => sha256(Uint8Array.from([...head, ...rest]));
/** @param {string[]} leaves */
const rootOf = (leaves) => hashed([1], unhex(leaves.join("")));

/** F37. @param {Kept} kept */
function stir(kept) {
  const counted = kept.deal.shares.filter((/** @type {Line} */ row) => row.share);
  return unhex(digest("stir", unhex(kept.lock.head), counted.length, ...counted.flatMap((/** @type {Line} */ row) => [row.seat, unhex(row.share)])));
}

/** F40. @param {Uint8Array} secret @param {number} cards */
function deckRoot(secret, cards) {
  const salts = shake256(unhex(keyed(secret, "salts")), 32 * cards);
  const order = new Rng(unhex(keyed(secret, "order"))).order(cards);
  return rootOf(order.map((card, i) => hashed([0, i, card], salts.subarray(32 * i, 32 * i + 32))));
}

/** F75. @param {Kept} kept @param {Line[]} lines @param {string[][]} decks @returns {Shown} */
function open(kept, lines, decks) {
  const rng = new Rng(unhex(keyed(unhex(kept.end.seed), "key", stir(kept))));
  /** @type {unknown[]} */ const drawn = [];
  for (const one of lines.filter((line) => line.t === "draw")) {
    const deck = decks[one.deck];
    if (one.op === "shuffle" && one.deck !== undefined) {
      must(deck, "FORMAT");
      drawn.push(rng.order(deck?.length ?? 0).map((i) => deck?.[i]));
      continue;
    }
    must(Number.isInteger(one.n) && one.n > 0 && one.n <= 65536 && ["shuffle", "below", "take"].includes(one.op), "FORMAT");
    drawn.push(one.op === "shuffle" ? rng.order(one.n) : one.op === "below" ? rng.below(one.n) : rng.take(one.n));
    must(JSON.stringify(drawn.at(-1)) === JSON.stringify(one.got), "DRAW");
  }
  const told = lines.filter((line) => line.t === "card");
  for (const one of told) {
    const from = drawn[one.draw];
    must(Array.isArray(from) && Object.hasOwn(from, one.place), "FORMAT");
    must(/** @type {unknown[]} */ (from)[one.place] === one.card, "CARD");
  }
  return {code: "", cards: told.map((one) => one.card), bare: 0};
}

/** A hash in lower-case hex. @param {unknown} value */
const hashText = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/** F76. @param {Kept} kept @param {Line[]} lines @param {string[]} names @returns {Shown} */
function sealed(kept, lines, names) {
  const {cards, roots} = kept.offer;
  const rng = new Rng(unhex(digest("cut", stir(kept))));
  const played = rng.below(2);
  const places = rng.order(cards);
  must(names.length === cards && new Set(names).size === cards && hashText(kept.deal.opened), "FORMAT");
  must(deckRoot(unhex(kept.deal.opened), cards) === roots[1 - played], "CUT");
  const leaves = lines.find((line) => line.t === "leaves")?.list;
  if (leaves !== undefined) {
    must(Array.isArray(leaves) && leaves.length === cards && leaves.every(hashText), "FORMAT");
    must(rootOf(leaves) === roots[played], "PROOF");
  }
  const told = lines.filter((line) => line.t === "card");
  const own = salted(told, names, places, leaves);
  return {code: "", cards: own, bare: told.length - own.length};
}

/** The cards that were proved. One by one, as the other judges do it: the first fault in the file is the
 * one that is named. @param {Line[]} told @param {string[]} names @param {number[]} places @param {string[] | undefined} leaves */
function salted(told, names, places, leaves) {
  /** @type {Map<number, string>} */ const at = new Map();
  /** @type {string[]} */ const proved = [];
  for (const {card, place, salt, from} of told) {
    const value = names.indexOf(card);
    must(value >= 0, "FORMAT");
    if (from === "reshuffle") continue;
    const leaf = places[place];
    must(Number.isInteger(place) && leaf !== undefined && !at.has(place), "FORMAT");
    must(![...at.values()].includes(card), "TWICE");
    at.set(place, card);
    if (salt === undefined) continue;
    must(hashText(salt) && leaves, "FORMAT");
    must(hashed([0, Number(leaf), value], unhex(salt)) === leaves?.[Number(leaf)], "PROOF");
    proved.push(card);
  }
  return proved;
}

/** The cards of a file, judged by what was kept of its deal. @param {string} text @param {Kept} kept @returns {Shown} */
export function shownCards(text, kept) {
  try {
    const lines = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const head = lines[0];
    const names = kept.offer.mode === "sealed" ? head.decks[0] : [];
    must(digest("rules", head.game, head.version, head.options, head.carry, names.length, ...names) === kept.lock.rules, "RULES");
    return kept.offer.mode === "sealed" ? sealed(kept, lines, names) : open(kept, lines, head.decks);
  } catch (why) {
    return {code: why instanceof Wrong ? why.message : "FORMAT", cards: [], bare: 0};
  }
}
