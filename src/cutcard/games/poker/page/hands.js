// The last hands: what each was, its board, who showed what and who won. Gathered from what was told while
// this page was open.

import {stakes, verdict} from "./middle.js";
import {player, seatsOf} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

const KEPT = 20;

/** @param {Room} room */
export function hands(room) {
  const {h, t} = room;
  /** @type {{hand: number, title: string, result: string, boards: string[][], shown: {name: string, cards: string[]}[]}[]} */
  let kept = [];
  const list = h("ol", {class: "hands-list", role: "list"});
  const none = h("p", {class: "muted"}, t("hands.none"));
  const heading = h("h2", {id: "poker-hands", tabIndex: -1}, t("hands"));
  const shut = room.button(t("close"), () => dialog.close(), {});
  const dialog = h("dialog", {class: "hands", "aria-labelledby": "poker-hands"}, h("div", {class: "dialog-head"}, heading, shut), none, list);

  const row = (/** @type {string[]} */ cards, /** @type {string} */ label) => h("div", {class: "hands-cards", role: "group", "aria-label": label}, ...cards.map((card) => h("cut-card", {card})));

  function draw() {
    none.hidden = kept.length > 0;
    list.replaceChildren(...kept.map((one) => h(
      "li",
      {},
      h("p", {class: "muted small"}, t("hands.number", {n: one.hand}), " · ", one.title),
      h("p", {class: "hands-result"}, one.result),
      ...one.boards.filter((cards) => cards.length).map((cards) => row(cards, t("boardName"))),
      ...one.shown.map(({name, cards}) => h("div", {class: "hands-shown"}, h("span", {class: "small"}, name), row(cards, name))),
    )));
  }

  return {
    element: dialog,
    open() {
      if (dialog.open) return dialog.close();
      draw();
      dialog.showModal();
      heading.focus();
    },
    /** A hand was paid, or somebody showed after it. @param {View} view @param {Ctx} ctx */
    note(view, ctx) {
      if (!view.awards) return;
      const seen = seatsOf(view).map((seat) => player(view, seat)).filter((p) => p.cards?.length && (p.showed || p.seat === ctx.seat));
      const one = {
        hand: view.hand,
        title: stakes(room, view),
        result: verdict(room, view, ctx),
        boards: view.boards ?? [],
        shown: seen.map((p) => ({name: ctx.name(p.seat), cards: p.cards ?? []})),
      };
      kept = [one, ...kept.filter(({hand}) => hand !== view.hand)].slice(0, KEPT);
      if (dialog.open) draw();
    },
  };
}
