// The lobby: pick a game and play within a second, or open a table, or join or watch one.

import {h, icon, put} from "../dom.js";
import {botsFor, openTable, sit, tables} from "../house.js";
import {usual} from "../seek.js";
import {list, refusal, t} from "../text.js";
import {openingDialog} from "./opening.js";

/** @typedef {import("../house.js").GameCard} GameCard */
/** @typedef {import("../house.js").TableCard} TableCard */
/** @typedef {import("../lounge.js").Lounge} Lounge */

const LOOK_EVERY = 4_000; // ms between two looks at the open tables

/** @param {Lounge} lounge @returns {import("../lounge.js").Screen} */
export function lobby(lounge) {
  const cards = h("ul", {class: "games", role: "list"});
  const open = h("div", {class: "tables"});
  const wrong = h("p", {class: "error", role: "alert"});
  const element = h(
    "div",
    {class: "lobby"},
    h("div", {class: "hello"}, h("h1", {}, t("lobby.title")), h("p", {class: "muted"}, t("lobby.about"), " ", lounge.link("/events", t("events.title")))),
    wrong,
    cards,
    h("section", {"aria-labelledby": "open-tables"}, h("h2", {id: "open-tables"}, t("lobby.tables")), open),
  );
  const fail = (/** @type {string} */ text) => (wrong.textContent = text);
  /** @type {GameCard[]} */
  let known = [];
  let closed = false;

  const start = async () => {
    known = await lounge.games();
    if (closed) return;
    put(cards, ...known.map((game, i) => gameCard(lounge, game, i === 0, fail)));
    await look();
  };
  const look = async () => {
    if (closed || lounge.client.state !== "live" || document.hidden) return;
    const found = await tables(lounge.client);
    if (!closed) showTables(lounge, open, found, known, fail);
  };
  const ticker = window.setInterval(look, LOOK_EVERY);
  const again = () => void look();
  lounge.client.addEventListener("state", again);
  start().catch((reason) => fail(t("lobby.failed", {reason: reason.message})));

  return {
    element,
    title: () => t("lobby.title"),
    keys: () => known.slice(0, 9).map((game, i) => ({key: String(i + 1), label: `${game.t("game.name")}: ${game.t(`quick.${game.quick[0].name}`)}`, run: () => void quick(lounge, game, game.quick[0], fail)})),
    close() {
      closed = true;
      clearInterval(ticker);
      lounge.client.removeEventListener("state", again);
    },
  };
}

/** @param {Lounge} lounge @param {GameCard} game @param {import("../house.js").Quick} one @param {(text: string) => void} fail */
async function quick(lounge, game, one, fail) {
  const bots = one.seats > 1 ? {bots: botsFor(one.seats, one.bot ?? game.bots[0])} : {};
  const answer = await openTable(lounge.client, {game: game.name, seats: one.seats, options: one.options ?? {}, private: true, ...bots});
  if (answer.ok) lounge.go(`/table/${answer.payload.table}`);
  else fail(refusal(answer));
}

/** @param {Lounge} lounge @param {GameCard} game @param {boolean} first @param {(text: string) => void} fail */
function gameCard(lounge, game, first, fail) {
  const name = game.t("game.name");
  const starts = game.quick.map((one, i) => {
    const label = game.t(`quick.${one.name}`);
    return h("button", {type: "button", class: i === 0 ? "primary" : "", "aria-label": `${name}: ${label}`, onclick: () => void quick(lounge, game, one, fail)}, label);
  });
  const find = usual(game) ? h("button", {type: "button", "aria-label": `${name}: ${t("lobby.find")}`, onclick: () => void lounge.seek.start(game)}, t("lobby.find")) : null;
  const art = h("div", {class: "art", "aria-hidden": "true"}, ...game.art.map((card) => h("cut-card", {card})));
  return h(
    "li",
    {class: "game panel", "data-game": game.name, "data-first": first},
    art,
    h("div", {class: "game-words"}, h("h2", {}, name), h("p", {class: "muted"}, game.t("game.about")), game.fault ? h("p", {class: "error small"}, t("lobby.fault", {reason: game.fault})) : null),
    h("div", {class: "game-starts"}, ...starts, find, h("button", {type: "button", "aria-label": t("lobby.openLabel", {game: name}), onclick: () => void openingDialog(lounge, game)}, t("lobby.open"))),
  );
}

/** @param {Lounge} lounge @param {HTMLElement} place @param {TableCard[]} found @param {GameCard[]} known @param {(text: string) => void} fail */
function showTables(lounge, place, found, known, fail) {
  const me = lounge.client.user?.id;
  const named = (/** @type {TableCard} */ one) => known.find(({name}) => name === one.game);
  const shown = found.filter((one) => named(one) && (one.status === "WAITING_TO_START" || one.status === "IN_PROGRESS"));
  const mine = (/** @type {TableCard} */ one) => one.roster.some(({id}) => id === me);
  shown.sort((a, b) => Number(mine(b)) - Number(mine(a)) || Number(b.roster.length < b.seats) - Number(a.roster.length < a.seats) || b.table - a.table);
  const state = JSON.stringify(shown.map((one) => [one.table, one.status, one.host === me, one.roster.map(({id, name}) => [id, name])]));
  if (place.dataset.state === state) return; // nothing new: buttons stay where they are
  place.dataset.state = state;
  if (!shown.length) return put(place, h("p", {class: "muted"}, t("lobby.noTables")));
  put(place, h("ul", {class: "table-list", role: "list"}, ...shown.slice(0, 30).map((one) => tableRow(lounge, one, /** @type {GameCard} */ (named(one)), mine(one), fail))));
}

/** @param {Lounge} lounge @param {TableCard} one @param {GameCard} game @param {boolean} mine @param {(text: string) => void} fail */
function tableRow(lounge, one, game, mine, fail) {
  const title = one.name || t("table.numbered", {game: game.t("game.name"), n: one.table});
  const people = one.roster.length ? list(one.roster.map(({name}) => name)) : t("lobby.nobody");
  const go = () => lounge.go(`/table/${one.table}`);
  const join = async () => {
    const answer = await sit(lounge.client, one);
    if (answer.ok) go();
    else fail(refusal(answer));
  };
  const free = one.roster.length < one.seats;
  const button = (/** @type {string} */ label, /** @type {() => void} */ run, cls = "") => h("button", {type: "button", class: cls, "aria-label": `${label}: ${title}`, onclick: run}, label);
  let action = null;
  if (mine) action = button(t("lobby.return"), go, "primary");
  else if (free) action = button(t("lobby.sit"), () => void join(), "primary");
  const watch = !mine && one.watchable !== false ? button(t("lobby.watch"), go) : null;
  return h(
    "li",
    {class: "table-row"},
    h("div", {class: "table-words"}, h("span", {class: "table-name"}, title, one.private ? h("span", {class: "private"}, icon("lock"), h("span", {class: "visually-hidden"}, t("lobby.private"))) : null), h("span", {class: "muted small"}, one.name ? `${game.t("game.name")} · ${people}` : people)),
    h("span", {class: "figures muted", "aria-label": t("lobby.seated", {n: one.roster.length, seats: one.seats})}, icon(one.status === "IN_PROGRESS" ? "play" : "pause"), `${one.roster.length}/${one.seats}`),
    h("div", {class: "row"}, watch, action),
  );
}
