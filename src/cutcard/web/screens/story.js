// What a match tells about itself once it is over: its deals as the replay has them, for the game to say what decided it, and
// how many one has won in a row.

import {fetchTelling} from "../replay/kept.js";
import {t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../client.js").Place} Place */
/** @typedef {import("../contract.js").Result} Result */

const LOOKS = 6; // matches are counted beside the play: how often one looks whether this one is
const PAUSE = 700; // ms between two looks

/** What stands at an address of the API; null where it is refused. @param {Lounge} lounge @param {string} url @returns {Promise<any>} */
async function asked(lounge, url) {
  const answer = await fetch(url, {headers: {Authorization: `Bearer ${lounge.client.token}`}}).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** The deals of the match that was played last which are over, the oldest first. @param {Lounge} lounge @param {Place} place @returns {Promise<number[]>} */
export async function dealsOf(lounge, place) {
  const told = await asked(lounge, `/api/deals?table=${place.table}&limit=100`);
  /** @type {{deal: number, match: number, over: boolean}[]} */
  const all = told?.deals ?? [];
  return all.filter(({match, over}) => match === all[0].match && over).map(({deal}) => deal).sort((a, b) => a - b);
}

/** @param {Lounge} lounge @param {Place} place @param {import("../contract.js").Ctx} ctx @param {NonNullable<import("../contract.js").Table["story"]>} tell */
export async function told(lounge, place, ctx, tell) {
  const deals = await dealsOf(lounge, place);
  if (!deals.length) return {};
  return tell({
    ctx,
    view: place.view,
    deals,
    frames: async (deal) => (await fetchTelling(lounge.client.token, place.table, deal, "")).frames,
    firsts: async (some) => (await Promise.all(some.map((deal) => asked(lounge, `/api/deals/${place.table}/${deal}/views?limit=1`)))).flatMap((one) => (one ? [one.view] : [])),
  });
}

/** How many one has won in a row with this match, in words; "" where it is not worth a word. @param {Lounge} lounge @param {Place} place @param {string} match its id */
export async function streak(lounge, place, match) {
  for (let look = 0; look < LOOKS; look++) {
    const answer = await lounge.client.request("HISTORY", {game: place.info.game, limit: 20}, {again: false});
    if (!answer.ok) return "";
    /** @type {{match: string, result?: string}[]} */
    const all = answer.payload.matches;
    if (all[0]?.match === match) {
      const end = all.findIndex(({result}) => result !== "won");
      const n = end < 0 ? all.length : end;
      return n > 1 ? t("end.streak", {n}) : "";
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  return "";
}
