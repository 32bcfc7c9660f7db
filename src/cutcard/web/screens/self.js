// What one is and has here: name, chips, ratings, what is known about the person, password, and the ways out.

import {ask} from "../dialogs.js";
import {h, write} from "../dom.js";
import {day, refusal, t} from "../text.js";
import {deleteDialog, download} from "./data.js";
import {LEAST, asName, asPassword, field, form, wrongPassword} from "./fields.js";
import {standing} from "./player.js";
import {emailPanel, factorPanel, sessionsPanel} from "./safety.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {Record<string, any>} Profile */
/** Writes a sentence with one's name, and again when the name changes. @typedef {(line: Element, say: (name: string) => string) => Element} Naming */

/** What a person may tell: the field, its longest text, and what browsers fill in. */
const DETAILS = /** @type {const} */ ([["fullname", 64, "name"], ["email", 64, "email"], ["phone", 16, "tel"], ["dob", 16, "bday"], ["country", 32, "country-name"], ["gender", 8, "sex"]]);

/** Another name, for a guest or an account. @param {Lounge} lounge */
export function nameForm(lounge) {
  const {user} = lounge.client;
  const guest = user?.guest ?? true;
  return form(
    t("name.title"),
    [field(t("settings.name"), asName({name: "name", value: user?.name ?? "", autocomplete: guest ? "nickname" : "username"}), t(guest ? "signUp.user" : "name.login"))],
    t("name.go"),
    async ({name}) => lounge.rename(name),
    "",
  );
}

/** @param {Lounge} lounge @param {Profile} profile @param {Naming} naming */
export async function own(lounge, profile, naming) {
  const {client} = lounge;
  const about = h("section", {class: "panel stack", "aria-labelledby": "own-name"},
    naming(h("h2", {id: "own-name"}), (name) => name),
    h("p", {class: "muted"}, t("player.since", {day: day(profile.created)})),
    h("dl", {class: "pairs"}, h("dt", {}, t("account.balance")), h("dd", {}, h("cut-chips", {amount: profile.balance}))),
    await standing(lounge, profile),
    h("p", {}, lounge.link("/player/", t("profile.mine"), "button soft")));
  const details = form(
    t("details.title"),
    [h("p", {class: "muted"}, t("details.about")), h("div", {class: "fields"}, ...DETAILS.map(([name, most, fill]) => field(t(`details.${name}`), {name, value: profile[name] ?? "", maxLength: most, autocomplete: fill})))],
    t("account.save"),
    async (values) => {
      const answer = await client.request("SET_PROFILE", values);
      return answer.ok ? "" : refusal(answer);
    },
    "",
  );
  details.classList.add("across");
  const password = form(
    t("password.title"),
    [
      h("input", {type: "text", name: "user", value: profile.name, autocomplete: "username", hidden: true, readOnly: true}),
      field(t("password.old"), asPassword({name: "old"})),
      field(t("password.new"), asPassword({name: "new", minLength: LEAST, autocomplete: "new-password"}), t("account.least", {n: LEAST})),
    ],
    t("password.go"),
    async (values, made) => {
      const answer = await client.request("CHANGE_PASSWORD", {old: values.old, new: values.new});
      if (!answer.ok) return wrongPassword(answer);
      made.reset();
      return "";
    },
    "",
  );
  return [h("h1", {}, t("account.title")), h("div", {class: "columns"}, about, ways(lounge), nameForm(lounge), password, factorPanel(lounge, profile), emailPanel(lounge, profile), sessionsPanel(lounge), details)];
}

/** Log out, take one's data, delete. @param {Lounge} lounge */
function ways(lounge) {
  const wrong = h("p", {class: "error", role: "alert"});
  const button = (/** @type {string} */ label, /** @type {() => any} */ run, cls = "") => h("button", {type: "button", class: cls, onclick: run}, label);
  const everywhere = async () => {
    if (await ask({title: t("everywhere.title"), text: t("everywhere.text"), yes: t("everywhere.yes")})) await lounge.logOut(true);
  };
  return h("section", {class: "panel stack", "aria-labelledby": "own-ways"},
    h("h2", {id: "own-ways"}, t("ways.title")),
    h("div", {class: "ways"},
      button(t("ways.logOut"), () => void lounge.logOut()),
      button(t("ways.everywhere"), () => void everywhere()),
      button(t("ways.export"), async () => write(wrong, await download(lounge))),
      button(t("ways.delete"), () => void deleteDialog(lounge), "danger")),
    wrong);
}

/** A guest has data too. @param {Lounge} lounge */
export function guestWays(lounge) {
  const wrong = h("p", {class: "error", role: "alert"});
  return h("section", {class: "panel stack across", "aria-labelledby": "own-ways"},
    h("h2", {id: "own-ways"}, t("ways.guest")),
    h("div", {class: "ways"},
      h("button", {type: "button", onclick: async () => write(wrong, await download(lounge))}, t("ways.export")),
      h("button", {type: "button", class: "danger", onclick: () => void deleteDialog(lounge)}, t("ways.forget"))),
    wrong);
}
