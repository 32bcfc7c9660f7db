// Makes DOM without markup in strings, so that no text from anywhere can become an element.

/** @typedef {import("./contract.js").Child} Child */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (name === "class") element.setAttribute("class", value);
  else if (name === "text") element.textContent = value;
  else if (name === "vars") for (const [key, v] of Object.entries(value)) /** @type {HTMLElement} */ (element).style.setProperty(key, String(v));
  else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name in element && !(element instanceof SVGElement)) /** @type {any} */ (element)[name] = value;
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
}

/**
 * @param {Element} element
 * @param {Record<string, any> | null | undefined} props
 * @param {(Child | Child[])[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) if (value !== undefined) set(element, name, value);
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * An HTML element: `class`, `text`, `vars` (custom properties), `on…` listeners, properties, else attributes.
 * @type {import("./contract.js").Build}
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same in SVG. @type {import("./contract.js").Build} */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Replaces an element's children, unless they are these already. @param {Element} element @param {(Node | string)[]} children */
export function put(element, ...children) {
  const same = element.childNodes.length === children.length && children.every((child, i) => child === element.childNodes[i]);
  if (!same) element.replaceChildren(...children);
}

/** Sets an element's text only where it differs, so that screen readers hear no repeats. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sends a form's content instead of the form: `run` gets its fields by name. @param {(fields: Record<string, string>, form: HTMLFormElement) => any} run */
export function onSubmit(run) {
  return (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const named = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    void run(Object.fromEntries(named), form);
  };
}

const ICONS = {
  back: "M15 4 7 12l8 8",
  log: "M4 6h16M4 12h16M4 18h10",
  settings: "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5",
  keys: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18.2v.1",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  leave: "M10 4H5v16h5M9 12h11M16 8l4 4-4 4", // out of the door, not into it
  eye: "M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12Zm10 2.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2Z",
  check: "M4.5 12.5 10 18 20 6.5",
  bot: "M5 9h14v10H5zM12 9V5M9 13.5v.1M15 13.5v.1M9.5 16.5h5",
  close: "M6 6l12 12M18 6 6 18",
  star: "M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1L12 17l-5.4 2.9 1.1-6.1L3.2 9.6l6.1-.8z",
  pause: "M9 5v14M15 5v14",
  play: "M8 5l11 7-11 7z",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20.5c.6-4 3.8-6 8-6s7.4 2 8 6",
  people: "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.5-3.4 3-5 6.5-5s6 1.6 6.5 5M16 5a3.2 3.2 0 0 1 0 6.2M18 14.8c2 .6 3.2 2.2 3.5 4.7",
  ranks: "M4 20v-7h4.7v7M9.7 20V5h4.6v15M15.3 20v-10H20v10M3 20h18",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  send: "M4 12h14M13 6l6 6-6 6",
  forth: "M9 4l8 8-8 8",
  first: "M18 5l-7 7 7 7M6 5v14",
  last: "M6 5l7 7-7 7M18 5v14",
  plus: "M12 5v14M5 12h14",
  more: "M12 5.5v.1M12 12v.1M12 18.5v.1",
  sound: "M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6L8 10zM17 9.5l5 5M22 9.5l-5 5",
  rules: "M5 4h9a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4zM9 9h5M9 13h5",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2",
  cup: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H4v1a4 4 0 0 0 3.3 4M17 6h3v1a4 4 0 0 1-3.3 4M12 15v4M8.5 20h7",
  shield: "M12 3l7.5 2.5V12c0 4.5-3.2 7.5-7.5 9-4.3-1.5-7.5-4.5-7.5-9V5.5z",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l5 5",
  share: "M12 15V4M8 7.5 12 3.5l4 4M5 13v7h14v-7",
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
};

/** A line icon, named by the text beside it. @param {keyof typeof ICONS} name @returns {SVGElement} */
export function icon(name) {
  return svg("svg", {class: `icon-${name} glyph`, viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: ICONS[name]}));
}

/** A button of one icon always has a name and shows it: title for the mouse, aria-label for the ear. @param {keyof typeof ICONS} name @param {string} label @param {() => void} run @param {Record<string, any>} [props] @returns {HTMLButtonElement} */
export function iconButton(name, label, run, props = {}) {
  return h("button", {type: "button", class: "icon quiet", title: label, "aria-label": label, onclick: run, ...props}, icon(name));
}
