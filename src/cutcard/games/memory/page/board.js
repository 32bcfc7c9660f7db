// The cards in their rows: a button each, which it keeps for the whole deal. One of them can be
// reached by Tab, arrows move from there, Enter turns a card.

import {deal, pulse, turnOver} from "../../../web/motion.js";
import {called, face} from "./faces.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

const LATTICE = Array.from({length: 9}, (_, i) => `M${i * 25 - 100} 100L${i * 25} 0M${i * 25 - 100} 0L${i * 25} 100`).join("");

/** @param {Room} room @param {(cardId: string) => void} flip */
export function board(room, flip) {
  const {h, t} = room;
  const element = h("div", {class: "board", role: "group", onclick: press, onkeydown: key});
  /** @type {HTMLButtonElement[]} */
  let tiles = [];
  let [rows, columns, at] = [0, 0, 0];
  let open = false;
  /** @type {Record<string, any>} */
  let cards = {};

  /** @param {number} height @param {number} width */
  function lay(height, width) {
    if (rows === height && columns === width) return;
    [rows, columns, at] = [height, width, 0];
    tiles = Array.from({length: rows * columns}, (_, i) => h("button", {type: "button", class: "tile", "data-cell": i}, cover()));
    element.style.setProperty("--rows", String(rows));
    element.style.setProperty("--columns", String(columns));
    element.classList.toggle("many", columns > 6);
    element.replaceChildren(...tiles);
    if (element.isConnected) deal(tiles, element, {gap: 25});
  }

  /** The back of a card. */
  function cover() {
    const {svg} = room;
    return h("span", {class: "cover"}, svg("svg", {viewBox: "0 0 100 100", "aria-hidden": "true"}, svg("path", {class: "lattice", d: LATTICE}), svg("path", {class: "diamond", d: "M50 26 74 50 50 74 26 50Z"}), svg("path", {class: "heart", d: "M50 40 60 50 50 60 40 50Z"})));
  }

  /** @param {Event} event */
  function press(event) {
    const tile = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".tile"));
    if (!tile) return;
    at = Number(tile.dataset.cell);
    rove();
    if (open && cards[at]?.state === "Covered") flip(cards[at].id);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const to = {
      ArrowLeft: column > 0 ? at - 1 : at,
      ArrowRight: column < columns - 1 ? at + 1 : at,
      ArrowUp: row > 0 ? at - columns : at,
      ArrowDown: row < rows - 1 ? at + columns : at,
      Home: row * columns,
      End: row * columns + columns - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    at = to;
    rove();
    tiles[at].focus();
  }

  function rove() {
    tiles.forEach((tile, i) => (tile.tabIndex = i === at ? 0 : -1));
  }

  /** @param {HTMLButtonElement} tile @param {number} i @param {any} card @param {number | undefined} value @param {string} theme */
  function draw(tile, i, card, value, theme) {
    const state = value === undefined ? "covered" : card.state === "Solved" ? "solved" : card.state === "Flipped" ? "flipped" : "open";
    const look = value === undefined ? "" : `${theme}:${value}`;
    if (tile.dataset.look !== look) {
      const dressed = look && tile.dataset.look; // other pictures on a card that lies open
      tile.dataset.look = look;
      tile.dataset.name = value === undefined ? "" : called(room, theme, value);
      const swap = () => tile.dataset.look === look && tile.replaceChildren(value === undefined ? cover() : face(room, theme, value));
      if (dressed || !tile.isConnected) swap();
      else turnOver(tile, swap);
    }
    if (state === "solved" && tile.classList.contains("flipped")) pulse(tile);
    tile.className = `tile ${state}`;
    const where = {row: Math.floor(i / columns) + 1, column: (i % columns) + 1, face: tile.dataset.name ?? ""};
    tile.setAttribute("aria-label", t(`tile.${state}`, where));
    tile.setAttribute("aria-disabled", String(!open || card.state !== "Covered"));
  }

  return {
    element,
    /** @param {View} view @param {boolean} may @param {string} theme */
    show(view, may, theme) {
      const [height, width] = view.gridSize;
      lay(height, width);
      open = may;
      cards = view.cards;
      element.setAttribute("aria-label", t("board", {rows: height, columns: width}));
      element.classList.toggle("open", may);
      element.classList.toggle("done", ["Won", "Lost", "Ended"].includes(view.status));
      tiles.forEach((tile, i) => draw(tile, i, cards[i], cards[i].value ?? view.open?.[i], theme));
      rove();
    },
    focus: () => tiles[at],
    /** Where a cell is, for people. @param {number} cell */
    where: (cell) => ({row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1}),
  };
}
