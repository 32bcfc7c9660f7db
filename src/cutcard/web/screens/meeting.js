// An event of matches: Swiss, round robin, brackets, arena, for one or for pairs. What is asked of you is in the same
// panel as in a tournament; below it the standings, and the bracket or the rounds.

import {avatar} from "../avatar.js";
import {entrant} from "../characters.js";
import {h, icon} from "../dom.js";
import {at, dress} from "../shelf.js";
import {hour, list, number, t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {(kind: string, more?: object) => Promise<void>} Ask */

const SHOWN = 50; // entrants; the answer holds up to a hundred

/** Half points as people write them: 3 is 1½. @param {number} n */
export const halves = (n) => (n % 2 ? `${n > 1 ? number((n - 1) / 2) : ""}½` : number(n / 2));

/** An arena counts points of its own. @param {any} terms @param {number} score */
const scored = (terms, score) => (terms.format === "arena" ? number(score) : halves(score));

/** @param {string} format */
const knockout = (format) => format.endsWith("elimination");

/** Which round it is, in words. @param {{format: string, round?: number, rounds?: number}} one */
export function roundOf({format, round, rounds}) {
  if (format === "arena" || !round) return t(`events.format.${format}`);
  return rounds && rounds >= round ? t("events.roundOf", {n: round, of: rounds}) : t("events.roundN", {n: round});
}

/** The names of an entrant: one, or a pair. @param {Lounge} lounge @param {any} told @param {string[]} users */
function named(lounge, told, users) {
  return list(users.map((id) => (id === lounge.client.user?.id ? t("end.you") : entrant(id, told).name)));
}

/** The parts of its page, the most urgent first. @param {Lounge} lounge @param {any} told @param {Ask} ask @param {number} now @param {string} game */
export function meeting(lounge, told, ask, now, game) {
  const info = told.matchInfo;
  void dress(at("/web/css/meeting.css")).catch(() => {}); // plainer without it, and no worse
  return {
    name: /** @type {string} */ (info.terms.name),
    head: state(info, now, game),
    mine: yours(lounge, told, ask, now),
    rest: [standings(lounge, told), ...(knockout(info.terms.format) ? [bracket(lounge, told)] : []), matches(lounge, told)],
  };
}

/** What it is, and how far. @param {any} info @param {number} now @param {string} game */
function state(info, now, game) {
  const {terms, phase} = info;
  const due = phase === "registering" ? info.startsAt : phase === "running" && info.endsAt ? info.endsAt : 0;
  const clock = /** @type {any} */ (h("cut-clock", {class: "tbig", hidden: due <= now}));
  clock.due = due > now ? due : null;
  const big = phase === "registering" ? t(due > now ? "events.begins" : "events.beginsSoon") : phase === "running" ? roundOf({...info, format: terms.format}) : t(`events.phase.${phase}`);
  const format = t(`events.format.${terms.format}`);
  const kind = [game, big === format ? "" : format, ...(terms.team > 1 ? [t("events.pairs")] : []), ...(terms.rounds ? [t("events.roundsIn", {n: terms.rounds})] : [])];
  const figures = [t("events.entries", {n: info.entries}), ...(phase === "running" ? [t("events.playing", {n: info.playing})] : [])];
  return h("section", {class: "panel tclock meeting-state", "aria-label": t("events.state")},
    h("div", {class: "grow"}, h("b", {class: "tbig"}, big), clock, h("p", {class: "small muted"}, kind.filter(Boolean).join(" · ")), h("p", {class: "small muted figures"}, figures.join(" · "))));
}

/** What is asked of you, or how you stand. @param {Lounge} lounge @param {any} told @param {Ask} ask @param {number} now @returns {HTMLElement[]} */
function yours(lounge, told, ask, now) {
  const {matchInfo: info, ownEntry: own, ownMatch: match} = told;
  const {terms, phase} = info;
  const button = (/** @type {string} */ label, /** @type {string} */ kind, cls = "soft", more = {}) => h("button", {type: "button", class: cls, onclick: () => void ask(kind, more)}, label);
  const running = phase === "running";
  const inside = own && !own.gone;
  const called = match && !match.tableNumber && running;
  const said = called && match.ready?.includes(own?.entry);
  const pairs = terms.team > 1;
  const entering = !inside && info.entryOpen;
  const acts = [
    match?.tableNumber ? lounge.link(`/table/${match.tableNumber}`, t("events.toMatch"), "button primary") : null,
    called && !said ? button(t("events.ready"), "TOURNAMENT_READY", "primary", {match: match.match}) : null,
    running && own?.away ? button(t("events.back"), "TOURNAMENT_BACK", "primary") : null,
    entering && !pairs ? button(t(running ? "events.enterLate" : "events.register"), "TOURNAMENT_REGISTER", "primary") : null,
    inside && phase === "registering" ? button(t("events.unregister"), "TOURNAMENT_UNREGISTER") : null,
    inside && running && !match ? button(t("events.withdraw"), "TOURNAMENT_WITHDRAW", "quiet danger") : null,
    phase === "over" || phase === "cancelled" ? lounge.link("/events", t("events.others"), "button soft") : null,
    phase === "registering" && terms.host === lounge.client.user?.id ? button(t("events.cancel"), "TOURNAMENT_CANCEL", "quiet danger") : null,
  ].filter((one) => one !== null);
  const {head, text} = standing(lounge, told, {inside, called, said, now});
  const face = own ? avatar(own.players[0]) : h("span", {class: "tsign"}, icon("cup"));
  const due = called && match.readyDeadline ? /** @type {any} */ (h("cut-clock")) : null;
  if (due) due.due = match.readyDeadline;
  return [
    h("div", {class: "row", role: "status"}, face, h("div", {class: "grow"}, h("b", {class: own?.place ? "taskhead moment" : "taskhead"}, head), h("p", {class: "small muted figures"}, text)), due),
    ...(entering && pairs ? [partner(ask)] : []),
    h("div", {class: "row tacts"}, ...acts),
  ];
}

/** Pairs enter: who is the other one? @param {Ask} ask */
function partner(ask) {
  const who = h("input", {name: "partner", required: true, maxLength: 64, autocomplete: "off"});
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    void ask("TOURNAMENT_REGISTER", {partner: who.value.trim()});
  };
  return h("form", {class: "row meeting-pair", onsubmit: send}, h("label", {class: "field grow"}, h("span", {}, t("events.partner")), who), h("button", {class: "primary"}, t("events.enterPair")));
}

/** One's state in a line and a sentence. @param {Lounge} lounge @param {any} told @param {{inside: boolean, called: boolean, said: boolean, now: number}} known */
function standing(lounge, told, {inside, called, said, now}) {
  const {matchInfo: info, ownEntry: own, ownMatch: match} = told;
  const {terms, phase} = info;
  const begins = info.startsAt > now ? t("events.starts", {time: hour(info.startsAt)}) : t("events.beginsSoon");
  if (phase === "cancelled") return {head: t("events.phase.cancelled"), text: t("events.tooFew")};
  if (own?.place) return {head: own.place === 1 ? t("events.won") : t("events.placeOf", {n: own.place, of: info.entries}), text: t("events.score", {score: scored(terms, own.score ?? 0), n: own.matches ?? 0})};
  if (phase === "over") return {head: t("events.phase.over"), text: ""};
  if (phase === "registering") return {head: inside ? t("events.in") : begins, text: inside ? begins : t(terms.team > 1 ? "events.pairsEnter" : "events.freeFor", {n: info.entries})};
  if (!inside) return {head: t(own?.gone ? "events.gone" : info.entryOpen ? "events.lateOpen" : "events.phase.running"), text: info.round ? roundOf({...info, format: terms.format}) : ""};
  const rivals = match ? match.players.filter((/** @type {string[]} */ _, /** @type {number} */ i) => match.entries[i] !== own.entry).map((/** @type {string[]} */ users) => named(lounge, told, users)) : [];
  if (match?.tableNumber) return {head: t("events.against", {names: list(rivals)}), text: t("events.matchOn")};
  if (called) return {head: t("events.against", {names: list(rivals)}), text: t(said ? "events.waitsForThem" : "events.areYouThere")};
  if (own.away) return {head: t("events.awayNow"), text: t("events.awayText")};
  return {head: t("events.score", {score: scored(terms, own.score ?? 0), n: own.matches ?? 0}), text: t("events.waitPairing")};
}

/** @param {Lounge} lounge @param {any} told */
function standings(lounge, told) {
  const {matchInfo: info} = told;
  const me = lounge.client.user?.id;
  const row = (/** @type {any} */ one, /** @type {number} */ i) => h("tr", {class: one.players.includes(me) ? "me" : ""},
    h("td", {class: "figures"}, one.place ? (one.placeTo > one.place ? `${number(one.place)}–${number(one.placeTo)}` : number(one.place)) : number(i + 1)),
    h("td", {}, h("span", {class: "row tight", title: entrant(one.players[0], told).line}, entrant(one.players[0], told).face, h("span", {class: "cut"}, named(lounge, told, one.players)))),
    h("td", {class: "figures muted small num"}, one.gone ? t("events.out") : one.away ? t("events.awayShort") : number(one.matches ?? 0)),
    h("td", {class: "figures num"}, info.phase === "registering" ? number(one.rating) : scored(info.terms, one.score ?? 0)));
  const rows = info.entrants.slice(0, SHOWN).map(row);
  const columns = ["place", "name", "matches", info.phase === "registering" ? "rating" : "points"];
  return h("section", {class: "panel", "aria-labelledby": "meeting-standings"}, h("h2", {id: "meeting-standings"}, t(info.phase === "registering" ? "events.players" : "events.standings")),
    rows.length
      ? h("table", {class: "board players"}, h("caption", {class: "visually-hidden"}, t("events.standings")), h("thead", {}, h("tr", {}, ...columns.map((one) => h("th", {scope: "col", class: one === "place" || one === "name" ? "" : "num"}, t(`events.column.${one}`))))), h("tbody", {}, ...rows))
      : h("p", {class: "muted small"}, t("events.nobody")));
}

/** A side of a match: who, and what they got. @param {Lounge} lounge @param {any} told @param {any} match @param {number} i */
function side(lounge, told, match, i) {
  const users = match.players[i];
  const points = match.points?.[i];
  const best = points !== undefined && points === Math.max(...match.points) && Math.min(...match.points) < points;
  return h("span", {class: `side-of${best ? " best" : ""}${users.includes(lounge.client.user?.id) ? " me" : ""}`},
    h("span", {class: "cut"}, named(lounge, told, users)), h("b", {class: "figures"}, points === undefined ? "" : halves(points)));
}

/** @param {Lounge} lounge @param {any} told @param {any} match */
function box(lounge, told, match) {
  const way = match.tableNumber ? lounge.link(`/table/${match.tableNumber}`, t(match.players.flat().includes(lounge.client.user?.id) ? "events.toMatch" : "lobby.watch"), "small more") : null;
  way?.setAttribute("aria-label", `${way.textContent}: ${match.name}`);
  const how = match.how && match.how !== "played" ? h("span", {class: "xs muted"}, t(`events.how.${match.how}`)) : null;
  return h("li", {class: "match-box", "data-match": match.match}, ...match.players.map((/** @type {string[]} */ _, /** @type {number} */ i) => side(lounge, told, match, i)), way, how);
}

/** Rounds of a bracket side by side: the upper one, the lower one, the finals. @param {Lounge} lounge @param {any} told */
function bracket(lounge, told) {
  /** @type {Map<string, any[]>} */
  const columns = new Map();
  const rank = (/** @type {string} */ name) => "WLFT".indexOf(name[0]) * 100 + (parseInt(name.slice(1), 10) || 0);
  for (const match of [...told.matchInfo.matches].sort((a, b) => rank(a.name) - rank(b.name) || a.match - b.match)) {
    const key = match.name.split(".")[0];
    columns.set(key, [...(columns.get(key) ?? []), match]);
  }
  const double = told.matchInfo.terms.format === "double-elimination";
  const title = (/** @type {string} */ key) => {
    const n = parseInt(key.slice(1), 10) || 1;
    if (key[0] === "L") return t("events.lower", {n});
    if (key[0] === "F") return t("events.final", {n});
    if (key[0] === "T") return t("events.third");
    return double ? t("events.upper", {n}) : t("events.roundN", {n});
  };
  const drawn = [...columns].map(([key, matches_]) => h("section", {class: "bracket-round"}, h("h3", {class: "small"}, title(key)), h("ol", {role: "list"}, ...matches_.map((one) => box(lounge, told, one)))));
  return h("section", {class: "panel bracket-panel", hidden: !drawn.length, "aria-labelledby": "meeting-bracket"}, h("h2", {id: "meeting-bracket"}, t("events.bracket")), h("div", {class: "bracket scroll", tabIndex: 0, role: "group", "aria-label": t("events.bracket")}, ...drawn));
}

/** The matches, the newest round first. @param {Lounge} lounge @param {any} told */
function matches(lounge, told) {
  const {matchInfo: info} = told;
  /** @type {Map<number, any[]>} */
  const rounds = new Map();
  for (const match of info.matches) rounds.set(match.round, [...(rounds.get(match.round) ?? []), match]);
  const parts = [...rounds].map(([round, all]) => h("section", {}, info.terms.format === "arena" ? null : h("h3", {class: "small"}, t("events.roundN", {n: round})), h("ul", {class: "match-list", role: "list"}, ...all.map((one) => box(lounge, told, one)))));
  return h("section", {class: "panel", hidden: !parts.length || knockout(info.terms.format), "aria-labelledby": "meeting-matches"}, h("h2", {id: "meeting-matches"}, t("events.matches")), ...parts);
}
