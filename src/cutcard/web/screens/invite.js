// How others come to a table with a free seat: its link, friends who are here, and bots for those who will not wait.
// A table that waits shows it among its seats; one that plays, in a dialog.

import {openDialog} from "../dialogs.js";
import {h, icon, put, write} from "../dom.js";
import {fill, freeSeats} from "../house.js";
import {refusal, t} from "../text.js";
import {playerButton} from "./person.js";

/** @typedef {import("../contract.js").Answer} Answer */

/**
 * The link to copy, and the friends who could come.
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place
 * @param {{answered: (answer: Answer) => void, link: () => string | null}} table `link` is a private table's
 */
export function invitation(lounge, place, {answered, link: secret}) {
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
  const about = h("p", {class: "muted small"});
  const friends = h("div");
  const element = h("div", {class: "stack tight"}, h("p", {}, t("waiting.invite")), h("div", {class: "invite"}, link, copy), copied, about, friends);
  /** @type {Set<string>} */
  const invited = new Set();

  const bring = async (/** @type {import("../circle.js").Friend} */ {userId}) => {
    const answer = await lounge.client.request("INVITE_TO_TABLE", {user: userId, table: place.table});
    if (answer.ok) invited.add(userId);
    answered(answer);
    around();
  };
  /** The friends who could come. */
  function around() {
    const here = lounge.circle.friends.filter((one) => one.online && !place.roster.some(({id}) => id === one.userId));
    put(friends, ...(here.length && place.seat !== null ? [h("ul", {class: "waiting-seats", role: "list"}, ...here.map((one) => {
      const label = t(invited.has(one.userId) ? "waiting.invited" : "waiting.bring");
      const button = h("button", {type: "button", "aria-label": `${label}: ${one.name}`, onclick: () => invited.has(one.userId) || void bring(one)}, label);
      button.setAttribute("aria-disabled", String(invited.has(one.userId)));
      return h("li", {}, playerButton(lounge, one.userId, one.name), h("span", {class: "bar-space"}), button);
    }))] : []));
  }
  return {
    element,
    copy,
    around,
    show() {
      const code = secret();
      link.value = code ? `${location.origin}/join/${code}` : `${location.origin}/table/${place.table}`;
      write(about, code ? t("waiting.private") : "");
    },
  };
}

/**
 * The same at a table that plays: in a dialog, with a bot for those who would not wait.
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place @param {() => string | null} link
 */
export function inviteDialog(lounge, place, link) {
  return openDialog(t("invite.title"), (close) => {
    const wrong = h("p", {class: "error", role: "alert"});
    const answered = (/** @type {Answer} */ answer) => write(wrong, answer.ok ? "" : refusal(answer));
    const invite = invitation(lounge, place, {answered, link});
    invite.show();
    invite.around();
    const free = freeSeats(place)[0];
    const bot = async () => {
      const answer = await fill(lounge.client, place.table, {seat: free});
      answered(answer);
      if (answer.ok) close();
    };
    return [invite.element, h("div", {class: "row"}, h("button", {type: "button", hidden: free === undefined, onclick: () => void bot()}, icon("bot"), t("invite.bot"))), wrong];
  });
}
