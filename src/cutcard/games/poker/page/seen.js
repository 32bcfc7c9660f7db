// What the view says, asked in the page's own terms. Fields that hold their default are not sent, so
// every amount is read through here.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").View} View */

/**
 * One thing the player to act may do; amounts are totals, except a call's.
 * @typedef {{action: string, minAmount?: number, maxAmount?: number, increment?: number}} Action
 */

/**
 * A player as the page draws them.
 * @typedef {object} Player
 * @property {number} seat
 * @property {string} state  EMPTY WAITING ACTIVE FOLDED ALL_IN SITTING_OUT
 * @property {number} stack
 * @property {number} bet
 * @property {number} bank
 * @property {number} count
 * @property {string[]} up
 * @property {number[]} drew
 * @property {string[]} [cards]
 * @property {string} [hand]
 * @property {string[]} [hands]  on each board, where there are two
 * @property {number} won
 * @property {number} bought
 * @property {string} [owes]
 * @property {boolean} waits
 * @property {boolean} straddles
 * @property {boolean} out
 * @property {boolean} leaving
 * @property {boolean} showed
 * @property {boolean} mucked
 * @property {string} [last]
 * @property {number} [place]
 */

/** @param {View} view @param {number} seat @returns {Player} */
export function player(view, seat) {
  const raw = view.players[seat] ?? {state: "EMPTY"};
  const none = {stack: 0, bet: 0, bank: 0, count: 0, up: [], drew: [], won: 0, bought: 0};
  const off = {waits: false, straddles: false, leaving: false, showed: false, mucked: false};
  const found = {...none, ...off, out: raw.state === "SITTING_OUT", ...raw, seat};
  const live = found.showed || found.mucked || (view.toAct ?? []).includes(seat);
  if (view.awards && found.count && !live) found.state = "FOLDED"; // once paid, the view calls everybody WAITING
  return found;
}

/**
 * The hand before, for whoever came after it was played: a view as its end was.
 * @param {View} view @returns {View}
 */
export function before(view) {
  const {hand, variant, boards, awards, cards = {}, hands = {}, returned, order} = view.lastHand;
  const players = Object.fromEntries(seatsOf(view).map((seat) => {
    const shown = cards[seat];
    const words = hands[seat] ?? [];
    const held = shown ? {cards: shown, count: shown.length, showed: true, hand: words[0]} : {count: 0};
    return [seat, {...view.players[seat], ...held, hands: words.length > 1 ? words : undefined}];
  }));
  return {...view, phase: "over", hand, variant, boards, awards, returned, order, players, actions: [], toAct: []};
}

/** The viewer's own, if they have a seat. @param {View} view @param {Ctx} ctx */
export function own(view, ctx) {
  return ctx.seat === null ? null : player(view, ctx.seat);
}

/** The same, but no two players of one name: bots often share one. @param {Ctx} ctx @returns {Ctx} */
export function distinct(ctx) {
  const all = Array.from({length: ctx.seats}, (_, seat) => ctx.name(seat));
  const name = (/** @type {import("../../../web/contract.js").Who} */ who) => {
    const [seat, plain] = [ctx.seatOf(who), ctx.name(who)];
    return seat !== null && all.filter((one) => one === plain).length > 1 ? `${plain} ${seat + 1}` : plain;
  };
  return {...ctx, name};
}

/** @param {View} view @returns {number[]} */
export const seatsOf = (view) => Object.keys(view.players).map(Number).sort((a, b) => a - b);

/** Whether the viewer has something to decide. @param {View} view @param {Ctx} ctx */
export const asked = (view, ctx) => ctx.seat !== null && (view.toAct ?? []).includes(ctx.seat);

/** A hand is being played or shown. @param {View} view */
export const dealt = (view) => !["waiting"].includes(view.phase);

/** Betting, drawing: the pots are not paid yet. @param {View} view */
export const running = (view) => ["betting", "bring_in", "drawing", "run_twice"].includes(view.phase);

/** @param {string} code of a variant */
export const isStud = (code) => /^.(7S|R)/.test(code);

/** @param {string} code */
export const isDraw = (code) => /^.(\w*D|B)$/.test(code);

/** Cards on the board when all are dealt. @param {string} code */
export const boardSize = (code) => (isStud(code) || isDraw(code) ? 0 : 5);

/** Whether this seat has cards that are not folded. @param {Player} p */
export const holds = (p) => p.count > 0 && p.state !== "FOLDED";

/** @param {View} view @returns {Record<string, Action>} what the one to act may do */
export function actions(view) {
  return Object.fromEntries((view.actions ?? []).map((/** @type {Action} */ one) => [one.action, one]));
}

/** @typedef {{seat: number, amount: number, low: boolean, high: boolean, boards: Set<number>}} Won */

/** What each seat has won in this hand, most first. @param {View} view @param {Ctx} ctx @returns {Won[]} */
export function winners(view, ctx) {
  /** @type {Map<number, Won>} */
  const found = new Map();
  for (const award of view.awards ?? []) {
    const seat = ctx.seatOf(award.playerId);
    if (seat === null) continue;
    const one = found.get(seat) ?? {seat, amount: 0, low: false, high: false, boards: new Set()};
    one.amount += award.amount;
    one[award.low ? "low" : "high"] = true;
    one.boards.add(award.board ?? 0);
    found.set(seat, one);
  }
  return [...found.values()].sort((a, b) => b.amount - a.amount || a.seat - b.seat);
}

/**
 * A seat's time to decide, the bank apart; nothing for whom nobody waits.
 * @param {View} view @param {Ctx} ctx @param {number} seat @returns {import("../../../web/ring.js").Time}
 */
export function timed(view, ctx, seat) {
  const acts = view.phase !== "waiting" && (view.toAct ?? []).includes(seat);
  const spends = ["betting", "bring_in", "drawing"].includes(view.phase); // only there the bank is added
  const away = ctx.away(seat); // theirs is not
  const {actionTimeout = 30, timeBank = 30} = ctx.options;
  return {due: acts ? ctx.due(seat) : null, lasts: actionTimeout * 1000, bank: spends && !away ? player(view, seat).bank : 0, banked: timeBank * 1000};
}
