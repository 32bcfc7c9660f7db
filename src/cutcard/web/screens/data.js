// One's data: all of it in a file, or gone for good. Both are asked over HTTP, as any program would.

import {openDialog} from "../dialogs.js";
import {h, onSubmit, write} from "../dom.js";
import {t} from "../text.js";
import {asPassword, field, wrongPassword} from "./fields.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

/** @param {Lounge} lounge @param {string} path @param {object} [body] */
async function http({client}, path, body) {
  const headers = {Authorization: `Bearer ${client.token}`, "Content-Type": "application/json"};
  return fetch(path, body ? {method: "POST", headers, body: JSON.stringify(body)} : {headers});
}

/** All that is kept about one, as a file. @param {Lounge} lounge @returns {Promise<string>} what went wrong */
export async function download(lounge) {
  const answer = await http(lounge, "/api/me/export").catch(() => null);
  if (!answer?.ok) return t("refusal.other");
  const url = URL.createObjectURL(await answer.blob());
  const link = h("a", {href: url, download: `cutcard-${lounge.client.user?.name ?? "me"}.json`});
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return "";
}

/** Says what goes and what stays, and asks who has a password for it. @param {Lounge} lounge */
export async function deleteDialog(lounge) {
  const guest = lounge.client.user?.guest ?? false;
  const gone = await openDialog(t(guest ? "delete.guestTitle" : "delete.title"), (close) => {
    const wrong = h("p", {class: "error", role: "alert"});
    const submit = onSubmit(async ({password = ""}) => {
      const answer = await http(lounge, "/api/me/delete", {password}).catch(() => null);
      if (answer?.ok) return close(true);
      const {error} = (await answer?.json().catch(() => null)) ?? {};
      write(wrong, error?.code === "INVALID_GAME_STATE" ? t("delete.tables") : wrongPassword(error ?? {}));
    });
    const goes = [t(guest ? "delete.guest" : "delete.goes"), t("delete.chips"), t("delete.matches"), t("delete.final")];
    const stay = h("button", {type: "button", "data-first": guest, onclick: () => close()}, t("dialog.no"));
    return [h("form", {class: "stack", onsubmit: submit},
      h("ul", {class: "points"}, ...goes.map((one) => h("li", {}, one))),
      guest ? null : field(t("account.password"), asPassword({"data-first": true})),
      wrong,
      h("div", {class: "row end"}, stay, h("button", {type: "submit", class: "primary danger"}, t("delete.yes"))))];
  });
  if (gone) lounge.gone(t(guest ? "delete.guestDone" : "delete.done"), guest);
}
