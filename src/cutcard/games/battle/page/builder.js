// The deck builder: all cards with filters at one side, the deck with its curve and what it still lacks at the
// other; decks are kept in this browser and travel as codes. Without a deck it is the card browser.

import {curve, decode, encode, most, size, whole} from "./deck.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./card.js").Faces} Faces */
/** @typedef {import("./deck.js").Deck} Deck */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{name: string, code: string}} Saved */

const TYPES = ["UNIT", "TECHNIQUE", "RESPONSE", "EQUIPMENT", "FIELD"];

/** @param {Room} room @param {Scene} scene @param {Faces} faces @param {import("./glyphs.js").Glyphs} signs @param {() => void} changed */
export function builder(room, scene, faces, signs, changed) {
  const {h, t} = room;
  const element = h("dialog", {class: "bbuilder"});
  /** @type {Deck} */
  let deck = new Map();
  let browsing = false;
  let type = "";
  const find = h("input", {type: "search", "aria-label": t("builder.find"), placeholder: t("builder.find"), oninput: () => pool()});
  const cost = h("select", {"aria-label": t("builder.cost"), onchange: () => pool()}, h("option", {value: ""}, t("builder.anyCost")), ...Array.from({length: 8}, (_, i) => h("option", {value: String(i)}, t("energy.cost", {n: i === 7 ? "7+" : i}))));
  const kinds = ["", ...TYPES].map((one) => room.button(one ? t(`type.${one}`) : t("builder.all"), () => choose(one), {class: "soft"}));
  const grid = h("div", {class: "bpool", tabIndex: 0, role: "group", "aria-label": t("builder.cards")});
  const name = h("input", {type: "text", maxLength: 24, "aria-label": t("builder.name"), placeholder: t("builder.name")});
  const lines = h("ul", {class: "blines", tabIndex: 0, role: "list"});
  const count = h("b", {class: "bcount figures"});
  const costs = h("div", {});
  const lacks = h("p", {class: "bsmall", role: "status"});
  const code = h("input", {type: "text", "aria-label": t("builder.code"), spellcheck: false, autocomplete: "off"});
  const save = room.button(t("builder.save"), () => keep(), {class: "primary"});
  const remove = room.button(t("builder.remove"), () => forget(), {class: "quiet danger"});
  const title = h("h2", {});
  const list = h("section", {class: "bdecklist", "aria-label": t("builder.deck")}, h("div", {class: "brow"}, name, count), costs, lacks, lines, h("div", {class: "brow"}, code, signs.key("copy", t("builder.copy"), () => copy()), room.button(t("builder.load"), () => load(), {class: "soft"})), h("div", {class: "brow"}, save, remove));
  element.append(h("div", {class: "bhead"}, title, signs.key("close", t("close"), () => element.close())), h("div", {class: "bbuild"}, h("section", {class: "bpoolside"}, h("div", {class: "bfilters"}, find, cost, h("div", {class: "bkinds", role: "group", "aria-label": t("builder.type")}, ...kinds)), grid), list));

  /** @returns {Saved[]} */
  const saved = () => room.recall("decks") ?? [];
  const rules = () => scene.view.deckRules ?? {smallest: 0, largest: 0, copies: 0, codes: {}};

  /** @param {string} one */
  function choose(one) {
    type = one;
    pool();
  }

  /** Whether a card is to be shown. @param {any} face */
  function fits(face) {
    const words = find.value.trim().toLowerCase();
    const said = [face.name, face.text, faces.line(face), ...faces.words(face).map((one) => one.name)].join(" ").toLowerCase();
    return (browsing || !face.token) && (!type || face.cardType === type) && (cost.value === "" || Math.min(7, face.cost) === Number(cost.value)) && words.split(/\s+/).every((/** @type {string} */ word) => said.includes(word));
  }

  function pool() {
    kinds.forEach((one, i) => one.setAttribute("aria-pressed", String(["", ...TYPES][i] === type)));
    const cards = (scene.view.cards ?? []).map((/** @type {any} */ one) => scene.printed(one.cardId)).filter(fits).sort((/** @type {any} */ a, /** @type {any} */ b) => Number(a.token ?? false) - Number(b.token ?? false) || a.cost - b.cost || a.name.localeCompare(b.name));
    grid.replaceChildren(...(cards.length ? cards.map(card) : [h("p", {class: "bsmall"}, t("builder.none"))]));
  }

  /** @param {any} face */
  function card(face) {
    const n = deck.get(face.cardId) ?? 0;
    if (browsing) return h("figure", {class: "bpoolcard"}, faces.face("full", {face}), faces.bare(face) ? faces.why(face) : null); // else the card itself explains its keywords
    const button = room.button("", () => add(face, 1), {class: "bpoolcard", "data-card": face.cardId, "aria-label": `${faces.spoken({face})}. ${t("builder.have", {n, of: most(rules(), face)})}`});
    button.append(faces.face("hand", {face}), n ? h("b", {class: "bhave figures"}, `${n}/${most(rules(), face)}`) : "");
    button.title = face.text;
    return button;
  }

  /** @param {any} face @param {number} by */
  function add(face, by) {
    const n = (deck.get(face.cardId) ?? 0) + by;
    if (n > most(rules(), face)) return;
    if (n > 0) deck.set(face.cardId, n);
    else deck.delete(face.cardId);
    const old = grid.querySelector(`[data-card="${face.cardId}"]`);
    const focused = old === document.activeElement;
    const made = card(face);
    old?.replaceWith(made);
    if (focused) made.focus();
    tally();
  }

  function tally() {
    const {smallest, largest} = rules();
    const n = size(deck);
    count.textContent = `${n}/${largest}`;
    count.classList.toggle("good", whole(rules(), scene.view.cards ?? [], deck));
    costs.replaceChildren(curve(room, (id) => scene.printed(id), deck));
    lacks.textContent = n < smallest ? t("builder.less", {n: smallest - n}) : n > largest ? t("builder.more", {n: n - largest}) : t("builder.legal");
    const sorted = [...deck].map(([id, k]) => ({face: scene.printed(id), k})).sort((a, b) => a.face.cost - b.face.cost || a.face.name.localeCompare(b.face.name));
    lines.replaceChildren(...sorted.map(({face, k}) => h("li", {class: "bline"}, h("span", {class: "blinecost figures"}, faces.cost(face)), h("span", {class: "bmini"}, faces.art(face)), h("span", {class: "cut"}, face.name), h("b", {class: "figures"}, `×${k}`), signs.key("minus", t("builder.out", {card: face.name}), () => add(face, -1)))));
    code.value = n ? encode(scene.view.cards ?? [], deck) : "";
    room.able(save, whole(rules(), scene.view.cards ?? [], deck));
    room.able(remove, saved().some((one) => one.name === name.value.trim()));
  }

  function copy() {
    code.select();
    void navigator.clipboard?.writeText(code.value).then(() => room.say(t("builder.copied")), () => {}); // selected at least, where the browser allows no more
  }

  function load() {
    const found = decode(scene.view.cards ?? [], code.value);
    if (!found) return void (lacks.textContent = t("builder.badCode"));
    deck = found;
    pool();
    tally();
  }

  function keep() {
    const called = name.value.trim() || t("builder.mine", {n: saved().length + 1});
    room.keep("decks", [...saved().filter((one) => one.name !== called), {name: called, code: encode(scene.view.cards ?? [], deck)}]);
    room.keep("deck", `own ${called}`);
    element.close();
    changed();
  }

  function forget() {
    room.keep("decks", saved().filter((one) => one.name !== name.value.trim()));
    element.close();
    changed();
  }

  /** @param {boolean} only */
  function show(only) {
    browsing = only;
    title.textContent = t(!only ? "builder.title" : scene.view.currentTurn ? "browser.both" : "browser.title");
    element.setAttribute("aria-label", title.textContent ?? "");
    element.classList.toggle("browsing", only);
    list.hidden = only;
    pool();
    if (!only) tally();
    element.showModal();
  }

  return {
    element,
    saved,
    browse: () => show(true),
    /** @param {{name: string, deck: Deck} | null} from */
    open(from) {
      deck = from?.deck ?? new Map();
      name.value = from?.name ?? "";
      show(false);
    },
  };
}
