// <cut-seat>: who sits there, whether it is their turn, their clock and score. What a game adds as
// children (cards, chips) stays. And <cut-chips>: an amount beside a drawn chip.

import {h, icon, svg, write} from "../dom.js";
import {count} from "../motion.js";
import {number, t} from "../text.js";

/**
 * @typedef {object} SeatData
 * @property {string} name
 * @property {boolean} [you]
 * @property {boolean} [active]  to act
 * @property {boolean} [bot]
 * @property {boolean} [away]
 * @property {string | number} [score]
 * @property {number} [amount]  a score that counts to its new value
 * @property {string} [note]  one line under the name
 * @property {number | null} [due]
 * @property {SVGElement} [face]  usually `ctx.face(seat)`
 */

export class CutSeat extends HTMLElement {
  #face = h("span", {class: "seat-face"});
  #name = h("span", {class: "seat-name"});
  #mark = h("span", {class: "seat-mark"});
  #note = h("span", {class: "seat-note"});
  #score = h("span", {class: "seat-score"});
  #clock = h("cut-clock");
  #head = h("div", {class: "seat-head"}, this.#face, h("div", {class: "seat-who"}, h("div", {class: "seat-line"}, this.#name, this.#mark), this.#note), this.#clock, this.#score);
  #bot = false;

  connectedCallback() {
    this.setAttribute("role", "group");
    if (!this.#head.isConnected) this.prepend(this.#head);
  }

  /** @param {number} amount */
  #count(amount) {
    if (this.#score.dataset.value !== String(amount) || !this.#score.textContent) count(this.#score, amount, {show: number});
  }

  /** @param {SeatData} data */
  set data(data) {
    const name = data.you ? t("end.you") : data.name;
    write(this.#name, name);
    this.#face.hidden = !data.face;
    if (data.face && !data.face.isEqualNode(this.#face.firstChild)) this.#face.replaceChildren(data.face);
    write(this.#note, data.note ?? "");
    if (data.amount !== undefined) this.#count(data.amount);
    else write(this.#score, data.score === undefined ? "" : String(data.score));
    this.#clock.due = data.due;
    if (this.#bot !== Boolean(data.bot)) {
      this.#bot = Boolean(data.bot);
      this.#mark.replaceChildren(...(this.#bot ? [icon("bot"), h("span", {class: "visually-hidden"}, t("seat.bot"))] : []));
    }
    this.classList.toggle("you", Boolean(data.you));
    this.classList.toggle("active", Boolean(data.active));
    this.classList.toggle("away", Boolean(data.away));
    const state = [data.active ? t("seat.toAct") : "", data.away ? t("seat.away") : ""];
    this.setAttribute("aria-label", [name, ...state].filter(Boolean).join(", "));
  }
}

export class CutChips extends HTMLElement {
  /** @type {number | null} */ #amount = null;
  #figure = h("span", {class: "figure"});

  connectedCallback() {
    if (this.#figure.isConnected) return;
    const chip = svg("svg", {class: "chip", viewBox: "0 0 24 24", "aria-hidden": "true"});
    chip.append(svg("circle", {cx: 12, cy: 12, r: 10}), svg("circle", {class: "edge", cx: 12, cy: 12, r: 8.5}), svg("circle", {class: "heart", cx: 12, cy: 12, r: 5.5}));
    this.append(chip, this.#figure);
  }

  /** @param {number | null} n */
  set amount(n) {
    this.#amount = n;
    this.hidden = n === null;
    write(this.#figure, n === null ? "" : number(n));
  }

  get amount() {
    return this.#amount;
  }
}

customElements.define("cut-seat", CutSeat);
customElements.define("cut-chips", CutChips);
