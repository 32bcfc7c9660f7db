// What a moderator may do about somebody, in one form: what, for how long, and why. Every act is on the trail.

import {ask} from "../dialogs.js";
import {h, onSubmit, write} from "../dom.js";
import {refusal, t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

const HOUR = 3_600_000;
/** What each act asks, and whether it may end by itself. @type {Record<string, {kind: string, ends: boolean, of: "user" | "table"}>} */
const ACTS = {
  mute: {kind: "MOD_MUTE", ends: true, of: "user"},
  suspend: {kind: "MOD_SUSPEND", ends: true, of: "user"},
  ban: {kind: "MOD_BAN", ends: true, of: "user"},
  name: {kind: "MOD_TAKE_NAME", ends: false, of: "user"},
  close: {kind: "MOD_CLOSE_TABLE", ends: false, of: "table"},
};
const SPANS = {hour: HOUR, day: 24 * HOUR, week: 168 * HOUR, month: 720 * HOUR, good: 0};

/**
 * @param {Lounge} lounge
 * @param {{user?: string, name?: string, table?: number | null, done: () => void}} about whom, where it is about somebody already
 */
export function actForm(lounge, {user = "", name = "", table = null, done}) {
  const said = h("p", {class: "error small", role: "alert"});
  const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) => h("label", {class: "field"}, h("span", {}, t(`admin.field.${key}`)), input);
  const select = (/** @type {string} */ key, /** @type {string[]} */ values) => h("select", {name: key}, ...values.map((value) => h("option", {value}, t(`admin.${key}.${value}`))));
  const what = select("act", Object.keys(ACTS));
  const length = field("span", select("span", Object.keys(SPANS)));
  const whom = h("input", {name: "whom", required: true, maxLength: 64, autocomplete: "off", value: user});
  const who = field("whom", whom);
  const label = /** @type {HTMLElement} */ (who.firstElementChild);
  const shape = () => {
    const {ends, of} = ACTS[what.value];
    length.hidden = !ends;
    label.textContent = of === "table" ? t("admin.field.table") : t("admin.field.whom");
    if (user) whom.value = of === "table" ? String(table ?? "") : user;
    who.hidden = Boolean(user) && (of === "user" || table !== null);
    const good = /** @type {HTMLOptionElement} */ (length.querySelector("[value=good]"));
    good.disabled = what.value === "suspend"; // which always ends
  };
  what.addEventListener("change", shape);
  const send = async (/** @type {Record<string, string>} */ given, /** @type {HTMLFormElement} */ form) => {
    const {kind, ends, of} = ACTS[given.act];
    const lasts = SPANS[/** @type {keyof typeof SPANS} */ (given.span)];
    const target = of === "table" ? {table: Number(given.whom)} : {user: given.whom.trim()};
    const sure = await ask({title: t(`admin.act.${given.act}`), text: t("admin.sure", {who: (of === "user" && name) || given.whom, why: given.why}), yes: t(`admin.act.${given.act}`), danger: true});
    if (!sure) return;
    const answer = await lounge.client.request(kind, {...target, why: given.why, ...(ends && lasts ? {until: Date.now() + lasts} : {})});
    said.className = answer.ok ? "small" : "error small";
    write(said, answer.ok ? t("admin.done") : refusal(answer));
    if (!answer.ok) return;
    if (!user) form.reset();
    shape();
    done();
  };
  shape();
  const title = h("h2", {}, user ? t("admin.actOn", {name: name || user}) : t("admin.actOnAny"));
  return h("form", {class: "panel stack actform", onsubmit: onSubmit(send)}, title, field("act", what), who, length, field("why", h("input", {name: "why", required: true, maxLength: 200, autocomplete: "off"})), said, h("div", {class: "row end"}, h("button", {class: "solid"}, t("admin.go"))));
}
