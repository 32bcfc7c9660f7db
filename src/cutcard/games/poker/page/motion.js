// Where cards and chips came from and went. Only shows what the view already says; may be left out.

import {deal, fly, moves, pulse} from "../../../web/motion.js";
import {heap} from "./pile.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Fact} Fact */

const BETS = ["PLAYER_POST", "PLAYER_BET", "PLAYER_RAISE", "PLAYER_CALL", "PLAYER_ALLIN"];
const BOARDS = {FLOP_DEALT: 0, TURN_DEALT: 3, RIVER_DEALT: 4};
const PUSH = 420; // ms

/**
 * @typedef {object} Felt  where things lie
 * @property {(seat: number | null) => {plate: HTMLElement, cards: HTMLElement, bet: HTMLElement} | null} place
 * @property {HTMLElement[]} boards
 * @property {HTMLElement} pot
 * @property {HTMLElement} deck  its own size is the one cards leave it in
 */

/** @param {import("../../../web/contract.js").Room} room @param {Felt} felt */
export function mover(room, {place, boards, pot, deck}) {
  /** A won pot slides to the plate, as large as it lies there. @param {HTMLElement} plate @param {number} amount */
  function push(plate, amount) {
    if (!moves()) return;
    const chips = room.h("cut-chips", {class: "pushed", "aria-hidden": "true"});
    heap(chips, amount);
    plate.append(chips);
    const [{width, height}, from] = [chips.getBoundingClientRect(), pot.getBoundingClientRect()];
    const start = new DOMRect(from.left + (from.width - width) / 2, from.top + (from.height - height) / 2, width, height);
    const gone = () => chips.remove();
    const flight = fly(chips, start, {duration: PUSH});
    if (!flight) return gone();
    flight.finished.then(() => void pulse(plate), () => {}).finally(gone);
  }

  /** @param {Fact[]} facts @param {Ctx} ctx */
  return (facts, ctx) => {
    /** Each seat's new cards. @type {Element[][]} */
    const hands = [];
    /** @type {Element[]} */
    const faces = [];
    let chips = false;
    for (const fact of facts) {
      const at = place(ctx.seatOf(fact.playerId));
      if (BETS.includes(fact.type) && at) {
        chips ||= ctx.you(fact.playerId);
        fly(at.bet, at.plate.querySelector(".seat-score") ?? at.plate);
      } else if (fact.type === "PLAYER_CARDS" && at) {
        const fresh = fact.cards?.length ?? fact.up?.length ?? fact.count;
        hands.push([...at.cards.children].slice(-fresh));
      } else if (fact.type in BOARDS) {
        const row = boards[fact.board ?? 0].firstElementChild;
        const first = BOARDS[/** @type {keyof typeof BOARDS} */ (fact.type)];
        faces.push(...[...(row?.children ?? [])].slice(first, first + fact.cards.length));
      } else if (fact.type === "POT_WON" && at) {
        push(at.plate, fact.amount);
        room.sound("chips");
      } else if (fact.type === "PLAYER_CHECK") {
        room.sound("knock");
      }
    }
    const rounds = hands.flatMap((hand, seat) => hand.map((card, round) => ({card, at: round * hands.length + seat})));
    const dealt = [...rounds.sort((a, b) => a.at - b.at).map(({card}) => card), ...faces];
    if (dealt.length) {
      deal(dealt, deck);
      room.sound("deal");
    }
    if (chips) room.sound("chip");
  };
}
