// The tournaments of the house: those one is in, those one may enter, those under way and the last ones that are over;
// and a form for a new one.

import {h, icon, onSubmit, put} from "../dom.js";
import {hour, refusal, t} from "../text.js";
import {roundOf} from "./meeting.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../lounge.js").Screen} Screen */

const LOOK_EVERY = 5_000; // ms
const MINUTE = 60; // seconds
const MATCHES = ["swiss", "round-robin", "single-elimination", "double-elimination", "arena"]; // formats without chips

/** @param {Lounge} lounge @returns {Screen} */
export function tournamentsScreen(lounge) {
  const board = h("div", {class: "stack"}, h("p", {class: "muted"}, t("people.loading")));
  const wrong = h("p", {class: "error", role: "alert"});
  const form = h("div", {});
  const element = h("div", {class: "sheet stack events"}, h("h1", {}, t("events.title")), h("p", {class: "muted"}, t("events.about")), wrong, board, h("details", {class: "panel"}, h("summary", {}, t("events.make")), form));
  let [closed, before] = [false, ""];
  const start = async () => {
    if (lounge.client.state !== "live" || document.hidden) return;
    const [answer, over, games] = await Promise.all([lounge.client.request("TOURNAMENT_LIST", {}, {again: false}), lounge.client.request("TOURNAMENT_LIST", {over: true}, {again: false}), lounge.games()]);
    if (closed) return;
    if (!answer.ok) return put(board, h("p", {class: "error"}, refusal(answer)));
    if (!form.firstChild) await offer(games);
    const state = JSON.stringify([answer.payload, over.payload]);
    if (closed || before === state) return; // nothing new: buttons stay where they are
    before = state;
    const live = /** @type {any[]} */ (answer.payload.events);
    const gone = /** @type {any[]} */ (over.payload.events ?? []);
    const parts = [["yours", live.filter(({entered}) => entered)], ["open", live.filter(({entered, entryOpen}) => !entered && entryOpen)], ["running", live.filter(({entered, entryOpen}) => !entered && !entryOpen)], ["over", gone.slice(0, 8)]];
    const shown = /** @type {[string, any[]][]} */ (parts).filter(([, events]) => events.length);
    put(board, ...(shown.length ? shown.map(([name, events]) => section(lounge, name, events, games, enter)) : [h("p", {class: "muted"}, t("events.none"))]));
  };
  /** @param {import("../house.js").GameCard[]} games */
  const offer = async (games) => {
    const shapes = await lounge.client.request("TOURNAMENT_STRUCTURES", {});
    if (shapes.ok && !form.firstChild) put(form, making(lounge, shapes.payload, games, (text) => (wrong.textContent = text)));
  };
  /** @param {any} one */
  const enter = async (one) => {
    const answer = await lounge.client.request("TOURNAMENT_REGISTER", {event: one.event});
    wrong.textContent = answer.ok ? "" : refusal(answer);
    if (answer.ok) lounge.go(`/events/${one.event}`);
  };
  const again = () => void start();
  const ticker = window.setInterval(again, LOOK_EVERY);
  lounge.client.addEventListener("state", again);
  again();
  return {
    element,
    inner: true,
    title: () => t("events.title"),
    close() {
      closed = true;
      clearInterval(ticker);
      lounge.client.removeEventListener("state", again);
    },
  };
}

/** @param {Lounge} lounge @param {string} name @param {any[]} events @param {import("../house.js").GameCard[]} games @param {(one: any) => void} enter */
function section(lounge, name, events, games, enter) {
  const id = `events-${name}`;
  return h("section", {class: "panel", "aria-labelledby": id}, h("h2", {id}, t(`events.part.${name}`)), h("ul", {class: "list", role: "list"}, ...events.map((one) => line(lounge, one, games, enter))));
}

/** @param {any} one */
export function whenOf(one) {
  if (one.phase === "registering") return one.startsAt ? t("events.starts", {time: hour(one.startsAt)}) : t("events.whenFull", {n: one.tableSize});
  if (one.phase === "running" && MATCHES.includes(one.format)) return roundOf(one);
  return one.phase === "running" ? t("events.levelOf", {n: one.level, left: one.left}) : t(`events.phase.${one.phase}`);
}

/** @param {Lounge} lounge @param {any} one @param {import("../house.js").GameCard[]} games @param {(one: any) => void} enter */
function line(lounge, one, games, enter) {
  const game = games.find(({name}) => name === one.game)?.t("game.name") ?? one.game;
  const facts = [game, one.cost ? t("events.cost", {n: one.cost}) : t("events.free"), t("events.entries", {n: one.entries}), ...(one.pool ? [t("events.pool", {n: one.pool})] : [])];
  const late = one.entryOpen && one.phase === "running";
  const act = one.entryOpen && !one.entered && !(one.team > 1) ? h("button", {type: "button", class: "soft", "aria-label": `${t(late ? "events.enterLate" : "events.register")}: ${one.name}`, onclick: () => enter(one)}, t(late ? "events.enterLate" : "events.register")) : null;
  const look = lounge.link(`/events/${one.event}`, t(one.entered ? "events.return" : "events.look"), "button soft");
  look.setAttribute("aria-label", `${look.textContent}: ${one.name}`);
  return h("li", {class: "event-row", "data-event": one.event},
    h("span", {class: "tsign"}, icon("cup")),
    h("span", {class: "grow"}, h("b", {class: "cut"}, one.name), h("span", {class: "small figures"}, whenOf(one)), h("span", {class: "small muted figures"}, facts.join(" · "))),
    h("span", {class: "row"}, act, look));
}

/** @param {Lounge} lounge @param {any} offered @param {import("../house.js").GameCard[]} games @param {(text: string) => void} fail */
function making(lounge, offered, games, fail) {
  const playable = games.filter(({name}) => offered.games.includes(name));
  const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => h("label", {class: "field"}, h("span", {}, t(`events.field.${name}`)), input);
  const figure = (/** @type {string} */ name, /** @type {number} */ value, unit = 1) => {
    const [least, most] = offered.limits[name]; // the server's: what it would refuse cannot be typed
    return field(name, h("input", {name, type: "number", value: String(Math.min(value, Math.floor(most / unit))), min: String(Math.ceil(least / unit)), max: String(Math.floor(most / unit)), required: true}));
  };
  const choice = (/** @type {string} */ name, /** @type {[string, string][]} */ values) => field(name, h("select", {name}, ...values.map(([value, label]) => h("option", {value}, label))));
  const shape = (/** @type {any} */ one) => /** @type {[string, string]} */ ([one.name, t("events.structure", {name: t(`events.structure.${one.name}`), n: one.levels, chips: one.startStack})]);
  const ofMatches = games.filter(({seats, partners}) => partners || seats.includes(2));
  const send = async (/** @type {Record<string, string>} */ given) => {
    const answer = await lounge.client.request("TOURNAMENT_CREATE", MATCHES.includes(given.format) ? matchWish(given, ofMatches, offered.most) : chipWish(given));
    if (answer.ok) lounge.go(`/events/${answer.payload.event}`);
    else fail(refusal(answer));
  };
  const format = choice("format", [["sit-and-go", t("events.sitAndGo")], ["scheduled", t("events.scheduled")], .../** @type {[string, string][]} */ (MATCHES.map((one) => [one, t(`events.format.${one}`)]))]);
  const group = (/** @type {boolean} */ hidden, /** @type {HTMLElement[]} */ ...fields) => h("div", {class: "event-fields", hidden}, ...fields);
  const chips = group(false, choice("game", playable.map((one) => [one.name, one.t("game.name")])), choice("structure", offered.structures.map(shape)), figure("tableSize", 6), figure("buyIn", 0));
  const timed = group(true, figure("startsIn", 5, MINUTE));
  const late = group(true, figure("lateLevels", 0));
  const matched = group(true, choice("matchGame", ofMatches.map((one) => [one.name, one.partners ? t("events.inPairs", {game: one.t("game.name")}) : one.t("game.name")])));
  const lasting = group(true, figure("lasts", 30, MINUTE));
  format.addEventListener("change", (/** @type {Event} */ event) => {
    const {value} = /** @type {HTMLSelectElement} */ (event.target);
    const matches = MATCHES.includes(value);
    chips.hidden = matches;
    matched.hidden = !matches;
    timed.hidden = value === "sit-and-go";
    late.hidden = value !== "scheduled";
    lasting.hidden = value !== "arena";
  });
  return h("form", {class: "stack", onsubmit: onSubmit(send)},
    field("name", h("input", {name: "name", required: true, maxLength: 60, value: t("events.usualName")})),
    h("div", {class: "event-fields"}, format, figure("bots", 0)),
    chips, matched, timed, late, lasting,
    h("div", {class: "row end"}, h("button", {class: "primary"}, t("events.make"))));
}

/** A tournament with chips, as the form has it. @param {Record<string, string>} given */
function chipWish(given) {
  const bots = Number(given.bots);
  const sit = given.format === "sit-and-go";
  const terms = {name: given.name, game: given.game, structure: given.structure, format: given.format, tableSize: Number(given.tableSize), buyIn: Number(given.buyIn), bots: bots > 0, ...(sit ? {} : {lateLevels: Number(given.lateLevels)})};
  return {terms, bots, ...(sit ? {} : {startsIn: MINUTE * Number(given.startsIn)})};
}

/** One of matches. @param {Record<string, string>} given @param {import("../house.js").GameCard[]} games @param {Record<string, number>} most entrants of a format */
function matchWish(given, games, most) {
  const bots = Number(given.bots);
  const pairs = games.find(({name}) => name === given.matchGame)?.partners;
  const terms = {name: given.name, game: given.matchGame, format: given.format, bots: bots > 0, maxPlayers: most[given.format], ...(pairs ? {team: 2} : {})};
  return {terms, bots, startsIn: MINUTE * Number(given.startsIn), ...(given.format === "arena" ? {lasts: MINUTE * Number(given.lasts)} : {})};
}
