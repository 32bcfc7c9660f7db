// Questions and panels that lie over the room: the browser's own <dialog> keeps the focus inside, closes
// with Escape and gives the focus back.

import {h, iconButton} from "./dom.js";
import {t} from "./text.js";

/**
 * Opens a dialog; promises what `close(value)` was called with, or null.
 * @param {string} title
 * @param {(close: (value?: any) => void) => (Node | string)[]} content
 * @param {string} [cls]
 * @returns {Promise<any>}
 */
export function openDialog(title, content, cls = "") {
  return new Promise((resolve) => {
    /** @type {any} */
    let result = null;
    const close = (/** @type {any} */ value = null) => {
      result = value;
      dialog.close();
    };
    const label = `dialog-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
    const shut = iconButton("close", t("dialog.close"), () => close());
    const dialog = h(
      "dialog",
      {class: cls, "aria-labelledby": label},
      h("div", {class: "dialog-head"}, h("h2", {id: label, tabIndex: -1}, title), shut),
      ...content(close),
    );
    dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === dialog && close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(result);
    });
    document.body.append(dialog);
    dialog.showModal();
    (dialog.querySelector("[data-first]") ?? dialog.querySelector("h2")).focus();
  });
}

/** @type {import("./contract.js").Room["ask"]} */
export async function ask({title, text, yes, no, danger = false}) {
  const answer = await openDialog(title, (close) => [
    text ? h("p", {}, text) : "",
    h(
      "div",
      {class: "row end"},
      h("button", {type: "button", "data-first": true, onclick: () => close(false)}, no ?? t("dialog.no")),
      h("button", {type: "button", class: danger ? "primary danger" : "primary", onclick: () => close(true)}, yes),
    ),
  ], "question");
  return answer === true;
}
