// A hand in words. The rules say it in English ("Full house, tens over fours"); here the sentence is
// read and said again in the person's language. A sentence nobody knows is shown as it came.

/** @typedef {(key: string, args?: Record<string, any>) => string} Say */

/** @type {[RegExp, string][]} each name is of one card's rank, `many` of several */
const FORMS = [
  [/^High card, (?<one>\w+)$/, "high"],
  [/^Pair of (?<many>\w+)$/, "pair"],
  [/^Two pair, (?<many>\w+) and (?<more>\w+)$/, "twoPair"],
  [/^Three of a kind, (?<many>\w+)$/, "trips"],
  [/^Straight, (?<one>\w+) high$/, "straight"],
  [/^Flush, (?<one>\w+) high$/, "flush"],
  [/^Full house, (?<many>\w+) over (?<more>\w+)$/, "full"],
  [/^Four of a kind, (?<many>\w+)$/, "quads"],
  [/^Straight flush, (?<one>\w+) high$/, "straightFlush"],
  [/^Royal flush$/, "royal"],
  [/^Low, (?<line>[\w-]+)$/i, "low"],
  [/^No low$/i, "noLow"],
  [/^No hand$/, "none"],
  [/^Badugi, (?<line>[\w-]+)$/, "badugi"],
  [/^Three cards, (?<line>[\w-]+)$/, "three"],
  [/^Two cards, (?<line>[\w-]+)$/, "two"],
  [/^One card, (?<line>[\w-]+)$/, "single"],
];

/** @param {Say} t @param {string} text */
function part(t, text) {
  for (const [form, name] of FORMS) {
    const found = form.exec(text);
    if (!found) continue;
    const {one, many, more, line} = found.groups ?? {};
    const args = {one: one && t(`rank.${one}`), many: many && t(`rank.${many}`), more: more && t(`rank.${more}`), line: line?.toUpperCase()};
    return t(`made.${name}`, args);
  }
  return text;
}

/** @param {Say} t @param {string | undefined} text as the rules said it */
export function made(t, text) {
  if (!text) return "";
  return text.split("; ").map((one) => part(t, one)).join(t("made.and"));
}

/** On one board or on two. @param {Say} t @param {{hand?: string, hands?: string[]}} player */
export function holding(t, {hand, hands}) {
  return hands?.length ? [...new Set(hands)].map((one) => made(t, one)).join(" · ") : made(t, hand);
}
