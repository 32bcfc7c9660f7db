// What one leaves with, where leaving is the end of it: a cash game has no last hand. Over the lobby, with a way to another table.

import {openDialog} from "../dialogs.js";
import {h, icon} from "../dom.js";
import {at} from "../shelf.js";
import {t} from "../text.js";
import {curve, dressed} from "./course.js";
import {quick} from "./quick.js";

/** @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place @param {import("../contract.js").Result} result */
export async function farewell(lounge, place, result) {
  await dressed();
  const next = await openDialog(result.head, (close) => [
    h("div", {class: `farewell ${result.outcome ?? "none"}`},
      result.prize ? h("p", {class: "outcome-prize"}, h("b", {class: `figures ${result.prize.good === undefined ? "" : result.prize.good ? "good" : "bad"}`}, result.prize.figure), h("span", {class: "small muted"}, result.prize.label)) : null,
      result.why ? h("p", {class: "muted"}, result.why) : null,
      result.note ? h("p", {class: "small streak"}, icon("bolt"), result.note) : null,
      result.chart ? h("section", {class: "course"}, ...curve(result.chart)) : null,
      h("div", {class: "row farewell-ways"},
        h("button", {type: "button", class: "primary", "data-first": true, onclick: () => close("again")}, t("farewell.again")),
        h("button", {type: "button", class: "soft", onclick: () => close("replays")}, icon("play"), t("farewell.replays")),
        h("button", {type: "button", class: "quiet", onclick: () => close()}, t("room.back")))),
  ], "farewell-dialog");
  if (next === "replays") await import(at("/web/screens/replays.js")).then(({replayDialog}) => replayDialog(lounge, place.table));
  if (next !== "again") return;
  const card = (await lounge.games()).find((one) => one.name === place.info.game);
  if (card) await quick(lounge, card, card.quick[0], (text) => lounge.calls.show("opening", {text}));
}
