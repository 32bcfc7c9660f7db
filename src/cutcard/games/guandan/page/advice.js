// What the server advises: asked for when it is wanted, once for each situation, and heard when it comes.
// The table works without it meanwhile; what comes too late is dropped. Hints come in pages, the best first.

import {worded} from "./felt.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {{cards: string[], form: string, key: number, size: number, stands?: string[]}} Hint */
/** @typedef {{about: string, groups: string[][], hints: Hint[] | null, flushes: Hint[], more: number, pages: number}} Heard */

/** @param {Room} room */
export function adviser(room) {
  /** Of the last answer: what it is about, the hand in groups, plays if it was our turn, and how many were not told. @type {Heard} */
  let heard = {about: "", groups: [], hints: null, flushes: [], more: 0, pages: 0};
  let asked = ""; // about what
  /** @type {Promise<void>} */
  let answer = Promise.resolve();

  /** @param {string} about */
  async function ask(about) {
    const {ok, payload} = await room.advise();
    if (asked !== about) return;
    if (!ok) return void (asked = ""); // to be asked for again
    const {groups, hints = null, flushes = [], more = 0} = payload.advice;
    heard = {about, groups, hints, flushes, more, pages: 1};
    room.redraw();
  }

  return {
    /** Asks for advice, unless that was done in this situation; done when it is there or refused. @param {string} about */
    want(about) {
      if (asked !== about) [asked, answer] = [about, ask(about)];
      return answer;
    },
    /** Adds the next page of hints, if there is one. @param {string} about */
    async further(about) {
      if (heard.about !== about || !heard.hints || !heard.more) return;
      const page = heard.pages;
      const {ok, payload} = await room.advise(page);
      if (!ok || heard.about !== about || heard.pages !== page) return;
      heard = {...heard, hints: [...heard.hints, ...payload.advice.hints], more: payload.advice.more ?? 0, pages: page + 1};
    },
    /** The last groups there were: of this hand, or of one with more cards. */
    groups: () => heard.groups,
    /** Plays worth trying in this situation; null: not known (yet). @param {string} about */
    hints: (about) => (heard.about === about ? heard.hints : null),
    /** The straight flushes of the hand, in one's turn those that may be played; null: not known (yet). @param {string} about */
    flushes: (about) => (heard.about === about ? heard.flushes : null),
    /** Nobody wants to know any more. */
    close: () => void (asked = ""),
  };
}

/**
 * A button that finds the straight flushes of the hand, one after the other.
 * @param {Room} room @param {ReturnType<typeof adviser>} advice @param {() => string} situation
 * @param {{select: (cards: string[]) => void}} hand @param {() => string} level
 */
export function flusher(room, advice, situation, hand, level) {
  const {t} = room;
  let next = 0;
  async function find() {
    const now = situation();
    if (!advice.flushes(now)) await advice.want(now);
    const found = now === situation() ? advice.flushes(now) : null;
    if (!found) return room.error(t("hint.failed"));
    if (!found.length) return void room.say(t("flush.none"));
    const one = found[next % found.length];
    next += 1;
    hand.select(one.cards);
    room.say(worded(room, one, level()));
  }
  return room.button(t("flush"), () => void find(), {class: "quiet"});
}
