// How a game ended, for the moment it is: who won and how it stood. The room shows it; what decided it is told by `story.js`.

/** @typedef {import("../../../web/contract.js").Result} Result */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Room} room @param {Scene} scene @returns {Result | undefined} */
export function result(room, scene) {
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
  };
}
