// Duel's facts and its end in words, for the log, the line "what just happened" and the prompt.

import {order} from "./arena.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {View} view @param {Ctx} ctx */
export function waitedFor(view, ctx) {
  return [0, 1].filter((seat) => !view.players[seat].moved).map((seat) => ctx.name(seat));
}

/** @param {Room} room */
export function teller(room) {
  const {t} = room;

  /** Games won, one's own first. @param {View} view @param {Ctx} ctx */
  function wins(view, ctx) {
    const [first, second] = order(ctx).map((seat) => view.series.wins[seat]);
    return {first, second};
  }

  /** Between two games of a series. @param {View} view @param {Ctx} ctx */
  function between(view, ctx) {
    return t("prompt.series", {n: view.series.game, of: view.series.bestOf, ...wins(view, ctx)});
  }

  /** @param {View} view @param {Ctx} ctx */
  function ended(view, ctx) {
    const series = view.series ? t("end.series", wins(view, ctx)) : "";
    return `${endedGame(view, ctx)} ${series}`.trim();
  }

  /** @param {View} view @param {Ctx} ctx */
  function endedGame(view, ctx) {
    const {reason, winnerId} = view.result;
    if (winnerId === undefined) return t(`abandoned.${reason}`);
    const first = ctx.seatOf(winnerId) ?? 0;
    const score = [first, 1 - first].map((seat) => view.players[seat].score).join(" : ");
    if (winnerId === "tie") return t("end.tie", {score});
    const won = ctx.you(winnerId);
    const why = reason === "COMPLETED" ? "" : t(`end.${reason}`, {name: ctx.name(1 - first)});
    return `${t(won ? "end.won" : "end.lost", {name: ctx.name(winnerId), score})} ${why}`.trim();
  }

  /** @param {import("../../../web/contract.js").Fact} fact @param {Ctx} ctx */
  function tell(fact, ctx) {
    switch (fact.type) {
      case "MATCH_READY":
        return t(ctx.you(fact.seat) ? "tell.youReady" : "tell.ready", {name: ctx.name(fact.seat)});
      case "GAME_START":
        return t("tell.start", {n: fact.maxRounds});
      case "GAME_ROUND_START":
        return t("tell.round", {n: fact.roundNumber});
      case "GAME_CARD_PLAYED":
        return t(fact.auto ? "tell.autoYou" : "tell.you", {card: room.card(fact.card.id)});
      case "GAME_OPPONENT_READY":
        return t(fact.auto ? "tell.autoOther" : "tell.other", {name: ctx.name(fact.seat)});
      case "GAME_ROUND_REVEAL": {
        const cards = room.list(order(ctx).map((seat) => t("tell.card", {name: ctx.you(seat) ? t("you") : ctx.name(seat), card: room.card(fact.cards[seat].id)})));
        const who = fact.winnerId === "tie" ? t("tie") : t(ctx.you(fact.winnerId) ? "youTake" : "takes", {name: ctx.name(fact.winnerId)});
        return t("tell.reveal", {n: fact.roundNumber, cards, who});
      }
      case "GAME_END":
        return fact.winnerId === "tie" ? t("tell.tie") : t("tell.end", {name: ctx.name(fact.winnerId)});
      case "GAME_ABANDONED":
        return t(`abandoned.${fact.reason}`);
      default:
        return null;
    }
  }

  return {between, ended, tell};
}
