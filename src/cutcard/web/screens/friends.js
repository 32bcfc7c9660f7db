// Friends: who is here and where, who wants to be one, and whom one does not want to hear.

import {h, onSubmit, put, write} from "../dom.js";
import {refusal, t} from "../text.js";
import {challengeDialog} from "./behind.js";
import {askPartner} from "./party.js";
import {playerButton} from "./person.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../circle.js").Friend} Friend */
/** @typedef {import("../circle.js").Person} Person */

/** @param {Lounge} lounge @returns {import("../lounge.js").Screen} */
export function friendsScreen(lounge) {
  const {circle} = lounge;
  const wrong = h("p", {class: "error", role: "alert"});
  const said = h("p", {class: "good small", role: "status"});
  const invites = h("div");
  const friends = h("div");
  const shunned = h("div");
  const told = (/** @type {import("../contract.js").Answer} */ answer, good = "") => {
    write(wrong, answer.ok ? "" : refusal(answer));
    write(said, answer.ok ? good : "");
    return answer.ok;
  };
  const add = onSubmit(async ({user}, form) => {
    const answer = await circle.ask("FRIEND_INVITE", {user: user.trim()});
    if (told(answer, answer.payload.friends ? t("friends.now", {name: user}) : t("player.asked", {name: user}))) form.reset();
  });
  const element = h(
    "div",
    {class: "sheet stack"},
    h("h1", {}, t("friends.title")),
    lounge.client.user?.guest ? guestHint(lounge) : null,
    h("form", {class: "panel stack tight", onsubmit: add},
      h("label", {class: "field"}, h("span", {}, t("friends.add")), h("span", {class: "invite"}, h("input", {name: "user", required: true, maxLength: 64, autocomplete: "off", autocapitalize: "none", spellcheck: false}), h("button", {type: "submit", class: "primary"}, t("friends.ask")))),
      said, wrong),
    invites,
    friends,
    shunned,
  );

  const draw = () => {
    put(invites, ...(circle.invites.length ? [section(t("friends.invites"), circle.invites.map((one) => inviteRow(lounge, one, told)))] : []));
    const here = [...circle.friends].sort((a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name));
    put(friends, section(t("friends.list"), here.map((one) => friendRow(lounge, one)), t("friends.none")));
    const rows = [...circle.muted.map((one) => shunnedRow(lounge, one, "UNMUTE", told)), ...circle.blocked.map((one) => shunnedRow(lounge, one, "UNBLOCK", told))];
    put(shunned, ...(rows.length ? [section(t("friends.shunned"), rows)] : []));
  };
  draw();
  circle.addEventListener("change", draw);
  if (lounge.client.state === "live") void circle.load(); // where they are may have changed
  return {
    element,
    inner: true,
    title: () => t("friends.title"),
    close: () => circle.removeEventListener("change", draw),
  };
}

/** @param {Lounge} lounge */
export function guestHint(lounge) {
  return h("div", {class: "panel hint"}, h("p", {}, t("account.why")), lounge.link("/account", t("account.begin"), "button"));
}

/** @param {string} title @param {HTMLElement[]} rows @param {string} [none] */
function section(title, rows, none = "") {
  const list = rows.length ? h("ul", {class: "table-list", role: "list"}, ...rows) : h("p", {class: "muted"}, none);
  return h("section", {class: "stack tight"}, h("h2", {}, title), list);
}

/** @param {string} label @param {string} name @param {() => any} run @param {string} [cls] */
const act = (label, name, run, cls = "") => h("button", {type: "button", class: cls, "aria-label": `${label}: ${name}`, onclick: run}, label);

/** @param {Lounge} lounge @param {import("../circle.js").Invite} one @param {(answer: any, good?: string) => boolean} told */
function inviteRow(lounge, {invite, from, name}, told) {
  const answer = async (/** @type {string} */ type, /** @type {string} */ good) => told(await lounge.circle.ask(type, {invite}), good);
  return h("li", {class: "table-row"},
    h("div", {class: "table-words"}, playerButton(lounge, from, name)),
    h("div", {class: "row"},
      act(t("friends.reject"), name, () => void answer("FRIEND_REJECT", "")),
      act(t("friends.accept"), name, () => void answer("FRIEND_ACCEPT", t("friends.now", {name})), "primary")));
}

/** @param {Lounge} lounge @param {Friend} one */
function friendRow(lounge, {userId, name, online, table}) {
  const state = h("span", {class: online ? "presence here" : "presence"}, t(online ? (table ? "friends.playing" : "friends.here") : "friends.gone"));
  return h("li", {class: "table-row"},
    h("div", {class: "table-words"}, playerButton(lounge, userId, name), state),
    h("div", {class: "row"},
      table ? act(t("friends.go"), name, () => lounge.go(`/table/${table}`)) : null,
      online ? act(t("party.ask"), name, () => void askPartner(lounge, {id: userId, name})) : null,
      online ? act(t("player.challenge"), name, () => void challengeDialog(lounge, {id: userId, name}), "primary") : null));
}

/** @param {Lounge} lounge @param {Person} one @param {"UNMUTE" | "UNBLOCK"} type @param {(answer: any, good?: string) => boolean} told */
function shunnedRow(lounge, {userId, name}, type, told) {
  return h("li", {class: "table-row"},
    h("div", {class: "table-words"}, playerButton(lounge, userId, name), h("span", {class: "muted small"}, t(type === "UNMUTE" ? "friends.muted" : "friends.blocked"))),
    h("div", {class: "row"}, act(t(type === "UNMUTE" ? "player.unmute" : "player.unblock"), name, async () => told(await lounge.circle.ask(type, {user: userId})))));
}
