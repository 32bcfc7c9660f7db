// What the page asks of the server about games, tables and seats. Nothing else names these messages.

import {describe} from "./gamepage.js";
import {gameList} from "./text.js";

/** @typedef {import("./client.js").Client} Client */

/**
 * A game as the lobby shows it. `quick` are tables opened with one press, `first` the options
 * asked at once, `hidden` those never asked.
 * @typedef {object} GameCard
 * @property {string} name
 * @property {number[]} seats
 * @property {string[]} bots
 * @property {Record<string, any>} options  JSON schema
 * @property {number} [place]  where it stands among the others: the lowest comes first, those without one last
 * @property {string[]} art  cards drawn on it
 * @property {{kind?: "fan" | "versus" | "tiles", cloth?: string[], file?: string}} [scene]  how, on which cloth, or a drawing in its place
 * @property {Quick[]} quick
 * @property {string[]} first
 * @property {string[]} [hidden]
 * @property {string[]} [ms]  options that are times in ms though their names do not say so
 * @property {import("./characters.js").Faces} [faces]  of its bots
 * @property {{sheet?: string, marks?: ({type: string} & Record<string, any>)[]}} [replay]  a sheet for its table when it is walked through again, and the facts that get a mark on the track
 * @property {{type: string} & Record<string, any>} [found]  what who has said "I am there" to a match that was found plays first
 * @property {string[]} [ladders]  its ratings, where it has several; `ladder.<name>` says them
 * @property {boolean} [partners]  two may look for a match together
 * @property {Record<string, any>} [twice]  the options with which the same deals are played at two tables and compared
 * @property {boolean} page  it has a table of its own; else it is played at the plain one
 * @property {boolean} texts  it says itself how the lobby shows it
 * @property {string} [fault]  what is wrong with its page or its texts
 * @property {boolean} [leaves]  the rules have a way to leave in the middle of a match
 * @property {(key: string, args?: Record<string, any>) => string} t
 */

/**
 * A table opened with one press; `then` is what is played first there, `{type, …fields}`.
 * @typedef {{name: string, seats: number, options?: Record<string, any>, bot?: string | string[], then?: {type: string} & Record<string, any>}} Quick
 */

/**
 * @typedef {object} TableCard
 * @property {number} table
 * @property {string} game
 * @property {string} name
 * @property {number} seats
 * @property {string} status
 * @property {{seat: number, id: string, name: string, bot?: boolean}[]} roster
 * @property {string} [host]  the id of who opened it
 * @property {boolean} [private]
 * @property {number} [event]  it belongs to
 * @property {number} [twinOf]  the first of the two tables with the same deals, of which it is one
 * @property {boolean} [watchable]
 * @property {number} [spectatorDelaySeconds]
 */

/** Whether an option is a time in ms, which people read in seconds. @param {string} name @param {string[]} [ms] those a game names */
export const timed = (name, ms = []) => name.endsWith("Ms") || ms.includes(name);

/** The games in the language spoken now; what is wrong with a game's page stands on its card. @returns {Promise<GameCard[]>} */
export async function games() {
  const cards = await Promise.all((await gameList()).map(describe));
  const place = (/** @type {GameCard} */ card) => card.place ?? Infinity;
  return cards.sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

/** The public tables and those where we sit. @param {Client} client @returns {Promise<TableCard[]>} */
export async function tables(client) {
  const [open, own] = await Promise.all([client.request("LIST_TABLES", {}, {again: false}), client.request("MY_TABLES", {}, {again: false})]);
  /** @type {TableCard[]} */
  const all = [...(own.payload.tables ?? []), ...(open.payload.tables ?? [])];
  return [...new Map(all.map((one) => [one.table, one])).values()];
}

/** A table as the lobby knows it, with the link of a private one we belong to; null where it is not for us.
 * @param {Client} client @param {number} table @returns {Promise<{info: TableCard, link?: string} | null>} */
export async function about(client, table) {
  const answer = await fetch(`/api/tables/${table}`, {headers: {Authorization: `Bearer ${client.token}`}});
  return answer.ok ? answer.json() : null;
}

/**
 * Opens a table and sits down at it.
 * @param {Client} client
 * @param {{game: string, seats: number, name?: string, options?: Record<string, any>, private?: boolean, watchable?: boolean, spectatorDelaySeconds?: number, bots?: Record<string, string>}} wish
 */
export function openTable(client, wish) {
  return client.request("CREATE_TABLE", wish);
}

/** Opens two tables with the same deals and sits down at the first. @param {Client} client @param {{game: string, name?: string, options?: Record<string, any>}} wish */
export function openTwice(client, wish) {
  return client.request("CREATE_TWICE", wish);
}

/** Bots for all seats but the first, of one kind or of several in turn. @param {number} seats @param {string | string[]} bot @returns {Record<string, string>} */
export function botsFor(seats, bot) {
  const kinds = [bot].flat();
  return Object.fromEntries(Array.from({length: seats - 1}, (_, i) => [String(i + 1), kinds[i % kinds.length]]));
}

/** @param {Client} client @param {{table: number, link?: string | null}} place @param {number} [seat] the first free one unless named */
export function sit(client, {table, link}, seat) {
  return client.request("JOIN_TABLE", {...(link ? {link} : {table}), ...(seat === undefined ? {} : {seat})});
}

/** Comes to a private table by its link, to look; sitting down is the next step. @param {Client} client @param {string} link */
export function lookIn(client, link) {
  return client.request("SPECTATE", {link});
}

/** Bots into all free seats, or one into that seat. @param {Client} client @param {number} table @param {{bot?: string, seat?: number}} [which] */
export function fill(client, table, which = {}) {
  return client.request("FILL", {table, ...which});
}

/** Goes away; in a match the seat is kept unless one gives up. @param {Client} client @param {number} table @param {boolean} [concede] */
export function leave(client, table, concede = false) {
  return client.request("LEAVE", concede ? {table, concede} : {table});
}

/** The host sends somebody away, for good. @param {Client} client @param {number} table @param {{user: string} | {seat: number}} who */
export function kick(client, table, who) {
  return client.request("KICK", {table, ...who});
}

/** Whoever is gone for too long concedes. @param {Client} client @param {number} table */
export function claim(client, table) {
  return client.request("CLAIM", {table});
}

/** @param {Client} client @param {string} matchId @param {boolean} accept an offer, or make one */
export function rematch(client, matchId, accept) {
  return client.request(accept ? "REMATCH_ACCEPT" : "REMATCH_OFFER", {}, {matchId});
}

/** The seats nobody has. @param {import("./client.js").Place} place */
export const freeSeats = (place) => Array.from({length: place.info.seats ?? 0}, (_, i) => i).filter((seat) => !place.roster.some((one) => one.seat === seat));
