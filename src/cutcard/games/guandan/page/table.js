// Guandan's table: the four players and their plays, one's hand, and what can be done with it. Drawn from
// the view alone; the hints and groups come with it, what a selection can be is worked out here.

import {felt, named, spelt, worded} from "./felt.js";
import {holding} from "./hand.js";
import {legal} from "./readings.js";
import {teller} from "./tell.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const around = felt(room);
  const hand = holding(room, () => offer(), () => act());
  const play = room.button(t("play"), () => act(), {class: "primary"});
  const pass = room.button(t("pass"), () => void room.play("pass"));
  const hint = room.button(t("hint"), () => suggest());
  const refuse = room.button(t("refuse"), () => void room.play("refuse_tribute"));
  const sort = room.button(t("sort.groups"), () => (hand.sort(), offer()), {class: "quiet"});
  const pile = room.button(t("pile"), () => hand.pile(), {class: "quiet"});
  const clear = room.button(t("clear"), () => hand.select([]), {class: "quiet"});
  const auto = room.button(t("auto"), () => void room.play(me()?.auto ? "back" : "auto"), {class: "quiet"});
  const itself = h("input", {type: "checkbox", checked: room.recall("passes") === true, onchange: () => (room.keep("passes", itself.checked), passItself())});
  const tick = h("label", {class: "tick small"}, itself, t("passes"));
  const chooser = h("div", {class: "chooser", role: "group", "aria-label": t("chooser")});
  const takes = h("div", {class: "takes"});
  const element = h(
    "div",
    {class: "guandan"},
    around.head,
    around.element,
    chooser,
    takes,
    hand.element,
    h("div", {class: "actions"}, pass, refuse, hint, play),
    h("div", {class: "tools"}, sort, pile, clear, auto, tick),
    around.counter,
  );
  /** @type {View} */
  let view = {};
  /** @type {Ctx | null} */
  let ctx = null;
  let next = 0; // the hint to show
  let asked = ""; // for which play hints were shown, and an automatic pass was sent
  let passed = "";

  const me = () => (ctx?.seat === null || ctx?.seat === undefined ? null : view.players?.[ctx.seat]);
  const myTurn = () => ctx !== null && ctx.seat !== null && view.phase === "play" && view.turn === ctx.seat;
  const giving = () => Boolean(view.choices);
  const situation = () => `${view.deal}/${view.players?.[ctx?.seat ?? 0]?.cards}/${JSON.stringify(view.table ?? null)}`;

  /** @returns {import("./readings.js").Reading[]} */
  const readings = () => (myTurn() ? legal(hand.chosen(), view, ctx?.options ?? {}) : []);

  /** What the button does now: lay the selection, pay or return a card. */
  function act() {
    if (!ctx?.live) return;
    const cards = hand.chosen();
    if (giving()) return void (cards.length === 1 && room.play(view.phase === "tribute" ? "tribute" : "return_tribute", {card: cards[0]}));
    const [best] = readings();
    if (best) void send(cards, best);
  }

  /** @param {string[]} cards @param {import("./readings.js").Reading} as */
  const send = (cards, as) => room.play("card_play", {cards, form: as.form, key: as.key, size: as.size});

  /** The next hint, round and round. */
  function suggest() {
    const hints = view.hints ?? [];
    if (!myTurn()) return;
    if (!hints.length) return void (room.say(t("hint.none")), pass.focus());
    hand.select(hints[next % hints.length].cards);
    next += 1;
    room.say(worded(room, hints[(next - 1) % hints.length], view.level));
  }

  /** Buttons and chooser for what is selected. */
  function offer() {
    const live = Boolean(ctx?.live);
    const cards = hand.chosen();
    const found = readings();
    const mine = myTurn();
    play.hidden = !(me() && (mine || giving() || view.phase === "play"));
    if (giving()) {
      play.textContent = cards.length ? t(view.phase === "tribute" ? "pay" : "return", {card: room.card(cards[0])}) : t(view.phase === "tribute" ? "pay.choose" : "return.choose");
      room.able(play, live && cards.length === 1);
    } else {
      play.textContent = found.length ? t("play.as", {play: worded(room, found[0], view.level)}) : t(mine && cards.length ? "play.no" : "play");
      room.able(play, live && found.length > 0);
    }
    for (const button of [pass, hint]) button.hidden = !me() || view.phase !== "play" || Boolean(me()?.place);
    room.able(pass, live && mine && Boolean(view.table));
    room.able(hint, mine);
    refuse.hidden = !view.mayRefuse;
    room.able(refuse, live);
    for (const button of [sort, pile, clear]) button.hidden = hand.element.hidden;
    sort.textContent = t(hand.order() === "rank" ? "sort.groups" : "sort.rank");
    room.able(pile, cards.length > 0);
    room.able(clear, cards.length > 0);
    tick.hidden = hand.element.hidden;
    auto.hidden = !me() || view.phase === "over";
    auto.textContent = t(me()?.auto ? "auto.off" : "auto");
    auto.setAttribute("aria-pressed", String(Boolean(me()?.auto)));
    room.able(auto, live);
    choose(cards, found, live);
  }

  /** Where wilds leave a choice: each reading with the cards it makes. @param {string[]} cards @param {import("./readings.js").Reading[]} found @param {boolean} live */
  function choose(cards, found, live) {
    const key = found.length > 1 ? `${live}${cards.join()}${found.map((one) => one.form + one.key).join()}` : "";
    if (chooser.dataset.key === key) return;
    chooser.dataset.key = key;
    chooser.replaceChildren(
      ...(key ? [h("p", {class: "small"}, t("chooser"))] : []),
      ...(key ? found.map((one) => reading(cards, one, live)) : []),
    );
  }

  /** @param {string[]} cards @param {import("./readings.js").Reading} one @param {boolean} live */
  function reading(cards, one, live) {
    const button = room.button("", () => void send(cards, one), {class: "reading"});
    button.append(h("span", {class: "row-of-cards", "aria-hidden": "true"}, ...one.cards.map((card) => h("cut-card", {card}))), h("span", {}, worded(room, one, view.level)));
    room.able(button, live);
    return button;
  }

  /** Two equal tributes: the first takes one. */
  function offers() {
    const mine = view.phase === "take" && ctx !== null && view.turn === ctx.seat;
    const key = view.offers ? JSON.stringify([view.offers, mine, ctx?.live]) : "";
    if (takes.dataset.key === key) return;
    takes.dataset.key = key;
    takes.replaceChildren(
      ...Object.entries(view.offers ?? {}).map(([seat, card]) => {
        const name = ctx ? named(room, ctx, Number(seat)) : "";
        const button = room.button("", () => void room.play("take_tribute", {payer: Number(seat)}), {class: "reading"});
        button.append(h("cut-card", {card}), h("span", {}, t(mine ? "take" : "offered", {name, card: room.card(card)})));
        room.able(button, mine && Boolean(ctx?.live));
        return button;
      }),
    );
  }

  /** Passes without being asked, if the person wants so and nothing in the hand beats the table. */
  function passItself() {
    if (!itself.checked || !myTurn() || !view.table || view.hints?.length || !ctx?.live) return;
    if (passed === situation()) return;
    passed = situation();
    const then = passed;
    setTimeout(() => then === situation() && myTurn() && ctx?.live && void room.play("pass"), 700);
  }

  /** @param {import("../../../web/contract.js").Fact[]} facts */
  function move(facts) {
    for (const fact of facts) {
      if (fact.type !== "CARD_PLAYED" || !ctx) continue;
      room.sound("card");
      const {seat, laid} = around.place(fact.play.seat, ctx);
      const from = ctx.you(fact.play.seat) ? hand.element : seat;
      if (laid.firstElementChild) room.fly(laid.firstElementChild, from);
    }
  }

  /** @returns {import("../../../web/contract.js").Asked} */
  function prompt() {
    if (!ctx) return {prompt: ""};
    const due = ctx.due(ctx.seat) ?? ctx.due();
    const clock = {due};
    if (view.phase === "over") return {prompt: ended(), over: Boolean(view.result?.matchOver)};
    if (giving()) return {prompt: t(view.phase === "tribute" ? "prompt.pay" : "prompt.back"), yours: true, focus: hand.element, clock};
    if (view.phase === "tribute" || view.phase === "return") return {prompt: t(`prompt.${view.phase}`), clock};
    const name = named(room, ctx, view.turn);
    if (view.phase === "take") return {prompt: ctx.you(view.turn) ? t("prompt.take") : t("prompt.wait", {name}), yours: ctx.you(view.turn), focus: takes.querySelector("button"), clock};
    if (view.phase === "deal") return {prompt: t("prompt.deal")};
    if (!myTurn()) return {prompt: t("prompt.wait", {name}), clock};
    if (!view.table) return {prompt: t(view.wind ? "prompt.wind" : "prompt.lead"), yours: true, focus: hand.element, clock};
    if (!view.hints?.length) return {prompt: t("prompt.none"), yours: true, focus: pass, clock};
    return {prompt: t("prompt.follow", {play: worded(room, view.table, view.level)}), yours: true, focus: hand.element, clock};
  }

  function ended() {
    const {order, team, advance, winner, matchOver} = view.result;
    const mine = ctx?.seat === null || ctx?.seat === undefined ? null : ctx.seat % 2;
    if (matchOver) {
      if (winner === undefined) return t("end.draw");
      if (mine === null) return t("end.team", {names: teamNames(winner)});
      return t(mine === winner ? "end.won" : "end.lost");
    }
    const first = ctx ? named(room, ctx, order[0]) : "";
    return t(mine === null ? "end.deal" : team === mine ? "end.up" : "end.down", {name: first, n: advance, level: spelt(view.result.levels[team])});
  }

  /** @param {number} team */
  const teamNames = (team) => room.list([team, team + 2].map((seat) => (ctx ? named(room, ctx, seat) : "")));

  return {
    element,
    keys: [
      {key: "p", label: t("play"), run: () => act()},
      {key: "x", label: t("pass"), run: () => pass.click()},
      {key: "h", label: t("hint"), run: () => suggest()},
      {key: "o", label: t("key.sort"), run: () => sort.click()},
      {key: "g", label: t("pile"), run: () => pile.click()},
      {key: "c", label: t("clear"), run: () => clear.click()},
      {key: "a", label: t("auto"), run: () => auto.click()},
    ],
    update(shown, facts, now) {
      view = shown;
      ctx = now;
      if (asked !== situation()) [asked, next] = [situation(), 0];
      around.show(view, now);
      hand.show(view, now.live && (giving() || (view.phase === "play" && !me()?.place)));
      offers();
      offer();
      move(facts);
      passItself();
      return prompt();
    },
    tell: teller(room, () => view.level),
  };
}
