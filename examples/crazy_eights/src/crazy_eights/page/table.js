// The table of Crazy Eights: who holds how many cards, the pile and what must follow, one's own hand. It
// knows no rules: the server lists what may be played.

const SYMBOLS = {c: "♣", d: "♦", h: "♥", s: "♠"};

export const legal = true;

export function table(room) {
  const {h, t} = room;
  const people = h("div", {class: "people"});
  const top = h("cut-card");
  const follow = h("p", {class: "follow"});
  const stock = h("p", {class: "muted"});
  const hand = h("cut-hand", {label: t("hand")});
  const draw = room.button("", () => void room.play(may("draw") ? "draw" : "pass"), {class: "primary"});
  const suits = Object.keys(SYMBOLS).map((suit) => room.button(`${SYMBOLS[suit]} ${t(`suit.${suit}`)}`, () => name(suit)));
  let offers = [];
  let eight = ""; // the one whose suit is being named

  const may = (type) => offers.some((move) => move.type === type);

  function name(suit) {
    const card = eight;
    eight = "";
    void room.play("play", {card, suit});
  }

  hand.addEventListener("change", (event) => {
    const card = event.detail.ids[0];
    hand.selected = new Set(); // one press plays, but for an eight
    eight = offers.some((move) => move.card === card && move.suit) ? card : "";
    if (!eight) return void room.play("play", {card});
    room.redraw();
  });

  function seats(view, ctx) {
    const all = Object.entries(view.players);
    while (people.childElementCount < all.length) people.append(h("cut-seat"));
    all.forEach(([key, player], i) => {
      const seat = Number(key);
      const note = player.points ? t("points", {n: player.points}) : t("held", {n: player.cards});
      people.children[i].data = {name: ctx.name(seat), you: ctx.you(seat), bot: ctx.bot(seat), away: ctx.away(seat), active: view.toAct === seat, note, due: view.toAct === seat ? ctx.due(seat) : null};
    });
  }

  function prompt(view, ctx, yours) {
    if (view.winnerId !== undefined) {
      const n = view.players[ctx.seatOf(view.winnerId)].points;
      return ctx.you(view.winnerId) ? t("prompt.won", {n}) : t("prompt.lost", {name: ctx.name(view.winnerId), n});
    }
    if (view.ended) return t("prompt.over");
    if (!yours) return t("prompt.wait", {name: ctx.name(view.toAct)});
    if (eight) return t("prompt.name");
    if (may("play")) return t("prompt.yours");
    return may("draw") ? t("prompt.draw") : t("prompt.pass");
  }

  function update(view, facts, ctx) {
    const yours = ctx.seat !== null && view.toAct === ctx.seat;
    const own = ctx.seat === null ? [] : (view.players[ctx.seat].hand ?? []);
    offers = ctx.legal ?? [];
    if (!yours || !own.includes(eight)) eight = "";
    seats(view, ctx);
    top.card = view.top;
    follow.textContent = t("follow", {suit: `${SYMBOLS[view.suit]} ${t(`suit.${view.suit}`)}`});
    stock.textContent = t("stock", {n: view.stock});
    hand.hidden = ctx.seat === null;
    hand.cards = own.map((card) => ({id: card, card, disabled: !offers.some((move) => move.card === card)}));
    hand.enabled = ctx.live && yours;
    draw.textContent = yours && may("pass") ? t("pass") : view.drawn && yours ? t("drawMore", {n: view.drawn + 1}) : t("draw");
    draw.hidden = ctx.seat === null || Boolean(view.ended) || eight !== "";
    room.able(draw, ctx.live && yours && !may("play"));
    for (const suit of suits) {
      suit.hidden = eight === "";
      room.able(suit, ctx.live);
    }
    if (facts.length) room.sound("card");
    const focus = eight ? suits[0] : may("play") ? hand : draw;
    return {prompt: prompt(view, ctx, yours), yours, focus, clock: {due: view.ended ? null : ctx.due(view.toAct)}, over: Boolean(view.ended)};
  }

  return {
    element: h("div", {class: "eights"}, people, h("div", {class: "middle"}, top, follow, stock), hand, h("div", {class: "actions"}, draw, ...suits)),
    update,
    tell(fact, ctx) {
      const args = {name: ctx.name(fact.seat), card: fact.card ? room.card(fact.card) : ""};
      if (fact.suit) return t("told.named", {...args, suit: t(`suit.${fact.suit}`)});
      return t(`told.${fact.type}`, args);
    },
  };
}
