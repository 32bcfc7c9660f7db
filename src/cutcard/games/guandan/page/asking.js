// What is asked now and how a deal ended, in one sentence.

import {called, named, spelt, worded} from "./felt.js";

/** @typedef {import("../../../web/contract.js").Asked} Asked */
/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** The viewer is to play or pass. @param {View} view @param {Ctx | null} ctx */
export const myTurn = (view, ctx) => ctx !== null && ctx.seat !== null && view.phase === "play" && view.turn === ctx.seat;

/** The viewer is to choose a card for tribute, or one to return. @param {View} view */
export const giving = (view) => Boolean(view.choices);

/** @param {Room} room @param {{hand: HTMLElement, pass: HTMLElement, takes: HTMLElement, ready: HTMLElement}} parts where decisions are made */
export function asking(room, {hand, pass, takes, ready}) {
  const {t} = room;

  /** @param {View} view @param {Ctx} ctx */
  function ended(view, ctx) {
    const {order, team, advance, winner, matchOver} = view.result;
    const mine = ctx.seat === null ? null : ctx.seat % 2;
    if (matchOver) {
      if (winner === undefined) return t("end.draw");
      if (mine === null) return t("end.team", {names: room.list([winner, winner + 2].map((seat) => named(room, ctx, seat)))});
      return t(mine === winner ? "end.won" : "end.lost");
    }
    const name = named(room, ctx, order[0]);
    return t(mine === null ? "end.deal" : team === mine ? "end.up" : "end.down", {name, n: advance, level: spelt(view.result.levels[team])});
  }

  /** The match as the moment it is. @param {View} view @param {Ctx} ctx @returns {import("../../../web/contract.js").Result} */
  function outcome(view, ctx) {
    const {order, winner, levels, conceded, passed} = view.result;
    const names = (/** @type {number} */ team) => room.list([team, team + 2].sort((a, b) => Number(ctx.you(b)) - Number(ctx.you(a))).map((seat, i) => called(room, ctx, seat, i === 0)));
    const how = conceded !== undefined ? t("end.gaveUp", {names: names(conceded)}) : passed && winner !== undefined ? t("end.passed", {names: names(winner)}) : "";
    const mine = ctx.seat === null ? null : ctx.seat % 2;
    const [first, second] = mine === 1 ? [1, 0] : [0, 1];
    return {
      head: winner !== undefined && mine !== null ? t(winner === mine ? "head.won" : "head.lost", {names: names(mine)}) : ended(view, ctx),
      outcome: winner === undefined ? "draw" : mine === null ? "none" : winner === mine ? "win" : "loss",
      winners: winner === undefined ? [] : [winner, winner + 2],
      seats: [0, 2, 1, 3].map((i) => ((ctx.seat ?? 0) + i) % 4),
      why: how || t("end.levels", {names: names(first), level: spelt(levels[first]), others: names(second), other: spelt(levels[second])}),
      notes: Object.fromEntries([0, 1, 2, 3].map((seat) => [seat, [mine !== null && !ctx.you(seat) ? t(seat % 2 === mine ? "partner" : "flag.they") : "", order?.includes(seat) ? t(`place.${order.indexOf(seat) + 1}`) : ""].filter(Boolean).join(" · ")])),
    };
  }

  /**
   * @param {View} view @param {Ctx} ctx
   * @param {{none: boolean, chosen: boolean}} known nothing in the hand beats the table, and whether cards are chosen
   * @returns {Asked}
   */
  return (view, ctx, {none, chosen}) => {
    const clock = {due: ctx.due(ctx.seat) ?? ctx.due()};
    if (view.phase === "over") return {prompt: ended(view, ctx), over: Boolean(view.result?.matchOver), ...(view.result?.matchOver ? {result: outcome(view, ctx)} : {})};
    if (view.phase === "settle") return {prompt: ended(view, ctx), yours: !ready.hidden, focus: ready, clock};
    if (giving(view)) return {prompt: t(view.phase === "tribute" ? "prompt.pay" : "prompt.back"), yours: true, focus: hand, clock};
    if (view.phase === "tribute" || view.phase === "return") return {prompt: t(`prompt.${view.phase}`), clock};
    const name = named(room, ctx, view.turn);
    if (view.phase === "take") return {prompt: ctx.you(view.turn) ? t("prompt.take") : t("prompt.wait", {name}), yours: ctx.you(view.turn), focus: takes.querySelector("button"), clock};
    if (view.phase === "deal") return {prompt: t("prompt.deal")};
    if (!myTurn(view, ctx)) return {prompt: t("prompt.wait", {name}), clock};
    if (!view.table) return {prompt: t(view.wind ? "prompt.wind" : "prompt.lead"), yours: true, focus: hand, clock};
    if (none) return {prompt: t("prompt.none"), yours: true, focus: chosen ? hand : pass, clock};
    return {prompt: t("prompt.follow", {play: worded(room, view.table, view.level)}), yours: true, focus: hand, clock};
  };
}
