// The line at a table that belongs to something larger. Of an event: level and blinds, when they rise and to what, where
// one stands, the average; of one of matches the round and one's points; of two tables with the same deals how they compare.

import {h, icon, put} from "../dom.js";
import {number, t} from "../text.js";
import {boardsLine} from "./boards.js";
import {halves, roundOf} from "./meeting.js";
import {blindsOf, rankOf, watched} from "./watched.js";

const SAY = {t, number};

/** @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place @param {import("../house.js").TableCard} info @param {() => void} redraw the table @returns {{element: HTMLElement, judged?: (asked: import("../contract.js").Asked) => import("../contract.js").Asked, close: () => void}} */
export function lineOf(lounge, place, info, redraw) {
  return info.event ? eventLine(lounge, info.event, redraw) : boardsLine(lounge, place, info, redraw);
}

/** @param {import("../lounge.js").Lounge} lounge @param {number} event @param {() => void} redraw the table */
function eventLine(lounge, event, redraw) {
  /** Of one with chips: how far it is; nothing where that is not known yet. */ let phase = "";
  const level = h("b", {class: "figures"});
  const clock = h("cut-clock");
  const next = h("span", {class: "figures"});
  const place = h("span", {class: "figures"});
  const average = h("span", {class: "figures muted strip-wide"});
  const news = h("b", {class: "pill live"});
  const way = lounge.link(`/events/${event}`, icon("cup"), "strip-way");
  way.append(h("span", {}, t("events.page")));
  way.title = way.ariaLabel = t("events.page");
  const element = h("section", {class: "strip-line", "aria-label": t("events.strip")}, news, level, h("span", {class: "strip-next"}, clock, next), place, average, way);
  element.hidden = true;

  /** How it ended for you; the way to its page stays. @param {any} info @param {any} own */
  function ended(info, own) {
    /** @type {any} */ (clock).due = null;
    for (const one of [news, clock, next, average]) one.hidden = true;
    level.textContent = own?.place === 1 ? t("events.won") : own?.place ? t("events.outAt", {n: own.place, of: info.entries}) : t(`events.phase.${info.phase}`);
    put(place, own?.prize ? t("events.prize", {n: own.prize}) : "");
  }

  /** Of one of matches: the round, and what one has. @param {any} told */
  function drawMatches({matchInfo: info, ownEntry: own}) {
    element.hidden = info.phase === "registering";
    for (const one of [news, clock, next, average]) one.hidden = true;
    level.textContent = own?.place ? (own.place === 1 ? t("events.won") : t("events.placeOf", {n: own.place, of: info.entries})) : info.phase === "running" ? roundOf({...info, format: info.terms.format}) : t(`events.phase.${info.phase}`);
    put(place, own ? t("events.score", {score: info.terms.format === "arena" ? number(own.score ?? 0) : halves(own.score ?? 0), n: own.matches ?? 0}) : "");
  }

  /** @param {any} told @param {number} at */
  function draw(told, at) {
    const before = phase;
    phase = told.matchInfo ? "matches" : told.info.phase;
    if (phase !== before) redraw();
    if (told.matchInfo) return drawMatches(told);
    const {info, own} = told;
    element.hidden = info.phase === "registering";
    if (info.phase !== "running") return ended(info, own);
    const bubble = info.handForHand ? t("events.handForHand") : info.paused ? t("events.paused") : info.breakLeft ? t("events.pause") : "";
    news.textContent = bubble;
    news.hidden = !bubble;
    level.textContent = t("events.levelShort", {n: info.level, blinds: blindsOf(info.blinds, SAY)});
    const left = info.breakLeft ?? info.levelLeft;
    /** @type {any} */ (clock).due = left ? at + left : null;
    clock.hidden = !left;
    next.textContent = info.nextBlinds ? t("events.nextShort", {blinds: blindsOf(info.nextBlinds, SAY)}) : "";
    const rank = rankOf(info, lounge.client.user?.id);
    put(place, own && !own.place && rank ? t("events.rank", {n: rank, of: info.left}) : t("events.left", {n: info.left}));
    average.textContent = info.average ? t("events.average", {n: info.average}) : "";
  }
  const watch = watched(lounge, event, {draw, fail: () => void (element.hidden = true)});
  /** One may have all chips of a table, and the event goes on: somebody buys again, or other tables play. @param {import("../contract.js").Asked} asked @returns {import("../contract.js").Asked} */
  const judged = (asked) => (asked.over && (!phase || phase === "running") ? {prompt: t("events.handOver")} : asked);
  return {element, judged, close: watch.close};
}
