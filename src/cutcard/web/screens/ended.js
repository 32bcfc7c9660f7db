// The session has ended: says so over whatever is on the screen, and lets the person come back to it. Nobody
// becomes a guest unasked.

import {openDialog} from "../dialogs.js";
import {h, onSubmit, write} from "../dom.js";
import {refusal, t} from "../text.js";
import {asName, asPassword, field} from "./fields.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

/** @param {Lounge} lounge @param {string} name whose session it was */
export async function endedDialog(lounge, name) {
  const {client} = lounge;
  let stop = () => {};
  const next = await openDialog(t("ended.title"), (close) => {
    const wrong = h("p", {class: "error", role: "alert"});
    stop = client.on("state", () => client.state === "live" && close()); // came in by another way
    const second = field(t("factor.code"), {name: "code", maxLength: 64, autocomplete: "one-time-code", spellcheck: false});
    second.hidden = true; // until it is asked for
    const submit = onSubmit(async ({user, password, code}) => {
      const answer = await client.logIn(user, password, code);
      second.hidden = second.hidden && answer.code !== "CODE_REQUIRED";
      if (answer.ok) close(answer.payload);
      else write(wrong, refusal(answer));
    });
    const guest = client.guests ? h("button", {type: "button", onclick: () => close("guest")}, t("ended.guest")) : null;
    return [h("form", {class: "stack", onsubmit: submit},
      h("p", {}, t("ended.text", {name})),
      field(t("account.user"), asName({value: name})),
      field(t("account.password"), asPassword({"data-first": true})),
      second,
      wrong,
      h("div", {class: "row end"}, guest, h("button", {type: "submit", class: "primary"}, t("logIn.go"))))];
  });
  stop();
  if (next === "guest") lounge.asGuest();
  else if (next) lounge.calls.show("welcome", {text: t("logIn.done", {name: next.name})});
}
