// A view drawn without knowing its game: what it holds by name, cards as cards, seats as people.

import {h} from "../dom.js";
import {number, t, words} from "../text.js";

/** @typedef {import("../contract.js").Ctx} Ctx */

const CARD = /^(?:10|[2-9TJQKA])[cdhs]$|^[SB]J$/; // as the kernel names them
/** @type {Record<string, string>} */
const SYMBOLS = {c: "♣", d: "♦", h: "♥", s: "♠"};
const SEATS = /(^seat|Seat|^toAct|Id)$/; // fields that hold a seat or a user

/** @param {any} value */
const isCard = (value) => typeof value === "string" && CARD.test(value);

/** @param {any} value */
const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Whether a map's keys are seats. @param {any} value @param {Ctx} ctx */
const bySeat = (value, ctx) => isMap(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key) && Number(key) < ctx.seats);

/** A value in a few words, for buttons and lines of the log. @param {string} name of its field @param {any} value @param {Ctx} ctx @returns {string} */
export function inWords(name, value, ctx) {
  if (SEATS.test(name) && ctx.seatOf(value) !== null && !Array.isArray(value) && ctx.name(value)) return ctx.name(value);
  if (isCard(value)) return value.length > 1 && value !== "SJ" && value !== "BJ" ? value.slice(0, -1).replace("T", "10") + SYMBOLS[value.slice(-1)] : t(`card.joker.${value}`);
  if (name === "suit" && SYMBOLS[value]) return SYMBOLS[value];
  if (typeof value === "boolean") return t(value ? "rules.yes" : "rules.no");
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return /^[A-Z][A-Z0-9_]+$/.test(value) ? words(value) : value;
  if (Array.isArray(value)) return value.length ? value.map((one) => inWords(name, one, ctx)).join(" ") : t("plain.nothing");
  if (bySeat(value, ctx)) return Object.entries(value).map(([seat, one]) => `${ctx.name(Number(seat))} ${inWords("", one, ctx)}`).join(", ");
  return fields(value, ctx);
}

/** All fields of something in a line. @param {Record<string, any>} value @param {Ctx} ctx @param {string[]} [without] @returns {string} */
export function fields(value, ctx, without = []) {
  const told = Object.entries(value).filter(([name]) => !without.includes(name));
  return told.map(([name, one]) => (isCard(one) || name === "suit" ? inWords(name, one, ctx) : `${words(name).toLowerCase()}: ${inWords(name, one, ctx)}`)).join(", ");
}

/** A value as elements. @param {string} name @param {any} value @param {Ctx} ctx @param {(name: string) => string} label @returns {HTMLElement} */
function part(name, value, ctx, label) {
  if (isCard(value)) return h("cut-card", {card: value});
  if (Array.isArray(value) && value.length && value.every(isCard)) return h("div", {class: "plain-cards"}, ...value.map((card) => h("cut-card", {card})));
  if (Array.isArray(value) && value.some(isMap)) return h("ol", {class: "plain-list"}, ...value.map((one) => h("li", {}, part(name, one, ctx, label))));
  if (bySeat(value, ctx)) return people(value, ctx, label);
  if (isMap(value)) return parts(value, ctx, label);
  return h("span", {class: "plain-value"}, inWords(name, value, ctx));
}

/** @param {Record<string, any>} value @param {Ctx} ctx @param {(name: string) => string} label */
function people(value, ctx, label) {
  return h("div", {class: "plain-people"}, ...Object.entries(value).map(([key, one]) => {
    const seat = Number(key);
    const box = h("cut-seat", {}, isMap(one) ? parts(one, ctx, label) : part("", one, ctx, label));
    box.data = {name: ctx.name(seat), face: ctx.face(seat), you: ctx.you(seat), bot: ctx.bot(seat), away: ctx.away(seat), active: toAct(ctx).includes(seat), due: ctx.due(seat)};
    return box;
  }));
}

/** Named parts, one under the other. @param {Record<string, any>} value @param {Ctx} ctx @param {(name: string) => string} label @returns {HTMLElement} */
export function parts(value, ctx, label) {
  return h("dl", {class: "plain-parts"}, ...Object.entries(value).map(([name, one]) => h("div", {class: bySeat(one, ctx) ? "wide" : ""}, h("dt", {}, label(name)), h("dd", {}, part(name, one, ctx, label)))));
}

/** Whose time runs. @param {Ctx} ctx @returns {number[]} */
export function toAct(ctx) {
  return Array.from({length: ctx.seats}, (_, seat) => seat).filter((seat) => ctx.due(seat) !== null);
}
