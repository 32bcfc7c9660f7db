// Two things of the bar above every screen: who one is, and sound.

import {avatar} from "../avatar.js";
import {h, icon, iconButton} from "../dom.js";
import {choose, settings} from "../settings.js";
import {sound} from "../sound.js";
import {t} from "../text.js";

/** Sound is asked for by a press, and remembered. @param {() => void} redraw */
export function soundButton(redraw) {
  const {sound: on} = settings();
  return iconButton(on ? "sound" : "mute", t(on ? "sound.on" : "sound.off"), () => {
    choose({sound: !on});
    redraw();
    sound("turn");
  }, {class: "icon quiet sound-button"});
}

/** Who one is, and the way to the account. @param {import("../lounge.js").Lounge} lounge @param {string} name */
export function personLink(lounge, name) {
  const {user} = lounge.client;
  const guest = user?.guest ?? false;
  const link = lounge.link("/account", user ? avatar(user.id) : icon("person"), "button quiet account-link");
  link.append(h("span", {class: "person"}, name), ...(guest ? [h("span", {class: "sign-up"}, t("account.begin"))] : []));
  link.title = link.ariaLabel = [name, guest ? t("account.begin") : t("account.title")].filter(Boolean).join(", ");
  return link;
}
