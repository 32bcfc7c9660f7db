// What happened, one line each: for the log and the line above the felt with cards as signs (K♠), for the
// screen reader with cards in words.

import {made} from "./made.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Fact} Fact */
/** @typedef {import("../../../web/contract.js").Room} Room */

const ACTED = {PLAYER_FOLD: "fold", PLAYER_CHECK: "check", PLAYER_CALL: "call", PLAYER_BET: "bet", PLAYER_RAISE: "raise", PLAYER_ALLIN: "allIn"};
const DEALT = {FLOP_DEALT: "flop", TURN_DEALT: "turn", RIVER_DEALT: "river", COMMON_DEALT: "common"};

const SUITS = {s: "♠", h: "♥", d: "♦", c: "♣"};

/** @param {string} card "Td" */
const sign = (card) => `${card.slice(0, -1).replace("T", "10")}${SUITS[/** @type {keyof typeof SUITS} */ (card.slice(-1).toLowerCase())]}`;

/** Whether a fact's line has cards in it. @param {Fact} fact */
export const named = (fact) => Boolean(fact.cards?.length || fact.up?.length);

/** @param {Room} room @param {boolean} [aloud] in words @returns {(fact: Fact, ctx: Ctx) => string | null} */
export function teller(room, aloud = false) {
  const {t} = room;
  const cards = (/** @type {string[]} */ names) => (aloud ? room.list(names.map(room.card)) : names.map(sign).join(" "));

  return (fact, ctx) => {
    const who = {name: ctx.name(fact.playerId), you: ctx.you(fact.playerId)};
    const acted = ACTED[/** @type {keyof typeof ACTED} */ (fact.type)];
    if (acted) return t(fact.auto ? `late.${acted}` : `did.${acted}`, {...who, n: fact.amount ?? 0});
    const board = DEALT[/** @type {keyof typeof DEALT} */ (fact.type)];
    if (board) return t(fact.board ? `board2.${board}` : `board.${board}`, {cards: cards(fact.cards)});
    switch (fact.type) {
      case "GAME_START":
        return t(fact.bomb ? "tell.bomb" : "tell.hand", {n: fact.hand, game: t(`variant.${fact.variant}`)});
      case "BLINDS_UP":
        return t("tell.level", {n: fact.level, small: fact.smallBlind, big: fact.bigBlind});
      case "PLAYER_POST":
        return t(`post.${fact.what}`, {...who, n: fact.amount});
      case "PLAYER_CARDS":
        if (fact.cards && ctx.you(fact.playerId)) return t("tell.yourCards", {cards: cards(fact.cards)});
        return fact.up ? t("tell.upCards", {...who, cards: cards(fact.up)}) : null;
      case "PLAYER_DISCARD":
        return t(fact.count ? "tell.draws" : "tell.pat", {...who, n: fact.count});
      case "RUN_TWICE_ASKED":
        return t("tell.runAsked");
      case "RUN_TWICE_VOTED":
        return t("tell.runVoted", who);
      case "RUN_TWICE_SETTLED":
        return t(fact.boards > 1 ? "tell.runTwice" : "tell.runOnce");
      case "PLAYER_SHOW":
        return t(fact.hand ? "tell.showsHand" : "tell.shows", {...who, cards: cards(fact.cards), hand: made(t, fact.hand)});
      case "PLAYER_MUCK":
        return t("tell.mucks", who);
      case "BET_RETURNED":
        return t("tell.returned", {...who, n: fact.amount});
      case "POT_WON":
        return t(fact.low ? "tell.wonLow" : fact.pot ? "tell.wonSide" : "tell.won", {...who, n: fact.amount, pot: fact.pot ?? 0});
      case "RAKE_TAKEN":
        return t("tell.rake", {n: fact.amount});
      case "PLAYER_JOINED":
        return t("tell.joined", {...who, n: fact.stack});
      case "PLAYER_LEFT":
        return t("tell.left", who);
      case "PLAYER_REBUY":
        return t("tell.rebuy", {...who, n: fact.amount});
      case "PLAYER_STATE":
        return t(`state.${fact.state}`, who);
      case "PLAYER_STRADDLES":
        return t(fact.on ? "tell.straddles" : "tell.noStraddle", who);
      case "GAME_CHOSEN":
        return t("tell.chosen", {...who, game: t(`variant.${fact.variant}`)});
      case "PLAYER_OUT":
        return t("tell.out", {...who, n: fact.place});
      default:
        return null;
    }
  };
}
