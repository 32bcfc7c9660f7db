// Guandan's table: the four players and their plays, one's hand, and what can be done with it. Drawn from
// the view alone; hints and groups are asked for and may come later, what a selection can be is worked out here.

import {deal} from "../../../web/motion.js";
import {at} from "../../../web/shelf.js";
import {adviser, flusher} from "./advice.js";
import {asking, giving, myTurn} from "./asking.js";
import {besides, drawer} from "./besides.js";
import {readingChooser, tributeChooser} from "./chooser.js";
import {felt, worded} from "./felt.js";
import {holding} from "./hand.js";
import {legal} from "./readings.js";
import {settling} from "./settling.js";
import {teller} from "./tell.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

export const sheets = ["seats.css", "settled.css", "narrow.css", "low.css"];

/**
 * A hand is dealt from the middle; cards that were played fly to where they lie.
 * @param {Room} room @param {import("../../../web/contract.js").Fact[]} facts @param {Ctx} ctx
 * @param {ReturnType<typeof felt>} around @param {HTMLElement} hand
 */
function move(room, facts, ctx, around, hand) {
  for (const fact of facts) {
    if (fact.type === "GAME_START") {
      const {left, top, width, height} = around.element.getBoundingClientRect();
      deal([...hand.querySelectorAll(".held")], new DOMRect(left + width / 2 - 24, top + height / 2 - 34, 48, 67), {gap: 25});
      room.sound("deal");
    }
    if (fact.type !== "CARD_PLAYED") continue;
    room.sound(/bomb|straightflush/.test(fact.play.form) ? "bomb" : "flip");
    const {seat, laid} = around.place(fact.play.seat, ctx);
    const from = ctx.you(fact.play.seat) ? hand : seat;
    if (laid.firstElementChild) room.fly(laid.firstElementChild, from);
  }
}

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const around = felt(room);
  const advice = adviser(room);
  const hand = holding(room, () => offer(), () => act(), advice.groups);
  const play = room.button(t("play"), () => act(), {class: "primary"});
  const pass = room.button(t("pass"), () => void room.play("pass"));
  const hint = room.button(t("hint"), () => void suggest());
  const refuse = room.button(t("refuse"), () => void room.play("refuse_tribute"));
  const back = room.button(t("auto.off"), () => void room.play("back"), {class: "primary"});
  const sort = room.button(t("sort.groups"), () => (hand.sort(), offer(), wish()), {class: "quiet"});
  const pile = room.button(t("pile"), () => hand.pile(), {class: "quiet"});
  const clear = room.button(t("clear"), () => hand.select([]), {class: "quiet"});
  const flush = flusher(room, advice, () => situation(), hand, () => view.level);
  const aside = besides(room);
  const settled = settling(room);
  const itself = h("input", {type: "checkbox", checked: room.recall("passes") === true, onchange: () => (room.keep("passes", itself.checked), passItself())});
  const tick = h("label", {class: "tick small"}, itself, t("passes"));
  const chooser = readingChooser(room, (cards, as) => void send(cards, as));
  const takes = tributeChooser(room);
  const tools = drawer(room, [sort, pile, clear, flush, aside.auto, aside.concede, aside.others, tick, around.counter]);
  const ask = asking(room, {hand: hand.element, pass, takes: takes.element, ready: settled.ready});
  around.element.append(chooser.element); // on the felt, so that nothing below it moves
  const element = h(
    "div",
    {class: "guandan tall"},
    around.head, around.element,
    takes.element,
    h("div", {class: "actions"}, pass, refuse, hint, play, back, tools.key),
    hand.element,
    tools.element,
    settled.element,
  );
  /** @type {View} */
  let view = {};
  /** @type {Ctx | null} */
  let ctx = null;
  let next = 0; // the hint to show
  let [asked, passed] = ["", ""]; // for which play hints were shown, and an automatic pass was sent

  const me = () => (ctx?.seat === null || ctx?.seat === undefined ? null : view.players?.[ctx.seat]);
  /** All that advice depends on. */
  const situation = () => JSON.stringify([view.deal, view.hand, ...(myTurn(view, ctx) ? [view.table ?? null] : [])]);
  /** Plays worth trying now; null: not known (yet). */
  const hints = () => (myTurn(view, ctx) ? advice.hints(situation()) : null);

  /** @returns {import("./readings.js").Reading[]} */
  const readings = () => (myTurn(view, ctx) ? legal(hand.chosen(), view, ctx?.options ?? {}) : []);

  /** What the button does now: lay the selection, pay or return a card. */
  function act() {
    if (!ctx?.live) return;
    const cards = hand.chosen();
    if (giving(view)) return void (cards.length === 1 && room.play(view.phase === "tribute" ? "tribute" : "return_tribute", {card: cards[0]}));
    const [best] = readings();
    if (best) void send(cards, best);
  }

  /** @param {string[]} cards @param {import("./readings.js").Reading} as */
  const send = (cards, as) => room.play("card_play", {cards, form: as.form, key: as.key, size: as.size});

  /** Asks for advice when it is one's turn, or when the hand is shown in groups. */
  function wish() {
    const grouped = hand.order() === "groups" && !["deal", "settle", "over"].includes(view.phase);
    if (ctx?.live && view.hand?.length && me() && (myTurn(view, ctx) || grouped)) void advice.want(situation());
  }

  /** The next hint, round and round. */
  async function suggest() {
    if (!myTurn(view, ctx)) return;
    const now = situation();
    await (hints() ? next >= (hints()?.length ?? 0) && advice.further(now) : advice.want(now));
    if (now !== situation()) return; // the answer came too late
    const found = hints();
    if (!found) return room.error(t("hint.failed"));
    if (!found.length) return void (room.say(t("hint.none")), pass.focus());
    const one = found[next++ % found.length];
    hand.select(one.cards);
    room.say(worded(room, one, view.level));
  }

  /** Buttons and chooser for what is selected. */
  function offer() {
    const live = Boolean(ctx?.live);
    const cards = hand.chosen();
    const found = readings();
    const mine = myTurn(view, ctx);
    const asleep = Boolean(me()?.auto) && view.phase !== "over"; // the table plays for us
    back.hidden = !asleep;
    for (const button of [back, refuse]) room.able(button, live);
    play.hidden = asleep || !(me() && (mine || giving(view) || view.phase === "play"));
    if (giving(view)) {
      play.textContent = cards.length ? t(view.phase === "tribute" ? "pay" : "return", {card: room.card(cards[0])}) : t(view.phase === "tribute" ? "pay.choose" : "return.choose");
      room.able(play, live && cards.length === 1);
    } else {
      play.textContent = found.length ? t("play.as", {play: worded(room, found[0], view.level)}) : t(mine && cards.length ? "play.no" : "play");
      room.able(play, live && found.length > 0);
    }
    for (const button of [pass, hint]) button.hidden = asleep || !me() || view.phase !== "play" || Boolean(me()?.place);
    room.able(pass, live && mine && Boolean(view.table));
    room.able(hint, mine);
    refuse.hidden = !view.mayRefuse;
    for (const one of [sort, pile, clear, flush, tick]) one.hidden = hand.element.hidden;
    sort.textContent = t(hand.order() === "rank" ? "sort.groups" : "sort.rank");
    room.able(pile, cards.length > 0);
    room.able(clear, cards.length > 0);
    element.classList.toggle("asleep", asleep);
    chooser.show(cards, found, view.level, live);
  }

  /** Passes without being asked, if the person wants so and nothing in the hand beats the table. */
  function passItself() {
    if (!itself.checked || !myTurn(view, ctx) || !view.table || hints()?.length !== 0 || !ctx?.live) return;
    if (passed === situation()) return;
    passed = situation();
    const then = passed;
    setTimeout(() => then === situation() && myTurn(view, ctx) && ctx?.live && void room.play("pass"), 700);
  }

  return {
    element,
    keys: [
      {key: "p", label: t("play"), run: () => act()},
      {key: "x", label: t("pass"), run: () => pass.click()},
      {key: "h", label: t("hint"), run: () => void suggest()},
      {key: "o", label: t("key.sort"), run: () => sort.click()},
      {key: "g", label: t("pile"), run: () => pile.click()},
      {key: "c", label: t("clear"), run: () => clear.click()},
      {key: "a", label: t("auto"), run: () => aside.auto.click()},
    ],
    update(shown, facts, now) {
      view = shown;
      ctx = now;
      if (asked !== situation()) [asked, next] = [situation(), 0];
      around.show(view, now);
      hand.show(view, now.live && (giving(view) || (view.phase === "play" && !me()?.place)));
      takes.show(view, now);
      settled.show(view, now);
      aside.show(view, now);
      offer();
      move(room, facts, now, around, hand.element);
      wish();
      passItself();
      return ask(view, now, {none: hints()?.length === 0, chosen: hand.chosen().length > 0});
    },
    tell: teller(room, () => view.level),
    story: async (told) => (await import(at("/games/guandan/story.js"))).story(room, told),
    close: () => advice.close(),
  };
}
