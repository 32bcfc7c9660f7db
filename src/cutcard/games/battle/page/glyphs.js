// The few signs of Battle's cards and keys, as paths. A number is a sign and a figure; a type is a frame and a sign.

/** @type {Record<string, string>} */
const FILLED = {
  atk: "M3 21l4-4M5.5 14.5l4 4M8 16 20 4l-.5 5L11 18Z",
  def: "M12 2.5l8 3V12c0 5-3.5 8-8 9.7C7.5 20 4 17 4 12V5.5Z",
  hp: "M12 21C5.5 16 3 12.7 3 9.2 3 6.3 5 4.5 7.5 4.5c1.9 0 3.6 1 4.5 2.9.9-1.9 2.6-2.9 4.5-2.9C19 4.5 21 6.3 21 9.2c0 3.5-2.5 6.8-9 11.8Z",
  UNIT: "M12 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 21c.5-5 3.5-8 8-8s7.5 3 8 8Z",
  TECHNIQUE: "M12 1.5l2.4 7.2h7.6l-6.1 4.6 2.3 7.4L12 16.2l-6.2 4.5 2.3-7.4L2 8.7h7.6Z",
  RESPONSE: "M14 1 4 14h6.5L8.5 23 20 9.5h-7Z",
  EQUIPMENT: "M3 4h12v6H11v11H7V10H3ZM17 4h4v6h-4Z",
  FIELD: "M1 20 8.5 6l4.5 8 2.5-4L23 20Z",
  TOKEN: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  more: "M5 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM19 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
};

/** @type {Record<string, string>} */
const LINES = {
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  flag: "M6 21V4h12l-3 4 3 4H6",
  eye: "M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12Zm10 2.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2Z",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  check: "M4.5 12.5 10 18 20 6.5",
  bot: "M5 9h14v10H5zM12 9V5M9 13.5v.1M15 13.5v.1M9.5 16.5h5",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6z",
  grave: "M6 21V9a6 6 0 0 1 12 0v12M3 21h18M12 8v6M9.5 10.500h5",
  cards: "M4 7h10v13H4zM9 4h10v13",
  skip: "M6 6l7 6-7 6M17 6v12",
  tip: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.900V15h7v-1.100A6 6 0 0 0 12 3Z",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l5 5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
};

/** @param {import("../../../web/contract.js").Room} room */
export function glyphs(room) {
  const {h, svg} = room;
  /** A filled sign. @param {string} name @param {string} [cls] */
  const sign = (name, cls = "") => svg("svg", {class: `bsign ${name} ${cls}`, viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: FILLED[name]}));
  /** A line icon. @param {string} name */
  const icon = (name) => (LINES[name] ? svg("svg", {class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: LINES[name]})) : sign(name));
  /** A button of one icon: its name is shown to the mouse and said to the ear. @param {string} name @param {string} label @param {() => void} run @param {string} [cls] */
  const key = (name, label, run, cls = "") => {
    const made = room.button("", run, {class: `icon soft ${cls}`, title: label, "aria-label": label});
    made.append(icon(name));
    return made;
  };
  /** The back of a card. */
  const back = () =>
    h("span", {class: "bback"}, svg("svg", {viewBox: "0 0 50 70", "aria-hidden": "true"}, svg("rect", {width: 50, height: 70, rx: 4, fill: "#123c40"}), svg("rect", {x: 3, y: 3, width: 44, height: 64, rx: 3, fill: "none", stroke: "#c9962f"}), svg("path", {d: "M25 10 40 35 25 60 10 35Z", fill: "#1d5a5c"}), svg("path", {d: "M25 20 34 35 25 50 16 35Z", fill: "#c9962f"}), svg("path", {d: "M25 26 30.5 35 25 44 19.5 35Z", fill: "#123c40"})));
  return {sign, icon, key, back};
}

/** @typedef {ReturnType<typeof glyphs>} Glyphs */
