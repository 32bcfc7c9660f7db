// Deciding while others think: check or fold, check, call whatever it is. What was said is done when one's turn
// comes, if it still can be: who said "check" is asked again once somebody has bet.

import {actions, asked, own, running} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

const WAYS = ["checkFold", "check", "callAny"];

/** @param {Room} room */
export function ahead(room) {
  const {h, t} = room;
  let chosen = "";
  let hand = -1;
  const buttons = WAYS.map((way) => room.button(t(`ahead.${way}`), () => choose(chosen === way ? "" : way), {class: "soft", "aria-pressed": "false", "data-way": way}));
  const element = h("div", {class: "ahead", role: "group", "aria-label": t("ahead"), hidden: true}, h("p", {class: "muted small"}, t("ahead.title")), h("div", {class: "actions three"}, ...buttons));

  /** @param {string} way */
  function choose(way) {
    chosen = way;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.way === way));
  }

  /** What was said, as a move; null where it cannot be done as it was meant. @param {View} view @param {number} stack */
  function meant(view, stack) {
    const {check, call} = actions(view);
    if (check) return "check";
    if (chosen === "checkFold") return "fold";
    return chosen === "callAny" && call && (call.minAmount ?? 0) < stack ? "call" : null; // the last chip is asked for
  }

  return {
    element,
    /** Whether one may decide now though it is another's turn. @param {View} view @param {Ctx} ctx @returns {boolean} */
    show(view, ctx) {
      const me = own(view, ctx);
      if (view.hand !== hand || !running(view)) choose("");
      hand = view.hand;
      const mine = asked(view, ctx);
      if (mine && chosen && view.phase === "betting" && ctx.live) {
        const move = meant(view, me?.stack ?? 0);
        choose("");
        if (move) void room.play(move);
      }
      const others = (view.toAct ?? []).length > 0 && !mine;
      element.hidden = !me || !others || view.phase !== "betting" || me.state !== "ACTIVE";
      for (const button of buttons) room.able(button, ctx.live);
      return !element.hidden;
    },
  };
}
