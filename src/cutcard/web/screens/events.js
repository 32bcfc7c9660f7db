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
    calls.drop("called");
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
  client.on("TOURNAMENT_CALLED", ({event, match, inMs}) => {
    if (location.pathname === `/events/${event}`) return; // its own page asks
    const there = async () => {
      calls.drop("called");
      const said = await client.request("TOURNAMENT_READY", {event: Number(event), match});
      if (!said.ok) calls.show("called", {text: refusal(said)});
    };
    calls.show("called", {text: t("events.called"), due: Date.now() + inMs, buttons: [{label: t("events.look"), run: () => lounge.go(`/events/${event}`)}, {label: t("events.ready"), run: there, primary: true}]});
  });
  client.on("TOURNAMENT_PAIR_ASKED", ({event, playerId, name, inMs}) => {
    const join = async () => {
      calls.drop("pair");
      const said = await client.request("TOURNAMENT_REGISTER", {event: Number(event), partner: playerId});
      if (said.ok) lounge.go(`/events/${event}`);
      else calls.show("pair", {text: refusal(said)});
    };
    calls.show("pair", {text: t("events.pairAsked", {name}), due: Date.now() + inMs, buttons: [{label: t("events.no"), run: () => calls.drop("pair")}, {label: t("events.enterPair"), run: join, primary: true}]});
  });
  client.on("TOURNAMENT_DEAL_PROPOSED", ({event}) => calls.show("deal", {text: t("events.dealProposed"), buttons: [{label: t("events.look"), run: () => lounge.go(`/events/${event}`), primary: true}]}));
  client.on("TOURNAMENT_DEAL_ENDED", () => calls.drop("deal"));
}
