// One's own 27 cards: sorted by rank or by groups, piles put together by hand, several selected at once.

import {inColumns} from "./columns.js";
import {keyOf} from "./readings.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */
/** @typedef {{id: string, card: string}} Held */

const LOWER = 10; // from this rank on a card stands in the upper of two rows

/** @param {Room} room @param {() => void} changed @param {() => void} submit @param {() => string[][]} groups the server's, as far as they are known */
export function holding(room, changed, submit, groups) {
  const {h, t} = room;
  const element = h("cut-hand", {multi: true, arrange: inColumns});
  let order = room.recall("order") === "groups" ? "groups" : "rank";
  /** Cards put together by hand, by id. @type {string[][]} */
  let piles = [];
  /** @type {View | null} */
  let last = null;
  element.addEventListener("change", changed);
  element.addEventListener("submit", submit);

  /** The two copies of a card are told apart by a number. @param {string[]} names @returns {Held[]} */
  function numbered(names) {
    /** @type {Map<string, number>} */
    const seen = new Map();
    return names.map((card) => {
      const n = seen.get(card) ?? 0;
      seen.set(card, n + 1);
      return {id: `${card}${n}`, card};
    });
  }

  /** @param {View} view @returns {Held[][]} the hand as it is shown, group by group */
  function arranged(view) {
    const hand = numbered(view.hand ?? []);
    const there = new Map(hand.map((held) => [held.id, held]));
    piles = piles.map((pile) => pile.filter((id) => there.has(id))).filter((pile) => pile.length);
    if (view.choices) {
      const may = hand.filter((held) => view.choices.includes(held.card));
      return [...ranked(view, may), ...ranked(view, hand.filter((held) => !may.includes(held)))];
    }
    const put = piles.map((pile) => pile.map((id) => /** @type {Held} */ (there.get(id))));
    const free = hand.filter((held) => !piles.some((pile) => pile.includes(held.id)));
    return [...put, ...(order === "groups" ? grouped(view, free) : ranked(view, free))];
  }

  /** From high to low, a group for each rank. @param {View} view @param {Held[]} free */
  function ranked(view, free) {
    /** @type {Map<number, Held[]>} */
    const byKey = new Map();
    for (const held of free) {
      const key = keyOf(held.card, view.level);
      byKey.set(key, [...(byKey.get(key) ?? []), held]);
    }
    const first = (/** @type {Held} */ held) => Number(held.card !== `${view.level}h`); // the wild card stands on top of its column
    return [...byKey].sort((a, b) => b[0] - a[0]).map(([, cards]) => cards.sort((a, b) => first(a) - first(b)));
  }

  /** As the server arranges it, less what is in piles; what it has not arranged (yet) by rank. @param {View} view @param {Held[]} free */
  function grouped(view, free) {
    const left = [...free];
    const found = groups().map((group) =>
      group.flatMap((card) => {
        const i = left.findIndex((held) => held.card === card);
        return i < 0 ? [] : left.splice(i, 1);
      }),
    );
    return [...found.filter((group) => group.length), ...ranked(view, left)];
  }

  /** What stands over a column: a bomb, or the wild card. @param {Held[]} group @param {string} id @param {string} wild */
  function tagOf(group, id, wild) {
    if (group[0].id !== id) return "";
    const bomb = group.length >= 4 && group.every((held) => held.card[0] === group[0].card[0]);
    const words = [...(group[0].card === wild ? [t("tag.wild")] : []), ...(bomb ? [t(group.length > 4 ? "tag.bombs" : "tag.bomb", {n: group.length})] : [])];
    return words.join(" · ");
  }

  function draw() {
    if (!last) return;
    const view = last;
    const wild = `${view.level}h`;
    const choices = view.choices ? new Set(view.choices) : null;
    const shown = arranged(view);
    const sorted = order === "rank" && !piles.length && !choices; // then each rank has its row
    element.label = t("hand");
    element.multi = !choices;
    element.cards = shown.flatMap((group, i) =>
      group.map(({id, card}) => ({
        id,
        card,
        group: i,
        wild: card === wild,
        tag: tagOf(group, id, wild),
        ...(sorted ? {row: keyOf(card, view.level) >= LOWER ? 0 : 1} : {}),
        disabled: Boolean(choices && !choices.has(card)),
        label: card === wild ? t("hand.wild", {card: room.card(card)}) : room.card(card),
      })),
    );
  }

  return {
    element,
    /** @param {View} view @param {boolean} may whether cards can be selected */
    show(view, may) {
      last = view;
      element.hidden = !view.hand?.length;
      draw();
      if (element.enabled !== may) element.enabled = may;
    },
    /** The selected cards by name. @returns {string[]} */
    chosen: () => element.cards.filter((/** @type {Held} */ held) => element.selected.has(held.id)).map((/** @type {Held} */ held) => held.card),
    /** Selects cards by name, none of them twice. @param {string[]} names */
    select(names) {
      const left = [...element.cards];
      element.selected = new Set(
        names.flatMap((card) => {
          const i = left.findIndex((held) => held.card === card);
          return i < 0 ? [] : left.splice(i, 1).map((held) => held.id);
        }),
      );
      changed();
    },
    order: () => order,
    sort() {
      order = order === "rank" ? "groups" : "rank";
      room.keep("order", order);
      piles = [];
      draw();
    },
    /** Puts the selected cards together in front; a pile selected whole is dissolved. */
    pile() {
      const ids = [...element.selected].map(String);
      if (!ids.length) return;
      const whole = piles.some((pile) => pile.length === ids.length && ids.every((id) => pile.includes(id)));
      piles = piles.map((pile) => pile.filter((id) => !ids.includes(id))).filter((pile) => pile.length);
      if (!whole) piles = [ids, ...piles];
      element.selected = new Set();
      draw();
      changed();
    },
    piled: () => piles.length > 0,
  };
}
