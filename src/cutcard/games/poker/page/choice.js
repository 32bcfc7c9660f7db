// What is asked besides betting: cards to change, run it twice, show or muck. Two buttons each, in the
// places of fold and call.

import {asked} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {Room} room @param {() => string[]} picked the cards chosen in the hand */
export function choice(room, picked) {
  const {h, t} = room;
  let live = false;
  let phase = "";
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

  const press = (/** @type {HTMLElement} */ button) => () => void (phase && !button.hidden && !element.hidden && button.click());
  return {
    element,
    name,
    pat: press(pat), change: press(change), once: press(once), twice: press(twice), muck: press(muck), shown: press(show),
    /** Shows itself where it is asked; returns where the decision is. @param {View} view @param {Ctx} ctx @returns {HTMLElement | null} */
    show(view, ctx) {
      phase = asked(view, ctx) && view.phase in sets ? view.phase : "";
      live = ctx.live;
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
