// One's own place: name, stack and clock, the cards large, and what they make in words. In a draw the
// cards are chosen here.

import {ring} from "../../../web/ring.js";
import {holding} from "./made.js";
import {heap} from "./pile.js";
import {lay, marks, note} from "./seats.js";
import {asked, isDraw, isStud, own, running, timed} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {Room} room @param {() => void} chosen another set of cards is chosen */
export function ownPlace(room, chosen) {
  const {h, t} = room;
  const plate = h("cut-seat");
  const mark = marks(room);
  const time = ring(plate);
  const cards = h("div", {class: "mine", role: "group", "aria-label": t("yourCards")});
  const hand = h("cut-hand", {multi: true});
  const words = h("p", {class: "strength"});
  const bank = h("p", {class: "bank muted small"});
  const bet = h("cut-chips", {class: "wager own-wager"});
  const said = h("div", {class: "said"}, plate, words, bank);
  const element = h("div", {class: "own"}, h("div", {class: "held-cards"}, cards, hand), said);
  hand.addEventListener("change", chosen);

  /** @param {View} last @param {Ctx} ctx @param {boolean} drawing */
  function show(last, ctx, drawing) {
    const me = own(last, ctx);
    const held = me?.count && me.cards ? me.cards : [];
    const toDraw = isDraw(last.variant);
    const ups = [...(me?.up ?? [])];
    lay(room, cards, toDraw ? [] : held);
    cards.dataset.count = String(held.length);
    cards.classList.toggle("folded", me?.state === "FOLDED");
    hand.classList.toggle("folded", me?.state === "FOLDED");
    hand.hidden = !toDraw || !held.length;
    hand.label = t("yourCards");
    hand.cards = (toDraw ? held : []).map((card) => ({id: card, card}));
    if (!drawing) hand.selected = new Set();
    hand.enabled = drawing && ctx.live;
    for (const card of /** @type {any} */ (cards.children)) {
      const up = isStud(last.variant) && ups.includes(card.card);
      card.classList.toggle("up", up);
      card.setAttribute("aria-label", up ? t("faceUp", {card: room.card(card.card)}) : room.card(card.card));
    }
    return {me, held};
  }

  return {
    element,
    said,
    plate,
    bet,
    hand,
    cards,
    /** @param {View} view @param {Ctx} ctx @param {View} last */
    show(view, ctx, last) {
      element.hidden = ctx.seat === null;
      if (ctx.seat === null) return void heap(bet, null);
      const drawing = asked(view, ctx) && view.phase === "drawing";
      const {me, held} = show(last, ctx, drawing);
      const now = /** @type {import("./seen.js").Player} */ (own(view, ctx));
      const playing = running(view) && now.count > 0;
      plate.data = {
        name: ctx.name(ctx.seat),
        you: true,
        face: ctx.face(ctx.seat),
        active: asked(view, ctx) && view.phase !== "waiting",
        ...(now.state === "EMPTY" ? {score: ""} : {amount: now.stack}),
        note: me ? note(room, last, {...me, showed: false}, ctx) : "", // what it makes stands below
        due: null, // the ring says it, and the figures beside the prompt
      };
      time.show(timed(view, ctx, ctx.seat));
      plate.classList.toggle("won", Boolean(me?.won));
      mark.show(last, ctx.seat);
      heap(bet, playing && now.bet ? now.bet : null);
      const text = held.length && me?.state !== "FOLDED" ? holding(t, me ?? {}) : "";
      if (words.textContent !== text) words.textContent = text;
      const left = playing && asked(view, ctx) && ["betting", "bring_in", "drawing"].includes(view.phase) && now.bank > 0;
      const more = [left ? t("bank", {time: room.span(now.bank)}) : "", now.bought ? t("bought", {n: now.bought}) : ""].filter(Boolean).join(" · ");
      if (bank.textContent !== more) bank.textContent = more;
    },
    mark: plate.append(mark.element),
  };
}
