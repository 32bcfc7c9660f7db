// What the battle comes to as it is declared now: sums of the outlooks the rules put into the view, one for each
// attack and what it meets. No rule is known here; where prevention makes sums inexact, they are "at most".

/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{from: number, to: number, kind: "attack" | "block", text: string}} Arrow */
/** @typedef {{deals: number, dies: boolean}} Harm */

/**
 * @typedef {object} Prospect
 * @property {Arrow[]} arrows
 * @property {Map<number, Harm>} harm  by the unit's id, those in a fight
 * @property {number} taken  by the player who is attacked
 * @property {number} left  their HP then
 * @property {number} defender
 * @property {boolean} most  it may be less
 */

/** @param {Scene} scene @param {Choice} choice @returns {Prospect | null} */
export function prospect(scene, choice) {
  const {view} = scene;
  const known = view.forecast ?? [];
  if (!known.length) return null;
  const find = (/** @type {number} */ attacker, /** @type {number} */ meets) => known.find((/** @type {any} */ one) => one.attacker === attacker && one.meets === meets);
  const defender = 1 - view.currentPlayerIndex;
  /** @type {Prospect} */
  const all = {arrows: [], harm: new Map(), taken: 0, left: 0, defender, most: (view.players[defender].shield ?? 0) > 0};
  const hurt = (/** @type {number} */ id, /** @type {number} */ deals, /** @type {boolean} */ dies) => {
    const was = all.harm.get(id) ?? {deals: 0, dies: false};
    all.harm.set(id, {deals: was.deals + deals, dies: was.dies || dies});
  };
  for (const {attacker, target, blocker} of fights(scene, choice)) {
    const meets = blocker ?? target;
    const one = find(attacker, meets);
    if (!one) continue;
    const deals = one.deals ?? 0;
    if (meets < 2) all.taken += deals;
    else hurt(meets, deals, Boolean(one.kills));
    if (blocker !== undefined) hurt(attacker, one.takes ?? 0, Boolean(one.dies));
    all.taken += one.over ?? 0;
    all.arrows.push({from: attacker, to: meets, kind: blocker === undefined ? "attack" : "block", text: blocker === undefined ? `−${deals}` : ""});
  }
  all.left = view.players[defender].currentHp - all.taken;
  return all;
}

/** The attacks as they are declared, those of the viewer's half-made choice included. @param {Scene} scene @param {Choice} choice @returns {{attacker: number, target: number, blocker?: number}[]} */
function fights(scene, choice) {
  const now = scene.kind();
  if (scene.view.asked?.kind === "ATTACKS") return now ? [...choice.pairs].map(([attacker, target]) => ({attacker, target})) : [];
  return (scene.view.combat ?? []).map((/** @type {any} */ one) => {
    const mine = now === "BLOCKS" ? [...choice.pairs].find(([, foe]) => foe === one.attacker)?.[0] : undefined;
    return {attacker: one.attacker, target: one.target, blocker: mine ?? one.blocker};
  });
}
