// What selected cards can be, for the buttons and the chooser: every rank each wild could stand for is
// tried. The server judges; this only knows beforehand what it will say.

/** @typedef {{form: string, key: number, size: number, cards: string[]}} Reading  `cards`: with the wilds as what they stand for */

export const RANKS = "23456789TJQKA";
const LEVEL = 15;
const JOKERS = ["SJ", "BJ"];
const SUITS = "shcd";

/** @param {string} card */
const rankOf = (card) => (JOKERS.includes(card) ? card : card[0]);

/** What a card counts as alone. @param {string} card @param {string} level */
export function keyOf(card, level) {
  const joker = JOKERS.indexOf(card);
  if (joker >= 0) return 16 + joker;
  return card[0] === level ? LEVEL : RANKS.indexOf(card[0]) + 2;
}

/** The top value of ranks that are `length` in a row, each `deep` times; 0: they are not. @param {string[]} ranks @param {number} length @param {number} deep */
function run(ranks, length, deep) {
  const counts = tally(ranks);
  if (counts.size !== length || [...counts.values()].some((n) => n !== deep)) return 0;
  for (const ace of [14, 1]) {
    const values = [...counts.keys()].map((rank) => (rank === "A" ? ace : RANKS.indexOf(rank) + 2));
    if (Math.max(...values) - Math.min(...values) === length - 1) return Math.max(...values);
  }
  return 0;
}

/** @param {string[]} ranks @returns {Map<string, number>} */
function tally(ranks) {
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return counts;
}

/**
 * What ranks are once every wild stands for one of them.
 * @param {string[]} ranks @param {boolean} oneSuit whether the natural cards share a suit @param {string} level @param {boolean} byPair
 * @returns {[string, number] | null}
 */
function natural(ranks, oneSuit, level, byPair) {
  const counts = tally(ranks);
  const size = ranks.length;
  const jokers = ranks.some((rank) => JOKERS.includes(rank));
  if (counts.size === 1) {
    if (jokers && size > 2) return null;
    return [["single", "pair", "triple"][size - 1] ?? "bomb", keyOf(ranks[0], level)];
  }
  if (size === 4 && counts.get("SJ") === 2 && counts.get("BJ") === 2) return ["jokerbomb", 100];
  if (size === 5 && counts.size === 2) {
    const [triple, pair] = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    if (counts.get(triple) === 3 && !JOKERS.includes(triple)) return ["fullhouse", keyOf(byPair ? pair : triple, level)];
  }
  if (jokers) return null;
  const straight = size === 5 ? run(ranks, 5, 1) : 0;
  if (straight) return [oneSuit ? "straightflush" : "straight", straight];
  const tube = size === 6 ? run(ranks, 3, 2) : 0;
  if (tube) return ["tube", tube];
  const plate = size === 6 ? run(ranks, 2, 3) : 0;
  return plate ? ["plate", plate] : null;
}

/** The suit a wild shows: that of a straight flush, else the one its rank has least of. @param {string} rank @param {string[]} plain @param {string} form */
function suitFor(rank, plain, form) {
  if (form === "straightflush") return plain[0][1];
  const held = (/** @type {string} */ suit) => plain.filter((card) => card === rank + suit).length;
  return [...SUITS].reduce((best, suit) => (held(suit) < held(best) ? suit : best));
}

/** Every way to give the wilds ranks. @param {number} wilds @returns {string[][]} */
function stands(wilds) {
  if (wilds === 0) return [[]];
  if (wilds === 1) return [...RANKS].map((rank) => [rank]);
  return [...RANKS].flatMap((rank, i) => [...RANKS.slice(i)].map((other) => [rank, other]));
}

/**
 * Every reading of exactly these cards.
 * @param {string[]} cards @param {string} level @param {boolean} [byPair] @returns {Reading[]}
 */
export function readings(cards, level, byPair = false) {
  const plain = cards.filter((card) => card !== `${level}h`);
  const wilds = cards.length - plain.length;
  const size = cards.length;
  if (!size || size > 10 || wilds > 2) return [];
  if (!plain.length) return [{form: wilds === 1 ? "single" : "pair", key: LEVEL, size, cards}];
  const oneSuit = new Set(plain.map((card) => card[1])).size === 1;
  /** @type {Map<string, Reading>} */
  const found = new Map();
  for (const stand of stands(wilds)) {
    const is = natural([...plain.map(rankOf), ...stand], oneSuit, level, byPair);
    if (!is || found.has(is.join())) continue;
    const shown = [...plain];
    for (const rank of stand) shown.push(rank + suitFor(rank, shown, is[0]));
    found.set(is.join(), {form: is[0], key: is[1], size, cards: inOrder(shown, is[0], is[1], level)});
  }
  return [...found.values()];
}

/** Runs from low to high, the triple before the pair. @param {string[]} cards @param {string} form @param {number} key @param {string} level */
function inOrder(cards, form, key, level) {
  const counts = tally(cards.map(rankOf));
  const value = (/** @type {string} */ card) => {
    if (form === "fullhouse") return -(counts.get(rankOf(card)) ?? 0);
    const at = RANKS.indexOf(card[0]) + 2;
    if (["straight", "straightflush", "tube", "plate"].includes(form)) return at === 14 && key < 14 ? 1 : at;
    return keyOf(card, level);
  };
  return [...cards].sort((a, b) => value(a) - value(b));
}

/** How high a bomb stands; 0 for what is none. @param {{form: string, size: number}} play @param {number} flushBeats */
export function tier(play, flushBeats) {
  if (play.form === "bomb") return 2 * play.size;
  if (play.form === "straightflush") return 2 * flushBeats + 1;
  return play.form === "jokerbomb" ? 100 : 0;
}

/** @typedef {{form: string, key: number, size: number}} Play */

/** @param {Play} play @param {Play} old @param {number} flushBeats */
export function beats(play, old, flushBeats) {
  const [ours, theirs] = [tier(play, flushBeats), tier(old, flushBeats)];
  if (ours !== theirs) return ours > theirs;
  return play.form === old.form && play.key > old.key;
}

/** The readings that may be played now, the strongest first. @param {string[]} cards @param {Record<string, any>} view @param {Record<string, any>} options */
export function legal(cards, view, options) {
  const flushBeats = options.flushBeats ?? (options.preset === "competition" ? 5 : 7);
  return readings(cards, view.level, Boolean(options.declarePair))
    .filter((play) => !view.table || beats(play, view.table, flushBeats))
    .sort((a, b) => tier(b, flushBeats) - tier(a, flushBeats) || b.key - a.key);
}
