// What decided a game of Battle, and how the HP went: from the deal walked through again.

/** @typedef {import("../../../web/contract.js").Moment} Moment */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Room} room @param {Scene} scene @param {import("./card.js").Faces} faces @param {import("../../../web/contract.js").Told} told */
export async function story(room, scene, faces, {ctx, view, deals, frames}) {
  const {t} = room;
  const all = await frames(deals[deals.length - 1]).catch(() => []); // the last blow is in the view, too
  const name = (/** @type {string} */ source) => scene.book.get(source)?.name ?? faces.status(source);

  /** @param {string} source @param {number} turn @param {string} what @param {number} [entry] @returns {Moment} */
  function moment(source, turn, what, entry) {
    const face = scene.book.get(source);
    const picture = face ? faces.art(face) : undefined;
    for (const [side, n] of [["width", 60], ["height", 50]]) picture?.setAttribute(String(side), String(n)); // the room's sheets know no cards
    return {picture, when: t("turn", {n: turn}), what, entry};
  }

  /** How hard each player was hit in a turn, and by what most. @type {Map<string, {seat: number, turn: number, n: number, source: string, most: number, entry: number}>} */
  const hits = new Map();
  let dealt = {n: 0, source: "", turn: 0, entry: 0};
  for (const frame of all) {
    const turn = frame.view.currentTurn ?? 0;
    for (const fact of frame.facts) {
      if (fact.type === "CARD_PLAYED" && fact.cost > dealt.n) dealt = {n: fact.cost, source: fact.cardId, turn, entry: frame.n};
      if (fact.type !== "DAMAGE_APPLIED" || fact.cardId || fact.target > 1 || !fact.reducedDamage) continue;
      const one = hits.get(`${turn}:${fact.target}`) ?? {seat: fact.target, turn, n: 0, source: fact.source, most: 0, entry: frame.n};
      one.n += fact.reducedDamage;
      if (fact.reducedDamage > one.most) [one.most, one.source, one.entry] = [fact.reducedDamage, fact.source, frame.n];
      hits.set(`${turn}:${fact.target}`, one);
    }
  }
  const hardest = [...hits.values()].filter(({turn}) => turn !== view.currentTurn).sort((a, b) => b.n - a.n)[0];
  /** @type {Moment[]} */
  const moments = [];
  if (hardest) moments.push(moment(hardest.source, hardest.turn, t("story.hit", {name: ctx.name(hardest.seat), you: ctx.you(hardest.seat), n: hardest.n, card: name(hardest.source)}), hardest.entry));
  if (dealt.n && dealt.source !== hardest?.source) moments.push(moment(dealt.source, dealt.turn, t("story.dearest", {card: name(dealt.source), n: dealt.n}), dealt.entry));
  moments.sort((a, b) => Number(a.when.match(/\d+/)) - Number(b.when.match(/\d+/)));
  if (view.blow?.source) moments.push(moment(view.blow.source, view.currentTurn, view.blow.source === "DECK_EMPTY" ? t("end.blowDeck", {n: view.blow.amount}) : t("end.blow", {card: name(view.blow.source), n: view.blow.amount}), all.at(-1)?.n));
  /** By turn: what was left after it. @type {Map<number, number[]>} */
  const turns = new Map();
  for (const frame of [...all, {view}]) if (frame.view.players && frame.view.currentTurn) turns.set(frame.view.currentTurn, [0, 1].map((seat) => Math.max(0, frame.view.players[seat].currentHp)));
  const [mine, other] = ctx.seat === 1 ? [1, 0] : [0, 1];
  const points = (/** @type {number} */ seat) => [...turns.values()].map((one) => one[seat]);
  const chart = turns.size < 3 ? undefined : {
    title: t("story.chart"),
    labels: [...turns.keys()].map(String),
    series: [{name: ctx.seat === null ? ctx.name(mine) : t("you"), points: points(mine)}, {name: ctx.name(other), points: points(other)}],
  };
  return {moments: moments.slice(0, 3), ...(chart ? {chart} : {})};
}
