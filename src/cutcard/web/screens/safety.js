// What keeps an account its owner's: the places where one is logged in, a second factor, a confirmed e-mail address, and
// the way back for who has forgotten the password.

import {openDialog} from "../dialogs.js";
import {h, onSubmit, put, write} from "../dom.js";
import {day, refusal, t} from "../text.js";
import {LEAST, asName, asPassword, field, wrongPassword} from "./fields.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

/** What browsers should know of a code. @param {Record<string, any>} [more] */
export const asCode = (more = {}) => ({name: "code", required: true, maxLength: 64, autocomplete: "one-time-code", spellcheck: false, ...more});

/**
 * A step of a dialog: fields, a button, a place for what went wrong.
 * @param {(Node | null)[]} fields @param {string} go @param {(values: Record<string, string>) => Promise<string | null>} run promises what went wrong, or null @param {string} [cls]
 */
function step(fields, go, run, cls = "primary") {
  const wrong = h("p", {class: "error", role: "alert"});
  const submit = onSubmit(async (values) => {
    write(wrong, "");
    write(wrong, (await run(values)) ?? "");
  });
  return h("form", {class: "stack", onsubmit: submit}, ...fields, wrong, h("div", {class: "row end"}, h("button", {type: "submit", class: cls}, go)));
}

/** Where one is logged in; each place may be ended alone. @param {Lounge} lounge */
export function sessionsPanel(lounge) {
  const {client} = lounge;
  const list = h("ul", {class: "sessions", role: "list"});
  const wrong = h("p", {class: "error", role: "alert"});
  async function draw() {
    const answer = await client.request("SESSIONS");
    if (!answer.ok) return write(wrong, refusal(answer));
    put(list, ...answer.payload.sessions.map((/** @type {any} */ one) => {
      const label = one.label || t("sessions.unknown");
      const about = h("span", {class: "session"}, h("b", {}, label), h("span", {class: "muted small"}, one.this ? t("sessions.this") : t("sessions.seen", {day: day(one.lastSeen)})));
      const end = one.this ? null : h("button", {type: "button", class: "quiet", "aria-label": `${t("sessions.end")}: ${label}`, onclick: async () => {
        const ended = await client.request("END_SESSION", {session: one.session});
        write(wrong, ended.ok ? "" : refusal(ended));
        void draw();
      }}, t("sessions.end"));
      return h("li", {}, about, end);
    }));
  }
  void draw();
  return h("section", {class: "panel stack", "aria-labelledby": "own-sessions"}, h("h2", {id: "own-sessions"}, t("sessions.title")), list, wrong);
}

/** Codes at a log-in, on or off. @param {Lounge} lounge @param {Record<string, any>} profile */
export function factorPanel(lounge, profile) {
  const said = h("p", {});
  const button = h("button", {type: "button", onclick: () => void change()});
  let on = Boolean(profile.secondFactor);
  function show() {
    write(said, t(on ? "factor.on" : "factor.off"));
    write(button, t(on ? "factor.end" : "factor.begin"));
  }
  async function change() {
    const done = await (on ? endFactor(lounge) : beginFactor(lounge));
    if (done) on = !on;
    show();
  }
  show();
  return h("section", {class: "panel stack", "aria-labelledby": "own-factor"}, h("h2", {id: "own-factor"}, t("factor.title")), said, h("div", {class: "row end"}, button));
}

/** Password, then the secret for the program, its first code, and the recovery codes, shown this once. @param {Lounge} lounge @returns {Promise<boolean>} whether it is on now */
async function beginFactor({client}) {
  let on = false;
  await openDialog(t("factor.begin"), (close) => {
    const box = h("div");
    const proof = step([h("p", {}, t("factor.proof")), field(t("account.password"), asPassword({"data-first": true}))], t("factor.next"), async ({password}) => {
      const answer = await client.request("TOTP_BEGIN", {password});
      if (!answer.ok) return wrongPassword(answer);
      put(box, secret(answer.payload));
      box.querySelector("input")?.focus();
      return null;
    });
    const secret = (/** @type {Record<string, any>} */ made) => step([h("p", {}, t("factor.secret")), h("code", {class: "hash"}, made.secret), h("p", {}, h("a", {href: made.uri}, t("factor.open"))), field(t("factor.code"), asCode({inputMode: "numeric"}))], t("factor.confirm"), async ({code}) => {
      const answer = await client.request("TOTP_CONFIRM", {code});
      if (!answer.ok) return refusal(answer);
      on = true;
      put(box, h("div", {class: "stack"}, h("p", {}, t("factor.recovery")), h("ul", {class: "recovery figures", role: "list"}, ...answer.payload.recovery.map((/** @type {string} */ one) => h("li", {}, h("code", {}, one)))), h("div", {class: "row end"}, h("button", {type: "button", class: "primary", onclick: () => close()}, t("factor.kept")))));
      return null;
    });
    put(box, proof);
    return [box];
  });
  return on;
}

/** @param {Lounge} lounge @returns {Promise<boolean>} whether it is off now */
async function endFactor({client}) {
  return true === (await openDialog(t("factor.end"), (close) => [step([h("p", {}, t("factor.ending")), field(t("account.password"), asPassword({"data-first": true})), field(t("factor.code"), asCode())], t("factor.end"), async ({password, code}) => {
    const answer = await client.request("TOTP_END", {password, code});
    if (!answer.ok) return wrongPassword(answer);
    close(true);
    return null;
  })]));
}

/** Whether the address in the profile is known to be one's own. @param {Lounge} lounge @param {Record<string, any>} profile */
export function emailPanel({client}, profile) {
  const box = h("div");
  const done = () => put(box, h("p", {class: "good"}, t("email.confirmed", {email: profile.email})));
  const ask = () => step([h("p", {}, t("email.open", {email: profile.email}))], t("email.send"), async () => {
    const answer = await client.request("SEND_CONFIRMATION");
    if (!answer.ok) return refusal(answer);
    put(box, step([h("p", {}, t("email.sent", {email: profile.email})), field(t("email.code"), asCode())], t("email.confirm"), async ({code}) => {
      const confirmed = await client.request("CONFIRM_EMAIL", {code});
      if (!confirmed.ok) return refusal(confirmed);
      done();
      return null;
    }));
    return null;
  }, "");
  if (profile.emailConfirmed) done();
  else if (profile.email) put(box, ask());
  else put(box, h("p", {}, t("email.none")));
  return h("section", {class: "panel stack", "aria-labelledby": "own-email"}, h("h2", {id: "own-email"}, t("email.title")), box);
}

/** @param {string} path @param {object} told @returns {Promise<import("../contract.js").Answer>} asked over HTTP, since nobody is known yet */
async function post(path, told) {
  const answer = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(told)}).catch(() => null);
  if (!answer) return {ok: false, payload: {}, code: "CONNECTION_LOST", message: ""};
  const said = await answer.json().catch(() => ({}));
  return answer.ok ? {ok: true, payload: said} : {ok: false, payload: {}, code: said.error?.code, message: said.error?.message, details: said.error?.details};
}

/** A letter with a code, and a new password with it. @param {string} name */
export function forgotDialog(name) {
  return openDialog(t("forgot.title"), (close) => {
    const box = h("div");
    put(box, step([h("p", {}, t("forgot.text")), field(t("account.user"), asName({value: name, "data-first": true}))], t("forgot.send"), async ({user}) => {
      const answer = await post("/api/passwords/forgotten", {user});
      if (!answer.ok) return refusal(answer);
      put(box, step([h("p", {}, t("forgot.sent")), field(t("email.code"), asCode()), field(t("password.new"), asPassword({minLength: LEAST, autocomplete: "new-password"}), t("account.least", {n: LEAST}))], t("forgot.go"), async ({code, password}) => {
        const made = await post("/api/passwords", {user, code, password});
        if (!made.ok) return refusal(made);
        put(box, h("p", {class: "good"}, t("forgot.done")), h("div", {class: "row end"}, h("button", {type: "button", class: "primary", onclick: () => close()}, t("dialog.close"))));
        return null;
      }));
      return null;
    }));
    return [box];
  });
}
