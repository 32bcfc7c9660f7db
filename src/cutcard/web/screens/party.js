// Partners: ask somebody to be ours in games of two against two, and look for opponents together.

import {sound} from "../sound.js";
import {refusal, t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

const card = (/** @type {number} */ party) => `party-${party}`;

/** @param {Lounge} lounge @param {{id: string, name: string}} who */
export async function askPartner(lounge, {id, name}) {
  const answer = await lounge.client.request("PARTY_INVITE", {user: id});
  if (!answer.ok) return lounge.calls.show("party-failed", {text: refusal(answer)});
  const {party, inMs} = answer.payload;
  lounge.calls.show(card(party), {
    text: t("party.sent", {name}),
    due: Date.now() + inMs,
    buttons: [{label: t("challenge.cancel"), run: () => void lounge.client.request("PARTY_LEAVE", {party})}],
  });
}

/** Hears of partners wherever one is. @param {Lounge} lounge */
export function hearPartners(lounge) {
  const {client, calls} = lounge;
  client.on("PARTY_INVITED", ({party, name, inMs}) => {
    const answer = async (/** @type {string} */ type) => {
      const given = await client.request(type, {party});
      if (!given.ok) calls.show(card(party), {text: refusal(given)});
    };
    sound("turn");
    calls.show(card(party), {
      text: t("party.got", {name}),
      due: Date.now() + inMs,
      buttons: [{label: t("challenge.decline"), run: () => void answer("PARTY_LEAVE")}, {label: t("challenge.accept"), run: () => void answer("PARTY_ACCEPT"), primary: true}],
    });
  });
  client.on("PARTY_MADE", async ({party, name}) => {
    const games = (await lounge.games()).filter(({partners}) => partners);
    const find = games.map((game) => ({label: t("party.find", {game: game.t("game.name")}), run: () => void lounge.seek.start(game, true), primary: true}));
    const leave = {label: t("party.leave"), run: () => void client.request("PARTY_LEAVE", {party})};
    calls.show(card(party), {text: t("party.made", {name}), buttons: [leave, ...find]});
  });
  client.on("PARTY_ENDED", ({party}) => calls.show(card(party), {text: t("party.ended")}));
}
