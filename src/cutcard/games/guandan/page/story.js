// What decided a match of Guandan, and how the levels went: from how each deal began, and from the last one as it was played.

import {called, spelt, worded} from "./felt.js";
import {RANKS} from "./readings.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Moment} Moment */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

const DEALS = 12; // of a long match the last ones
const BOMBS = ["jokerbomb", "straightflush", "bomb"];

/** A level as a height: A that was passed is one above A. @param {string} level @param {boolean} [passed] */
const height = (level, passed = false) => RANKS.indexOf(level) + 2 + Number(passed);

/** The plays of a deal, each with where it is in the log. @param {import("../../../web/replay/telling.js").Frame[]} frames */
const playsOf = (frames) => frames.flatMap(({n, facts}) => facts.filter(({type}) => type === "CARD_PLAYED").map(({play}) => ({n, play})));

/** The strongest bomb. @param {ReturnType<typeof playsOf>} plays */
function bomb(plays) {
  const strength = (/** @type {any} */ play) => (play.form === "jokerbomb" ? 99 : play.form === "straightflush" ? 5.5 : play.size) * 100 + play.key;
  return plays.filter(({play}) => BOMBS.includes(play.form)).sort((a, b) => strength(b.play) - strength(a.play))[0];
}

/** @param {Room} room @param {string[]} cards */
const pictured = ({h}, cards) => h("span", {class: "moment-picture"}, ...cards.slice(0, 5).map((card) => h("cut-card", {card})));

/** The deal in which one team climbed most. @param {Room} room @param {Ctx} ctx @param {View[]} views @param {number[]} deals @returns {Moment[]} */
function climb(room, ctx, views, deals) {
  const {t} = room;
  const steps = views.slice(1).map((view, i) => {
    const team = [0, 1].sort((a, b) => height(view.levels[b]) - height(views[i].levels[b]) - height(view.levels[a]) + height(views[i].levels[a]))[0];
    return {i, team, n: height(view.levels[team]) - height(views[i].levels[team])};
  }).filter(({n}) => n > 0);
  const best = steps.sort((a, b) => b.n - a.n)[0];
  if (!best) return [];
  const pair = [best.team, best.team + 2].sort((a, b) => Number(ctx.you(b)) - Number(ctx.you(a)));
  const names = room.list(pair.map((seat, i) => called(room, ctx, seat, i === 0)));
  return [{picture: pictured(room, [`${views[best.i].level}h`]), when: t("story.deal", {n: views[best.i].deal}), what: t("story.climb", {names, n: best.n, level: spelt(views[best.i + 1].levels[best.team])}), fact: {type: "GAME_END"}, deal: deals[best.i]}];
}

/** @param {Room} room @param {import("../../../web/contract.js").Told} told */
export async function story(room, {ctx, view, deals, frames, firsts}) {
  const {t} = room;
  const looked = deals.slice(-DEALS);
  const [views, last] = await Promise.all([firsts(looked), frames(looked[looked.length - 1])]);
  /** @type {Moment[]} */
  const moments = climb(room, ctx, views, looked);
  const when = t("story.deal", {n: view.deal});
  const who = (/** @type {number} */ seat) => ({name: called(room, ctx, seat), you: ctx.you(seat)});
  const plays = playsOf(last);
  const strongest = bomb(plays);
  if (strongest) moments.push({picture: pictured(room, strongest.play.cards), when, what: t("tell.played", {...who(strongest.play.seat), play: worded(room, strongest.play, view.level), few: ""}), entry: strongest.n});
  const out = last.flatMap(({facts}) => facts).find(({type, place}) => type === "PLAYER_FINISHED" && place === 1);
  const end = plays.filter(({play}) => play.seat === out?.seat).at(-1);
  if (out && end) moments.push({picture: pictured(room, end.play.cards), when, what: t("tell.finished", {...who(out.seat), place: t("place.1")}), fact: {type: "PLAYER_FINISHED", place: 1}});
  const mine = (ctx.seat ?? 0) % 2;
  const {levels, passed, winner} = view.result ?? {};
  const points = (/** @type {number} */ team) => [...views.map((one) => height(one.levels[team])), height((levels ?? view.levels)[team], passed && winner === team)];
  const show = (/** @type {number} */ n) => (!Number.isInteger(n) || n < 2 ? "" : n > 14 ? t("story.past") : spelt(RANKS[n - 2]));
  const chart = views.length < 2 ? undefined : {
    title: t("story.levels"),
    labels: [...views.map((one) => String(one.deal)), t("story.end")],
    series: [{name: t(ctx.seat === null ? "level.first" : "level.us"), points: points(mine)}, {name: t(ctx.seat === null ? "level.second" : "level.them"), points: points(1 - mine)}],
    zero: false,
    show,
  };
  return {moments: moments.slice(0, 3), ...(chart ? {chart} : {})};
}
