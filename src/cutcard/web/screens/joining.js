// Comes by a private table's link: looks in, and shows the table; where nobody may watch, asks to sit down.

import {h, put, write} from "../dom.js";
import {lookIn, sit} from "../house.js";
import {refusal, t} from "../text.js";

/** @param {import("../lounge.js").Lounge} lounge @param {string} link @returns {import("../lounge.js").Screen} */
export function joiningScreen(lounge, link) {
  const {client} = lounge;
  const words = h("p", {}, t("table.loading"));
  const row = h("div", {class: "row"});
  const element = h("div", {class: "sheet"}, h("h1", {class: "visually-hidden"}, t("joining.title")), h("div", {class: "panel stack"}, words, row));
  let closed = false;

  const enter = async () => {
    const answer = await sit(client, {table: 0, link});
    if (answer.ok) return lounge.go(`/table/${answer.payload.table}`, true);
    write(words, refusal(answer));
    put(row, h("button", {type: "button", class: "primary", onclick: () => lounge.go("/")}, t("room.back")));
  };
  const look = async () => {
    const answer = await lookIn(client, link);
    if (closed) return;
    if (answer.ok) {
      const mine = answer.payload.info.roster.some((/** @type {any} */ one) => one.id === client.user?.id);
      return mine ? enter() : lounge.show(answer.payload.table, link); // who sits there is welcomed back
    }
    if (answer.code !== "NOT_WATCHABLE") {
      write(words, refusal(answer));
      return put(row, h("button", {type: "button", class: "primary", onclick: () => lounge.go("/")}, t("room.back")));
    }
    write(words, t("joining.text"));
    put(row, h("button", {type: "button", class: "primary", onclick: () => void enter()}, t("waiting.sit")));
  };
  void look();
  return {element, inner: true, title: () => t("joining.title"), close: () => void (closed = true)};
}
