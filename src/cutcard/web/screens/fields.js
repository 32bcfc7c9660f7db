// What the forms about people are made of.

import {h, onSubmit, write} from "../dom.js";
import {refusal, t} from "../text.js";

export const LEAST = 8; // characters of a password

/** @param {string} label @param {Record<string, any>} props @param {string} [hint] */
export const field = (label, props, hint = "") => h("label", {class: "field"}, h("span", {}, label), h("input", props), hint ? h("span", {class: "muted small"}, hint) : null);

/** What browsers should know of a name. @param {Record<string, any>} [more] */
export const asName = (more = {}) => ({name: "user", required: true, maxLength: 32, autocomplete: "username", autocapitalize: "none", spellcheck: false, ...more});

/** What browsers should know of the password one has. @param {Record<string, any>} [more] */
export const asPassword = (more = {}) => ({name: "password", type: "password", required: true, maxLength: 128, autocomplete: "current-password", ...more});

/** A form with a place for what went wrong and what went well.
 * @param {string} title @param {(Node | null)[]} fields @param {string} go @param {(fields: Record<string, string>, form: HTMLFormElement) => Promise<string | null>} run promises what went wrong, or ""; null: the screen changes @param {string} [cls] */
export function form(title, fields, go, run, cls = "primary") {
  const wrong = h("p", {class: "error", role: "alert"});
  const good = h("p", {class: "good small", role: "status"});
  const button = h("button", {type: "submit", class: cls}, go);
  const submit = onSubmit(async (values, made) => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    write(good, "");
    const problem = await run(values, made);
    button.setAttribute("aria-disabled", "false");
    write(wrong, problem ?? "");
    if (problem === "") write(good, t("account.saved"));
  });
  return h("form", {class: "panel stack", onsubmit: submit}, h("h2", {}, title), ...fields, wrong, good, h("div", {class: "row end"}, button));
}

/** Why somebody who is known was refused: their name is not in doubt. @param {{code?: string, message?: string}} answer */
export const wrongPassword = (answer) => (answer.code === "INVALID_CREDENTIALS" ? t("password.wrong") : refusal(answer));
