// A game in the lobby: its picture, and three controls. One press plays; a person to play with is the second,
// everything one might choose is behind the third.

import {called} from "../characters.js";
import {h, icon, iconButton} from "../dom.js";
import {usual} from "../seek.js";
import {at} from "../shelf.js";
import {t} from "../text.js";
import {openingDialog} from "./behind.js";
import {quick} from "./quick.js";

/** @typedef {import("../house.js").GameCard} GameCard */
/** @typedef {import("../lounge.js").Lounge} Lounge */

/** The picture of a game: a drawing of its own, or its cards on its cloth. @param {GameCard} game */
export function scene(game) {
  const {kind = "fan", cloth = [], file = ""} = game.scene ?? {};
  const [light, deep] = cloth;
  const vars = light ? {"--pix": light, "--pix-deep": deep ?? light} : {};
  const inside = file ? [h("img", {src: at(`/games/${game.name}/${file}`), alt: "", loading: "lazy"})] : game.art.map((card) => h("cut-card", {card}));
  return h("div", {class: `pix ${kind} n${game.art.length}`, vars, "aria-hidden": "true"}, ...inside);
}

/** @param {Lounge} lounge @param {GameCard} game @param {boolean} first @param {(text: string) => void} fail */
export function gameCard(lounge, game, first, fail) {
  const name = game.t("game.name");
  const [start] = game.quick;
  const label = game.t(`quick.${start.name}`);
  const go = () => void quick(lounge, game, start, fail);
  const play = h("button", {type: "button", class: "solid", "aria-label": `${name}: ${label}`, title: label, onclick: go}, t("lobby.play"));
  const find = usual(game) ? iconButton("people", `${name}: ${t("lobby.find")}`, () => void lounge.seek.start(game), {class: "icon soft"}) : null;
  const choose = iconButton("settings", t("lobby.openLabel", {game: name}), () => void openingDialog(lounge, game), {class: "icon soft"});
  const live = h("span", {class: "game-live xs muted", hidden: true}, h("span", {class: "dot on"}), h("span", {class: "game-count"}));
  const face = h("div", {class: "game-face", onclick: go},
    scene(game),
    h("div", {class: "game-words"}, h("h2", {}, name), h("p", {class: "muted small"}, game.fault ? "" : aboutOf(game)), live, game.fault ? h("p", {class: "error small"}, t("lobby.fault", {reason: game.fault})) : null));
  return h("li", {class: "game", "data-game": game.name, "data-first": first}, face, h("div", {class: "game-starts"}, play, find, choose));
}

/** What one press plays, in a few words; the whole sentence where a game has none. @param {GameCard} game */
function aboutOf(game) {
  const short = game.t("game.short");
  return short === "game.short" ? game.t("game.about") : short;
}

/** How many people play what, from the tables one may see. @param {HTMLElement} cards @param {import("../house.js").TableCard[]} found */
export function count(cards, found) {
  for (const card of /** @type {Iterable<HTMLElement>} */ (cards.querySelectorAll("[data-game]"))) {
    const people = found.filter(({game}) => game === card.dataset.game).flatMap(({roster}) => roster.filter(({bot}) => !bot)).length;
    const line = /** @type {HTMLElement} */ (card.querySelector(".game-live"));
    line.hidden = people === 0;
    /** @type {HTMLElement} */ (line.querySelector(".game-count")).textContent = t("lobby.playing", {n: people});
  }
}

/** The game that waits for us, above all else. @param {Lounge} lounge @param {import("../house.js").TableCard} one @param {GameCard} game */
export function resume(lounge, one, game) {
  const others = one.roster.filter(({id}) => id !== lounge.client.user?.id).map((who) => called(who, game.t));
  const name = game.t("game.name");
  const title = others.length === 0 ? name : others.length > 2 ? t("lobby.among", {game: name, n: others.length}) : t("lobby.against", {game: name, names: others.join(", ")});
  const going = one.status === "IN_PROGRESS";
  const go = h("button", {type: "button", class: "primary big", onclick: () => lounge.go(`/table/${one.table}`)}, t("lobby.continue"), icon("forth"));
  return h("section", {class: "resume", "aria-label": t("lobby.yours")},
    scene(game),
    h("div", {class: "grow"}, h("p", {class: "pill live"}, icon("clock"), t(going ? "lobby.going" : "lobby.gathering")), h("h2", {}, title), h("p", {class: "small muted"}, one.name || t("table.numbered", {game: name, n: one.table}))),
    go);
}
