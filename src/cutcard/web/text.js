// Texts in the person's language. A game's own keys win over the room's; a key that is missing shows
// itself, and fails a test.

import {textsAt} from "./shelf.js";

/** @typedef {Record<string, string>} Texts */

/** @type {Texts} */
let room = {};
/** What games say and how they are shown, where it came with the room's texts. @type {Record<string, {texts: Texts | null, page: Record<string, any> | null}>} */
let games = {};
/** The games as `/api/games` lists them, where they came with the room's texts. @type {any[] | null} */
let listed = null;
/** @type {"en" | "zh"} */
let language = "en";
/** @type {Intl.NumberFormat | null} */
let figures = null;

/** What stands at an address of ours. @param {string} url @returns {Promise<any>} */
export async function fetchJson(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

/** Loads the room's texts; until then every key shows itself. @param {"en" | "zh"} chosen */
export async function speak(chosen) {
  const all = textsAt(chosen);
  const said = all ? await fetchJson(all) : {room: await fetchJson(`/web/text/${chosen}.json`), games: {}};
  room = said.room;
  games = said.games;
  listed = said.listed ?? null;
  language = chosen;
  figures = null;
  document.documentElement.lang = chosen === "zh" ? "zh-CN" : "en";
}

/** What games there are. @returns {Promise<any[]>} */
export async function gameList() {
  return listed ?? (await fetchJson("/api/games")).games;
}

/** A game's texts in the language spoken now. @param {string} game @returns {Promise<Texts>} */
export async function gameTexts(game) {
  return games[game]?.texts ?? fetchJson(`/games/${game}/${language}.json`);
}

/** How the lobby is to show a game: its page.json. @param {string} game @returns {Promise<Record<string, any>>} */
export async function gamePage(game) {
  return games[game]?.page ?? fetchJson(`/games/${game}/page.json`);
}

/**
 * Fills `{name}` and chooses `{n|one|other}` by number; what is chosen may hold names and numbers itself: `{n|{n} card of {all}|{n} cards of {all}}`.
 * @param {string} text @param {Record<string, any>} args @returns {string}
 */
export function fillIn(text, args) {
  let at = 0;
  const read = (/** @type {string} */ stops) => {
    let out = "";
    while (at < text.length && !stops.includes(text[at])) out += text[at] === "{" ? hole() : text[at++];
    return out;
  };
  function hole() {
    const found = /^\{(\w+)([|}])/.exec(text.slice(at));
    if (!found) return text[at++];
    at += found[0].length;
    const value = args[found[1]];
    if (found[2] === "}") return typeof value === "number" ? number(value) : String(value ?? "");
    const one = read("|}");
    at += 1;
    const other = read("}");
    at += 1;
    return Number(value) === 1 ? one : other;
  }
  return read("");
}

/** The room's text of a key. @param {string} key @param {Record<string, any>} [args] */
export function t(key, args = {}) {
  return fillIn(room[key] ?? key, args);
}

/** A game's own `t`. @param {Texts} own @param {(key: string) => void} [lacks] told of a key that nobody has a text of @returns {(key: string, args?: Record<string, any>) => string} */
export function speaker(own, lacks = () => {}) {
  return (key, args = {}) => {
    const text = own[key] ?? room[key];
    if (text === undefined) lacks(key);
    return fillIn(text ?? key, args);
  };
}

/** Whether the room has a text of that key: not every notice is for people. @param {string} key */
export function known(key) {
  return key in room;
}

/**
 * Why something was refused, in the person's language where there is a text of the code: the game's own by its `say`, else the
 * room's, else the server's sentence. A text may name that sentence, `{message}`, and what the refusal's `details` hold.
 * @param {{code?: string, message?: string, details?: Record<string, any>}} answer @param {typeof t} [say]
 */
export function refusal({code, message, details}, say = t) {
  const key = `refusal.${code}`;
  const text = say(key, {...details, message});
  return (text === key ? message : text) || t("refusal.other");
}

/** Why we are kept out of the house, and until when. @param {{details?: Record<string, any>} | null} answer */
export function keptOut(answer) {
  const {why = "", until = 0, answer: said = ""} = answer?.details ?? {};
  return [t("refusal.BANNED"), why ? t("barred.why", {why}) : "", until ? t("barred.until", {day: `${day(until)} ${hour(until)}`}) : "", said ? t("barred.answer", {said}) : ""].filter(Boolean).join(" ");
}

/** `my_game`, `handSize` or `GAME_END` as people write it. @param {string} name */
export function words(name) {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll("_", " ").toLowerCase();
  return apart.charAt(0).toUpperCase() + apart.slice(1);
}

/** `14:05`. @param {number} at epoch ms */
export function hour(at) {
  return new Intl.DateTimeFormat(language, {hour: "2-digit", minute: "2-digit"}).format(at);
}

/** A day, for people. @param {number} at epoch ms */
export function day(at) {
  return new Intl.DateTimeFormat(language, {dateStyle: "long"}).format(at);
}

/** `5 Nov`. @param {number} at epoch ms */
export function shortDay(at) {
  return new Intl.DateTimeFormat(language, {day: "numeric", month: "short"}).format(at);
}

/** @param {number} n */
export function number(n) {
  figures ??= new Intl.NumberFormat(language); // to make one takes longer than to draw a card
  return figures.format(n);
}

/** `2nd`. @param {number} n */
export function ordinal(n) {
  const kind = new Intl.PluralRules(language, {type: "ordinal"}).select(n);
  return t(`ordinal.${kind}`, {n});
}

/** "a, b and c". @param {string[]} names */
export function list(names) {
  return new Intl.ListFormat(language, {type: "conjunction"}).format(names);
}

/** `0:23`, `12:05`, `1:02:03`. @param {number} ms */
export function span(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  const tail = String(seconds).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
