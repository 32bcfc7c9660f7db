// The best rated players of each game.

import {h, put} from "../dom.js";
import {number, refusal, t} from "../text.js";
import {playerButton} from "./player.js";

/** @param {import("../lounge.js").Lounge} lounge @param {string} wanted @returns {import("../lounge.js").Screen} */
export function leadersScreen(lounge, wanted) {
  const choices = h("nav", {class: "tabs", "aria-label": t("leaders.games")});
  const board = h("div", {}, h("p", {class: "muted"}, t("people.loading")));
  const element = h("div", {class: "sheet stack"}, h("h1", {}, t("leaders.title")), choices, board);
  let closed = false;

  const start = async () => {
    const games = await lounge.games();
    const game = games.find(({name}) => name === wanted) ?? games[0];
    put(choices, ...games.map((one) => {
      const link = lounge.link(`/leaders/${one.name}`, one.t("game.name"), "tab");
      if (one === game) link.setAttribute("aria-current", "page");
      return link;
    }));
    const answer = await lounge.client.request("LEADERBOARD", {game: game.name});
    if (closed) return;
    if (!answer.ok) return put(board, h("p", {class: "error"}, refusal(answer)));
    const {rows} = answer.payload;
    if (!rows.length) return put(board, h("p", {class: "muted"}, t("leaders.none", {game: game.t("game.name")})));
    const head = ["rank", "name", "rating", "matches"];
    put(board, h("table", {class: "board"},
      h("caption", {class: "visually-hidden"}, t("leaders.of", {game: game.t("game.name")})),
      h("thead", {}, h("tr", {}, ...head.map((column) => h("th", {scope: "col"}, t(`leaders.column.${column}`))))),
      h("tbody", {}, ...rows.map((/** @type {any} */ one) => h("tr", {class: one.userId === lounge.client.user?.id ? "me" : ""},
        h("td", {class: "figures"}, number(one.rank)),
        h("td", {}, playerButton(lounge, one.userId, one.name)),
        h("td", {class: "figures"}, number(Math.round(one.rating))),
        h("td", {class: "figures"}, number(one.games)))))));
  };
  start().catch((reason) => put(board, h("p", {class: "error"}, t("lobby.failed", {reason: reason.message}))));
  return {element, inner: true, title: () => t("leaders.title"), close: () => void (closed = true)};
}
