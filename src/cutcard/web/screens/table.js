// A table's screen: follows the table, loads the game's page, and shows in fixed places what is asked,
// what just happened, what went wrong and how it ended. The felt belongs to the game.

import {ask, openDialog} from "../dialogs.js";
import {h, icon, put, svg, write} from "../dom.js";
import {spoken} from "../elements/card.js";
import {about, claim, leave, rematch, sit} from "../house.js";
import {fly, sound} from "../motion.js";
import {keep, recall, settings} from "../settings.js";
import {gameTexts, known, list, number, refusal, span, speaker, t} from "../text.js";
import {chat} from "./chat.js";
import {people, rules, side} from "./side.js";
import {waiting} from "./waiting.js";

/** @typedef {import("../contract.js").Asked} Asked */
/** @typedef {import("../contract.js").Table} Table */
/** @typedef {import("../lounge.js").Lounge} Lounge */

const PATIENCE = 120_000; // ms for who was gone before we came, as PROTOCOL.md has it

/** Loads a game's page: its code, its look, its texts. @param {string} game */
async function load(game) {
  const url = `/games/${game}/table.css`;
  const look = document.head.querySelector(`link[href="${url}"]`) ?? h("link", {rel: "stylesheet", href: url});
  const styled = look.isConnected ? null : new Promise((resolve) => look.addEventListener("load", resolve));
  if (!look.isConnected) document.head.append(look);
  const [code, own] = await Promise.all([import(`/games/${game}/table.js`), gameTexts(game), styled]);
  return {make: /** @type {(room: import("../contract.js").Room) => Table} */ (code.table), say: speaker(own)};
}

/** @param {import("../client.js").Place} place @returns {import("../contract.js").Ctx} */
function context(place) {
  const seatOf = (/** @type {import("../contract.js").Who} */ who) => (typeof who === "string" ? (place.roster.find(({id}) => id === who)?.seat ?? null) : (who ?? null));
  const at = (/** @type {number | null} */ seat) => place.roster.find((one) => one.seat === seat);
  return {
    seat: place.seat,
    seats: place.info.seats ?? place.roster.length,
    seatOf,
    name: (who) => at(seatOf(who))?.name ?? (typeof who === "number" ? t("seat.number", {n: who + 1}) : ""),
    you: (who) => place.seat !== null && seatOf(who) === place.seat,
    taken: (seat) => at(seat) !== undefined,
    bot: (seat) => Boolean(at(seat)?.bot),
    away: (seat) => at(seat)?.here === false && !at(seat)?.bot,
    live: place.live,
    pending: place.pending,
    due(seat) {
      const all = place.timers.filter((timer) => seat === undefined || seat === null || timer.seat === seat).map((timer) => timer.due);
      return all.length ? Math.min(...all) - place.ahead : null;
    },
    when: (ms) => (place.zero === null ? null : place.zero + ms - place.ahead),
    options: place.info.options ?? {},
    settings: settings(),
  };
}

/** @param {Lounge} lounge @param {number} number_ @param {string} [link] of a private table @returns {import("../lounge.js").Screen} */
export function tableScreen(lounge, number_, link) {
  const place = lounge.client.follow(number_, {link});
  /** What the lobby knows of it. @type {{info: import("../house.js").TableCard, link?: string} | null} */
  let listed = null;
  const where = () => ({table: number_, host: Boolean(listed?.info.host) && listed?.info.host === lounge.client.user?.id, started: Object.keys(place.view).length > 0});
  const talk = chat(lounge, place, {where, heard: () => somebodySpoke()});
  const seated = people(lounge, where);
  const beside = side(talk.element, seated.element);
  const prompt = h("p", {class: "prompt"});
  const clock = h("cut-clock", {hidden: true});
  const endActions = h("div", {class: "row"});
  const asked = h("div", {class: "asked"}, prompt, clock, endActions);
  const happened = h("p", {class: "happened muted", "aria-hidden": "true"});
  const wrong = h("p", {class: "wrong error", role: "alert"});
  const felt = h("div", {class: "felt", role: "group", "aria-label": t("table.screen")});
  const element = h("div", {class: "at-table"}, h("h1", {class: "visually-hidden"}, t("table.screen")), asked, h("div", {class: "lines"}, happened, wrong), felt, beside.element);
  const logButton = h("button", {type: "button", class: "icon quiet log-button", "aria-label": t("log.title"), "aria-expanded": "false", "aria-controls": "side", onclick: () => showSide("log")}, icon("log"));
  const unread = h("span", {class: "badge alert", hidden: true, "aria-hidden": "true"});
  const chatButton = h("button", {type: "button", class: "icon quiet log-button", "aria-label": t("chat.title"), "aria-expanded": "false", "aria-controls": "side", onclick: () => showSide("chat")}, icon("chat"), unread);
  const leaveButton = h("button", {type: "button", class: "icon quiet", "aria-label": t("table.leave"), onclick: () => void goAway()}, icon("leave"));

  /** @type {Table | null} */
  let table = null;
  /** @type {string | null} */
  let loading = null;
  let name = "";
  let say = t; // the game's own texts over the room's, once they are there
  let yours = false;
  /** @type {Element | null} */
  let lastFocus = null;
  let offered = ""; // who offers a rematch; "me" once offered by oneself
  let over = false;
  let closed = false; // the house keeps a table for a while after its match, for a rematch
  const proof = {commitment: "", seed: ""};
  /** Seats whose people are gone: when one need not wait for them any more, epoch ms. @type {Map<number, number>} */
  const gone = new Map();
  /** @type {number | undefined} */
  let claimTimer;
  const empty = waiting(lounge, place, {fail: (text) => write(wrong, text), where, link: () => listed?.link ?? link ?? null});

  const fail = (/** @type {string} */ text) => {
    write(wrong, text);
    if (text) sound("bad");
  };
  /** The rules may have refused it as well as the house. @param {import("../contract.js").Answer} answer */
  const deny = (answer) => fail(refusal(answer, say));
  /** @param {string} game @returns {import("../contract.js").Room} */
  function roomFor(game) {
    return {
      recall: (name) => recall(`cutcard.${game}.${name}`),
      keep: (name, value) => keep(`cutcard.${game}.${name}`, value),
      h, svg, t: say, number, list, span, fly, sound, ask,
      card: spoken,
      error: fail,
      say: (text) => lounge.say(text),
      button: (label, run, props = {}) => h("button", {type: "button", ...props, onclick: (/** @type {any} */ e) => e.currentTarget.getAttribute("aria-disabled") !== "true" && run()}, label),
      able: (button, yes) => button.setAttribute("aria-disabled", String(!yes)),
      async play(tag, fields) {
        fail("");
        const answer = await place.play(tag, fields);
        if (!answer.ok && answer.code !== "CLOSED") deny(answer);
        return answer;
      },
      async sit(seat) {
        fail("");
        const answer = await sit(lounge.client, place, seat);
        if (!answer.ok) deny(answer);
        return answer;
      },
    };
  }

  async function begin(/** @type {string} */ game) {
    loading = game;
    try {
      const page = await load(game);
      if (loading !== game) return;
      say = page.say;
      table = page.make(roomFor(game));
      name = say("game.name");
      felt.className = `felt game-${game}`;
      beside.rules(rules(say, place.info.options ?? {}));
      lounge.title();
      draw([]);
    } catch (reason) {
      fail(t("table.failed", {reason: String(reason)}));
    }
  }

  function draw(/** @type {any[]} */ facts) {
    const stale = !place.current && !place.refused;
    element.classList.toggle("stale", stale);
    felt.classList.toggle("stale", stale);
    felt.setAttribute("aria-disabled", String(stale));
    seated.show(place.roster);
    missing();
    if (place.refused) return refuse(place.refused);
    if (!place.info.game) return write(prompt, t("table.loading"));
    if (loading !== place.info.game) void begin(place.info.game);
    if (!table) return;
    if (!Object.keys(place.view).length) return wait();
    const ctx = context(place);
    put(felt, table.element);
    prove(facts);
    const now = table.update(place.view, facts, ctx);
    for (const fact of facts) note(table.tell(fact, ctx));
    show(now);
  }

  function show(/** @type {Asked} */ now) {
    write(prompt, place.current ? now.prompt : t("table.stale"));
    const time = place.current ? now.clock : undefined; // while the server is away its clocks stand
    Object.assign(clock, {due: time?.due ?? null, since: time?.since ?? null, fixed: time?.fixed ?? null});
    const mine = Boolean(now.yours) && place.current;
    asked.classList.toggle("yours", mine);
    if (mine && !yours) sound("turn");
    lounge.title(mine ? t("table.turn") : "");
    if (over !== Boolean(now.over)) offered = "";
    over = Boolean(now.over);
    attend(mine, now.focus ?? null);
    yours = mine;
    ending();
  }

  /** The focus goes to the next decision, unless the person is busy elsewhere. */
  function attend(/** @type {boolean} */ mine, /** @type {HTMLElement | null} */ target) {
    const fresh = mine && (!yours || target !== lastFocus);
    lastFocus = mine ? target : null;
    const at = document.activeElement;
    const free = !at || at === document.body || felt.contains(at) || asked.contains(at) || at.id === "main";
    if (fresh && target && free && !document.querySelector("dialog[open]")) target.focus({preventScroll: false});
  }

  function wait() {
    put(felt, empty.element);
    empty.show();
    write(prompt, t(place.seat === null ? "waiting.watching" : "waiting.prompt"));
    lounge.title();
  }

  function refuse(/** @type {{code: string, message: string}} */ why) {
    write(prompt, refusal(why));
    put(felt, h("div", {class: "panel stack"}, h("p", {}, t("table.gone")), h("div", {class: "row"}, h("button", {type: "button", class: "primary", onclick: () => lounge.go("/")}, t("room.back")))));
  }

  function note(/** @type {string | null} */ line) {
    if (!line) return;
    beside.add(line);
    write(happened, line);
    lounge.say(line);
  }

  function prove(/** @type {any[]} */ facts) {
    proof.commitment = place.info.commitment ?? proof.commitment;
    proof.seed = place.info.seed ?? proof.seed;
    for (const fact of facts) {
      if (fact.type === "GAME_START" && fact.commitment) Object.assign(proof, {commitment: fact.commitment, seed: ""});
      if (fact.type === "GAME_END" && fact.seed) proof.seed = fact.seed;
    }
    beside.fair.show(proof.commitment, proof.seed);
  }

  function ending() {
    const at = place.seat !== null;
    if (!over && at && waitsInVain()) return offerClaim();
    if (!over || !at) {
      endActions.dataset.label = "";
      return void put(endActions);
    }
    const mayAgain = place.info.options?.allowRematch !== false && !closed;
    let label = t(place.info.seats === 1 ? "end.solo" : "end.again");
    if (offered) label = offered === "me" ? t("end.waiting") : t("end.accept", {name: offered});
    if (closed) label = "";
    if (endActions.dataset.label === label && endActions.childElementCount) return; // buttons do not move
    endActions.dataset.label = label;
    const again = h("button", {type: "button", class: "primary", onclick: () => offered === "me" || void another()}, label);
    again.setAttribute("aria-disabled", String(offered === "me"));
    put(endActions, ...(mayAgain ? [again] : []), h("button", {type: "button", onclick: () => lounge.go("/")}, t("room.back")));
    if (document.activeElement === document.body || felt.contains(document.activeElement)) again.focus();
  }

  /** Somebody has been away for so long that one need not wait any more. */
  function offerClaim() {
    if (endActions.dataset.label === "claim") return;
    endActions.dataset.label = "claim";
    put(endActions, h("button", {type: "button", onclick: async () => {
      const answer = await claim(lounge.client, number_);
      if (!answer.ok) deny(answer);
    }}, t("end.claim")));
  }

  /** The match waits for somebody who is gone for too long, and no clock of his will decide. */
  function waitsInVain() {
    const timed = (/** @type {number} */ seat) => place.timers.some((timer) => (timer.seat ?? seat) === seat);
    return !yours && place.current && [...gone].some(([seat, until]) => Date.now() >= until && !timed(seat));
  }

  /** Who is gone, and for how long one is patient with them. @param {{seat: number, graceMs: number}} [just] somebody who went just now */
  function missing(just) {
    const away = place.roster.filter((one) => one.here === false && !one.bot && one.seat !== place.seat).map(({seat}) => seat);
    for (const seat of gone.keys()) if (!away.includes(seat)) gone.delete(seat);
    for (const seat of away) if (!gone.has(seat)) gone.set(seat, Date.now() + (just?.seat === seat ? just.graceMs : PATIENCE));
    clearTimeout(claimTimer);
    const next = Math.min(...[...gone.values()].filter((until) => until > Date.now()));
    if (Number.isFinite(next)) claimTimer = window.setTimeout(ending, next - Date.now() + 50);
  }

  async function another() {
    const accept = offered !== "";
    offered = "me";
    ending();
    const answer = await rematch(lounge.client, place.match, accept);
    if (answer.ok) return;
    offered = "";
    deny(answer);
    ending();
  }

  async function goAway() {
    const playing = place.seat !== null && !over && Object.keys(place.view).length > 0;
    const how = playing ? await leaving() : "leave";
    if (!how) return;
    if (place.seat !== null && !over) {
      const answer = await leave(lounge.client, number_, how === "concede");
      if (!answer.ok) return deny(answer);
    }
    lounge.go("/");
  }

  /** To leave is not to give up, unless the game's rules have a way to leave. @returns {Promise<"leave" | "concede" | null>} */
  async function leaving() {
    const game = (await lounge.games()).find((one) => one.name === place.info.game);
    const button = (/** @type {string} */ label, /** @type {() => void} */ run, cls = "") => h("button", {type: "button", class: cls, onclick: run}, label);
    return openDialog(t("leave.title"), (close) => {
      const stay = h("button", {type: "button", "data-first": true, onclick: () => close(null)}, t("leave.stay"));
      if (game?.leaves) return [h("p", {}, t("leave.out")), h("div", {class: "row end"}, stay, button(t("leave.yes"), () => close("leave"), "primary danger"))];
      return [h("p", {}, t("leave.text")), h("div", {class: "row end"}, stay, button(t("leave.concede"), () => close("concede"), "danger"), button(t("leave.later"), () => close("leave"), "primary"))];
    }, "question");
  }

  /** On narrow screens log and talk lie over the felt; on wide ones they are always there and get the focus. @param {"log" | "chat" | ""} [which] nothing: closes it */
  function showSide(which = "") {
    const narrow = matchMedia("(max-width: 1080px)").matches;
    const open = which !== "" && !(narrow && element.dataset.side === which) ? which : "";
    element.dataset.side = open;
    logButton.setAttribute("aria-expanded", String(open === "log"));
    chatButton.setAttribute("aria-expanded", String(open === "chat"));
    if (open === "chat") {
      unread.hidden = true;
      unread.textContent = "";
      chatButton.setAttribute("aria-label", t("chat.title"));
      talk.focus();
    } else if (open) /** @type {HTMLElement} */ (beside.element.querySelector(".log-lines")).focus();
    else if (beside.element.contains(document.activeElement)) (which === "chat" ? chatButton : logButton).focus();
  }
  beside.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && showSide());

  /** Somebody said something: a number on the button where the talk is not seen. */
  function somebodySpoke() {
    sound("card");
    if (talk.element.checkVisibility()) return;
    const n = Number(unread.textContent || 0) + 1;
    unread.textContent = String(n);
    unread.hidden = false;
    chatButton.setAttribute("aria-label", t("chat.unread", {n}));
    lounge.say(t("chat.new"));
  }

  /** Who opened it, and a private one's link. */
  async function inquire() {
    if (link && place.seat === null) return; // only those inside are told more
    listed = await about(lounge.client, number_).catch(() => null);
    if (place.current) draw([]);
  }
  let sat = /** @type {number | null | undefined} */ (undefined);

  const onChange = (/** @type {any} */ event) => {
    if (place.current && sat !== place.seat) {
      sat = place.seat;
      if (link && sat !== null) history.replaceState(null, "", `/table/${number_}`); // a seat needs no link
      void inquire();
    }
    draw(event.detail.facts);
  };
  const onNotice = (/** @type {any} */ event) => {
    const {type, payload = {}} = event.detail;
    const who = context(place).name(payload.playerId ?? payload.seat);
    if (type === "REMATCH_OFFERED" && !context(place).you(payload.playerId ?? payload.seat)) offered = who;
    if (type === "REMATCH_DECLINED") offered = "";
    if (type === "TABLE_CLOSED") closed = true;
    if (type === "KICKED") place.refused = {code: "KICKED", message: ""};
    if (type === "PLAYER_DISCONNECTED") missing(payload);
    const mine = type === "RATING_CHANGE" && place.seat !== null ? payload.ratings?.[place.seat] : null;
    if (mine) note(t("notice.rating", {old: `${mine.old}`, new: `${mine.new}`, change: `${mine.change > 0 ? "+" : ""}${mine.change}`}));
    const key = `notice.${type}`;
    if (known(key)) note(t(key, {name: who}));
    draw([]);
  };
  const onCircle = () => empty.around();
  place.addEventListener("change", onChange);
  place.addEventListener("notice", onNotice);
  lounge.circle.addEventListener("change", onCircle);
  if (place.current) onChange({detail: {facts: []}});
  else draw([]);

  return {
    element,
    inner: true,
    title: () => (name ? t("table.numbered", {game: name, n: number_}) : t("table.screen")),
    tools: [leaveButton, chatButton, logButton],
    keys: () => [...(table?.keys ?? []), {key: "l", label: t("log.title"), run: () => showSide("log")}, {key: "t", label: t("chat.title"), run: () => showSide("chat")}],
    refresh: () => draw([]),
    close() {
      place.removeEventListener("change", onChange);
      place.removeEventListener("notice", onNotice);
      lounge.circle.removeEventListener("change", onCircle);
      clearTimeout(claimTimer);
      talk.close();
      place.leave();
      table?.close?.();
    },
  };
}
