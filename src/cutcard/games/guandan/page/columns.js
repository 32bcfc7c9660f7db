// The hand in columns of one rank, so that pairs, triples and bombs are seen, not counted. More than four of a group stand
// side by side: no column is ever higher than four, so the hand has one height for good. A phone has two rows of them.

/** @typedef {import("../../../web/elements/hand.js").Held} Held */
/** @typedef {{ids: (string | number)[], first: boolean, row: number}} Column */

const HIGH = 4;
const NARROW = 600; // as wide as a hand in one row at least
const [GAP, INNER] = [4, 1]; // between groups, within one
const USUAL = {one: 13, two: 7}; // so many stand in a row at least, lest cards grow and shrink with every play

/** @param {Held[]} cards @returns {Column[]} */
function split(cards) {
  /** @type {Map<string | number | undefined, Held[]>} */
  const groups = new Map();
  for (const held of cards) groups.set(held.group, [...(groups.get(held.group) ?? []), held]);
  return [...groups.values()].flatMap((group) => {
    const n = Math.ceil(group.length / HIGH);
    const each = Math.ceil(group.length / n);
    return Array.from({length: n}, (_, i) => ({ids: group.slice(i * each, (i + 1) * each).map((held) => held.id), first: i === 0, row: group[0].row ?? -1}));
  });
}

/** The upper row and the lower one: by rank where the hand is sorted so, so that nothing wraps after a play; else half and half. @param {Column[]} columns */
function twoRows(columns) {
  if (columns.every((column) => column.row >= 0)) return [columns.filter((column) => column.row === 0), columns.filter((column) => column.row === 1)];
  const half = columns.findIndex((column, i) => i >= columns.length / 2 && column.first);
  return half < 0 ? [columns, []] : [columns.slice(0, half), columns.slice(half)];
}

/** @type {import("../../../web/elements/hand.js").Arrange} */
export function inColumns(hand, width, card) {
  const columns = split(hand.cards);
  const narrow = width < NARROW;
  const rows = narrow ? twoRows(columns) : [columns];
  const most = Math.max(narrow ? USUAL.two : USUAL.one, ...rows.map((row) => row.length));
  const wide = Math.min(card, (width - (most - 1) * GAP) / most);
  hand.style.setProperty("--cw", `${wide}px`);
  for (const [k, row] of rows.entries()) {
    const long = row.reduce((sum, column, i) => sum + wide + (i ? (column.first ? GAP : INNER) : 0), 0);
    let x = (width - long) / 2;
    for (const [i, column] of row.entries()) {
      if (i) x += column.first ? GAP : INNER;
      for (const [j, id] of column.ids.entries()) {
        const style = hand.button(id)?.style;
        style?.setProperty("--x", `${x}px`);
        style?.setProperty("--up", String(column.ids.length - 1 - j));
        style?.setProperty("--row", String(rows.length - 1 - k));
      }
      x += wide;
    }
  }
  return columns.map((column) => column.ids);
}
