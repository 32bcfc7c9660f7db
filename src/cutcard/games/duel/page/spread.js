// The deck spread face down: QUICK's fifty-two places. A place keeps its button for the whole game, so
// the focus and the eye find it again; arrows move, Enter picks.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

const PLACES = 52;

/** @param {Room} room @param {(place: number) => void} pick */
export function spread({h, t}, pick) {
  const buttons = Array.from({length: PLACES}, (_, i) => h("button", {type: "button", class: "place", "data-place": i}, h("cut-card")));
  const element = h("div", {class: "spread", role: "group", "aria-label": t("spread"), onclick: press, onkeydown: key}, ...buttons);
  let at = 0;
  let open = false;
  let free = new Set();

  /** @param {Event} event */
  function press(event) {
    const button = /** @type {Element} */ (event.target).closest(".place");
    if (!button) return;
    at = Number(/** @type {HTMLElement} */ (button).dataset.place);
    rove();
    if (open && free.has(at)) pick(at);
  }

  /** The next place in a direction that still has a card. @param {number} from @param {number} step */
  function next(from, step) {
    for (let i = from + step; i >= 0 && i < PLACES; i += step) if (free.has(i)) return i;
    return from;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const columns = getComputedStyle(element).gridTemplateColumns.split(" ").length;
    const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns}[event.key];
    if (step !== undefined) at = next(at, step);
    else if (event.key === "Home") at = next(-1, 1);
    else if (event.key === "End") at = next(PLACES, -1);
    else return;
    event.preventDefault();
    rove();
    buttons[at].focus();
  }

  function rove() {
    buttons.forEach((button, i) => (button.tabIndex = i === at ? 0 : -1));
  }

  return {
    element,
    /** @param {View} view @param {Ctx} ctx @param {boolean} may */
    show(view, ctx, may) {
      open = may;
      free = new Set(view.availableCards ?? []);
      if (!free.has(at)) at = free.has(next(at, 1)) ? next(at, 1) : next(at, -1);
      element.classList.toggle("open", may);
      buttons.forEach((button, i) => {
        const gone = !free.has(i);
        const mine = ctx.seat !== null && view.players[ctx.seat].cardIndex === i;
        button.classList.toggle("gone", gone);
        button.setAttribute("aria-disabled", String(gone || !may));
        button.setAttribute("aria-label", t(mine ? "place.yours" : gone ? "place.gone" : "place", {n: i + 1}));
      });
      rove();
    },
    focus: () => buttons[at],
    /** @param {number | undefined} place */
    place: (place) => (place === undefined || element.hidden ? null : buttons[place]),
  };
}
