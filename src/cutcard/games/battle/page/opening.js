// Before the first turn: which deck, and which cards of the opening hand.

import {curve, decode, whole} from "./deck.js";
import {buildingLater} from "./later.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./card.js").Faces} Faces */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./deck.js").Deck} Deck */
/** @typedef {import("./scene.js").Scene} Scene */

const READY = ["beasts", "constructs", "mystics", "soldiers", "spirits", "titans", "sampler"];

/** @param {Room} room @param {Scene} scene @param {Choice} choice @param {Faces} faces @param {import("./glyphs.js").Glyphs} signs @param {(id: number) => void} press */
export function opening(room, scene, choice, faces, signs, press) {
  const {h, t} = room;
  const element = h("section", {class: "bopening", hidden: true});
  const build = buildingLater(room, room, scene, faces, signs, () => {
    wanted = String(room.recall("deck") ?? "");
    shown = "";
    paint();
  });
  let shown = "";
  let pictures = false; // have been drawn
  let wanted = String(room.recall("deck") ?? "");

  /** Those of the table and one's own. @returns {{id: string, name: string, about: string, deck: Deck, own: boolean, code: string}[]} */
  function offers() {
    const {view} = scene;
    const rules = view.deckRules;
    const ready = (view.decks ?? []).map((/** @type {string} */ id) => ({id, name: READY.includes(id) ? t(`deckName.${id}`) : id, about: READY.includes(id) ? t(`deckAbout.${id}`) : "", deck: decode(view.cards, rules.codes[id]) ?? new Map(), own: false, code: rules.codes[id]}));
    const own = build.saved().flatMap((one) => {
      const deck = decode(view.cards, one.code);
      return deck && whole(rules, view.cards, deck) ? [{id: `own ${one.name}`, name: one.name, about: t("deck.own"), deck, own: true, code: one.code}] : [];
    });
    return [...own, ...ready];
  }

  /** The dearest and the commonest cards of a deck: its face. @param {Deck} deck */
  const best = (deck) => [...deck.keys()].map((id) => scene.printed(id)).sort((a, b) => Number(b.cardType === "UNIT") - Number(a.cardType === "UNIT") || b.cost - a.cost).slice(0, 3);

  /** A picture for a deck. Those of the first time are drawn one after another, once the table stands: all at once they would hold it up.
   * @param {any} face */
  function pictured(face) {
    const frame = h("span", {});
    if (pictures) frame.append(faces.art(face));
    else setTimeout(() => frame.append(faces.art(face)));
    return frame;
  }

  function decks() {
    const all = offers();
    if (!all.some((one) => one.id === wanted)) wanted = all[0]?.id ?? "";
    const now = all.find((one) => one.id === wanted);
    const tiles = all.map((one) => {
      const tile = room.button("", () => want(one.id), {class: `bdeck ${one.id === wanted ? "on" : ""}`, "aria-pressed": String(one.id === wanted)});
      tile.append(h("span", {class: "bdeckpics"}, ...best(one.deck).map(pictured)), h("span", {class: "bdeckabout"}, h("b", {}, one.name), h("span", {class: "bsmall"}, one.about), curve(room, (id) => scene.printed(id), one.deck)));
      return tile;
    });
    pictures = true;
    const code = h("input", {type: "text", id: "deck-code", autocomplete: "off", spellcheck: false, placeholder: t("deck.code"), "aria-label": t("deck.code")});
    const use = room.button(t("deck.useCode"), () => void room.play("choose_deck", {code: code.value.trim()}), {class: "soft"});
    const play = room.button(t("deck.play", {name: now?.name ?? ""}), () => now && choose(now), {class: "primary bgo"});
    const look = room.button(t("deck.build"), () => void build.open(now ? {name: now.own ? now.name : "", deck: new Map(now.deck)} : null), {class: "soft"});
    return [h("h2", {}, t("deck.title")), h("div", {class: "bdeckgrid", tabIndex: 0, role: "group", "aria-label": t("deck.title")}, ...tiles), h("div", {class: "bdeckfoot"}, play, look, h("span", {class: "brow"}, code, use))];
  }

  /** @param {string} id */
  function want(id) {
    wanted = id;
    const at = [...element.querySelectorAll(".bdeck")].findIndex((one) => one === document.activeElement);
    const scrolled = element.querySelector(".bdeckgrid")?.scrollTop ?? 0;
    shown = "";
    paint();
    const grid = element.querySelector(".bdeckgrid");
    if (grid) grid.scrollTop = scrolled;
    /** @type {HTMLElement | undefined} */ ([...element.querySelectorAll(".bdeck")][at])?.focus();
  }

  /** @param {{id: string, own: boolean, code: string}} one */
  function choose(one) {
    room.keep("deck", one.id);
    void room.play("choose_deck", one.own ? {code: one.code} : {deck: one.id});
  }

  function mulligan() {
    const hand = scene.me()?.hand ?? [];
    const cards = hand.map((/** @type {any} */ one) => {
      const face = scene.printed(one.cardId);
      const out = choice.picked.has(one.instanceId);
      const button = room.button("", () => press(one.instanceId), {class: `bmull ${out ? "out" : ""}`, "aria-pressed": String(out), "aria-label": `${faces.spoken({face})}${out ? `, ${t("mulligan.out")}` : ""}`, "data-id": String(one.instanceId)});
      button.append(faces.face("full", {face}), h("span", {class: "bmull-mark"}, signs.icon("undo"), t("mulligan.out")));
      return button;
    });
    const first = scene.view.currentPlayerIndex === scene.ctx?.seat;
    return [h("h2", {}, t("mulligan.title")), h("p", {class: "bpill"}, t(first ? "mulligan.first" : "mulligan.second", {n: hand.length})), h("div", {class: `bmulls n${hand.length}`}, ...cards), h("p", {class: "bsmall"}, t("mulligan.about"))];
  }

  function paint() {
    const now = scene.kind();
    const key = now === "DECK" ? `deck ${scene.view.cards?.length} ${build.saved().length}` : now === "MULLIGAN" ? `hand ${JSON.stringify(scene.me()?.hand)} ${[...choice.picked]}` : "";
    if (key !== shown) {
      const at = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-id") : null;
      shown = key;
      element.className = `bopening ${now.toLowerCase()}`;
      element.replaceChildren(...(now === "DECK" ? decks() : now === "MULLIGAN" ? mulligan() : []));
      if (at) /** @type {HTMLElement | null} */ (element.querySelector(`[data-id="${at}"]`))?.focus();
    }
    element.hidden = !key;
    for (const button of element.querySelectorAll("button")) room.able(/** @type {HTMLElement} */ (button), Boolean(scene.ctx?.live));
  }

  return {
    element,
    dialog: build.element,
    browse: build.browse,
    paint,
    focus: () => /** @type {HTMLElement | null} */ (element.hidden ? null : (element.querySelector(".bgo") ?? element.querySelector("button"))),
  };
}
