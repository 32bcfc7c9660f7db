// Between the players of a Duel: the two cards of the round, who takes it, and the rounds before.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** Who sits where on this screen: the other one first. @param {Ctx} ctx */
export const order = (ctx) => (ctx.seat === 0 ? [1, 0] : [0, 1]);

/** @param {Room} room @param {(round: any, ctx: Ctx) => string} why a round went as it did */
export function arena(room, why) {
  const {h, t} = room;
  const slots = [slot(room), slot(room)];
  const verdict = h("p", {class: "verdict"});
  const because = h("p", {class: "because muted"});
  const past = h("ol", {class: "past", role: "list"});

  /** @param {View} view @param {Ctx} ctx */
  function round(view, ctx) {
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
    verdict.classList.toggle("good", Boolean(text) && winner !== "tie" && ctx.you(winner));
    because.textContent = done && last ? why(last, ctx) : beats(view, ctx);
  }

  /** What beats what now. @param {View} view @param {Ctx} ctx */
  function beats(view, ctx) {
    const ties = t(ctx.options.allowTies === false ? "beats.suits" : "beats.ties");
    return `${t(view.aceHighValue ? "beats.aceHigh" : "beats.kingHigh")} ${ties}`;
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
      const winner = one.winnerId === "tie" ? null : ctx.seatOf(one.winnerId);
      const cards = order(ctx).map((seat) => h("cut-card", {card: one.cards[seat].id, class: winner === null || winner === seat ? "" : "dim"}));
      const whose = winner === null ? "tie" : ctx.seat === null ? "won" : ctx.you(winner) ? "yours" : "theirs";
      const item = h("li", {"data-key": key}, h("span", {class: "xs muted figures"}, t("past.round", {n: one.roundNumber})), h("span", {class: "past-pair"}, ...cards), h("span", {class: "xs strong"}, t(`past.${whose}`, {name: ctx.name(winner)})));
      if (found) found.replaceWith(item);
      else past.append(item);
    });
  }

  return {
    elements: [h("div", {class: "arena"}, slots[0].element, h("div", {class: "said-here"}, verdict, because), slots[1].element), past],
    /** Where a card of the round lies. @param {number} i */
    slot: (i) => slots[i].element,
    /** @param {View} view @param {Ctx} ctx */
    show(view, ctx) {
      round(view, ctx);
      history(view, ctx);
    },
  };
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
