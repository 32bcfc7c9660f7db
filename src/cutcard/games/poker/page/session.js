// One's time at a cash table: what was bought, how many hands, how the stack went. Kept in this browser, so that a page loaded
// again goes on with it; the hand's own figures are the view's.

import {own} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Fact} Fact */
/** @typedef {import("../../../web/contract.js").View} View */
/** @typedef {{table: number, since: number, bought: number, stack: number, hands: number, best: number, points: number[]}} Session */

const POINTS = 60; // of the drawing; then every second is left out

/** @param {import("../../../web/contract.js").Room} room */
export function sessions(room) {
  /** @type {Session | null} */
  let now = room.recall("session");
  if (now?.table !== room.table) now = null;

  /** @param {Session} one @param {number} stack */
  function point(one, stack) {
    one.points.push(stack);
    if (one.points.length > POINTS) one.points = one.points.filter((_, i) => i % 2 === 0);
  }

  return {
    /** @param {View} view @param {Fact[]} facts @param {Ctx} ctx */
    hear(view, facts, ctx) {
      const me = own(view, ctx);
      if (!me || view.tournament) return;
      const [was, played] = [JSON.stringify(now), facts.some(({type}) => type === "HAND_ENDED") && me.count > 0];
      for (const fact of facts) {
        if (!ctx.you(fact.playerId)) continue;
        if (fact.type === "PLAYER_JOINED") now = {table: room.table, since: Date.now(), bought: fact.stack, stack: fact.stack, hands: 0, best: 0, points: [fact.stack]};
        if (fact.type === "PLAYER_REBUY" && now) now.bought += fact.amount;
      }
      if (!now && me.state !== "EMPTY" && me.stack + me.bet > 0) now = {table: room.table, since: Date.now(), bought: me.stack + me.bet + me.bought, stack: me.stack, hands: 0, best: 0, points: [me.stack + me.bet]}; // came with a seat already
      if (!now) return;
      now.stack = me.stack + me.bought;
      if (played) {
        now.hands += 1;
        now.best = Math.max(now.best, me.won);
        point(now, me.stack);
      }
      if (was !== JSON.stringify(now)) room.keep("session", now);
    },
    /** How it stands; null where one never had chips here. */
    get now() {
      return now;
    },
    over: () => room.keep("session", null),
  };
}
