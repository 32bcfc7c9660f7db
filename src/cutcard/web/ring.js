// What is left of somebody's time, as a ring around their face; a time bank is a second, thinner one inside it. The
// figures stand elsewhere, for those who cannot see it: this is for a glance across the table.

import {svg} from "./dom.js";

const EVERY = 250; // ms
const LATE = 25; // percent

/**
 * @typedef {object} Time
 * @property {number | null} due  local epoch ms
 * @property {number} lasts  ms of a whole turn
 * @property {number} [bank]  ms of `due` that are the time bank
 * @property {number} [banked]  ms of a whole time bank
 */

/** Both rings in percent at a moment. @param {Time} time @param {number} now */
export function parts({due, lasts, bank = 0, banked = 0}, now) {
  const left = due === null ? 0 : Math.max(0, due - now);
  const share = (/** @type {number} */ ms, /** @type {number} */ of) => (of > 0 ? Math.min(100, (100 * Math.max(0, ms)) / of) : 0);
  return {turn: share(left - bank, lasts), bank: share(Math.min(left, bank), banked)};
}

/** @type {Set<() => void>} */
const running = new Set();
/** @type {number | undefined} */
let ticker;

/** @param {() => void} draw @param {boolean} runs */
function wind(draw, runs) {
  if (runs) running.add(draw);
  else running.delete(draw);
  if (running.size && ticker === undefined) ticker = window.setInterval(() => running.forEach((one) => one()), EVERY);
  if (running.size || ticker === undefined) return;
  clearInterval(ticker);
  ticker = undefined;
}

/** Of one plate, whose face it goes around. @param {HTMLElement} plate a `cut-seat` */
export function ring(plate) {
  const arc = (/** @type {string} */ name, /** @type {number} */ r) => svg("circle", {class: name, cx: 24, cy: 24, r, pathLength: 100});
  const [turn, bank] = [arc("ring-turn", 22.4), arc("ring-bank", 19.2)];
  const element = svg("svg", {class: "ring-clock", viewBox: "0 0 48 48", "aria-hidden": "true"}, turn, bank);
  /** @type {Time} */
  let time = {due: null, lasts: 0};

  function draw() {
    const left = parts(time, Date.now());
    const runs = left.turn + left.bank > 0 && plate.isConnected;
    element.classList.toggle("late", left.turn < LATE);
    turn.style.setProperty("--left", left.turn.toFixed(1));
    bank.style.setProperty("--left", left.bank.toFixed(1));
    wind(draw, runs);
    if (!runs) element.remove();
  }

  return {
    /** @param {Time} now */
    show(now) {
      time = now;
      const face = plate.querySelector(".seat-face");
      if (now.due !== null && now.due > Date.now() && face && element.parentNode !== face) face.append(element);
      draw();
    },
  };
}
