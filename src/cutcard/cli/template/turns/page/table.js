// The table of TITLE: who holds how many cards, the pile and the stock, one's own hand. It knows no
// rules: the server lists what may be played.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

export const legal = true;

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const people = h("div", {class: "people"});
  const top = h("cut-card");
  const stock = h("p", {class: "muted"});
  const hand = h("cut-hand", {label: t("hand")});
  const draw = room.button(t("draw"), () => void room.play("draw"), {class: "primary"});
  hand.addEventListener("change", (/** @type {CustomEvent} */ event) => {
    hand.selected = new Set(); // one press plays
    void room.play("play", {card: event.detail.ids[0]});
  });

  /** @param {View} view @param {Ctx} ctx */
  function seats(view, ctx) {
    const all = Object.entries(view.players);
    while (people.childElementCount < all.length) people.append(h("cut-seat"));
    all.forEach(([key, player], i) => {
      const seat = Number(key);
      const box = /** @type {any} */ (people.children[i]);
      box.data = {name: ctx.name(seat), you: ctx.you(seat), bot: ctx.bot(seat), away: ctx.away(seat), active: view.toAct === seat, note: t("held", {n: player.cards}), due: view.toAct === seat ? ctx.due(seat) : null};
    });
  }

  /** @param {View} view @param {Ctx} ctx @param {boolean} yours @param {boolean} fits */
  function prompt(view, ctx, yours, fits) {
    if (view.winnerId !== undefined) return ctx.you(view.winnerId) ? t("prompt.won") : t("prompt.lost", {name: ctx.name(view.winnerId)});
    if (view.ended) return t("prompt.over");
    if (yours) return fits ? t("prompt.yours") : t("prompt.draw");
    return t("prompt.wait", {name: ctx.name(view.toAct)});
  }

  return {
    element: h("div", {class: "template"}, people, h("div", {class: "middle"}, top, stock), hand, h("div", {class: "actions"}, draw)),
    update(view, facts, ctx) {
      const yours = ctx.seat !== null && view.toAct === ctx.seat;
      const fitting = new Set((ctx.legal ?? []).filter((move) => move.type === "play").map((move) => move.card));
      const own = ctx.seat === null ? [] : (view.players[ctx.seat].hand ?? []);
      seats(view, ctx);
      top.card = view.top;
      stock.textContent = t("stock", {n: view.stock});
      hand.hidden = ctx.seat === null;
      hand.cards = own.map((/** @type {string} */ card) => ({id: card, card, disabled: !fitting.has(card)}));
      hand.enabled = ctx.live && yours;
      draw.textContent = view.stock + view.pile > 1 ? t("draw") : t("pass");
      draw.hidden = ctx.seat === null || Boolean(view.ended);
      room.able(draw, ctx.live && yours && !fitting.size);
      if (facts.length) room.sound("card");
      return {prompt: prompt(view, ctx, yours, fitting.size > 0), yours, focus: fitting.size ? hand : draw, clock: {due: view.ended ? null : ctx.due(view.toAct)}, over: Boolean(view.ended)};
    },
    tell(fact, ctx) {
      const name = ctx.name(fact.seat);
      return t(`told.${fact.type}`, {name, card: fact.card ? room.card(fact.card) : ""});
    },
  };
}
