// A card of Battle as a button: cost, name, stats and what has become of it. Its whole text stands
// in the reading pane while it has the focus or the pointer.

/** @typedef {import("../../../web/contract.js").Room} Room */

/**
 * @typedef {object} Shown
 * @property {any} face  what is printed
 * @property {any} [card]  the card in play
 * @property {string} [mark]  "can" | "chosen" | "target" | "attacks" | "blocks" | ""
 * @property {string} [note]  one more line
 */

/** @param {Room} room @param {(id: number) => void} press @param {(id: number) => void} read */
export function cards(room, press, read) {
  const {h, t} = room;
  /** @type {Map<number, any>} */
  const nodes = new Map();

  /** @param {number} id */
  function node(id) {
    const found = nodes.get(id);
    if (found) return found;
    const parts = {
      cost: h("span", {class: "bcost figures"}),
      name: h("span", {class: "bname"}),
      stats: h("span", {class: "bstats figures"}),
      words: h("span", {class: "bwords"}),
    };
    const button = h(
      "button",
      {type: "button", class: "bcard", "data-id": String(id), onclick: () => press(id), onfocus: () => read(id), onpointerenter: () => read(id)},
      parts.cost,
      parts.name,
      parts.words,
      parts.stats,
    );
    const made = {button, parts};
    nodes.set(id, made);
    return made;
  }

  /** @param {number} id @param {Shown} shown */
  function draw(id, shown) {
    const {button, parts} = node(id);
    const {face, card} = shown;
    const unit = face.atk !== undefined;
    parts.cost.textContent = face.x ? `X+${face.cost}` : String(face.cost);
    parts.name.textContent = face.name;
    const stats = unit ? [card ? (card.atk ?? 0) : face.atk, card ? (card.defence ?? 0) : face.defence, card ? Math.max(0, card.currentHp ?? 0) : face.hp] : null;
    parts.stats.textContent = stats ? stats.join(" / ") : t(`type.${face.cardType}`);
    const words = card ? [...(card.keywords ?? []).map((/** @type {string} */ one) => t(`keyword.${one}`)), ...(card.statusEffects ?? []).map((/** @type {any} */ one) => `${status(one.status)} ${one.duration}`)] : (face.keywords ?? []).map((/** @type {string} */ one) => t(`keyword.${one}`));
    if (card?.tapped) words.push(t("tapped"));
    else if (card?.sick) words.push(t("new"));
    if (shown.note) words.push(shown.note);
    parts.words.textContent = words.join(", ");
    const said = [face.name, face.x ? `X+${face.cost}` : String(face.cost), t(`type.${face.cardType}`), stats ? t("statsOf", {atk: stats[0], def: stats[1], hp: stats[2]}) : "", ...words, shown.mark ? t(`mark.${shown.mark}`) : ""];
    button.setAttribute("aria-label", said.filter(Boolean).join(", "));
    button.className = `bcard ${unit ? "unit" : "other"} ${shown.mark ?? ""} ${card?.tapped ? "tapped" : ""} ${card && (card.currentHp ?? 0) < (card.maxHp ?? 0) ? "hurt" : ""}`.trim();
    button.setAttribute("aria-pressed", String(shown.mark === "chosen" || shown.mark === "attacks" || shown.mark === "blocks"));
    return button;
  }

  /** A status in words, those of a set as it names them. @param {string} name */
  function status(name) {
    const plain = name.replace("CUSTOM:", "");
    return name.startsWith("CUSTOM:") ? plain.charAt(0) + plain.slice(1).toLowerCase() : t(`status.${plain}`);
  }

  /** Put the buttons of these ids into a row, keeping those that are there. @param {HTMLElement} row @param {HTMLElement[]} wanted */
  function lay(row, wanted) {
    wanted.forEach((one, i) => {
      if (row.children[i] !== one) row.insertBefore(one, row.children[i] ?? null);
    });
    while (row.children.length > wanted.length) row.lastElementChild?.remove();
  }

  /** Forget the cards that are nowhere any more. @param {Set<number>} there */
  function keep(there) {
    for (const id of nodes.keys()) if (!there.has(id)) nodes.delete(id);
  }

  return {draw, lay, keep, status, button: (/** @type {number} */ id) => nodes.get(id)?.button ?? null};
}
