// A person's name anywhere in the room; their card comes with the first press.

import {avatar} from "../avatar.js";
import {h} from "../dom.js";
import {openPlayer} from "./behind.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {{table: number, host?: boolean, started?: boolean}} Where the table both are at */

/** A person's name that opens their card. @param {Lounge} lounge @param {string} id @param {string} name @param {() => Where | undefined} [where] */
export function playerButton(lounge, id, name, where = () => undefined) {
  return h("button", {type: "button", class: "name", onclick: () => void openPlayer(lounge, id, name, where())}, avatar(id), h("span", {class: "cut"}, name));
}
