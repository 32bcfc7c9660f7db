// What decided a game of Memory: the longest run, a pair remembered from long ago, the last ones; and how many were found by when.

import {called, face, THEMES} from "./faces.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Fact} Fact */
/** @typedef {import("../../../web/contract.js").Moment} Moment */
/** @typedef {import("../../../web/contract.js").Room} Room */

/** A try: some cards turned by one player, and whether they were alike. @typedef {{seat: number, n: number, found: boolean, value: number, cell: number, ago: number}} Try */

/** The tries of a deal, in their order; `ago`: how many tries before one of its cards was seen first. @param {Ctx} ctx @param {Fact[]} facts @returns {Try[]} */
export function tries(ctx, facts) {
  /** @type {Map<number, number>} */
  const seen = new Map();
  /** @type {Try[]} */
  const all = [];
  /** @type {number[]} */
  let up = [];
  for (const fact of facts) {
    if (fact.type === "CARD_FLIPPED") up.push(fact.cell);
    if (fact.type !== "CARDS_MATCHED" && fact.type !== "CARDS_COVERED") continue;
    const n = all.length + 1;
    const known = up.filter((cell) => seen.has(cell)).map((cell) => n - (seen.get(cell) ?? n));
    const by = facts.slice(0, facts.indexOf(fact)).findLast(({type}) => type === "CARD_FLIPPED");
    all.push({seat: ctx.seatOf(by?.playerId) ?? 0, n, found: fact.type === "CARDS_MATCHED", value: fact.value ?? 0, cell: fact.cells[0], ago: Math.max(0, ...known)});
    for (const cell of up) if (!seen.has(cell)) seen.set(cell, n);
    up = [];
  }
  return all;
}

/** The most one player found in a row. @param {Try[]} all */
function run(all) {
  /** @type {{seat: number, from: number, n: number}} */
  let best = {seat: 0, from: 0, n: 0};
  let now = {seat: -1, from: 0, n: 0};
  for (const one of all) {
    now = !one.found ? {seat: -1, from: 0, n: 0} : now.seat === one.seat ? {...now, n: now.n + 1} : {seat: one.seat, from: one.n, n: 1};
    if (now.n > best.n) best = now;
  }
  return best;
}

const LOOKS = 6; // tries are counted beside the play: how often one looks whether this one is
const PAUSE = 700; // ms between two looks

/** Where one stands on today's board, by one's first try of the day; "" where that is not known. @param {Room} room @param {import("../../../web/contract.js").View} view */
async function today(room, view) {
  const figure = `${view.gridSize.join("x")} moves`;
  for (let look = 0; look < LOOKS; look++) {
    const {own, figures, you} = await room.day();
    const mine = own?.[figure];
    const place = figures?.[figure]?.find(({userId}) => userId === you)?.place;
    if (mine !== undefined && place !== undefined) return room.t(mine === view.moves ? "day.place" : "day.first", {place: room.place(place), n: mine});
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  return "";
}

/** What decided it, and of the board of the day how it compares. @param {Room} room @param {import("../../../web/contract.js").Told} told */
export async function story(room, told) {
  const {ctx, view} = told;
  const ranked = ctx.options.daily === true && ctx.seat !== null && view.status === "Won";
  const [course, note] = await Promise.all([decided(room, told), ranked ? today(room, view) : ""]);
  return {...course, ...(note ? {note} : {})};
}

/** @param {Room} room @param {import("../../../web/contract.js").Told} told */
async function decided(room, {ctx, view, deals, frames}) {
  const {t} = room;
  if (view.mode === "race") return {}; // each has a board, and sees the other's only in figures
  const theme = THEMES.includes(room.recall("theme")) ? room.recall("theme") : THEMES[0];
  const facts = (await frames(deals[deals.length - 1])).flatMap((frame) => frame.facts);
  const all = tries(ctx, facts);
  const who = (/** @type {number} */ seat) => ({name: ctx.name(seat), you: ctx.you(seat)});
  const named = (/** @type {number} */ value) => called(room, theme, value);
  const at = (/** @type {Try} */ one) => ({when: t("story.try", {n: one.n}), fact: {type: "CARDS_MATCHED", value: one.value}, picture: room.h("span", {class: "moment-face"}, face(room, theme, one.value))});
  const players = Object.keys(view.players).map(Number);
  const versus = view.mode === "versus" && players.length > 1;
  const longest = run(all);
  const remembered = [...all].filter(({found, ago}) => found && ago > 2).sort((a, b) => b.ago - a.ago)[0];
  const last = all.findLast(({found}) => found);
  /** @type {Moment[]} */
  const moments = [];
  if (longest.n > 1) moments.push({...at(all[longest.from - 1]), what: t("story.run", {...who(longest.seat), n: longest.n})});
  if (remembered) moments.push({...at(remembered), what: t("story.remembered", {...who(remembered.seat), n: remembered.ago, face: named(remembered.value)})});
  if (last && versus && last !== remembered) moments.push({...at(last), what: t("story.last", {...who(last.seat), face: named(last.value)})});
  const found = (/** @type {number | null} */ seat) => [0, ...all.map((one) => all.slice(0, one.n).filter((other) => other.found && (seat === null || other.seat === seat)).length)];
  const me = ctx.seat ?? 0;
  const rival = players.filter((seat) => seat !== me).sort((a, b) => view.players[b].pairs - view.players[a].pairs)[0];
  const series = versus ? [{name: ctx.seat === null ? ctx.name(me) : t("end.you"), points: found(me)}, {name: ctx.name(rival), points: found(rival)}] : [{name: t("pairs"), points: found(null)}];
  const chart = all.length < 3 ? undefined : {title: t("story.chart"), labels: [0, ...all.map(({n}) => n)].map(String), series};
  return {moments: moments.slice(0, 3), ...(chart ? {chart} : {})};
}
