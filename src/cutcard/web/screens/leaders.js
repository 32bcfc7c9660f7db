// The best rated players of each game: by mode, now or after a season, among all or one's friends, a page at a time.

import {h, put} from "../dom.js";
import {number, refusal, t} from "../text.js";
import {playerButton} from "./player.js";

/** @typedef {import("../house.js").GameCard} GameCard */
/** @typedef {{rank: number, userId: string, name: string, rating: number, games: number}} Row */

const PAGE = 20;
const SEASONS = 4; // quarters one may look back

/** The quarters that have been, this one first: `2026-Q4`. @param {Date} now */
export function seasons(now) {
  const quarter = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
  return Array.from({length: SEASONS}, (_, i) => `${Math.floor((quarter - i) / 4)}-Q${((quarter - i) % 4) + 1}`);
}

/** @param {string} label @param {[string, string][]} choices @param {string} now @param {(value: string) => void} pick */
function choice(label, choices, now, pick) {
  return h("label", {class: "field"}, h("span", {}, label), h("select", {onchange: (/** @type {any} */ event) => pick(event.target.value)}, ...choices.map(([value, text]) => h("option", {value, selected: value === now}, text))));
}

/** @param {import("../lounge.js").Lounge} lounge @param {GameCard} game @param {Row[]} rows @param {Row | undefined} own */
function table(lounge, game, rows, own) {
  const me = lounge.client.user?.id;
  const apart = own && !rows.some(({userId}) => userId === own.userId);
  const line = (/** @type {Row} */ one) => h("tr", {class: one.userId === me ? "me" : ""},
    h("td", {class: "figures"}, number(one.rank)),
    h("td", {}, playerButton(lounge, one.userId, one.userId === me ? t("leaders.you", {name: one.name}) : one.name)),
    h("td", {class: "figures"}, number(Math.round(one.rating))),
    h("td", {class: "figures"}, number(one.games)));
  const head = ["rank", "name", "rating", "matches"];
  return h("table", {class: "board"},
    h("caption", {class: "visually-hidden"}, t("leaders.of", {game: game.t("game.name")})),
    h("thead", {}, h("tr", {}, ...head.map((column) => h("th", {scope: "col"}, t(`leaders.column.${column}`))))),
    h("tbody", {}, ...rows.map(line), apart ? line(own) : null));
}

/** @param {import("../lounge.js").Lounge} lounge @param {string} wanted @returns {import("../lounge.js").Screen} */
export function leadersScreen(lounge, wanted) {
  const choices = h("nav", {class: "tabs", "aria-label": t("leaders.games")});
  const ways = h("div", {class: "leader-ways"});
  const board = h("div", {class: "stack", "aria-live": "polite"}, h("p", {class: "muted"}, t("people.loading")));
  const element = h("div", {class: "sheet stack"}, h("h1", {}, t("leaders.title")), choices, ways, board);
  const asked = new URLSearchParams(location.search);
  let [mode, season, friends, from] = [asked.get("mode") ?? "", asked.get("season") ?? "", asked.has("friends"), Math.max(1, Number(asked.get("from")) || 1)];
  let [closed, turn] = [false, 0];

  /** @param {GameCard} game */
  function offer(game) {
    const modes = game.ladders ?? [];
    const pick = (/** @type {() => void} */ change) => {
      change();
      from = 1;
      void show(game);
    };
    put(ways, ...[
      modes.length > 1 ? choice(t("leaders.mode"), modes.map((one) => [one, game.t(`ladder.${one}`)]), mode || modes[0], (value) => pick(() => void (mode = value))) : null,
      choice(t("leaders.season"), [["", t("leaders.now")], ...seasons(new Date()).map((one) => /** @type {[string, string]} */ ([one, one.replace("-", " ")]))], season, (value) => pick(() => void (season = value))),
      choice(t("leaders.among"), [["", t("leaders.all")], ["friends", t("leaders.friends")]], friends ? "friends" : "", (value) => pick(() => void (friends = value !== ""))),
    ].filter((one) => one !== null));
  }

  /** @param {GameCard} game */
  async function show(game) {
    const mine = ++turn;
    const kept = new URLSearchParams({...(mode ? {mode} : {}), ...(season ? {season} : {}), ...(friends ? {friends: "1"} : {}), ...(from > 1 ? {from: String(from)} : {})});
    if (kept.size) history.replaceState(null, "", `${location.pathname}?${kept}`);
    else if (location.search) history.replaceState(null, "", location.pathname);
    const named = mode || (game.ladders ?? [])[0];
    const answer = await lounge.client.request("LEADERBOARD", {game: game.name, limit: PAGE, from, ...(named ? {mode: named} : {}), ...(season ? {season} : {}), ...(friends ? {friends} : {})});
    if (closed || mine !== turn) return;
    if (!answer.ok) return put(board, h("p", {class: "error"}, refusal(answer)));
    const {rows, own, next} = answer.payload;
    if (!rows.length) return put(board, h("p", {class: "muted"}, t(friends ? "leaders.noFriends" : season ? "leaders.noSeason" : "leaders.none", {game: game.t("game.name")})));
    const to = (/** @type {number} */ place) => {
      from = place;
      void show(game);
    };
    const pages = h("div", {class: "row"},
      from > 1 ? h("button", {type: "button", class: "soft", onclick: () => to(Math.max(1, from - PAGE))}, t("leaders.before")) : null,
      next ? h("button", {type: "button", class: "soft", onclick: () => to(next)}, t("leaders.next")) : null);
    put(board, table(lounge, game, rows, own), ...(pages.childElementCount ? [pages] : []));
  }

  const start = async () => {
    const games = await lounge.games();
    const game = games.find(({name}) => name === wanted) ?? games[0];
    put(choices, ...games.map((one) => {
      const link = lounge.link(`/leaders/${one.name}`, one.t("game.name"), "tab");
      if (one === game) link.setAttribute("aria-current", "page");
      return link;
    }));
    if (!(game.ladders ?? []).includes(mode)) mode = "";
    offer(game);
    await show(game);
  };
  start().catch((reason) => put(board, h("p", {class: "error"}, t("lobby.failed", {reason: reason.message}))));
  return {element, inner: true, title: () => t("leaders.title"), close: () => void (closed = true)};
}
