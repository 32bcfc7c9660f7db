// What each chooses for themselves, and the list of keys: dialogs of the bar.

import {openDialog} from "../dialogs.js";
import {h} from "../dom.js";
import {choose, settings} from "../settings.js";
import {t} from "../text.js";

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

/** @param {import("../contract.js").Key[]} keys */
export function openKeys(keys) {
  return openDialog(t("keys.title"), () => [
    h("dl", {class: "keys"}, ...keys.flatMap(({key, label}) => [h("dt", {}, ...key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, label)])),
  ]);
}
