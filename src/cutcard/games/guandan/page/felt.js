// The table around one's hand: levels, the four players with their last plays, tribute, the card counter.

import {ring} from "../../../web/ring.js";
import {RANKS} from "./readings.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */
/** @typedef {import("../../../web/contract.js").Ctx} Ctx */

const USUAL = 30; // seconds a turn lasts where the table says nothing
const PLACES = ["bottom", "right", "top", "left"]; // the next player sits to the right

/** `10` for T. @param {string} level */
export const spelt = (level) => (level === "T" ? "10" : level);

/** Who sits there; where two have one name, with the side they sit on. @param {Room} room @param {Ctx} ctx @param {number} seat */
export function named({t}, ctx, seat) {
  const name = ctx.name(seat);
  const twice = [0, 1, 2, 3].some((other) => other !== seat && ctx.name(other) === name);
  return twice ? t("named", {name, side: t(`side.${seat}`)}) : name;
}

/** The same in a sentence, where you are you. @param {Room} room @param {Ctx} ctx @param {number} seat @param {boolean} [start] of the sentence */
export const called = (room, ctx, seat, start = false) => (ctx.you(seat) ? room.t(start ? "end.you" : "seat.you") : named(room, ctx, seat));

/** A play in words: "Pair of 9". @param {Room} room @param {{form: string, key: number, size: number}} play @param {string} level */
export function worded({t}, play, level) {
  const {form, key, size} = play;
  if (form === "jokerbomb") return t("form.jokerbomb");
  const rank = key >= 16 ? t(key === 16 ? "rank.small" : "rank.big") : spelt(key === 15 ? level : RANKS[key - 2]);
  return t(`form.${form}`, {rank, n: size});
}

/** @param {Room} room */
export function felt(room) {
  const {h, t} = room;
  const us = h("span", {class: "level we"});
  const them = h("span", {class: "level they"});
  const now = h("b", {class: "now"});
  const wild = h("cut-card", {class: "wild"});
  const says = h("span", {class: "muted small"});
  const head = h("div", {class: "head"}, us, h("span", {class: "now-line"}, wild, h("span", {class: "now-words"}, now, says)), them);
  const places = PLACES.map((place) => {
    const left = h("span", {class: "left figures", role: "img"});
    const seat = h("cut-seat", {}, left);
    const laid = h("div", {class: "laid"});
    return {seat, left, laid, time: ring(seat), element: h("div", {class: `player ${place}`}, seat, laid)};
  });
  const middle = h("div", {class: "middle"});
  const counter = h("details", {class: "counter"}, h("summary", {}, t("counter")), h("div", {class: "counts figures"}));
  const element = h("div", {class: "around"}, ...places.map((one) => one.element), middle);

  /** @param {View} view @param {Ctx} ctx */
  function levels(view, ctx) {
    const mine = (ctx.seat ?? 0) % 2;
    const at = view.result?.levels ?? view.levels;
    const mark = (/** @type {number} */ team) => (view.declarer === team ? t("level.declarer") : "");
    const team = (/** @type {HTMLElement} */ box, /** @type {number} */ side, /** @type {string} */ name) => {
      const text = `${name} ${mark(side)}`.trim();
      if (box.dataset.key === text + at[side]) return;
      box.dataset.key = text + at[side];
      box.replaceChildren(h("span", {class: "dot", "aria-hidden": "true"}), h("span", {}, text), h("b", {class: "figures"}, spelt(at[side])));
    };
    team(us, mine, t(ctx.seat === null ? "level.first" : "level.us"));
    team(them, 1 - mine, t(ctx.seat === null ? "level.second" : "level.them"));
    now.textContent = t("deal", {n: view.deal, level: spelt(view.level)});
    says.textContent = t("wild", {level: spelt(view.level)});
    wild.card = `${view.level}h`;
  }

  /** @param {View} view @param {number} seat @param {boolean} partner */
  function note(view, seat, partner) {
    const player = view.players[seat];
    if (player.place) return t(`place.${player.place}`);
    if (player.auto) return t("note.auto");
    if (player.away) return t("note.away");
    if (player.chosen) return t("note.chosen");
    if (view.phase === "deal" && view.before?.length) return t("note.before", {place: t(`place.${view.before.indexOf(seat) + 1}`)});
    return partner ? t("partner") : "";
  }

  /** How many cards are left, or the place of who is out. @param {HTMLElement} box @param {any} player */
  function left(box, player) {
    box.className = player.place ? `left figures medal m${player.place}` : `left figures ${player.cards <= 10 ? "few" : ""}`;
    box.textContent = String(player.place || player.cards);
    box.setAttribute("aria-label", player.place ? t(`place.${player.place}`) : t(player.cards <= 10 ? "note.few" : "note.cards", {n: player.cards}));
  }

  /** @param {View} view @param {Ctx} ctx */
  function players(view, ctx) {
    const base = ctx.seat ?? 0;
    places.forEach((place, i) => {
      const seat = (base + i) % 4;
      const acts = view.turn === seat || (["tribute", "return"].includes(view.phase) && ctx.due(seat) !== null);
      place.seat.data = {name: named(room, ctx, seat), face: ctx.face(seat), you: ctx.you(seat), bot: ctx.bot(seat), away: ctx.away(seat), active: acts, note: note(view, seat, ctx.seat !== null && i === 2), due: null};
      place.time.show({due: acts ? ctx.due(seat) : null, lasts: (ctx.options.turnSeconds ?? USUAL) * 1000});
      left(place.left, view.players[seat]);
      place.element.classList.toggle("mate", i % 2 === 0);
      place.element.classList.toggle("best", view.table?.seat === seat);
      lay(place.laid, view, seat);
    });
  }

  /** @param {HTMLElement} box @param {View} view @param {number} seat */
  function lay(box, view, seat) {
    const player = view.players[seat];
    const shown = player.hand ?? player.last?.cards ?? [];
    const said = player.hand ? t("left") : player.last ? worded(room, player.last, view.level) : player.passed ? t("passed") : "";
    const stands = player.last?.stands?.length && !player.hand ? t("stands", {cards: room.list(player.last.stands.map(room.card))}) : "";
    const key = `${shown.join()}|${said}|${stands}`;
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    box.replaceChildren(
      ...(shown.length ? [h("div", {class: shown.length > 6 ? "row-of-cards many" : "row-of-cards"}, ...shown.map((/** @type {string} */ card) => h("cut-card", {card, class: card === `${view.level}h` ? "wild" : ""})))] : []),
      ...(said ? [h("p", {class: "said small"}, said)] : []),
      ...(stands ? [h("p", {class: "visually-hidden"}, stands)] : []),
    );
  }

  /** Tribute, while it is paid and until the first trick is over. @param {View} view @param {Ctx} ctx */
  function gifts(view, ctx) {
    /** @type {{text: string, card: string}[]} */
    const lines = (view.gifts ?? []).flatMap((/** @type {any} */ gift) => [
      {text: t("gift.paid", {from: called(room, ctx, gift.giver, true), to: called(room, ctx, gift.taker)}), card: gift.card},
      ...(gift.returned ? [{text: t("gift.back", {from: called(room, ctx, gift.taker, true), to: called(room, ctx, gift.giver)}), card: gift.returned}] : []),
    ]);
    if (view.shown) lines.push({text: t("gift.refused", {names: room.list(Object.keys(view.shown).map((seat) => called(room, ctx, Number(seat))))}), card: "BJ"});
    const fresh = !view.seen && view.phase !== "over" ? lines : [];
    const key = JSON.stringify(fresh);
    if (middle.dataset.key === key) return;
    middle.dataset.key = key;
    middle.replaceChildren(...fresh.map(({text, card}) => h("p", {class: "gift small"}, h("cut-card", {card}), h("span", {}, text))));
  }

  /** What the others still hold, as far as public plays tell. @param {View} view */
  function counts(view) {
    counter.hidden = !view.hand;
    if (!view.hand) return;
    /** @type {Record<string, number>} */
    const left = Object.fromEntries([...RANKS].map((rank) => [rank, 8]));
    Object.assign(left, {SJ: 2, BJ: 2});
    for (const [name, n] of Object.entries(view.seen ?? {})) left[name] -= n;
    for (const card of view.hand) left[card in left ? card : card[0]] -= 1;
    const names = [...RANKS, "SJ", "BJ"].reverse();
    const key = names.map((name) => left[name]).join();
    const box = /** @type {HTMLElement} */ (counter.lastElementChild);
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    const label = (/** @type {string} */ name) => (name === "SJ" ? t("rank.small") : name === "BJ" ? t("rank.big") : spelt(name));
    box.replaceChildren(...names.map((name) => h("span", {class: left[name] ? "count" : "count none"}, h("span", {class: "muted"}, label(name)), h("b", {}, left[name]))));
  }

  return {
    element,
    head,
    counter,
    /** @param {View} view @param {Ctx} ctx */
    show(view, ctx) {
      levels(view, ctx);
      players(view, ctx);
      gifts(view, ctx);
      counts(view);
    },
    /** Where a seat's cards lie, and the seat itself. @param {number} seat @param {Ctx} ctx */
    place: (seat, ctx) => places[(seat - (ctx.seat ?? 0) + 4) % 4],
  };
}
