// What a person chose, kept in this browser, and applied to the whole document at once.

/** @typedef {import("./contract.js").Settings} Settings */

const KEY = "cutcard.settings";
const home = new EventTarget();

/** @returns {Settings} */
function defaults() {
  return {
    language: navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en",
    theme: "system",
    fourColour: false,
    print: "usual",
    sound: false,
    motion: "system",
  };
}

/** Reads a JSON value kept in this browser. @param {string} key */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // private windows may refuse, and what is kept may be old
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // without storage the choice lasts as long as the page
  }
}

/** @type {Settings} */
let now = {...defaults(), ...recall(KEY)};

/** @returns {Readonly<Settings>} */
export function settings() {
  return now;
}

/** @param {Partial<Settings>} some */
export function choose(some) {
  now = {...now, ...some};
  keep(KEY, now);
  apply();
  home.dispatchEvent(new CustomEvent("change", {detail: some}));
}

/** @param {(changed: Partial<Settings>) => void} listener */
export function onChoice(listener) {
  home.addEventListener("change", (event) => listener(/** @type {CustomEvent} */ (event).detail));
}

/** Shows the choices on the document; CSS does the rest. */
export function apply() {
  const {dataset} = document.documentElement;
  dataset.theme = now.theme;
  dataset.motion = moves() ? "on" : "off";
  dataset.print = now.print;
  dataset.deck = now.fourColour ? "four" : "two";
}

/** Whether things may move. */
export function moves() {
  if (now.motion !== "system") return now.motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
