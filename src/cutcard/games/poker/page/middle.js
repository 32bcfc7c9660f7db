// The middle of the felt: the game and its stakes, the board (or two), the pots, and who won what.

import {made} from "./made.js";
import {heap} from "./pile.js";
import {lay} from "./seats.js";
import {boardSize, holds, isStud, player, running, seatsOf, winners} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** The game and its stakes; and how long they last, which small tables leave out. @param {Room} room @param {View} view */
function terms({t}, view) {
  const blinds = view.smallBlind && !isStud(view.variant) ? t("stakes.blinds", {small: view.smallBlind, big: view.bigBlind}) : t("stakes.bet", {n: view.bigBlind});
  const level = view.level ? t("stakes.level", {n: view.level}) : "";
  const left = view.levelHands ? t("stakes.levelHands", {n: view.levelHands}) : "";
  const said = [t(`variant.${view.variant}`), blinds, view.ante ? t("stakes.ante", {n: view.ante}) : "", view.bomb ? t("stakes.bomb") : ""];
  return {said: said.filter(Boolean), lasts: [level, left].filter(Boolean)};
}

/** The stakes in words. @param {Room} room @param {View} view */
export function stakes(room, view) {
  const {said, lasts} = terms(room, view);
  return [...said, ...lasts].join(" · ");
}

/** A line that breaks between what it says, never within. @param {string[]} parts */
const whole = (parts) => parts.map((one) => one.replaceAll(" ", "\u00a0")).join(" · ").replaceAll(" ·", "\u00a0·");

/** The part of a hand that won: of high and low the half it won. @param {string | undefined} hand @param {{low: boolean, high: boolean}} won */
function half(hand, {low, high}) {
  const [first, ...rest] = (hand ?? "").split("; ");
  return !rest.length || (low && high) ? hand : low ? rest.join("; ") : first;
}

/** How many may still win. @param {View} view */
const contending = (view) => seatsOf(view).filter((seat) => holds(player(view, seat))).length;

/** Who won what and with which hand, a line for each. @param {Room} room @param {View} view @param {Ctx} ctx */
function verdicts({t, list}, view, ctx) {
  const won = winners(view, ctx);
  const halves = (view.awards ?? []).some((/** @type {any} */ one) => one.low);
  const two = (view.boards?.length ?? 0) > 1;
  return won.map(({seat, amount, low, high, boards}) => {
    const {hand, hands = [], showed} = player(view, seat);
    const words = !showed ? "" : two ? list([...boards].map((one) => made(t, half(hands[one], {low, high}))).filter(Boolean)) : made(t, half(hand, {low, high}));
    const board = two ? t(boards.size > 1 ? "onBoard.both" : boards.has(1) ? "onBoard.second" : "onBoard.first") : "";
    const side = [halves ? t(low && high ? "half.both" : low ? "half.low" : "half.high") : "", board].map((one) => one.replaceAll(" ", "\u00a0")).join(" ").trim(); // a bracket stays whole
    const what = {name: ctx.name(seat), n: amount, hand: words, side};
    return t(words ? (ctx.you(seat) ? "won.youWith" : "won.with") : ctx.you(seat) ? "won.you" : "won.plain", what).replace(/ {2,}/g, " ").trim();
  });
}

/** The same in one sentence. @param {Room} room @param {View} view @param {Ctx} ctx */
export const verdict = (room, view, ctx) => room.list(verdicts(room, view, ctx));

/** @param {Room} room */
export function middle(room) {
  const {h, t} = room;
  const title = h("p", {class: "stakes muted small"}, h("span"), h("span", {class: "lasts"}));
  const row = () => h("div", {class: "board", role: "group"}, h("div", {class: "faces"}), h("div", {class: "gaps", "aria-hidden": "true"}));
  const rows = [row(), row()];
  const boards = h("div", {class: "boards"}, ...rows);
  const deck = h("div", {class: "deck", "aria-hidden": "true"}, h("cut-card"));
  const total = h("p", {class: "pot"}, h("span", {class: "muted"}, t("pot")), h("cut-chips"));
  const chips = /** @type {any} */ (total.lastElementChild);
  const side = h("ul", {class: "pots small", role: "list", "aria-label": t("pots")});
  const said = h("p", {class: "outcome"});
  const element = h("div", {class: "middle"}, title, boards, h("div", {class: "pot-line"}, deck, total, side), said);

  /** @param {View} view @param {Ctx} ctx */
  function pots(view, ctx) {
    const on = running(view);
    total.hidden = !on || !view.pot;
    heap(chips, view.pot ?? 0);
    const several = on && (view.pots ?? []).length > 1 ? view.pots : [];
    const state = JSON.stringify(several);
    side.hidden = !several.length;
    if (side.dataset.state === state) return;
    side.dataset.state = state;
    side.replaceChildren(...several.map((/** @type {any} */ pot, /** @type {number} */ i) => {
      const who = room.list(pot.seats.map((/** @type {number} */ seat) => (ctx.you(seat) ? t("seat.you") : ctx.name(seat))));
      const label = t(i ? "pot.side" : "pot.main", {n: pot.amount, k: i});
      const all = pot.seats.length === contending(view);
      const short = all ? t("pot.all") : pot.seats.length > 2 ? t("pot.some", {n: pot.seats.length}) : who;
      return h("li", {title: t("pot.for", {who})}, label, h("span", {class: "pot-who", "aria-hidden": "true"}, short), h("span", {class: "visually-hidden"}, t("pot.for", {who})));
    }));
  }

  return {
    element,
    deck: /** @type {HTMLElement} */ (deck.firstElementChild),
    pot: /** @type {HTMLElement} */ (total.parentElement),
    rows,
    /** @param {View} view @param {Ctx} ctx @param {View} last */
    show(view, ctx, last) {
      const {said: what, lasts} = terms(room, view);
      title.children[0].textContent = whole(what);
      title.children[1].textContent = lasts.length ? `\u00a0· ${whole(lasts)}` : "";
      const places = boardSize(last.variant);
      rows.forEach((row, i) => {
        const cards = last.boards?.[i] ?? [];
        const two = (last.boards?.length ?? 0) > 1;
        lay(room, row.firstElementChild, cards);
        const gaps = places ? Math.max(0, places - cards.length) : 0;
        while (row.lastElementChild.childElementCount > gaps) row.lastElementChild.lastElementChild.remove();
        while (row.lastElementChild.childElementCount < gaps) row.lastElementChild.append(h("span", {class: "gap"}));
        row.hidden = i > 0 ? !two : !places && !cards.length;
        row.setAttribute("aria-label", t(two ? `boardName.${i + 1}` : "boardName"));
      });
      boards.classList.toggle("two", (last.boards?.length ?? 0) > 1);
      pots(view, ctx);
      const lines = last.awards ? verdicts(room, last, ctx) : [];
      if (said.dataset.state !== lines.join("\n")) said.replaceChildren(...lines.map((line) => h("span", {}, line)));
      said.dataset.state = lines.join("\n");
      said.classList.toggle("several", lines.length > 1);
      said.hidden = !lines.length;
    },
  };
}
