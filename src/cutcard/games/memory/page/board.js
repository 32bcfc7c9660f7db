// The cards in their rows: a button each, which it keeps for the whole deal. One of them can be
// reached by Tab, arrows move from there, Enter turns a card. A wide board stands upright on a phone
// that does, where its cards are half as large again; rows and columns are those that are seen.

import {deal, pulse, turnOver} from "../../../web/motion.js";
import {called, face} from "./faces.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

const UPRIGHT = "(max-width: 640px) and (orientation: portrait)";
const LATTICE = Array.from({length: 9}, (_, i) => `M${i * 25 - 100} 100L${i * 25} 0M${i * 25 - 100} 0L${i * 25} 100`).join("");

/** @param {Room} room @param {(cardId: string) => void} flip */
export function board(room, flip) {
  const {h, t} = room;
  const element = h("div", {class: "board", role: "group", onclick: press, onkeydown: key});
  /** @type {HTMLButtonElement[]} */
  let tiles = [];
  let [rows, columns, at] = [0, 0, 0];
  let upright = false;
  const phone = matchMedia(UPRIGHT);
  phone.addEventListener("change", room.redraw);
  let open = false;
  /** @type {Record<string, any>} */
  let cards = {};

  /** @param {number} height @param {number} width */
  function lay(height, width) {
    stand(phone.matches && width > height, height, width);
    if (rows === height && columns === width) return;
    [rows, columns, at] = [height, width, 0];
    tiles = Array.from({length: rows * columns}, (_, i) => h("button", {type: "button", class: "tile", "data-cell": i}, cover()));
    element.replaceChildren(...tiles);
    if (element.isConnected) deal(tiles, element, {gap: 25});
  }

  /** How the board lies: by its rows, or upright, its rows from the top to the bottom. @param {boolean} up @param {number} height @param {number} width */
  function stand(up, height, width) {
    upright = up;
    const [down, across] = up ? [width, height] : [height, width];
    const stage = element.parentElement ?? element; // as high as its rows need, and no higher than the window leaves
    stage.style.setProperty("--rows", String(down));
    stage.style.setProperty("--columns", String(across));
    element.classList.toggle("upright", up);
    element.classList.toggle("many", across > 6);
    element.setAttribute("aria-label", t("board", {rows: down, columns: across}));
  }

  /** Where a cell is seen, from 0. @param {number} cell @returns {[number, number]} row and column */
  function seen(cell) {
    const [major, minor] = [Math.floor(cell / columns), cell % columns];
    return upright ? [minor, major] : [major, minor];
  }

  /** Which cell is seen there. @param {number} row @param {number} column */
  const cellAt = (row, column) => (upright ? column * columns + row : row * columns + column);

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
    const [row, column] = seen(at);
    const [lowest, last] = upright ? [columns - 1, rows - 1] : [rows - 1, columns - 1];
    const to = {
      ArrowLeft: cellAt(row, Math.max(0, column - 1)),
      ArrowRight: cellAt(row, Math.min(last, column + 1)),
      ArrowUp: cellAt(Math.max(0, row - 1), column),
      ArrowDown: cellAt(Math.min(lowest, row + 1), column),
      Home: cellAt(row, 0),
      End: cellAt(row, last),
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

  /** Where a cell is, for people. @param {number} cell */
  function where(cell) {
    const [row, column] = seen(cell);
    return {row: row + 1, column: column + 1};
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
    tile.setAttribute("aria-label", t(`tile.${state}`, {...where(i), face: tile.dataset.name ?? ""}));
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
      element.classList.toggle("open", may);
      element.classList.toggle("done", ["Won", "Lost", "Ended"].includes(view.status));
      tiles.forEach((tile, i) => draw(tile, i, cards[i], cards[i].value ?? view.open?.[i], theme));
      rove();
    },
    focus: () => tiles[at],
    where,
    close: () => phone.removeEventListener("change", room.redraw),
  };
}
