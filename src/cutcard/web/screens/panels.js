// What the lobby shows below the games, side by side: who is around, and the tables one may sit down at.
// A panel has an element and is drawn anew when something changed; one that has nothing to show hides itself.

import {avatar} from "../avatar.js";
import {called, picture} from "../characters.js";
import {h, icon, put} from "../dom.js";
import {sit} from "../house.js";
import {hour, list, number, refusal, span, t} from "../text.js";
import {challengeDialog, openingDialog} from "./behind.js";
import {quick} from "./quick.js";

/** @typedef {import("../house.js").GameCard} GameCard */
/** @typedef {import("../house.js").TableCard} TableCard */
/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {{games: GameCard[], tables: TableCard[], fail: (text: string) => void}} Seen what the lobby knows */
/** @typedef {{element: HTMLElement, draw: (seen: Seen) => void, close?: () => void}} Panel */

const EVENTS_EVERY = 8_000; // ms between two looks at the tournaments
const DAY_EVERY = 60_000; // ms between two looks at the list of the day
const FRIENDS = 4; // shown at once; the others are a press away
/** How many rows are shown where three fit a phone: a desk has the height for twice as many. @param {number} n */
const rowsOf = (n) => (matchMedia("(min-width: 1200px) and (min-height: 800px)").matches ? 2 * n : n);

/** Friends, and who wants to be one. @param {Lounge} lounge @returns {Panel} */
export function friendsPanel(lounge) {
  const rows = h("ul", {class: "list", role: "list"});
  const none = h("p", {class: "small muted"}, t("lobby.noFriends"));
  /** @type {GameCard | undefined} */
  let usual;
  const invite = h("button", {type: "button", class: "soft", onclick: () => usual && void openingDialog(lounge, usual, "link")}, icon("link"), t("lobby.byLink"));
  const element = h("section", {class: "panel friends-panel", "aria-labelledby": "lobby-friends"},
    h("div", {class: "row between"}, h("h2", {id: "lobby-friends"}, t("friends.title")), lounge.link("/friends", t("lobby.allFriends"), "small more")), none, rows, h("div", {class: "row"}, invite));
  let before = "";
  const draw = () => {
    const {invites, friends} = lounge.circle;
    const now = JSON.stringify([invites, friends]);
    if (now === before) return;
    before = now;
    const here = [...friends].sort((a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name));
    put(rows, ...[...invites.map((one) => wish(lounge, one)), ...here.map((one) => friend(lounge, one))].slice(0, rowsOf(FRIENDS)));
    none.hidden = invites.length + friends.length > 0;
  };
  lounge.circle.addEventListener("change", draw);
  return {
    element,
    draw({games}) {
      usual = games.find(({seats}) => seats.some((n) => n > 1));
      draw();
    },
    close: () => lounge.circle.removeEventListener("change", draw),
  };
}

/** @param {string} id @param {string} name @param {string} what @param {string} state @param {Node | null} act */
function person(id, name, what, state, act) {
  return h("li", {}, h("span", {class: "with-dot"}, avatar(id), h("span", {class: `dot ${state}`})), h("span", {class: "grow"}, h("b", {class: "cut"}, name), h("span", {class: "small muted cut"}, what)), act);
}

/** @param {Lounge} lounge @param {import("../circle.js").Invite} one */
function wish(lounge, {invite, from, name}) {
  return person(from, name, t("lobby.wishes"), "busy", h("button", {type: "button", class: "soft", "aria-label": `${t("friends.accept")}: ${name}`, onclick: () => void lounge.circle.ask("FRIEND_ACCEPT", {invite})}, t("friends.accept")));
}

/** @param {Lounge} lounge @param {import("../circle.js").Friend} one */
function friend(lounge, {userId, name, online, table}) {
  const what = t(online ? (table ? "friends.playing" : "friends.here") : "friends.gone");
  const label = t(table ? "friends.go" : "player.challenge");
  const run = () => (table ? lounge.go(`/table/${table}`) : void challengeDialog(lounge, {id: userId, name}));
  return person(userId, name, what, online ? (table ? "busy" : "on") : "", online ? h("button", {type: "button", class: "soft", "aria-label": `${label}: ${name}`, onclick: run}, label) : null);
}

/** Tables with a free seat, and those one may watch. @param {Lounge} lounge @returns {Panel} */
export function tablesPanel(lounge) {
  const place = h("div", {class: "tables"});
  const element = h("section", {class: "panel tables-panel", "aria-labelledby": "open-tables"}, h("h2", {id: "open-tables"}, t("lobby.tables")), place);
  return {element, draw: (seen) => showTables(lounge, place, seen)};
}

/** @param {Lounge} lounge @param {HTMLElement} place @param {Seen} seen */
function showTables(lounge, place, {tables: found, games: known, fail}) {
  const me = lounge.client.user?.id;
  const named = (/** @type {TableCard} */ one) => known.find(({name}) => name === one.game);
  const shown = found.filter((one) => named(one) && (one.status === "WAITING_TO_START" || one.status === "IN_PROGRESS"));
  const mine = (/** @type {TableCard} */ one) => one.roster.some(({id}) => id === me);
  shown.sort((a, b) => Number(mine(b)) - Number(mine(a)) || Number(b.roster.length < b.seats) - Number(a.roster.length < a.seats) || b.table - a.table);
  const state = JSON.stringify(shown.map((one) => [one.table, one.status, one.host === me, one.roster.map(({id, name}) => [id, name])]));
  if (place.dataset.state === state) return; // nothing new: buttons stay where they are
  place.dataset.state = state;
  if (!shown.length) return put(place, h("p", {class: "small muted"}, t("lobby.noTables")), h("div", {class: "row"}, opener(lounge, known)));
  put(place, h("ul", {class: "list scroll", role: "list"}, ...shown.slice(0, 30).map((one) => tableRow(lounge, one, /** @type {GameCard} */ (named(one)), mine(one), fail))));
}

/** Opens a table that others find in the list. @param {Lounge} lounge @param {GameCard[]} known */
function opener(lounge, known) {
  const usual = known.find(({seats}) => seats.some((n) => n > 1));
  return h("button", {type: "button", class: "soft", onclick: () => usual && void openingDialog(lounge, usual, "all")}, icon("plus"), t("lobby.openOne"));
}

/** @param {Lounge} lounge @param {TableCard} one @param {GameCard} game @param {boolean} mine @param {(text: string) => void} fail */
function tableRow(lounge, one, game, mine, fail) {
  const title = one.name || t("table.numbered", {game: game.t("game.name"), n: one.table});
  const people = one.roster.length ? list(one.roster.map((who) => called(who, game.t))) : t("lobby.nobody");
  const go = () => lounge.go(`/table/${one.table}`);
  const join = async () => {
    const answer = await sit(lounge.client, one);
    if (answer.ok) go();
    else fail(refusal(answer));
  };
  const free = one.roster.length < one.seats;
  const button = (/** @type {string} */ label, /** @type {() => void} */ run) => h("button", {type: "button", class: "soft", "aria-label": `${label}: ${title}`, onclick: run}, label);
  let action = null;
  if (mine) action = button(t("lobby.return"), go);
  else if (free) action = button(t("lobby.sit"), () => void join());
  else if (one.watchable !== false) action = button(t("lobby.watch"), go);
  const faces = h("span", {class: "seat-faces", title: people, "aria-hidden": "true"}, ...one.roster.slice(0, 6).map((who) => picture(who, game.faces)), ...Array.from({length: Math.min(6, one.seats) - Math.min(6, one.roster.length)}, () => h("span", {class: "free-seat"})));
  const lock = one.private ? h("span", {class: "private"}, icon("lock"), h("span", {class: "visually-hidden"}, t("lobby.private"))) : null;
  const seated = h("span", {class: "figures", "aria-label": t("lobby.seated", {n: one.roster.length, seats: one.seats})}, `${one.roster.length}/${one.seats}`);
  return h("li", {class: "table-row"},
    h("span", {class: "grow table-words"}, h("b", {class: "cut table-name"}, title, lock), h("span", {class: "table-who"}, faces, h("span", {class: "small muted cut"}, seated, ` · ${one.name ? `${game.t("game.name")} · ` : ""}${people}`))),
    action);
}

/** The tournaments one is in or may enter, and the way to all. @param {Lounge} lounge @returns {Panel} */
export function eventsPanel(lounge) {
  const rows = h("ul", {class: "list", role: "list"});
  const none = h("p", {class: "small muted"}, t("events.soon"));
  const element = h("section", {class: "panel events-panel", "aria-labelledby": "lobby-events"},
    h("div", {class: "row between"}, h("h2", {id: "lobby-events"}, t("events.title")), lounge.link("/events", t("lobby.allFriends"), "small more")), none, rows, h("div", {class: "row"}, lounge.link("/events", t("events.make"), "button soft")));
  let [asked, before] = [0, ""];
  return {
    element,
    draw() {
      if (Date.now() - asked < EVENTS_EVERY) return;
      asked = Date.now();
      void lounge.client.request("TOURNAMENT_LIST", {}, {again: false}).then((answer) => {
        if (!answer.ok) return;
        const worth = (/** @type {any} */ one) => Number(one.entered) * 2 + Number(one.entryOpen);
        const shown = /** @type {any[]} */ (answer.payload.events).sort((a, b) => worth(b) - worth(a)).slice(0, rowsOf(3));
        const now = JSON.stringify(shown);
        if (now === before) return;
        before = now;
        none.hidden = shown.length > 0;
        put(rows, ...shown.map((one) => eventRow(lounge, one)));
      });
    },
  };
}

/** @param {Lounge} lounge @param {any} one */
function eventRow(lounge, one) {
  const when = one.phase === "registering" ? (one.startsAt ? t("events.starts", {time: hour(one.startsAt)}) : t("events.whenFull", {n: one.tableSize})) : one.level ? t("events.levelOf", {n: one.level, left: one.left}) : t("events.phase.running");
  const label = t(one.entered ? "events.return" : one.entryOpen ? "events.register" : "events.look");
  const way = lounge.link(`/events/${one.event}`, label, "button soft");
  way.setAttribute("aria-label", `${label}: ${one.name}`);
  return h("li", {}, h("span", {class: "grow"}, h("b", {class: "cut"}, one.name), h("span", {class: "small muted cut"}, `${when} · ${one.cost ? t("events.cost", {n: one.cost}) : t("events.free")}`)), way);
}

/** The deal of the day, the same for all, of the first game that has one. @param {Lounge} lounge @returns {Panel} */
export function dayPanel(lounge) {
  const rows = h("ol", {class: "list", role: "list"});
  const about = h("p", {class: "small muted"});
  const play = h("div", {class: "row"});
  const element = h("section", {class: "panel day-panel", hidden: true, "aria-labelledby": "lobby-day"}, h("h2", {id: "lobby-day"}, t("day.title")), about, rows, play);
  let asked = 0;
  return {
    element,
    draw({games, fail}) {
      const game = games.find(({quick: starts}) => starts.some(({options}) => options?.daily === true));
      if (!game || Date.now() - asked < DAY_EVERY) return;
      asked = Date.now();
      const start = /** @type {import("../house.js").Quick} */ (game.quick.find(({options}) => options?.daily === true));
      void lounge.client.request("DAILY", {game: game.name, limit: rowsOf(3)}, {again: false}).then((answer) => {
        if (!answer.ok) return;
        const [figure = "", best = []] = /** @type {[string, any[]][]} */ (Object.entries(answer.payload.figures))[0] ?? [];
        const shown = (/** @type {number} */ value) => (figure.endsWith(" ms") ? span(value) : number(value));
        element.hidden = false;
        about.textContent = `${game.t("game.name")}: ${t(answer.payload.tried ? "day.tried" : best.length ? "day.first" : "day.none")}`;
        put(rows, ...best.map(({place, userId, name, value}) => h("li", {}, h("b", {class: "figures"}, place), avatar(userId), h("span", {class: "grow cut"}, userId === lounge.client.user?.id ? t("end.you") : name), h("span", {class: "figures muted small"}, shown(value)))));
        put(play, h("button", {type: "button", class: "soft", onclick: () => void quick(lounge, game, start, fail)}, icon("play"), t("day.play")));
      });
    },
  };
}

/** What stands below the games, in the order of what one comes for. @type {((lounge: Lounge) => Panel)[]} */
export const PANELS = [friendsPanel, eventsPanel, tablesPanel, dayPanel];
