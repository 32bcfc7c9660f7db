// Facts in one line, for the log, the line of what just happened and the screen reader.

import {called} from "./faces.js";

/** @typedef {import("../../../web/contract.js").Room} Room */

/**
 * The log names a card by its place: what lies face down again is for the players to remember.
 * @param {Room} room @param {() => string} theme the pictures now shown @param {(cell: number) => {row: number, column: number}} where
 * @returns {import("../../../web/contract.js").Table["tell"]}
 */
export function teller(room, theme, where) {
  const {t} = room;
  return (fact, ctx) => {
    const name = ctx.name(fact.playerId);
    const who = {name, you: ctx.you(fact.playerId)};
    const picture = (/** @type {number} */ value) => called(room, theme(), value);
    switch (fact.type) {
      case "GAME_START":
        return t("tell.start", {n: fact.cards});
      case "CARD_FLIPPED":
        return t(ctx.you(fact.playerId) ? "tell.youFlip" : "tell.flip", {...where(fact.cell), name});
      case "CARDS_MATCHED":
        return t(ctx.you(fact.playerId) ? "tell.youMatch" : "tell.match", {name, face: picture(fact.value)});
      case "CARDS_COVERED":
        return t("tell.cover");
      case "TURN_STARTED":
        return t(ctx.you(fact.playerId) ? "tell.yourTurn" : "tell.turn", {name});
      case "TURN_EXPIRED":
        return t("tell.expired", who);
      case "STALL_WARNED":
        return t("tell.stall");
      case "CLOCK_STOPPED":
        return t("tell.paused");
      case "PAUSE_ASKED":
        return t("tell.pauseAsked", who);
      case "RESET_ASKED":
        return t("tell.resetAsked", who);
      case "PLAYER_SURRENDERED":
        return t("tell.surrendered", who);
      case "RACE_READY":
        return t(ctx.you(fact.playerId) ? "tell.youReady" : "tell.ready", {name});
      case "RACE_PROGRESS":
        return ctx.you(fact.playerId) ? null : t("tell.progress", {name, n: fact.pairs, moves: fact.moves});
      case "RACE_FINISHED":
        return t(ctx.you(fact.playerId) ? "tell.youFinished" : "tell.finished", {name, n: fact.moves, time: room.span(fact.elapsedMs)});
      case "GAME_END":
        return fact.reason === "RESET" ? t("tell.reset") : t("tell.end", {n: fact.moves, time: room.span(fact.elapsedMs)});
      default:
        return null;
    }
  };
}

/**
 * What a screen reader says of a card while it lies face up.
 * @param {Room} room @param {() => string} theme @param {(cell: number) => {row: number, column: number}} where
 * @returns {import("../../../web/contract.js").Table["tell"]}
 */
export function speaker(room, theme, where) {
  return (fact) => (fact.type === "CARD_FLIPPED" ? room.t("aloud.flip", {...where(fact.cell), face: called(room, theme(), fact.value)}) : null);
}
