// One press opens a table and plays: what a game's page.json says under `quick`.

import {botsFor, openTable} from "../house.js";
import {refusal} from "../text.js";

/** @typedef {import("../house.js").GameCard} GameCard */
/** @typedef {import("../lounge.js").Lounge} Lounge */

/** Opens a table of one of the game's own starts, and plays what is played first there. @param {Lounge} lounge @param {GameCard} game @param {import("../house.js").Quick} one @param {(text: string) => void} fail */
export async function quick(lounge, game, one, fail) {
  const bots = one.seats > 1 ? {bots: botsFor(one.seats, one.bot ?? game.bots[0])} : {};
  const answer = await openTable(lounge.client, {game: game.name, seats: one.seats, options: one.options ?? {}, private: true, ...bots});
  if (!answer.ok) return fail(refusal(answer));
  if (one.then) lounge.first.set(answer.payload.table, one.then);
  lounge.go(`/table/${answer.payload.table}`);
}
