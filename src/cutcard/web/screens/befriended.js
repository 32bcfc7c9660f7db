// What is heard of friends wherever one is, and the button in the bar that leads to them.

import {h, icon} from "../dom.js";
import {refusal, t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

/** Hears of friends wherever one is. @param {Lounge} lounge */
export function hearFriends(lounge) {
  const {client, calls, circle} = lounge;
  client.on("FRIEND_INVITED", ({invite, name}) => {
    const card = `friend-${invite}`;
    const answer = async (/** @type {string} */ type) => {
      calls.drop(card);
      const given = await circle.ask(type, {invite});
      if (!given.ok) calls.show(card, {text: refusal(given)});
    };
    calls.show(card, {text: t("friends.wants", {name}), buttons: [{label: t("friends.reject"), run: () => void answer("FRIEND_REJECT")}, {label: t("friends.accept"), run: () => void answer("FRIEND_ACCEPT"), primary: true}]});
  });
  client.on("FRIEND_ACCEPTED", ({userId, name}) => calls.show(`friend-of-${userId}`, {text: t("friends.now", {name})}));
  client.on("TABLE_INVITED", async ({name, table, tableName, game, link}) => {
    const card = `invited-${table}`;
    const found = (await lounge.games()).find((one) => one.name === game);
    const go = () => {
      calls.drop(card);
      lounge.go(link ? `/join/${link}` : `/table/${table}`);
    };
    calls.show(card, {text: t("invited.text", {name, game: found?.t("game.name") ?? game}), more: tableName, buttons: [{label: t("invited.no"), run: () => calls.drop(card)}, {label: t("invited.go"), run: go, primary: true}]});
  });
}

/** The button in the bar: how many want to be friends, or are here. @param {Lounge} lounge */
export function friendsButton(lounge) {
  const {invites, friends} = lounge.circle;
  const online = friends.filter((one) => one.online).length;
  const label = [t("friends.title"), invites.length ? t("friends.waiting", {n: invites.length}) : "", online ? t("friends.online", {n: online}) : ""];
  const badge = invites.length ? h("span", {class: "badge alert", "aria-hidden": "true"}, invites.length) : online ? h("span", {class: "badge", "aria-hidden": "true"}, online) : null;
  const button = lounge.link("/friends", icon("people"), "button quiet icon friends-link");
  button.title = button.ariaLabel = label.filter(Boolean).join(", ");
  button.append(...(badge ? [badge] : []));
  return button;
}
