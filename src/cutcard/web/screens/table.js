// A table's screen: follows the table, loads the game's page, and shows in fixed places what is asked,
// what just happened, what went wrong and how it ended. The felt belongs to the game.

import {called, lineOf, picture} from "../characters.js";
import {h, iconButton, put, write} from "../dom.js";
import {complain, plainTable, tableOf} from "../gamepage.js";
import {about, freeSeats} from "../house.js";
import {hurry} from "../motion.js";
import {at, dress} from "../shelf.js";
import {known, refusal, t} from "../text.js";
import {askedLine} from "./asked.js";
import {chat} from "./chat.js";
import {drawer} from "./drawer.js";
import {ending} from "./ending.js";
import {finale} from "./finale.js";
import {lately} from "./late.js";
import {proofs} from "./proof.js";
import {context, roomFor} from "./room.js";
import {people, rules, side} from "./side.js";

/** @typedef {import("../contract.js").Table} Table */
/** @typedef {import("../lounge.js").Lounge} Lounge */

/** What is shown is not known to be true any more, or is again. @param {HTMLElement} screen @param {HTMLElement} felt @param {boolean} stale */
function fade(screen, felt, stale) {
  for (const one of [screen, felt]) one.classList.toggle("stale", stale);
  felt.setAttribute("aria-disabled", String(stale));
}

/** There is nothing for us at this table. @param {Lounge} lounge @param {{put: (text: string) => void}} asked @param {HTMLElement} felt @param {{code: string, message: string}} why */
function refuse(lounge, asked, felt, why) {
  asked.put(refusal(why));
  put(felt, h("div", {class: "panel stack"}, h("p", {}, t("table.gone")), h("div", {class: "row"}, h("button", {type: "button", class: "primary", onclick: () => lounge.go("/")}, t("room.back")))));
}

/** A table that failed may fail at its end, too. @param {Table | null} table @param {string} game */
function closed(table, game) {
  try {
    table?.close?.();
  } catch (reason) {
    complain(game, reason);
  }
}

/** One's own new rating in a line. @param {Record<string, any>} payload @param {number | null} seat */
function rated({ratings}, seat) {
  const mine = seat === null ? null : ratings?.[seat];
  return mine ? t("notice.rating", {old: `${mine.old}`, new: `${mine.new}`, change: `${mine.change > 0 ? "+" : ""}${mine.change}`}) : null;
}

/** Plays what is played first at a table that one press opened. @param {Lounge} lounge @param {import("../client.js").Place} place @param {(answer: import("../contract.js").Answer) => void} deny */
function begun(lounge, place, deny) {
  const first = lounge.first.get(place.table);
  if (!first || !place.live || place.seat === null || !Object.keys(place.view).length) return;
  lounge.first.delete(place.table);
  const {type, ...fields} = first;
  void place.play(type, fields).then((answer) => answer.ok || deny(answer));
}

/** Listens to each; returns what ends it. @param {[EventTarget, string, (event: any) => void][]} all */
function hear(all) {
  for (const [who, type, run] of all) who.addEventListener(type, run);
  return () => all.forEach(([who, type, run]) => who.removeEventListener(type, run));
}

/** The line of what a table belongs to, an event or a second table, once that is known. @param {Lounge} lounge @param {import("../client.js").Place} place @param {() => void} redraw */
function eventLine(lounge, place, redraw) {
  const element = h("div", {class: "strip"});
  let [asked, closed] = [false, false];
  /** @type {ReturnType<typeof import("./strip.js").lineOf> | null} */ let line = null;
  return {
    element,
    /** @param {import("../house.js").TableCard | undefined} info */
    async of(info) {
      if (!info || !(info.event || info.twinOf) || asked || closed) return;
      asked = true;
      const [code] = await Promise.all([import(at("/web/screens/strip.js")), dress(at("/web/css/events.css"))]).catch(() => [null]);
      if (!code || closed) return void (asked = false);
      const made = (line = code.lineOf(lounge, place, info, redraw));
      put(element, made.element);
    },
    /** What the game asks, by the light of what its table belongs to. @param {import("../contract.js").Asked} now */
    judged: (now) => line?.judged?.(now) ?? now,
    close() {
      closed = true;
      line?.close();
    },
  };
}

/** @param {Lounge} lounge @param {number} number_ @param {string} [link] of a private table @returns {import("../lounge.js").Screen} */
export function tableScreen(lounge, number_, link) {
  const place = lounge.client.follow(number_, {link});
  /** What the lobby knows of it. @type {{info: import("../house.js").TableCard, link?: string} | null} */
  let listed = null;
  const where = () => ({table: number_, host: Boolean(listed?.info.host) && listed?.info.host === lounge.client.user?.id, started: Object.keys(place.view).length > 0});
  const talk = chat(lounge, place, {where, heard: (said) => (panels.spoke(), said && write(happened, said))});
  const seated = people(lounge, where);
  const beside = side(talk.element, seated.element);
  beside.element.append(proofs(lounge, place).element);
  const felt = h("div", {class: "felt", role: "group", "aria-label": t("table.screen")});
  const end = ending(lounge, place, {felt, yours: () => asked.yours, deny: (answer) => deny(answer)});
  const asked = askedLine(lounge, place, felt, end.element);
  /** The game, as the lobby shows it. @type {import("../house.js").GameCard | undefined} */ let card;
  const ended = finale(() => draw([]), lounge, place, {choices: end.element, home: asked.element, game: () => card});
  const happened = h("p", {class: "happened muted", "aria-hidden": "true"});
  const wrong = h("p", {class: "wrong error", role: "alert"});
  const fail = (/** @type {string} */ text) => write(wrong, text);
  const strip = eventLine(lounge, place, () => draw([]));
  const element = h("div", {class: "at-table"}, h("h1", {class: "visually-hidden"}, t("table.screen")), asked.element, strip.element, h("div", {class: "lines"}, happened, wrong), felt, beside.element);
  const leaveButton = iconButton("leave", t("table.leave"), () => void import(at("/web/screens/leaving.js")).then(({goAway}) => goAway(lounge, place, {over: () => end.over, deny, last: () => table?.farewell?.() ?? null}), () => fail(t("connection.lost"))));
  const code = () => listed?.link ?? link ?? null;
  const invite = () => void import(at("/web/screens/invite.js")).then(({inviteDialog}) => inviteDialog(lounge, place, code), () => fail(t("connection.lost")));
  const inviteButton = iconButton("plus", t("invite.title"), invite, {hidden: true});
  const panels = drawer(lounge, element, beside.element, talk);

  /** @type {Table | null} */ let table = null;
  let [loading, name, plain] = ["", "", false]; // plain: that table stands in for the game's own
  let say = t; // the game's own texts over the room's, once they are there
  const empty = lately(async () => /** @type {typeof import("./waiting.js")} */ (await import(at("/web/screens/waiting.js"))).waiting(lounge, place, {fail, where, link: code, who: (one) => ({name: called(one, say), face: picture(one, card?.faces), line: lineOf(one, say)})}), () => draw([]));

  const deny = (/** @type {import("../contract.js").Answer} */ answer) => fail(refusal(answer, say)); // the rules may have refused it as well as the house
  const roomOf = (/** @type {string} */ game) => (/** @type {typeof t} */ voice) => roomFor(game, lounge, place, {say: voice, fail, deny, draw: () => draw([]), invite});

  async function begin(/** @type {string} */ game) {
    loading = game;
    card = (await lounge.games().catch(() => [])).find((one) => one.name === game);
    use(game, await tableOf(game, card, roomOf(game), (key) => write(wrong, t("table.text", {key}))));
  }

  /** @param {string} game @param {import("../gamepage.js").Made} made */
  function use(game, made) {
    if (loading !== game) return;
    ({table, say, plain} = made);
    name = say("game.name");
    felt.className = plain ? "felt" : `felt game-${game}`;
    beside.show(table?.beside, rules(say, place.info.options ?? {}, card?.ms));
    lounge.title();
    if (made.legal) place.list();
    draw([]);
  }

  /** The table cannot draw this: the plain one goes on in its place. @param {unknown} reason */
  async function failed(reason) {
    const game = place.info.game;
    if (plain) return fail(t("table.fault", {reason: complain(game, reason)})); // nothing stands in for that
    const broken = table;
    table = null; // nothing is drawn until the other one is there
    closed(broken, game);
    use(game, await plainTable(game, true, roomOf(game), reason));
  }

  function draw(/** @type {any[]} */ facts) {
    fade(element, felt, !place.current && !place.refused);
    seated.show(place.roster, say, card?.faces ?? {});
    end.missing();
    if (place.refused) return refuse(lounge, asked, felt, place.refused);
    if (!place.info.game) return asked.put(t("table.loading"));
    if (loading !== place.info.game) void begin(place.info.game);
    if (!table) return;
    if (!Object.keys(place.view).length) {
      if (empty.now) put(felt, empty.now.element);
      empty.made?.show();
      asked.put(t(place.seat === null ? "waiting.watching" : "waiting.prompt"));
      return lounge.title();
    }
    const ctx = context(place, say, card?.faces);
    inviteButton.hidden = place.seat === null || ctx.over || !freeSeats(place).length;
    if (table.element.parentElement !== felt) put(felt, table.element);
    beside.fair.hear(place.info, facts);
    try {
      const now = strip.judged(table.update(place.view, facts, ctx));
      for (const fact of facts) note(table.tell(fact, ctx), table.aloud?.(fact, ctx), () => table?.picture?.(fact, ctx));
      asked.show(now);
      end.show(Boolean(now.over) && !listed?.info.event); // what comes next is the event's to say
      ended.show(Boolean(now.over || (now.result && !listed?.info.event)), now.result ?? {head: now.prompt}, ctx, felt, table.story);
    } catch (reason) {
      void failed(reason);
    }
  }

  /** A line for all that keeps lines; `aloud` is said in its place, and not kept. @param {string | null} line @param {string | null} [aloud] @param {() => Node | null | undefined} [picture] */
  function note(line, aloud, picture) {
    if (!line) return;
    beside.add(line, picture?.());
    write(happened, line);
    lounge.say(aloud ?? line, Boolean(aloud));
  }

  /** Who opened it, and a private one's link. */
  async function inquire() {
    if (link && place.seat === null) return; // only those inside are told more
    listed = await about(lounge.client, number_).catch(() => null);
    void strip.of(listed?.info);
    if (place.current) draw([]);
  }
  let sat = /** @type {number | null | undefined} */ (undefined);
  const onChange = (/** @type {any} */ event) => {
    if (place.current && sat !== place.seat) {
      sat = place.seat;
      if (link && sat !== null) history.replaceState(null, "", `/table/${number_}`); // a seat needs no link
      void inquire();
    }
    hurry();
    draw(event.detail.facts);
    begun(lounge, place, deny);
  };
  const onNotice = (/** @type {any} */ event) => {
    const {type, payload = {}} = event.detail;
    if (type === "KICKED") place.refused = {code: "KICKED", message: ""};
    const ctx = context(place, say, card?.faces);
    end.hear(type, payload, ctx);
    if (type === "RATING_CHANGE") (ended.rated(payload.ratings), note(rated(payload, place.seat)));
    const key = `notice.${type}`;
    const who = payload.playerId ?? payload.seat;
    if (known(key)) note(t(key, {name: ctx.name(who), you: ctx.you(who)}));
    draw([]);
  };
  const onCircle = () => empty.made?.around();
  const deaf = hear([[place, "change", onChange], [place, "notice", onNotice], [lounge.circle, "change", onCircle]]);
  if (place.current) onChange({detail: {facts: []}});
  else draw([]);

  return {
    element,
    inner: true,
    title: () => (name ? t("table.numbered", {game: name, n: number_}) : t("table.screen")),
    game: () => place.info.game ?? "",
    tools: [leaveButton, inviteButton, ...panels.tools],
    keys: () => [...(table?.keys ?? []), ...panels.keys],
    refresh: () => draw([]),
    close() {
      strip.close();
      deaf();
      end.close();
      talk.close();
      place.leave();
      table?.close?.();
    },
  };
}
