// The room: the frame around every screen, the way between screens, keys, and the line that says
// whether the connection is live. Screens are made afresh when the language changes.

import {Client} from "./client.js";
import {openKeys, openSettings} from "./dialogs.js";
import {h, icon, put, write} from "./dom.js";
import {lobby} from "./screens/lobby.js";
import {tableScreen} from "./screens/table.js";
import {apply, keep, onChoice, recall, settings} from "./settings.js";
import {speak, t} from "./text.js";

/** @typedef {import("./contract.js").Key} Key */

/**
 * What a screen gives the room.
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {() => string} title
 * @property {HTMLElement[]} [tools]  beside the settings
 * @property {boolean} [inner]  has a way back to the lobby
 * @property {() => Key[]} [keys]
 * @property {() => void} [refresh]  settings changed
 * @property {() => void} close
 */

const ME = "cutcard.me";
const TYPING = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";

/** The same server's socket. */
const socketUrl = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

export class Lounge {
  client = Lounge.#come();
  /** @type {Screen | null} */ #screen = null;
  #main = h("main", {id: "main", tabIndex: -1});
  #head = h("header", {class: "bar"});
  #line = h("div", {class: "connection", role: "status"});
  #polite = h("div", {class: "visually-hidden", "aria-live": "polite"});
  /** @type {number | undefined} */ #shown;
  /** Has been connected before. */ #been = false;

  /** @param {string} [name] */
  static #come(name) {
    const me = recall(ME) ?? {};
    return new Client({url: socketUrl(), name: name ?? "", token: name ? null : me.token});
  }

  async open() {
    apply();
    await speak(settings().language);
    document.body.append(h("a", {class: "skip", href: "#main", onclick: () => this.#main.focus()}, t("skip")), this.#head, this.#line, this.#main, this.#polite);
    this.#listen();
    onChoice((changed) => void this.#chosen(changed));
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => apply());
    addEventListener("popstate", () => this.#route());
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("online", () => this.client.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.client.hurry());
    this.#route();
    this.client.connect();
  }

  #listen() {
    const {client} = this;
    client.addEventListener("state", () => this.#connection());
    client.addEventListener("user", () => {
      keep(ME, {token: client.token, name: client.user?.name});
      this.#bar();
    });
  }

  /** Goes to another screen. @param {string} path */
  go(path) {
    if (path !== location.pathname) history.pushState(null, "", path);
    this.#route();
  }

  /** Says something to a screen reader. @param {string} text */
  say(text) {
    this.#polite.append(h("p", {}, text));
    while (this.#polite.childElementCount > 6) this.#polite.firstElementChild?.remove();
  }

  /** The tab's title: whose turn it is shows first. @param {string} [first] */
  title(first = "") {
    const name = this.#screen?.title() ?? "";
    document.title = [first, name, "Cutcard"].filter(Boolean).join(" · ");
    const shown = this.#head.querySelector(".bar-title");
    if (shown && this.#screen?.inner) write(shown, name);
  }

  #route() {
    this.#screen?.close();
    const table = /^\/table\/(\d+)/.exec(location.pathname);
    this.#screen = table ? tableScreen(this, Number(table[1])) : lobby(this);
    put(this.#main, this.#screen.element);
    this.#bar();
    this.title();
    scrollTo(0, 0);
  }

  #bar() {
    const inner = this.#screen?.inner ?? false;
    const brand = inner
      ? h("a", {class: "button quiet icon", href: "/", "aria-label": t("room.back"), onclick: (/** @type {Event} */ e) => this.#follow(e, "/")}, icon("back"))
      : h("a", {class: "brand", href: "/", onclick: (/** @type {Event} */ e) => this.#follow(e, "/")}, h("span", {class: "mark"}), "Cutcard");
    const name = this.client.user?.name ?? recall(ME)?.name ?? "";
    const person = inner || !name ? null : h("span", {class: "person muted"}, name);
    this.#head.replaceChildren(
      ...[
        brand,
        h("span", {class: "bar-title"}, inner ? this.#screen?.title() : ""),
        h("span", {class: "bar-space"}),
        person,
        ...(this.#screen?.tools ?? []),
        h("button", {type: "button", class: "icon quiet keys-button", "aria-label": t("keys.title"), onclick: () => this.#showKeys()}, icon("keys")),
        h("button", {type: "button", class: "icon quiet", "aria-label": t("settings.title"), onclick: () => this.#showSettings()}, icon("settings")),
      ].filter((one) => one !== null),
    );
  }

  /** A link of ours goes without loading the page. @param {Event} event @param {string} path */
  #follow(event, path) {
    const click = /** @type {MouseEvent} */ (event);
    if (click.ctrlKey || click.metaKey || click.shiftKey || click.button) return;
    event.preventDefault();
    this.go(path);
  }

  /** A short break is not worth a word; a longer one is said. */
  #connection() {
    clearTimeout(this.#shown);
    const {state} = this.client;
    if (state === "live") {
      this.#been = true;
      const was = this.#line.classList.contains("lost");
      this.#line.classList.remove("lost");
      if (was) write(this.#line, t("connection.back"));
      this.#shown = window.setTimeout(() => write(this.#line, ""), was ? 1500 : 0);
      return;
    }
    const show = () => {
      this.#line.classList.add("lost");
      if (state === "replaced") {
        this.#line.replaceChildren(t("connection.replaced"), h("button", {type: "button", onclick: () => this.client.connect()}, t("connection.here")));
      } else write(this.#line, t(this.#been ? "connection.lost" : "connection.first"));
    };
    if (state === "replaced") show();
    else this.#shown = window.setTimeout(show, this.#line.classList.contains("lost") ? 0 : this.#been ? 400 : 2000);
  }

  /** @param {Partial<import("./contract.js").Settings>} changed */
  async #chosen(changed) {
    if (changed.language) {
      await speak(changed.language);
      this.#route();
      this.#connection();
    } else this.#screen?.refresh?.();
  }

  #showSettings() {
    const name = this.client.user?.name ?? "";
    void openSettings({name, rename: (wanted) => this.#rename(wanted)});
  }

  /** A guest with another name is another guest. @param {string} name */
  #rename(name) {
    this.client.close();
    this.client = Lounge.#come(name);
    this.#listen();
    this.#route();
    this.client.connect();
  }

  /** @returns {Key[]} */
  #keys() {
    return [
      ...(this.#screen?.keys?.() ?? []),
      {key: "?", label: t("keys.help"), run: () => this.#showKeys()},
      {key: ",", label: t("settings.title"), run: () => this.#showSettings()},
      ...(this.#screen?.inner ? [{key: "b", label: t("room.back"), run: () => this.go("/")}] : []),
    ];
  }

  #showKeys() {
    const always = [
      {key: "Tab", label: t("keys.tab"), run() {}},
      {key: "← ↑ ↓ →", label: t("keys.arrows"), run() {}},
      {key: "Enter", label: t("keys.enter"), run() {}},
      {key: "Esc", label: t("keys.escape"), run() {}},
    ];
    void openKeys([...this.#keys(), ...always]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.matches(TYPING)) return;
    const found = this.#keys().find(({key}) => key === event.key || key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found.run();
  }
}
