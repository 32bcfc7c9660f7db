// Why a card of one's hand cannot be played now. The rules say it, when they are asked.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{instanceId: number, code: string, message: string, cost: number, response?: boolean}} Barred */

/** A line that says it as soon as it is known. @param {Room} room @param {Scene} scene @param {number} id */
export function barred(room, scene, id) {
  const {h, t} = room;
  const line = h("p", {class: "bbarred", role: "status"}, t("notNow"));

  /** @param {Barred} one */
  function said(one) {
    if (one.code === "INSUFFICIENT_CE") return t("barred.cost", {cost: one.cost, have: scene.me()?.currentCursedEnergy ?? 0});
    if (one.code === "INVALID_TARGET") return t("barred.target");
    if (one.code !== "WRONG_PHASE") return t(`refusal.${one.code}`, {message: one.message});
    return t(one.response ? "barred.response" : scene.kind() === "MAIN" ? "barred.otherMain" : "barred.main");
  }

  void room.advise().then(({payload}) => {
    const one = (payload?.advice?.barred ?? []).find((/** @type {Barred} */ each) => each.instanceId === id);
    if (one) line.textContent = said(one);
  });
  return line;
}
