// The end of a match is a moment: who won, why, what it is worth, what decided it, how it went, and what next. It lies over the
// felt, with the rematch under the thumb; one press folds it away to look at the table. A loss is calm: no rays, no red.

import {copy} from "../copy.js";
import {h, icon, iconButton, put, svg, write} from "../dom.js";
import {count, pulse} from "../motion.js";
import {usual} from "../seek.js";
import {sound} from "../sound.js";
import {number, t} from "../text.js";
import {curve, dressed} from "./course.js";
import {words} from "./proof.js";
import {quick} from "./quick.js";
import {dealsOf, streak, told} from "./story.js";

/** @typedef {import("../contract.js").Ctx} Ctx */
/** @typedef {import("../contract.js").Result} Result */
/** @typedef {import("../contract.js").Table} Table */
/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../client.js").Place} Place */
/** @typedef {{old: number, new: number, change: number}} Change */

const SIDES = 4; // more are a list
const CROWN = "M3 25V6l10 8 7-13 7 13 10-8v19Z";
const STAR = "M12 2.5 14.9 8.7 21.6 9.5 16.7 14.1 18 20.8 12 17.5 6 20.8 7.3 14.1 2.4 9.5 9.1 8.7Z";

/** @param {Change} change */
const signed = ({change}) => (change === 0 ? "±0" : `${change > 0 ? "+" : "−"}${number(Math.abs(change))}`);

/** A picture of light behind a win. */
const rays = () => svg("svg", {class: "rays", viewBox: "0 0 400 400", "aria-hidden": "true"}, ...Array.from({length: 16}, (_, i) => svg("path", {d: "M200 200 130 -900H270Z", transform: `rotate(${i * 22.5} 200 200)`})));

/** Where the replay is, at a moment of it where one is named. @param {Lounge} lounge @param {Place} place @param {{fact?: Record<string, any>, entry?: number, deal?: number}} [moment] */
async function address(lounge, place, {fact, entry, deal} = {}) {
  const which = deal ?? (await dealsOf(lounge, place)).at(-1) ?? place.info.deal;
  return which ? `/replay/${place.table}-${which}${fact ? `?${new URLSearchParams(fact)}` : ""}${entry === undefined ? "" : `#${entry}`}` : "";
}

/** @param {Lounge} lounge @param {Place} place @param {{fact?: Record<string, any>, entry?: number, deal?: number}} [moment] */
async function again(lounge, place, moment) {
  const where = await address(lounge, place, moment);
  if (where) lounge.go(where);
}

/** What may be done with a match that is over, besides playing another. @type {((lounge: Lounge, place: Place, said: HTMLElement, head: () => string) => HTMLElement | null)[]} */
const AFTERWARDS = [
  (lounge, place) => h("button", {type: "button", class: "soft", onclick: () => void again(lounge, place)}, icon("play"), t("end.replay")),
  (lounge, place, said) => (place.fair.key ? h("button", {type: "button", class: "soft", onclick: () => {
    const found = place.fair.verdicts(lounge.client.user?.id ?? "").findLast((one) => one.code !== "VOID"); // the next one may be offered, and called off, by now
    write(said, found ? words(found) : t("end.unproved"));
    said.className = found?.verdict === "FALSE" ? "small error" : "small";
  }}, icon("shield"), t("end.verify")) : null),
  (lounge, place, said, head) => h("button", {type: "button", class: "soft", onclick: async () => {
    const where = await address(lounge, place);
    await copy(`${head()}\n${location.origin}${where || "/"}`);
    said.className = "small";
    write(said, t("end.shared"));
  }}, icon("share"), t("end.share")),
];

/** What decided it. @param {Lounge} lounge @param {Place} place @param {import("../contract.js").Moment[]} all */
function listed(lounge, place, all) {
  return all.map(({picture, when, what, fact, entry, deal}) => h("li", {}, h("span", {class: "moment-picture"}, picture ?? null), h("span", {class: "grow"}, h("span", {class: "xs muted"}, when), h("span", {class: "small"}, what)), fact || entry !== undefined ? iconButton("play", t("end.moment", {when}), () => void again(lounge, place, {fact, entry, deal})) : null));
}

/** @param {number} stars of three */
const starred = (stars) => [1, 2, 3].map((n) => svg("svg", {class: n <= stars ? "glyph on" : "glyph", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: STAR})));

/** @param {Ctx} ctx @param {number} seat */
const named = (ctx, seat) => (ctx.you(seat) ? t("end.you") : ctx.name(seat));

/** @param {Ctx} ctx @param {Result} result @param {number} seat @param {Record<string, Change> | null} ratings by seat */
function side(ctx, result, seat, ratings) {
  const won = result.winners?.includes(seat) ?? false;
  const change = ratings?.[seat];
  const figure = change ? h("b", {class: "figures", "data-value": String(change.old)}, number(change.new)) : null;
  if (figure && change) queueMicrotask(() => count(figure, change.new, {show: number}));
  const delta = change ? h("span", {class: `delta figures ${change.change > 0 ? "good" : change.change < 0 ? "bad" : "muted"}`}, signed(change)) : null;
  const crown = won ? svg("svg", {class: "crown", viewBox: "0 0 40 28", "aria-hidden": "true"}, svg("path", {d: CROWN})) : null;
  return h("div", {class: `outcome-side ${won ? "won" : ""} ${result.winners?.length ? "" : "even"}`},
    h("span", {class: "outcome-face"}, ctx.face(seat), crown), h("b", {}, named(ctx, seat)), h("span", {class: "small muted"}, result.notes?.[seat] ?? ""), figure ? h("span", {class: "outcome-rating"}, figure, delta) : null);
}

/** What may be done besides. @param {Lounge} lounge @param {Place} place @param {import("../house.js").GameCard | undefined} card @param {number} seats @param {HTMLElement} said @param {HTMLElement} head */
function others(lounge, place, card, seats, said, head) {
  const seek = card && usual(card) && seats > 1 ? h("button", {type: "button", class: "soft", onclick: () => {
    lounge.go("/");
    void lounge.seek.start(card);
  }}, icon("people"), t("end.next")) : null;
  return [...AFTERWARDS.map((make) => make(lounge, place, said, () => `${card?.t("game.name") ?? ""}: ${head.textContent}`)), seek].filter((one) => one !== null);
}

/**
 * @param {Lounge} lounge @param {Place} place
 * @param {{choices: HTMLElement, home: HTMLElement, game: () => import("../house.js").GameCard | undefined}} around rematch and the way out, and where they stand while this is folded away
 */
export function outcome(lounge, place, {choices, home, game}) {
  const head = h("h2", {class: "headline"});
  const why = h("p", {class: "muted"});
  const prize = h("p", {class: "outcome-prize"});
  const stars = h("p", {class: "outcome-stars"});
  const sides = h("div", {class: "sides"});
  const top = h("ol", {class: "outcome-top", role: "list"});
  const note = h("p", {class: "small streak", hidden: true});
  const moments = h("ol", {class: "moments", role: "list"});
  const decided = h("section", {class: "decided"}, h("h3", {}, t("end.decided")), moments);
  const course = h("section", {class: "course", hidden: true});
  const more = h("div", {class: "row afterwards"});
  const said = h("p", {class: "small", role: "status"});
  const shut = iconButton("eye", t("end.look"), () => fold());
  const hero = h("div", {class: "outcome-hero"}, head, why, prize, stars, sides, top, note);
  const next = h("div", {class: "outcome-next row"});
  const element = h("section", {class: "match-end enter", hidden: true, "aria-label": t("end.title")}, rays(), h("div", {class: "outcome-shut"}, shut), hero, decided, course, next, more, said);
  const open = iconButton("cup", t("end.show"), () => unfold());
  const watch = h("div", {class: "row"}, h("button", {type: "button", class: "primary", onclick: () => fold()}, t("end.watch")), h("button", {type: "button", onclick: () => lounge.go("/")}, t("room.back")));
  const looks = dressed().catch(() => {}); // it is not shown bare, but where the server is away
  const anew = h("button", {type: "button", class: "primary", onclick: async () => {
    const card = game();
    if (card) await quick(lounge, card, card.quick[0], (text) => write(said, text));
  }}, t("farewell.again"));
  let [shown, sat, greeted] = ["", "", ""];
  let folded = false;
  /** By seat. @type {Record<string, Change> | null} */
  let ratings = null;
  /** What came after the result: moments, a chart, a word. @type {Pick<Result, "moments" | "chart" | "note"> & {row?: string}} */
  let later = {};
  /** @type {[boolean, Result, Ctx, HTMLElement, Table["story"]] | null} */
  let last = null;

  const matchNow = () => place.match ?? "-";

  /** What has the focus keeps it where it goes. @param {HTMLElement} to */
  function move(to) {
    const had = /** @type {HTMLElement | null} */ (choices.contains(document.activeElement) ? document.activeElement : null);
    if (choices.parentElement !== to) to.append(choices);
    had?.focus();
  }

  /** What was asked for while it was not on the page yet gets the focus now. @param {HTMLElement} felt */
  function lay(felt) {
    felt.append(element);
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (choices.querySelector(".primary"))?.focus();
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

  /** Who was in it: two to four sides, or a list of places. @param {Ctx} ctx @param {Result} result */
  function who(ctx, result) {
    const now = JSON.stringify([result.winners, result.notes, result.top, ratings]);
    if (now === sat) return; // numbers count up once
    sat = now;
    const seats = result.seats ?? Array.from({length: ctx.seats}, (_, seat) => seat).filter((seat) => ctx.taken(seat)).sort((a, b) => Number(ctx.you(b)) - Number(ctx.you(a)));
    put(sides, ...(!result.top && seats.length > 1 && seats.length <= SIDES ? seats.map((seat) => side(ctx, result, seat, ratings)) : []));
    top.hidden = !result.top;
    put(top, ...(result.top ?? []).map(({seat, place: where, note: got}) => h("li", {class: ctx.you(seat) ? "mine" : ""}, ctx.face(seat), h("b", {class: "grow"}, named(ctx, seat)), h("span", {class: "small muted"}, where), h("b", {class: "figures"}, got))));
  }

  /** Asks, once a match, for what is known only after it. @param {Ctx} ctx @param {Result} result @param {Table["story"]} tell */
  function ask(ctx, result, tell) {
    const match = matchNow();
    greeted = match;
    const came = (/** @type {typeof later} */ found) => {
      if (greeted !== match || !last) return;
      later = {...later, ...found};
      show(...last);
    };
    if (tell) void told(lounge, place, ctx, tell).then(came, (reason) => console.warn("The match could not be told again.", reason));
    if (ctx.seat !== null && ctx.seats > 1 && result.outcome === "win") void streak(lounge, place, match).then((row) => row && came({row}));
  }

  /** @param {boolean} over @param {Result} bare @param {Ctx} ctx @param {HTMLElement} felt where it lies, while there is something to say @param {Table["story"]} [tell] */
  function show(over, bare, ctx, felt, tell) {
    last = [over, bare, ctx, felt, tell];
    const result = {...bare, ...later, note: [bare.note, later.note, later.row].filter(Boolean).join(" · ")};
    const now = over ? JSON.stringify([result, ratings, choices.dataset.label], (key, value) => (key === "picture" ? undefined : value)) : "";
    if (now === shown) return;
    shown = now;
    if (!over) {
      [folded, ratings, later, greeted, sat] = [false, null, {}, "", ""];
      element.hidden = true;
      open.remove();
      move(home);
      element.remove();
      return;
    }
    element.className = `match-end enter ${result.outcome ?? "none"} ${result.chart && result.moments?.length ? "charted" : ""}`;
    write(head, result.head);
    write(why, result.why ?? "");
    put(prize, ...(result.prize ? [h("b", {class: `figures ${result.prize.good === undefined ? "" : result.prize.good ? "good" : "bad"}`}, result.prize.figure), h("span", {class: "small muted"}, result.prize.label)] : []));
    put(stars, ...(result.stars === undefined ? [] : starred(result.stars)));
    who(ctx, result);
    note.hidden = !result.note;
    put(note, ...(result.note ? [icon("bolt"), result.note] : []));
    decided.hidden = !result.moments?.length;
    put(moments, ...listed(lounge, place, result.moments ?? []));
    course.hidden = !result.chart;
    put(course, ...(result.chart ? curve(result.chart) : []));
    if (greeted !== matchNow()) {
      write(said, "");
      put(more, ...others(lounge, place, game(), ctx.seats, said, head));
    }
    void looks.then(() => over && last?.[0] && element.parentElement !== felt && lay(felt));
    if (choices.childElementCount) watch.remove();
    else next.append(watch); // the match goes on without us
    if (!folded) {
      element.hidden = false;
      move(next);
      const closed = ctx.seat !== null && choices.childElementCount > 0 && !choices.querySelector(".primary");
      if (closed) next.prepend(anew);
      else anew.remove();
    }
    if (greeted === matchNow()) return;
    ask(ctx, bare, tell);
    if (ratings) return; // it is looked at again
    if (result.outcome === "win" || result.outcome === "loss") sound(result.outcome === "win" ? "win" : "lose");
    const face = element.querySelector(".outcome-side.won .outcome-face");
    if (face) pulse(face);
  }

  return {
    element,
    show,
    /** What the house says of ratings. @param {Record<string, Change> | undefined} changes */
    rated(changes) {
      ratings = changes ?? null;
      shown = "";
    },
  };
}
