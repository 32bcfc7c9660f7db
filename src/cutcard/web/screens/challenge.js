// Challenges: choose a game and its rules for one other person; and the cards that say somebody
// challenges us, or that ours is on its way.

import {openDialog} from "../dialogs.js";
import {h, put, write} from "../dom.js";
import {optionsForm, timed} from "../form.js";
import {sound} from "../sound.js";
import {usual} from "../seek.js";
import {refusal, t} from "../text.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../house.js").GameCard} GameCard */

const LASTS = 60_000; // ms, where the server does not say

/** @param {{expiresAt?: number, inMs?: number}} told */
const until = ({expiresAt, inMs}) => expiresAt ?? Date.now() + (inMs ?? LASTS);

/** @param {Lounge} lounge @param {{id: string, name: string}} who */
export async function challengeDialog(lounge, {id, name}) {
  const games = (await lounge.games()).filter((game) => game.seats.includes(2));
  const sent = await openDialog(t("challenge.title", {name}), (close) => {
    const which = h("select", {"data-first": true}, ...games.map((game) => h("option", {value: game.name}, game.t("game.name"))));
    const rules = h("div");
    const wrong = h("p", {class: "error", role: "alert"});
    /** @type {ReturnType<typeof optionsForm>} */
    let form;
    const chosen = () => /** @type {GameCard} */ (games.find((game) => game.name === which.value));
    const draw = () => {
      const game = chosen();
      form = optionsForm(game);
      const usually = usual(game);
      if (usually?.seats === 2) form.show(usually.options);
      put(rules, form.element);
    };
    which.addEventListener("change", draw);
    draw();
    const kinds = /** @type {[string, string][]} */ ([["casual", t("challenge.casual")], ["ranked", t("challenge.ranked")]]);
    const counts = h("fieldset", {class: "choices"}, h("legend", {}, t("challenge.counts")), ...kinds.map(([value, label], i) =>
      h("label", {class: "choice"}, h("input", {type: "radio", name: "counts", value, checked: i === 0}), h("span", {}, label))));
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const ranked = counts.querySelector("input:checked").value === "ranked" ? {ranked: true} : {};
      const answer = await lounge.client.request("CHALLENGE", {user: id, game: which.value, seats: 2, options: form.read(), ...ranked});
      if (answer.ok) close({...answer.payload, game: chosen()});
      else write(wrong, refusal(answer));
    };
    return [h("form", {class: "stack", onsubmit: submit},
      h("label", {class: "field"}, h("span", {}, t("challenge.game")), which),
      counts,
      rules,
      wrong,
      h("div", {class: "row end"}, h("button", {class: "primary", type: "submit"}, t("challenge.send"))))];
  }, "wide");
  if (!sent) return;
  const {challenge} = sent;
  lounge.calls.show(`challenge-${challenge}`, {
    text: t("challenge.sent", {name, game: sent.game.t("game.name")}),
    due: until(sent),
    buttons: [{label: t("challenge.cancel"), run: () => void lounge.client.request("CHALLENGE_CANCEL", {challenge})}],
  });
}

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
