// What is chosen from a panel over the fields: one of several abilities, X, a mode, cards looked at or found, cards
// of a graveyard.

import {chinese, plain} from "./scene.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./card.js").Faces} Faces */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Room} room @param {Scene} scene @param {Choice} choice @param {Faces} faces @param {import("./glyphs.js").Glyphs} signs @param {{press: (id: number) => void, begin: (way: any) => void, changed: () => void}} run */
export function picks(room, scene, choice, faces, signs, run) {
  const {h, t} = room;
  const element = h("section", {class: "bpicker", hidden: true});
  let shown = "";
  /** @type {Set<number>} */
  const under = new Set();
  let found = -1; // the place of the card that is to be taken
  const x = {value: 0, least: 0, most: 0, of: /** @type {any} */ (null)};

  /** @param {string} title @param {(HTMLElement | null)[]} parts */
  const panel = (title, ...parts) => [h("h2", {}, title), ...parts.filter((one) => one !== null)];
  const send = (/** @type {string} */ tag, /** @type {Record<string, any>} */ fields) => void room.play(tag, fields);
  const go = (/** @type {string} */ label, /** @type {() => void} */ act) => room.button(label, act, {class: "primary"});

  /** Cards one looks at: many of them scroll, and what is pressed then stays below them. @param {string} title @param {HTMLElement[]} cards @param {string} [more] */
  const looks = (title, cards, more = "") => h("div", {class: `blooks ${more}`, role: "group", tabIndex: 0, "aria-label": title}, ...cards);

  /** A card one looks at, as a button. @param {string} id @param {boolean} pressed @param {string} said @param {() => void} act */
  function looked(id, pressed, said, act) {
    const face = scene.printed(id);
    const button = room.button("", act, {class: `blook ${pressed ? "on" : ""}`, "aria-pressed": String(pressed), "aria-label": `${faces.spoken({face})}, ${said}`});
    button.append(faces.face("full", {face}), h("span", {class: "blook-key"}, pressed ? signs.icon("check") : null, said));
    return button;
  }

  /** @param {any} asked */
  function modes(asked) {
    const labels = asked.labels.map((/** @type {string} */ label, /** @type {number} */ i) => (chinese() && asked.zh?.[i]) || plain(label));
    return panel(asked.source ? scene.printed(asked.source).name : t("prompt.CHOOSE"), h("div", {class: "bmodes"}, ...labels.map((/** @type {string} */ label, /** @type {number} */ i) => room.button(label, () => send("choose", {option: i}), {class: "soft bmode"}))));
  }

  /** @param {string[]} cards */
  function search(cards) {
    const each = [...new Set(cards)];
    const take = found >= 0 ? go(t("search.take", {card: scene.printed(each[found]).name}), () => send("search", {cardId: each[found]})) : null;
    return panel(t("search.title"), looks(t("search.title"), each.map((id, i) => looked(id, i === found, i === found ? t("search.this") : t("search.stays"), () => pick(i)))), h("div", {class: "brow"}, take, room.button(t("search.none"), () => send("search", {}), {class: "soft"})));
  }

  /** @param {number} i */
  function pick(i) {
    found = found === i ? -1 : i;
    again();
  }

  /** @param {string[]} cards */
  function scry(cards) {
    const turn = (/** @type {number} */ i) => {
      if (!under.delete(i)) under.add(i);
      again();
    };
    return panel(t("scry.title"), looks(t("scry.title"), cards.map((id, i) => looked(id, under.has(i), under.has(i) ? t("scry.under") : t("scry.top", {n: i + 1}), () => turn(i)))), h("p", {class: "bsmall"}, t("scry.about")), h("div", {class: "brow"}, go(under.size ? t("scry.done", {n: under.size}) : t("scry.keep"), () => send("scry", {bottom: [...under].sort((a, b) => a - b)}))));
  }

  /** Where a card can be used in several ways: which one. @param {any[]} some */
  function ways(some) {
    const card = scene.find(some[0].instanceId);
    const face = card ? scene.printed(card.cardId) : null;
    return panel(scene.title(some[0].instanceId), h("div", {class: "bmodes"}, ...some.map((one, i) => room.button(`${face?.abilities?.[one.abilityId] ?? t("ability", {n: i + 1})} · ${t("energy.cost", {n: one.cost})}`, () => run.begin(one), {class: "soft bmode", "aria-pressed": String(choice.chosen?.card === one)}))));
  }

  function stepper() {
    const step = (/** @type {number} */ by) => {
      x.value = Math.min(x.most, Math.max(x.least, x.value + by));
      again();
      run.changed();
    };
    const [less, more] = [signs.key("minus", t("x.less"), () => step(-1)), signs.key("plus", t("x.more"), () => step(1))];
    room.able(less, x.value > x.least);
    room.able(more, x.value < x.most);
    return panel(t("x.title", {card: scene.heldName(x.of.card.instanceId) || scene.title(x.of.card.instanceId)}), h("div", {class: "brow bstepper"}, less, h("b", {class: "figures bx", role: "status"}, `X = ${x.value}`), more), h("p", {class: "bsmall"}, t("x.range", {least: x.least, most: x.most})));
  }

  /** Cards of graveyards that can be aimed at. @param {any[]} cards */
  const buried = (cards) => panel(t("buried"), looks(t("buried"), cards.map((one) => {
    const face = scene.printed(one.cardId);
    const button = room.button("", () => run.press(one.instanceId), {class: "blook target", "aria-label": `${faces.spoken({face})}, ${t("mark.target")}`});
    button.append(faces.face("full", {face}));
    return button;
  }), "bburied"));

  /** What there is to pick, and what it depends on. @returns {[string, () => any[]] | null} */
  function content() {
    const {view} = scene;
    if (!scene.mine()) return null;
    const cards = view.pending?.cards ?? [];
    const aims = choice.aims();
    const graves = Object.values(view.players).flatMap((player) => player.graveyard.filter((/** @type {any} */ one) => aims.includes(one.instanceId)));
    const some = choice.chosen ? scene.ways(choice.chosen.card.instanceId) : [];
    switch (view.asked.kind) {
      case "CHOOSE":
        return [JSON.stringify(view.asked), () => modes(view.asked)];
      case "SEARCH":
        return [`search${cards}${found}`, () => search(cards)];
      case "SCRY":
        return [`scry${cards}${[...under]}`, () => scry(cards)];
      default:
    }
    if (graves.length) return [`graves${graves.map((one) => one.instanceId)}`, () => buried(graves)];
    if (choice.chosen?.card.xMax !== undefined && choice.complete) return [`x${x.value}${choice.chosen.card.instanceId}`, stepper];
    if (some.length > 1) return [`ways${some.map((one) => one.abilityId)}${choice.chosen?.card.abilityId}`, () => ways(some)];
    return null;
  }

  /** Drawn anew with the focus where it was. */
  function again() {
    const at = [...element.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
    paint();
    if (at >= 0) /** @type {HTMLElement | undefined} */ ([...element.querySelectorAll("button")][at])?.focus();
  }

  function paint() {
    if (x.of !== choice.chosen) Object.assign(x, {of: choice.chosen, value: choice.chosen?.card.xMin ?? 0, least: choice.chosen?.card.xMin ?? 0, most: choice.chosen?.card.xMax ?? 0});
    const now = content();
    if (!now) {
      under.clear();
      found = -1;
    }
    const key = now?.[0] ?? "";
    if (key !== shown) {
      shown = key;
      element.replaceChildren(...(now?.[1]() ?? []).map((one) => one));
    }
    element.hidden = !now;
    if (!scene.ctx?.live) for (const button of element.querySelectorAll("button")) room.able(/** @type {HTMLElement} */ (button), false);
    else if (key && !element.querySelector(".bstepper")) for (const button of element.querySelectorAll("button")) room.able(/** @type {HTMLElement} */ (button), true);
  }

  return {
    element,
    paint,
    x: () => x.value,
    focus: () => /** @type {HTMLElement | null} */ (element.hidden ? null : element.querySelector("button")),
  };
}
