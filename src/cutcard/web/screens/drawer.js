// The buttons for log and talk. On narrow screens both lie over the felt, one at a time; on wide ones they are
// always there and get the focus.

import {h, icon} from "../dom.js";
import {sound} from "../sound.js";
import {t} from "../text.js";

/**
 * @param {import("../lounge.js").Lounge} lounge @param {HTMLElement} screen  says which of them is open
 * @param {HTMLElement} beside @param {{element: HTMLElement, focus: () => void}} talk
 */
export function drawer(lounge, screen, beside, talk) {
  const logButton = h("button", {type: "button", class: "icon quiet log-button", title: t("log.title"), "aria-label": t("log.title"), "aria-expanded": "false", "aria-controls": "side", onclick: () => show("log")}, icon("log"));
  const unread = h("span", {class: "badge alert", hidden: true, "aria-hidden": "true"});
  const chatButton = h("button", {type: "button", class: "icon quiet log-button", title: t("chat.title"), "aria-label": t("chat.title"), "aria-expanded": "false", "aria-controls": "side", onclick: () => show("chat")}, icon("chat"), unread);

  /** @param {"log" | "chat" | ""} [which] nothing: closes it */
  function show(which = "") {
    const narrow = matchMedia("(max-width: 1080px)").matches;
    const open = which !== "" && !(narrow && screen.dataset.side === which) ? which : "";
    screen.dataset.side = open;
    logButton.setAttribute("aria-expanded", String(open === "log"));
    chatButton.setAttribute("aria-expanded", String(open === "chat"));
    if (open === "chat") {
      unread.hidden = true;
      unread.textContent = "";
      chatButton.setAttribute("aria-label", t("chat.title"));
      talk.focus();
    } else if (open) /** @type {HTMLElement} */ (beside.querySelector(".log-lines")).focus();
    else if (beside.contains(document.activeElement)) (which === "chat" ? chatButton : logButton).focus();
  }
  beside.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && show());

  return {
    tools: [chatButton, logButton],
    keys: [{key: "l", label: t("log.title"), run: () => show("log")}, {key: "t", label: t("chat.title"), run: () => show("chat")}],
    /** Somebody said something: a number on the button where the talk is not seen. */
    spoke() {
      sound("flip");
      if (talk.element.checkVisibility()) return;
      const n = Number(unread.textContent || 0) + 1;
      unread.textContent = String(n);
      unread.hidden = false;
      chatButton.setAttribute("aria-label", t("chat.unread", {n}));
      lounge.say(t("chat.new"));
    },
  };
}
