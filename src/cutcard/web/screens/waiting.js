// A table with free seats: who is there, the link to invite by, friends who are here, and bots for those who
// will not wait. The host may send somebody away.

import {ask} from "../dialogs.js";
import {h, icon} from "../dom.js";
import {fill, kick, sit} from "../house.js";
import {refusal, t} from "../text.js";
import {invitation} from "./invite.js";
import {playerButton} from "./person.js";

/**
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place
 * @param {{fail: (text: string) => void, where: () => import("./person.js").Where, link: () => string | null, who: (one: import("../client.js").Place["roster"][0]) => {name: string, face: SVGElement, line: string}}} table
 */
export function waiting(lounge, place, {fail, where, link: secret, who: known}) {
  const seats = h("ul", {class: "waiting-seats", role: "list"});
  const answered = (/** @type {import("../contract.js").Answer} */ answer) => answer.ok || fail(refusal(answer));
  const bots = h("button", {type: "button", class: "primary", onclick: async () => answered(await fill(lounge.client, place.table))}, icon("bot"), t("waiting.bots"));
  const sitDown = h("button", {type: "button", class: "primary", onclick: async () => answered(await sit(lounge.client, place))}, t("waiting.sit"));
  const invite = invitation(lounge, place, {answered, link: secret});
  const element = h("div", {class: "waiting panel stack"}, h("h2", {}, t("waiting.title")), seats, invite.element, h("div", {class: "row"}, sitDown, bots));

  const away = async (/** @type {import("../client.js").Place["roster"][0]} */ one) => {
    if (one.bot || (await ask({title: t("kick.title", {name: one.name}), text: t("kick.text"), yes: t("kick.yes"), danger: true}))) answered(await kick(lounge.client, place.table, {seat: one.seat}));
  };
  let before = "";
  return {
    element,
    around: invite.around,
    /** Where the next decision is. */
    get focus() {
      return place.seat === null ? sitDown : invite.copy;
    },
    show() {
      const taken = new Map(place.roster.map((one) => [one.seat, one]));
      const count = place.info.seats ?? taken.size;
      const host = Boolean(where().host);
      const now = JSON.stringify([place.roster, count, place.seat, host, place.live]);
      if (now !== before) {
        before = now;
        seats.replaceChildren(...Array.from({length: count}, (_, i) => seatRow(i, taken.get(i), host)));
        invite.around();
      }
      const seated = place.seat !== null;
      invite.show();
      sitDown.hidden = seated || taken.size >= count;
      bots.hidden = !seated;
      invite.element.hidden = !seated;
      for (const button of [sitDown, bots]) button.setAttribute("aria-disabled", String(!place.live));
    },
  };

  /** Oneself, or a bot and how it plays. @param {import("../client.js").Place["roster"][0]} one @param {boolean} you */
  function seated(one, you) {
    const {name, face, line} = known(one);
    return h("span", {class: "name"}, face, h("span", {}, name, you ? ` ${t("waiting.you")}` : "", line ? h("span", {class: "muted small who-line"}, line) : null));
  }

  /** @param {number} i @param {import("../client.js").Place["roster"][0] | undefined} one @param {boolean} host */
  function seatRow(i, one, host) {
    const you = i === place.seat;
    const teams = /** @type {{teams?: number[]}} */ (place.info).teams;
    const partner = teams && place.seat !== null && !you && teams[i] === teams[place.seat];
    const side = teams ? h("span", {class: "muted small"}, partner ? t("waiting.partner") : t("waiting.team", {n: teams[i] + 1})) : null;
    const wishes = one && place.seat !== null && /** @type {{wish?: number}} */ (one).wish === place.seat ? h("span", {class: "small"}, t("waiting.wishes")) : null;
    const label = t(one && !one.bot ? "waiting.swap" : "waiting.here");
    const change = () => (place.seat === null ? sit(lounge.client, place, i) : lounge.client.request("TAKE_SEAT", {table: place.table, seat: i}));
    const here = you || (one && place.seat === null) ? null : h("button", {type: "button", class: "quiet", "aria-label": `${label}: ${i + 1}`, onclick: async () => answered(await change())}, label);
    const bot = one || place.seat === null ? null : h("button", {type: "button", class: "icon quiet", title: t("invite.bot"), "aria-label": `${t("invite.bot")}: ${i + 1}`, onclick: async () => answered(await fill(lounge.client, place.table, {seat: i}))}, icon("bot"));
    const who = !one ? t("waiting.free") : you || one.bot ? seated(one, you) : playerButton(lounge, one.id, one.name, where);
    const out = one && host && !you ? h("button", {type: "button", class: "quiet danger", "aria-label": `${t("player.kick")}: ${one.name}`, onclick: () => void away(one)}, t("player.kick")) : null;
    return h("li", {class: one ? "taken" : "free"}, h("span", {class: "figures muted"}, i + 1), who, side, wishes, h("span", {class: "bar-space"}), here, bot, out);
  }
}
