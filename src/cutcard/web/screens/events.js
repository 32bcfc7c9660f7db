// What one hears of one's events wherever one is: where one is seated, and what one is asked. Their screens are
// tournaments.js and tournament.js, the line at their tables is strip.js; all come when they are first needed.

import {refusal, t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

/** Where this player was last seated, by event: from there they are brought to the next table. @type {Map<number, number>} */
export const seats = new Map();

/** Hears where one is seated and what one is asked, wherever one is. @param {Lounge} lounge */
export function hearEvents(lounge) {
  const {client, calls} = lounge;
  client.on("TOURNAMENT_SEATED", ({event, tableNumber}) => {
    const [before, to] = [seats.get(event), `/table/${tableNumber}`];
    if (!tableNumber) return lounge.go(`/events/${event}`);
    seats.set(event, tableNumber);
    const follows = location.pathname === `/table/${before}` || location.pathname.startsWith("/events");
    if (follows) return lounge.go(to, before !== undefined);
    const go = () => {
      calls.drop("seated");
      lounge.go(to);
    };
    calls.show("seated", {text: t("events.seated"), buttons: [{label: t("events.toTable"), run: go, primary: true}]});
  });
  client.on("TOURNAMENT_REBUY_ASKED", ({event, price, until}) => {
    const answer = (/** @type {boolean} */ buy) => async () => {
      calls.drop("rebuy");
      const said = await client.request("TOURNAMENT_REBUY", {event: Number(event), buy});
      if (!said.ok) calls.show("rebuy", {text: refusal(said)});
    };
    calls.show("rebuy", {text: t("events.rebuyAsked", {n: price}), due: until, buttons: [{label: t("events.no"), run: answer(false)}, {label: t("events.rebuy"), run: answer(true), primary: true}]});
  });
  client.on("TOURNAMENT_DEAL_PROPOSED", ({event}) => calls.show("deal", {text: t("events.dealProposed"), buttons: [{label: t("events.look"), run: () => lounge.go(`/events/${event}`), primary: true}]}));
  client.on("TOURNAMENT_DEAL_ENDED", () => calls.drop("deal"));
}
