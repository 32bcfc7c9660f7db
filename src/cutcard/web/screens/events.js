// Events: made, entered, watched, and the way to one's table. What happens at the table is the table's.

import {h, onSubmit, put} from "../dom.js";
import {hour, number, refusal, span, t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../lounge.js").Screen} Screen */

const TELLS = ["STARTED", "LEVEL", "BREAK", "ENTRY_CLOSED", "MOVED", "TABLE_BROKEN", "HAND_FOR_HAND", "OUT", "BOUNTY", "FINAL_TABLE", "DEAL_PROPOSED", "DEAL_ENDED", "PAUSED", "RESUMED", "CANCELLED", "ENDED"];
const SHORTEST = 700; // ms between two looks at an event in which much happens

/** Where this player was last seated, by event: from there they are brought to the next table. @type {Map<number, number>} */
const seats = new Map();

/** Hears where one is seated and what one is asked, wherever one is. @param {Lounge} lounge */
export function hearEvents(lounge) {
  const {client, calls} = lounge;
  client.on("TOURNAMENT_SEATED", ({event, tableNumber}) => {
    const [before, to] = [seats.get(event), `/table/${tableNumber}`];
    if (!tableNumber) return lounge.go(`/events/${event}`);
    seats.set(event, tableNumber);
    const follows = location.pathname === `/table/${before}` || location.pathname.startsWith("/events");
    if (follows) return lounge.go(to, before !== undefined);
    const go = () => {
      calls.drop("seated");
      lounge.go(to);
    };
    calls.show("seated", {text: t("events.seated"), buttons: [{label: t("events.toTable"), run: go, primary: true}]});
  });
  client.on("TOURNAMENT_REBUY_ASKED", ({event, price, until}) => {
    const answer = (/** @type {boolean} */ buy) => async () => {
      calls.drop("rebuy");
      const said = await client.request("TOURNAMENT_REBUY", {event: Number(event), buy});
      if (!said.ok) calls.show("rebuy", {text: refusal(said)});
    };
    calls.show("rebuy", {text: t("events.rebuyAsked", {n: price}), due: until, buttons: [{label: t("events.no"), run: answer(false)}, {label: t("events.rebuy"), run: answer(true), primary: true}]});
  });
  client.on("TOURNAMENT_DEAL_PROPOSED", ({event}) => calls.show("deal", {text: t("events.dealProposed"), buttons: [{label: t("events.look"), run: () => lounge.go(`/events/${event}`), primary: true}]}));
  client.on("TOURNAMENT_DEAL_ENDED", () => calls.drop("deal"));
}

/** The list, and a form for a new one. @param {Lounge} lounge @param {string} wanted @returns {Screen} */
export function eventsScreen(lounge, wanted) {
  return /^\d+$/.test(wanted) ? oneEvent(lounge, Number(wanted)) : allEvents(lounge);
}

/** @param {Lounge} lounge @returns {Screen} */
function allEvents(lounge) {
  const board = h("div", {}, h("p", {class: "muted"}, t("people.loading")));
  const wrong = h("p", {class: "error", role: "alert"});
  const form = h("div", {});
  const element = h("div", {class: "sheet stack events"}, h("h1", {}, t("events.title")), wrong, board, h("details", {}, h("summary", {}, t("events.make")), form));
  let closed = false;
  const start = async () => {
    const [answer, shapes] = await Promise.all([lounge.client.request("TOURNAMENT_LIST", {}), lounge.client.request("TOURNAMENT_STRUCTURES", {})]);
    if (closed) return;
    if (!answer.ok) return put(board, h("p", {class: "error"}, refusal(answer)));
    if (shapes.ok && !form.firstChild) put(form, making(lounge, shapes.payload, await lounge.games(), (text) => (wrong.textContent = text)));
    const {events} = answer.payload;
    put(board, events.length ? h("ul", {class: "table-list", role: "list"}, ...events.map((/** @type {any} */ one) => line(lounge, one))) : h("p", {class: "muted"}, t("events.none")));
  };
  const again = () => void (lounge.client.state === "live" && start());
  lounge.client.addEventListener("state", again);
  again();
  return {
    element,
    inner: true,
    title: () => t("events.title"),
    close() {
      closed = true;
      lounge.client.removeEventListener("state", again);
    },
  };
}

/** @param {Lounge} lounge @param {any} one */
function line(lounge, one) {
  const about = [t(`events.phase.${one.phase}`), one.cost ? t("events.cost", {n: one.cost}) : t("events.free"), t("events.entries", {n: one.entries})].join(" · ");
  return h(
    "li",
    {class: "table-row", "data-event": one.event},
    h("div", {class: "table-words"}, h("span", {class: "table-name"}, one.name), h("span", {class: "muted small"}, about)),
    lounge.link(`/events/${one.event}`, t(one.entered ? "events.return" : "events.look"), "button primary"),
  );
}

/** @param {Lounge} lounge @param {any} offered @param {import("../house.js").GameCard[]} games @param {(text: string) => void} fail */
function making(lounge, offered, games, fail) {
  const playable = games.filter(({name}) => offered.games.includes(name));
  const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => h("label", {class: "field"}, h("span", {}, t(`events.field.${name}`)), input);
  const figure = (/** @type {string} */ name, /** @type {number} */ value, min = 0, max = 1_000_000) => field(name, h("input", {name, type: "number", value: String(value), min: String(min), max: String(max), required: true}));
  const choice = (/** @type {string} */ name, /** @type {[string, string][]} */ values) => field(name, h("select", {name}, ...values.map(([value, label]) => h("option", {value}, label))));
  const send = async (/** @type {Record<string, string>} */ given) => {
    const bots = Number(given.bots);
    const sit = given.format === "sit-and-go";
    const terms = {name: given.name, game: given.game, structure: given.structure, format: given.format, tableSize: Number(given.tableSize), buyIn: Number(given.buyIn), bots: bots > 0};
    const answer = await lounge.client.request("TOURNAMENT_CREATE", {terms, bots, ...(sit ? {} : {startsIn: 60 * Number(given.startsIn)})});
    if (answer.ok) lounge.go(`/events/${answer.payload.event}`);
    else fail(refusal(answer));
  };
  return h(
    "form",
    {class: "stack", onsubmit: onSubmit(send)},
    field("name", h("input", {name: "name", required: true, maxLength: 60, value: t("events.usualName")})),
    choice("format", [["sit-and-go", t("events.sitAndGo")], ["scheduled", t("events.scheduled")]]),
    choice("game", playable.map((one) => [one.name, one.t("game.name")])),
    choice("structure", offered.structures.map((/** @type {any} */ one) => [one.name, one.name])),
    figure("tableSize", 6, 2, 10),
    figure("buyIn", 0),
    figure("startsIn", 5, 1, 10_000),
    figure("bots", 0, 0, 50),
    h("div", {class: "row end"}, h("button", {class: "primary"}, t("events.make"))),
  );
}

/** @param {Lounge} lounge @param {number} event @returns {Screen} */
function oneEvent(lounge, event) {
  const {client} = lounge;
  const body = h("div", {class: "stack"}, h("p", {class: "muted"}, t("people.loading")));
  const wrong = h("p", {class: "error", role: "alert"});
  const head = h("h1", {}, t("events.title"));
  const element = h("div", {class: "sheet stack events"}, head, wrong, body);
  let [closed, name, soon] = [false, t("events.title"), 0];
  /** @type {any} */ let offer = null;

  const ask = async (/** @type {string} */ kind, more = {}) => {
    const answer = await client.request(kind, {event, ...more});
    wrong.textContent = answer.ok ? "" : refusal(answer);
    void look();
  };
  const look = async () => {
    soon = 0;
    const answer = await client.request("TOURNAMENT_WATCH", {event});
    if (closed) return;
    if (!answer.ok) return put(body, h("p", {class: "error"}, refusal(answer)));
    name = head.textContent = answer.payload.info.terms.name;
    put(body, ...shown(lounge, answer.payload, offer, ask));
    lounge.title();
  };
  const later = () => void (soon ||= window.setTimeout(look, SHORTEST));
  const hears = TELLS.map((kind) => {
    const run = (/** @type {any} */ told) => {
      if (told.event !== event) return;
      if (kind === "DEAL_PROPOSED") offer = told;
      if (kind === "DEAL_ENDED") offer = null;
      later();
    };
    return client.on(`TOURNAMENT_${kind}`, run);
  });
  const again = () => void (client.state === "live" && look());
  client.addEventListener("state", again);
  again();
  return {
    element,
    inner: true,
    title: () => name,
    close() {
      closed = true;
      clearTimeout(soon);
      client.removeEventListener("state", again);
      for (const end of hears) if (typeof end === "function") end();
      if (client.state === "live") void client.request("TOURNAMENT_UNWATCH", {event});
    },
  };
}

/** @param {Lounge} lounge @param {any} told @param {any} offer @param {(kind: string, more?: object) => Promise<void>} ask */
function shown(lounge, told, offer, ask) {
  const {info, own, names = {}, tables = []} = told;
  const {terms, blinds} = info;
  const where = (/** @type {number} */ table) => tables.find((/** @type {any} */ one) => one.table === table)?.tableNumber;
  if (own?.table && where(own.table)) seats.set(told.event, where(own.table));
  const button = (/** @type {string} */ label, /** @type {string} */ kind, more = {}, cls = "") => h("button", {type: "button", class: cls, onclick: () => void ask(kind, more)}, t(`events.${label}`));
  const inside = own && !own.place && info.phase !== "over";
  const actions = [
    inside && where(own.table) ? lounge.link(`/table/${where(own.table)}`, t("events.toTable"), "button primary") : null,
    !own && info.entryOpen ? button("register", "TOURNAMENT_REGISTER", {}, "primary") : null,
    own?.place && info.entryOpen && terms.reEntries ? button("reEnter", "TOURNAMENT_RE_ENTER", {}, "primary") : null,
    inside && info.phase === "registering" ? button("unregister", "TOURNAMENT_UNREGISTER") : null,
    inside && info.phase === "running" && terms.rebuys ? button("rebuy", "TOURNAMENT_REBUY") : null,
    inside && info.breakLeft && terms.addOnStack ? button("addOn", "TOURNAMENT_ADD_ON") : null,
    inside && info.phase === "running" && tables.length === 1 && !offer ? button("propose", "TOURNAMENT_DEAL_PROPOSE") : null,
    info.phase === "registering" && terms.host === lounge.client.user?.id ? button("cancel", "TOURNAMENT_CANCEL") : null,
  ];
  const facts = [
    t(`events.phase.${info.phase}`),
    info.phase === "registering" && terms.startsAt ? t("events.starts", {time: hour(terms.startsAt)}) : null,
    info.phase === "running" ? t("events.level", {n: info.level, small: blinds.smallBlind ?? 0, big: blinds.bigBlind ?? 0}) : null,
    info.levelLeft ? t("events.levelLeft", {time: span(info.levelLeft)}) : null,
    t("events.entries", {n: info.entries}),
    info.left ? t("events.left", {n: info.left}) : null,
    info.pool ? t("events.pool", {n: info.pool}) : null,
    info.prizes?.length ? t("events.prizes", {list: info.prizes.slice(0, 10).map((/** @type {number} */ n) => number(n)).join(", ")}) : null,
  ].filter(Boolean);
  const me = lounge.client.user?.id;
  const row = (/** @type {any} */ one) => h("tr", {class: one.playerId === me ? "me" : ""},
    h("td", {class: "figures"}, one.place ? number(one.place) : ""),
    h("td", {}, names[one.playerId] ?? one.playerId),
    h("td", {class: "figures"}, one.table ? number(one.table) : ""),
    h("td", {class: "figures"}, one.stack ? number(one.stack) : ""),
    h("td", {class: "figures"}, one.prize ? number(one.prize) : ""));
  return [
    h("p", {class: "muted"}, facts.join(" · ")),
    h("div", {class: "row"}, ...actions),
    offer ? deal(offer, names, ask) : h("div", {hidden: true}),
    h("table", {class: "board"},
      h("caption", {class: "visually-hidden"}, t("events.players")),
      h("thead", {}, h("tr", {}, ...["place", "name", "table", "stack", "prize"].map((column) => h("th", {scope: "col"}, t(`events.column.${column}`))))),
      h("tbody", {}, ...(info.players ?? []).map(row))),
    h("ul", {class: "table-list", role: "list"}, ...tables.map((/** @type {any} */ one) => h("li", {class: "table-row"}, h("span", {class: "table-words"}, t("events.table", {n: one.table})), lounge.link(`/table/${one.tableNumber}`, t("lobby.watch"), "button")))),
  ];
}

/** @param {any} offer @param {Record<string, string>} names @param {(kind: string, more?: object) => Promise<void>} ask */
function deal(offer, names, ask) {
  const rows = Object.entries(offer.amounts).map(([id, amount]) => h("li", {}, `${names[id] ?? id}: ${number(/** @type {number} */ (amount))}`));
  return h(
    "section",
    {class: "panel stack", "aria-label": t("events.dealProposed")},
    h("p", {}, t("events.dealProposed")),
    h("ul", {}, ...rows),
    h("div", {class: "row"},
      h("button", {type: "button", onclick: () => void ask("TOURNAMENT_DEAL_DECLINE")}, t("events.no")),
      h("button", {type: "button", class: "primary", onclick: () => void ask("TOURNAMENT_DEAL_ACCEPT", {version: offer.version})}, t("events.accept"))),
  );
}
