// What the first screen does without comes when it is first needed: builder and card browser, sideboard, tips. Each
// stands in a place of its own, which is there at once.

import {at, dress} from "../../../web/shelf.js";

/** @typedef {import("../../../web/contract.js").Room} Room */

/**
 * @template T
 * @param {Room} room @param {() => Promise<T & {element: HTMLElement}>} fetch makes it
 * @param {() => void} then when it is there
 */
function later(room, fetch, then) {
  const place = room.h("div", {class: "blater"});
  /** @type {T | null} */ let made = null;
  /** @type {Promise<T | null> | null} */ let coming = null;
  const arrive = async () => {
    try {
      const one = await fetch();
      place.append(one.element);
      made = one;
      then();
    } catch {
      coming = null; // to be asked for again
      room.error(room.t("later.failed"));
    }
    return made;
  };
  return {
    place,
    /** What it is, once it is there. */
    now: () => made,
    come: () => (coming ??= arrive()),
  };
}

/** Their sheet comes with them. */
const dressed = () => dress(at("/games/battle/builder.css"));

/** @param {Room} room @param {Parameters<typeof import("./builder.js").builder>} parts @returns what `builder` gives, as it comes */
export function buildingLater(room, ...parts) {
  const one = later(room, async () => {
    const [made] = await Promise.all([import(at("/games/battle/builder.js")), dressed()]);
    return /** @type {typeof import("./builder.js")} */ (made).builder(...parts);
  }, () => {});
  return {
    element: one.place,
    /** Decks kept in this browser. @returns {import("./builder.js").Saved[]} */
    saved: () => room.recall("decks") ?? [],
    browse: async () => (await one.come())?.browse(),
    /** @param {Parameters<ReturnType<typeof import("./builder.js").builder>["open"]>[0]} from */
    open: async (from) => (await one.come())?.open(from),
  };
}

/** @param {Parameters<typeof import("./sideboard.js").sideboard>} parts @param {() => void} paint */
export function swappingLater(parts, paint) {
  const [room, scene] = parts;
  const one = later(room, async () => {
    const [made] = await Promise.all([import(at("/games/battle/sideboard.js")), dressed()]);
    return /** @type {typeof import("./sideboard.js")} */ (made).sideboard(...parts);
  }, paint);
  return {
    element: one.place,
    paint() {
      if (scene.kind() === "SIDEBOARD") void one.come();
      one.now()?.paint();
    },
    focus: () => one.now()?.focus() ?? null,
  };
}

/** @param {Parameters<typeof import("./tips.js").tips>} parts */
export function tipsLater(...parts) {
  const [room, , , redraw] = parts;
  const one = later(room, async () => /** @type {typeof import("./tips.js")} */ (await import(at("/games/battle/tips.js"))).tips(...parts), redraw);
  const wanted = !(room.recall("tips") ?? []).includes("never");
  return {
    element: one.place,
    paint() {
      if (wanted) void one.come();
      one.now()?.paint();
    },
  };
}
