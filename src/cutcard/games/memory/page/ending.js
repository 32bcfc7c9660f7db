// How a game of Memory ended, in words and for the moment it is.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Result} Result */
/** @typedef {import("../../../web/contract.js").View} View */

/** How many groups lie there. @param {View} view */
export const groups = (view) => Object.keys(view.cards).length / (view.matchSize ?? 2);

/** How many are found. @param {View} view */
export const found = (view) => Object.values(view.cards).filter((card) => card.state === "Solved").length / (view.matchSize ?? 2);

/** Who has found the most, of those who stayed. @param {View} view */
function first(view) {
  const stayed = Object.entries(view.players).filter(([, one]) => !one.out);
  const best = Math.max(...stayed.map(([, one]) => one.pairs));
  return {best, seats: stayed.filter(([, one]) => one.pairs === best).map(([seat]) => Number(seat))};
}

/** @param {import("../../../web/contract.js").Room} room */
export function ending(room) {
  const {t} = room;

  /** One sentence. @param {View} view @param {Ctx} ctx */
  function said(view, ctx) {
    if (view.mode === "versus") {
      const {best, seats} = first(view);
      const why = view.reason === "COMPLETED" ? "" : t(`why.${view.reason}`);
      if (seats.length > 1) return `${t("end.tie", {names: room.list(seats.map(ctx.name)), n: best})} ${why}`.trim();
      return `${t(ctx.you(seats[0]) ? "end.won" : "end.lost", {name: ctx.name(seats[0]), n: best})} ${why}`.trim();
    }
    const time = room.span(view.elapsedMs);
    if (view.mode === "race") return view.status === "Won" ? t("end.race", {time}) : t(`end.${view.reason}`, {time});
    return view.status === "Won" ? t("end.solved", {n: view.moves, time}) : t(`end.${view.reason}`, {time});
  }

  /** Several against each other. @param {View} view @param {Ctx} ctx @returns {Result} */
  function among(view, ctx) {
    const {seats} = first(view);
    const tied = seats.length > 1;
    const mine = ctx.seat !== null && seats.includes(ctx.seat);
    const outcome = ctx.seat === null ? "none" : !mine ? "loss" : tied ? "draw" : "win";
    const head = outcome === "loss" ? t("head.lost") : outcome === "win" ? t("head.won") : tied ? t("head.tie") : said(view, ctx);
    const notes = Object.fromEntries(Object.entries(view.players).map(([seat, one]) => [seat, t("pairsOf", {n: one.pairs})]));
    const all = Object.entries(view.players).map(([seat, one]) => ({seat: Number(seat), ...one})).sort((a, b) => Number(a.out ?? false) - Number(b.out ?? false) || b.pairs - a.pairs);
    const place = (/** @type {any} */ one) => room.place(1 + all.filter((other) => !other.out && other.pairs > one.pairs).length);
    const top = all.length > 2 ? {top: all.map((one) => ({seat: one.seat, place: one.out ? t("note.out") : place(one), note: notes[one.seat]}))} : {};
    return {head: outcome === "loss" && all.length > 2 && !view.players[ctx.seat ?? 0].out ? t("head.place", {place: place(view.players[ctx.seat ?? 0])}) : head, outcome, why: outcome === "none" && !tied ? "" : said(view, ctx), winners: tied ? [] : seats, notes, ...top};
  }

  /** A race: who was done, and in how many moves. @param {View} view @param {Ctx} ctx @returns {Result} */
  function raced(view, ctx) {
    const notes = Object.fromEntries(Object.entries(view.players).map(([seat, one]) => [seat, one.doneMs === undefined ? t("pairsOf", {n: one.pairs}) : t("note.done", {n: one.moves, time: room.span(one.doneMs)})]));
    const stayed = Object.entries(view.players).filter(([, one]) => !one.out && one.doneMs !== undefined);
    const figure = (/** @type {any} */ one) => (ctx.options.raceBy === "moves" ? one.moves * 1e9 + one.doneMs : one.doneMs);
    const best = Math.min(...stayed.map(([, one]) => figure(one)));
    const winners = stayed.filter(([, one]) => figure(one) === best).map(([seat]) => Number(seat));
    const mine = ctx.seat === null || !winners.length ? "none" : !winners.includes(ctx.seat) ? "loss" : winners.length > 1 ? "draw" : "win";
    const head = mine === "none" ? said(view, ctx) : t(mine === "win" ? "head.won" : mine === "loss" ? "head.lost" : "head.tie");
    return {head, outcome: /** @type {Result["outcome"]} */ (mine), why: mine === "none" ? "" : said(view, ctx), winners: winners.length > 1 ? [] : winners, notes};
  }

  /** A board one played alone, or together against it. @param {View} view @param {Record<string, number>} bests before it @returns {Result} */
  function alone(view, bests) {
    const time = room.span(view.elapsedMs);
    if (view.status !== "Won") return {head: t(`end.${view.reason}`, {time}), outcome: "loss", why: t("pairsLeft", {n: found(view), of: groups(view)})};
    const [fewest, fastest] = ["moves", "ms"].map((what) => bests[`${view.gridSize.join("x")} ${what}`]);
    const record = view.mode !== "solo" || fewest === undefined ? "" : view.moves < fewest ? t("record.moves") : view.elapsedMs < fastest ? t("record.time") : "";
    const why = t(view.par === undefined ? "end.solved" : "end.solvedPar", {n: view.moves, time, par: (view.par ?? 0).toFixed(1)});
    return {head: t("head.solved", {n: groups(view)}), outcome: "win", stars: view.stars, why, note: record};
  }

  return {said, result: (/** @type {View} */ view, /** @type {Ctx} */ ctx, /** @type {Record<string, number>} */ bests) => (view.mode === "versus" ? among(view, ctx) : view.mode === "race" ? raced(view, ctx) : alone(view, bests))};
}
