// A deal that is over as frames: what could be seen after each entry of its log, and what that told. Out of what the
// server tells, or out of a `.cutcard` file.

import {merge} from "../place.js";

/** @typedef {import("../contract.js").View} View */
/** @typedef {import("../contract.js").Fact} Fact */

/**
 * One moment: `n` is how many entries of the log came before, so that a link names the same one for everybody.
 * @typedef {{n: number, at: number, view: View, facts: Fact[]}} Frame
 */

/**
 * A deal as somebody may see it.
 * @typedef {object} Telling
 * @property {string} game
 * @property {Record<string, any>} options
 * @property {number} seats
 * @property {{seat: number, id: string, name: string, bot?: boolean}[]} roster
 * @property {number | null} seat  whose side it is; null: a spectator's
 * @property {Frame[]} frames
 * @property {number} table
 * @property {number} deal
 * @property {boolean} whole  nothing of it is secret: any side may be seen
 * @property {number} [opened]  epoch ms
 * @property {string} [match]
 * @property {boolean} [proof]  there is a signed file
 * @property {string[]} [forms]  it can be saved as text
 */

/** Why there is nothing to see: `code` has a text `replay.<code>`. */
export class Untold extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** @param {View} first @param {{n: number, at: number, facts?: Fact[], patch?: object, view?: View}[]} steps @returns {Frame[]} */
export function framesOf(first, steps) {
  /** @type {Frame[]} */
  const frames = [{n: 0, at: 0, view: first, facts: []}];
  let view = first;
  for (const step of steps) {
    view = step.view ?? merge(view, step.patch ?? {});
    frames.push({n: step.n + 1, at: step.at, view, facts: step.facts ?? []});
  }
  return frames;
}

/** What the server tells of a deal. @param {Record<string, any>} told @returns {Telling} */
export function ofServer(told) {
  const {game, options, seats, seat = null, table, deal, whole, opened, match, proof, forms} = told;
  const roster = told.players.map((/** @type {any} */ one) => ({seat: one.seat, id: one.userId, name: one.name, bot: one.bot}));
  return {game, options, seats, roster, seat, table, deal, whole, opened, match, proof, forms, frames: framesOf(told.view, told.steps)};
}

/** @param {string} line @returns {Record<string, any>} */
function read(line) {
  try {
    const found = JSON.parse(line);
    if (found !== null && typeof found === "object") return found;
  } catch {
    // said below
  }
  throw new Untold("unreadable");
}

/** A `.cutcard` file, which tells what its viewer saw. @param {string} text @returns {Telling} */
export function ofFile(text) {
  const lines = text.split("\n").filter(Boolean).map(read);
  const head = lines[0];
  if (head?.t !== "head" || head.cutcard !== 1 || typeof head.options !== "string") throw new Untold("unreadable");
  const rows = lines.filter(({t}) => t === "move");
  if (!head.deal || !rows.length) throw new Untold("untold");
  if (!rows.every((row) => row.view || row.patch)) throw new Untold("unseen");
  const names = /** @type {any[]} */ (rows.at(-1)?.players ?? []);
  const roster = names.map((one, seat) => (typeof one === "string" ? {seat, id: one, name: one} : {...one, seat}));
  const seat = Number.isInteger(head.viewer) ? head.viewer : null;
  const steps = rows.map((row, n) => ({...row, n, at: Number(row.at) || 0}));
  const started = head.first ?? rows.find((row) => row.first)?.first;
  const frames = framesOf(started ?? {}, steps);
  if (!started) frames.shift(); // how it lay before the first entry is not in it
  return {game: String(head.game), options: read(head.options), seats: names.length, roster, seat, table: head.table, deal: head.deal, whole: false, frames};
}

/**
 * Frames worth a step: one that tells nothing belongs to the next, the last to the one before.
 * @param {Frame[]} frames @param {(facts: Fact[]) => string} say @param {string} start what is said of the first
 * @returns {(Frame & {line: string})[]}
 */
export function stepsOf(frames, say, start) {
  /** @type {(Frame & {line: string})[]} */
  const steps = [];
  /** @type {Fact[]} */
  let waiting = [];
  frames.forEach((frame, i) => {
    const facts = [...waiting, ...frame.facts];
    const line = i === 0 && !facts.length ? start : say(facts);
    waiting = line ? [] : facts;
    if (line) steps.push({...frame, facts, line});
    else if (i === frames.length - 1 && steps.length) Object.assign(steps[steps.length - 1], {view: frame.view, n: frame.n});
  });
  return steps;
}
