// Duel's table: the score, the two cards of the round between the players, and what one picks from: the
// spread deck (QUICK) or one's hand (HAND). Drawn from the view alone; facts only move cards.

import {spread} from "./spread.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const seats = [h("cut-seat"), h("cut-seat")]; // the viewer's own comes second
  const slots = [slot(room), slot(room)];
  const verdict = h("p", {class: "verdict"});
  const past = h("ol", {class: "past", role: "list"});
  const hand = h("cut-hand");
  const ready = room.button(t("ready"), () => void room.play("ready"), {class: "primary"});
  const lock = room.button(t("play"), () => playHeld(), {class: "primary"});
  const surrender = room.button(t("surrender"), () => void giveUp(), {class: "quiet danger"});
  const deck = spread(room, (place) => void pick(place));
  const actions = h("div", {class: "actions"}, ready, lock, surrender);
  const element = h(
    "div",
    {class: "duel"},
    h("div", {class: "score"}, ...seats),
    h("div", {class: "arena"}, slots[0].element, verdict, slots[1].element),
    past,
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

  /** Who sits where on this screen: the other one first. @param {Ctx} ctx */
  const order = (ctx) => (ctx.seat === 0 ? [1, 0] : [0, 1]);

  /** @param {View} view @param {Ctx} ctx */
  function people(view, ctx) {
    order(ctx).forEach((seat, i) => {
      const player = view.players[seat];
      const picking = view.roundStatus === "ROUND_IN_PROGRESS" && !player.moved;
      seats[i].data = {
        name: ctx.name(seat),
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
  function arena(view, ctx) {
    const done = view.roundStatus === "ROUND_COMPLETE" || Boolean(view.result);
    const last = view.rounds[view.roundNumber];
    const winner = done && last ? last.winnerId : null;
    order(ctx).forEach((seat, i) => {
      const player = view.players[seat];
      const card = done && last ? last.cards[seat].id : (player.card?.id ?? (player.moved ? "" : null));
      slots[i].show(card, t(ctx.you(seat) ? "slot.yours" : "slot.other", {name: ctx.name(seat)}), winner !== null && ctx.seatOf(winner) === seat);
    });
    let text = "";
    if (done && last) text = winner === "tie" ? t("tie") : t(ctx.you(winner) ? "youTake" : "takes", {name: ctx.name(winner)});
    const number = view.roundNumber ? t("round", {n: view.roundNumber, of: view.maxRounds}) : t("rounds", {n: view.maxRounds});
    verdict.textContent = text || number;
    verdict.classList.toggle("said", Boolean(text));
  }

  /** The rounds before, smallest possible. @param {View} view @param {Ctx} ctx */
  function history(view, ctx) {
    const shown = Object.values(view.rounds);
    past.hidden = view.status === "WAITING_TO_START";
    past.setAttribute("aria-label", t("past"));
    while (past.childElementCount > shown.length) past.lastElementChild?.remove();
    shown.forEach((one, i) => {
      const key = `${one.roundNumber}:${one.cards[0].id}:${one.cards[1].id}`;
      const found = /** @type {HTMLElement | undefined} */ (past.children[i]);
      if (found?.dataset.key === key) return;
      const cards = order(ctx).map((seat) => h("cut-card", {card: one.cards[seat].id, class: ctx.seatOf(one.winnerId) === seat ? "won" : ""}));
      const item = h("li", {"data-key": key}, h("span", {class: "muted small figures"}, one.roundNumber), ...cards);
      if (found) found.replaceWith(item);
      else past.append(item);
    });
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
    ready.hidden = view.status !== "WAITING_TO_START" || !me;
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
      const seat = fact.type === "GAME_CARD_PLAYED" ? ctx.seat : fact.type === "GAME_OPPONENT_READY" ? fact.seat : null;
      if (seat === null) continue;
      room.sound("card");
      const to = slots[order(ctx).indexOf(seat)].element;
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
      arena(view, ctx);
      history(view, ctx);
      const {me, open} = choices(view, ctx);
      move(facts, ctx);
      element.dataset.mode = view.status === "IN_PROGRESS" ? view.mode : "";
      if (view.result) return {prompt: ended(view, ctx), over: true};
      const due = ctx.due();
      if (view.status === "WAITING_TO_START") {
        const yours = Boolean(me && !me.ready);
        return {prompt: t(yours ? "prompt.ready" : "prompt.notReady"), yours, focus: ready, clock: {due}};
      }
      if (view.roundStatus === "ROUND_COMPLETE") return {prompt: t("prompt.next"), clock: {due}};
      const prompt = open ? t(view.mode === "QUICK" ? "prompt.pick" : "prompt.choose") : t("prompt.wait", {name: room.list(waitedFor(view, ctx))});
      return {prompt, yours: open, focus: open ? (view.mode === "QUICK" ? deck.focus() : hand) : null, clock: {due: ctx.seat === null ? due : (ctx.due(ctx.seat) ?? due)}};
    },
    tell,
  };

  /** @param {View} view @param {Ctx} ctx */
  function waitedFor(view, ctx) {
    return [0, 1].filter((seat) => !view.players[seat].moved).map((seat) => ctx.name(seat));
  }

  /** @param {View} view @param {Ctx} ctx */
  function ended(view, ctx) {
    const {reason, winnerId} = view.result;
    if (winnerId === undefined) return t(`abandoned.${reason}`);
    const first = ctx.seatOf(winnerId) ?? 0;
    const score = [first, 1 - first].map((seat) => view.players[seat].score).join(" : ");
    if (winnerId === "tie") return t("end.tie", {score});
    const won = ctx.you(winnerId);
    const why = reason === "COMPLETED" ? "" : t(`end.${reason}`, {name: ctx.name(1 - first)});
    return `${t(won ? "end.won" : "end.lost", {name: ctx.name(winnerId), score})} ${why}`.trim();
  }

  /** @param {import("../../../web/contract.js").Fact} fact @param {Ctx} ctx */
  function tell(fact, ctx) {
    switch (fact.type) {
      case "MATCH_READY":
        return t(ctx.you(fact.seat) ? "tell.youReady" : "tell.ready", {name: ctx.name(fact.seat)});
      case "GAME_START":
        return t("tell.start", {n: fact.maxRounds});
      case "GAME_ROUND_START":
        return t("tell.round", {n: fact.roundNumber});
      case "GAME_CARD_PLAYED":
        return t(fact.auto ? "tell.autoYou" : "tell.you", {card: room.card(fact.card.id)});
      case "GAME_OPPONENT_READY":
        return t(fact.auto ? "tell.autoOther" : "tell.other", {name: ctx.name(fact.seat)});
      case "GAME_ROUND_REVEAL": {
        const cards = room.list(order(ctx).map((seat) => t("tell.card", {name: ctx.you(seat) ? t("you") : ctx.name(seat), card: room.card(fact.cards[seat].id)})));
        const who = fact.winnerId === "tie" ? t("tie") : t(ctx.you(fact.winnerId) ? "youTake" : "takes", {name: ctx.name(fact.winnerId)});
        return t("tell.reveal", {n: fact.roundNumber, cards, who});
      }
      case "GAME_END":
        return fact.winnerId === "tie" ? t("tell.tie") : t("tell.end", {name: ctx.name(fact.winnerId)});
      case "GAME_ABANDONED":
        return t(`abandoned.${fact.reason}`);
      default:
        return null;
    }
  }
}

/** Where a player's card of the round lies. @param {Room} room */
function slot({h}) {
  const card = h("cut-card", {hidden: true});
  const whose = h("span", {class: "whose muted small"});
  const element = h("div", {class: "slot"}, card, whose);
  return {
    element,
    /** @param {string | null} shown null: none yet; "": face down @param {string} label @param {boolean} won */
    show(shown, label, won) {
      card.hidden = shown === null;
      if (shown !== null) card.card = shown;
      element.classList.toggle("empty", shown === null);
      element.classList.toggle("won", won);
      whose.textContent = label;
    },
  };
}
