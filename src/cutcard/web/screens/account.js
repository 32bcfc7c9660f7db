// Who one is: a guest who may make an account or log in, or an account with its chips, ratings, what is
// known about the person, password, and the ways out.

import {ask, openDialog} from "../dialogs.js";
import {h, onSubmit, put, write} from "../dom.js";
import {day, refusal, t} from "../text.js";
import {ratingList} from "./player.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {Record<string, any>} Profile */

/** What a person may tell: the field, its longest text, and what browsers fill in. */
const DETAILS = /** @type {const} */ ([["fullname", 64, "name"], ["email", 64, "email"], ["phone", 16, "tel"], ["dob", 16, "bday"], ["country", 32, "country-name"], ["gender", 8, "sex"]]);
const LEAST = 8; // characters of a password

/** @param {string} label @param {Record<string, any>} props @param {string} [hint] */
const field = (label, props, hint = "") => h("label", {class: "field"}, h("span", {}, label), h("input", props), hint ? h("span", {class: "muted small"}, hint) : null);

/** A form with a place for what went wrong and what went well.
 * @param {string} title @param {(Node | null)[]} fields @param {string} go @param {(fields: Record<string, string>, form: HTMLFormElement) => Promise<string | null>} run promises what went wrong, or ""; null: the screen changes @param {string} [cls] */
function form(title, fields, go, run, cls = "primary") {
  const wrong = h("p", {class: "error", role: "alert"});
  const good = h("p", {class: "good small", role: "status"});
  const button = h("button", {type: "submit", class: cls}, go);
  const submit = onSubmit(async (values, made) => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    write(good, "");
    const problem = await run(values, made);
    button.setAttribute("aria-disabled", "false");
    write(wrong, problem ?? "");
    if (problem === "") write(good, t("account.saved"));
  });
  return h("form", {class: "panel stack", onsubmit: submit}, h("h2", {}, title), ...fields, wrong, good, h("div", {class: "row end"}, button));
}

/** @param {Lounge} lounge @returns {import("../lounge.js").Screen} */
export function accountScreen(lounge) {
  const element = h("div", {class: "sheet stack"});
  let closed = false;
  const draw = async () => {
    const {user} = lounge.client;
    const outside = !user || user.guest;
    if (outside) return put(element, ...strangers(lounge));
    const answer = await lounge.client.request("PROFILE");
    if (closed) return;
    if (!answer.ok) return put(element, h("h1", {}, t("account.title")), h("p", {class: "error"}, refusal(answer)));
    put(element, ...(await own(lounge, answer.payload.profile)));
  };
  void draw();
  const stop = lounge.client.on("user", () => void draw());
  return {
    element,
    inner: true,
    title: () => t("account.title"),
    close() {
      closed = true;
      stop();
    },
  };
}

/** For a guest: become an account, or come in as one. @param {Lounge} lounge */
function strangers(lounge) {
  const {client} = lounge;
  const code = field(t("account.invitation"), {name: "invitation", autocomplete: "off", maxLength: 128});
  code.hidden = true;
  const name = () => field(t("account.user"), {name: "user", required: true, maxLength: 32, autocomplete: "username", autocapitalize: "none", spellcheck: false}, "");
  const signUp = form(
    t("signUp.title"),
    [
      client.user ? h("p", {class: "muted"}, t("signUp.about", {name: client.user.name})) : null,
      field(t("account.user"), {name: "user", required: true, maxLength: 32, autocomplete: "username", autocapitalize: "none", spellcheck: false}, t("signUp.user")),
      field(t("account.password"), {name: "password", type: "password", required: true, minLength: LEAST, maxLength: 128, autocomplete: "new-password"}, t("account.least", {n: LEAST})),
      field(t("account.email"), {name: "email", type: "email", maxLength: 64, autocomplete: "email"}, t("signUp.email")),
      code,
    ],
    t("signUp.go"),
    async ({user, password, email, invitation}) => {
      const answer = await client.signUp({user, password, ...(email ? {email} : {}), ...(invitation ? {invitation} : {})});
      code.hidden = code.hidden && answer.code !== "INVITATION_REQUIRED";
      if (!answer.ok) return refusal(answer);
      lounge.welcome(t("signUp.done", {name: answer.payload.name}));
      return null;
    },
  );
  const logIn = form(
    t("logIn.title"),
    [
      client.user ? h("p", {class: "muted"}, t("logIn.about", {name: client.user.name})) : null,
      name(),
      field(t("account.password"), {name: "password", type: "password", required: true, maxLength: 128, autocomplete: "current-password"}),
    ],
    t("logIn.go"),
    async ({user, password}) => {
      lounge.keepGuest();
      const answer = await client.logIn(user, password);
      if (!answer.ok) return refusal(answer);
      lounge.welcome(t("logIn.done", {name: answer.payload.name}));
      return null;
    },
  );
  return [h("h1", {}, t("account.title")), client.user ? h("p", {class: "muted"}, t("account.why")) : h("p", {}, t("account.stranger")), h("div", {class: "columns"}, signUp, logIn)];
}

/** @param {Lounge} lounge @param {Profile} profile */
async function own(lounge, profile) {
  const {client} = lounge;
  const about = h("section", {class: "panel stack", "aria-labelledby": "own-name"},
    h("h2", {id: "own-name"}, profile.name),
    h("p", {class: "muted"}, t("player.since", {day: day(profile.created)})),
    h("dl", {class: "pairs"}, h("dt", {}, t("account.balance")), h("dd", {}, h("cut-chips", {amount: profile.balance}))),
    await ratingList(lounge, profile.ratings ?? {}));
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
  const password = form(
    t("password.title"),
    [
      h("input", {type: "text", name: "user", value: profile.name, autocomplete: "username", hidden: true, readOnly: true}),
      field(t("password.old"), {name: "old", type: "password", required: true, maxLength: 128, autocomplete: "current-password"}),
      field(t("password.new"), {name: "new", type: "password", required: true, minLength: LEAST, maxLength: 128, autocomplete: "new-password"}, t("account.least", {n: LEAST})),
    ],
    t("password.go"),
    async (values, made) => {
      const answer = await client.request("CHANGE_PASSWORD", {old: values.old, new: values.new});
      if (!answer.ok) return refusal(answer);
      made.reset();
      return "";
    },
    "",
  );
  return [h("h1", {}, t("account.title")), h("div", {class: "columns"}, about, ways(lounge), details, password)];
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

/** @param {Lounge} lounge @param {string} path @param {object} [body] */
async function http({client}, path, body) {
  const headers = {Authorization: `Bearer ${client.token}`, "Content-Type": "application/json"};
  return fetch(path, body ? {method: "POST", headers, body: JSON.stringify(body)} : {headers});
}

/** All that is kept about one, as a file. @param {Lounge} lounge @returns {Promise<string>} what went wrong */
async function download(lounge) {
  const answer = await http(lounge, "/api/me/export");
  if (!answer.ok) return t("refusal.other");
  const url = URL.createObjectURL(await answer.blob());
  const link = h("a", {href: url, download: `cutcard-${lounge.client.user?.name ?? "me"}.json`});
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return "";
}

/** @param {Lounge} lounge */
async function deleteDialog(lounge) {
  const gone = await openDialog(t("delete.title"), (close) => {
    const wrong = h("p", {class: "error", role: "alert"});
    const submit = onSubmit(async ({password}) => {
      const answer = await http(lounge, "/api/me/delete", {password});
      if (answer.ok) return close(true);
      const told = await answer.json().catch(() => ({}));
      write(wrong, refusal(told.error ?? told));
    });
    return [h("form", {class: "stack", onsubmit: submit},
      h("p", {}, t("delete.text")),
      field(t("account.password"), {name: "password", type: "password", required: true, maxLength: 128, autocomplete: "current-password", "data-first": true}),
      wrong,
      h("div", {class: "row end"}, h("button", {type: "button", onclick: () => close()}, t("dialog.no")), h("button", {type: "submit", class: "primary danger"}, t("delete.yes"))))];
  });
  if (gone) lounge.gone(t("delete.done"));
}
