// The lobby at one glance: go on with your game, play now, people, open tables. The order is by how likely it is that you
// came for it; on a phone all of it is two screens.

import {h, put} from "../dom.js";
import {tables} from "../house.js";
import {t} from "../text.js";
import {count, gameCard, resume} from "./gamecard.js";
import {PANELS} from "./panels.js";
import {quick} from "./quick.js";

/** @typedef {import("../house.js").GameCard} GameCard */
/** @typedef {import("../house.js").TableCard} TableCard */

const LOOK_EVERY = 4_000; // ms between two looks at the open tables

/** @param {import("../lounge.js").Lounge} lounge @returns {import("../lounge.js").Screen} */
export function lobby(lounge) {
  const cards = h("ul", {class: "games", role: "list"});
  const going = h("div", {class: "going"});
  const wrong = h("p", {class: "error", role: "alert"});
  const panels = PANELS.map((make) => make(lounge));
  const element = h("div", {class: "lobby"}, h("h1", {class: "visually-hidden"}, t("lobby.title")), wrong, going, cards, h("div", {class: "below"}, ...panels.map((one) => one.element)));
  const fail = (/** @type {string} */ text) => void (wrong.textContent = text);
  /** @type {GameCard[]} */
  let known = [];
  let closed = false;

  const start = async () => {
    known = await lounge.games();
    if (closed) return;
    put(cards, ...known.map((game, i) => gameCard(lounge, game, i === 0, fail)));
    await look();
  };
  const look = async () => {
    if (closed || lounge.client.state !== "live" || document.hidden) return;
    const found = await tables(lounge.client);
    if (closed) return;
    for (const panel of panels) panel.draw({games: known, tables: found, fail});
    count(cards, found);
    goOn(found);
  };

  /** The newest of the games one sits at. @param {TableCard[]} found */
  function goOn(found) {
    const me = lounge.client.user?.id;
    const mine = found.filter((one) => ["WAITING_TO_START", "IN_PROGRESS"].includes(one.status) && one.roster.some(({id}) => id === me));
    mine.sort((a, b) => Number(b.status === "IN_PROGRESS") - Number(a.status === "IN_PROGRESS") || b.table - a.table);
    const game = known.find(({name}) => name === mine[0]?.game);
    const now = game ? JSON.stringify([mine[0].table, mine[0].status, mine[0].roster]) : "";
    if (going.dataset.state === now) return;
    going.dataset.state = now;
    put(going, ...(game ? [resume(lounge, mine[0], game)] : []));
  }
  const ticker = window.setInterval(look, LOOK_EVERY);
  const again = () => void look();
  lounge.client.addEventListener("state", again);
  start().catch((reason) => fail(t("lobby.failed", {reason: reason.message})));

  return {
    element,
    title: () => t("lobby.title"),
    keys: () => known.slice(0, 9).map((game, i) => ({key: String(i + 1), label: `${game.t("game.name")}: ${game.t(`quick.${game.quick[0].name}`)}`, run: () => void quick(lounge, game, game.quick[0], fail)})),
    close() {
      closed = true;
      clearInterval(ticker);
      lounge.client.removeEventListener("state", again);
      for (const panel of panels) panel.close?.();
    },
  };
}
