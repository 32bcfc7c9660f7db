// Dialogs whose code comes with the first press (or before: offline.js keeps it): who only looks does without.

import {at} from "../shelf.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

/** What opens a table. @param {Lounge} lounge @param {import("../house.js").GameCard} game @param {"bots" | "link" | "all"} [company] who plays, unless something else is chosen */
export async function openingDialog(lounge, game, company) {
  const code = await lounge.code(() => import(at("/web/screens/opening.js")));
  await code?.openingDialog(lounge, game, company);
}

/** What challenges somebody. @param {Lounge} lounge @param {{id: string, name: string}} who */
export async function challengeDialog(lounge, who) {
  const code = await lounge.code(() => import(at("/web/screens/challenging.js")));
  await code?.challengeDialog(lounge, who);
}

/** A person's card. @param {Lounge} lounge @param {string} id @param {string} name @param {import("./person.js").Where} [where] */
export async function openPlayer(lounge, id, name, where) {
  const code = await lounge.code(() => import(at("/web/screens/player.js")));
  await code?.openPlayer(lounge, id, name, where);
}

/** The session is over: who was logged in does so again. @param {Lounge} lounge @param {string} name */
export async function endedDialog(lounge, name) {
  const code = await lounge.code(() => import(at("/web/screens/ended.js")));
  await code?.endedDialog(lounge, name);
}

/** Who is kept out says something against it. @param {Lounge} lounge */
export async function appealDialog(lounge) {
  const code = await lounge.code(() => import(at("/web/screens/appeal.js")));
  await code?.appealDialog(lounge);
}

/** What each chooses for themselves. @param {Lounge} lounge @param {{name: string, rename: (name: string) => void} | null} guest */
export async function openSettings(lounge, guest) {
  const code = await lounge.code(() => import(at("/web/screens/preferences.js")));
  await code?.openSettings(guest);
}

/** The keys there are. @param {Lounge} lounge @param {import("../contract.js").Key[]} keys */
export async function openKeys(lounge, keys) {
  const code = await lounge.code(() => import(at("/web/screens/preferences.js")));
  await code?.openKeys(keys);
}
