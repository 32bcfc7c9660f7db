// <cut-hand>: one's own cards. Fans them to its width, in more rows where they would get too narrow
// to touch; arrows move, Space selects, Enter submits; several may be selected where `multi` says so.

import {h} from "../dom.js";
import {flip, fly} from "../motion.js";
import {sound} from "../sound.js";
import {spoken} from "./card.js";

/**
 * @typedef {object} Held
 * @property {string | number} id  stays with the card, so that its button keeps the focus
 * @property {string} card
 * @property {string} [label]  for screen readers, where the card's name does not say enough
 * @property {boolean} [disabled]
 * @property {string | number} [group]  the first card of another group is marked (`.starts`)
 * @property {number} [row]  where it stands, for a hand that is arranged otherwise
 * @property {boolean} [wild]  framed
 * @property {string} [tag]  a word over it
 */

/** Puts the cards where they stand, and tells the columns, each from its top; the arrows walk along them. @typedef {(hand: CutHand, width: number, card: number) => (string | number)[][]} Arrange */

const GAP = 6;

export class CutHand extends HTMLElement {
  /** @type {Held[]} */ #cards = [];
  /** @type {Map<string | number, HTMLButtonElement>} */ #buttons = new Map();
  /** @type {Set<string | number>} */ #selected = new Set();
  /** @type {string | number | null} */ #at = null;
  #enabled = true;
  #watch = new ResizeObserver(() => this.#fan());
  multi = false;
  /** Where a fan is not wanted. @type {Arrange | null} */ arrange = null;
  /** @type {(string | number)[][]} */ #columns = [];

  connectedCallback() {
    this.setAttribute("role", "group");
    this.addEventListener("keydown", this);
    this.addEventListener("click", this);
    this.addEventListener("dblclick", this);
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
  }

  /** @param {string} text */
  set label(text) {
    this.setAttribute("aria-label", text);
  }

  /** Whether cards can be chosen now. */
  get enabled() {
    return this.#enabled;
  }

  set enabled(yes) {
    this.#enabled = yes;
    this.#draw();
  }

  get selected() {
    return new Set(this.#selected);
  }

  set selected(ids) {
    this.#selected = new Set([...ids].filter((id) => this.#buttons.has(id)));
    this.#draw();
  }

  get cards() {
    return this.#cards;
  }

  set cards(cards) {
    const moved = this.#buttons.size > 0 && (cards.length !== this.#cards.length || cards.some((held, i) => held.id !== this.#cards[i].id));
    if (moved) flip([...this.#buttons.values()], () => this.#lay(cards));
    else this.#lay(cards);
  }

  /** @param {Held[]} cards */
  #lay(cards) {
    this.#cards = cards;
    const wanted = new Set(cards.map((held) => held.id));
    for (const [id, button] of this.#buttons) {
      if (wanted.has(id)) continue;
      const focused = button.contains(document.activeElement);
      button.remove();
      this.#buttons.delete(id);
      this.#selected.delete(id);
      if (this.#at === id) this.#at = null;
      if (focused) queueMicrotask(() => this.focus());
    }
    cards.forEach((held, i) => {
      let button = this.#buttons.get(held.id);
      if (!button) {
        button = h("button", {type: "button", class: "held"}, h("cut-card"));
        this.#buttons.set(held.id, /** @type {HTMLButtonElement} */ (button));
      }
      if (this.children[i] !== button) this.insertBefore(/** @type {Node} */ (button), this.children[i] ?? null);
    });
    if (this.#at === null) this.#at = cards[0]?.id ?? null;
    this.#draw();
    this.#fan();
  }

  /** The button of a card, to let something fly from it. @param {string | number} id */
  button(id) {
    return this.#buttons.get(id) ?? null;
  }

  /** The focus goes to the card it was last on. */
  focus() {
    const button = this.#at === null ? null : this.#buttons.get(this.#at);
    (button ?? this.querySelector("button"))?.focus();
  }

  #draw() {
    for (const [i, held] of this.#cards.entries()) {
      const button = this.#buttons.get(held.id);
      if (!button) continue;
      button.classList.toggle("starts", i > 0 && held.group !== this.#cards[i - 1].group);
      const card = /** @type {import("./card.js").CutCard} */ (button.firstElementChild);
      card.card = held.card;
      card.classList.toggle("column", this.arrange !== null);
      card.classList.toggle("wild", Boolean(held.wild));
      if (held.tag) button.dataset.tag = held.tag;
      else delete button.dataset.tag;
      const off = !this.#enabled || Boolean(held.disabled);
      button.setAttribute("aria-disabled", String(off));
      button.setAttribute("aria-pressed", String(this.#selected.has(held.id)));
      button.setAttribute("aria-label", held.label ?? spoken(held.card));
      button.tabIndex = held.id === this.#at ? 0 : -1;
    }
  }

  #fan() {
    const count = this.#cards.length;
    const width = this.clientWidth;
    if (!count || !width) return;
    const card = parseFloat(getComputedStyle(this).getPropertyValue("--hand-card")) || 72;
    if (this.arrange) return void (this.#columns = this.arrange(this, width, card));
    const least = matchMedia("(pointer: coarse)").matches || width < 480 ? 44 : 28;
    const perRow = Math.max(1, Math.min(count, Math.floor((width - card) / least) + 1));
    const rows = Math.ceil(count / perRow);
    const columns = Math.ceil(count / rows);
    const step = columns > 1 ? Math.min(card + GAP, (width - card) / (columns - 1)) : card;
    this.style.setProperty("--step", `${step}px`);
    this.style.setProperty("--columns", String(columns));
    this.classList.toggle("loose", step >= card);
  }

  /** @param {Event} event */
  handleEvent(event) {
    const button = /** @type {Element} */ (event.target).closest("button.held");
    const id = [...this.#buttons].find(([, b]) => b === button)?.[0];
    if (id === undefined) return;
    if (event.type === "keydown") this.#key(/** @type {KeyboardEvent} */ (event), id);
    else if (event.type === "click") this.#toggle(id, /** @type {MouseEvent} */ (event).detail === 0);
    else this.#submit(id);
  }

  /** @param {KeyboardEvent} event @param {string | number} id */
  #key(event, id) {
    const ids = this.#cards.map((held) => held.id);
    const i = ids.indexOf(id);
    const columns = Number(this.style.getPropertyValue("--columns")) || ids.length;
    const to = {ArrowLeft: i - 1, ArrowRight: i + 1, ArrowUp: i - columns, ArrowDown: i + columns, Home: 0, End: ids.length - 1}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = this.arrange && event.key.startsWith("Arrow") ? this.#beside(id, event.key) : ids[to];
    if (next === undefined) return;
    this.#at = next;
    this.#draw();
    this.focus();
  }

  /** Up and down in a column, left and right to the next one, at the same height from its foot. @param {string | number} id @param {string} key */
  #beside(id, key) {
    const at = this.#columns.findIndex((column) => column.includes(id));
    const column = this.#columns[at] ?? [];
    const i = column.indexOf(id);
    if (key === "ArrowUp" || key === "ArrowDown") return column[i + (key === "ArrowUp" ? -1 : 1)];
    const next = this.#columns[at + (key === "ArrowLeft" ? -1 : 1)];
    return next?.[Math.max(0, next.length - (column.length - i))];
  }

  /** @param {string | number} id @param {boolean} byKey */
  #toggle(id, byKey) {
    this.#at = id;
    const held = this.#cards.find((one) => one.id === id);
    if (!this.#enabled || held?.disabled) return this.#draw();
    if (byKey && this.#selected.has(id) && !this.multi) return this.#submit(id);
    const on = !this.#selected.has(id);
    if (!this.multi) this.#selected.clear();
    if (on) this.#selected.add(id);
    else this.#selected.delete(id);
    sound("flip");
    this.#draw();
    this.dispatchEvent(new CustomEvent("change", {detail: {ids: [...this.#selected]}}));
  }

  /** @param {string | number} id */
  #submit(id) {
    const held = this.#cards.find((one) => one.id === id);
    if (!this.#enabled || held?.disabled) return;
    this.#selected.add(id);
    this.#draw();
    this.dispatchEvent(new CustomEvent("submit", {detail: {ids: [...this.#selected]}}));
  }

  /** Lets a card that just came arrive from somewhere. @param {string | number} id @param {Element | DOMRect} from */
  arrive(id, from) {
    const button = this.#buttons.get(id);
    if (button) fly(button, from);
  }
}

customElements.define("cut-hand", CutHand);
