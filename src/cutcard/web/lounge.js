// The room: the frame around every screen, the way between screens, keys, and the line that says
// whether the connection is live. Screens are made afresh when the language changes.

import {Calls} from "./calls.js";
import {Circle} from "./circle.js";
import {Client} from "./client.js";
import {h, icon, iconButton, put, write} from "./dom.js";
import {games} from "./house.js";
import {personLink, soundButton} from "./screens/bar.js";
import {friendsButton, hearFriends} from "./screens/befriended.js";
import {appealDialog, endedDialog, openKeys, openSettings} from "./screens/behind.js";
import {hearChallenges} from "./screens/challenge.js";
import {hearEvents} from "./screens/events.js";
import {hearPartners} from "./screens/party.js";
import {screenOf, tableCode} from "./screens/routes.js";
import {Seek} from "./seek.js";
import {at, dress, stale} from "./shelf.js";
import {apply, keep, onChoice, recall, settings} from "./settings.js";
import {keptOut, refusal, speak, t} from "./text.js";

/** @typedef {import("./contract.js").Key} Key */

/**
 * What a screen gives the room.
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {() => string} title
 * @property {HTMLElement[]} [tools]  beside the settings
 * @property {boolean} [inner]  has a way back to the lobby
 * @property {() => Key[]} [keys]
 * @property {() => string} [game]  the one at hand, whose rules are shown first
 * @property {() => void} [refresh]  settings changed
 * @property {boolean} [cash]  chips of one's own are played for
 * @property {() => void} close
 */

const ME = "cutcard.me";
const GUEST = "cutcard.guest"; // who this browser is while nobody is logged in
const TYPING = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";

/** The same server's socket. */
const socketUrl = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

export class Lounge {
  client = new Client({url: socketUrl(), token: recall(ME)?.token});
  circle = new Circle(this.client);
  calls = new Calls((text) => this.say(text));
  seek = new Seek(this);
  /** What is played first at tables just opened. @type {Map<number, {type: string} & Record<string, any>>} */ first = new Map();
  /** A file that was dropped on the page, until somebody reads it. @type {File | null} */ file = null;
  /** Play chips; null while unknown. @type {number | null} */ balance = null;
  /** What one is to the house: a moderator has a page of its own. */ role = "player";
  /** @type {Screen | null} */ #screen = null;
  #main = h("main", {id: "main", tabIndex: -1});
  #head = h("header", {class: "bar"});
  #line = h("div", {class: "connection", role: "status"});
  #polite = h("div", {class: "visually-hidden", "aria-live": "polite"});
  /** @type {number | undefined} */ #shown;
  /** Has been connected before. */ #been = false;
  /** @type {Promise<import("./house.js").GameCard[]> | null} */ #games = null;

  async open() {
    apply();
    const said = Promise.all([speak(settings().language), dress(at("sheets")).catch(() => {})]); // undressed it can still be played
    this.client.connect(said); // at once: its way is the longest
    await said;
    document.body.append(h("a", {class: "skip", href: "#main", onclick: () => this.#main.focus()}, t("skip")), this.#head, this.#line, this.#main, this.calls.element, this.#polite);
    this.#listen();
    onChoice((changed) => void this.#chosen(changed));
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => apply());
    addEventListener("popstate", () => this.#route());
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("online", () => this.client.hurry());
    addEventListener("storage", ({key}) => key === ME && this.#elsewhere());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.client.hurry());
    this.#route();
    this.#connection();
  }

  #listen() {
    const {client} = this;
    client.on("state", () => this.#connection());
    client.on("user", () => {
      keep(ME, {token: client.token, name: client.user?.name, guest: client.user?.guest});
      void this.#purse();
      this.#bar();
    });
    client.on("expired", () => this.#ended());
    client.on("BALANCE", ({balance}) => {
      const change = balance - (this.balance ?? balance);
      this.balance = balance;
      if (this.#screen?.tools) this.#screen.cash = true;
      this.#bar();
      const [text, more] = [t("balance.now", {n: balance}), t(change > 0 ? "balance.more" : "balance.less", {n: Math.abs(change)})];
      if (change && this.#screen?.tools) this.say(`${text} ${more}`); // a card would lie over the table
      else if (change) this.calls.show("balance", {text, more});
    });
    this.circle.addEventListener("change", () => this.#bar());
    hearChallenges(this);
    hearPartners(this);
    hearFriends(this);
    hearEvents(this);
  }

  async #purse() {
    const answer = await this.client.request("PROFILE", {}, {again: false});
    if (!answer.ok) return;
    this.balance = answer.payload.profile.balance ?? null;
    this.role = answer.payload.profile.role ?? "player";
    this.#bar();
  }

  /** The games, in the language spoken now. */
  games() {
    this.#games ??= games().catch((reason) => {
      this.#games = null; // the next one who asks tries again
      throw reason;
    });
    return this.#games;
  }

  /** Goes to another screen. @param {string} path @param {boolean} [instead] of the one we are at, which going back skips */
  go(path, instead = false) {
    if (instead) history.replaceState(null, "", path);
    else if (path !== location.pathname) history.pushState(null, "", path);
    this.#route();
  }

  /** Shows a table at the address we are at: a private one that was found by its link. @param {number} table @param {string} link */
  show(table, link) {
    this.#put(this.late(tableCode, ({tableScreen}) => tableScreen(this, table, link)));
  }

  /** A link of ours that goes without loading the page. @param {string} path @param {Node | string} content @param {string} [cls] */
  link(path, content, cls = "") {
    return h("a", {href: path, class: cls, onclick: (/** @type {Event} */ event) => this.#follow(event, path)}, content);
  }

  /** Before logging in: the guest waits in this browser until the account is left. */
  keepGuest() {
    if (this.client.user?.guest) keep(GUEST, {token: this.client.token});
  }

  /** We have become somebody: say so, and go on to the lobby. @param {string} text */
  welcome(text) {
    this.calls.show("welcome", {text});
    this.go("/");
  }

  /** @param {boolean} [everywhere] */
  async logOut(everywhere = false) {
    const answer = await this.client.logOut({everywhere, next: recall(GUEST) ?? {}});
    if (answer.ok && "caches" in globalThis) void caches.delete("cutcard-replays"); // what one saw is nobody else's
    if (answer.ok) this.welcome(t("logOut.done"));
    else this.calls.show("log-out", {text: refusal(answer)});
  }

  /** The session is over. An account is asked to log in again; a guest has nothing to log in with, so another comes in by the same name. */
  #ended() {
    const {name = "", guest = true} = recall(ME) ?? {};
    if (!guest) return void endedDialog(this, name);
    this.calls.show("expired", {text: t("ended.newGuest")});
    this.client.become({name});
  }

  /** Another tab has logged in again, or gone on as a guest: so does this one. */
  #elsewhere() {
    const token = recall(ME)?.token;
    if (this.client.expired && token && token !== this.client.token) this.client.become({token});
  }

  /** Goes on as the guest who waits in this browser, or as a new one. */
  asGuest() {
    keep(ME, null);
    this.client.become(recall(GUEST) ?? {});
  }

  /** Who one was is deleted: go on as the guest who waits here, or as a new one. @param {string} text @param {boolean} guest it was the guest */
  gone(text, guest) {
    if (guest) keep(GUEST, null);
    this.asGuest();
    this.welcome(text);
  }

  /** Says something to a screen reader; what is `passing` is gone with the next that is not. @param {string} text @param {boolean} [passing] */
  say(text, passing = false) {
    if (!passing) for (const gone of this.#polite.querySelectorAll(".passing")) gone.remove();
    this.#polite.append(h("p", {class: passing ? "passing" : ""}, text));
    while (this.#polite.childElementCount > 6) this.#polite.firstElementChild?.remove();
  }

  /** The tab's title: whose turn it is shows first. @param {string} [first] */
  title(first = "") {
    const name = this.#screen?.title() ?? "";
    document.title = [first, name, "Cutcard"].filter(Boolean).join(" · ");
    const shown = this.#head.querySelector(".bar-title");
    if (shown && this.#screen?.tools) write(shown, name);
  }

  #route() {
    const path = location.pathname;
    const [, first, rest = ""] = /^\/([^/]*)\/?([^/]*)/.exec(path) ?? [];
    this.#put(screenOf(this, first, decodeURIComponent(rest)));
    scrollTo(0, 0);
  }

  /**
   * A screen whose code comes when it is first opened; until it is there, nothing is.
   * @template T @param {() => Promise<T>} load @param {(code: T) => Screen} make @returns {Screen}
   */
  late(load, make) {
    const waits = {element: h("div", {class: "sheet"}), inner: true, title: () => "", close() {}};
    load().then((code) => (this.#screen === waits ? this.#put(make(code)) : undefined), (reason) => this.#unloaded(reason));
    return waits;
  }

  /** Code behind a press; null where it did not come, which is said. @template T @param {() => Promise<T>} load @returns {Promise<T | null>} */
  async code(load) {
    try {
      return await load();
    } catch (reason) {
      await this.#unloaded(/** @type {Error} */ (reason));
      return null;
    }
  }

  /** Code that did not come: the server was updated, or is not there. @param {Error} reason */
  async #unloaded(reason) {
    if (await stale()) location.reload(); // this page asks for files that are gone
    this.calls.show("code", {text: t("lobby.failed", {reason: reason.message})});
  }

  /** @param {Screen} screen */
  #put(screen) {
    const away = this.#screen && document.activeElement !== document.body; // what had the focus goes away
    this.#screen?.close();
    this.#screen = screen;
    put(this.#main, screen.element);
    this.#bar();
    this.title();
    if (away && document.activeElement === document.body) this.#main.focus();
  }

  #bar() {
    const {user} = this.client;
    const inner = this.#screen?.inner ?? false;
    const atTable = Boolean(this.#screen?.tools);
    const brand = inner
      ? h("a", {class: "button quiet icon", href: "/", title: t("room.back"), "aria-label": t("room.back"), onclick: (/** @type {Event} */ e) => this.#follow(e, "/")}, icon("back"))
      : h("a", {class: "brand", href: "/", "aria-label": "Cutcard", onclick: (/** @type {Event} */ e) => this.#follow(e, "/")}, h("span", {class: "mark"}), h("span", {class: "brand-name"}, "Cutcard"));
    const focused = /** @type {HTMLElement | null} */ (this.#head.contains(document.activeElement) ? document.activeElement : null);
    const which = focused ? [...this.#head.querySelectorAll("a, button")].indexOf(focused) : -1;
    this.#head.replaceChildren(
      ...[
        brand,
        h("span", {class: "bar-title"}, atTable ? this.#screen?.title() : ""),
        h("span", {class: "bar-space"}),
        ...(this.#screen?.tools ?? []),
        this.balance === null ? null : h("span", {class: atTable && !this.#screen?.cash ? "balance at-play" : "balance", "aria-label": t("balance.label", {n: this.balance})}, h("cut-chips", {amount: this.balance})),
        ...(atTable ? [] : [this.#icon("/leaders", "ranks", t("leaders.title"))]),
        ...(atTable || this.role === "player" ? [] : [this.#icon("/admin", "shield", t("admin.title"))]),
        ...(user ? [friendsButton(this)] : []),
        atTable ? null : personLink(this, user?.name ?? recall(ME)?.name ?? ""),
        soundButton(() => this.#bar()),
        iconButton("rules", t("howTo.open"), () => this.#showRules()),
        iconButton("keys", t("keys.title"), () => this.#showKeys(), {class: "icon quiet keys-button"}),
        iconButton("settings", t("settings.title"), () => this.#showSettings()),
      ].filter((one) => one !== null),
    );
    if (which >= 0) /** @type {HTMLElement | undefined} */ ([...this.#head.querySelectorAll("a, button")][which])?.focus();
  }

  /** @param {string} path @param {"ranks" | "shield"} name @param {string} label */
  #icon(path, name, label) {
    const link = this.link(path, icon(name), "button quiet icon");
    Object.assign(link, {title: label, ariaLabel: label});
    return link;
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
    if (state === "stranger") return this.#outside();
    const show = () => {
      this.#line.classList.add("lost");
      if (state === "replaced" || state === "barred") {
        const barred = state === "barred";
        this.#line.replaceChildren(barred ? keptOut(this.client.barred) : t("connection.replaced"), h("button", {type: "button", onclick: () => this.client.connect()}, t(barred ? "connection.again" : "connection.here")));
        if (this.client.barred?.details?.appeal && barred) this.#line.append(h("button", {type: "button", onclick: () => void appealDialog(this)}, t("barred.appeal")));
      } else write(this.#line, t(this.#been ? "connection.lost" : navigator.serviceWorker?.controller ? "connection.offline" : "connection.first"));
    };
    if (state === "replaced" || state === "barred") show();
    else this.#shown = window.setTimeout(show, this.#line.classList.contains("lost") ? 0 : this.#been ? 400 : 2000);
  }

  /** Nobody knows us here: who has been somebody may be it again where they are, others first say who they are. */
  #outside() {
    this.#line.classList.toggle("lost", this.client.expired);
    if (this.client.expired) {
      const again = h("button", {type: "button", onclick: () => void this.#ended()}, t("ended.again"));
      this.#line.replaceChildren(t("ended.title"), again);
    } else write(this.#line, "");
    if (!this.client.expired && location.pathname !== "/account") this.go("/account", true);
  }

  /** @param {Partial<import("./contract.js").Settings>} changed */
  async #chosen(changed) {
    if (changed.language) {
      this.#games = null;
      await speak(changed.language);
      this.#route();
      this.#connection();
    } else this.#screen?.refresh?.();
  }

  #showSettings() {
    const {user} = this.client;
    void openSettings(this, user?.guest ? {name: user.name, rename: async (wanted) => {
      const wrong = await this.rename(wanted);
      if (wrong) this.calls.show("rename", {text: wrong});
    }} : null);
  }

  /** Takes another name; promises what went wrong, or "". @param {string} name */
  async rename(name) {
    const answer = await this.client.rename(name);
    if (answer.ok) return "";
    return answer.code === "RATE_LIMITED" ? t("name.often") : refusal(answer);
  }

  /** @returns {Key[]} */
  #keys() {
    return [
      ...(this.#screen?.keys?.() ?? []),
      {key: "?", label: t("keys.help"), run: () => this.#showKeys()},
      {key: "i", label: t("howTo.open"), run: () => this.#showRules()},
      {key: ",", label: t("settings.title"), run: () => this.#showSettings()},
      ...(this.#screen?.tools ? [] : this.#ways()),
      {key: ";", label: t("calls.key"), run: () => this.calls.attend()},
      ...(this.#screen?.inner ? [{key: "b", label: t("room.back"), run: () => this.go("/")}] : []),
    ];
  }

  /** Away from tables, where a key pressed by mistake harms nobody. @returns {Key[]} */
  #ways() {
    return [
      {key: "f", label: t("friends.title"), run: () => this.go("/friends")},
      {key: "r", label: t("leaders.title"), run: () => this.go("/leaders")},
      {key: "a", label: t("account.title"), run: () => this.go("/account")},
    ];
  }

  #showRules() {
    const game = this.#screen?.game?.();
    import(at("/web/screens/rules.js")).then(({openRules}) => openRules(this, game), (reason) => this.#unloaded(reason));
  }

  #showKeys() {
    const always = [
      {key: "Tab", label: t("keys.tab"), run() {}},
      {key: "← ↑ ↓ →", label: t("keys.arrows"), run() {}},
      {key: "Enter", label: t("keys.enter"), run() {}},
      {key: "Esc", label: t("keys.escape"), run() {}},
    ];
    void openKeys(this, [...this.#keys(), ...always]);
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
