// Memory's table: the board, and around it the scores or, alone, moves, time and stars. Drawn
// from the view alone. A solo clock stops when the tab is hidden.

import {board} from "./board.js";
import {THEMES} from "./faces.js";
import {speaker, teller} from "./tell.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

const OVER = ["Won", "Lost", "Ended"];
const STAR = "M12 2.5 14.9 8.7 21.6 9.5 16.7 14.1 18 20.8 12 17.5 6 20.8 7.3 14.1 2.4 9.5 9.1 8.7Z";

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
  const start = room.button(t("start"), () => void room.play("start"), {class: "primary"});
  const pause = room.button(t("pause"), () => void room.play("pause"));
  const resume = room.button(t("resume"), () => void room.play("resume"), {class: "primary"});
  const reset = room.button(t("reset"), () => void again());
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
      const seat = Number(key);
      const active = seat === view.turn && !OVER.includes(view.status);
      const asks = [...(view.pauseAsked?.includes(seat) ? [t("note.pause")] : []), ...(view.resetAsked?.includes(seat) ? [t("note.reset")] : [])];
      const element_ = /** @type {any} */ (people.children[i]);
      element_.data = {
        name: ctx.name(seat),
        face: ctx.face(seat),
        you: ctx.you(seat),
        bot: ctx.bot(seat),
        away: ctx.away(seat),
        active,
        score: player.pairs,
        note: player.out ? t("note.out") : asks.join(" · "),
        due: null,
      };
    });
  }

  /** @param {View} view @param {Ctx} ctx */
  function controls(view, ctx) {
    const me = ctx.seat === null ? null : view.players[ctx.seat];
    const inIt = Boolean(me && !me.out) && !OVER.includes(view.status);
    start.hidden = !inIt || view.status !== "NotStarted";
    resume.hidden = !inIt || view.status !== "Paused";
    pause.hidden = !inIt || view.status !== "Playing";
    reset.hidden = !inIt || view.moves === 0;
    surrender.hidden = !inIt || view.mode === "solo";
    for (const button of [start, resume, pause, reset, surrender]) room.able(button, ctx.live);
    if (me && view.pauseAsked?.includes(ctx.seat)) room.able(pause, false);
    if (me && view.resetAsked?.includes(ctx.seat)) room.able(reset, false);
    curtain.hidden = view.status !== "Paused";
  }

  /** @param {View} view @param {any[]} facts @param {Ctx} ctx @returns {import("../../../web/contract.js").Asked} */
  function update(view, facts, ctx) {
    [last, lastCtx] = [view, ctx];
    const turnable = view.status === "Playing" || (view.status === "NotStarted" && ctx.options.autoStart === true);
    const up = Object.values(view.cards).filter((card) => card.state === "Flipped");
    const settling = up.length > 1 && new Set(up.map((card) => card.value)).size > 1;
    const mine = ctx.seat !== null && view.turn === ctx.seat && turnable && !settling;
    cards.show(view, mine && ctx.live, theme);
    seats(view, ctx);
    figures.show(view, ctx);
    controls(view, ctx);
    for (const fact of facts) {
      if (fact.type === "CARD_FLIPPED") room.sound("flip");
      if (fact.type === "CARDS_MATCHED") room.sound("pair");
    }
    if (document.hidden) queueMicrotask(rest);
    return ask(view, ctx, mine, settling);
  }

  /** @param {View} view @param {Ctx} ctx @param {boolean} mine @param {boolean} settling */
  function ask(view, ctx, mine, settling) {
    const solo = view.mode === "solo";
    if (OVER.includes(view.status)) return {prompt: ended(view, ctx), over: true};
    if (view.status === "Paused") return {prompt: t("prompt.paused"), yours: ctx.seat !== null, focus: resume};
    if (view.status === "Preview") return {prompt: t("prompt.preview"), clock: {due: ctx.due()}};
    if (view.status === "NotStarted" && !ctx.options.autoStart) return {prompt: t("prompt.start"), yours: ctx.you(view.turn), focus: start};
    const clock = {due: solo ? null : ctx.due(view.turn)};
    if (settling) return {prompt: t("prompt.differ"), clock: {}};
    const up = Object.values(view.cards).some((card) => card.state === "Flipped");
    if (mine) return {prompt: t(up ? "prompt.second" : "prompt.first"), yours: true, focus: cards.focus(), clock};
    return {prompt: t("prompt.wait", {name: ctx.name(view.turn)}), clock};
  }

  /** @param {View} view @param {Ctx} ctx */
  function ended(view, ctx) {
    if (view.mode === "versus") {
      const best = Math.max(...Object.values(view.players).filter((one) => !one.out).map((one) => one.pairs));
      const first = Object.entries(view.players).filter(([, one]) => !one.out && one.pairs === best).map(([seat]) => Number(seat));
      const why = view.reason === "COMPLETED" ? "" : t(`why.${view.reason}`);
      if (first.length > 1) return `${t("end.tie", {names: room.list(first.map(ctx.name)), n: best})} ${why}`.trim();
      return `${t(ctx.you(first[0]) ? "end.won" : "end.lost", {name: ctx.name(first[0]), n: best})} ${why}`.trim();
    }
    const time = room.span(view.elapsedMs);
    return view.status === "Won" ? t("end.solved", {n: view.moves, time}) : t(`end.${view.reason}`, {time});
  }

  return {
    element,
    update,
    tell: teller(room, () => theme, cards.where),
    aloud: speaker(room, () => theme, cards.where),
    keys: [{key: "p", label: t("pause"), run: () => (resume.hidden ? !pause.hidden && pause.click() : resume.click())}],
    close: () => document.removeEventListener("visibilitychange", rest),
  };
}

/** Moves, time, par and stars of a game against the board. @param {Room} room */
function stats({h, svg, t, span}) {
  const [moves, par] = [h("span", {class: "value"}), h("span", {class: "value"})];
  const clock = h("cut-clock", {fixed: 0});
  const stars = [1, 2, 3].map(() => svg("svg", {class: "star", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: STAR})));
  const starLine = h("span", {class: "stars", role: "img"}, ...stars);
  const item = (/** @type {string} */ label, /** @type {Node} */ value) => h("div", {class: "figure"}, h("span", {class: "muted small"}, label), value);
  const [parItem, starItem, timeItem] = [item(t("par"), par), item(t("stars"), starLine), item(t("time"), clock)];
  const element = h("div", {class: "stats"}, timeItem, item(t("moves"), moves), parItem, starItem);
  return {
    element,
    /** @param {View} view @param {Ctx} ctx */
    show(view, ctx) {
      element.hidden = view.mode === "versus";
      moves.textContent = String(view.moves);
      parItem.hidden = starItem.hidden = view.par === undefined;
      par.textContent = view.par === undefined ? "" : view.par.toFixed(1);
      const [three, two] = view.starMoves ?? [0, 0];
      const won = view.stars ?? (view.moves <= three ? 3 : view.moves <= two ? 2 : 1);
      stars.forEach((star, i) => star.classList.toggle("lit", i < won));
      starLine.setAttribute("aria-label", t("starsOf", {n: won}));
      const began = view.runningSince === undefined ? null : ctx.when(view.runningSince - view.elapsedMs);
      clock.since = began;
      clock.fixed = began === null ? view.elapsedMs : null;
    },
  };
}
