// The last hands: what each was, its board, who showed what and who won. What was told while this page was
// open is kept whole; of hands before, the view says who won.

import {made} from "./made.js";
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
  const again = room.button(t("hands.again"), () => (dialog.close(), room.replays()), {class: "soft"});
  const dialog = h("dialog", {class: "hands", "aria-labelledby": "poker-hands"}, h("div", {class: "dialog-head"}, heading, shut), again, none, list);

  const row = (/** @type {string[]} */ cards, /** @type {string} */ label) => h("div", {class: "hands-cards", role: "group", "aria-label": label}, ...cards.map((card) => h("cut-card", {card})));

  /** @param {typeof kept} wanted */
  function keep(wanted) {
    kept = wanted.sort((a, b) => b.hand - a.hand).slice(0, KEPT);
    if (dialog.open) draw();
  }

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
        shown: seen.map((p) => ({name: ctx.you(p.seat) ? t("end.you") : ctx.name(p.seat), cards: p.cards ?? []})),
      };
      keep([one, ...kept.filter(({hand}) => hand !== view.hand)]);
    },
    /** Hands played before this page came. @param {View} view @param {Ctx} ctx */
    before(view, ctx) {
      const missing = (view.past ?? []).filter((/** @type {any} */ one) => one.hand < view.hand && !kept.some(({hand}) => hand === one.hand));
      if (!missing.length) return;
      keep([...kept, ...missing.map((/** @type {any} */ one) => {
        const what = {name: ctx.name(one.playerId), n: one.amount, hand: made(t, one.text), side: ""};
        const you = ctx.you(one.playerId);
        const result = t(one.text ? (you ? "won.youWith" : "won.with") : you ? "won.you" : "won.plain", what).replace(/ {2,}/g, " ").trim();
        return {hand: one.hand, title: t(`variant.${one.variant}`), result, boards: [], shown: []};
      })]);
    },
  };
}
