// What is asked besides betting: cards to change, run it twice, show or muck. Two buttons each, in the
// places of fold and call. Who is beaten mucks by themselves, unless they said otherwise.

import {asked, winners} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {Room} room @param {() => string[]} picked the cards chosen in the hand */
export function choice(room, picked) {
  const {h, t} = room;
  let live = false;
  let phase = "";
  let mucked = -1; // the hand that was mucked without a question
  const quietly = h("input", {type: "checkbox", checked: room.recall("muck") ?? true, onchange: () => room.keep("muck", quietly.checked)});
  const pat = room.button(t("pat"), () => void room.play("discard", {cards: []}));
  const change = room.button(t("discardNone"), () => picked().length && void room.play("discard", {cards: picked()}), {class: "primary"});
  const once = room.button(t("runOnce"), () => void room.play("run_twice", {agree: false}));
  const twice = room.button(t("runTwice"), () => void room.play("run_twice", {agree: true}), {class: "primary"});
  const muck = room.button(t("muck"), () => void room.play("muck"));
  const show = room.button(t("show"), () => void room.play("show"), {class: "primary"});
  /** @type {Record<string, HTMLElement[]>} */
  const sets = {drawing: [pat, change], run_twice: [once, twice], showing: [muck, show]};
  const element = h("div", {class: "actions two", role: "group", "aria-label": t("bar")}, ...Object.values(sets).flat());

  function name() {
    const n = picked().length;
    const text = n ? t("discard", {n}) : t("discardNone");
    if (change.textContent !== text) change.textContent = text;
    room.able(change, live && n > 0);
    room.able(pat, live && n === 0);
  }

  /** Beaten: nobody waits four seconds for an answer that is always the same. @param {View} view @param {Ctx} ctx */
  function beaten(view, ctx) {
    const lost = Boolean(view.awards) && !winners(view, ctx).some(({seat}) => seat === ctx.seat);
    if (phase !== "showing" || !lost || !quietly.checked || !live) return false;
    if (mucked !== view.hand) void room.play("muck");
    mucked = view.hand;
    return true;
  }

  const press = (/** @type {HTMLElement} */ button) => () => void (phase && !button.hidden && !element.hidden && button.click());
  return {
    element,
    /** Whether one mucks without being asked. */
    muckSwitch: h("label", {class: "check small"}, quietly, t("muckBeaten")),
    name,
    pat: press(pat), change: press(change), once: press(once), twice: press(twice), muck: press(muck), shown: press(show),
    /** Shows itself where it is asked; returns where the decision is. @param {View} view @param {Ctx} ctx @returns {HTMLElement | null} */
    show(view, ctx) {
      phase = asked(view, ctx) && view.phase in sets ? view.phase : "";
      live = ctx.live;
      if (beaten(view, ctx)) phase = "";
      element.hidden = !phase;
      for (const [which, buttons] of Object.entries(sets)) {
        for (const button of buttons) {
          button.hidden = which !== phase;
          room.able(button, live);
        }
      }
      name();
      return phase === "run_twice" ? once : phase === "showing" ? muck : null;
    },
  };
}
