// A first game that teaches: one tip where something is met for the first time, and never again. They stand in a
// line of their own, so that nothing is covered.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Room} room @param {Scene} scene @param {import("./glyphs.js").Glyphs} signs @param {() => void} redraw */
export function tips(room, scene, signs, redraw) {
  const {h, t} = room;
  const text = h("span", {});
  const done = signs.key("check", t("tip.done"), () => close(false));
  const never = signs.key("close", t("tip.never"), () => close(true));
  const element = h("div", {class: "btip", role: "note", hidden: true}, signs.icon("tip"), text, h("span", {class: "btip-keys"}, done, never));
  /** @type {Set<string>} */
  const seen = new Set(room.recall("tips") ?? []);
  let shown = "";
  let turn = -1;

  /** What is met now. */
  function met() {
    const now = scene.kind();
    const {view} = scene;
    if (!now || view.winnerId !== undefined) return "";
    if (now === "MULLIGAN") return "mulligan";
    if (now === "MAIN") return seen.has("main") ? (view.asked.ready ? "battle" : seen.has("end") ? "read" : "end") : "main";
    if (now === "ATTACKS") return "attack";
    if (now === "BLOCKS") return "block";
    return now === "RESPONSE" && view.stack?.length ? "respond" : "";
  }

  /** @param {boolean} all */
  function close(all) {
    seen.add(shown);
    if (all) seen.add("never");
    room.keep("tips", [...seen]);
    shown = "";
    turn = scene.view.currentTurn;
    redraw();
  }

  return {
    element,
    paint() {
      const due = met();
      if (shown && due !== shown) {
        seen.add(shown); // it has been acted on
        room.keep("tips", [...seen]);
        [shown, turn] = ["", scene.view.currentTurn];
      }
      const fresh = due && !seen.has(due) && !seen.has("never") && (due === "mulligan" || turn !== scene.view.currentTurn || due === "attack" || due === "block" || due === "respond");
      if (!shown && fresh) shown = due;
      element.hidden = !shown;
      text.textContent = shown ? t(`tip.${shown}`) : "";
    },
  };
}
