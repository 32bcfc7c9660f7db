// How a deal ended, in the pause before the next: who was which, the ladder of levels with what was climbed, what comes
// next, and one button. It lies over the table, which stays as it was.

import {called, named, spelt} from "./felt.js";
import {RANKS} from "./readings.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** How a deal is told in a headline: to the team that climbs, to the other, to who watches. @param {Room} room @param {View} view @param {Ctx} ctx */
function headline({t, list}, view, ctx) {
  const {team, was, levels} = view.result;
  const n = RANKS.indexOf(levels[team]) - RANKS.indexOf(was[team]);
  if (n <= 0) return t("settle.none");
  if (ctx.seat === null) return t("settle.team", {names: list([team, team + 2].map(ctx.name)), n});
  return t(ctx.seat % 2 === team ? "settle.up" : "settle.down", {n});
}

/** The ladder from 2 to A: where both teams stand, and what was climbed. @param {Room} room @param {View} view @param {number} mine */
function ladder({h, t}, view, mine) {
  const {was, levels, team} = view.result;
  /** @param {string} level */
  function rung(level) {
    const at = RANKS.indexOf(level);
    const flags = [levels[mine] === level ? ["we", t("flag.we")] : null, levels[1 - mine] === level ? ["they", t("flag.they")] : null, was[team] === level && levels[team] !== level ? ["was", t("flag.was")] : null];
    const climbed = at >= RANKS.indexOf(was[team]) && at < RANKS.indexOf(levels[team]);
    const kind = levels[team] === level ? "new" : climbed ? "climb" : "";
    return h("span", {class: `rung ${kind}`}, ...flags.flatMap((flag) => (flag ? [h("i", {class: `flag ${flag[0]}`}, flag[1])] : [])), spelt(level));
  }
  return h("div", {class: "ladder figures", "aria-hidden": "true"}, ...[...RANKS].map(rung));
}

/** @param {Room} room */
export function settling(room) {
  const {h, t} = room;
  const head = h("h2", {class: "huge"});
  const why = h("p", {class: "muted"});
  const places = h("ol", {class: "places", role: "list"});
  const rungs = h("div", {class: "rungs"});
  const levels = h("p", {class: "visually-hidden"});
  const next = h("div", {class: "next"});
  const ready = room.button(t("ready"), () => void room.play("ready"), {class: "primary"});
  const waits = h("p", {class: "muted small"});
  const panel = h("div", {class: "panel-of-deal"}, head, why, places, rungs, levels, next, ready, waits);
  const element = h("section", {class: "settled enter", hidden: true, "aria-label": t("settle.title")}, panel);

  /** @param {View} view @param {Ctx} ctx @param {number} seat @param {number} i @param {number} mine */
  function place(view, ctx, seat, i, mine) {
    const left = view.players[seat].cards;
    const note = left ? t("settle.left", {place: t(`place.${i + 1}`), n: left}) : t(`place.${i + 1}`);
    const us = seat % 2 === mine;
    const side = ctx.seat === null || ctx.you(seat) ? "" : us ? t("partner") : t("flag.they");
    return h("li", {class: us ? "we" : "they"}, h("span", {class: `medal m${i + 1}`, "aria-hidden": "true"}, i + 1), ctx.face(seat), h("span", {class: "who"}, h("b", {}, called(room, ctx, seat, true)), h("span", {class: "small muted"}, note)), h("span", {class: "small muted"}, side));
  }

  /** @param {View} view @param {Ctx} ctx @param {number} mine */
  function draw(view, ctx, mine) {
    const {order, was, levels: now, team, payers = [], takers = []} = view.result;
    const names = (/** @type {number[]} */ seats, start = true) => room.list(seats.map((seat, i) => called(room, ctx, seat, start && i === 0)));
    const mate = order.indexOf((order[0] + 2) % 4) + 1;
    head.textContent = headline(room, view, ctx);
    head.classList.toggle("won", ctx.seat !== null && team === mine && was[team] !== now[team]);
    why.textContent = t("settle.why", {place: t(`place.${mate}`), name: named(room, ctx, order[0]), you: ctx.you(order[0]), partner: called(room, ctx, (order[0] + 2) % 4)});
    places.replaceChildren(...order.map((/** @type {number} */ seat, /** @type {number} */ i) => place(view, ctx, seat, i, mine)));
    rungs.replaceChildren(ladder(room, view, mine));
    levels.textContent = [0, 1].map((side) => t("settle.levels", {names: names([side, side + 2]), was: spelt(was[side]), level: spelt(now[side])})).join("; ");
    const tribute = payers.length ? t("settle.tribute", {payers: names(payers), takers: names(takers, false)}) : t("settle.free");
    next.replaceChildren(h("b", {}, t("settle.next", {level: spelt(now[team])})), h("p", {class: "small muted"}, tribute));
  }

  return {
    element,
    ready,
    /** @param {View} view @param {Ctx} ctx */
    show(view, ctx) {
      element.hidden = view.phase !== "settle";
      if (element.hidden) return;
      const key = JSON.stringify([view.result, ctx.seat, [0, 1, 2, 3].map(ctx.name)]);
      if (panel.dataset.key !== key) {
        panel.dataset.key = key;
        draw(view, ctx, (ctx.seat ?? 0) % 2);
      }
      const open = [0, 1, 2, 3].filter((seat) => !view.players[seat].ready && !view.players[seat].auto);
      ready.hidden = ctx.seat === null || !open.includes(ctx.seat);
      room.able(ready, ctx.live);
      const others = open.filter((seat) => !ctx.you(seat));
      waits.textContent = others.length ? t("ready.waits", {names: room.list(others.map((seat) => named(room, ctx, seat)))}) : "";
    },
  };
}
