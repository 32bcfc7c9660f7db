// The others around the felt, each with name, stack, cards, bet, clock and what they last did. On a wide
// screen they sit on an ellipse, the viewer at its lower end; on a phone up to six sit around an upright one, more in rows, clockwise.

import {icon} from "../../../web/dom.js";
import {ring} from "../../../web/ring.js";
import {holding} from "./made.js";
import {heap} from "./pile.js";
import {holds, isDraw, isStud, player, running, seatsOf, timed} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */
/** @typedef {import("./seen.js").Player} Player */

/** What lies before a seat: hidden first, then those face up. @param {Player} p @returns {string[]} */
function laid(p) {
  if (!p.count || p.state === "FOLDED" || p.mucked) return [];
  if (p.cards) return p.cards;
  return [...Array(Math.max(0, p.count - p.up.length)).fill(""), ...p.up];
}

const FLAT = 2.1; // the ellipse is that much wider than high

/**
 * Angles in degrees, evenly apart along the ellipse and clockwise from the viewer's left; 90 is their own place.
 * @param {number} n how many others @param {number} spread degrees from the first to the last
 */
function angles(n, spread) {
  if (n === 1) return [270];
  const [from, steps] = [270 - spread / 2, 360];
  const at = (/** @type {number} */ i) => from + (spread * i) / steps;
  const way = [0];
  for (let i = 0; i < steps; i += 1) {
    const angle = (at(i + 0.5) * Math.PI) / 180;
    way.push(way[i] + Math.hypot(FLAT * Math.sin(angle), Math.cos(angle)));
  }
  return Array.from({length: n}, (_, k) => at(way.findIndex((length) => length >= (way[steps] * k) / (n - 1) - 1e-9)));
}

/** Upright, on a phone: where n sit, in percent, clockwise from the lower left; the middle is the board's. @type {Record<number, [number, number][]>} */
const UPRIGHT = {
  1: [[50, 12]],
  2: [[17, 24], [83, 24]],
  3: [[17, 24], [50, 12], [83, 24]],
  4: [[17, 82], [17, 24], [83, 24], [83, 82]],
  5: [[17, 82], [17, 24], [50, 12], [83, 24], [83, 82]],
  6: [[50, 90], [17, 74], [17, 24], [50, 12], [83, 24], [83, 74]],
};

/** The same place upright; a bet lies before the plate of whoever sits at a side, and towards the middle above and below. @param {[number, number] | undefined} place @returns {Record<string, number>} */
function upright(place) {
  if (!place) return {};
  const [x, y] = place;
  const side = Math.sign(50 - x); // 1: the bet lies to the right of the plate
  const down = side ? (y > 50 ? 3 : 7.5) : y > 50 ? -14 : 12.5;
  return {"--ux": x, "--uy": y, "--us": side, "--uty": down};
}

/** One line: what this player did or is. @param {Room} room @param {View} view @param {Player} p @param {Ctx} ctx */
export function note({t}, view, p, ctx) {
  if (p.place) return t("note.place", {n: p.place});
  if (p.won) return t("note.won", {n: p.won});
  if (p.leaving) return t("note.leaving");
  if (p.count && p.state === "FOLDED") return t("note.FOLDED");
  if (running(view) && p.count) {
    if (p.state === "ALL_IN") return t("note.ALL_IN");
    if (view.phase === "run_twice" && (view.voted ?? []).includes(p.seat)) return t("note.voted");
    if (isDraw(view.variant) && p.drew.length && (!p.last || p.last.startsWith("draws") || p.last === "stands pat")) return drawn(t, p.drew.at(-1) ?? 0);
    if (p.last) return t(`last.${p.last}`);
    return ctx.away(p.seat) ? t("note.away") : "";
  }
  if (p.mucked) return t("note.mucked");
  if (p.showed && p.hand) return holding(t, p);
  if (p.state === "SITTING_OUT") return t("note.SITTING_OUT");
  if (p.waits) return t("note.waits");
  if (p.state === "EMPTY") return "";
  return ctx.away(p.seat) ? t("note.away") : "";
}

/** @param {Room["t"]} t @param {number} n */
const drawn = (t, n) => (n ? t("note.drew", {n}) : t("note.pat"));

/** The dealer's button and the blinds. @param {Room} room */
export function marks({h, t}) {
  const disc = h("span", {class: "disc"}, h("span", {"aria-hidden": "true"}, "D"), h("span", {class: "visually-hidden"}, t("mark.button")));
  const blind = h("abbr", {class: "blind"});
  const element = h("span", {class: "marks"}, disc, blind);
  return {
    element,
    /** @param {View} view @param {number} seat */
    show(view, seat) {
      const posts = !isStud(view.variant) && view.hand > 0;
      disc.hidden = !posts || view.button !== seat || view.phase === "waiting";
      const which = view.variant === "NS" || view.bomb || view.phase === "waiting" ? "" : seat === view.bigSeat ? "big" : seat === view.smallSeat ? "small" : "";
      blind.hidden = !posts || !which;
      if (which) {
        blind.textContent = t(`blind.${which}`);
        blind.title = t(`blindName.${which}`);
      }
    },
  };
}

/** A row of cards that keeps its elements. @param {Room} room @param {HTMLElement} row @param {string[]} cards */
export function lay({h}, row, cards) {
  while (row.childElementCount > cards.length) row.lastElementChild?.remove();
  cards.forEach((card, i) => {
    const there = /** @type {any} */ (row.children[i]);
    if (there) there.card = card;
    else row.append(h("cut-card", {card}));
  });
  row.hidden = !cards.length;
}

/** @param {Room} room @param {number} seat */
function spot(room, seat) {
  const {h, t} = room;
  const plate = h("cut-seat");
  const cards = h("div", {class: "laid"});
  const bet = h("cut-chips", {class: "wager"});
  const mark = marks(room);
  const sit = room.button(t("sitHere"), () => void room.sit(seat), {class: "sit-here", "aria-label": t("sitHereAt", {n: seat + 1})});
  const invite = room.button("", () => room.invite(), {class: "icon soft", title: t("invite"), "aria-label": t("inviteAt", {n: seat + 1})});
  const bot = room.button("", () => void room.addBot(seat), {class: "icon soft", title: t("addBot"), "aria-label": t("addBotAt", {n: seat + 1})});
  invite.append(icon("link"));
  bot.append(icon("bot"));
  const others = h("div", {class: "spot-others"}, invite, bot);
  const element = h("li", {class: "spot"}, cards, plate, bet, sit, others);
  plate.append(mark.element);
  const time = ring(plate);
  return {
    element, plate, cards, bet,
    /** @param {View} view @param {Ctx} ctx @param {View} last the hand to be looked at */
    show(view, ctx, last) {
      const [p, q] = [player(view, seat), player(last, seat)];
      const vacant = p.state === "EMPTY" && !holds(q);
      const known = ctx.bot(seat) || ctx.name(seat) !== t("seat.number", {n: seat + 1});
      plate.data = {
        name: vacant && !known ? t("seatFree", {n: seat + 1}) : ctx.name(seat),
        active: (view.toAct ?? []).includes(seat) && view.phase !== "waiting",
        bot: ctx.bot(seat),
        face: vacant && !known ? undefined : ctx.face(seat),
        away: ctx.away(seat),
        ...(vacant ? {score: ""} : {amount: p.stack}),
        note: note(room, last, q, ctx),
        due: null, // the ring says it
      };
      time.show(timed(view, ctx, seat));
      element.classList.toggle("vacant", vacant);
      element.classList.toggle("folded", q.state === "FOLDED");
      element.classList.toggle("out", p.state === "SITTING_OUT");
      element.classList.toggle("won", q.won > 0);
      element.classList.toggle("open", Boolean(q.cards));
      lay(room, cards, laid(q));
      cards.dataset.count = String(q.count);
      heap(bet, running(view) && p.bet ? p.bet : null);
      mark.show(last, seat);
      sit.hidden = ctx.seat !== null || known || p.state !== "EMPTY" || Boolean(view.tournament && !view.entry);
      others.hidden = ctx.seat === null || known || p.state !== "EMPTY" || Boolean(view.tournament && !view.entry);
      for (const button of [sit, bot]) room.able(button, ctx.live);
    },
  };
}

/** @param {Room} room */
export function seats(room) {
  const {h, t} = room;
  const element = h("ol", {class: "spots", role: "list", "aria-label": t("players")});
  /** @type {Map<number, ReturnType<typeof spot>>} */
  const spots = new Map();
  let shape = "";

  /** Puts everybody in their places. @param {number[]} all @param {number | null} me */
  function arrange(all, me) {
    const n = all.length;
    const first = me ?? 0;
    const others = me === null ? n : n - 1;
    const around = angles(others, me === null ? 360 - 360 / n : Math.min(264, 300 - 540 / n));
    spots.clear();
    for (let k = me === null ? 0 : 1; k < n; k += 1) {
      const seat = (first + k) % n;
      const one = spot(room, seat);
      const at = (around[me === null ? k : k - 1] * Math.PI) / 180;
      const [x, y] = [Math.cos(at), Math.sin(at)];
      const place = {"--x": 50 + 41 * x, "--y": 50 + 39 * y, "--tx": -14 * x, "--ty": -15 * y, ...upright(UPRIGHT[others]?.[me === null ? k : k - 1])};
      for (const [name, value] of Object.entries(place)) one.element.style.setProperty(name, value.toFixed(2));
      spots.set(seat, one);
    }
    element.replaceChildren(...[...spots.values()].map((one) => one.element));
  }

  return {
    element,
    /** @param {number | null} seat */
    spot: (seat) => (seat === null ? null : (spots.get(seat) ?? null)),
    /** @param {View} view @param {Ctx} ctx @param {View} last */
    show(view, ctx, last) {
      const all = seatsOf(view);
      const wanted = `${all.length}:${ctx.seat}`;
      if (shape !== wanted) {
        shape = wanted;
        arrange(all, ctx.seat);
      }
      element.dataset.count = String(spots.size);
      for (const one of spots.values()) one.show(view, ctx, last);
    },
  };
}
