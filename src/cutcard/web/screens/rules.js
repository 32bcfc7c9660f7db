// The rules of a game, over whatever one looks at: one key away, searched as one types. They are the game's own README (in
// Chinese README.zh.md), up to the line `<!-- for builders -->`; a card's name in code is drawn, a
// picture (`![words](page/…)`) is shown.

import {openDialog} from "../dialogs.js";
import {h, put} from "../dom.js";
import {parse} from "../elements/card.js";
import {at} from "../shelf.js";
import {settings} from "../settings.js";
import {t} from "../text.js";

const STOP = "<!-- for builders -->";
const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|!\[([^\]]*)\]\(page\/([^)]*)\)|\[([^\]]+)\]\([^)]*\)/g;

/** Cards where a code is nothing but their names. @param {string} code */
function cards(code) {
  const names = code.split(" ");
  return names.every((name) => parse(name) !== null) ? h("span", {class: "rule-cards", role: "img", "aria-label": code}, ...names.map((card) => h("cut-card", {card, "aria-hidden": "true"}))) : null;
}

/** A line of Markdown: code, bold, italic, pictures of the game's own, and links as their words. @param {string} text @param {string} game @returns {(Node | string)[]} */
function line(text, game) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(SPAN)) {
    parts.push(text.slice(from, found.index));
    const [, code, bold, italic, words, picture, link] = found;
    if (code !== undefined) parts.push(cards(code) ?? h("code", {}, code));
    else if (bold !== undefined) parts.push(h("b", {}, ...line(bold, game)));
    else if (italic !== undefined) parts.push(h("i", {}, italic));
    else if (picture !== undefined) parts.push(h("img", {class: "rule-picture", src: at(`/games/${game}/${picture}`), alt: words, width: 84, height: 70}));
    else parts.push(link);
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
}

/** @param {string[]} rows of a table @param {string} game */
function table(rows, game) {
  const cells = rows.filter((row) => !/^\|[\s|:-]+\|$/.test(row)).map((row) => row.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const [head, ...body] = cells;
  const named = head.some(Boolean);
  return h("div", {class: "rule-table scroll", tabIndex: 0, role: "group", "aria-label": head.filter(Boolean).join(", ") || t("howTo.table")}, h("table", {},
    named ? h("thead", {}, h("tr", {}, ...head.map((cell) => h(cell ? "th" : "td", cell ? {scope: "col"} : {}, ...line(cell, game))))) : null,
    h("tbody", {}, ...body.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...line(cell, game))))))));
}

/** One of a list; where it begins with cards or a picture, its words stand beside them. @param {string} item @param {string} game */
function listed(item, game) {
  const [first, ...rest] = line(item, game);
  const shown = first instanceof Element && first.matches(".rule-cards, .rule-picture");
  return h("li", {}, first, ...(shown ? [h("span", {class: "grow"}, ...rest)] : rest));
}

/** A block of lines that belong together. @param {string[]} lines @param {string} game */
function block(lines, game) {
  const [first] = lines;
  if (first.startsWith("|")) return table(lines, game);
  if (/^([-*]|\d+\.) /.test(first)) {
    /** @type {string[]} */
    const items = [];
    for (const one of lines) {
      if (/^([-*]|\d+\.) /.test(one)) items.push(one.replace(/^([-*]|\d+\.) /, ""));
      else items[items.length - 1] += ` ${one.trim()}`;
    }
    return h(/^\d/.test(first) ? "ol" : "ul", {}, ...items.map((item) => listed(item, game)));
  }
  return h("p", {}, ...line(lines.join(settings().language === "zh" ? "" : " "), game));
}

/** The sections of a README: each with its heading. @param {string} text @param {string} game @returns {HTMLElement[]} */
export function sections(text, game) {
  const [told] = text.split(STOP);
  /** @type {HTMLElement[]} */
  const all = [];
  let fenced = false;
  /** @type {string[]} */
  let lines = [];
  const end = () => {
    if (lines.length) all.at(-1)?.append(block(lines, game));
    lines = [];
  };
  for (const one of told.split("\n")) {
    if (one.startsWith("```")) {
      fenced = !fenced; // commands are for builders
      end();
      continue;
    }
    const heading = /^(#+) (.*)/.exec(one);
    if (fenced) continue;
    if (heading) {
      end();
      all.push(h("section", {class: "rule-part"}, heading[1].length > 1 ? h("h3", {}, heading[2]) : null));
    } else if (one.trim() === "") end();
    else {
      if (one.startsWith("|") !== (lines[0] ?? one).startsWith("|")) end();
      lines.push(one);
    }
  }
  end();
  return all.filter((section) => section.childElementCount > 0);
}

/** Shows the sections that hold what is looked for. @param {HTMLElement[]} all @param {string} wanted */
function filter(all, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const section of all) {
    const text = (section.textContent ?? "").toLowerCase();
    section.hidden = !words.every((word) => text.includes(word));
    left += section.hidden ? 0 : 1;
  }
  return left;
}

/** Whether the server has a game's rules: it names their address then. @param {string} game */
const told = (game) => at(`/games/${game}/README.md`) !== `/games/${game}/README.md`;

/** @param {import("../lounge.js").Lounge} lounge @param {string} [game] the one at hand */
export async function openRules(lounge, game) {
  const games = await lounge.games().catch(() => []);
  const known = games.filter(({name}) => told(name));
  const body = h("div", {class: "rule-body scroll", tabIndex: 0, role: "region", "aria-label": t("howTo.title")});
  const none = h("p", {class: "muted", role: "status"});
  const seek = h("input", {type: "search", placeholder: t("howTo.search"), "aria-label": t("howTo.search")});
  const which = h("select", {"aria-label": t("howTo.game")}, ...known.map((one) => h("option", {value: one.name}, one.t("game.name"))));
  /** @type {HTMLElement[]} */
  let shown = [];
  const look = () => {
    none.textContent = filter(shown, seek.value) ? "" : t("howTo.none");
  };
  const load = async () => {
    const [own, other] = [`/games/${which.value}/README.zh.md`, `/games/${which.value}/README.md`].map(at);
    try {
      const answer = await fetch(settings().language === "zh" && own.startsWith("/v/") ? own : other);
      if (!answer.ok) throw new Error(String(answer.status));
      shown = sections(await answer.text(), which.value);
      put(body, ...shown);
    } catch {
      put(body, h("p", {class: "error"}, t("howTo.failed")));
    }
    look();
  };
  seek.addEventListener("input", look);
  which.addEventListener("change", () => void load());
  which.value = known.some(({name}) => name === game) ? String(game) : (known[0]?.name ?? "");
  void load();
  return openDialog(t("howTo.title"), () => [h("div", {class: "rule-head"}, which, seek), none, body], "rules-sheet");
}
