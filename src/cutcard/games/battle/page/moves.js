// Motion tells what happened where it happened: a hit, a death, a card that comes. The table is already in its last
// state when anything moves; what still moves when the next view comes is dropped, so nothing ever queues.

import {hit, moves as moving} from "../../../web/motion.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {(id: number) => HTMLElement | null} Where */

const OUT = "cubic-bezier(.2,.7,.2,1)";
const STAYS = 900; // ms a number is seen
const CROWD = 12; // facts at once that are more than anybody could follow

/** @param {Room} room @param {HTMLElement} layer  over the board, for what is seen only for a moment */
export function moves(room, layer) {
  /** Where the cards were seen before this view. @type {Map<number, {box: DOMRect, ghost: Node}>} */
  const before = new Map();
  let last = 0;

  /** @param {DOMRect} box @param {HTMLElement} thing @param {Keyframe[]} frames @param {number} duration */
  function pass(box, thing, frames, duration) {
    const frame = layer.getBoundingClientRect();
    thing.style.setProperty("--x", `${box.left - frame.left}px`);
    thing.style.setProperty("--y", `${box.top - frame.top}px`);
    thing.style.setProperty("--bw", `${box.width}px`);
    thing.style.setProperty("--bh", `${box.height}px`);
    layer.append(thing);
    thing.animate(frames, {duration, easing: OUT, fill: "both"}).finished.then(() => thing.remove(), () => thing.remove());
  }

  /** @param {DOMRect} box @param {string} text @param {string} kind */
  function number(box, text, kind) {
    pass(box, room.h("span", {class: `bfloat ${kind}`, "aria-hidden": "true"}, room.h("b", {}, text)), [{opacity: 0, transform: "translateY(8px) scale(.7)"}, {opacity: 1, transform: "none", offset: 0.15}, {opacity: 1, transform: "translateY(-8px)", offset: 0.8}, {opacity: 0, transform: "translateY(-18px)"}], STAYS);
  }

  /** A card that is gone: its picture falls away where it stood. @param {number} id @param {boolean} destroyed @param {DOMRect | undefined} to */
  function leave(id, destroyed, to) {
    const was = before.get(id);
    if (!was?.box.width) return;
    const ghost = room.h("span", {class: "bghost", "aria-hidden": "true"}, was.ghost);
    const [dx, dy] = to ? [to.left + to.width / 2 - was.box.left - was.box.width / 2, to.top + to.height / 2 - was.box.top - was.box.height / 2] : [0, 12];
    pass(was.box, ghost, [{opacity: 1, transform: "none"}, {opacity: 1, transform: destroyed ? "rotate(-6deg) scale(.96)" : "none", filter: destroyed ? "grayscale(1) brightness(.5)" : "none", offset: 0.35}, {opacity: 0, transform: `translate(${dx}px, ${dy}px) scale(.3)`}], 420);
  }

  return {
    /** Before a view is drawn: where things are. @param {Iterable<HTMLElement>} cards */
    remember(cards) {
      before.clear();
      if (!moving()) return;
      for (const one of cards) before.set(Number(one.dataset.id), {box: one.getBoundingClientRect(), ghost: one.cloneNode(true)});
    },
    /** After it is drawn: what the facts say of it. @param {any[]} facts @param {Where} where @param {{pile: (id: number) => Element | undefined, from: (fact: any) => Element | undefined}} places */
    show(facts, where, {pile, from}) {
      const now = Date.now();
      const crowded = now - last < 120 || facts.length > CROWD; // updates that pile up are applied, not played
      if (facts.length) { // what is only drawn again, because something was pressed, is no news and ends no motion
        last = now;
        layer.replaceChildren();
      }
      if (!moving() || crowded) return;
      for (const fact of facts) {
        if (fact.type === "DAMAGE_APPLIED" || fact.type === "HEALED") {
          const there = where(fact.target);
          const box = there?.getBoundingClientRect() ?? before.get(fact.target)?.box;
          const n = fact.type === "HEALED" ? fact.amount : fact.reducedDamage;
          if (box?.width) number(box, fact.type === "HEALED" ? `+${n}` : `−${n}`, fact.type === "HEALED" ? "good" : "bad");
          if (there && n && fact.type === "DAMAGE_APPLIED") hit(there);
        } else if (fact.type === "CARD_MOVED" && before.has(fact.instanceId) && !where(fact.instanceId)) {
          leave(fact.instanceId, Boolean(fact.destroyed), pile(fact.instanceId)?.getBoundingClientRect());
        } else if (fact.type === "CARD_DRAWN" || fact.type === "CARD_PLAYED") {
          const [there, start] = [where(fact.instanceId), from(fact)];
          if (there && start && !before.has(fact.instanceId)) room.fly(there, start);
        }
      }
      for (const [id, {box}] of before) {
        const there = where(id);
        const is = there?.getBoundingClientRect();
        if (there && is && Math.abs(is.left - box.left) + Math.abs(is.top - box.top) > 2) room.fly(there, box);
      }
    },
  };
}
