// Questions and panels that lie over the room: the browser's own <dialog> keeps the focus inside, closes
// with Escape and gives the focus back.

import {h, iconButton} from "./dom.js";
import {choose, settings} from "./settings.js";
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

/** @param {string} legend @param {string} name @param {[string, string][]} choices @param {string} now @param {(value: string) => void} onPick */
function radios(legend, name, choices, now, onPick) {
  return h(
    "fieldset",
    {class: "choices"},
    h("legend", {}, legend),
    ...choices.map(([value, label]) =>
      h("label", {class: "choice"}, h("input", {type: "radio", name, value, checked: value === now, onchange: () => onPick(value)}), h("span", {}, label))),
  );
}

/** @param {string} label @param {boolean} now @param {(on: boolean) => void} onPick */
function tick(label, now, onPick) {
  return h(
    "label",
    {class: "field tick"},
    h("span", {}, label),
    h("input", {type: "checkbox", checked: now, onchange: (/** @type {any} */ event) => onPick(event.target.checked)}),
  );
}

/**
 * @param {{name: string, rename: (name: string) => void} | null} guest an account's name is changed among what else is its own
 */
export function openSettings(guest) {
  const now = settings();
  return openDialog(t("settings.title"), (close) => {
    const field = h("input", {id: "guest-name", value: guest?.name ?? "", maxLength: 32, autocomplete: "nickname"});
    const save = () => {
      const wanted = field.value.trim();
      if (guest && wanted && wanted !== guest.name) guest.rename(wanted);
      close();
    };
    return [
      h("div", {class: "stack"},
        guest ? h("label", {class: "field"}, h("span", {}, t("settings.name")), field, h("span", {class: "muted small"}, t("signUp.user"))) : null,
        radios(t("settings.language"), "language", [["en", "English"], ["zh", "中文"]], now.language, (v) => choose({language: /** @type {any} */ (v)})),
        radios(t("settings.theme"), "theme", [["system", t("settings.system")], ["dark", t("settings.dark")], ["light", t("settings.light")]], now.theme, (v) => choose({theme: /** @type {any} */ (v)})),
        radios(t("settings.motion"), "motion", [["system", t("settings.system")], ["on", t("settings.on")], ["off", t("settings.off")]], now.motion, (v) => choose({motion: /** @type {any} */ (v)})),
        tick(t("settings.print"), now.print === "large", (on) => choose({print: on ? "large" : "usual"})),
        tick(t("settings.fourColour"), now.fourColour, (on) => choose({fourColour: on})),
        tick(t("settings.sound"), now.sound, (on) => choose({sound: on})),
        h("div", {class: "row end"}, h("button", {type: "button", class: "primary", onclick: save}, t("settings.done"))),
      ),
    ];
  });
}

/** @param {import("./contract.js").Key[]} keys */
export function openKeys(keys) {
  return openDialog(t("keys.title"), () => [
    h("dl", {class: "keys"}, ...keys.flatMap(({key, label}) => [h("dt", {}, ...key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, label)])),
  ]);
}
