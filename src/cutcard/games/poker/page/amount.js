// How many chips: a slider, a field to type into, a few usual amounts, and a sentence that says what is
// allowed, next to the field. What lies between the bounds is anybody's choice, chip by chip.

/** @typedef {import("../../../web/contract.js").Room} Room */

/**
 * @typedef {object} Range
 * @property {string} key  another decision begins where it changes
 * @property {number} low
 * @property {number} high
 * @property {number} unit  what an arrow key adds: a big blind
 * @property {number} [start]  the amount offered first; `low` without it
 * @property {string} label  of the field
 * @property {string} least  the sentence for too little
 * @property {string} most  the sentence for too much
 * @property {{name: string, label: string, amount: number}[]} usual
 * @property {boolean} [fixed]  only the usual amounts are allowed
 */

/** @param {Room} room @param {(amount: number) => void} submit Enter in the field @param {() => void} changed */
export function chips({h, button}, submit, changed) {
  const id = `amount-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  const slider = h("input", {type: "range", step: "1", class: "slide"});
  const field = h("input", {type: "text", inputMode: "numeric", autocomplete: "off", class: "typed figures", "aria-describedby": id, enterKeyHint: "go"});
  const sentence = h("p", {class: "limits small", id});
  const usual = h("div", {class: "usual"});
  const line = h("div", {class: "amount-line"}, slider, field);
  const element = h("div", {class: "amount"}, line, sentence, usual);
  /** @type {Range} */
  let range = {key: "", low: 0, high: 0, unit: 1, label: "", least: "", most: "", usual: []};
  let text = "";
  let on = false;

  const value = () => (/^\d{1,15}$/.test(text) ? Number(text) : NaN);
  const clamp = (/** @type {number} */ n) => Math.min(range.high, Math.max(range.low, n));
  const fits = () => value() >= range.low && value() <= range.high;

  const set = (/** @type {number | string} */ to) => {
    text = String(to);
    draw();
    changed();
  };

  function draw() {
    if (field.value !== text) field.value = text;
    const shown = Number.isNaN(value()) ? range.low : clamp(value());
    slider.min = String(range.low);
    slider.max = String(range.high);
    slider.value = String(shown);
    slider.setAttribute("aria-valuetext", String(shown));
    const wrong = !fits();
    const sentenceNow = value() > range.high ? range.most : range.least;
    if (sentence.textContent !== sentenceNow) sentence.textContent = sentenceNow;
    sentence.classList.toggle("error", wrong);
    field.setAttribute("aria-invalid", String(wrong));
    const lit = [...usual.children].find((one) => Number(/** @type {HTMLElement} */ (one).dataset.amount) === value()); // two may be the same amount
    for (const one of usual.children) one.setAttribute("aria-pressed", String(one === lit));
  }

  slider.addEventListener("input", () => {
    const [at, grain] = [Number(slider.value), Math.max(1, Math.floor(range.unit / 2))];
    set(at === range.high ? at : clamp(Math.round(at / grain) * grain)); // a hand on a slider wants round amounts
  });
  field.addEventListener("input", () => set(field.value.replace(/[\s,.]/g, "")));
  field.addEventListener("focus", () => field.select());
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = {ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10}[event.key] ?? (event.target === slider ? {ArrowRight: 1, ArrowLeft: -1}[event.key] : undefined);
    if (step !== undefined) {
      event.preventDefault();
      nudge(step);
    } else if (event.key === "Enter" && (event.target === field || event.target === slider)) {
      event.preventDefault();
      if (on && fits()) submit(value());
    }
  });

  /** @param {number} steps */
  function nudge(steps) {
    if (on) set(clamp((Number.isNaN(value()) ? range.low : value()) + steps * range.unit));
    return on;
  }

  return {
    element,
    field,
    nudge,
    /** The amount chosen, or NaN where it is not allowed. */
    get value() {
      return fits() ? value() : NaN;
    },
    /** Where an amount is chosen. */
    get focus() {
      return line.hidden ? /** @type {HTMLElement} */ (usual.firstElementChild) : field;
    },
    /** Types into the field from wherever the person is. @param {string} digit */
    type(digit) {
      field.focus();
      set(digit);
      field.setSelectionRange(1, 1);
    },
    /** @param {Range} wanted @param {boolean} live */
    show(wanted, live) {
      const fresh = wanted.key !== range.key;
      range = wanted;
      on = live;
      if (fresh) text = String(wanted.start ?? wanted.low);
      field.setAttribute("aria-label", wanted.label);
      slider.setAttribute("aria-label", wanted.label);
      for (const control of [slider, field]) control.disabled = !live;
      const state = JSON.stringify(wanted.usual);
      if (usual.dataset.state !== state) {
        const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.name;
        usual.dataset.state = state;
        usual.replaceChildren(...wanted.usual.map((one) => button(one.label, () => set(one.amount), {"data-name": one.name, "data-amount": one.amount})));
        if (held) /** @type {HTMLElement | null} */ (usual.querySelector(`[data-name="${held}"]`))?.focus();
      }
      for (const one of usual.children) one.setAttribute("aria-disabled", String(!live));
      line.hidden = sentence.hidden = Boolean(wanted.fixed);
      draw();
    },
  };
}
