// What decided a sit-and-go, and how the stacks went: from hands spread over the match, and from the largest pots of the last ones.

import {made} from "./made.js";
import {distinct, player, seatsOf} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Told} Told */
/** @typedef {import("../../../web/contract.js").View} View */

const HANDS = 12; // looked at, however many were played

/** Some of them, spread evenly, the first and the last among them. @template T @param {T[]} all @param {number} most @returns {T[]} */
export const spread = (all, most) => (all.length <= most ? all : Array.from({length: most}, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]));

/** Chips of a seat before a hand: what is posted already is still theirs. @param {View} view @param {number} seat */
const held = (view, seat) => player(view, seat).stack + player(view, seat).bet;

/** @param {import("../../../web/contract.js").Room} room @param {Told} told */
export async function story(room, {ctx: bare, view, deals, firsts}) {
  const {t} = room;
  const ctx = distinct(bare);
  const looked = spread(deals, HANDS);
  const views = [...(await firsts(looked)), view];
  const labels = [...looked.map((deal) => String(deals.indexOf(deal) + 1)), t("chart.end")];
  /** Before the first hand nobody has chips yet: all begin with the same. @param {View} one @param {number} seat */
  const chips = (one, seat) => (seatsOf(one).some((other) => held(one, other)) ? held(one, seat) : ctx.options.startStack ?? 0);
  const me = ctx.seat ?? 0;
  const rivals = seatsOf(view).filter((seat) => seat !== me && views.some((one) => chips(one, seat) > 0));
  const alive = (/** @type {View} */ one) => Math.max(1, seatsOf(one).filter((seat) => chips(one, seat) > 0).length);
  const whole = (/** @type {View} */ one) => seatsOf(one).reduce((sum, seat) => sum + chips(one, seat), 0);
  const other = rivals.length === 1 ? {name: ctx.name(rivals[0]), points: views.map((one) => chips(one, rivals[0]))} : {name: t("chart.average"), points: views.map((one) => Math.round(whole(one) / alive(one)))};
  const own = {name: ctx.seat === null ? ctx.name(me) : t("end.you"), points: views.map((one) => chips(one, me))};
  const pots = [...(view.past ?? [])].sort((a, b) => b.amount - a.amount).slice(0, 3).sort((a, b) => a.hand - b.hand);
  const moments = pots.map(({hand, playerId, amount, text}) => {
    const you = ctx.you(playerId);
    const key = text ? (you ? "won.youWith" : "won.with") : you ? "won.you" : "won.plain";
    return {
      picture: /** @type {any} */ (ctx.face(playerId)),
      when: t("hands.number", {n: hand}),
      what: t(key, {name: ctx.name(playerId), n: amount, hand: made(t, text), side: ""}).replace(/ {2,}/g, " ").trim(),
      fact: {type: "POT_WON"},
      deal: deals[deals.length - 1 - ((view.hand ?? deals.length) - hand)],
    };
  });
  return {moments, ...(views.length > 2 && views.length === labels.length ? {chart: {title: t("chart.stacks"), labels, series: [own, other]}} : {})};
}
