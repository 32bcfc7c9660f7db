// Who one is: a guest who may make an account or log in, or an account.

import {h, put, write} from "../dom.js";
import {keep, recall} from "../settings.js";
import {refusal, t} from "../text.js";
import {LEAST, asName, asPassword, field, form} from "./fields.js";
import {asCode, forgotDialog} from "./safety.js";
import {guestWays, nameForm, own} from "./self.js";

const DEVICES = "cutcard.devices"; // by what each account knows this browser at a log-in

/** @typedef {import("../lounge.js").Lounge} Lounge */

/** @param {Lounge} lounge @returns {import("../lounge.js").Screen} */
export function accountScreen(lounge) {
  const element = h("div", {class: "sheet stack"});
  let closed = false;
  let who = "";
  /** Sentences with one's name in them. @type {(() => void)[]} */
  let named = [];
  const naming = (/** @type {Element} */ line, /** @type {(name: string) => string} */ say) => {
    const tell = () => write(line, say(lounge.client.user?.name ?? ""));
    named.push(tell);
    tell();
    return line;
  };
  const self = () => {
    const {user, state} = lounge.client;
    return user ? `${user.id} ${user.guest}` : state;
  };
  const draw = async () => {
    const {user, state} = lounge.client;
    who = self();
    named = [];
    if (!user && state !== "stranger") return put(element, h("h1", {}, t("account.title")), h("p", {class: "muted"}, t("people.loading")));
    if (!user || user.guest) return put(element, ...strangers(lounge, naming));
    const answer = await lounge.client.request("PROFILE");
    if (closed) return;
    if (!answer.ok) return put(element, h("h1", {}, t("account.title")), h("p", {class: "error"}, refusal(answer)));
    put(element, ...(await own(lounge, answer.payload.profile, naming)));
  };
  void draw();
  const changed = () => {
    if (who !== self()) void draw();
    else for (const tell of named) tell(); // what is being typed stays
  };
  const stops = ["user", "state"].map((type) => lounge.client.on(type, changed));
  return {
    element,
    inner: true,
    title: () => t("account.title"),
    close() {
      closed = true;
      for (const stop of stops) stop();
    },
  };
}

/** For a guest: become an account, or come in as one. @param {Lounge} lounge @param {import("./self.js").Naming} naming */
function strangers(lounge, naming) {
  const {client} = lounge;
  const code = field(t("account.invitation"), {name: "invitation", autocomplete: "off", maxLength: 128});
  code.hidden = true;
  const signUp = form(
    t("signUp.title"),
    [
      client.user ? naming(h("p", {class: "muted"}), (name) => t("signUp.about", {name})) : null,
      field(t("account.user"), asName(), t("signUp.user")),
      field(t("account.password"), asPassword({minLength: LEAST, autocomplete: "new-password"}), t("account.least", {n: LEAST})),
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
  signUp.classList.add("tall");
  const second = field(t("factor.code"), asCode({required: false}), t("factor.orRecovery"));
  second.hidden = true; // until it is asked for
  const logIn = form(
    t("logIn.title"),
    [
      client.user ? naming(h("p", {class: "muted"}), (name) => t("logIn.about", {name})) : null,
      field(t("account.user"), asName()),
      field(t("account.password"), asPassword()),
      second,
      h("button", {type: "button", class: "quiet", onclick: (/** @type {any} */ e) => void forgotDialog(e.target.form.user.value)}, t("forgot.title")),
    ],
    t("logIn.go"),
    async ({user, password, code: digits}) => {
      lounge.keepGuest();
      client.device = recall(DEVICES)?.[user] ?? null;
      const answer = await client.logIn(user, password, digits);
      second.hidden = second.hidden && answer.code !== "CODE_REQUIRED";
      if (client.device) keep(DEVICES, {...recall(DEVICES), [user]: client.device});
      if (!answer.ok) return refusal(answer);
      lounge.welcome(t("logIn.done", {name: answer.payload.name}));
      return null;
    },
  );
  return [h("h1", {}, t("account.title")), client.user ? h("p", {class: "muted"}, t("account.why")) : h("p", {}, t(client.expired ? "ended.title" : "account.stranger")), h("div", {class: "columns"}, signUp, logIn, ...(client.user ? [nameForm(lounge), guestWays(lounge)] : []))];
}

