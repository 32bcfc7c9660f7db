// What somebody has done here: ratings and records, how their matches went, achievements, and the matches themselves, each of
// which can be watched again.

import {avatar} from "../avatar.js";
import {called, picture} from "../characters.js";
import {h, icon, put} from "../dom.js";
import {at, dress} from "../shelf.js";
import {day, hour, list, refusal, shortDay, t} from "../text.js";
import {openPlayer, standing} from "./player.js";
import {ratingCurve} from "./ratings.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../house.js").GameCard} GameCard */
/** @typedef {Record<string, any>} Match as HISTORY tells it */

const PAGE = 20;

/** An achievement in words: its game's, or the room's for those of all games. @param {GameCard[]} games @param {{id: string, tier?: number, at?: number}} one */
function earned(games, one) {
  const [game, name] = one.id.split(".");
  const say = games.find((card) => card.name === game)?.t ?? t;
  const [title, about] = [`achievement.${name}`, `achievement.${name}.about`].map((key) => say(key));
  const tier = one.tier ? h("span", {class: "pill small"}, t("profile.tier", {n: one.tier})) : null;
  return h("li", {class: "achievement"}, icon("cup"), h("span", {class: "grow"}, h("b", {}, title), tier, h("span", {class: "small muted"}, about)), h("span", {class: "small muted"}, one.at ? day(one.at) : ""));
}

/** Won, drawn and lost of one game, with people and with bots together. @param {GameCard} game @param {any[]} sums @param {any[]} streaks */
function figures(game, sums, streaks) {
  const all = sums.filter((one) => one.game === game.name);
  const of = (/** @type {string} */ name) => all.reduce((sum, {counters}) => sum + (counters[name] ?? 0), 0);
  const [matches, won, drawn, lost] = ["matches", "won", "drawn", "lost"].map(of);
  if (!matches) return [];
  const best = Math.max(0, ...streaks.filter((one) => one.game === game.name).map((one) => one.best));
  const share = Math.round((won / matches) * 100);
  return [h("section", {class: "panel figure-card"},
    h("h2", {}, game.t("game.name")),
    h("p", {class: "big-figure figures"}, t("profile.share", {n: share})),
    h("p", {class: "small muted"}, t("profile.tally", {won, drawn, lost})),
    best > 1 ? h("p", {class: "small muted"}, t("profile.streak", {n: best})) : null)];
}

/** How their tournaments went, in all: none where they were in none. @param {any[]} events as PLAYER_STATS tells them */
function inEvents(events) {
  const of = (/** @type {string} */ name) => events.reduce((sum, one) => sum + (one[name] ?? 0), 0);
  const [entries, wins, cashes, cost] = ["entries", "wins", "cashes", "cost"].map(of);
  if (!entries) return [];
  return [h("section", {class: "panel figure-card"},
    h("h2", {}, t("events.title")),
    h("p", {class: "big-figure figures"}, t("profile.eventsWon", {n: wins})),
    h("p", {class: "small muted"}, t("profile.events", {n: entries, cashes})),
    cost ? h("p", {class: "small muted"}, t("profile.return", {n: Math.round(((of("prizes") + of("bounties") - cost) / cost) * 100)})) : null)];
}

/** One match in a line. @param {Lounge} lounge @param {GameCard[]} games @param {string} user whose history it is @param {Match} match */
function row(lounge, games, user, match) {
  const game = games.find((one) => one.name === match.game);
  const beside = match.players.filter((/** @type {any} */ one) => one.userId !== user);
  const known = beside.filter((/** @type {any} */ one) => one.name).map((/** @type {any} */ one) => ({id: one.userId ?? "", name: one.name, bot: !one.userId}));
  const others = known.map((/** @type {any} */ one) => called(one, game?.t ?? t));
  if (!known.length && beside.length) others.push(t("profile.bots", {n: beside.length})); // of a table that nobody remembers
  const faces = h("span", {class: "seat-faces", "aria-hidden": "true"}, ...known.slice(0, 3).map((/** @type {any} */ one) => picture(one, game?.faces)));
  const result = match.result || "played";
  const [table] = match.match.split("-");
  const mode = match.mode && game ? game.t(`ladder.${match.mode}`) : "";
  const what = [game?.t("game.name") ?? match.game, mode === `ladder.${match.mode}` ? "" : mode, match.ranked ? t("profile.ranked") : ""].filter(Boolean).join(" · ");
  const again = lounge.link(`/replay/${table}-${match.deal}`, icon("play"), "button quiet icon");
  again.title = again.ariaLabel = t("profile.replay", {game: game?.t("game.name") ?? match.game, when: `${day(match.at)} ${hour(match.at)}`});
  return h("li", {class: "match-row"},
    h("span", {class: `result ${result}`, title: t(`profile.${result}`), "aria-label": t(`profile.${result}`), role: "img"}, t(`profile.${result}.short`)),
    faces,
    h("span", {class: "grow"}, h("b", {}, others.length ? list(others) : t("profile.alone")), h("span", {class: "small muted"}, what)),
    h("span", {class: "small muted match-when", title: day(match.at)}, h("span", {}, shortDay(match.at)), " ", h("span", {}, hour(match.at))),
    again);
}

/** Finished matches, by game, a page at a time. @param {Lounge} lounge @param {GameCard[]} games @param {string} user */
function history(lounge, games, user) {
  const rows = h("ul", {class: "matches", role: "list"});
  const more = h("button", {type: "button", class: "soft", hidden: true}, t("profile.more"));
  const which = h("select", {"aria-label": t("profile.filter"), onchange: () => void load(true)}, h("option", {value: ""}, t("profile.allGames")), ...games.map((one) => h("option", {value: one.name}, one.t("game.name"))));
  /** @type {number | undefined} */ let before;
  /** @param {boolean} anew */
  async function load(anew) {
    if (anew) before = undefined;
    const wish = {user, limit: PAGE, ...(which.value ? {game: which.value} : {}), ...(before === undefined ? {} : {before})};
    const answer = await lounge.client.request("HISTORY", wish);
    if (!answer.ok) return put(rows, h("li", {class: "error"}, refusal(answer)));
    const found = answer.payload.matches.map((/** @type {Match} */ one) => row(lounge, games, user, one));
    if (anew) put(rows);
    rows.append(...found);
    if (!rows.childElementCount) put(rows, h("li", {class: "muted"}, t("profile.none")));
    before = answer.payload.next;
    more.hidden = before === undefined;
  }
  more.onclick = () => void load(false);
  void load(true);
  return h("section", {class: "panel stack profile-history"}, h("div", {class: "row between"}, h("h2", {}, t("profile.history")), which), rows, more);
}

/** @param {Lounge} lounge @param {string} id "": oneself @returns {import("../lounge.js").Screen} */
export function profileScreen(lounge, id) {
  const element = h("div", {class: "sheet stack profile"}, h("p", {class: "muted"}, t("people.loading")));
  let [title, closed] = [t("profile.title"), false];

  async function start() {
    const [games, answer, counted] = await Promise.all([lounge.games(), lounge.client.request("PROFILE", id ? {user: id} : {}), lounge.client.request("PLAYER_STATS", id ? {user: id} : {}), dress(at("/web/css/profile.css"))]);
    if (closed) return;
    if (!answer.ok) return put(element, h("h1", {}, t("profile.title")), h("p", {class: "error"}, refusal(answer)));
    const {profile} = answer.payload;
    const {sums = [], streaks = [], events = []} = counted.payload;
    title = profile.name;
    const me = profile.id === lounge.client.user?.id;
    const head = h("header", {class: "profile-head"}, avatar(profile.id), h("div", {class: "grow"}, h("h1", {}, profile.name), h("p", {class: "muted"}, t(profile.guest ? "player.guest" : "player.since", {day: day(profile.created)}))),
      me ? lounge.link("/account", t("profile.edit"), "button soft") : h("button", {type: "button", class: "soft", onclick: () => void openPlayer(lounge, profile.id, profile.name)}, t("profile.meet")));
    const cards = [...games.flatMap((game) => figures(game, sums, streaks)), ...inEvents(events)];
    const given = profile.achievements ?? [];
    put(element, head,
      ...[ratingCurve(lounge, games, profile)].filter((one) => one !== null),
      h("div", {class: "profile-side stack"},
        ...(cards.length ? [h("div", {class: "figure-cards"}, ...cards)] : []),
        h("section", {class: "panel stack"}, h("h2", {}, t("profile.ratings")), await standing(lounge, profile)),
        h("section", {class: "panel stack"}, h("h2", {}, t("profile.achievements")), given.length ? h("ul", {class: "achievements", role: "list"}, ...given.map((/** @type {any} */ one) => earned(games, one))) : h("p", {class: "muted"}, t("profile.noAchievements")))),
      history(lounge, games, profile.id));
    lounge.title();
  }
  const begin = () => void start().catch((reason) => put(element, h("p", {class: "error"}, t("lobby.failed", {reason: reason.message}))));
  const stop = lounge.client.on("user", begin); // who came in by this address is known a moment later
  if (lounge.client.user) begin();
  return {
    element,
    inner: true,
    title: () => title,
    close() {
      closed = true;
      stop();
    },
  };
}
