// The same deals at two tables (复式): the line at either, which says how they compare, and all boards behind a press, each
// with its replay. Before it begins, the other table's link, for who opened them.

import {openDialog} from "../dialogs.js";
import {h, icon, put, write} from "../dom.js";
import {about} from "../house.js";
import {number, t} from "../text.js";

/** @typedef {{tables: number[], differences?: number[], total?: number, over?: boolean, winner?: number}} Compared */

/** With its sign, which says whose it is. @param {number} n */
const signed = (n) => (n > 0 ? `+${number(n)}` : n < 0 ? `−${number(-n)}` : "0");

/**
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place
 * @param {import("../house.js").TableCard} info @param {() => void} redraw the table, whose end is told by what both came to
 */
export function boardsLine(lounge, place, info, redraw) {
  const {client} = lounge;
  const head = h("b", {});
  const stands = h("span", {class: "figures"});
  const open = h("button", {type: "button", class: "quiet strip-way", onclick: () => void show()}, icon("ranks"), h("span", {}, t("boards.all")));
  open.title = open.ariaLabel = t("boards.all");
  const other = h("button", {type: "button", class: "quiet strip-way", hidden: true, onclick: () => void invite()}, icon("link"), h("span", {}, t("boards.other")));
  other.title = other.ariaLabel = t("boards.other");
  const element = h("section", {class: "strip-line boards-line", "aria-label": t("boards.title")}, head, stands, other, open);
  /** @type {Compared} */
  let now = {tables: []};
  let closed = false;

  /** Which of the two teams a seat is of: at the second table the seats are the other way round. */
  const team = (/** @type {number} */ seat) => (seat + (place.table === info.twinOf ? 0 : 1)) % 2;
  const mine = () => (place.seat === null ? null : team(place.seat));
  /** For one's own team where above 0. @param {number} n */
  const ours = (n) => (mine() === 1 ? -n : n);
  /** The other of the two. */
  const second = () => now.tables.find((table) => table !== place.table);

  const verdict = () => t(now.winner === undefined ? "boards.draw" : now.winner === mine() ? "boards.won" : "boards.lost");
  const standing = (/** @type {number} */ done) => t("boards.stands", {total: signed(ours(now.total ?? 0)), n: done});

  function draw() {
    const done = now.differences?.length ?? 0;
    const begun = Object.keys(place.view).length > 0;
    write(head, now.over ? verdict() : begun ? t("boards.board", {n: done + 1}) : t("boards.title"));
    write(stands, done ? standing(done) : t(begun ? "boards.waits" : "boards.begins"));
    other.hidden = begun || info.host !== client.user?.id || second() === undefined;
  }
  async function look() {
    const answer = await client.request("BOARDS", {table: place.table}, {again: false});
    if (closed || !answer.ok) return;
    now = /** @type {Compared} */ (answer.payload);
    draw();
    redraw();
  }
  /** The link of the table at which one does not sit. */
  async function invite() {
    const told = await about(client, /** @type {number} */ (second())).catch(() => null);
    if (!told?.link || closed) return;
    const link = h("input", {readOnly: true, value: `${location.origin}/join/${told.link}`, "aria-label": t("boards.otherLink"), onclick: (/** @type {any} */ event) => event.target.select()});
    const copied = h("p", {class: "good small", role: "status"});
    const copy = () => void navigator.clipboard?.writeText(link.value).then(() => write(copied, t("waiting.copied")), () => link.select());
    await openDialog(t("boards.other"), () => [h("p", {}, t("boards.share")), h("div", {class: "invite"}, link, h("button", {type: "button", class: "primary", onclick: copy}, icon("link"), t("waiting.copy"))), copied, h("p", {class: "muted small"}, t("boards.seated", {n: told.info.roster.length, seats: told.info.seats}))]);
  }
  /** All boards that are over at both, each with its replay here. */
  async function show() {
    await openDialog(t("boards.title"), (close) => {
      const rows = (now.differences ?? []).map((difference, i) => {
        const way = lounge.link(`/replay/${place.table}-${i + 1}`, t("boards.replay"), "small more");
        way.setAttribute("aria-label", `${t("boards.replay")}: ${t("boards.board", {n: i + 1})}`);
        way.addEventListener("click", () => close());
        return h("tr", {}, h("th", {scope: "row"}, t("boards.board", {n: i + 1})), h("td", {class: "figures num"}, signed(ours(difference))), h("td", {class: "num"}, way));
      });
      const total = h("tr", {}, h("th", {scope: "row"}, t("boards.total")), h("td", {class: "figures num"}, h("b", {}, signed(ours(now.total ?? 0)))), h("td", {}));
      return [
        h("p", {class: "muted small"}, t("boards.about")),
        rows.length ? h("table", {class: "board boards-table"}, h("caption", {class: "visually-hidden"}, t("boards.title")), h("thead", {class: "visually-hidden"}, h("tr", {}, ...["board", "difference", "replay"].map((one) => h("th", {scope: "col"}, t(`boards.column.${one}`))))), h("tbody", {}, ...rows, total)) : h("p", {}, t("boards.none")),
      ];
    });
  }
  const heard = (/** @type {any} */ event) => {
    const compared = event.detail.type === "BOARDS_COMPARED";
    if (compared) now = event.detail.payload;
    draw();
    if (compared) redraw();
  };
  const again = () => void look();
  const ends = /** @type {[EventTarget, string, (event: any) => void][]} */ ([[place, "notice", heard], [place, "change", draw], [client, "state", again]]);
  for (const [who, type, run] of ends) who.addEventListener(type, run);
  draw();
  again();
  put(element, head, stands, other, open);
  return {
    element,
    /** The end of one table of the two is not the end of the match: what counts is how they compare. @param {import("../contract.js").Asked} asked @returns {import("../contract.js").Asked} */
    judged(asked) {
      if (!asked.over) return asked;
      const said = now.over ? verdict() : t("boards.done");
      const outcome = now.winner === undefined ? "draw" : now.winner === mine() ? "win" : "loss";
      const winners = [0, 1, 2, 3].filter((seat) => now.over && now.winner === team(seat));
      const why = now.over ? standing(now.differences?.length ?? 0) : t("boards.waits");
      return {...asked, prompt: said, result: {...asked.result, head: said, why, outcome: now.over && mine() !== null ? outcome : "none", winners}};
    },
    close() {
      closed = true;
      for (const [who, type, run] of ends) who.removeEventListener(type, run);
    },
  };
}
