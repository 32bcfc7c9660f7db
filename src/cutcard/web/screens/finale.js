// The end of a match is a screen of its own, and comes when there is one; until then rematch and the way out stand
// beside the prompt.

import {at} from "../shelf.js";
import {lately} from "./late.js";

/** @typedef {Parameters<typeof import("./outcome.js").outcome>} Parts */
/** @typedef {ReturnType<typeof import("./outcome.js").outcome>} Outcome */

/** @param {() => void} draw again, once it is there @param {Parts} parts */
export function finale(draw, ...parts) {
  /** @type {Parameters<Outcome["rated"]>[0]} */ let ratings;
  const screen = lately(async () => {
    const {outcome} = /** @type {typeof import("./outcome.js")} */ (await import(at("/web/screens/outcome.js")));
    const made = outcome(...parts);
    if (ratings) made.rated(ratings);
    return made;
  }, draw);
  return {
    /** @param {Parameters<Outcome["rated"]>[0]} told */
    rated(told) {
      ratings = told;
      screen.made?.rated(told);
    },
    /** @param {Parameters<Outcome["show"]>} how */
    show(...how) {
      const [over] = how;
      if (!over) ratings = undefined;
      (over ? screen.now : screen.made)?.show(...how);
    },
  };
}
