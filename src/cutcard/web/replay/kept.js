// Where replays come from: the server, and, without a connection, this browser, which keeps the last that were seen. What one
// person saw is nobody else's: who logs out takes them along.

import {recall} from "../settings.js";
import {ofServer, Untold} from "./telling.js";

/** @typedef {import("./telling.js").Telling} Telling */
/** @typedef {{table: number, deal: number, game: string, seat: number | null, at: number}} Kept */

const SHELF = "cutcard-replays";
const MOST = 20;
const PAGES = 200; // of one deal; more is no deal of ours

/** Whose they are, as far as this browser knows. */
const owner = () => encodeURIComponent(`${recall("cutcard.me")?.name ?? ""}`);

/** @param {number} table @param {number} deal @param {string} side */
const address = (table, deal, side) => `/replay/${table}-${deal}/${side}?of=${owner()}`;

/** @param {string} at @param {Record<string, any>} told */
async function keep(at, told) {
  if (!("caches" in globalThis)) return; // pages without TLS keep nothing
  const shelf = await caches.open(SHELF);
  await shelf.put(at, new Response(JSON.stringify({...told, kept: Date.now()})));
  const all = await shelf.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await shelf.delete(old);
}

/** @param {string} at @returns {Promise<Record<string, any> | null>} */
async function kept(at) {
  if (!("caches" in globalThis)) return null;
  const found = await (await caches.open(SHELF)).match(at);
  return found ? found.json() : null;
}

/** The replays that can be seen without a connection, the newest first. @returns {Promise<Kept[]>} */
export async function keptReplays() {
  if (!("caches" in globalThis)) return [];
  const shelf = await caches.open(SHELF);
  const own = (await shelf.keys()).filter(({url}) => url.endsWith(`?of=${owner()}`));
  const told = await Promise.all(own.map(async (key) => (await shelf.match(key))?.json()));
  return told.map(({table, deal, game, seat = null, kept: at}) => ({table, deal, game, seat, at})).sort((a, b) => b.at - a.at);
}

/** @param {string} url @param {string | null} token @returns {Promise<Record<string, any>>} */
async function asked(url, token) {
  const answer = await fetch(url, token ? {headers: {Authorization: `Bearer ${token}`}} : {});
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Untold("refused"), {answer: told.error ?? told});
  return told;
}

/**
 * A deal as we may see it. `side` is the seat whose eyes one borrows; "": one's own, or a spectator's.
 * @param {string | null} token @param {number} table @param {number} deal @param {string} side @returns {Promise<Telling>}
 */
export async function fetchTelling(token, table, deal, side) {
  const at = address(table, deal, side);
  const url = (/** @type {number} */ from) => `/api/deals/${table}/${deal}/views?from=${from}${side === "" ? "" : `&seat=${side}`}`;
  try {
    const told = await asked(url(0), token);
    for (let page = 0, next = told.next; next !== undefined && page < PAGES; page++) {
      const more = await asked(url(next), token);
      told.steps.push(...more.steps);
      next = more.next;
    }
    const telling = ofServer(told);
    void keep(at, told).catch(() => {}); // a full disk keeps nothing
    return telling;
  } catch (reason) {
    if (reason instanceof Untold) throw reason;
    const found = await kept(at); // no connection
    if (!found) throw new Untold("offline");
    return ofServer(found);
  }
}
