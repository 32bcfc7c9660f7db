// Who sits there, as people see it: a person by their name and arms, a bot by the name, the face and the line that its game
// gives it (`bot.<kind>` and `bot.<kind>.line` in its texts, `faces` in its page.json).

import {avatar} from "./avatar.js";
import {botFace} from "./faces.js";

/** @typedef {(key: string, args?: Record<string, any>) => string} Say */
/** @typedef {Record<string, import("./faces.js").Face>} Faces */
/** @typedef {{id: string, name: string, bot?: boolean}} Somebody */

/** The house calls a bot "Steady" or "Steady 2". @param {string} name */
function apart(name) {
  const [, kind, number = ""] = /^(.*?)( \d+)?$/.exec(name) ?? [];
  return {kind: kind.toLowerCase().replaceAll(" ", "_"), number};
}

/** @param {Say} say @param {string} key @param {string} otherwise */
const tried = (say, key, otherwise) => {
  const text = say(key);
  return text === key ? otherwise : text;
};

/** A kind of bot by its name. @param {Say} say @param {string} kind */
export function botName(say, kind) {
  return tried(say, `bot.${kind}`, kind);
}

/** How it plays, in a sentence; "" where nobody said. @param {Say} say @param {string} kind */
export function botLine(say, kind) {
  return tried(say, `bot.${kind}.line`, "");
}

/** What somebody is called. @param {Somebody} who @param {Say} say the game's texts */
export function called(who, say) {
  if (!who.bot) return who.name;
  const {kind, number} = apart(who.name);
  const name = tried(say, `bot.${kind}`, "");
  return name ? name + number : who.name;
}

/** How a bot plays; "" for people. @param {Somebody} who @param {Say} say */
export function lineOf(who, say) {
  return who.bot ? botLine(say, apart(who.name).kind) : "";
}

/** Somebody of an event, of whom it tells the id and a name: who they are called, their face, and how they play where they are a bot.
 * @param {string} id @param {{names?: Record<string, string>, card?: import("./house.js").GameCard}} told */
export function entrant(id, {names = {}, card}) {
  const who = {id, name: names[id] ?? id, bot: id.startsWith("bot-")};
  return {name: card ? called(who, card.t) : who.name, face: picture(who, card?.faces), line: card ? lineOf(who, card.t) : ""};
}

/** The picture of somebody. @param {Somebody} who @param {Faces} [faces] the game's @param {string} [name] spoken; without it silent @returns {SVGElement} */
export function picture(who, faces = {}, name) {
  if (!who.bot) return avatar(who.id, name);
  const {kind} = apart(who.name);
  return botFace(kind, faces[kind], name);
}
