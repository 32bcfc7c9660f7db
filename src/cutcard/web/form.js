// A form made from the JSON schema of a game's options. Times in ms are asked in seconds (the name ends with Ms, or the
// game's page.json lists it under `ms`), pairs of numbers side by side; the names people read come from the game's texts.

import {h} from "./dom.js";
import {timed} from "./house.js";
import {t} from "./text.js";

/** @typedef {Record<string, any>} Schema */
/** @typedef {(key: string, args?: Record<string, any>) => string} Say */
/** @typedef {{element: HTMLElement, read: () => any, show?: (value: any) => void}} Field */
/** @typedef {Record<string, Record<string, boolean | any[]>>} Needs  options that are asked only while others have a value of these, or any (true) or none (false) */

/** Follows a `$ref`. @param {Schema} schema @param {Schema} part @returns {Schema} */
function resolve(schema, part) {
  const path = typeof part.$ref === "string" ? part.$ref.replace(/^#\//, "").split("/") : null;
  if (!path) return part;
  return {...path.reduce((found, name) => found?.[name], schema), ...part, $ref: undefined};
}

const LONG = 34; // letters of a choice that half a line would cut off

/** `maxRounds` → `Max rounds`, for an option nobody named yet. @param {string} name */
const plain = (name) => name.replace(/([A-Z])/g, " $1").toLowerCase().replace(/^./, (c) => c.toUpperCase());

/** @param {Say} say @param {string} key @param {string} otherwise */
function named(say, key, otherwise) {
  const text = say(key);
  return text === key ? otherwise : text;
}

/** @param {string} name @param {Schema} part @param {Say} say @returns {Field} */
function choice(name, part, say) {
  const select = h("select", {name}, ...part.enum.map((/** @type {any} */ one) => h("option", {value: String(one)}, named(say, `option.${name}.${one}`, String(one)))));
  select.value = String(part.default ?? part.enum[0]);
  const why = () => named(say, `option.${name}.${select.value}.why`, "");
  const hint = h("span", {class: "muted small"}, why());
  select.addEventListener("change", () => void (hint.textContent = why()));
  return {element: why() ? h("span", {class: "either"}, select, hint) : select, read: () => part.enum.find((/** @type {any} */ one) => String(one) === select.value)};
}

/** What no number stands for, in words: what a field says while it is empty. @param {Say} say @param {string} name */
export const nothing = (say, name) => named(say, `option.${name}.none`, "");

/** @param {string} name @param {Schema} part @param {number} [scale] what it is divided by for people @param {string} [none] what 0 is in words: the field is empty then @returns {Field} */
function figure(name, part, scale = 1, none = "") {
  const whole = part.type === "integer" && scale === 1;
  const bound = (/** @type {number | undefined} */ n) => (n === undefined ? undefined : n / scale);
  const input = h("input", {name, type: "number", step: whole ? "1" : "any", inputMode: whole ? "numeric" : "decimal", required: true});
  if (part.minimum !== undefined) input.min = String(bound(part.minimum));
  if (part.maximum !== undefined) input.max = String(bound(part.maximum));
  if (part.default !== undefined) input.value = String(part.default / scale);
  if (none) {
    Object.assign(input, {required: false, placeholder: none});
    if (part.default === 0) input.value = "";
  }
  return {element: input, read: () => (part.type === "integer" ? Math.round(Number(input.value) * scale) : Number(input.value))};
}

/** A figure that may be none, where a game has words for both: a choice, and with the second of them the figure. @param {string} name @param {Schema} part @param {Say} say @param {number} usual what it begins with @returns {Field} */
function either(name, part, say, usual) {
  const one = figure(name, {...part, minimum: Math.max(1, part.minimum ?? 1), default: usual});
  const input = /** @type {HTMLInputElement} */ (one.element);
  const which = h("select", {name: `${name}-or`}, ...["off", "on"].map((way) => h("option", {value: way}, say(`option.${name}.${way}`))));
  input.setAttribute("aria-label", say(`option.${name}.much`));
  const tidy = () => void (input.disabled = input.hidden = which.value === "off");
  const show = (/** @type {number} */ value) => {
    which.value = value ? "on" : "off";
    if (value) input.value = String(value);
    tidy();
  };
  which.addEventListener("change", tidy);
  show(part.default ?? 0);
  return {element: h("span", {class: "either"}, which, input), read: () => (which.value === "off" ? 0 : one.read()), show};
}

/** @param {string} name @param {Schema} part @returns {Field} */
function pair(name, part) {
  const parts = part.prefixItems ?? Array(part.minItems ?? part.default?.length ?? 0).fill(part.items ?? {type: "integer"});
  const fields = parts.map((/** @type {Schema} */ one, /** @type {number} */ i) => figure(`${name}.${i}`, {...one, default: part.default?.[i]}));
  for (const [i, field] of fields.entries()) field.element.setAttribute("aria-label", t("form.part", {n: i + 1}));
  return {
    element: h("span", {class: "pair"}, ...fields.map((/** @type {Field} */ field) => field.element)),
    read: () => fields.map((/** @type {Field} */ field) => field.read()),
  };
}

/** A value that may be left to the rules: nothing chosen sends nothing. @param {string} name @param {Schema} part @param {Say} say @param {number} scale @returns {Field | null} */
function optional(name, part, say, scale) {
  if (part.type === "integer" || part.type === "number") {
    const one = figure(name, part, scale);
    const input = /** @type {HTMLInputElement} */ (one.element);
    Object.assign(input, {required: false, placeholder: nothing(say, name) || t("rules.usual")});
    return {element: input, read: () => (input.value === "" ? undefined : one.read())};
  }
  const values = part.type === "boolean" ? [true, false] : part.enum;
  if (!values) return null;
  const word = (/** @type {any} */ one) => (typeof one === "boolean" ? t(one ? "rules.yes" : "rules.no") : named(say, `option.${name}.${one}`, String(one)));
  const select = h("select", {name}, h("option", {value: ""}, t("rules.usual")), ...values.map((/** @type {any} */ one) => h("option", {value: String(one)}, word(one))));
  return {element: select, read: () => values.find((/** @type {any} */ one) => String(one) === select.value)};
}

/** @param {Schema} schema @param {string} name @param {Schema} raw @param {Say} say @param {number} scale @returns {Field | null} */
function field(schema, name, raw, say, scale) {
  const part = resolve(schema, raw);
  const some = part.anyOf?.filter((/** @type {Schema} */ one) => one.type !== "null");
  if (some?.length === 1 && part.anyOf.length === 2) return optional(name, resolve(schema, some[0]), say, scale);
  if (part.enum) return choice(name, part, say);
  if (some?.length && some.every((/** @type {Schema} */ one) => one.enum)) {
    const all = some.flatMap((/** @type {Schema} */ one) => one.enum); // lists joined: in the order people read
    const label = (/** @type {any} */ one) => named(say, `option.${name}.${one}`, String(one));
    return choice(name, {...part, enum: all.sort((/** @type {any} */ a, /** @type {any} */ b) => label(a).localeCompare(label(b)))}, say);
  }
  if (part.type === "boolean") {
    const input = h("input", {name, type: "checkbox", checked: Boolean(part.default)});
    return {element: input, read: () => input.checked};
  }
  if (part.type === "integer" || part.type === "number") return figure(name, part, scale, nothing(say, name));
  if (part.type === "array" && (part.prefixItems || part.minItems || part.default?.length)) return pair(name, part);
  if (part.type === "string") {
    const input = h("input", {name, type: "text", value: part.default ?? ""});
    return {element: input, read: () => input.value};
  }
  return null; // what a form cannot ask keeps its default
}

/**
 * @param {{options: Schema, first: string[], hidden?: string[], ms?: string[], either?: Record<string, number>, needs?: Needs, t: Say}} game its options, those asked at once (the others are folded away), those never asked, its texts
 * @returns {{element: HTMLElement, read: () => Record<string, any>, show: (options: Record<string, any>) => void, fix: (settled: Record<string, any>) => void}} `fix`: what is settled elsewhere is not asked
 */
export function optionsForm({options: schema, first, hidden = [], ms = [], either: choices = {}, needs = {}, t: say}) {
  const scale = (/** @type {string} */ name) => (timed(name, ms) ? 1000 : 1);
  const whole = resolve(schema, schema);
  /** @type {Map<string, Field>} */
  const fields = new Map();
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  for (const [name, part] of Object.entries(whole.properties ?? {})) {
    const one = name in choices ? either(name, resolve(schema, part), say, choices[name]) : field(schema, name, part, say, scale(name));
    if (!one || hidden.includes(name)) continue;
    const unit = scale(name) > 1 ? ` (${t("form.seconds")})` : "";
    const label = named(say, `option.${name}${name in choices ? ".or" : ""}`, plain(name)) + unit;
    const tick = one.element instanceof HTMLInputElement && one.element.type === "checkbox";
    const group = one.element.matches(".pair");
    const long = [...one.element.querySelectorAll("option")].some(({text}) => text.replace(/[\u2e80-\uffff]/g, "xx").length > LONG);
    const row = h(group ? "fieldset" : "label", {class: tick ? "field tick" : long ? "field whole" : "field"}, h(group ? "legend" : "span", {}, label), one.element);
    fields.set(name, one);
    rows.set(name, row);
  }
  /** What is settled elsewhere. @type {Record<string, any>} */
  let fixed = {};
  /** @param {string} name */
  const asked = (name) => !(name in fixed) && Object.entries(needs[name] ?? {}).every(([other, good]) => {
    const value = other in fixed ? fixed[other] : fields.get(other)?.read();
    return Array.isArray(good) ? good.includes(value) : Boolean(value) === good;
  });
  /** Leaves out what means nothing as the others stand; what nobody sees keeps nobody from going on. */
  function tidy() {
    for (const [name, row] of rows) {
      row.hidden = !asked(name);
      if (name in needs) for (const one of row.querySelectorAll("input, select")) /** @type {HTMLInputElement} */ (one).disabled = row.hidden;
    }
  }
  const shown = first.filter((name) => rows.has(name));
  const rest = [...rows.keys()].filter((name) => !shown.includes(name));
  const pick = (/** @type {string[]} */ names) => names.map((name) => /** @type {HTMLElement} */ (rows.get(name)));
  const more = h("details", {class: "more"}, h("summary", {}, t("form.more")), h("div", {class: "fields"}, ...pick(rest)));
  const element = h("div", {class: "stack"}, h("div", {class: "fields"}, ...pick(shown)), rest.length ? more : null);
  element.addEventListener("change", tidy);
  tidy();
  return {
    element,
    /** Only what differs from the default is sent, so that defaults stay the game's. */
    read() {
      const chosen = [...fields].filter(([name]) => asked(name)).map(([name, one]) => [name, one.read()]);
      const given = (/** @type {string} */ name) => resolve(schema, whole.properties[name]).default;
      return Object.fromEntries(chosen.filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(given(name))));
    },
    fix(settled) {
      fixed = settled;
      tidy();
    },
    show(options) {
      for (const [name, value] of Object.entries(options)) {
        const inputs = rows.get(name)?.querySelectorAll("input, select") ?? [];
        const show = fields.get(name)?.show;
        if (show) show(value);
        else [value].flat().forEach((one, i) => {
          const input = /** @type {HTMLInputElement} */ (inputs[i]);
          if (input.type === "checkbox") input.checked = Boolean(one);
          else input.value = one === 0 && input.placeholder ? "" : typeof one === "number" ? String(one / scale(name)) : String(one);
        });
      }
      tidy();
    },
  };
}
