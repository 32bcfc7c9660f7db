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
    const why = reason === "COMPLETED" ? "" : t(`end.${reason}`, {name: ctx.name(1 - first), you: ctx.you(1 - first)});
    return `${t(won ? "end.won" : "end.lost", {name: ctx.name(winnerId), score})} ${why}`.trim();
  }

  /** A card as it is called in a sentence about which is higher. @param {any} face */
  const short = (face) => face.displayName ?? face.id;

  /** Why a round went as it did: "Q beats 9". @param {any} round @param {Ctx} ctx */
  function why(round, ctx) {
    if (round.winnerId === "tie") return t("why.tie", {a: short(round.cards[0]), b: short(round.cards[1])});
    const winner = ctx.seatOf(round.winnerId) ?? 0;
    return t("why.beats", {a: short(round.cards[winner]), b: short(round.cards[1 - winner])});
  }

  /** What the moment of the end shows. @param {View} view @param {Ctx} ctx @returns {import("../../../web/contract.js").Result} */
  function result(view, ctx) {
    const {winnerId, reason} = view.result;
    const winner = winnerId === undefined || winnerId === "tie" ? null : ctx.seatOf(winnerId);
    const outcome = winner === null || ctx.seat === null ? (winnerId === "tie" ? "draw" : "none") : winner === ctx.seat ? "win" : "loss";
    const points = (/** @type {number} */ seat) => (view.series ? view.series.wins[seat] : view.players[seat].score);
    const score = order(ctx).reverse().map(points).join(" : ");
    const loser = winner === null ? null : 1 - winner;
    const head = outcome === "win" ? t("end.won", {score}) : outcome === "loss" ? t("head.lost", {score}) : endedGame(view, ctx);
    const rounds = Object.values(view.rounds);
    const how = reason === "COMPLETED" ? t("end.all", {n: rounds.length}) : winner === null ? "" : t(`end.${reason}`, {name: ctx.name(loser), you: ctx.you(loser)});
    const moments = rounds.slice(-3).map((round) => ({
      picture: room.h("span", {class: "moment-picture"}, ...order(ctx).reverse().map((seat) => room.h("cut-card", {card: round.cards[seat].id}))),
      when: t("tell.round", {n: round.roundNumber}).replace(/[.。]$/, ""),
      fact: {type: "GAME_ROUND_REVEAL", roundNumber: round.roundNumber},
      what: `${why(round, ctx)} ${round.winnerId === "tie" ? "" : t(ctx.you(round.winnerId) ? "youTake" : "takes", {name: ctx.name(round.winnerId)})}`.trim(),
    }));
    return {head, outcome, why: how, winners: winner === null ? [] : [winner], notes: Object.fromEntries([0, 1].map((seat) => [seat, t("points", {n: view.players[seat].score})])), moments};
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
        return fact.winnerId === "tie" ? t("tell.tie") : t(ctx.you(fact.winnerId) ? "tell.endYou" : "tell.end", {name: ctx.name(fact.winnerId)});
      case "GAME_ABANDONED":
        return t(`abandoned.${fact.reason}`);
      default:
        return null;
    }
  }

  return {between, ended, result, tell, why};
}
