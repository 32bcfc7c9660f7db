// What lies over the table for a moment: a card to read, the graveyards, and on a phone every action that the desk
// has beside its button.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./card.js").Faces} Faces */
/** @typedef {import("./scene.js").Scene} Scene */

const COUNTERS = ["OATH", "GEAR", "GROWTH"]; // of the starter set; others are called what they are

/** @param {Room} room @param {Scene} scene @param {Faces} faces @param {import("./glyphs.js").Glyphs} signs */
export function sheets(room, scene, faces, signs) {
  const {h, t} = room;
  const element = h("dialog", {class: "bsheet", onclick: (/** @type {MouseEvent} */ event) => event.target === element && element.close()});

  /** @param {string} title @param {string} cls @param {any[]} parts */
  function open(title, cls, ...parts) {
    element.className = `bsheet ${cls}`;
    element.setAttribute("aria-label", title);
    element.replaceChildren(h("div", {class: "bhead"}, h("h2", {}, title), signs.key("close", t("close"), () => element.close())), ...parts.filter(Boolean));
    if (!element.open) element.showModal();
  }

  /** A card, large, with everything that is known of it. @param {any} face @param {any} [card] @param {HTMLElement | null} [more] */
  function zoom(face, card, more) {
    const gear = (card?.attachments ?? []).map((/** @type {number} */ id) => scene.find(id)).filter(Boolean).map((/** @type {any} */ one) => scene.printed(one.cardId));
    const counters = Object.entries(card?.counters ?? {}).map(([name, n]) => `${COUNTERS.includes(name) ? t(`counter.${name}`) : name.charAt(0) + name.slice(1).toLowerCase()}: ${n}`);
    open(face.name, "bzoom", h("div", {class: "bzoom-row"}, faces.face("full", {face, card}), h("div", {class: "bzoom-side"}, more, faces.why(face, card), ...(face.abilities ?? []).map((/** @type {string} */ text) => h("p", {class: "bsmall"}, text)), ...gear.map((/** @type {any} */ one) => h("p", {class: "bsmall"}, h("b", {}, `${one.name}: `), one.text)), counters.length ? h("p", {class: "bsmall"}, counters.join(" · ")) : null, face.atk === undefined ? null : h("p", {class: "bsmall"}, t("stats.why")))));
  }

  /** Both graveyards and what is banished, the newest first. @param {number} seat whose is asked for */
  function graves(seat) {
    const {view, ctx} = scene;
    const name = (/** @type {number} */ who) => (ctx?.you(who) ? t("you") : (ctx?.name(who) ?? ""));
    const tabs = [seat, 1 - seat].flatMap((who) => [[t("graves.of", {name: name(who)}), view.players[who].graveyard], ...(view.players[who].banished.length ? [[t("banished.of", {name: name(who)}), view.players[who].banished]] : [])]);
    const grid = h("div", {class: "bgravegrid", tabIndex: 0, role: "group"});
    const keys = tabs.map(([label, list], i) => room.button(`${label} ${list.length}`, () => show(i), {class: "soft"}));
    const show = (/** @type {number} */ i) => {
      keys.forEach((one, k) => one.setAttribute("aria-pressed", String(k === i)));
      grid.setAttribute("aria-label", tabs[i][0]);
      const cards = [...tabs[i][1]].reverse().map((/** @type {any} */ one) => faces.face("full", {face: scene.printed(one.cardId)}));
      grid.replaceChildren(...(cards.length ? cards : [h("p", {class: "bsmall"}, t("graves.empty"))]));
    };
    show(0);
    open(t("graves"), "bgraves", h("div", {class: "brow"}, ...keys), grid);
  }

  /** @param {{label: string, icon: string, run: () => void, danger?: boolean}[]} items @param {HTMLElement} [last] */
  function menu(items, last) {
    const keys = items.map(({label, icon, run, danger}) => {
      const made = room.button("", () => {
        element.close();
        run();
      }, {class: `quiet bmenukey ${danger ? "danger" : ""}`});
      made.append(signs.icon(icon), label);
      return made;
    });
    open(t("more"), "bmenu", ...keys, last);
  }

  return {element, zoom, graves, menu};
}
