// Memory's table: the board, and around it the scores or, alone, moves, time and stars. Drawn
// from the view alone. A solo clock stops when the tab is hidden.

import {at} from "../../../web/shelf.js";
import {board} from "./board.js";
import {ending, found, groups} from "./ending.js";
import {called, THEMES} from "./faces.js";
import {speaker, teller} from "./tell.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

const OVER = ["Won", "Lost", "Ended"];
const STAR = "M12 2.5 14.9 8.7 21.6 9.5 16.7 14.1 18 20.8 12 17.5 6 20.8 7.3 14.1 2.4 9.5 9.1 8.7Z";

/** What to look for: the card that lies open says it. @param {Room} room @param {string} theme @param {View} view @param {number} value */
const search = (room, theme, view, value) => room.t((view.matchSize ?? 2) > 2 ? "prompt.second" : "prompt.other", {face: called(room, theme, value)});

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  let theme = THEMES.includes(room.recall("theme")) ? room.recall("theme") : THEMES[0];
  /** @type {View | null} */
  let last = null;
  /** @type {Ctx | null} */
  let lastCtx = null;

  const cards = board(room, (cardId) => void room.play("flip", {cardId}));
  const people = h("div", {class: "people"});
  const figures = stats(room);
  const end = ending(room);
  /** What the viewer has done best. @type {Record<string, number>} */
  let bests = {};
  let asked = "";
  const start = room.button(t("start"), () => void room.play("start"), {class: "primary"});
  const pause = room.button(t("pause"), () => void room.play("pause"), {class: "soft"});
  const resume = room.button(t("resume"), () => void room.play("resume"), {class: "primary"});
  const reset = room.button(t("reset"), () => void again(), {class: "soft"});
  const surrender = room.button(t("surrender"), () => void giveUp(), {class: "quiet danger"});
  const chooser = h("select", {"aria-label": t("theme"), onchange: () => paint(chooser.value)}, ...THEMES.map((one) => h("option", {value: one}, t(`theme.${one}`))));
  chooser.value = theme;
  const curtain = h("p", {class: "curtain"}, h("span", {}, t("curtain")));
  const element = h("div", {class: "memory"}, figures.element, people, h("div", {class: "stage"}, cards.element, curtain), h("div", {class: "actions"}, start, resume, pause, reset, surrender, chooser));

  async function again() {
    const untouched = last && last.moves === 0;
    if (untouched || (await room.ask({title: t("reset.title"), text: t("reset.text"), yes: t("reset"), danger: true}))) await room.play("reset");
  }

  async function giveUp() {
    if (await room.ask({title: t("surrender.title"), text: t("surrender.text"), yes: t("surrender"), danger: true})) await room.play("surrender");
  }

  function paint(/** @type {string} */ chosen) {
    theme = chosen;
    room.keep("theme", theme);
    if (last && lastCtx) update(last, [], lastCtx);
  }

  /** Nobody looks: a solo clock stops, at once or as soon as a move may be sent. */
  function rest() {
    if (document.hidden && last?.mode === "solo" && last.status === "Playing" && lastCtx?.live) void room.play("pause");
  }
  document.addEventListener("visibilitychange", rest);

  /** @param {View} view @param {Ctx} ctx */
  function seats(view, ctx) {
    const all = Object.entries(view.players);
    people.hidden = all.length === 1;
    while (people.childElementCount > all.length) people.lastElementChild?.remove();
    while (people.childElementCount < all.length) people.append(h("cut-seat"));
    all.forEach(([key, player], i) => {
      /** @type {any} */ (people.children[i]).data = plate(room, view, ctx, Number(key), player);
    });
  }

  /** @param {View} view @param {Ctx} ctx */
  function controls(view, ctx) {
    const me = ctx.seat === null ? null : view.players[ctx.seat];
    const inIt = Boolean(me && !me.out) && !OVER.includes(view.status);
    const racing = view.mode === "race";
    start.hidden = !inIt || view.status !== "NotStarted" || ctx.options.autoStart === true || Boolean(me?.ready); // the first card starts it
    resume.hidden = !inIt || view.status !== "Paused";
    pause.hidden = !inIt || racing || view.status !== "Playing";
    reset.hidden = !inIt || racing || view.moves === 0 || ctx.options.daily === true;
    surrender.hidden = !inIt || (view.mode === "solo" && ctx.options.daily !== true);
    for (const button of [start, resume, pause, reset, surrender]) room.able(button, ctx.live);
    if (me && view.pauseAsked?.includes(ctx.seat)) room.able(pause, false);
    if (me && view.resetAsked?.includes(ctx.seat)) room.able(reset, false);
    curtain.hidden = view.status !== "Paused";
  }

  /** One's records are asked for when a board is laid and when one is done. @param {View} view @param {Ctx} ctx */
  function records(view, ctx) {
    const now = `${view.gridSize}:${OVER.includes(view.status)}`;
    if (view.mode !== "solo" || ctx.seat === null || asked === now || view.status === "Won") return;
    asked = now;
    void room.bests().then((told) => {
      bests = told;
      room.redraw();
    });
  }

  /** @param {View} view @param {any[]} facts @param {Ctx} ctx @returns {import("../../../web/contract.js").Asked} */
  function update(view, facts, ctx) {
    [last, lastCtx] = [view, ctx];
    const turnable = view.status === "Playing" || (view.status === "NotStarted" && ctx.options.autoStart === true);
    const up = Object.values(view.cards).filter((card) => card.state === "Flipped");
    const settling = up.length > 1 && new Set(up.map((card) => card.value)).size > 1;
    const me = ctx.seat === null ? null : view.players[ctx.seat];
    const myTurn = view.mode === "race" ? Boolean(me && !me.out && me.doneMs === undefined) : view.turn === ctx.seat;
    const mine = me !== null && myTurn && turnable && !settling;
    cards.show(view, mine && ctx.live, theme);
    seats(view, ctx);
    figures.show(view, ctx, bests);
    controls(view, ctx);
    for (const fact of facts) {
      if (fact.type === "CARD_FLIPPED") room.sound("flip");
      if (fact.type === "CARDS_MATCHED") room.sound("pair");
    }
    if (document.hidden) queueMicrotask(rest);
    records(view, ctx);
    return ask(view, ctx, mine, settling);
  }

  /** @param {View} view @param {Ctx} ctx @param {boolean} mine @param {boolean} settling */
  function ask(view, ctx, mine, settling) {
    const solo = view.mode === "solo";
    if (OVER.includes(view.status)) return {prompt: end.said(view, ctx), over: true, result: end.result(view, ctx, bests)};
    if (view.status === "Paused") return {prompt: t("prompt.paused"), yours: ctx.seat !== null, focus: resume};
    if (view.status === "Preview") return {prompt: t("prompt.preview"), clock: {due: ctx.due()}};
    if (view.mode === "race" && !mine && !settling) {
      const waits = view.status === "NotStarted" && ctx.seat !== null && !view.players[ctx.seat].ready;
      return {prompt: t(waits ? "prompt.start" : "prompt.race"), yours: waits, focus: waits ? start : undefined};
    }
    if (view.status === "NotStarted" && !ctx.options.autoStart) return {prompt: t("prompt.start"), yours: ctx.you(view.turn), focus: start};
    const clock = {due: solo ? null : ctx.due(view.turn)};
    if (settling) return {prompt: t("prompt.differ"), clock: {}};
    const up = Object.values(view.cards).find((card) => card.state === "Flipped");
    if (mine) return {prompt: up ? search(room, theme, view, up.value) : t("prompt.first"), yours: true, focus: cards.focus(), clock};
    return {prompt: t("prompt.wait", {name: ctx.name(view.turn)}), clock};
  }

  return {
    element,
    update,
    tell: teller(room, () => theme, cards.where),
    aloud: speaker(room, () => theme, cards.where),
    keys: [{key: "p", label: t("pause"), run: () => (resume.hidden ? !pause.hidden && pause.click() : resume.click())}],
    story: async (told) => (await import(at("/games/memory/story.js"))).story(room, told),
    close() {
      document.removeEventListener("visibilitychange", rest);
      cards.close();
    },
  };
}

/** What stands on somebody's plate. @param {Room} room @param {View} view @param {Ctx} ctx @param {number} seat @param {any} player */
function plate(room, view, ctx, seat, player) {
  const {t} = room;
  const racing = view.mode === "race";
  const active = !OVER.includes(view.status) && (racing ? !player.out && player.doneMs === undefined : seat === view.turn);
  const asks = [...(view.pauseAsked?.includes(seat) ? [t("note.pause")] : []), ...(view.resetAsked?.includes(seat) ? [t("note.reset")] : [])];
  return {
    name: ctx.name(seat),
    face: ctx.face(seat),
    you: ctx.you(seat),
    bot: ctx.bot(seat),
    away: ctx.away(seat),
    active,
    score: player.pairs,
    note: player.out ? t("note.out") : racing ? progress(room, player) : asks.join(" · "),
    due: null,
  };
}

/** How far somebody is in a race, and no card. @param {Room} room @param {any} player */
function progress({t, span}, player) {
  if (player.doneMs !== undefined) return t("note.done", {n: player.moves, time: span(player.doneMs)});
  return player.ready ? t("note.ready") : t("note.moves", {n: player.moves});
}

/** Moves, time, par and stars of a game against the board. @param {Room} room */
function stats({h, svg, t, span}) {
  const [moves, par, pairs, best] = [1, 2, 3, 4].map(() => h("span", {class: "value"}));
  const clock = h("cut-clock", {fixed: 0});
  const stars = [1, 2, 3].map(() => svg("svg", {class: "star", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: STAR})));
  const starLine = h("span", {class: "stars", role: "img"}, ...stars);
  const item = (/** @type {string} */ label, /** @type {Node} */ value) => h("div", {class: "figure"}, h("span", {class: "muted small"}, label), value);
  const [parItem, starItem, timeItem] = [item(t("par"), par), item(t("stars"), starLine), item(t("time"), clock)];
  const bestItem = item(t("best"), best);
  const element = h("div", {class: "stats"}, timeItem, item(t("moves"), moves), parItem, item(t("pairs"), pairs), bestItem, starItem);
  return {
    element,
    /** @param {View} view @param {Ctx} ctx @param {Record<string, number>} bests */
    show(view, ctx, bests) {
      element.hidden = view.mode === "versus";
      pairs.textContent = `${found(view)}/${groups(view)}`;
      const fewest = bests[`${view.gridSize.join("x")} moves`];
      bestItem.hidden = view.mode !== "solo" || fewest === undefined;
      best.textContent = fewest === undefined ? "" : String(fewest);
      const made = view.mode === "race" ? (view.players[ctx.seat ?? 0].moves ?? 0) : view.moves;
      moves.textContent = String(made);
      parItem.hidden = starItem.hidden = view.par === undefined;
      par.textContent = view.par === undefined ? "" : view.par.toFixed(1);
      const [three, two] = view.starMoves ?? [0, 0];
      const won = view.stars ?? (made <= three ? 3 : made <= two ? 2 : 1);
      stars.forEach((star, i) => star.classList.toggle("lit", i < won));
      starLine.setAttribute("aria-label", t("starsOf", {n: won}));
      const began = view.runningSince === undefined ? null : ctx.when(view.runningSince - view.elapsedMs);
      clock.since = began;
      clock.fixed = began === null ? view.elapsedMs : null;
    },
  };
}
