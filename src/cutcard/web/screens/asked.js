// What is asked now, always in the same place: the sentence, the clock beside it, the tab's title, and the focus.

import {h, write} from "../dom.js";
import {sound} from "../sound.js";
import {t} from "../text.js";

/** @typedef {import("../contract.js").Asked} Asked */

const LATE = 5_000; // ms left, when one hears it

/**
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place
 * @param {HTMLElement} felt @param {HTMLElement} choices what may be done about it besides the game
 */
export function askedLine(lounge, place, felt, choices) {
  const prompt = h("p", {class: "prompt"});
  const clock = h("cut-clock", {hidden: true});
  const element = h("div", {class: "asked"}, prompt, clock, choices);
  let yours = false;
  let late = 0;
  /** @type {Element | null} */
  let lastFocus = null;

  /** The focus goes to the next decision, unless the person is busy elsewhere. */
  function attend(/** @type {boolean} */ mine, /** @type {HTMLElement | null} */ target) {
    const fresh = mine && (!yours || target !== lastFocus);
    lastFocus = mine ? target : null;
    if (!fresh || !target) return;
    // A moment later: to focus is to lay the page out, and what was drawn just now has taken its time already.
    setTimeout(() => {
      const at = document.activeElement;
      const free = !at || at === document.body || felt.contains(at) || element.contains(at) || at.id === "main";
      if (lastFocus === target && free && !document.querySelector("dialog[open]")) target.focus({preventScroll: false});
    });
  }

  return {
    element,
    /** The viewer is to decide. */
    get yours() {
      return yours;
    },
    /** A sentence where the game has nothing to ask. @param {string} text */
    put: (text) => write(prompt, text),
    /** @param {Asked} now */
    show(now) {
      write(prompt, place.current ? now.prompt : t("table.stale"));
      const time = place.current ? now.clock : undefined; // while the server is away its clocks stand
      Object.assign(clock, {due: time?.due ?? null, since: time?.since ?? null, spare: time?.spare, fixed: time?.fixed ?? null});
      const mine = Boolean(now.yours) && place.current;
      element.classList.toggle("yours", mine);
      if (mine && !yours) sound("turn");
      clearTimeout(late);
      const left = (time?.due ?? 0) - Date.now() - LATE;
      if (mine && left > 0) late = window.setTimeout(() => element.isConnected && sound("late"), left);
      lounge.title(mine ? t("table.turn") : "");
      attend(mine, now.focus ?? null);
      yours = mine;
    },
  };
}
