// What the server advises: asked for when it is wanted, once for each situation, and heard when it comes.
// The table works without it meanwhile; what comes too late is dropped.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {{cards: string[], form: string, key: number, size: number, stands?: string[]}} Hint */

/** @param {Room} room */
export function adviser(room) {
  /** Of the last answer: what it is about, the hand in groups, plays if it was our turn. @type {{about: string, groups: string[][], hints: Hint[] | null}} */
  let heard = {about: "", groups: [], hints: null};
  let asked = ""; // about what
  /** @type {Promise<void>} */
  let answer = Promise.resolve();

  /** @param {string} about */
  async function ask(about) {
    const {ok, payload} = await room.advise();
    if (asked !== about) return;
    if (!ok) return void (asked = ""); // to be asked for again
    heard = {about, groups: payload.advice.groups, hints: payload.advice.hints ?? null};
    room.redraw();
  }

  return {
    /** Asks for advice, unless that was done in this situation; done when it is there or refused. @param {string} about */
    want(about) {
      if (asked !== about) [asked, answer] = [about, ask(about)];
      return answer;
    },
    /** The last groups there were: of this hand, or of one with more cards. */
    groups: () => heard.groups,
    /** Plays worth trying in this situation; null: not known (yet). @param {string} about */
    hints: (about) => (heard.about === about ? heard.hints : null),
    /** Nobody wants to know any more. */
    close: () => void (asked = ""),
  };
}
