// Choices shown as cards: what a selection with wilds is to be, and which of two equal tributes is taken.

import {named, worded} from "./felt.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */
/** @typedef {import("./readings.js").Reading} Reading */

/** Where wilds leave a choice: each reading with the cards it makes. @param {Room} room @param {(cards: string[], as: Reading) => void} send */
export function readingChooser(room, send) {
  const {h, t} = room;
  const element = h("div", {class: "chooser", role: "group", "aria-label": t("chooser")});

  /** @param {string[]} cards @param {Reading} one @param {string} level @param {boolean} live */
  function reading(cards, one, level, live) {
    const button = room.button("", () => send(cards, one), {class: "reading"});
    button.append(h("span", {class: "row-of-cards", "aria-hidden": "true"}, ...one.cards.map((card) => h("cut-card", {card}))), h("span", {}, worded(room, one, level)));
    room.able(button, live);
    return button;
  }

  return {
    element,
    /** @param {string[]} cards @param {Reading[]} found @param {string} level @param {boolean} live */
    show(cards, found, level, live) {
      const key = found.length > 1 ? `${live}${cards.join()}${found.map((one) => one.form + one.key).join()}` : "";
      if (element.dataset.key === key) return;
      element.dataset.key = key;
      element.replaceChildren(
        ...(key ? [h("p", {class: "small"}, t("chooser"))] : []),
        ...(key ? [h("div", {class: "readings scroll"}, ...found.map((one) => reading(cards, one, level, live)))] : []),
      );
    },
  };
}

/** Two equal tributes: the first takes one. @param {Room} room */
export function tributeChooser(room) {
  const {h, t} = room;
  const element = h("div", {class: "takes"});
  return {
    element,
    /** @param {View} view @param {Ctx} ctx */
    show(view, ctx) {
      const mine = view.phase === "take" && view.turn === ctx.seat;
      const key = view.offers ? JSON.stringify([view.offers, mine, ctx.live]) : "";
      if (element.dataset.key === key) return;
      element.dataset.key = key;
      element.replaceChildren(
        ...Object.entries(view.offers ?? {}).map(([seat, card]) => {
          const button = room.button("", () => void room.play("take_tribute", {payer: Number(seat)}), {class: "reading"});
          button.append(h("cut-card", {card}), h("span", {}, t(mine ? "take" : "offered", {name: named(room, ctx, Number(seat)), card: room.card(card)})));
          room.able(button, mine && ctx.live);
          return button;
        }),
      );
    },
  };
}
