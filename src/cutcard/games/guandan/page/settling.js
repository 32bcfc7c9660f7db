// How a deal ended, in the pause before the next: places, levels from and to, who pays tribute, who is ready.

import {named, spelt} from "./felt.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {Room} room */
export function settling(room) {
  const {h, t} = room;
  const lines = h("ul", {class: "lines"});
  const ready = room.button(t("ready"), () => void room.play("ready"), {class: "primary"});
  const waits = h("p", {class: "muted small"});
  const element = h("section", {class: "settled", hidden: true}, lines, ready, waits);

  /** @param {View} view @param {Ctx} ctx @returns {string[]} */
  function said(view, ctx) {
    const {order, was, levels, team, payers, takers} = view.result;
    const names = (/** @type {number[]} */ seats) => room.list(seats.map((seat) => named(room, ctx, seat)));
    const places = room.list(order.map((/** @type {number} */ seat, /** @type {number} */ i) => `${named(room, ctx, seat)} ${t(`place.${i + 1}`)}`));
    return [
      places,
      ...[0, 1].map((side) => t("settle.levels", {names: names([side, side + 2]), was: spelt(was[side]), level: spelt(levels[side])})),
      ...(payers ? [t("settle.tribute", {payers: names(payers), takers: names(takers)})] : []),
      t("settle.next", {level: spelt(levels[team])}),
    ];
  }

  return {
    element,
    ready,
    /** @param {View} view @param {Ctx} ctx */
    show(view, ctx) {
      element.hidden = view.phase !== "settle";
      if (element.hidden) return;
      const text = said(view, ctx);
      if (lines.dataset.key !== text.join("|")) {
        lines.dataset.key = text.join("|");
        lines.replaceChildren(...text.map((line) => h("li", {}, line)));
      }
      const open = [0, 1, 2, 3].filter((seat) => !view.players[seat].ready && !view.players[seat].auto);
      ready.hidden = ctx.seat === null || !open.includes(ctx.seat);
      room.able(ready, ctx.live);
      waits.textContent = t("ready.waits", {names: room.list(open.map((seat) => named(room, ctx, seat)))});
    },
  };
}
