// A table with free seats: who is there, the link to invite by, friends who are here, and bots for those who
// will not wait. The host may send somebody away.

import {ask} from "../dialogs.js";
import {h, icon, put, write} from "../dom.js";
import {fill, kick, sit} from "../house.js";
import {refusal, t} from "../text.js";
import {playerButton} from "./player.js";

/**
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place
 * @param {{fail: (text: string) => void, where: () => import("./player.js").Where, link: () => string | null, who: (one: import("../client.js").Place["roster"][0]) => {name: string, face: SVGElement, line: string}}} table
 */
export function waiting(lounge, place, {fail, where, link: secret, who: known}) {
  const seats = h("ul", {class: "waiting-seats", role: "list"});
  const link = h("input", {readOnly: true, "aria-label": t("waiting.link"), onclick: (/** @type {any} */ e) => e.target.select()});
  const copied = h("span", {role: "status", class: "good small"});
  const copy = h("button", {type: "button", onclick: async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      document.execCommand("copy"); // pages without TLS have no clipboard of their own
    }
    write(copied, t("waiting.copied"));
  }}, icon("link"), t("waiting.copy"));
  const answered = (/** @type {import("../contract.js").Answer} */ answer) => answer.ok || fail(refusal(answer));
  const bots = h("button", {type: "button", class: "primary", onclick: async () => answered(await fill(lounge.client, place.table))}, icon("bot"), t("waiting.bots"));
  const sitDown = h("button", {type: "button", class: "primary", onclick: async () => answered(await sit(lounge.client, place))}, t("waiting.sit"));
  const about = h("p", {class: "muted small"});
  const friends = h("div");
  const invite = h("div", {class: "stack tight"}, h("p", {}, t("waiting.invite")), h("div", {class: "invite"}, link, copy), copied, about, friends);
  const element = h("div", {class: "waiting panel stack"}, h("h2", {}, t("waiting.title")), seats, invite, h("div", {class: "row"}, sitDown, bots));
  /** @type {Set<string>} */
  const invited = new Set();

  const away = async (/** @type {import("../client.js").Place["roster"][0]} */ one) => {
    if (one.bot || (await ask({title: t("kick.title", {name: one.name}), text: t("kick.text"), yes: t("kick.yes"), danger: true}))) answered(await kick(lounge.client, place.table, {seat: one.seat}));
  };
  const bring = async (/** @type {import("../circle.js").Friend} */ {userId}) => {
    const answer = await lounge.client.request("INVITE_TO_TABLE", {user: userId, table: place.table});
    if (answer.ok) invited.add(userId);
    answered(answer);
    around();
  };
  /** The friends who could come. */
  const around = () => {
    const here = lounge.circle.friends.filter((one) => one.online && !place.roster.some(({id}) => id === one.userId));
    put(friends, ...(here.length && place.seat !== null ? [h("ul", {class: "waiting-seats", role: "list"}, ...here.map((one) => {
      const label = t(invited.has(one.userId) ? "waiting.invited" : "waiting.bring");
      const button = h("button", {type: "button", "aria-label": `${label}: ${one.name}`, onclick: () => invited.has(one.userId) || void bring(one)}, label);
      button.setAttribute("aria-disabled", String(invited.has(one.userId)));
      return h("li", {}, playerButton(lounge, one.userId, one.name), h("span", {class: "bar-space"}), button);
    }))] : []));
  };
  let before = "";
  return {
    element,
    around,
    /** Where the next decision is. */
    get focus() {
      return place.seat === null ? sitDown : copy;
    },
    show() {
      const taken = new Map(place.roster.map((one) => [one.seat, one]));
      const count = place.info.seats ?? taken.size;
      const host = Boolean(where().host);
      const now = JSON.stringify([place.roster, count, place.seat, host, place.live]);
      if (now !== before) {
        before = now;
        seats.replaceChildren(...Array.from({length: count}, (_, i) => seatRow(i, taken.get(i), host)));
        around();
      }
      const seated = place.seat !== null;
      const code = secret();
      link.value = code ? `${location.origin}/join/${code}` : `${location.origin}/table/${place.table}`;
      write(about, code ? t("waiting.private") : "");
      sitDown.hidden = seated || taken.size >= count;
      bots.hidden = !seated;
      invite.hidden = !seated;
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
    const who = !one ? t("waiting.free") : you || one.bot ? seated(one, you) : playerButton(lounge, one.id, one.name, where);
    const out = one && host && !you ? h("button", {type: "button", class: "quiet danger", "aria-label": `${t("player.kick")}: ${one.name}`, onclick: () => void away(one)}, t("player.kick")) : null;
    return h("li", {class: one ? "taken" : "free"}, h("span", {class: "figures muted"}, i + 1), who, side, wishes, h("span", {class: "bar-space"}), here, out);
  }
}
