// How somebody's ratings went: a tile for each, and the curve of the one that is chosen.

import {chart} from "../chart.js";
import {h, put} from "../dom.js";
import {at, dress} from "../shelf.js";
import {hour, number, refusal, shortDay, t, words} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../house.js").GameCard} GameCard */

const DAY = 86_400_000;
const SPANS = [30, 90, 0]; // days; 0: all of it

/** A rating in words: its game, and its mode where there are several. @param {GameCard} game @param {string} mode */
function named(game, mode) {
  const said = mode ? game.t(`ladder.${mode}`) : "";
  return [game.t("game.name"), said === `ladder.${mode}` ? words(mode) : said].filter(Boolean).join(" · ");
}

/** @param {Lounge} lounge @param {GameCard[]} games @param {Record<string, any>} profile @returns {HTMLElement | null} null: nothing is rated */
export function ratingCurve(lounge, games, profile) {
  const rated = Object.entries(profile.ratings ?? {}).flatMap(([key, [rating, matches]]) => {
    const [name, mode = ""] = key.split("/");
    const game = games.find((one) => one.name === name);
    return game ? [{game, mode, rating: Math.round(rating), matches}] : [];
  }).sort((a, b) => b.matches - a.matches);
  if (!rated.length) return null;
  let [chosen, days, asked] = [0, SPANS[1], 0];
  const tiles = rated.map(({game, mode, rating, matches}, i) => h("button", {type: "button", class: "soft rating-tile", onclick: () => void show(i, days)},
    h("span", {class: "small muted"}, named(game, mode)), h("b", {class: "figures"}, number(rating)), h("span", {class: "xs muted"}, t("player.matches", {n: matches}))));
  const spans = SPANS.map((n) => h("button", {type: "button", class: "soft", onclick: () => void show(chosen, n)}, n ? t("curve.days", {n}) : t("curve.all")));
  const title = h("h2", {});
  const drawn = h("div", {class: "rating-curve"});
  const best = h("p", {class: "small muted"});

  /** @param {number} which @param {number} span */
  async function show(which, span) {
    [chosen, days] = [which, span];
    const mine = ++asked;
    tiles.forEach((tile, i) => tile.setAttribute("aria-pressed", String(i === which)));
    spans.forEach((one, i) => one.setAttribute("aria-pressed", String(SPANS[i] === span)));
    const {game, mode} = rated[which];
    const about = named(game, mode);
    title.textContent = t("curve.title", {game: about});
    const wish = {user: profile.id, game: game.name, ...(mode ? {mode} : {}), ...(span ? {since: Date.now() - span * DAY} : {})};
    const [answer] = await Promise.all([lounge.client.request("RATING_CURVE", wish), dress(at("/web/css/chart.css"))]);
    if (mine !== asked) return; // another was chosen meanwhile
    if (!answer.ok) return put(drawn, h("p", {class: "error"}, refusal(answer)));
    /** @type {{at: number, rating: number}[]} */
    const points = answer.payload.points;
    best.textContent = answer.payload.best ? t("curve.best", {n: answer.payload.best.rating, day: shortDay(answer.payload.best.at)}) : "";
    if (points.length < 2) return put(drawn, h("p", {class: "muted"}, t(span ? "curve.noneLately" : "curve.none")));
    const short = points[points.length - 1].at - points[0].at < DAY; // all of one day: it would be written below each
    put(drawn, chart({title: t("curve.title", {game: about}), height: 220, labels: points.map((one) => (short ? hour : shortDay)(one.at)), show: (n) => number(Math.round(n)), series: [{name: t("curve.rating"), kind: "area", points: points.map((one) => one.rating)}]}));
  }
  void show(0, days);
  return h("section", {class: "panel stack profile-curve"},
    h("div", {class: "row between"}, title, h("div", {class: "row tight", role: "group", "aria-label": t("curve.span")}, ...spans)),
    rated.length > 1 ? h("div", {class: "rating-tiles", role: "group", "aria-label": t("profile.ratings")}, ...tiles) : null,
    drawn, best);
}
