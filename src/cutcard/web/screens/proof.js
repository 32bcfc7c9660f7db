// Beside the table: whether each deal that is over was what the server had promised, and its cards. It is
// judged by what this page was told and kept; the whole proof can be saved as a file.

import {h, put, write} from "../dom.js";
import {at} from "../shelf.js";
import {t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../fair.js").Verdict} Verdict */

const SHOWN = 5; // deals
const OVER = ["UNCHECKED", "FALSE"];

/** In words; of all of this table's deals it says how often one's share was left out. @param {Verdict} found @param {Verdict[]} [all] */
export function words(found, all = [found]) {
  const key = found.verdict === "FALSE" ? "FALSE" : found.code;
  const given = all.filter(({code}) => code === "OWN" || code === "LEFT_OUT");
  const k = given.filter(({code}) => code === "LEFT_OUT").length;
  const said = [t(`fair.${key}`, {n: found.shares, code: found.code, k, of: given.length})];
  if (found.withheld) said.push(t("fair.withheld", {n: found.withheld}));
  if (!found.signed) said.push(t("fair.unsigned"));
  if (found.sealed) said.push(t("fair.never"));
  return said.join(" ");
}

/** A deal's file as the server gives it; nothing where it does not. @param {Lounge} lounge @param {number} table @param {number} number of the deal */
async function fileOf(lounge, table, number) {
  const headers = {Authorization: `Bearer ${lounge.client.token}`};
  const answer = await fetch(`/api/deals/${table}/${number}/proof`, {headers}).catch(() => null);
  return answer?.ok ? answer.text() : "";
}

/** @param {Lounge} lounge @param {import("../client.js").Place} place @param {Verdict} found */
const fetched = (lounge, place, found) => fileOf(lounge, place.table, place.fair.numbers.get(found.deal) ?? 0);

/** @param {string} text @param {number} table @param {number | undefined} number */
function download(text, table, number) {
  const url = URL.createObjectURL(new Blob([text], {type: "application/x-cutcard"}));
  h("a", {href: url, download: `${table}-${number}.cutcard`}).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A deal's proof as a file, as the server gives it. @param {Lounge} lounge @param {number} table @param {number} number of the deal @returns {Promise<string>} what went wrong */
export async function saveFile(lounge, table, number) {
  const text = await fileOf(lounge, table, number);
  if (!text) return t("refusal.other");
  download(text, table, number);
  return "";
}

/** A deal's proof as a file, with our own share in it. @param {Lounge} lounge @param {import("../client.js").Place} place @param {Verdict} found @returns {Promise<string>} what went wrong */
async function save(lounge, place, found) {
  const text = await fetched(lounge, place, found);
  if (!text) return t("refusal.other");
  download(place.fair.file(text, found.deal), place.table, place.fair.numbers.get(found.deal));
  return "";
}

/** The cards themselves, judged by what this page kept, in words. @param {Lounge} lounge @param {import("../client.js").Place} place @param {Verdict} found */
async function cardsOf(lounge, place, found) {
  const kept = place.fair.kept(found.deal);
  const text = kept ? await fetched(lounge, place, found) : "";
  if (!kept || !text) return t("refusal.other");
  const judge = await import(at("/web/faircards.js")).catch(() => null); // comes when it is first asked for
  if (!judge) return t("refusal.other");
  const shown = /** @type {typeof import("../faircards.js")} */ (judge).shownCards(text, kept);
  if (shown.code) return t("fair.FALSE", {code: shown.code});
  const said = t(found.sealed ? "fair.cardsSeen" : "fair.cardsAll", {n: shown.cards.length, cards: shown.cards.join(" ")});
  return shown.bare ? `${said} ${t("fair.cardsBare", {n: shown.bare})}` : said;
}

/** @param {Lounge} lounge @param {import("../client.js").Place} place */
export function proofs(lounge, place) {
  const list = h("ul", {class: "proofs stack tight", role: "list"});
  const head = h("p", {class: "muted small"});
  const wrong = h("p", {class: "error", role: "alert"});
  const about = h("p", {class: "small"}, t("fair.proofs"));
  const element = h("details", {class: "proof"}, h("summary", {}, t("fair.deals")), h("div", {class: "stack tight"}, about, list, wrong, head));
  element.hidden = true;

  /** @param {Verdict} found @param {Verdict[]} all */
  function row(found, all) {
    const tone = found.verdict === "PROVED" ? "good" : OVER.indexOf(found.verdict) ? "error" : "muted";
    const line = h("p", {class: `verdict small ${tone}`}, t("fair.deal", {n: place.fair.numbers.get(found.deal) ?? "–"}), " ", words(found, all));
    const keep = h("button", {type: "button", class: "quiet small", onclick: async () => write(wrong, await save(lounge, place, found))}, t("fair.save"));
    const cards = h("p", {class: "small", role: "status"});
    const look = h("button", {type: "button", class: "quiet small", onclick: async () => write(cards, await cardsOf(lounge, place, found))}, t("fair.cards"));
    return h("li", {}, line, ...(place.fair.numbers.has(found.deal) ? [keep, look, cards] : []));
  }

  place.on("fair", () => {
    const found = place.fair.verdicts(lounge.client.user?.id ?? "");
    element.hidden = !place.fair.key;
    put(list, ...found.slice(-SHOWN).reverse().map((one) => row(one, found)));
    write(head, place.fair.head ? t("fair.head", {head: place.fair.head}) : "");
    if (found.some((one) => one.verdict === "FALSE")) element.open = true;
  });
  return {element};
}
