// Poker's table: the others around the felt, board and pots in its middle, one's own cards large below, and
// the action bar within thumb reach. Drawn from the view alone; facts only move chips and fill the list of
// last hands. Between two hands the last one stays on the felt to be read.

import {at} from "../../../web/shelf.js";
import {ahead} from "./ahead.js";
import {bar as playBar} from "./bar.js";
import {choice} from "./choice.js";
import {buyIn, ways as seatWays} from "./coming.js";
import {equity} from "./equity.js";
import {finish, leaving} from "./finish.js";
import {hands} from "./hands.js";
import {light} from "./lit.js";
import {middle} from "./middle.js";
import {mover} from "./motion.js";
import {ownPlace} from "./own.js";
import {seats} from "./seats.js";
import {actions, asked, before, distinct, isDraw, isStud, own, player, running, seatsOf, timed} from "./seen.js";
import {sessions} from "./session.js";
import {named, teller} from "./told.js";

/** @typedef {import("../../../web/contract.js").Asked} Asked */
/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** Looks besides table.css, in this order. */
export const sheets = ["seats.css", "narrow.css", "own.css", "ways.css", "upright.css", "low.css"];

const SETTLED = ["PLAYER_SHOW", "PLAYER_MUCK", "HAND_ENDED"];

const standing = (/** @type {View} */ view) => seatsOf(view).filter((seat) => player(view, seat).stack > 0).length;

/** @param {Room} room @param {View} view @param {Ctx} ctx */
function champion({t}, view, ctx) {
  const seat = seatsOf(view).find((one) => player(view, one).stack > 0) ?? null;
  return t(ctx.you(seat) ? "prompt.champion" : "prompt.otherChampion", {name: ctx.name(seat)});
}

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const around = seats(room);
  const centre = middle(room);
  const mine = ownPlace(room, () => select.name());
  const play = playBar(room);
  const early = ahead(room);
  const select = choice(room, () => [...mine.hand.selected]);
  mine.said.append(select.muckSwitch);
  const coming = buyIn(room);
  const past = hands(room);
  const ways = seatWays(room, () => past.open());
  centre.element.append(ways.toggle);
  const ring = h("div", {class: "ring"}, h("div", {class: "rail"}), around.element, centre.element, mine.bet);
  const dock = h("div", {class: "dock"}, mine.element, h("div", {class: "controls"}, play.element, early.element, select.element, coming.element));
  const element = h("div", {class: "poker"}, ring, ways.element, dock, past.element);
  const ownParts = {plate: mine.plate, bet: mine.bet, get cards() {
    return mine.hand.hidden ? mine.cards : mine.hand;
  }};
  const [tell, aloud] = [teller(room), teller(room, true)];
  const session = sessions(room);
  let me = /** @type {number | null} */ (null);
  const move = mover(room, {place: (seat) => (seat === null ? null : seat === me ? ownParts : around.spot(seat)), boards: centre.rows, pot: centre.pot, deck: centre.deck});
  const chances = equity(room, (seat) => (seat === me ? mine.plate : around.spot(seat)?.plate));
  /** @type {View | null} */
  let finished = null;
  /** @type {View} */
  let now = {};

  /** The hand to look at: the one going on, or between two the one before. @param {View} view */
  function looked(view) {
    if (view.awards) finished = view;
    if (view.phase !== "waiting") return view;
    if (finished && finished.hand === view.hand - 1) return finished;
    return view.lastHand ? before(view) : view;
  }

  /** Digits choose cards in a draw and type an amount in betting; arrows move the amount. @param {KeyboardEvent} event */
  function onKey(event) {
    const at = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (at?.matches("input, select, textarea")) return;
    const step = {ArrowUp: 1, ArrowDown: -1}[event.key];
    let taken = false;
    if (/^\d$/.test(event.key)) taken = now.phase === "drawing" ? pick(Number(event.key)) : play.type(event.key);
    else if (step && !at?.closest("cut-hand, .side")) taken = play.nudge(step);
    if (taken) event.preventDefault();
  }
  document.addEventListener("keydown", onKey);

  /** @param {number} n the card's number, from 1 */
  function pick(n) {
    const card = mine.hand.cards[n - 1];
    if (!card || !mine.hand.enabled) return false;
    const chosen = mine.hand.selected;
    if (!chosen.delete(card.id)) chosen.add(card.id);
    mine.hand.selected = chosen;
    select.name();
    return true;
  }

  /** @param {View} view @param {Ctx} ctx @param {{sits: boolean, out: boolean, focus: HTMLElement | null}} here @returns {Asked} */
  function ask(view, ctx, here) {
    const turn = ctx.seat === null ? null : timed(view, ctx, ctx.seat);
    const clock = {due: ctx.due(ctx.seat) ?? ctx.due(), spare: turn?.due ? turn.bank : 0};
    const self = own(view, ctx);
    if (view.phase === "over" && view.tournament && standing(view) < 2) return {prompt: champion(room, view, ctx), over: true, result: finish(room, view, ctx, looked(view))};
    if (here.sits) return {prompt: t(view.entry ? "prompt.enter" : "prompt.buyIn"), yours: true, focus: coming.focus};
    if (asked(view, ctx) && running(view)) return decide(view, ctx, here, clock);
    if (asked(view, ctx) && view.phase === "showing" && here.focus) return {prompt: t("prompt.show"), yours: true, focus: here.focus, clock};
    if (self?.place && view.tournament) return {prompt: t("prompt.place", {n: self.place}), clock, result: finish(room, view, ctx, looked(view))};
    if (here.out) return {prompt: t("prompt.out"), yours: asked(view, ctx), focus: ways.back, clock: {due: ctx.due()}};
    if (view.phase === "waiting") return ctx.due() === null ? {prompt: t("prompt.players")} : {prompt: t("prompt.next"), clock: {due: ctx.due()}};
    if (view.phase === "showing" || view.phase === "over") return {prompt: t("prompt.shown"), clock: {due: ctx.due()}};
    const who = (view.toAct ?? []).map((/** @type {number} */ seat) => ctx.name(seat));
    return {prompt: who.length ? t("prompt.wait", {name: room.list(who)}) : t("prompt.next"), clock: {due: ctx.due()}};
  }

  /** @param {View} view @param {Ctx} ctx @param {{focus: HTMLElement | null}} here @param {NonNullable<Asked["clock"]>} clock @returns {Asked} */
  function decide(view, ctx, here, clock) {
    if (view.phase === "drawing") return {prompt: t("prompt.draw"), yours: true, focus: mine.hand, clock};
    if (view.phase === "run_twice") return {prompt: t("prompt.run"), yours: true, focus: here.focus, clock};
    const {call, bring_in: forced} = actions(view);
    const prompt = forced ? t("prompt.bringIn") : call ? t("prompt.call", {n: call.minAmount}) : t("prompt.check");
    return {prompt, yours: true, focus: play.focus, clock};
  }

  return {
    element,
    keys: [
      {key: "f", label: t("fold"), run: play.fold},
      {key: "c", label: t("keys.call"), run: play.call},
      {key: "r", label: t("keys.raise"), run: play.raise},
      {key: "a", label: t("allIn"), run: play.allIn},
      {key: "0–9", label: t("keys.digits"), run() {}},
      {key: "↑ ↓", label: t("keys.steps"), run() {}},
      {key: "d", label: t("keys.discard"), run: select.change},
      {key: "p", label: t("pat"), run: select.pat},
      {key: "s", label: t("show"), run: select.shown},
      {key: "m", label: t("muck"), run: select.muck},
      {key: "y", label: t("runTwice"), run: select.twice},
      {key: "n", label: t("runOnce"), run: select.once},
      {key: "o", label: t("keys.out"), run: () => ways.press("out")},
      {key: "u", label: t("topUp"), run: () => ways.press("more")},
      {key: "g", label: t("straddle"), run: () => ways.press("straddle")},
      {key: "h", label: t("hands"), run: () => past.open()},
    ],
    update(view, facts, given) {
      const ctx = distinct(given);
      chances.leave(now, view);
      now = view;
      me = ctx.seat;
      const last = looked(view);
      element.dataset.kind = isStud(last.variant) ? "stud" : isDraw(last.variant) ? "draw" : "board";
      element.dataset.seats = String(seatsOf(view).length);
      const full = seatsOf(view).every((seat) => player(view, seat).state !== "EMPTY"); // a free seat has buttons, which need room
      element.classList.toggle("upright", full && seatsOf(view).length < 7 && !isStud(last.variant));
      element.classList.toggle("watching", ctx.seat === null);
      around.show(view, ctx, last);
      centre.show(view, ctx, last);
      mine.show(view, ctx, last);
      const focus = select.show(view, ctx);
      const sits = coming.show(view, ctx);
      ways.hear(facts, ctx);
      const out = ways.show(view, ctx);
      element.classList.toggle("sits", sits);
      element.classList.toggle("paid", !running(view));
      play.element.hidden = ctx.seat === null || sits || focus !== null || !select.element.hidden || own(view, ctx)?.state === "EMPTY";
      play.show(view, ctx);
      element.classList.toggle("early", early.show(view, ctx));
      light(element, last);
      chances.show(last);
      if (facts.some(({type}) => SETTLED.includes(type))) past.note(last, ctx);
      past.before(view, ctx);
      session.hear(view, facts, ctx);
      move(facts, ctx);
      return ask(view, ctx, {sits, out, focus});
    },
    tell: (fact, ctx) => tell(fact, distinct(ctx)),
    aloud: (fact, ctx) => (named(fact) ? aloud(fact, distinct(ctx)) : null),
    story: async (told) => (await import(at("/games/poker/story.js"))).story(room, told),
    farewell() {
      const {now: mine} = session;
      session.over();
      return mine && mine.hands > 0 && !now.tournament ? leaving(room, mine) : null;
    },
    close: () => document.removeEventListener("keydown", onKey),
  };
}
