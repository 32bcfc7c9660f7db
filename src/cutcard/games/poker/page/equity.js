// What hands that lie open are worth while the board is not whole: all are in, and nobody can do anything about it. From
// these cards and the board alone, in slices, so that nothing waits for it; where the rest was dealt at once, it is said of
// the moment when the chips went in.

import {slices} from "./odds.js";
import {holds, player, running, seatsOf} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

const TWO_CARDS = ["NT", "FT", "PT"]; // hold'em, whatever its limit

/** Those left in the hand, if all their cards are seen and there is more than one. @param {View} view */
function open(view) {
  const left = seatsOf(view).map((seat) => player(view, seat)).filter(holds);
  const seen = left.length > 1 && left.every((one) => one.cards?.length === 2 && one.cards.every(Boolean));
  return seen && TWO_CARDS.includes(view.variant) ? left : [];
}

/** @param {View} view @returns {string[]} the one board, from the flop on and before the river; else nothing */
function partial(view) {
  const [board = [], second] = view.boards ?? [];
  return !second && board.length >= 3 && board.length < 5 ? board : [];
}

/** @param {Room} room @param {(seat: number) => HTMLElement | null | undefined} plate where it is said */
export function equity(room, plate) {
  const {h, t} = room;
  /** The board as it was when the chips went in. */
  let before = {hand: -1, board: /** @type {string[]} */ ([])};
  let about = "";
  /** @type {Map<number, HTMLElement>} */
  const tags = new Map();

  /** @param {number[]} seats @param {number[]} shares @param {boolean} now */
  function tell(seats, shares, now) {
    seats.forEach((seat, i) => {
      const percent = Math.round(shares[i]);
      const tag = h("span", {class: "equity figures"}, t(now ? "equity.now" : "equity.was", {n: percent}));
      plate(seat)?.append(tag);
      tags.set(seat, tag);
    });
  }

  /** @param {string} key @param {number[]} seats @param {string[][]} hands @param {string[]} board @param {boolean} now */
  function count(key, seats, hands, board, now) {
    const run = slices(hands, board);
    const step = () => {
      if (about !== key) return; // something else is on the table by now
      const {done, value} = run.next();
      if (!done) setTimeout(step);
      else if (value) tell(seats, value, now);
    };
    setTimeout(step);
  }

  return {
    /** Before the table takes a new view: what was on it. @param {View} old @param {View} view */
    leave(old, view) {
      const board = old.players && running(old) && old.hand === view.hand ? partial(old) : [];
      if (board.length) before = {hand: view.hand, board};
    },
    /** @param {View} last the hand to look at */
    show(last) {
      const now = running(last);
      const board = now ? partial(last) : last.hand === before.hand && last.awards ? before.board : [];
      const left = board.length ? open(last).filter((one) => now || one.showed) : [];
      const all = left.length > 1 && (now || left.every((one) => one.state !== "FOLDED"));
      const key = all ? JSON.stringify([last.hand, board, left.map((one) => one.cards)]) : "";
      if (key === about) return;
      about = key;
      for (const tag of tags.values()) tag.remove();
      tags.clear();
      if (key) count(key, left.map((one) => one.seat), left.map((one) => one.cards ?? []), board, now);
    },
  };
}
