// What concerns the person wherever they are: a search under way, challenges and invitations, and what
// happened meanwhile. Small cards in a corner, over the screen, so that nothing on it moves.

import {h, iconButton} from "./dom.js";
import {t} from "./text.js";

const READ_IN = 6_000; // ms a card without buttons stays

/**
 * @typedef {object} Call
 * @property {string} text
 * @property {string} [more]  a second line
 * @property {number | null} [since]  counts up from there, epoch ms
 * @property {number | null} [due]  counts down to there; the card goes away then
 * @property {{label: string, run: () => any, primary?: boolean}[]} [buttons]
 * @property {boolean} [quiet]  not read aloud
 */

export class Calls {
  element = h("section", {class: "calls", hidden: true});
  /** @type {Map<string, {card: HTMLElement, timer: number | undefined}>} */ #cards = new Map();
  #say;

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.#say = say;
  }

  /** Shows a card, in the place of the one with the same name. @param {string} name @param {Call} call */
  show(name, {text, more = "", since = null, due = null, buttons = [], quiet = false}) {
    const before = this.#cards.get(name);
    const focused = before?.card.contains(document.activeElement) ? document.activeElement?.textContent : null;
    clearTimeout(before?.timer);
    const clock = since === null && due === null ? null : h("cut-clock", {since, due});
    const shut = buttons.length ? null : iconButton("close", t("dialog.close"), () => this.drop(name));
    const row = h("div", {class: "row end"}, ...buttons.map(({label, run, primary}) => h("button", {type: "button", class: primary ? "primary" : "", onclick: run}, label)));
    const words = h("div", {class: "call-words"}, h("p", {}, text), more ? h("p", {class: "muted small"}, more) : null);
    const card = h("div", {class: "call", "data-call": name}, h("div", {class: "call-head"}, words, clock, shut), buttons.length ? row : null);
    if (before) before.card.replaceWith(card);
    else this.element.append(card);
    const until = due === null ? (buttons.length ? null : READ_IN) : Math.max(0, due - Date.now());
    this.#cards.set(name, {card, timer: until === null ? undefined : window.setTimeout(() => this.drop(name), until)});
    this.element.hidden = false;
    this.element.setAttribute("aria-label", t("calls.title"));
    const same = [...card.querySelectorAll("button")].find((one) => one.textContent === focused);
    same?.focus();
    if (!quiet) this.#say([text, more].filter(Boolean).join(" "));
  }

  /** @param {string} name */
  drop(name) {
    const found = this.#cards.get(name);
    if (!found) return;
    clearTimeout(found.timer);
    const focused = found.card.contains(document.activeElement);
    found.card.remove();
    this.#cards.delete(name);
    this.element.hidden = !this.#cards.size;
    if (focused) document.getElementById("main")?.focus();
  }

  /** Puts the focus on the newest card that asks something. */
  attend() {
    const buttons = this.element.querySelectorAll(".row button");
    /** @type {HTMLElement | undefined} */ (buttons[buttons.length - 1])?.focus();
  }
}
