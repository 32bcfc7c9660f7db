// Facts in one line, for the log, the line of what just happened and the screen reader.

import {called, spelt, worded} from "./felt.js";

/** @typedef {import("../../../web/contract.js").Room} Room */

/** @param {Room} room @param {() => string} level the level now played @returns {import("../../../web/contract.js").Table["tell"]} */
export function teller(room, level) {
  const {t} = room;
  return (fact, ctx) => {
    const who = (/** @type {number} */ seat, start = false) => called(room, ctx, seat, start);
    const one = (/** @type {number} */ seat) => ({name: who(seat), you: ctx.you(seat)});
    const it = fact.seat === undefined ? {} : one(fact.seat);
    const all = (/** @type {number[]} */ seats) => room.list(seats.map((seat, i) => who(seat, i === 0)));
    switch (fact.type) {
      case "GAME_START":
        return t("tell.start", {n: fact.deal, level: spelt(fact.level)});
      case "TRIBUTE_REFUSED":
        return t("gift.refused", {names: room.list(Object.keys(fact.shown).map((seat) => who(Number(seat))))});
      case "TRIBUTE_PAID":
        return t("tell.paid", {from: who(fact.giver), you: ctx.you(fact.giver), to: who(fact.taker), card: room.card(fact.card)});
      case "TRIBUTE_RETURNED":
        return t("tell.returned", {from: who(fact.giver), you: ctx.you(fact.giver), to: who(fact.taker), card: room.card(fact.card)});
      case "TRIBUTE_OFFERED":
        return t("tell.offered");
      case "LEAD":
        return t("tell.lead", it);
      case "CARD_PLAYED": {
        const few = fact.left && fact.left <= 10 ? t("tell.few", {n: fact.left}) : "";
        return t("tell.played", {...one(fact.play.seat), play: worded(room, fact.play, level()), few});
      }
      case "PLAYER_PASSED":
        return t("tell.passed", it);
      case "PLAYER_AUTO_PASSED":
        return t("tell.autoPassed", it);
      case "PLAYER_AUTO_PLAYED":
        return t("tell.autoPlayed", it);
      case "PLAYER_AUTO":
        return t(fact.on ? "tell.autoOn" : "tell.autoOff", it);
      case "PLAYER_AWAY":
        return t("tell.away", it);
      case "PLAYER_READY":
        return t("tell.ready", it);
      case "CONCESSION_WISHED":
        return t(fact.on ? "tell.concede" : "tell.concedeNot", it);
      case "PLAYER_FINISHED":
        return t("tell.finished", {...it, place: t(`place.${fact.place}`)});
      case "TRICK_END":
        return t(fact.wind ? "tell.wind" : "tell.trick", {...one(fact.leader), partner: who(fact.winner)});
      case "GAME_END": {
        const {order, advance, levels, team, conceded} = fact.result;
        if (conceded !== undefined) return t("tell.conceded", {names: all([conceded, conceded + 2])});
        const places = room.list(order.map((/** @type {number} */ seat, /** @type {number} */ i) => `${who(seat)} ${t(`place.${i + 1}`)}`));
        return t("tell.end", {places, names: all([team, team + 2]), n: advance, level: spelt(levels[team])});
      }
      default:
        return null;
    }
  };
}
