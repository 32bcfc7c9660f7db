// Challenges: the cards that say somebody challenges us, or that ours is on its way. The form that makes one is challenging.js.

import {timed} from "../house.js";
import {sound} from "../sound.js";
import {refusal, t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../house.js").GameCard} GameCard */

const LASTS = 60_000; // ms, where the server does not say

/** @param {{expiresAt?: number, inMs?: number}} told */
export const until = ({expiresAt, inMs}) => expiresAt ?? Date.now() + (inMs ?? LASTS);

/** Hears challenges wherever one is. @param {Lounge} lounge */
export function hearChallenges(lounge) {
  const {client, calls} = lounge;
  const card = (/** @type {number} */ challenge) => `challenge-${challenge}`;
  client.on("CHALLENGED", async (told) => {
    const {challenge, name, seats} = told;
    const game = (await lounge.games()).find((one) => one.name === told.game);
    const answer = async (/** @type {string} */ type) => {
      calls.drop(card(challenge));
      const given = await client.request(type, {challenge});
      if (!given.ok) calls.show(card(challenge), {text: refusal(given)});
      else if (given.payload.table) lounge.go(`/table/${given.payload.table}`);
    };
    sound("turn");
    calls.show(card(challenge), {
      text: t("challenge.got", {name, game: game?.t("game.name") ?? told.game}),
      more: [told.ranked ? t("challenge.rankedNow") : "", ...(game ? unusual(game, told.options ?? {}) : []), seats > 2 ? t("open.seatCount", {n: seats}) : ""].filter(Boolean).join(" · "),
      due: until(told),
      buttons: [{label: t("challenge.decline"), run: () => void answer("CHALLENGE_DECLINE")}, {label: t("challenge.accept"), run: () => void answer("CHALLENGE_ACCEPT"), primary: true}],
    });
  });
  client.on("CHALLENGE_ACCEPTED", ({challenge, table}) => {
    calls.drop(card(challenge));
    lounge.go(`/table/${table}`);
    lounge.say(t("challenge.accepted"));
  });
  client.on("CHALLENGE_DECLINED", ({challenge}) => calls.show(card(challenge), {text: t("challenge.declined")}));
  client.on("CHALLENGE_CANCELLED", ({challenge}) => calls.show(card(challenge), {text: t("challenge.cancelled")}));
  client.on("CHALLENGE_EXPIRED", ({challenge}) => calls.show(card(challenge), {text: t("challenge.expired")}));
}

/** The rules that differ from the game's usual ones, in words. @param {GameCard} game @param {Record<string, any>} options */
function unusual(game, options) {
  const {$ref} = game.options;
  const whole = typeof $ref === "string" ? $ref.replace(/^#\//, "").split("/").reduce((/** @type {any} */ found, name) => found?.[name], game.options) : game.options;
  return Object.entries(options).flatMap(([name, value]) => {
    const label = game.t(`option.${name}`);
    const usually = whole?.properties?.[name]?.default;
    if (label === `option.${name}` || value === null || JSON.stringify(value) === JSON.stringify(usually)) return [];
    const word = game.t(`option.${name}.${value}`);
    if (word !== `option.${name}.${value}`) return [`${label}: ${word}`];
    const plain = typeof value === "boolean" ? t(value ? "rules.yes" : "rules.no") : timed(name, game.ms) ? t("rules.seconds", {n: value / 1000}) : [value].flat().join(" × ");
    return [`${label}: ${plain}`];
  });
}
