// Going away from a table. To leave is not to give up, unless the game's rules have a way to leave.

import {openDialog} from "../dialogs.js";
import {h} from "../dom.js";
import {leave} from "../house.js";
import {at} from "../shelf.js";
import {t} from "../text.js";

/** @typedef {import("../client.js").Place} Place */
/** @typedef {import("../lounge.js").Lounge} Lounge */

/** @param {Lounge} lounge @param {Place} place @param {{over: () => boolean, deny: (answer: import("../contract.js").Answer) => void, last: () => import("../contract.js").Result | null}} table `last`: what one leaves with */
export async function goAway(lounge, place, {over, deny, last}) {
  if (!place.current && !place.refused) await known(place); // a seat one does not know of yet is left, too
  const playing = place.seat !== null && !over() && Object.keys(place.view).length > 0;
  const how = playing ? await leaving(lounge, place) : "leave";
  if (!how) return;
  const result = playing ? last() : null;
  if (place.seat !== null && !over()) {
    const answer = await leave(lounge.client, place.table, how === "concede");
    if (!answer.ok) return deny(answer);
  }
  lounge.go("/");
  if (result) void import(at("/web/screens/farewell.js")).then(({farewell}) => farewell(lounge, place, result), () => {}); // without it one is in the lobby all the same
}

/** The table has said how things stand, or does not within three seconds. @param {Place} place */
function known(place) {
  return new Promise((done) => {
    place.addEventListener("change", done, {once: true});
    window.setTimeout(done, 3_000);
  });
}

/** @param {Lounge} lounge @param {Place} place @returns {Promise<"leave" | "concede" | null>} */
async function leaving(lounge, place) {
  const game = (await lounge.games()).find((one) => one.name === place.info.game);
  const button = (/** @type {string} */ label, /** @type {() => void} */ run, cls = "") => h("button", {type: "button", class: cls, onclick: run}, label);
  return openDialog(t("leave.title"), (close) => {
    const stay = h("button", {type: "button", "data-first": true, onclick: () => close(null)}, t("leave.stay"));
    if (game?.leaves) return [h("p", {}, t("leave.out")), h("div", {class: "row end"}, stay, button(t("leave.yes"), () => close("leave"), "primary danger"))];
    return [h("p", {}, t("leave.text")), h("div", {class: "row end"}, stay, button(t("leave.concede"), () => close("concede"), "danger"), button(t("leave.later"), () => close("leave"), "primary"))];
  }, "question");
}
