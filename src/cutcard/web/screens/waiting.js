// A table with free seats: who is there, the link to invite by, and bots for those who will not wait.

import {h, icon, write} from "../dom.js";
import {fill, sit} from "../house.js";
import {t} from "../text.js";

/**
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place
 * @param {(text: string) => void} fail
 */
export function waiting(lounge, place, fail) {
  const seats = h("ul", {class: "waiting-seats", role: "list"});
  const link = h("input", {readOnly: true, value: location.href, "aria-label": t("waiting.link"), onclick: (/** @type {any} */ e) => e.target.select()});
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
  const answered = (/** @type {import("../contract.js").Answer} */ answer) => answer.ok || fail(answer.message ?? "");
  const bots = h("button", {type: "button", class: "primary", onclick: async () => answered(await fill(lounge.client, place.table))}, icon("bot"), t("waiting.bots"));
  const sitDown = h("button", {type: "button", class: "primary", onclick: async () => answered(await sit(lounge.client, place.table))}, t("waiting.sit"));
  const invite = h("div", {class: "stack tight"}, h("p", {}, t("waiting.invite")), h("div", {class: "invite"}, link, copy), copied);
  const element = h("div", {class: "waiting panel stack"}, h("h2", {}, t("waiting.title")), seats, invite, h("div", {class: "row"}, sitDown, bots));
  return {
    element,
    /** Where the next decision is. */
    get focus() {
      return place.seat === null ? sitDown : copy;
    },
    show() {
      const taken = new Map(place.roster.map((one) => [one.seat, one]));
      const count = place.info.seats ?? taken.size;
      seats.replaceChildren(...Array.from({length: count}, (_, i) => {
        const one = taken.get(i);
        const you = i === place.seat ? t("waiting.you") : "";
        return h("li", {class: one ? "taken" : "free"}, h("span", {class: "figures muted"}, i + 1), one ? `${one.name} ${you}` : t("waiting.free"));
      }));
      const seated = place.seat !== null;
      sitDown.hidden = seated || taken.size >= count;
      bots.hidden = !seated;
      invite.hidden = !seated;
      for (const button of [sitDown, bots]) button.setAttribute("aria-disabled", String(!place.live));
    },
  };
}
