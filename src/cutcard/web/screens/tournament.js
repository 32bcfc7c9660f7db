// One tournament: clock and blinds are the largest things, then you, then prizes, players, tables and the levels to come.
// What is asked of you is always in the same panel.

import {avatar} from "../avatar.js";
import {entrant} from "../characters.js";
import {h, icon, put, svg} from "../dom.js";
import {hour, number, refusal, t} from "../text.js";
import {seats} from "./events.js";
import {meeting} from "./meeting.js";
import {blindsOf, rankOf, watched} from "./watched.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {(kind: string, more?: object) => Promise<void>} Ask */

const SAY = {t, number};
const MINUTE = 60_000;
const PAID_ROWS = 12;
const PLAYERS = 30; // shown; the answer holds up to a hundred

/** @param {Lounge} lounge @param {number} event @returns {import("../lounge.js").Screen} */
export function tournamentScreen(lounge, event) {
  const body = h("div", {class: "tour"}, h("p", {class: "muted"}, t("people.loading")));
  const wrong = h("p", {class: "error", role: "alert"});
  const head = h("h1", {}, t("events.title"));
  const element = h("div", {class: "events tour-screen"}, head, wrong, body);
  let [name, closed] = [t("events.title"), false];
  /** @type {any} */ let offer = null;
  /** @type {import("../house.js").GameCard[]} */ let games = [];
  lounge.games().then((all) => void (games = all), () => {});
  /** @type {Ask} */
  const ask = async (kind, more = {}) => {
    const answer = await lounge.client.request(kind, {event, ...more});
    if (closed) return;
    wrong.textContent = answer.ok ? "" : refusal(answer);
    void watch.look();
  };
  const ring = clockPanel();
  const mine = h("section", {class: "panel tmine", "aria-label": t("events.yours")});
  const rest = h("div", {class: "tour-rest"});
  /** What is asked is drawn anew; who has the focus there keeps it. @param {HTMLElement[]} parts */
  const renew = (parts) => {
    const at = document.activeElement;
    if (mine.contains(at) && at instanceof HTMLInputElement) return; // a partner's name is being written
    const focus = mine.contains(at) ? at?.textContent : "";
    put(mine, ...parts);
    if (focus) [.../** @type {NodeListOf<HTMLElement>} */ (mine.querySelectorAll("a, button"))].find((one) => one.textContent === focus)?.focus();
  };
  /** One of matches has rounds and results where the others have levels and chips. @param {any} told @param {number} at */
  const drawMatches = (told, at) => {
    const parts = meeting(lounge, told, ask, at, told.card?.t("game.name") ?? "");
    name = head.textContent = parts.name;
    renew(parts.mine);
    put(rest, ...parts.rest);
    put(body, parts.head, mine, rest);
    lounge.title();
  };
  const watch = watched(lounge, event, {
    draw(told, at) {
      told.card = games.find((one) => one.name === (told.matchInfo ?? told.info).terms.game);
      if (told.matchInfo) return drawMatches(told, at);
      name = head.textContent = told.info.terms.name;
      ring.show(told.info, at);
      renew(yours(lounge, told, offer, ask, at));
      put(rest, tilesOf(told.info), prizesOf(told), playersOf(lounge, told), tablesOf(lounge, told), levelsOf(told.info));
      put(body, ring.element, mine, rest);
      lounge.title();
    },
    fail: (answer) => put(body, h("p", {class: "error"}, refusal(answer))),
    hear(kind, told) {
      if (kind === "DEAL_PROPOSED") offer = told;
      if (kind === "DEAL_ENDED") offer = null;
    },
  });
  return {
    element,
    inner: true,
    title: () => name,
    close() {
      closed = true;
      ring.close();
      watch.close();
    },
  };
}

/** The level's clock with its blinds; before the start, when it begins. */
function clockPanel() {
  const arc = svg("circle", {class: "ring left", cx: 60, cy: 60, r: 54, pathLength: 100});
  const label = h("span", {class: "small muted"});
  const clock = /** @type {any} */ (h("cut-clock", {class: "tbig"}));
  const word = h("b", {class: "tbig figures"});
  const blinds = h("b", {class: "figures tblind"});
  const next = h("p", {class: "small nextlevel figures"});
  const more = h("p", {class: "small muted figures"});
  const blindsLabel = h("span", {class: "small muted"}, t("events.blinds"));
  const element = h("section", {class: "panel tclock", "aria-label": t("events.clock")},
    h("div", {class: "ringwrap"}, svg("svg", {class: "bigring", viewBox: "0 0 120 120", "aria-hidden": "true"}, svg("circle", {class: "ring track", cx: 60, cy: 60, r: 54}), arc), h("div", {class: "inring"}, label, clock, word)),
    h("div", {class: "blinds"}, blindsLabel, blinds, next, more));
  let [due, whole] = [0, 0];
  const turn = () => arc.style.setProperty("--left", String(whole ? Math.max(0, Math.min(100, (100 * (due - Date.now())) / whole)) : 0));
  const ticker = window.setInterval(turn, 1000);
  return {
    element,
    close: () => clearInterval(ticker),
    /** @param {any} info @param {number} at */
    show(info, at) {
      const {terms, phase} = info;
      const begins = phase === "registering";
      const left = info.breakLeft ?? info.levelLeft ?? (begins && terms.startsAt ? terms.startsAt - at : null);
      due = left === null ? 0 : at + left;
      whole = info.breakLeft ? 10 * MINUTE : begins ? Math.max(left ?? 0, 30 * MINUTE) : (info.blinds.minutes ?? 0) * MINUTE;
      clock.due = due || null;
      clock.hidden = !due;
      word.textContent = due ? "" : begins ? `${info.entries}/${terms.tableSize}` : phase === "running" ? number(info.level) : "";
      label.textContent = begins ? t(due ? "events.begins" : "events.entered") : phase === "running" ? (info.breakLeft ? t("events.pause") : t("events.levelN", {n: info.level})) : t(`events.phase.${phase}`);
      const first = begins ? terms.structure[0] : info.blinds;
      blinds.textContent = blindsOf(first, SAY);
      next.textContent = begins ? t("events.firstLevel") : info.nextBlinds && phase === "running" ? t("events.nextLevel", {blinds: blindsOf(info.nextBlinds, SAY)}) : "";
      more.textContent = info.paused ? t("events.paused") : first.minutes ? t("events.minutes", {n: first.minutes}) : first.hands ? t("events.hands", {n: first.hands}) : "";
      turn();
    },
  };
}

/** What is asked of you, or how you stand. @param {Lounge} lounge @param {any} told @param {any} offer @param {Ask} ask @param {number} at */
function yours(lounge, told, offer, ask, at) {
  const {info, own, tables = []} = told;
  const {terms} = info;
  const table = tables.find((/** @type {any} */ one) => one.table === own?.table)?.tableNumber;
  if (own?.table && table) seats.set(told.event, table);
  const button = (/** @type {string} */ label, /** @type {string} */ kind, cls = "soft", more = {}) => h("button", {type: "button", class: cls, onclick: () => void ask(kind, more)}, label);
  const cost = terms.buyIn + (terms.fee ?? 0) + (terms.bounty ?? 0);
  const inside = own && !own.place && info.phase !== "over" && info.phase !== "cancelled";
  const big = info.blinds.bigBlind || 1;
  const {head, text} = standing(lounge, told, {inside, cost, big, at});
  const enter = (/** @type {string} */ key) => t(cost ? `${key}For` : key, {n: cost});
  const acts = [
    inside && table ? lounge.link(`/table/${table}`, t("events.toTable"), "button primary") : null,
    !own && info.entryOpen ? button(enter(info.phase === "running" ? "events.enterLate" : "events.register"), "TOURNAMENT_REGISTER", "primary") : null,
    own?.place && info.entryOpen && terms.reEntries ? button(enter("events.reEnter"), "TOURNAMENT_RE_ENTER", "primary") : null,
    inside && info.breakLeft && info.level === terms.rebuyLevels && terms.addOnStack ? button(t("events.addOnFor", {n: terms.addOnPrice ?? 0, chips: terms.addOnStack}), "TOURNAMENT_ADD_ON", "primary") : null,
    inside && info.phase === "running" && rebuysNow(info, own) ? button(t("events.rebuyFor", {n: terms.rebuyPrice ?? 0}), "TOURNAMENT_REBUY") : null,
    inside && info.phase === "registering" ? button(t("events.unregister"), "TOURNAMENT_UNREGISTER") : null,
    inside && info.phase === "running" && tables.length === 1 && info.left > 1 && info.pool && !offer ? button(t("events.propose"), "TOURNAMENT_DEAL_PROPOSE") : null,
    own?.place || info.phase === "over" ? lounge.link("/events", t("events.others"), "button soft") : null,
    info.phase === "registering" && terms.host === lounge.client.user?.id ? button(t("events.cancel"), "TOURNAMENT_CANCEL", "quiet danger") : null,
  ].filter((one) => one !== null);
  const face = own ? avatar(own.playerId) : h("span", {class: "tsign"}, icon("cup"));
  return [
    h("div", {class: "row", role: "status"}, face, h("div", {class: "grow"}, h("b", {class: own?.place ? "taskhead moment" : "taskhead"}, head), h("p", {class: "small muted figures"}, text))),
    ...(inside && info.phase === "running" ? [standingBar(info, rankOf(info, lounge.client.user?.id))] : []),
    ...(offer ? [deal(offer, told, ask)] : []),
    h("div", {class: "row tacts"}, ...acts),
  ];
}

/** One's state in a line and a sentence. @param {Lounge} lounge @param {any} told @param {{inside: boolean, cost: number, big: number, at: number}} known */
function standing(lounge, {info, own}, {inside, cost, big, at}) {
  const {terms} = info;
  const stakes = [cost ? t("events.cost", {n: cost}) : t("events.free"), t("events.startStack", {n: terms.startStack}), t("events.entries", {n: info.entries})].join(" · ");
  const soon = terms.startsAt > at ? t("events.starts", {time: hour(terms.startsAt)}) : t("events.whenFull", {n: terms.tableSize});
  if (info.phase === "cancelled") return {head: t("events.phase.cancelled"), text: t("events.cancelledText")};
  if (own?.place) return {head: own.place === 1 ? t("events.won") : t("events.outAt", {n: own.place, of: info.entries}), text: own.prize ? t("events.prize", {n: own.prize}) : forHonour(terms) ? t("events.forHonour") : t("events.noPrize", {n: info.prizes?.length ?? 0})};
  if (info.phase === "over") return {head: t("events.phase.over"), text: stakes};
  if (info.phase === "registering") return {head: inside ? t("events.in") : soon, text: inside ? `${soon} · ${stakes}` : stakes};
  if (!inside) return {head: t(info.entryOpen ? "events.lateOpen" : "events.phase.running"), text: info.entryOpen ? t("events.lateText", {n: info.level, chips: terms.startStack, big: Math.round(terms.startStack / big)}) : t("events.left", {n: info.left})};
  if (info.handForHand) return {head: t("events.handForHand"), text: t("events.handText", {left: info.left, paid: info.prizes?.length ?? 0})};
  const rank = rankOf(info, lounge.client.user?.id);
  const chips = own.stack ? t("events.chips", {n: own.stack, big: Math.round(own.stack / big)}) : "";
  return {head: info.breakLeft ? t("events.pause") : rank ? t("events.rankOf", {n: rank, of: info.left}) : t("events.in"), text: chips};
}

/** Where one stands between first and last, and where prizes begin. @param {any} info @param {number} rank */
function standingBar(info, rank) {
  const paid = info.pool ? (info.prizes?.length ?? 0) : 0;
  const share = (/** @type {number} */ n) => `${Math.min(100, (100 * n) / Math.max(1, info.left))}%`;
  return h("div", {class: "posbar", role: "img", "aria-label": t(paid ? "events.rankPaid" : "events.rankOf", {n: rank, of: info.left, paid}), vars: {"--paid": share(paid), "--you": share(Math.max(0, rank - 0.5))}},
    h("span", {class: "paid"}), rank ? h("span", {class: "youmark"}) : null, h("span", {class: "xs muted paidlabel"}, paid ? t("events.paidFrom", {n: paid}) : ""));
}

/** @param {any} offer @param {any} told @param {Ask} ask */
function deal(offer, told, ask) {
  const rows = Object.entries(offer.amounts).map(([id, amount]) => h("tr", {}, h("td", {}, entrant(id, told).name), h("td", {class: "figures num"}, number(/** @type {number} */ (amount)))));
  return h("div", {class: "stack tdeal"},
    h("p", {}, t("events.dealProposed")),
    h("table", {class: "board"}, h("caption", {class: "visually-hidden"}, t("events.dealProposed")), h("tbody", {}, ...rows)),
    h("div", {class: "row tacts"},
      h("button", {type: "button", class: "soft", onclick: () => void ask("TOURNAMENT_DEAL_DECLINE")}, t("events.playOn")),
      h("button", {type: "button", class: "primary", onclick: () => void ask("TOURNAMENT_DEAL_ACCEPT", {version: offer.version})}, t("events.accept"))));
}

/** Whether nothing at all is paid in or out. @param {any} terms */
const forHonour = (terms) => !(terms.buyIn || terms.rebuyPrice || terms.addOnPrice || terms.guarantee || terms.bounty);

/** Rebuys are for stacks up to the first one, in the first levels. @param {any} info @param {any} own */
const rebuysNow = ({terms, level, breakLeft}, own) => Boolean(terms.rebuys) && level < terms.rebuyLevels + (breakLeft ? 0 : 1) && (own.stack ?? 0) <= terms.startStack;

/** @param {any} info */
function tilesOf(info) {
  const {terms} = info;
  const tile = (/** @type {string} */ label, /** @type {string} */ value, more = "") => h("div", {class: "tile"}, h("span", {class: "small muted"}, label), h("b", {class: "figures"}, value), more ? h("span", {class: "xs muted figures"}, more) : null);
  const open = info.phase === "registering";
  const most = terms.format === "sit-and-go" ? terms.tableSize : terms.maxEntries;
  return h("section", {class: "tiles", "aria-label": t("events.figures")},
    open || info.phase === "over" ? tile(t("events.entered"), number(info.entries), most < 5000 ? t("events.atMost", {n: most}) : "") : tile(t("events.leftLabel"), number(info.left), t("events.ofAll", {n: info.entries})),
    tile(t("events.poolLabel"), number(info.pool ?? 0), terms.buyIn ? `${number(info.entries)} × ${number(terms.buyIn)}` : t("events.free")),
    info.average ? tile(t("events.averageLabel"), number(info.average), t("events.bigBlinds", {n: Math.round(info.average / (info.blinds.bigBlind || 1))})) : tile(t("events.startLabel"), number(terms.startStack), t("events.bigBlinds", {n: Math.round(terms.startStack / (terms.structure[0].bigBlind || 1))})),
    tile(t("events.lateLabel"), terms.lateLevels ? t("events.lateLevels", {n: terms.lateLevels}) : t("events.lateNone"), open ? "" : info.entryOpen ? t("events.openNow") : t("events.closedNow")),
    terms.reEntries ? tile(t("events.reEntriesLabel"), number(terms.reEntries)) : null,
    terms.rebuys ? tile(t("events.rebuysLabel"), number(terms.rebuyPrice ?? 0), t("events.rebuysText", {chips: terms.rebuyStack, n: terms.rebuyLevels})) : null,
    terms.addOnStack ? tile(t("events.addOnLabel"), number(terms.addOnPrice ?? 0), t("events.addOnText", {chips: terms.addOnStack, n: terms.rebuyLevels})) : null,
    terms.bounty ? tile(t("events.bountyLabel"), number(terms.bounty), t(terms.progressive ? "events.bountyGrows" : "events.bountyText")) : null,
    terms.tickets ? tile(t("events.ticketsLabel"), number(terms.tickets), terms.ticketPrice ? t("events.ticketsText", {n: terms.ticketPrice}) : "") : null);
}

/** @param {any} told */
function prizesOf({info, own}) {
  const prizes = /** @type {number[]} */ (info.prizes ?? []);
  const sum = prizes.reduce((a, b) => a + b, 0) || 1;
  const rows = prizes.slice(0, PAID_ROWS).map((prize, i) => h("tr", {class: own?.place === i + 1 ? "me" : ""}, h("td", {class: "figures"}, number(i + 1)), h("td", {class: "figures num"}, number(prize)), h("td", {class: "figures num"}, `${Math.round((100 * prize) / sum)}%`)));
  return h("section", {class: "panel", "aria-labelledby": "tour-prizes"}, h("h2", {id: "tour-prizes"}, t("events.prizesTitle")),
    prizes.length && info.pool
      ? h("table", {class: "board"}, h("caption", {class: "visually-hidden"}, t("events.prizesTitle")), h("thead", {}, h("tr", {}, ...["place", "prize", "share"].map((one) => h("th", {scope: "col", class: one === "place" ? "" : "num"}, t(`events.column.${one}`))))), h("tbody", {}, ...rows))
      : h("p", {class: "muted small"}, t(forHonour(info.terms) ? "events.forHonour" : "events.prizesLater")));
}

/** @param {Lounge} lounge @param {any} told */
function playersOf(lounge, told) {
  const {info} = told;
  const me = lounge.client.user?.id;
  const row = (/** @type {any} */ one, /** @type {number} */ i) => {
    const {name, face, line} = entrant(one.playerId, told);
    return h("tr", {class: one.playerId === me ? "me" : ""},
      h("td", {class: "figures"}, number(one.place || i + 1)),
      h("td", {}, h("span", {class: "row tight", title: line}, face, h("span", {class: "cut"}, one.playerId === me ? t("end.you") : name))),
      h("td", {class: "figures muted small"}, one.place === 1 ? t("events.first") : one.place ? t("events.out") : one.table ? t("events.table", {n: one.table}) : ""),
      h("td", {class: "figures num"}, one.place ? (one.prize ? `+${number(one.prize)}` : "") : one.stack ? number(one.stack) : ""));
  };
  const players = (info.players ?? []).slice(0, PLAYERS);
  return h("section", {class: "panel", "aria-labelledby": "tour-players"}, h("h2", {id: "tour-players"}, t("events.players")),
    players.length
      ? h("table", {class: "board players"}, h("caption", {class: "visually-hidden"}, t("events.players")), h("thead", {class: "visually-hidden"}, h("tr", {}, ...["place", "name", "table", "stack"].map((one) => h("th", {scope: "col"}, t(`events.column.${one}`))))), h("tbody", {}, ...players.map(row)))
      : h("p", {class: "muted small"}, t("events.nobody")));
}

/** @param {Lounge} lounge @param {any} told */
function tablesOf(lounge, {info, own, tables = []}) {
  const at = (/** @type {number} */ table) => (info.players ?? []).filter((/** @type {any} */ one) => one.table === table && !one.place);
  const rows = tables.map((/** @type {any} */ one) => {
    const seated = at(one.table);
    const yours_ = own?.table === one.table;
    const link = lounge.link(`/table/${one.tableNumber}`, t(yours_ ? "events.toTable" : "lobby.watch"), "button soft");
    link.setAttribute("aria-label", `${link.textContent}: ${t("events.table", {n: one.table})}`);
    return h("li", {}, mini(info.terms.tableSize, seated.map((/** @type {any} */ s) => s.seat ?? 0), yours_ ? own.seat : -1), h("span", {class: "grow"}, h("b", {}, t("events.table", {n: one.table})), h("span", {class: "small muted"}, t("events.seated_n", {n: seated.length}))), link);
  });
  return h("section", {class: "panel", hidden: !rows.length, "aria-labelledby": "tour-tables"}, h("h2", {id: "tour-tables"}, t("events.tables")), h("ul", {class: "list", role: "list"}, ...rows));
}

/** A table from above, with who sits there. @param {number} size @param {number[]} taken @param {number} me */
function mini(size, taken, me) {
  const spots = Array.from({length: size}, (_, i) => {
    const angle = (i / size) * 2 * Math.PI + Math.PI / 2;
    return svg("circle", {cx: 45 + 37 * Math.cos(angle), cy: 28 + 22 * Math.sin(angle), r: 5, class: `s ${i === me ? "me" : ""} ${taken.includes(i) ? "" : "none"}`});
  });
  return svg("svg", {class: "mini", viewBox: "0 0 90 56", "aria-hidden": "true"}, svg("rect", {class: "cloth", x: 12, y: 10, width: 66, height: 36, rx: 18}), ...spots);
}

/** The levels: which is now, and what comes. @param {any} info */
function levelsOf(info) {
  let level = 0;
  const rows = /** @type {any[]} */ (info.terms.structure).map((row) => {
    if (row.break) return h("tr", {class: "muted"}, h("td", {}, ""), h("td", {colSpan: 2}, t("events.breakOf", {n: row.break})));
    level += 1;
    const now = info.phase === "running" && level === info.level;
    return h("tr", {class: now ? "me" : "", ...(now ? {"aria-current": "step"} : {})}, h("td", {class: "figures"}, number(level)), h("td", {class: "figures"}, blindsOf(row, SAY)), h("td", {class: "figures num"}, row.minutes ? t("events.min", {n: row.minutes}) : t("events.hands", {n: row.hands})));
  });
  return h("details", {class: "panel tlevels"}, h("summary", {}, t("events.structureTitle")), h("table", {class: "board"}, h("caption", {class: "visually-hidden"}, t("events.structureTitle")), h("thead", {}, h("tr", {}, ...["level", "blinds", "length"].map((one) => h("th", {scope: "col", class: one === "length" ? "num" : ""}, t(`events.column.${one}`))))), h("tbody", {}, ...rows)));
}
