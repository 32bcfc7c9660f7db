// A person's card: ratings, and what can be done with them: challenge, befriend, ask to one's table, not
// hear any more, report; and for a table's host, send away.

import {ask, openDialog} from "../dialogs.js";
import {h, onSubmit, put, write} from "../dom.js";
import {kick} from "../house.js";
import {day, number, refusal, span, t, words} from "../text.js";
import {challengeDialog} from "./challenging.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("./person.js").Where} Where */

/** What somebody has done here: ratings, points of the season, records. @param {Lounge} lounge @param {Record<string, any>} profile */
export async function standing(lounge, {ratings = {}, seasonPoints = {}, bests = {}}) {
  const games = await lounge.games();
  const seasons = games.flatMap((game) => {
    const season = Object.keys(seasonPoints[game.name] ?? {}).sort().at(-1);
    return season === undefined ? [] : [h("dt", {}, `${game.t("game.name")} · ${t("player.season", {season})}`), h("dd", {class: "figures"}, number(seasonPoints[game.name][season]))];
  });
  const records = games.flatMap((game) => Object.entries(bests[game.name] ?? {}).flatMap(([name, value]) => {
    const [what, unit] = [name.slice(0, name.lastIndexOf(" ")), name.slice(name.lastIndexOf(" ") + 1)]; // "4x4 moves"
    return [h("dt", {}, `${game.t("game.name")} ${what.replace("x", " × ")} · ${game.t(`record.${unit}`)}`), h("dd", {class: "figures"}, unit === "ms" ? span(value) : number(value))];
  }));
  const more = [...seasons, ...records];
  return h("div", {class: "stack tight"}, ratingList(games, ratings), more.length ? h("dl", {class: "pairs records"}, ...more) : null);
}

/** Ratings as a small table. @param {import("../house.js").GameCard[]} games @param {Record<string, [number, number]>} ratings */
function ratingList(games, ratings) {
  const rated = games.flatMap((game) => Object.keys(ratings).filter((key) => key.split("/")[0] === game.name).map((key) => ({game, key})));
  const rows = rated.map(({game, key}) => {
    const [rating, count] = ratings[key];
    const mode = key.split("/")[1]; // a game may have a rating for each of its modes
    const key_ = `option.mode.${mode}`;
    const kind = mode && (game.t(key_) === key_ ? words(mode) : game.t(key_));
    const named = kind ? `${game.t("game.name")} · ${kind}` : game.t("game.name");
    return [h("dt", {}, named), h("dd", {class: "figures"}, number(Math.round(rating)), h("span", {class: "muted small"}, ` ${t("player.matches", {n: count})}`))];
  });
  return rows.length ? h("dl", {class: "pairs"}, ...rows.flat()) : h("p", {class: "muted"}, t("player.unrated"));
}

/** @param {Lounge} lounge @param {string} id @param {string} name @param {Where} [where] */
export async function openPlayer(lounge, id, name, where) {
  const {client, circle} = lounge;
  const me = id === client.user?.id;
  const body = h("div", {class: "stack"}, h("p", {class: "muted"}, t("people.loading")));
  const said = h("p", {role: "status", class: "small"});
  const wrong = h("p", {class: "error", role: "alert"});
  const actions = h("div", {class: "player-actions"});
  const told = (/** @type {import("../contract.js").Answer} */ answer, good = "") => {
    write(wrong, answer.ok ? "" : refusal(answer));
    write(said, answer.ok ? good : "");
    return answer.ok;
  };
  const button = (/** @type {string} */ label, /** @type {() => any} */ run, cls = "") => h("button", {type: "button", class: cls, onclick: run}, label);

  const done = openDialog(name, (close) => {
    const change = async (/** @type {string} */ type, good = "") => told(await circle.ask(type, {user: id}), good) && draw();
    const draw = () => {
      const friend = circle.friend(id);
      const muted = circle.muted.some((one) => one.userId === id);
      const blocked = circle.blocked.some((one) => one.userId === id);
      const invited = circle.invites.find(({from}) => from === id);
      put(actions, ...[
        button(t("profile.title"), () => close("profile")),
        blocked ? null : button(t("player.challenge"), () => close("challenge"), "primary"),
        friend || blocked ? null : button(t(invited ? "player.accept" : "player.befriend"), () => void change("FRIEND_INVITE", t("player.asked", {name}))),
        friend && where && !where.started ? button(t("player.invite"), async () => told(await client.request("INVITE_TO_TABLE", {user: id, table: where.table}), t("player.invited", {name}))) : null,
        friend ? button(t("player.unfriend"), () => void change("FRIEND_REMOVE")) : null,
        button(t(muted ? "player.unmute" : "player.mute"), () => void change(muted ? "UNMUTE" : "MUTE")),
        button(t(blocked ? "player.unblock" : "player.block"), () => void change(blocked ? "UNBLOCK" : "BLOCK")),
        button(t("player.report"), () => close("report")),
        where?.host ? button(t("player.kick"), () => close("kick"), "danger") : null,
      ].filter((one) => one !== null));
    };
    if (!me) draw();
    return [h("div", {class: "stack"}, body, said, wrong, me ? "" : actions)];
  });
  void profile(lounge, id, body);
  const next = await done;
  if (next === "profile") lounge.go(`/player/${encodeURIComponent(id)}`);
  if (next === "challenge") await challengeDialog(lounge, {id, name});
  if (next === "report") await reportDialog(lounge, id, name, where);
  if (next === "kick" && where && (await ask({title: t("kick.title", {name}), text: t("kick.text"), yes: t("kick.yes"), danger: true}))) {
    const answer = await kick(client, where.table, {user: id});
    if (!answer.ok) lounge.calls.show("kick", {text: refusal(answer)});
  }
}

/** @param {Lounge} lounge @param {string} id @param {HTMLElement} body */
async function profile(lounge, id, body) {
  const answer = await lounge.client.request("PROFILE", {user: id});
  if (!answer.ok) return put(body, h("p", {class: "error"}, refusal(answer)));
  const {guest, created} = answer.payload.profile;
  const friend = lounge.circle.friend(id);
  const lines = [t(guest ? "player.guest" : "player.since", {day: day(created)}), friend ? t(friend.online ? "friends.here" : "friends.gone") : ""];
  put(body, h("p", {class: "muted"}, lines.filter(Boolean).join(" · ")), await standing(lounge, answer.payload.profile));
}

/** @param {Lounge} lounge @param {string} id @param {string} name @param {Where} [where] */
async function reportDialog(lounge, id, name, where) {
  const sent = await openDialog(t("report.title", {name}), (close) => {
    const wrong = h("p", {class: "error", role: "alert"});
    const submit = onSubmit(async ({reason}) => {
      const answer = await lounge.client.request("REPORT", {user: id, reason, ...(where ? {table: where.table} : {})});
      if (answer.ok) close(true);
      else write(wrong, refusal(answer));
    });
    return [h("form", {class: "stack", onsubmit: submit},
      h("p", {}, t("report.about")),
      h("label", {class: "field"}, h("span", {}, t("report.reason")), h("textarea", {name: "reason", required: true, maxLength: 500, rows: 4, "data-first": true})),
      wrong,
      h("div", {class: "row end"}, h("button", {class: "primary", type: "submit"}, t("report.send"))))];
  });
  if (sent) lounge.calls.show("report", {text: t("report.sent")});
}
