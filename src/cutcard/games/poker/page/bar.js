// The action bar: what can be done with one's hand now. Fold, check or call, and bet or raise stay in
// their three places whatever happens; whatever puts the last chip in asks once.

import {chips} from "./amount.js";
import {actions, asked, own} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */
/** @typedef {import("./seen.js").Action} Action */

/** @param {Room} room */
export function bar(room) {
  const {h, t} = room;
  /** @type {View} */
  let view = {};
  /** @type {Ctx | null} */
  let ctx = null;
  const fold = room.button(t("fold"), () => void giveUp());
  const call = room.button(t("check"), () => void goAlong(), {class: "primary"});
  const raise = room.button(t("bet"), () => void put(amountNow()));
  const much = chips(room, (n) => void put(n), () => name());
  const buttons = h("div", {class: "actions three"}, fold, call, raise);
  const element = h("div", {class: "bar-of-play", role: "group", "aria-label": t("bar")}, much.element, buttons);
  element.addEventListener("keydown", letters);

  const may = () => actions(view);
  const more = () => may().raise ?? may().bet;
  const mine = () => ctx !== null && asked(view, ctx) && ["betting", "bring_in"].includes(view.phase);
  const me = () => (ctx && own(view, ctx)) ?? {stack: 0, bet: 0};
  const slides = () => view.limit !== "limit";
  /** In a fixed limit there is nothing to choose, or two sizes. */
  const amountNow = () => (slides() || (more()?.maxAmount ?? 0) > (more()?.minAmount ?? 0) ? much.value : (more()?.minAmount ?? NaN));

  /** @param {number} n chips that go in with this move */
  const sure = async (n) => n < me().stack || room.ask({title: t("allIn.title"), text: t("allIn.text", {n: me().stack}), yes: t("allIn"), no: t("allIn.no"), danger: true});

  async function giveUp() {
    if (may().check && !(await room.ask({title: t("foldFree.title"), text: t("foldFree.text"), yes: t("fold"), no: t("foldFree.no"), danger: true}))) return;
    await room.play("fold");
  }

  async function goAlong() {
    if (may().bring_in) await room.play("bring_in");
    else if (may().check) await room.play("check");
    else if (await sure(may().call?.minAmount ?? 0)) await room.play("call");
  }

  /** @param {number} total */
  async function put(total) {
    if (Number.isNaN(total) || !more()) return;
    const all = total - me().bet >= me().stack;
    if (!(await sure(total - me().bet))) return;
    if (all && may().all_in) await room.play("all_in");
    else await room.play(may().raise ? "raise" : "bet", {amount: total});
  }

  /** Letters act in the amount field too. @param {KeyboardEvent} event */
  function letters(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLInputElement)) return;
    const run = {f: fold, c: call}[event.key.toLowerCase()];
    if (event.key === "Escape") call.focus();
    else if (run) run.click();
    else if (event.key.toLowerCase() === "a") allIn();
    else return;
    event.preventDefault();
  }

  function allIn() {
    const top = may().all_in?.maxAmount;
    if (!mine() || !ctx?.live || top === undefined) return;
    if (more()) void put(top);
    else void goAlong();
  }

  /** The labels of the three buttons. */
  function name() {
    const {check, call: owed, bring_in: forced} = may();
    const along = forced ? t("bringIn", {n: forced.minAmount}) : owed && mine() ? t(owed.minAmount === me().stack ? "callAllIn" : "call", {n: owed.minAmount}) : t("check");
    const kind = view.phase === "bring_in" ? "complete" : may().bet || !may().raise ? "bet" : "raise";
    const n = amountNow();
    const all = !Number.isNaN(n) && n - me().bet >= me().stack && Boolean(more());
    const up = !mine() || !more() || Number.isNaN(n) ? t(view.currentBet ? "raise" : "bet") : all ? t("allInFor", {n}) : t(`up.${kind}`, {n});
    for (const [button, text] of /** @type {[HTMLElement, string][]} */ ([[call, along], [raise, up]])) if (button.textContent !== text) button.textContent = text;
    const live = Boolean(ctx?.live) && mine();
    call.classList.toggle("primary", mine());
    room.able(fold, live && Boolean(may().fold));
    room.able(call, live && Boolean(check || owed || forced));
    room.able(raise, live && Boolean(more()) && !Number.isNaN(n));
  }

  /** @param {Action} action @returns {import("./amount.js").Range} */
  function range(action) {
    const {minAmount: low = 0, maxAmount: high = 0, increment = 1} = action;
    const {bet, stack} = me();
    const kind = view.phase === "bring_in" ? "complete" : action.action;
    const owed = Math.max(0, view.currentBet - bet);
    const part = (/** @type {number} */ share) => Math.min(high, Math.max(low, Math.floor(view.currentBet + share * (view.pot + owed))));
    const two = [{name: "low", label: room.number(low), amount: low}, {name: "high", label: room.number(high), amount: high}];
    const top = high === bet + stack ? {name: "max", label: t("allIn"), amount: high} : null;
    const free = [{name: "min", label: t("min"), amount: low}, {name: "half", label: t("half"), amount: part(0.5)}, {name: "pot", label: t("pot.size"), amount: part(1)}, ...(top ? [top] : [])];
    return {
      key: [view.hand, view.street, view.currentBet, low, high].join(),
      low, high,
      unit: slides() ? Math.max(increment, view.bigBlind) : Math.max(1, high - low),
      label: t(`amount.${kind}`),
      least: t(`least.${kind}`, {n: low}),
      most: t(`most.${kind}`, {n: high}),
      usual: slides() ? free : two,
      fixed: !slides(),
    };
  }

  return {
    element,
    /** Where the decision is. */
    focus: call,
    fold: () => fold.click(),
    call: () => call.click(),
    allIn,
    /** @param {number} steps @returns {boolean} whether there is an amount to move */
    nudge: (steps) => mine() && Boolean(more()) && !much.element.hidden && much.nudge(steps),
    /** Goes to the amount; where there is none to choose, raises. */
    raise() {
      if (!mine() || !more()) return;
      if (much.element.hidden) raise.click();
      else much.focus.focus();
    },
    /** @param {string} digit @returns {boolean} whether an amount can be typed now */
    type(digit) {
      const can = mine() && Boolean(more()) && !much.element.hidden && slides() && Boolean(ctx?.live);
      if (can) much.type(digit);
      return can;
    },
    /** @param {View} now @param {Ctx} who */
    show(now, who) {
      [view, ctx] = [now, who];
      const action = mine() ? more() : undefined;
      const two = action && (action.maxAmount ?? 0) > (action.minAmount ?? 0);
      much.element.hidden = !slides() && !two;
      much.element.classList.toggle("rest", !action); // keeps its room, so that nothing moves
      if (action) much.show(range(action), who.live);
      name();
    },
  };
}
