// How a game ended, for the moment it is: who won, what decided it, and how it stood. The room shows it.

/** @typedef {import("../../../web/contract.js").Result} Result */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Room} room @param {Scene} scene @param {import("./card.js").Faces} faces @returns {Result | undefined} */
export function result(room, scene, faces) {
  const {t} = room;
  const {view, ctx} = scene;
  if (!ctx || view.winnerId === undefined) return undefined;
  const drawn = view.winnerId === "draw";
  const seat = drawn ? null : ctx.seatOf(view.winnerId);
  const mine = ctx.seat !== null;
  const won = seat === ctx.seat;
  const head = drawn ? t("finish.draw") : mine ? t(won ? "finish.won" : "finish.lost") : t("lost", {name: ctx.name(view.winnerId)});
  const why = drawn ? t(`draw.${view.reason}`) : t(mine ? (won ? `ended.${view.winCondition}` : `endedLost.${view.winCondition}`) : `end.${view.winCondition}`);
  return {
    head,
    outcome: drawn ? "draw" : mine ? (won ? "win" : "loss") : "none",
    why,
    winners: seat === null ? [] : [seat],
    notes: Object.fromEntries([0, 1].map((who) => [who, t("hp", {n: Math.max(0, view.players[who].currentHp)})])),
    moments: moments(room, scene, faces),
  };
}

/** What brought the loser down. @param {Room} room @param {Scene} scene @param {import("./card.js").Faces} faces @returns {{picture?: Node, when: string, what: string, fact: {type: string}}[]} */
function moments(room, scene, faces) {
  const {t} = room;
  const {blow, currentTurn} = scene.view;
  if (!blow?.source) return [];
  const face = scene.book.get(blow.source);
  const what = face ? t("end.blow", {card: face.name, n: blow.amount}) : blow.source === "DECK_EMPTY" ? t("end.blowDeck", {n: blow.amount}) : t("end.blow", {card: faces.status(blow.source), n: blow.amount});
  const picture = face ? faces.art(face) : undefined;
  for (const [name, n] of [["width", 60], ["height", 50]]) picture?.setAttribute(String(name), String(n)); // the room's sheets know no cards
  return [{picture, when: t("turn", {n: currentTurn}), what, fact: {type: "GAME_END"}}];
}
