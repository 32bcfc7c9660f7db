// The end of a game: who won, what decided it, and how it stood. The room offers a rematch beside it.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Room} room @param {Scene} scene @param {import("./card.js").Faces} faces @param {import("./glyphs.js").Glyphs} signs */
export function finish(room, scene, faces, signs) {
  const {h, t} = room;
  const element = h("section", {class: "bend", hidden: true});
  let shown = "";

  /** What brought the loser down. @param {any} blow */
  function decided(blow) {
    if (!blow?.source) return [];
    const face = scene.book.get(blow.source);
    if (face) return [h("div", {class: "bblow"}, faces.face("full", {face}), h("p", {}, t("end.blow", {card: face.name, n: blow.amount})))];
    return [h("p", {}, blow.source === "DECK_EMPTY" ? t("end.blowDeck", {n: blow.amount}) : t("end.blow", {card: faces.status(blow.source), n: blow.amount}))];
  }

  function draw() {
    const {view, ctx} = scene;
    if (!ctx) return;
    const drawn = view.winnerId === "draw";
    const seat = ctx.seatOf(view.winnerId);
    const won = !drawn && ctx.you(view.winnerId);
    const head = drawn ? t("finish.draw") : ctx.seat === null ? t("lost", {name: ctx.name(view.winnerId)}) : t(won ? "finish.won" : "finish.lost");
    const why = drawn ? t(`draw.${view.reason}`) : t(seat === ctx.seat ? `ended.${view.winCondition}` : ctx.seat === null ? `end.${view.winCondition}` : `endedLost.${view.winCondition}`);
    const line = [scene.seatAt(1), scene.seatAt(0)].map((who) => h("li", {}, h("b", {}, ctx.you(who) ? t("you") : ctx.name(who)), signs.sign("hp"), h("span", {class: "figures"}, t("hp", {n: Math.max(0, view.players[who].currentHp)}))));
    element.className = `bend ${won ? "won" : drawn ? "drawn" : "lost"}`;
    element.replaceChildren(h("h2", {}, head), h("p", {}, why), ...decided(view.blow), h("ul", {role: "list"}, ...line), h("p", {class: "bsmall"}, t("finish.turns", {n: view.currentTurn})));
  }

  return {
    element,
    paint() {
      const key = scene.view.winnerId === undefined ? "" : JSON.stringify([scene.view.winnerId, scene.view.game, scene.view.winCondition]);
      if (key !== shown) {
        shown = key;
        if (key) draw();
      }
      element.hidden = !key;
    },
  };
}
