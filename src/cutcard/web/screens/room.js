// What a game's table gets from the room: how things stand besides its view, and what it may ask for.

import {avatar} from "../avatar.js";
import {called, lineOf, picture} from "../characters.js";
import {ask} from "../dialogs.js";
import {h, svg} from "../dom.js";
import {spoken} from "../elements/card.js";
import {fill, sit} from "../house.js";
import {fly} from "../motion.js";
import {keep, recall, settings} from "../settings.js";
import {at} from "../shelf.js";
import {sound} from "../sound.js";
import {list, number, ordinal, span, t} from "../text.js";

/** @typedef {import("../client.js").Place} Place */
/** @typedef {import("../contract.js").Answer} Answer */

/**
 * @param {Place} place @param {(key: string, args?: Record<string, any>) => string} [say] the game's texts @param {import("../characters.js").Faces} [faces] its bots'
 * @returns {import("../contract.js").Ctx}
 */
export function context(place, say = t, faces = {}) {
  const seatOf = (/** @type {import("../contract.js").Who} */ who) => (typeof who === "string" ? (place.roster.find(({id}) => id === who)?.seat ?? null) : (who ?? null));
  const sits = (/** @type {number | null} */ seat) => place.roster.find((one) => one.seat === seat);
  return {
    seat: place.seat,
    seats: place.info.seats ?? place.roster.length,
    seatOf,
    name(who) {
      const one = sits(seatOf(who));
      return one ? called(one, say) : typeof who === "number" ? t("seat.number", {n: who + 1}) : "";
    },
    face(who) {
      const one = sits(seatOf(who));
      return one ? picture(one, faces) : avatar(String(who ?? ""));
    },
    line(who) {
      const one = sits(seatOf(who));
      return one ? lineOf(one, say) : "";
    },
    you: (who) => place.seat !== null && seatOf(who) === place.seat,
    taken: (seat) => sits(seat) !== undefined,
    bot: (seat) => Boolean(sits(seat)?.bot),
    away: (seat) => sits(seat)?.here === false && !sits(seat)?.bot,
    live: place.live,
    pending: place.pending,
    due(seat) {
      const all = place.timers.filter((timer) => seat === undefined || seat === null || timer.seat === seat).map((timer) => timer.due);
      return all.length ? Math.min(...all) - place.ahead : null;
    },
    when: (ms) => (place.zero === null ? null : place.zero + ms - place.ahead),
    options: place.info.options ?? {},
    settings: settings(),
    legal: place.legal,
    asides: place.asides,
    over: place.info.status === "COMPLETED" || place.info.status === "ABANDONED",
  };
}

/**
 * @param {string} game @param {import("../lounge.js").Lounge} lounge @param {Place} place
 * @param {{say: (key: string, args?: Record<string, any>) => string, fail: (text: string) => void, deny: (answer: Answer) => void, draw: () => void, invite: () => void}} table
 * the game's texts, the line for what went wrong, the same for what was refused, to draw the table again, and to show how others may come
 * @returns {import("../contract.js").Room}
 */
export function roomFor(game, lounge, place, {say, fail, deny, draw, invite}) {
  /** What was asked for; where it is refused, that is said. @param {Promise<Answer>} asked */
  const answered = async (asked) => {
    fail("");
    const answer = await asked;
    if (!answer.ok) deny(answer);
    return answer;
  };
  return {
    recall: (name) => recall(`cutcard.${game}.${name}`),
    keep: (name, value) => keep(`cutcard.${game}.${name}`, value),
    h, svg, t: say, number, list, span, place: ordinal, fly, sound, ask,
    table: place.table,
    card: spoken,
    error: fail,
    say: (text) => lounge.say(text),
    button: (label, run, props = {}) => h("button", {type: "button", ...props, onclick: (/** @type {any} */ e) => e.currentTarget.getAttribute("aria-disabled") !== "true" && run()}, label),
    able: (button, yes) => button.setAttribute("aria-disabled", String(!yes)),
    async play(tag, fields) {
      fail("");
      const answer = await place.play(tag, fields);
      if (!answer.ok && answer.code !== "CLOSED") deny(answer);
      return answer;
    },
    advise: (page) => place.advise(page),
    bests: async () => (await lounge.client.request("PROFILE", {}, {again: false})).payload.profile?.bests?.[game] ?? {},
    day: async () => ({...(await lounge.client.request("DAILY", {game, limit: 100}, {again: false})).payload, you: lounge.client.user?.id}),
    redraw: draw,
    replays: () => void import(at("/web/screens/replays.js")).then(({replayDialog}) => replayDialog(lounge, place.table), () => fail(t("connection.lost"))),
    sit: (seat) => answered(sit(lounge.client, place, seat)),
    invite,
    addBot: (seat) => answered(fill(lounge.client, place.table, {seat})),
    substitute: (seat) => answered(lounge.client.request("SUBSTITUTE", {table: place.table, seat})),
    vote: (seat, agree = true) => answered(lounge.client.request("VOTE_KICK", {table: place.table, seat, agree})),
  };
}
