// How it ended for whom: a sit-and-go that is won, one that goes on without us, and a cash game that one leaves. The room shows it.

import {verdict} from "./middle.js";
import {own, player, seatsOf} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Result} Result */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** Who was in it, the first one first; who still has chips is before all who are out. @param {View} view */
const placed = (view) => seatsOf(view).map((seat) => player(view, seat)).filter((one) => one.place || one.stack > 0).sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || b.stack - a.stack);

/** A sit-and-go that is over, or over for the viewer. @param {Room} room @param {View} view @param {Ctx} ctx @param {View} last the hand to look at @returns {Result} */
export function finish(room, view, ctx, last) {
  const {t} = room;
  const all = placed(view);
  const left = all.filter((one) => !one.place);
  const winner = left.length === 1 ? left[0].seat : null;
  const me = own(view, ctx);
  const mine = ctx.seat === null || !me ? "none" : winner === ctx.seat ? "win" : all.length > 2 && (me.place ?? 0) <= 2 ? "none" : "loss";
  const where = (/** @type {number} */ n) => room.place(n);
  const head = mine === "win" ? t("end.won") : ctx.seat === null || !me?.place ? t("prompt.otherChampion", {name: ctx.name(winner)}) : all.length === 2 ? t("end.lost") : t("end.place", {place: where(me.place)});
  const note = (/** @type {import("./seen.js").Player} */ one) => (one.place ? t("end.out") : t("end.chips", {n: one.stack}));
  return {
    head,
    outcome: /** @type {Result["outcome"]} */ (mine),
    why: last.awards ? `${verdict(room, last, ctx)}${t("end.stop")}` : "",
    winners: winner === null ? [] : [winner],
    notes: Object.fromEntries(all.map((one) => [one.seat, note(one)])),
    ...(all.length > 2 ? {top: all.map((one, i) => ({seat: one.seat, place: one.place ? where(one.place) : winner === null ? t("end.still") : where(i + 1), note: one.place ? "" : room.number(one.stack)}))} : {}),
  };
}

/** What one leaves a cash game with. @param {Room} room @param {import("./session.js").Session} session @returns {Result} */
export function leaving(room, {bought, stack, hands, since, points, best}) {
  const {t} = room;
  const net = stack - bought;
  const sign = net === 0 ? "±0" : `${net > 0 ? "+" : "−"}${room.number(Math.abs(net))}`;
  return {
    head: t("session.head", {n: stack}),
    outcome: "none",
    prize: {figure: sign, label: t("session.bought", {n: bought}), ...(net ? {good: net > 0} : {})},
    why: t("session.why", {n: hands, time: room.span(Date.now() - since)}),
    note: best ? t("session.best", {n: best}) : "",
    ...(points.length > 2 ? {chart: {title: t("session.chart"), labels: points.map((_, i) => String(Math.round((i * hands) / (points.length - 1)))), series: [{name: t("end.you"), points}]}} : {}),
  };
}
