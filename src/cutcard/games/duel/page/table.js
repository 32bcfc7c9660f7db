// Duel's table: the score, the two cards of the round between the players, and what one picks from: the
// spread deck (QUICK) or one's hand (HAND). Drawn from the view alone; facts only move cards.

import {arena, order} from "./arena.js";
import {spread} from "./spread.js";
import {teller, waitedFor} from "./tell.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** A bot waits for nobody to be ready: against one, neither does the person. @param {Room} room @param {View} view @param {Ctx} ctx @param {any} me */
function getReady(room, view, ctx, me) {
  const bots = Boolean(me) && order(ctx).every((seat) => seat === ctx.seat || ctx.bot(seat));
  const theirs = bots && order(ctx).every((seat) => seat === ctx.seat || view.players[seat].ready);
  const first = (view.series?.game ?? 1) === 1;
  if (view.status === "WAITING_TO_START" && theirs && first && !me.ready && ctx.live) void room.play("ready").then(({ok}) => ok || room.error("")); // it was not asked for; the next update tries again
  return bots;
}

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const seats = [h("cut-seat"), h("cut-seat")]; // the viewer's own comes second
  const hand = h("cut-hand");
  const ready = room.button(t("ready"), () => void room.play("ready"), {class: "primary"});
  const lock = room.button(t("play"), () => playHeld(), {class: "primary"});
  const surrender = room.button(t("surrender"), () => void giveUp(), {class: "quiet danger"});
  const words = teller(room);
  const middle = arena(room, words.why);
  const deck = spread(room, (place) => void pick(place));
  const actions = h("div", {class: "actions"}, ready, lock, surrender);
  const element = h(
    "div",
    {class: "duel"},
    h("div", {class: "score"}, ...seats),
    ...middle.elements,
    deck.element,
    hand,
    actions,
  );
  let round = 0;
  let held = /** @type {string | number | null} */ (null);

  /** @param {number} cardIndex */
  const pick = (cardIndex) => room.play("card_play", {cardIndex, roundNumber: round});
  const playHeld = () => void (held !== null && pick(Number(held)));
  const giveUp = async () => {
    const sure = await room.ask({title: t("surrender.title"), text: t("surrender.text"), yes: t("surrender"), no: t("surrender.no"), danger: true});
    if (sure) await room.play("surrender");
  };
  hand.addEventListener("change", (/** @type {CustomEvent} */ event) => {
    held = event.detail.ids[0] ?? null;
    offer(lock, hand.enabled && held !== null);
  });
  hand.addEventListener("submit", (/** @type {CustomEvent} */ event) => {
    held = event.detail.ids[0];
    playHeld();
  });

  /** @param {HTMLElement} button @param {boolean} yes */
  function offer(button, yes) {
    room.able(button, yes);
    if (button !== lock) return;
    const held_ = hand.cards.find((/** @type {any} */ one) => one.id === held);
    lock.textContent = held_ ? t("playCard", {card: held_.short}) : t("play");
    if (held_) lock.setAttribute("aria-label", t("playCard", {card: room.card(held_.card)}));
    else lock.removeAttribute("aria-label");
  }

  /** @param {View} view @param {Ctx} ctx */
  function people(view, ctx) {
    order(ctx).forEach((seat, i) => {
      const player = view.players[seat];
      const picking = view.roundStatus === "ROUND_IN_PROGRESS" && !player.moved;
      seats[i].data = {
        name: ctx.name(seat),
        face: ctx.face(seat),
        you: ctx.you(seat),
        bot: ctx.bot(seat),
        away: ctx.away(seat),
        active: picking || (view.status === "WAITING_TO_START" && !player.ready),
        score: player.score,
        note: note(view, player, ctx, seat),
        due: null,
      };
      seats[i].classList.toggle("won", Boolean(view.result) && ctx.seatOf(view.result.winnerId) === seat);
    });
  }

  /** @param {View} view @param {any} player @param {Ctx} ctx @param {number} seat */
  function note(view, player, ctx, seat) {
    if (view.status === "WAITING_TO_START") return t(player.ready ? "note.ready" : "note.notReady");
    if (view.result) return ctx.seatOf(view.result.winnerId) === seat ? t("note.won") : "";
    if (view.roundStatus === "ROUND_COMPLETE") return "";
    return t(player.moved ? "note.locked" : "note.choosing");
  }

  /** @param {View} view @param {Ctx} ctx */
  function choices(view, ctx) {
    const me = ctx.seat === null ? null : view.players[ctx.seat];
    const open = view.roundStatus === "ROUND_IN_PROGRESS" && me && !me.moved;
    const may = Boolean(open) && ctx.live;
    deck.element.hidden = view.mode !== "QUICK" || view.status !== "IN_PROGRESS";
    hand.hidden = !me?.hand || view.status !== "IN_PROGRESS";
    if (!deck.element.hidden) deck.show(view, ctx, may);
    if (me?.hand) {
      const worth = (/** @type {any} */ face) => (face.value === 1 && view.aceHighValue ? 14 : face.value);
      hand.label = t("hand");
      hand.cards = Object.entries(me.hand).map(([id, face]) => ({id, card: face.id, short: face.displayName, worth: worth(face)})).sort((a, b) => a.worth - b.worth);
      if (!open) hand.selected = new Set();
      if (!hand.selected.has(held)) held = null;
      hand.enabled = may;
    }
    ready.hidden = view.status !== "WAITING_TO_START" || !me || (view.series?.game ?? 1) > 1;
    room.able(ready, ctx.live && Boolean(me) && !me.ready);
    lock.hidden = hand.hidden;
    offer(lock, may && held !== null);
    surrender.hidden = !me || view.status !== "IN_PROGRESS" || ctx.options.allowSurrender === false;
    room.able(surrender, ctx.live);
    return {me, open: Boolean(open)};
  }

  /** @param {any[]} facts @param {Ctx} ctx */
  function move(facts, ctx) {
    for (const fact of facts) {
      if (fact.type === "GAME_ROUND_REVEAL" && ctx.you(fact.winnerId)) room.sound("pair");
      const seat = fact.type === "GAME_CARD_PLAYED" ? ctx.seat : fact.type === "GAME_OPPONENT_READY" ? fact.seat : null;
      if (seat === null) continue;
      room.sound("flip");
      const to = middle.slot(order(ctx).indexOf(seat));
      const from = deck.place(fact.cardIndex) ?? (ctx.you(seat) ? hand : seats[order(ctx).indexOf(seat)]);
      room.fly(to.firstElementChild ?? to, from);
    }
  }

  return {
    element,
    keys: [{key: "s", label: t("surrender"), run: () => !surrender.hidden && surrender.click()}],
    update(view, facts, ctx) {
      round = view.roundNumber;
      people(view, ctx);
      middle.show(view, ctx);
      const {me, open} = choices(view, ctx);
      const alone = getReady(room, view, ctx, me);
      ready.hidden ||= alone;
      move(facts, ctx);
      element.dataset.mode = view.status === "IN_PROGRESS" ? view.mode : "";
      if (view.result) return {prompt: words.ended(view, ctx), over: true, result: words.result(view, ctx)};
      const due = ctx.due();
      if (view.series?.lastWinnerId !== undefined) return {prompt: words.between(view, ctx), clock: {due}};
      if (view.status === "WAITING_TO_START") {
        const yours = Boolean(me && !me.ready) && !alone;
        if (alone) return {prompt: t("prompt.begins")};
        return {prompt: t(yours ? "prompt.ready" : "prompt.notReady"), yours, focus: ready, clock: {due}};
      }
      if (view.roundStatus === "ROUND_COMPLETE") return {prompt: t("prompt.next"), clock: {due}};
      const prompt = open ? t(view.mode === "QUICK" ? "prompt.pick" : "prompt.choose") : t("prompt.wait", {name: room.list(waitedFor(view, ctx))});
      return {prompt, yours: open, focus: open ? (view.mode === "QUICK" ? deck.focus() : hand) : null, clock: {due: ctx.seat === null ? due : (ctx.due(ctx.seat) ?? due)}};
    },
    tell: words.tell,
  };
}
