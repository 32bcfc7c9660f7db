// What can be done besides playing: let the table play, give the match up together with one's partner.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {Room} room */
export function besides(room) {
  const {t} = room;
  /** @type {View} */
  let view = {};
  /** @type {number | null} */
  let seat = null;
  const auto = room.button(t("auto"), () => void room.play(seat !== null && view.players[seat].auto ? "back" : "auto"), {class: "quiet"});
  const concede = room.button(t("concede"), () => void room.play(wishes(seat) ? "play_on" : "concede"), {class: "quiet"});

  /** Whether somebody of one's team would give up. @param {number | null} who */
  const wishes = (who) => who !== null && Boolean(view.conceding?.includes(who));

  return {
    auto,
    concede,
    /** @param {View} shown @param {Ctx} ctx */
    show(shown, ctx) {
      [view, seat] = [shown, ctx.seat];
      const on = seat !== null && Boolean(view.players?.[seat]?.auto);
      auto.hidden = seat === null || view.phase === "over";
      auto.textContent = t(on ? "auto.off" : "auto");
      auto.setAttribute("aria-pressed", String(on));
      concede.hidden = seat === null || ["deal", "settle", "over"].includes(view.phase);
      concede.textContent = t(wishes(seat) ? "concede.not" : view.conceding ? "concede.agree" : "concede");
      for (const button of [auto, concede]) room.able(button, ctx.live);
    },
  };
}
