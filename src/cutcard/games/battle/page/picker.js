// What is chosen from a list instead of the table: decks, sideboards, modes, cards looked at.

import {chinese} from "./scene.js";

/** @typedef {import("../../../web/contract.js").Room} Room */

const READY = ["beasts", "constructs", "mystics", "soldiers", "spirits", "titans", "sampler"];

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

  /** Swaps are gathered first and sent together. @param {any} me */
  function sideboard(me) {
    /** @type {string[]} */
    const out = [];
    /** @type {string[]} */
    const into = [];
    const gone = (/** @type {string[]} */ some, /** @type {any} */ line) => some.filter((one) => one === line.cardId).length;
    const list = (/** @type {any[]} */ lines, /** @type {string[]} */ some, /** @type {string} */ label) =>
      h("select", {"aria-label": label}, ...lines.filter((one) => one.count > gone(some, one)).map((one) => h("option", {value: one.cardId}, `${face(one.cardId).name} ×${one.count - gone(some, one)}`)));
    const body = h("div", {class: "bswaps"});
    const draw = () => {
      const from = list(me.deckList ?? [], out, t("side.out"));
      const to = list(me.sideboard ?? [], into, t("side.into"));
      const add = room.button(t("side.swap"), () => {
        out.push(from.value);
        into.push(to.value);
        draw();
      });
      const undo = room.button(t("side.undo"), () => {
        out.pop();
        into.pop();
        draw();
      });
      body.replaceChildren(
        h("ol", {class: "small"}, ...out.map((one, i) => h("li", {}, t("side.line", {out: face(one).name, into: face(into[i]).name})))),
        ...(to.childElementCount && out.length < 10 ? [h("div", {class: "brow"}, from, to, add)] : []),
        h("div", {class: "brow"}, room.button(out.length ? t("side.done", {n: out.length}) : t("side.keep"), () => void room.play("sideboard", {out, into}), {class: "primary"}), ...(out.length ? [undo] : [])),
      );
    };
    draw();
    return [h("h2", {}, t("side.title")), body];
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
        return [h("h2", {}, face(asked.source).name), ...asked.labels.map((/** @type {string} */ label, /** @type {number} */ i) => option((chinese() && asked.zh?.[i]) || label, () => void room.play("choose", {option: i})))];
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
