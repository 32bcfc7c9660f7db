// "Pass when I hold no answer", and "End the turn". What the other learns of the first is nothing: while it is on,
// every pass of a window leaves at the same moment after the question, be it that one has no answer or that one
// has pressed before; a later press is sent at once, as anybody thinking would.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */

const EVEN = 1500; // ms from the question to the pass

/** @param {Room} room @param {Scene} scene @param {() => void} pass @param {() => void} redraw */
export function auto(room, scene, pass, redraw) {
  let question = "";
  let since = 0;
  let ending = -1; // the turn that is being ended
  let held = false; // a pass was pressed and waits for its moment
  /** @type {number | undefined} */
  let timer;

  /** A time to respond, or to block with nobody who could. */
  const window_ = () => scene.kind() === "RESPONSE" || (scene.kind() === "BLOCKS" && !(scene.view.asked.aims ?? []).length);
  const on = () => room.recall("autoPass") !== false;

  function leave() {
    clearTimeout(timer);
    held = false;
    if (scene.mine() && scene.ctx?.live) pass();
  }

  /** @param {boolean} pressed */
  function wait(pressed) {
    clearTimeout(timer);
    held = pressed;
    timer = window.setTimeout(leave, Math.max(0, since + EVEN - Date.now()));
  }

  return {
    get on() {
      return on();
    },
    get held() {
      return held;
    },
    /** @param {boolean} yes */
    set(yes) {
      room.keep("autoPass", yes);
      if (!yes) clearTimeout(timer);
      held = false;
      redraw();
    },
    /** The person passes. */
    pass() {
      if (!on() || !window_() || Date.now() >= since + EVEN) return leave();
      wait(true);
      redraw();
    },
    /** The person ends the turn: what else it asks is passed, unless the other does something. */
    end() {
      ending = scene.view.currentTurn;
      leave();
    },
    /** After each view. */
    follow() {
      const {view} = scene;
      const asks = scene.mine() ? JSON.stringify([view.currentTurn, view.currentPhase, view.asked?.kind, view.asked?.deadline, (view.stack ?? []).map((/** @type {any} */ one) => one.entryId), view.combat]) : "";
      if (asks !== question) {
        clearTimeout(timer);
        [question, since, held] = [asks, Date.now(), false];
        if (asks && window_() && on() && !scene.usable().length) wait(false);
      }
      if (ending !== view.currentTurn || view.stack?.length) ending = -1;
      if (ending >= 0 && scene.ctx?.live && ["MAIN", "ATTACKS"].includes(scene.kind())) leave();
    },
    close: () => clearTimeout(timer),
  };
}

/** @typedef {ReturnType<typeof auto>} Auto */
