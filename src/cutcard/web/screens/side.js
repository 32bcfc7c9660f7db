// Beside the felt: what happened, in words; the table's rules; and the proof that the shuffle was fair.

import {called, lineOf, picture} from "../characters.js";
import {h, put, write} from "../dom.js";
import {timed} from "../house.js";
import {sha256, unhex} from "../sha256.js";
import {t} from "../text.js";
import {playerButton} from "./person.js";

const LINES = 500; // the log keeps this many
const PICTURED = 60; // and the pictures of the last of them: a drawing is dearer than a line

/** What happened, newest last. */
export function log() {
  const lines = h("ol", {class: "log-lines", role: "list"});
  const none = h("p", {class: "muted small"}, t("log.none"));
  const element = h("section", {class: "log", "aria-labelledby": "log-title"}, h("h2", {id: "log-title"}, t("log.title")), none, lines);
  lines.tabIndex = 0; // so that it can be scrolled by keys
  let turn = 0;
  return {
    element,
    /** @param {string} line @param {Node | null} [picture] what it is about */
    add(line, picture) {
      none.hidden = true;
      lines.append(picture ? h("li", {class: "pictured"}, h("span", {class: "log-picture", "aria-hidden": "true"}, picture), h("span", {}, line)) : h("li", {}, line));
      lines.children[lines.childElementCount - PICTURED - 1]?.querySelector(".log-picture")?.replaceChildren();
      if (lines.childElementCount > LINES) lines.firstElementChild?.remove();
      cancelAnimationFrame(turn); // once for all that was told: where the end is costs a layout
      turn = requestAnimationFrame(() => (lines.scrollTop = lines.scrollHeight));
    },
  };
}

/** The options in words. @param {(key: string) => string} say @param {Record<string, any>} options @param {string[]} [ms] times in ms that do not say so */
export function rules(say, options, ms) {
  const shown = Object.entries(options).flatMap(([name, value]) => {
    const label = say(`option.${name}`);
    if (label === `option.${name}`) return [];
    const key = `option.${name}.${value || "none"}`; // what no number stands for has words of its own
    const word = say(key);
    let text = word === key ? [value].flat().join(" × ") : word;
    if (typeof value === "boolean") text = t(value ? "rules.yes" : "rules.no");
    if (timed(name, ms) && typeof value === "number" && word === key) text = t("rules.seconds", {n: value / 1000});
    return [h("dt", {}, label), h("dd", {}, text)];
  });
  return h("details", {class: "rules"}, h("summary", {}, t("rules.title")), shown.length ? h("dl", {}, ...shown) : h("p", {class: "muted small"}, t("rules.usual")));
}

/** The commitment before the deal, the seed after it, and whether they belong together. */
export function fairness() {
  const before = h("code", {class: "hash"});
  const after = h("code", {class: "hash"});
  const verdict = h("p", {class: "verdict", role: "status"});
  let [commitment, seed] = ["", ""];
  const check = h("button", {type: "button", onclick: () => {
    const sum = sha256(unhex(seed));
    const fair = sum === commitment;
    verdict.className = fair ? "verdict good" : "verdict error";
    write(verdict, t(fair ? "fair.good" : "fair.bad", {sum: sum.slice(0, 12)}));
  }}, t("fair.check"));
  const later = h("p", {class: "muted small"}, t("fair.later"));
  const revealed = h("div", {class: "stack tight"}, h("h3", {}, t("fair.seed")), after, h("div", {}, check), verdict);
  const element = h("details", {class: "fair"}, h("summary", {}, t("fair.title")), h("div", {class: "stack tight"}, h("p", {class: "small"}, t("fair.about")), h("h3", {}, t("fair.commitment")), before, later, revealed));
  element.hidden = true;
  /** @param {string} promised @param {string} shown */
  function show(promised, shown) {
    if (promised === commitment && shown === seed) return;
    [commitment, seed] = [promised, shown];
    element.hidden = !commitment;
    write(before, commitment);
    write(after, seed);
    write(verdict, "");
    later.hidden = Boolean(seed);
    revealed.hidden = !seed;
  }

  return {
    element,
    /** What the table, or what was just told, says of it. @param {Record<string, any>} info @param {import("../contract.js").Fact[]} facts */
    hear(info, facts) {
      let [promised, shown] = [info.commitment ?? commitment, info.seed ?? seed];
      for (const fact of facts) {
        if (fact.type === "GAME_START" && fact.commitment) [promised, shown] = [fact.commitment, ""];
        if (fact.type === "GAME_END" && fact.seed) shown = fact.seed;
      }
      show(promised, shown);
    },
    open() {
      element.open = true;
    },
  };
}

/** Who sits here; a name opens the person's card. @param {import("../lounge.js").Lounge} lounge @param {() => import("./person.js").Where} where */
export function people(lounge, where) {
  const list = h("ul", {class: "people-list", role: "list"});
  const element = h("details", {class: "people"}, h("summary", {}, t("people.title")), list);
  let before = "";
  return {
    element,
    /** @param {import("../client.js").Place["roster"]} roster @param {typeof t} say the game's texts @param {import("../characters.js").Faces} faces its bots' */
    show(roster, say, faces) {
      const now = JSON.stringify([roster, say("game.name")]);
      if (now === before) return;
      before = now;
      put(list, ...roster.map((one) => {
        const {id, name, bot, here} = one;
        const who = bot ? h("span", {class: "name"}, picture(one, faces), called(one, say)) : playerButton(lounge, id, name, where);
        return h("li", {}, who, h("span", {class: "muted small"}, bot ? lineOf(one, say) || t("seat.bot") : here === false ? t("seat.away") : ""));
      }));
    },
  };
}

/** All of it; on narrow screens a sheet that buttons open. @param {HTMLElement} talk @param {HTMLElement} seated */
export function side(talk, seated) {
  const [lines, proof, ruling] = [log(), fairness(), h("div")];
  const games = h("div", {class: "side-game"});
  const element = h("aside", {class: "side", id: "side", "aria-label": t("side.title")}, games, lines.element, talk, seated, ruling, proof.element);
  return {
    element,
    add: lines.add,
    fair: proof,
    /** What the game shows beside its felt, and its rules. @param {HTMLElement | undefined} shown @param {HTMLElement} rules */
    show(shown, rules) {
      put(games, ...(shown ? [shown] : []));
      put(ruling, rules);
    },
  };
}
