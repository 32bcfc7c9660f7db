// A deal that is over, walked through at its game's own table: scrubber, steps, speed, a link to a move, and, where nothing
// is secret any more, anybody's side of it. Nothing is sent from here.

import {called} from "../characters.js";
import {copy} from "../copy.js";
import {h, icon, put, write} from "../dom.js";
import {complain, plainTable, tableOf} from "../gamepage.js";
import {stepsOf} from "../replay/telling.js";
import {at, dress} from "../shelf.js";
import {span, t} from "../text.js";
import {context, roomFor} from "./room.js";
import {scrubber} from "./scrub.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../replay/telling.js").Telling} Telling */
/** @typedef {import("../contract.js").Table} Table */

/** What a table takes for the place it is at: still, and nothing can be played there. @param {Telling} told */
function still(told) {
  const refused = {ok: false, payload: {}, code: "CLOSED", message: ""};
  const info = {game: told.game, options: told.options, seats: told.seats, status: "IN_PROGRESS"};
  return /** @type {any} */ ({
    table: told.table, seat: told.seat, roster: told.roster, info, view: told.frames[0].view, timers: [], legal: [], asides: [],
    live: false, current: true, pending: null, ahead: 0, zero: null, play: async () => refused, advise: async () => refused,
  });
}

/** What is shown of a deal besides its table. @param {Lounge} lounge @param {Telling} told @param {typeof t} say the game's texts @param {{linked: boolean, onSide?: (side: string) => void, more: HTMLElement[]}} ways @param {() => string} link */
function besides(lounge, told, say, {linked, onSide, more}, link) {
  const copied = h("span", {class: "small good", role: "status"});
  const share = h("button", {type: "button", class: "soft", onclick: async () => {
    await copy(link());
    write(copied, t("waiting.copied"));
  }, title: t("replay.link")}, icon("link"), h("span", {class: "scrub-word"}, t("replay.link")));
  const eyes = told.whole && onSide && told.seats > 1 ? h("select", {"aria-label": t("replay.side"), onchange: (/** @type {any} */ event) => onSide(event.target.value)}, ...told.roster.map((one) => h("option", {value: String(one.seat), selected: one.seat === told.seat}, one.id && one.id === lounge.client.user?.id ? t("replay.mine") : t("replay.as", {name: called(one, say)})))) : null;
  return h("div", {class: "row tight scrub-ways"}, eyes, linked ? share : null, ...more, copied);
}

/**
 * @param {Lounge} lounge @param {Telling} told
 * @param {{start: number, fact?: Record<string, string>, linked: boolean, onSide?: (side: string) => void, onStep?: (n: number) => void, more?: HTMLElement[]}} how `start`: after how many entries of the log it begins; `fact`: or where this was told
 */
export async function viewer(lounge, told, {start, fact, linked, onSide, onStep, more = []}) {
  const place = still(told);
  const card = (await lounge.games().catch(() => [])).find((one) => one.name === told.game);
  const felt = h("div", {class: "felt replayed", role: "group", "aria-label": t("table.screen")});
  const line = h("p", {class: "replay-line", role: "status"});
  const list = h("ol", {class: "replay-steps", tabIndex: 0, "aria-label": t("replay.steps")});
  const noDraw = () => {};
  const roomOf = (/** @type {typeof t} */ voice) => roomFor(told.game, lounge, place, {say: voice, fail: noDraw, deny: noDraw, draw: noDraw, invite: noDraw});
  let made = await tableOf(told.game, card, roomOf, noDraw);
  if (card?.replay?.sheet) await dress(at(`/games/${told.game}/${card.replay.sheet}`));
  /** @type {ReturnType<typeof stepsOf>} */ let steps = [];

  function settle() {
    felt.className = made.plain ? "felt replayed" : `felt replayed game-${told.game}`;
    put(felt, made.table.element);
  }

  /** @param {Record<string, any>} view @param {any[]} facts */
  async function draw(view, facts) {
    place.view = view;
    try {
      made.table.update(view, facts, context(place, made.say, card?.faces));
    } catch (reason) {
      if (made.plain) throw reason;
      complain(told.game, reason);
      made = await plainTable(told.game, true, roomOf, reason);
      settle();
      made.table.update(view, [], context(place, made.say, card?.faces));
    }
  }

  const scrub = scrubber((n, moving) => {
    const step = steps[n];
    void draw(step.view, moving ? step.facts : []);
    write(line, step.line);
    [...list.children].forEach((row, i) => row.firstElementChild?.setAttribute("aria-current", i === n ? "step" : "false"));
    const row = /** @type {HTMLElement | undefined} */ (list.children[n]);
    if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
    onStep?.(step.n);
  });
  settle();
  await draw(told.frames[told.frames.length - 1].view, []); // some tables name things by what they have seen
  const ctx = context(place, made.say, card?.faces);
  const say = (/** @type {any[]} */ facts) => facts.map((fact) => made.table.tell(fact, ctx)).filter(Boolean).join(" ");
  steps = stepsOf(told.frames, say, t("replay.begin"));
  const marks = card?.replay?.marks ?? [];
  const is = (/** @type {any} */ one, /** @type {Record<string, any>} */ wanted) => Object.entries(wanted).every(([key, value]) => String(one[key]) === String(value));
  const marked = steps.map(({line: text, facts}) => {
    const [told_] = marks.flatMap((mark) => facts.find((one) => is(one, mark)) ?? []);
    return {line: text, mark: told_ ? made.say(`mark.${told_.type}`, told_) : ""};
  });
  put(list, ...steps.map((step, i) => h("li", {}, h("button", {type: "button", class: "quiet replay-step", onclick: () => scrub.go(i)}, h("span", {class: "xs muted figures"}, span(step.at)), h("span", {}, step.line)))));
  const named = fact ? steps.findIndex(({facts}) => facts.some((one) => is(one, fact))) : -1;
  scrub.set(marked, Math.max(0, named < 0 ? steps.findLastIndex(({n}) => n <= start) : named));
  const link = () => `${location.origin}/replay/${told.table}-${told.deal}${told.whole && told.seat !== null ? `?seat=${told.seat}` : ""}#${steps[scrub.at].n}`;
  scrub.element.append(besides(lounge, told, made.say, {linked, onSide, more}, link));
  const aside = h("aside", {class: "replay-rail", "aria-label": t("replay.steps")}, h("h2", {}, t("replay.steps")), list);
  const element = h("div", {class: "replay"}, line, felt, aside, scrub.element);
  return {
    element,
    name: made.say("game.name"),
    keys: scrub.keys,
    refresh: () => void draw(steps[scrub.at].view, []),
    close() {
      scrub.close();
      made.table.close?.();
    },
  };
}

/** The looks of it, once they are there. */
export const dressed = () => dress(at("/web/css/replay.css"));
