// The plain table: any game, played from what its view shows and what the server lists as legal. A game
// without a page of its own is played here, and one whose page has a fault.

import {put} from "../dom.js";
import {words} from "../text.js";
import {fields, inWords, parts, toAct} from "./shown.js";

/** @typedef {import("../contract.js").Ctx} Ctx */
/** @typedef {import("../contract.js").Fact} Fact */
/** @typedef {import("../contract.js").Room} Room */
/** @typedef {import("../contract.js").View} View */

/** The server lists what may be played. */
export const legal = true;

const FINAL = ["leave", "surrender"]; // asked about first
const ABOUT = ["type", "seat", "playerId", "winnerId"]; // who, not what
const PROOF = ["commitment", "players", "rules", "seed"]; // the room shows these

/** @param {Room} room @param {string} [fault] why the game's own page is not here @returns {import("../contract.js").Table} */
export function table(room, fault = "") {
  const {h, t} = room;
  const note = h("p", {class: "error", role: "alert"}, fault);
  note.hidden = !fault;
  const shown = h("div", {class: "plain-view"});
  const actions = h("div", {class: "actions", role: "group", "aria-label": t("plain.moves")});
  /** Buttons by the move they make, kept while it is on offer. @type {Map<string, HTMLButtonElement>} */
  let buttons = new Map();
  let drawn = "";

  /** A game's own text of something, else what its name says. @param {string} key @param {string} name @param {Record<string, any>} [args] */
  function own(key, name, args) {
    const text = t(key, args);
    return text === key ? words(name.replace(/Id$/, "")) : text; // a winner's id is shown as a name
  }

  /** Fields by name and in words, for a game's own texts. @param {Record<string, any>} one @param {Ctx} ctx */
  const said = (one, ctx) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, typeof value === "number" ? value : inWords(name, value, ctx)]));

  /** @param {Record<string, any>} move @param {Ctx} ctx */
  function label(move, ctx) {
    const key = `move.${move.type}`;
    const text = own(key, move.type, said(move, ctx));
    return t(key) === key ? [text, fields(move, ctx, ["type"])].filter(Boolean).join(" ") : text;
  }

  /** @param {Record<string, any>} move @param {Ctx} ctx @param {boolean} aside */
  function button(move, ctx, aside) {
    const {type, ...rest} = move;
    const name = label(move, ctx);
    const run = async () => {
      const sure = !FINAL.includes(type) || (await room.ask({title: t("plain.sure", {move: name}), text: t("plain.sure.text"), yes: name, danger: true}));
      if (sure) await room.play(type, rest);
    };
    return room.button(name, () => void run(), {class: aside ? "quiet" : ""});
  }

  /** @param {Ctx} ctx */
  function offer(ctx) {
    const focused = document.activeElement;
    const all = [...(ctx.legal ?? []).map((move) => /** @type {const} */ ([move, false])), ...(ctx.asides ?? []).map((move) => /** @type {const} */ ([move, true]))];
    const before = buttons;
    buttons = new Map(all.map(([move, aside]) => {
      const key = JSON.stringify([move, aside]);
      return [key, before.get(key) ?? button(move, ctx, aside)];
    }));
    put(actions, ...buttons.values());
    for (const one of buttons.values()) room.able(one, ctx.live);
    if (focused instanceof HTMLElement && focused !== document.activeElement && actions.contains(focused)) focused.focus();
  }

  /** @param {View} view @param {Ctx} ctx */
  function prompt(view, ctx) {
    if (ctx.over) {
      const winner = view.winnerId ?? view.winner;
      if (winner === undefined || ctx.seatOf(winner) === null) return t("plain.over");
      return ctx.you(winner) ? t("plain.youWon") : t("plain.won", {name: ctx.name(winner)});
    }
    if (ctx.legal?.length) return t("plain.yours");
    const others = [view.toAct ?? toAct(ctx)].flat().filter((seat) => !ctx.you(seat) && ctx.seatOf(seat) !== null);
    return others.length ? t("plain.wait", {names: room.list(others.map((seat) => ctx.name(seat)))}) : t("plain.others");
  }

  return {
    element: h("div", {class: "plain-table"}, note, shown, actions),
    update(view, facts, ctx) {
      const now = JSON.stringify([view, ctx.seats, toAct(ctx).map((seat) => [seat, ctx.due(seat)]), Array.from({length: ctx.seats}, (_, seat) => [ctx.name(seat), ctx.away(seat)])]);
      if (now !== drawn) put(shown, parts(view, ctx, (name) => own(`part.${name}`, name)));
      drawn = now;
      offer(ctx);
      const yours = Boolean(ctx.legal?.length) && !ctx.over;
      return {prompt: prompt(view, ctx), yours, focus: yours ? [...buttons.values()][0] : null, clock: {due: ctx.over ? null : ctx.due(yours ? ctx.seat : undefined)}, over: ctx.over};
    },
    tell(fact, ctx) {
      const who = fact.seat ?? fact.playerId ?? fact.winnerId;
      const name = who === undefined ? "" : ctx.name(who);
      const key = `fact.${fact.type}`;
      if (t(key) !== key) return t(key, {...said(fact, ctx), name});
      const told = [words(fact.type), fields(fact, ctx, [...ABOUT, ...PROOF])].filter(Boolean).join(" ");
      return name ? `${name}: ${told}` : told;
    },
  };
}
