// Decks as the page keeps them: a map of card ids to counts, share codes as the rules write them, and what is still
// missing by the rules the view gives. Whether a deck may be played is the rules' to say.

/** @typedef {Map<string, number>} Deck */
/** @typedef {{smallest: number, largest: number, copies: number, codes: Record<string, string>, single?: string[]}} DeckRules */

/** Pairs of card number and count, in base64url; a card's number is its place in the set. @param {any[]} cards @param {Deck} deck */
export function encode(cards, deck) {
  const bytes = [1];
  for (const id of [...deck.keys()].sort()) {
    const number = cards.findIndex((one) => one.cardId === id);
    bytes.push((number >> 8) | ((deck.get(id) ?? 0) << 4), number & 255);
  }
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The deck of a code; null where it is none of these cards. @param {any[]} cards @param {string} code @returns {Deck | null} */
export function decode(cards, code) {
  let raw = "";
  try {
    raw = atob(code.trim().split(".")[0].replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null; // no base64 at all
  }
  if (raw.length % 2 !== 1 || raw.charCodeAt(0) !== 1) return null;
  /** @type {Deck} */
  const deck = new Map();
  for (let i = 1; i < raw.length; i += 2) {
    const [first, second] = [raw.charCodeAt(i), raw.charCodeAt(i + 1)];
    const face = cards[((first & 15) << 8) | second];
    if (!face || !(first >> 4)) return null;
    deck.set(face.cardId, first >> 4);
  }
  return deck;
}

/** @param {Deck} deck */
export const size = (deck) => [...deck.values()].reduce((sum, n) => sum + n, 0);

/** How many of a card a deck may have. @param {DeckRules} rules @param {any} face */
export const most = (rules, face) => (face.token ? 0 : (rules.single ?? []).includes(face.cardId) ? 1 : rules.copies);

/** Whether nothing the page knows of is wrong with it. @param {DeckRules} rules @param {any[]} cards @param {Deck} deck */
export function whole(rules, cards, deck) {
  const n = size(deck);
  return n >= rules.smallest && n <= rules.largest && [...deck].every(([id, count]) => count <= most(rules, cards.find((one) => one.cardId === id) ?? {token: true}));
}

/** The costs of a deck as columns, with the numbers in words. @param {import("../../../web/contract.js").Room} room @param {(id: string) => any} printed @param {Deck} deck */
export function curve(room, printed, deck) {
  const {h, t} = room;
  const columns = Array.from({length: 8}, () => 0);
  for (const [id, n] of deck) columns[Math.min(7, printed(id).cost)] += n;
  const top = Math.max(1, ...columns);
  const said = columns.map((n, cost) => (n ? t("curve.one", {n, cost: cost === 7 ? "7+" : cost}) : "")).filter(Boolean);
  return h("span", {class: "bcurve", role: "img", "aria-label": t("curve", {list: room.list(said)})}, ...columns.map((n, cost) => h("span", {}, h("i", {vars: {"--h": `${(n / top) * 100}%`}}), h("b", {class: "figures"}, cost === 7 ? "7+" : String(cost)))));
}
