// What the page asks of the server besides moves: games, tables, seats. Nothing else names these messages.

import {gameTexts, speaker} from "./text.js";

/** @typedef {import("./client.js").Client} Client */

/**
 * A game as the lobby shows it. `quick` are tables opened with one press, `first` the options
 * asked at once, `hidden` those never asked.
 * @typedef {object} GameCard
 * @property {string} name
 * @property {number[]} seats
 * @property {string[]} bots
 * @property {Record<string, any>} options  JSON schema
 * @property {string[]} art  cards drawn on it
 * @property {Quick[]} quick
 * @property {string[]} first
 * @property {string[]} [hidden]
 * @property {(key: string, args?: Record<string, any>) => string} t
 */

/** @typedef {{name: string, seats: number, options?: Record<string, any>, bot?: string}} Quick */

/**
 * @typedef {object} TableCard
 * @property {number} table
 * @property {string} game
 * @property {string} name
 * @property {number} seats
 * @property {string} status
 * @property {{seat: number, id: string, name: string, bot?: boolean}[]} roster
 * @property {boolean} [watchable]
 */

/** @param {string} url */
async function get(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

/** The games that have a page, in the language spoken now; one whose page is broken is left out. @returns {Promise<GameCard[]>} */
export async function games() {
  const {games: all} = await get("/api/games");
  const shown = all.filter((/** @type {any} */ one) => one.page);
  const found = await Promise.allSettled(shown.map(async (/** @type {any} */ one) => {
    const [page, own] = await Promise.all([get(`/games/${one.name}/page.json`), gameTexts(one.name)]);
    return {...one, ...page, t: speaker(own)};
  }));
  return found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** @param {Client} client @returns {Promise<TableCard[]>} */
export async function tables(client) {
  const answer = await client.request("LIST_TABLES", {}, {again: false});
  return answer.payload.tables ?? [];
}

/**
 * Opens a table and sits down at it.
 * @param {Client} client
 * @param {{game: string, seats: number, options?: Record<string, any>, private?: boolean, bots?: Record<string, string>}} wish
 */
export function openTable(client, wish) {
  return client.request("CREATE_TABLE", wish);
}

/** Bots for all seats but the first. @param {number} seats @param {string} bot @returns {Record<string, string>} */
export function botsFor(seats, bot) {
  return Object.fromEntries(Array.from({length: seats - 1}, (_, i) => [String(i + 1), bot]));
}

/** @param {Client} client @param {number} table @param {number} [seat] the first free one unless named */
export function sit(client, table, seat) {
  return client.request("JOIN_TABLE", seat === undefined ? {table} : {table, seat});
}

/** @param {Client} client @param {number} table @param {string} [bot] */
export function fill(client, table, bot) {
  return client.request("FILL", bot ? {table, bot} : {table});
}

/** @param {Client} client @param {number} table */
export function leave(client, table) {
  return client.request("LEAVE", {table});
}

/** @param {Client} client @param {string} matchId @param {boolean} accept an offer, or make one */
export function rematch(client, matchId, accept) {
  return client.request(accept ? "REMATCH_ACCEPT" : "REMATCH_OFFER", {}, {matchId});
}
