// Where cards and chips came from and went. Only shows what the view already says; may be left out.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Fact} Fact */

const BETS = ["PLAYER_POST", "PLAYER_BET", "PLAYER_RAISE", "PLAYER_CALL", "PLAYER_ALLIN"];
const BOARDS = {FLOP_DEALT: 0, TURN_DEALT: 3, RIVER_DEALT: 4};

/**
 * @typedef {object} Felt  where things lie
 * @property {(seat: number | null) => {plate: HTMLElement, cards: HTMLElement, bet: HTMLElement} | null} place
 * @property {HTMLElement[]} boards
 * @property {HTMLElement} pot
 */

/** @param {import("../../../web/contract.js").Room} room @param {Felt} felt */
export function mover(room, {place, boards, pot}) {
  /** @param {Fact[]} facts @param {Ctx} ctx */
  return (facts, ctx) => {
    let [chips, cards] = [false, false];
    for (const fact of facts) {
      const at = place(ctx.seatOf(fact.playerId));
      const from = boards[0].closest(".middle") ?? boards[0];
      if (BETS.includes(fact.type) && at) {
        chips = true;
        room.fly(at.bet, at.plate);
      } else if (fact.type === "PLAYER_CARDS" && at) {
        cards = true;
        const fresh = fact.cards?.length ?? fact.up?.length ?? fact.count;
        for (const card of [...at.cards.children].slice(-fresh)) room.fly(card, from);
      } else if (fact.type in BOARDS) {
        cards = true;
        const row = boards[fact.board ?? 0].firstElementChild;
        const first = BOARDS[/** @type {keyof typeof BOARDS} */ (fact.type)];
        for (const card of [...(row?.children ?? [])].slice(first, first + fact.cards.length)) room.fly(card, pot);
      } else if (fact.type === "POT_WON" && at) {
        chips = true;
        room.fly(at.plate.querySelector(".seat-score") ?? at.plate, from);
        if (ctx.you(fact.playerId)) room.sound("chips");
      }
    }
    if (cards) room.sound("deal");
    if (chips) room.sound("chip");
  };
}
