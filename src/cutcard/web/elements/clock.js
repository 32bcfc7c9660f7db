// <cut-clock>: counts down to `due`, up from `since`, or stands at `fixed`. One ticker for all.

import {span, t} from "../text.js";

const LATE = 10_000; // from here on it is shown as running out

/** @type {Set<CutClock>} */
const running = new Set();
/** @type {number | undefined} */
let ticker;

/** Starts the ticker with the first clock, stops it with the last. */
function wind() {
  if (running.size && ticker === undefined) ticker = window.setInterval(() => running.forEach((clock) => clock.draw()), 250);
  if (!running.size && ticker !== undefined) {
    clearInterval(ticker);
    ticker = undefined;
  }
}

export class CutClock extends HTMLElement {
  /** @type {number | null} */ #due = null;
  /** @type {number | null} */ #since = null;
  /** @type {number | null} */ #fixed = null;
  #spare = 0;
  #shown = "";

  connectedCallback() {
    this.setAttribute("role", "timer");
    this.setAttribute("aria-live", "off");
    running.add(this);
    wind();
    this.draw();
  }

  disconnectedCallback() {
    running.delete(this);
    wind();
  }

  /** @param {number | null | undefined} at local epoch ms */
  set due(at) {
    this.#due = at ?? null;
    this.draw();
  }

  /** What comes last of the time there is, and is counted by itself: a time bank. @param {number | undefined} ms */
  set spare(ms) {
    this.#spare = ms ?? 0;
    this.draw();
  }

  /** @param {number | null | undefined} at local epoch ms */
  set since(at) {
    this.#since = at ?? null;
    this.draw();
  }

  /** @param {number | null | undefined} ms */
  set fixed(ms) {
    this.#fixed = ms ?? null;
    this.draw();
  }

  draw() {
    const now = Date.now();
    let ms = this.#fixed;
    const all = this.#due === null ? 0 : Math.max(0, this.#due - now);
    const left = all > this.#spare ? all - this.#spare : all;
    if (this.#due !== null) ms = left && left + 999; // the last second reads 0:01
    else if (this.#since !== null) ms = now - this.#since;
    this.hidden = ms === null;
    if (ms === null) return;
    const text = span(ms);
    if (this.#shown !== text) {
      this.#shown = this.textContent = text;
      this.setAttribute("aria-label", t(this.#due === null ? "clock.passed" : "clock.left", {time: text}));
    }
    this.classList.toggle("late", this.#due !== null && left < LATE);
    this.classList.toggle("spare", this.#due !== null && all <= this.#spare);
  }
}

customElements.define("cut-clock", CutClock);
