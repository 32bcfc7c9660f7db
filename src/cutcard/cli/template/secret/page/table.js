// The table of TITLE: who has chosen, what was kept once it is shown, one's own hand.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const people = h("div", {class: "people"});
  const hand = h("cut-hand", {label: t("hand")});
  hand.addEventListener("change", (/** @type {CustomEvent} */ event) => {
    hand.selected = new Set(); // one press keeps it
    void room.play("keep", {card: event.detail.ids[0]});
  });

  /** @param {View} view @param {Ctx} ctx */
  function seats(view, ctx) {
    const all = Object.entries(view.players);
    while (people.childElementCount < all.length) people.append(h("cut-seat", {}, h("cut-card")));
    all.forEach(([key, player], i) => {
      const seat = Number(key);
      const box = /** @type {any} */ (people.children[i]);
      const note = player.done ? t("done") : t("thinks", {n: player.cards});
      box.data = {name: ctx.name(seat), you: ctx.you(seat), bot: ctx.bot(seat), away: ctx.away(seat), active: !player.done && !view.ended, note, due: player.done ? null : ctx.due(seat)};
      const card = box.querySelector("cut-card");
      card.card = player.kept ?? "";
      card.style.visibility = player.done ? "visible" : "hidden"; // its place stays
    });
  }

  /** @param {View} view @param {Ctx} ctx @param {boolean} yours */
  function prompt(view, ctx, yours) {
    if (view.winnerId !== undefined) return ctx.you(view.winnerId) ? t("prompt.won") : t("prompt.lost", {name: ctx.name(view.winnerId)});
    if (view.ended) return t("prompt.over");
    const others = Object.keys(view.players).map(Number).filter((seat) => !view.players[seat].done);
    return yours ? t("prompt.yours") : t("prompt.wait", {names: room.list(others.map((seat) => ctx.name(seat)))});
  }

  return {
    element: h("div", {class: "template"}, people, hand),
    update(view, facts, ctx) {
      const me = ctx.seat === null ? null : view.players[ctx.seat];
      const yours = Boolean(me && !me.done) && !view.ended;
      seats(view, ctx);
      hand.hidden = me === null;
      hand.cards = (me?.hand ?? []).map((/** @type {string} */ card) => ({id: card, card}));
      hand.enabled = ctx.live && yours;
      if (facts.length) room.sound("card");
      return {prompt: prompt(view, ctx, yours), yours, focus: hand, clock: {due: yours ? ctx.due(ctx.seat) : null}, over: Boolean(view.ended)};
    },
    tell: (fact, ctx) => t(`told.${fact.type}`, {name: ctx.name(fact.seat)}),
  };
}
