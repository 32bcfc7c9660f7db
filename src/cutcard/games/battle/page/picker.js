// What is chosen from a list instead of the table: decks, sideboards, modes, cards looked at.

/** @typedef {import("../../../web/contract.js").Room} Room */

const READY = ["beasts", "constructs", "mystics", "soldiers", "sampler"];

/** @param {Room} room @param {(cardId: string) => any} face */
export function picker(room, face) {
  const {h, t} = room;
  const element = h("div", {class: "bpicker panel", hidden: true});
  let shown = "";
  /** @type {Set<number>} */
  const under = new Set();

  /** @param {string} label @param {() => void} run @param {string} [text] */
  const option = (label, run, text) => {
    const button = room.button(label, run, {class: "boption"});
    if (text) button.append(h("span", {class: "muted small"}, text));
    return button;
  };

  /** @param {string} id @param {string[]} looked */
  const copies = (id, looked) => {
    const count = looked.filter((one) => one === id).length;
    return count > 1 ? `${face(id).name} ×${count}` : face(id).name;
  };

  /** @param {any} view */
  function decks(view) {
    const code = h("input", {type: "text", id: "deck-code", autocomplete: "off", spellcheck: false});
    const own = room.button(t("deck.useCode"), () => void room.play("choose_deck", {code: code.value.trim()}));
    return [
      h("h2", {}, t("deck.title")),
      ...(view.decks ?? []).map((/** @type {string} */ name) => option(READY.includes(name) ? t(`deckName.${name}`) : name, () => void room.play("choose_deck", {deck: name}), READY.includes(name) ? t(`deckAbout.${name}`) : "")),
      h("label", {for: "deck-code", class: "small"}, t("deck.code")),
      h("div", {class: "brow"}, code, own),
    ];
  }

  /** @param {any} me */
  function sideboard(me) {
    const list = (/** @type {any[]} */ lines, /** @type {string} */ label) => h("select", {"aria-label": label}, ...lines.map((one) => h("option", {value: one.cardId}, face(one.cardId).name)));
    const out = list(me.deckList ?? [], t("side.out"));
    const into = list(me.sideboard ?? [], t("side.into"));
    return [
      h("h2", {}, t("side.title")),
      option(t("side.keep"), () => void room.play("sideboard", {})),
      h("div", {class: "brow"}, out, into, room.button(t("side.swap"), () => void room.play("sideboard", {out: [out.value], into: [into.value]}))),
    ];
  }

  /** @param {any} view @param {any} asked @param {any} me */
  function content(view, asked, me) {
    const looked = view.pending?.cards ?? [];
    switch (asked.kind) {
      case "DECK":
        return decks(view);
      case "SIDEBOARD":
        return sideboard(me);
      case "CHOOSE":
        return [h("h2", {}, face(asked.source).name), ...asked.labels.map((/** @type {string} */ label, /** @type {number} */ i) => option(label, () => void room.play("choose", {option: i})))];
      case "SEARCH":
        return [h("h2", {}, t("search.title")), ...[...new Set(looked)].map((/** @type {string} */ id) => option(copies(id, looked), () => void room.play("search", {cardId: id}), face(id).text)), option(t("search.none"), () => void room.play("search", {}))];
      case "SCRY":
        return [
          h("h2", {}, t("scry.title")),
          ...looked.map((/** @type {string} */ id, /** @type {number} */ i) => {
            const one = option(face(id).name, () => {
              if (under.has(i)) under.delete(i);
              else under.add(i);
              one.setAttribute("aria-pressed", String(under.has(i)));
            }, face(id).text);
            one.setAttribute("aria-pressed", "false");
            return one;
          }),
          h("p", {class: "muted small"}, t("scry.about")),
          room.button(t("scry.done"), () => void room.play("scry", {bottom: [...under].sort()}), {class: "primary"}),
        ];
      default:
        return null;
    }
  }

  return {
    element,
    /** Whether there is something to pick; drawn anew only when the question changes. @param {any} view @param {boolean} mine @param {boolean} live @param {any} me */
    show(view, mine, live, me) {
      const key = mine && view.asked ? JSON.stringify([view.asked.kind, view.asked.source, view.asked.labels, view.pending?.cards, view.currentTurn, view.decks]) : "";
      if (key !== shown) {
        shown = key;
        under.clear();
        element.replaceChildren(...((mine && view.asked && content(view, view.asked, me)) || []));
      }
      element.hidden = !element.childElementCount;
      for (const button of element.querySelectorAll("button")) room.able(/** @type {HTMLElement} */ (button), live);
      return !element.hidden;
    },
    focus: () => /** @type {HTMLElement | null} */ (element.querySelector("button")),
  };
}
