// The replay of a deal by its address, or of a `.cutcard` file that was dropped on the page or chosen; and what was seen before,
// which this browser keeps for times without a connection.

import {openDialog} from "../dialogs.js";
import {h, icon, put, write} from "../dom.js";
import {fetchTelling, keptReplays} from "../replay/kept.js";
import {ofFile, Untold} from "../replay/telling.js";
import {day, hour, refusal, t} from "../text.js";
import {saveFile} from "./proof.js";
import {dressed, viewer} from "./replay.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

const LARGEST = 8 << 20; // bytes of a file; a deal of ours is far smaller

/** @param {unknown} reason */
function why(reason) {
  if (!(reason instanceof Untold)) return t("replay.unreadable");
  return reason.code === "refused" ? refusal(/** @type {any} */ (reason).answer) : t(`replay.${reason.code}`);
}

/** The deals of a table that are over and we may know of, the first first. @param {Lounge} lounge @param {number} table @returns {Promise<number[]>} */
async function dealsOf(lounge, table) {
  const headers = {Authorization: `Bearer ${lounge.client.token}`};
  const answer = await fetch(`/api/deals?table=${table}&limit=100`, {headers}).catch(() => null);
  /** @type {{deal: number, over: boolean}[]} */
  const deals = answer?.ok ? (await answer.json()).deals : [];
  return deals.filter(({over}) => over).map(({deal}) => deal).reverse();
}

/** A table's other deals to choose from. @param {Lounge} lounge @param {number} table @param {number} deal which is shown @param {(deal: number) => void} go */
function chooser(lounge, table, deal, go) {
  const others = h("select", {hidden: true, "aria-label": t("replay.deals"), onchange: () => go(Number(others.value))});
  void dealsOf(lounge, table).then((found) => {
    const all = [...new Set([...found, deal])].sort((a, b) => a - b);
    put(others, ...all.map((n) => h("option", {value: String(n), selected: n === deal}, t("replay.deal", {n}))));
    others.hidden = all.length < 2;
  });
  return others;
}

/** The last deals of a table that goes on meanwhile. @param {Lounge} lounge @param {number} table */
export async function replayDialog(lounge, table) {
  const body = h("div", {class: "replay-body"}, h("p", {class: "muted"}, t("people.loading")));
  const wrong = h("p", {class: "error", role: "alert"});
  /** @type {Awaited<ReturnType<typeof viewer>> | null} */ let shown = null;

  /** Newest first, until one may be seen: the last may still be played. @param {number[]} deals */
  async function open(deals) {
    try {
      const told = await fetchTelling(lounge.client.token, table, deals[0], "");
      const made = await viewer(lounge, told, {start: 0, linked: false, more: [chooser(lounge, table, told.deal, (deal) => void open([deal]))]});
      shown?.close();
      shown = made;
      write(wrong, "");
      put(body, made.element);
    } catch (reason) {
      if (deals.length > 1) return void open(deals.slice(1));
      write(wrong, why(reason));
      if (!shown) put(body);
    }
  }
  const [deals] = await Promise.all([dealsOf(lounge, table), dressed()]);
  const done = openDialog(t("replay.title"), () => [wrong, body], "replay-over");
  const dialog = body.closest("dialog");
  dialog?.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.matches("input, select"))) return;
    const found = shown?.keys.find(({key}) => key === event.key);
    if (!found) return;
    event.preventDefault();
    found.run();
  });
  if (deals.length) void open(deals.reverse().slice(0, 3));
  else put(body, h("p", {class: "muted"}, t("replay.noDeals")));
  await done;
  /** @type {Awaited<ReturnType<typeof viewer>> | null} */ (shown)?.close();
}

/** Whose side the address names, as it does. */
function asked() {
  const seat = new URLSearchParams(location.search).get("seat");
  return seat === null ? "" : `?seat=${seat}`;
}

/** The fact that the address names, where it names one. */
function named() {
  const {seat: _, ...fact} = Object.fromEntries(new URLSearchParams(location.search));
  return fact.type ? fact : undefined;
}

/** @param {Lounge} lounge @param {string} which `<table>-<deal>`, or nothing: a file @returns {import("../lounge.js").Screen} */
export function replayScreen(lounge, which) {
  const wrong = h("p", {class: "error", role: "alert"});
  const body = h("div", {class: "replay-body"}, h("p", {class: "muted"}, t("people.loading")));
  const element = h("div", {class: "replay-screen"}, h("h1", {class: "visually-hidden"}, t("replay.title")), wrong, body);
  /** @type {Awaited<ReturnType<typeof viewer>> | null} */ let shown = null;
  let [title, closed, turn] = [t("replay.title"), false, 0];

  /** @param {() => Promise<import("../replay/telling.js").Telling>} load @param {number} start @param {boolean} linked */
  async function open(load, start, linked) {
    const mine = ++turn;
    write(wrong, "");
    try {
      const [told] = await Promise.all([load(), dressed()]);
      const more = linked ? extras(told) : [];
      const made = await viewer(lounge, told, {start, fact: linked ? named() : undefined, linked, more, onSide: (side) => go(told, side), onStep: (n) => linked && history.replaceState(null, "", `${location.pathname}${asked()}#${n}`)});
      if (closed || mine !== turn) return made.close();
      shown?.close();
      shown = made;
      title = t("replay.named", {game: made.name, n: told.deal});
      put(body, made.element);
      lounge.title();
    } catch (reason) {
      if (closed || mine !== turn) return;
      if (!(reason instanceof Untold)) console.error("A replay cannot be shown.", reason);
      write(wrong, why(reason));
      if (!shown) choose();
    }
  }

  /** The same moment with other eyes. @param {import("../replay/telling.js").Telling} told @param {string} side */
  function go(told, side) {
    const n = Number(location.hash.slice(1)) || 0;
    history.replaceState(null, "", `${location.pathname}?seat=${side}#${n}`);
    void open(() => fetchTelling(lounge.client.token, told.table, told.deal, side), n, true);
  }

  /** The table's other deals, and this one's proof. @param {import("../replay/telling.js").Telling} told */
  function extras(told) {
    const others = chooser(lounge, told.table, told.deal, (deal) => lounge.go(`/replay/${told.table}-${deal}`));
    if (!told.proof) return [others];
    return [others, h("button", {type: "button", class: "soft", title: t("replay.proofTitle"), onclick: async () => write(wrong, await saveFile(lounge, told.table, told.deal))}, icon("shield"), h("span", {class: "scrub-word"}, t("replay.proof")))];
  }

  /** A file of somebody's. @param {File} file */
  function read(file) {
    void open(async () => {
      if (file.size > LARGEST) throw new Untold("unreadable");
      return ofFile(await file.text());
    }, 0, false);
  }

  /** Nothing to show yet: which one? */
  function choose() {
    const field = h("input", {type: "file", accept: ".cutcard", onchange: () => field.files[0] && read(field.files[0])});
    const kept = h("ul", {class: "kept-replays", role: "list"});
    put(body, h("div", {class: "sheet stack"}, h("h2", {}, t("replay.title")), h("p", {class: "muted"}, t("replay.drop")), h("label", {class: "field"}, h("span", {}, t("replay.file")), field), h("h2", {}, t("replay.kept")), kept));
    void Promise.all([keptReplays(), lounge.games().catch(() => [])]).then(([all, games]) => {
      const name = (/** @type {string} */ game) => games.find((one) => one.name === game)?.t("game.name") ?? game;
      put(kept, ...(all.length ? all.map(({table, deal, game, at}) => h("li", {}, lounge.link(`/replay/${table}-${deal}`, t("replay.keptOne", {game: name(game), n: deal, when: `${day(at)} ${hour(at)}`})))) : [h("li", {class: "muted"}, t("replay.none"))]));
    });
  }

  const [, table, deal] = /^(\d+)-(\d+)$/.exec(which) ?? [];
  const side = new URLSearchParams(location.search).get("seat") ?? "";
  const start = location.hash === "" ? 0 : Number(location.hash.slice(1)) || 0;
  if (lounge.file) {
    read(lounge.file);
    lounge.file = null;
  } else if (table) void open(() => fetchTelling(lounge.client.token, Number(table), Number(deal), /^\d+$/.test(side) ? side : ""), start, true);
  else void Promise.resolve(dressed()).finally(choose);

  return {
    element,
    inner: true,
    tools: [],
    title: () => title,
    keys: () => shown?.keys ?? [],
    refresh: () => shown?.refresh(),
    close() {
      closed = true;
      shown?.close();
    },
  };
}
