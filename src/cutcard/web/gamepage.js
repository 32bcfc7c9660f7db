// What a game's folder brings for the page: its texts and how the lobby shows it. Where it has none, or it
// has a fault, something plain stands in for it; a fault is said on the console and told on.

import {at, dress, stale} from "./shelf.js";
import {gamePage, gameTexts, speaker, t, words} from "./text.js";

/** @typedef {import("./house.js").GameCard} GameCard */
/** @typedef {import("./contract.js").Room} Room */
/** @typedef {import("./contract.js").Table} Table */
/** @typedef {(key: string, args?: Record<string, any>) => string} Say */
/** @typedef {{table: Table, say: Say, legal: boolean, plain: boolean}} Made */

/** Keys that are only tried: where there is no text, something else is said. */
const TRIED = /^(game\.short$|(option|bot|refusal|move|fact|part)\.)/;

/** What is said of a game that says nothing itself. @param {string} game @returns {Record<string, string>} */
function plainTexts(game) {
  return {"game.name": words(game), "game.about": t("plain.about"), "quick.bot": t("plain.bot"), "quick.alone": t("plain.alone")};
}

/** A game's `t`, which says when a text is missing. @param {string} game @param {Record<string, string>} own @param {(key: string) => void} [lacks] */
export function voice(game, own, lacks = () => {}) {
  const known = new Set();
  return speaker(own, (key) => {
    if (TRIED.test(key) || known.has(key)) return;
    known.add(key);
    console.error(`The page of ${game} asks for a text "${key}", and there is none.`);
    lacks(key);
  });
}

/** Loads a game's page: its code, its look, its texts. @param {string} game */
async function load(game) {
  const code = import(at(`/games/${game}/table.js`));
  const more = code.then(({sheets = []}) => Promise.all(sheets.map((/** @type {string} */ sheet) => dress(at(`/games/${game}/${sheet}`)))));
  const [module, own] = await Promise.all([code, gameTexts(game), dress(at(`/games/${game}/table.css`)), more]);
  if (typeof module.table !== "function") throw new Error("table.js exports no table(room)");
  return {make: /** @type {(room: Room) => Table} */ (module.table), legal: module.legal === true, own};
}

/**
 * A game's table, ready to draw: its own, or the plain one where it has none or that has a fault.
 * @param {string} game @param {GameCard | undefined} card unknown: its page is tried all the same
 * @param {(say: Say) => Room} roomOf @param {(key: string) => void} lacks told of texts that are missing
 * @returns {Promise<Made>}
 */
export async function tableOf(game, card, roomOf, lacks) {
  if (card && !card.page) return plainTable(game, card.texts, roomOf);
  try {
    const page = await load(game);
    const say = voice(game, page.own, lacks);
    return {table: page.make(roomOf(say)), say, legal: page.legal, plain: false};
  } catch (reason) {
    if (await stale()) location.reload(); // the server was updated: this page asks for files that are gone
    return plainTable(game, true, roomOf, reason);
  }
}

/** The plain table, in the game's own words where there are some. @param {string} game @param {boolean} texts @param {(say: Say) => Room} roomOf @param {unknown} [fault] of its own @returns {Promise<Made>} */
export async function plainTable(game, texts, roomOf, fault) {
  const why = fault === undefined ? "" : t("table.fault", {reason: complain(game, fault)});
  const own = texts ? await gameTexts(game).catch(() => ({})) : {}; // what there is of them still helps
  const say = voice(game, {...plainTexts(game), ...own});
  const {legal, table} = await import(at("/web/plain/table.js")); // the games we bring have their own
  return {table: table(roomOf(say), why), say, legal, plain: true};
}

/** Says a fault of a game's page on the console. @param {string} game @param {unknown} reason */
export function complain(game, reason) {
  console.error(`The page of ${game} has a fault; something plain stands in for it.`, reason);
  return reason instanceof Error ? reason.message : String(reason);
}

/** The tables opened with one press where nobody said which. @param {number[]} seats */
function starts(seats) {
  const company = seats.find((n) => n > 1);
  return [company ? {name: "bot", seats: company} : {name: "alone", seats: 1}];
}

/** A game as the lobby shows it. @param {any} one as `/api/games` lists it @returns {Promise<GameCard>} */
export async function describe(one) {
  const spare = {...one, art: ["", "", ""], quick: starts(one.seats), first: []};
  const bare = {...spare, t: voice(one.name, plainTexts(one.name))};
  if (!one.page && !one.texts) return bare;
  try {
    const [page, own] = await Promise.all([gamePage(one.name), gameTexts(one.name)]);
    const card = {...spare, ...page};
    for (const list of ["art", "quick", "first"]) if (!Array.isArray(card[list])) throw new Error(`"${list}" of page.json is no list`);
    if (!card.quick.length) card.quick = spare.quick;
    const needed = ["game.name", "game.about", ...(page.quick ?? []).map((/** @type {any} */ start) => `quick.${start.name}`)];
    const missing = needed.filter((key) => !(key in own));
    if (missing.length) card.fault = complain(one.name, `no text ${missing.join(", ")}`);
    return {...card, t: voice(one.name, {...plainTexts(one.name), ...own})};
  } catch (reason) {
    return {...bare, fault: complain(one.name, reason)};
  }
}
