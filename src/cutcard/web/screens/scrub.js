// What one moves through a replay with: steps forth and back, play and pause, speed, a track with marks.

import {h, icon, iconButton, put, write} from "../dom.js";
import {keep, recall} from "../settings.js";
import {number, t} from "../text.js";

const EACH = 1400; // ms a step is looked at
const SPEEDS = [0.5, 1, 2, 4];
const GAP = 4; // px between two words
const SPEED = "cutcard.replay.speed";

/**
 * @param {(step: number, moving: boolean) => void} show `moving`: it came from the step before, so things may move
 */
export function scrubber(show) {
  let [at, last] = [0, 0];
  /** @type {number | undefined} */ let timer;
  let speed = SPEEDS.includes(recall(SPEED)) ? recall(SPEED) : 1;
  /** @type {{line: string, mark: string}[]} */ let steps = [];

  const range = h("input", {type: "range", min: "0", step: "1", "aria-label": t("replay.step")});
  const marks = h("div", {class: "marks", "aria-hidden": "true"});
  const label = h("span", {class: "figures stepno"});
  const playing = h("button", {type: "button", class: "primary icon", onclick: () => toggle()}, icon("play"));
  const fast = h("button", {type: "button", class: "soft figures", onclick: () => quicken(1, true)});
  const back = iconButton("back", t("replay.back"), () => step(-1));
  const forth = iconButton("forth", t("replay.forth"), () => step(1));
  const first = iconButton("first", t("replay.first"), () => go(0));
  const end = iconButton("last", t("replay.last"), () => go(last));
  const buttons = h("div", {class: "row tight scrub-buttons"}, first, back, playing, forth, end, label, fast);
  const element = h("section", {class: "scrub", "aria-label": t("replay.title")}, buttons, h("div", {class: "track"}, range, marks));
  range.addEventListener("input", () => go(Number(range.value)));

  /** Words under the track do not lie over each other: of two the first is seen. */
  function space() {
    let edge = -Infinity;
    for (const word of marks.querySelectorAll("span > span")) {
      const {left, right} = word.getBoundingClientRect();
      const free = left >= edge + GAP;
      word.classList.toggle("covered", !free);
      if (free) edge = right;
    }
  }
  const watch = new ResizeObserver(space);
  watch.observe(marks);

  function paint() {
    range.max = String(last);
    range.value = String(at);
    range.setAttribute("aria-valuetext", steps[at]?.line ?? "");
    write(label, t("replay.of", {n: at + 1, all: last + 1}));
    for (const [button, off] of /** @type {[HTMLElement, boolean][]} */ ([[first, at === 0], [back, at === 0], [forth, at === last], [end, at === last]])) button.setAttribute("aria-disabled", String(off));
    const runs = timer !== undefined;
    const name = t(runs ? "replay.pause" : "replay.play");
    Object.assign(playing, {title: name, ariaLabel: name});
    put(playing, icon(runs ? "pause" : "play"));
    const pace = t("replay.speed", {n: number(speed)});
    Object.assign(fast, {title: pace, ariaLabel: pace});
    write(fast, `${number(speed)}×`);
  }

  /** @param {number} step @param {boolean} [moving] */
  function go(step, moving = false) {
    if (!moving) stop();
    const next = Math.max(0, Math.min(last, step));
    const on = moving && next === at + 1;
    at = next;
    show(at, on);
    paint();
  }

  /** @param {number} by */
  function step(by) {
    stop();
    go(at + by, true);
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    paint();
  }

  function wait() {
    timer = window.setTimeout(() => {
      if (at < last) go(at + 1, true);
      if (at < last) wait();
      else stop();
    }, EACH / speed);
    paint();
  }

  function toggle() {
    if (timer !== undefined) return stop();
    if (at === last) go(0); // what is over begins again
    wait();
  }

  /** @param {number} by @param {boolean} [round] after the fastest comes the slowest */
  function quicken(by, round = false) {
    const next = SPEEDS.indexOf(speed) + by;
    speed = SPEEDS[round ? next % SPEEDS.length : Math.max(0, Math.min(SPEEDS.length - 1, next))];
    keep(SPEED, speed);
    paint();
  }

  return {
    element,
    go,
    /** What there is to walk through. @param {{line: string, mark: string}[]} all @param {number} start where one begins */
    set(all, start) {
      steps = all;
      last = Math.max(0, all.length - 1);
      const marked = all.flatMap(({mark}, i) => (mark ? [{mark, i}] : []));
      put(marks, ...marked.map(({mark, i}) => {
        const place = last ? i / last : 0;
        return h("span", {class: place > 0.94 ? "late" : "", vars: {"--at": `${place * 100}%`}}, h("i"), h("span", {}, mark));
      }));
      space();
      go(start);
    },
    get at() {
      return at;
    },
    keys: [
      {key: "ArrowRight", label: t("replay.forth"), run: () => step(1)},
      {key: "ArrowLeft", label: t("replay.back"), run: () => step(-1)},
      {key: "Home", label: t("replay.first"), run: () => go(0)},
      {key: "End", label: t("replay.last"), run: () => go(last)},
      {key: "p", label: t("replay.toggle"), run: toggle},
      {key: "+", label: t("replay.faster"), run: () => quicken(1)},
      {key: "-", label: t("replay.slower"), run: () => quicken(-1)},
    ],
    close() {
      clearTimeout(timer);
      watch.disconnect();
    },
  };
}
