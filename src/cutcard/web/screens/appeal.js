// Who is kept out may say something against it; a moderator reads it, and their answer stands where the reason stands.

import {openDialog} from "../dialogs.js";
import {h, onSubmit} from "../dom.js";
import {refusal, t} from "../text.js";

/** @param {import("../lounge.js").Lounge} lounge */
export function appealDialog(lounge) {
  const wrong = h("p", {class: "error small", role: "alert"});
  const code = lounge.client.barred?.details?.appeal ?? "";
  return openDialog(t("barred.appeal"), (close) => {
    const send = async (/** @type {Record<string, string>} */ {text}) => {
      const how = {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({code, text})};
      const answer = await fetch("/api/appeals", how).catch(() => null);
      if (answer?.ok) {
        lounge.calls.show("appeal", {text: t("barred.sent")});
        return close();
      }
      const {error = {}} = answer === null ? {} : await answer.json().catch(() => ({}));
      wrong.textContent = answer === null ? t("connection.lost") : refusal(error);
    };
    return [h("form", {class: "stack", onsubmit: onSubmit(send)},
      h("label", {class: "field"}, h("span", {}, t("barred.what")), h("textarea", {name: "text", required: true, maxLength: 2000, rows: 5, "data-first": true})),
      wrong,
      h("div", {class: "row end"}, h("button", {class: "primary"}, t("barred.send"))))];
  });
}
