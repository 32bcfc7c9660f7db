// The best rated players of each game, by mode, now or after a season, and who won tournaments in one; among all or one's friends, a
// page at a time.

import {h, put} from "../dom.js";
import {number, refusal, t} from "../text.js";
import {playerButton} from "./person.js";

/** @typedef {import("../house.js").GameCard} GameCard */
/** @typedef {{rank: number, userId: string, name: string} & Record<string, any>} Row */

const PAGE = 20;
const EVENTS = "tournaments"; // in the place of a game's name
const RATED = {rating: "rating", games: "matches"}; // a figure of a row, and its column
const WON = {won: "won", second: "second", prizes: "prizes"};
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

/** @param {import("../lounge.js").Lounge} lounge @param {string} about @param {Record<string, string>} figures and their columns @param {Row[]} rows @param {Row | undefined} own */
function table(lounge, about, figures, rows, own) {
  const me = lounge.client.user?.id;
  const apart = own && !rows.some(({userId}) => userId === own.userId);
  const line = (/** @type {Row} */ one) => h("tr", {class: one.userId === me ? "me" : ""},
    h("td", {class: "figures"}, number(one.rank)),
    h("td", {}, playerButton(lounge, one.userId, one.userId === me ? t("leaders.you", {name: one.name}) : one.name)),
    ...Object.keys(figures).map((figure) => h("td", {class: "figures"}, number(Math.round(one[figure])))));
  const head = ["rank", "name", ...Object.values(figures)];
  return h("table", {class: "board"},
    h("caption", {class: "visually-hidden"}, about),
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

  /** @param {GameCard | null} game none: tournaments */
  function offer(game) {
    const modes = game?.ladders ?? [];
    const pick = (/** @type {() => void} */ change) => {
      change();
      from = 1;
      void show(game);
    };
    put(ways, ...[
      game && modes.length > 1 ? choice(t("leaders.mode"), modes.map((one) => [one, game.t(`ladder.${one}`)]), mode || modes[0], (value) => pick(() => void (mode = value))) : null,
      choice(t("leaders.season"), [...(game ? [/** @type {[string, string]} */ (["", t("leaders.now")])] : []), ...seasons(new Date()).map((one) => /** @type {[string, string]} */ ([one, one.replace("-", " ")]))], season, (value) => pick(() => void (season = value))),
      choice(t("leaders.among"), [["", t("leaders.all")], ["friends", t("leaders.friends")]], friends ? "friends" : "", (value) => pick(() => void (friends = value !== ""))),
    ].filter((one) => one !== null));
  }

  /** @param {GameCard | null} game */
  function ask(game) {
    const page = {limit: PAGE, from, ...(season ? {season} : {}), ...(friends ? {friends} : {})};
    if (!game) return lounge.client.request("TOURNAMENT_WINNERS", page);
    const named = mode || (game.ladders ?? [])[0];
    return lounge.client.request("LEADERBOARD", {game: game.name, ...page, ...(named ? {mode: named} : {})});
  }

  /** @param {GameCard | null} game */
  async function show(game) {
    const mine = ++turn;
    const kept = new URLSearchParams({...(mode ? {mode} : {}), ...(season ? {season} : {}), ...(friends ? {friends: "1"} : {}), ...(from > 1 ? {from: String(from)} : {})});
    if (kept.size) history.replaceState(null, "", `${location.pathname}?${kept}`);
    else if (location.search) history.replaceState(null, "", location.pathname);
    const answer = await ask(game);
    if (closed || mine !== turn) return;
    if (!answer.ok) return put(board, h("p", {class: "error"}, refusal(answer)));
    const {rows, own, next} = answer.payload;
    const name = game?.t("game.name") ?? t("events.title");
    if (!rows.length) return put(board, h("p", {class: "muted"}, t(!game ? "leaders.noWinners" : friends ? "leaders.noFriends" : season ? "leaders.noSeason" : "leaders.none", {game: name})));
    const to = (/** @type {number} */ place) => {
      from = place;
      void show(game);
    };
    const pages = h("div", {class: "row"},
      from > 1 ? h("button", {type: "button", class: "soft", onclick: () => to(Math.max(1, from - PAGE))}, t("leaders.before")) : null,
      next ? h("button", {type: "button", class: "soft", onclick: () => to(next)}, t("leaders.next")) : null);
    put(board, table(lounge, t(game ? "leaders.of" : "leaders.winners", {game: name}), game ? RATED : WON, rows, own), ...(pages.childElementCount ? [pages] : []));
  }

  const start = async () => {
    const games = await lounge.games();
    const game = wanted === EVENTS ? null : games.find(({name}) => name === wanted) ?? games[0];
    const tabs = [...games.map((one) => [one.name, one.t("game.name")]), [EVENTS, t("events.title")]];
    put(choices, ...tabs.map(([name, shown]) => {
      const link = lounge.link(`/leaders/${name}`, shown, "tab");
      if (name === (game?.name ?? EVENTS)) link.setAttribute("aria-current", "page");
      return link;
    }));
    if (!(game?.ladders ?? []).includes(mode)) mode = "";
    if (!game && !season) season = seasons(new Date())[0];
    offer(game);
    await show(game);
  };
  start().catch((reason) => put(board, h("p", {class: "error"}, t("lobby.failed", {reason: reason.message}))));
  return {element, inner: true, title: () => t("leaders.title"), close: () => void (closed = true)};
}
