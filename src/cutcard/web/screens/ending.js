// How a match ends: another one, offered and accepted, or the end that may be claimed where somebody who is
// gone for too long is waited for.

import {h, put} from "../dom.js";
import {claim, rematch} from "../house.js";
import {t} from "../text.js";

/** @typedef {import("../contract.js").Ctx} Ctx */

const PATIENCE = 120_000; // ms for who was gone before we came, as PROTOCOL.md has it

/**
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place
 * @param {{felt: HTMLElement, yours: () => boolean, deny: (answer: import("../contract.js").Answer) => void}} table
 */
export function ending(lounge, place, {felt, yours, deny}) {
  const element = h("div", {class: "row"});
  let offered = ""; // who offers a rematch; "me" once offered by oneself
  let over = false;
  let closed = false; // the house keeps a table for a while after its match, for a rematch
  /** Seats whose people are gone: when one need not wait for them any more, epoch ms. @type {Map<number, number>} */
  const gone = new Map();
  /** @type {number | undefined} */
  let claimTimer;

  function draw() {
    const at = place.seat !== null;
    if (!over && at && waitsInVain()) return offerClaim();
    if (!over || !at) {
      element.dataset.label = "";
      return void put(element);
    }
    const mayAgain = place.info.options?.allowRematch !== false && !closed;
    let label = t(place.info.seats === 1 ? "end.solo" : "end.again");
    if (offered) label = offered === "me" ? t("end.waiting") : t("end.accept", {name: offered});
    if (closed) label = "";
    if (element.dataset.label === label && element.childElementCount) return; // buttons do not move
    element.dataset.label = label;
    const again = h("button", {type: "button", class: "primary", onclick: () => offered === "me" || void another()}, label);
    again.setAttribute("aria-disabled", String(offered === "me"));
    put(element, ...(mayAgain ? [again] : []), h("button", {type: "button", onclick: () => lounge.go("/")}, t("room.back")));
    if (document.activeElement === document.body || felt.contains(document.activeElement)) again.focus();
  }

  /** Somebody has been away for so long that one need not wait any more. */
  function offerClaim() {
    if (element.dataset.label === "claim") return;
    element.dataset.label = "claim";
    put(element, h("button", {type: "button", onclick: async () => {
      const answer = await claim(lounge.client, place.table);
      if (!answer.ok) deny(answer);
    }}, t("end.claim")));
  }

  /** The match waits for somebody who is gone for too long, and no clock of theirs will decide. */
  function waitsInVain() {
    const timed = (/** @type {number} */ seat) => place.timers.some((timer) => (timer.seat ?? seat) === seat);
    return !yours() && place.current && [...gone].some(([seat, until]) => Date.now() >= until && !timed(seat));
  }

  /** Who is gone, and for how long one is patient with them. @param {{seat: number, graceMs: number}} [just] somebody who went just now */
  function missing(just) {
    const away = place.roster.filter((one) => one.here === false && !one.bot && one.seat !== place.seat).map(({seat}) => seat);
    for (const seat of gone.keys()) if (!away.includes(seat)) gone.delete(seat);
    for (const seat of away) if (!gone.has(seat)) gone.set(seat, Date.now() + (just?.seat === seat ? just.graceMs : PATIENCE));
    clearTimeout(claimTimer);
    const next = Math.min(...[...gone.values()].filter((until) => until > Date.now()));
    if (Number.isFinite(next)) claimTimer = window.setTimeout(draw, next - Date.now() + 50);
  }

  async function another() {
    const accept = offered !== "";
    offered = "me";
    draw();
    const answer = await rematch(lounge.client, place.match, accept);
    if (answer.ok) return;
    offered = "";
    deny(answer);
    draw();
  }

  return {
    element,
    missing,
    /** The match is over. */
    get over() {
      return over;
    },
    /** @param {boolean} now whether it is over */
    show(now) {
      if (over !== now) offered = "";
      over = now;
      draw();
    },
    /** What the house says of rematches, of the table and of those who go. @param {string} type @param {Record<string, any>} payload @param {Ctx} ctx */
    hear(type, payload, ctx) {
      const who = payload.playerId ?? payload.seat;
      if (type === "REMATCH_OFFERED" && !ctx.you(who)) offered = ctx.name(who);
      if (type === "REMATCH_DECLINED") offered = "";
      if (type === "TABLE_CLOSED") closed = true;
      if (type === "PLAYER_DISCONNECTED") missing(/** @type {any} */ (payload));
    },
    close: () => clearTimeout(claimTimer),
  };
}
