// The end of a match is a moment: who won, why, what it is worth, what decided it, and what next. It lies over the felt,
// with the rematch under the thumb; one press folds it away to look at the table. A loss is calm: no rays, no red.

import {h, icon, iconButton, put, svg, write} from "../dom.js";
import {count, pulse} from "../motion.js";
import {usual} from "../seek.js";
import {sound} from "../sound.js";
import {number, t} from "../text.js";
import {words} from "./proof.js";

/** @typedef {import("../contract.js").Ctx} Ctx */
/** @typedef {import("../contract.js").Result} Result */
/** @typedef {{old: number, new: number, change: number}} Change */

const SIDES = 4; // more are a list of their own, which the game shows
const CROWN = "M3 25V6l10 8 7-13 7 13 10-8v19Z";

/** @param {Change} change */
const signed = ({change}) => (change === 0 ? "±0" : `${change > 0 ? "+" : "−"}${number(Math.abs(change))}`);

/** A picture of light behind a win. */
const rays = () => svg("svg", {class: "rays", viewBox: "0 0 400 400", "aria-hidden": "true"}, ...Array.from({length: 16}, (_, i) => svg("path", {d: "M200 200 130 -900H270Z", transform: `rotate(${i * 22.5} 200 200)`})));

/** The last deal that was played there; null where the server does not say. @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place @returns {Promise<number | null>} */
async function lastDeal(lounge, place) {
  const answer = await fetch(`/api/deals?table=${place.table}&limit=1`, {headers: {Authorization: `Bearer ${lounge.client.token}`}}).catch(() => null);
  return answer?.ok ? ((await answer.json()).deals[0]?.deal ?? null) : null;
}

/** Goes to the replay, to a moment of it where one is named. @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place @param {Record<string, any>} [fact] */
async function again(lounge, place, fact) {
  const deal = (await lastDeal(lounge, place)) ?? place.info.deal;
  const where = fact ? `?${new URLSearchParams(fact)}` : "";
  if (deal) lounge.go(`/replay/${place.table}-${deal}${where}`);
}

/** What may be done with a match that is over, besides playing another. @type {((lounge: import("../lounge.js").Lounge, place: import("../client.js").Place, said: HTMLElement) => HTMLElement | null)[]} */
const AFTERWARDS = [
  (lounge, place) => h("button", {type: "button", class: "soft", onclick: () => void again(lounge, place)}, icon("play"), t("end.replay")),
  (lounge, place, said) => (place.fair.key ? h("button", {type: "button", class: "soft", onclick: () => {
    const found = place.fair.verdicts(lounge.client.user?.id ?? "").at(-1);
    write(said, found ? words(found) : t("end.unproved"));
    said.className = found?.verdict === "FALSE" ? "small error" : "small";
  }}, icon("shield"), t("end.verify")) : null),
];

/**
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place
 * @param {{choices: HTMLElement, home: HTMLElement, game: () => import("../house.js").GameCard | undefined}} around rematch and the way out, and where they stand while this is folded away
 */
export function outcome(lounge, place, {choices, home, game}) {
  const head = h("h2", {class: "headline"});
  const why = h("p", {class: "muted"});
  const stars = h("p", {class: "outcome-stars"});
  const sides = h("div", {class: "sides"});
  const note = h("p", {class: "small streak", hidden: true});
  const moments = h("ol", {class: "moments", role: "list"});
  const decided = h("section", {class: "decided"}, h("h3", {}, t("end.decided")), moments);
  const more = h("div", {class: "row afterwards"});
  const said = h("p", {class: "small", role: "status"});
  const shut = iconButton("eye", t("end.look"), () => fold());
  const element = h("section", {class: "match-end enter", hidden: true, "aria-label": t("end.title")}, rays(), h("div", {class: "outcome-shut"}, shut), head, why, stars, sides, note, decided, h("div", {class: "outcome-next"}), more, said);
  const next = /** @type {HTMLElement} */ (element.querySelector(".outcome-next"));
  const open = iconButton("cup", t("end.show"), () => unfold());
  let shown = "";
  let folded = false;
  /** By seat. @type {Record<string, Change> | null} */
  let ratings = null;

  /** What has the focus keeps it where it goes. @param {HTMLElement} to */
  function move(to) {
    const had = /** @type {HTMLElement | null} */ (choices.contains(document.activeElement) ? document.activeElement : null);
    if (choices.parentElement !== to) to.append(choices);
    had?.focus();
  }

  function fold() {
    folded = true;
    element.hidden = true;
    move(home);
    home.append(open);
    open.focus();
  }

  function unfold() {
    folded = false;
    element.hidden = false;
    open.remove();
    move(next);
    shut.focus();
  }

  /** @param {Ctx} ctx @param {Result} result @param {number} seat */
  function side(ctx, result, seat) {
    const won = result.winners?.includes(seat) ?? false;
    const change = ratings?.[seat];
    const figure = change ? h("b", {class: "figures", "data-value": String(change.old)}, number(change.new)) : null;
    if (figure && change) queueMicrotask(() => count(figure, change.new, {show: number}));
    const delta = change ? h("span", {class: `delta figures ${change.change > 0 ? "good" : change.change < 0 ? "bad" : "muted"}`}, signed(change)) : null;
    const crown = won ? svg("svg", {class: "crown", viewBox: "0 0 40 28", "aria-hidden": "true"}, svg("path", {d: CROWN})) : null;
    return h("div", {class: `outcome-side ${won ? "won" : ""} ${result.winners?.length ? "" : "even"}`},
      h("span", {class: "outcome-face"}, ctx.face(seat), crown), h("b", {}, ctx.you(seat) ? t("end.you") : ctx.name(seat)), h("span", {class: "small muted"}, result.notes?.[seat] ?? ""), figure ? h("span", {class: "outcome-rating"}, figure, delta) : null);
  }

  /** @param {Ctx} ctx */
  function others(ctx) {
    const card = game();
    const seek = card && usual(card) && ctx.seats > 1 ? h("button", {type: "button", class: "soft", onclick: () => {
      lounge.go("/");
      void lounge.seek.start(card);
    }}, icon("people"), t("end.next")) : null;
    return [...AFTERWARDS.map((make) => make(lounge, place, said)), seek].filter((one) => one !== null);
  }

  return {
    element,
    /** What the house says of ratings. @param {Record<string, Change> | undefined} told */
    rated(told) {
      ratings = told ?? null;
      shown = "";
    },
    /** @param {boolean} over @param {Result} result @param {Ctx} ctx @param {HTMLElement} felt where it lies, while there is something to say */
    show(over, result, ctx, felt) {
      const now = over ? JSON.stringify([result.head, result.why, result.winners, result.notes, result.note, result.stars, result.moments?.map(({when, what}) => [when, what]), ratings]) : "";
      if (now === shown) return;
      const fresh = shown === "" && over && !folded && ratings === null;
      shown = now;
      if (!over) {
        [folded, ratings] = [false, null];
        element.hidden = true;
        open.remove();
        move(home);
        element.remove();
        return;
      }
      element.className = `match-end enter ${result.outcome ?? "none"}`;
      write(head, result.head);
      write(why, result.why ?? "");
      put(stars, ...(result.stars === undefined ? [] : [1, 2, 3].map((n) => svg("svg", {class: n <= (result.stars ?? 0) ? "glyph on" : "glyph", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: "M12 2.5 14.9 8.7 21.6 9.5 16.7 14.1 18 20.8 12 17.5 6 20.8 7.3 14.1 2.4 9.5 9.1 8.7Z"})))));
      const seats = Array.from({length: ctx.seats}, (_, seat) => seat).filter((seat) => ctx.taken(seat));
      put(sides, ...(seats.length > 1 && seats.length <= SIDES ? seats.sort((a, b) => Number(ctx.you(b)) - Number(ctx.you(a))).map((seat) => side(ctx, result, seat)) : []));
      note.hidden = !result.note;
      put(note, ...(result.note ? [icon("bolt"), result.note] : []));
      decided.hidden = !result.moments?.length;
      put(moments, ...(result.moments ?? []).map(({picture, when, what, fact}) => h("li", {}, h("span", {class: "moment-picture"}, picture ?? null), h("span", {class: "grow"}, h("span", {class: "xs muted"}, when), h("span", {class: "small"}, what)), fact ? iconButton("play", t("end.moment", {when}), () => void again(lounge, place, fact)) : null)));
      write(said, "");
      put(more, ...others(ctx));
      if (element.parentElement !== felt) felt.append(element);
      if (!folded) {
        element.hidden = false;
        move(next);
      }
      if (!fresh) return;
      if (result.outcome === "win" || result.outcome === "loss") sound(result.outcome === "win" ? "win" : "lose");
      const face = element.querySelector(".outcome-side.won .outcome-face");
      if (face) pulse(face);
    },
  };
}
