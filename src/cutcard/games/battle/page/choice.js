// What the viewer has begun to choose: a card and its targets, attackers, blockers, cards to discard. It
// is kept here until it is sent; another question begins anew. Nothing is drawn here.

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{tag: string, fields: Record<string, any>}} Move */
/** @typedef {Move | "changed" | "nothing"} Step  what a press has come to: "nothing" is for reading only */

export class Choice {
  /** @type {{card: any, targets: number[], costs: number[]} | null} */
  chosen = null; // a Playable and what it aims at so far
  /** @type {Map<number, number>} */
  pairs = new Map(); // attacker: target, or blocker: attacker
  active = -1; // the attacker or blocker that is being aimed
  /** @type {Set<number>} */
  picked = new Set(); // cards of the hand to discard or swap, targets
  question = ""; // what all this answers

  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
  }

  reset() {
    this.chosen = null;
    this.pairs = new Map();
    this.active = -1;
    this.picked = new Set();
  }

  /** Another view: what it no longer asks for is forgotten. */
  follow() {
    const {view} = this.scene;
    const asks = JSON.stringify([view.asked?.kind, view.asked?.source, view.toAct, view.currentTurn, view.currentPhase?.name, (view.stack ?? []).length]);
    if (asks !== this.question) {
      this.question = asks;
      this.reset();
    }
    if (this.chosen && !this.scene.ways(this.chosen.card.instanceId).length) this.chosen = null;
  }

  get begun() {
    return Boolean(this.chosen || this.pairs.size || this.active >= 0);
  }

  /** How many targets the chosen card has, and how many it wants. */
  get step() {
    return this.chosen?.targets.length ?? 0;
  }

  get wanted() {
    return this.chosen?.card.targets?.length ?? 0;
  }

  get complete() {
    return this.chosen !== null && this.step >= this.wanted && !this.extras().length;
  }

  /** Whether the next target may be left out. */
  get optional() {
    return !this.complete && Boolean(this.chosen?.card.optional?.[this.step]);
  }

  /** The ids that may be chosen next, for what is being aimed. @returns {number[]} */
  aims() {
    const {view} = this.scene;
    if (this.scene.kind() === "TARGET") return (view.asked.targets[this.picked.size] ?? []).filter((/** @type {number} */ one) => !this.picked.has(one));
    if (this.chosen) {
      const {card, targets} = this.chosen;
      return this.step < this.wanted ? card.targets[this.step].filter((/** @type {number} */ one) => !targets.includes(one)) : this.step === this.wanted ? this.extras() : [];
    }
    return this.active >= 0 ? (this.scene.able(this.active)?.targets ?? []) : [];
  }

  /** Cards and units a cost asks for besides. @returns {number[]} */
  extras() {
    if (!this.chosen) return [];
    const {card, costs} = this.chosen;
    const needs = (card.discards ?? 0) + (card.sacrifice?.length ? 1 : 0);
    if (costs.length >= needs) return [];
    if (costs.length >= (card.discards ?? 0)) return card.sacrifice ?? [];
    return (this.scene.me()?.hand ?? []).map((/** @type {any} */ one) => one.instanceId).filter((/** @type {number} */ one) => one !== card.instanceId && !costs.includes(one));
  }

  /** A card, a player or something on the stack was pressed. @param {number} id @param {number} x @returns {Step} */
  press(id, x) {
    if (!this.scene.ctx?.live || !this.scene.mine()) return "nothing";
    const now = this.scene.kind();
    if (this.aims().includes(id)) return this.aim(id, x);
    if ((now === "ATTACKS" || now === "BLOCKS") && this.scene.able(id)) return this.enlist(id, now);
    if (now === "DISCARD" || now === "MULLIGAN") {
      if (!this.picked.delete(id)) this.picked.add(id);
      return "changed";
    }
    const ways = this.scene.ways(id);
    if (!ways.length) return "nothing";
    if (this.chosen?.card.instanceId === id && this.complete) return this.confirm(x);
    return this.begin(ways[0]);
  }

  /** A unit is to attack or block, or no longer. @param {number} id @param {string} now @returns {Step} */
  enlist(id, now) {
    this.active = this.pairs.has(id) ? -1 : id;
    if (!this.pairs.delete(id) && now === "ATTACKS") this.pairs.set(id, this.scene.able(id).targets[0]);
    return "changed";
  }

  /** Every unit that can attack attacks what comes first. @returns {Step} */
  everyone() {
    if (this.scene.kind() !== "ATTACKS") return "nothing";
    for (const one of this.scene.view.asked.aims ?? []) this.pairs.set(one.instanceId, one.targets[0]);
    return "changed";
  }

  /** @param {any} card @returns {Step} */
  begin(card) {
    this.chosen = {card, targets: [], costs: []};
    this.active = -1;
    this.skipImpossible();
    return "changed";
  }

  /** A target that cannot be chosen at all is left out. */
  skipImpossible() {
    while (this.chosen && this.step < this.wanted && !this.chosen.card.targets[this.step].length) this.chosen.targets.push(-1);
  }

  /** @param {number} id @param {number} x @returns {Step} */
  aim(id, x) {
    if (this.scene.kind() === "TARGET") {
      this.picked.add(id);
      if (this.picked.size === this.scene.view.asked.targets.length) return {tag: "target", fields: {targetIds: [...this.picked]}};
    } else if (this.chosen) {
      if (this.step < this.wanted) this.chosen.targets.push(id);
      else this.chosen.costs.push(id);
      this.skipImpossible();
      if (this.complete && this.chosen.card.xMax === undefined) return this.confirm(x);
    } else {
      if (this.scene.kind() === "BLOCKS") for (const [one, foe] of this.pairs) if (foe === id) this.pairs.delete(one);
      this.pairs.set(this.active, id);
      this.active = -1;
    }
    return "changed";
  }

  /** What has been chosen, as a move. @param {number} x @returns {Step} */
  confirm(x) {
    const declared = declaration(this, this.scene);
    if (declared) return declared;
    if (!this.chosen) return "nothing";
    if (this.optional) this.chosen.targets.push(-1);
    if (!this.complete) return "changed";
    const {card, targets, costs} = this.chosen;
    const fields = {cardInstanceId: card.instanceId, targetIds: targets, x: card.xMax === undefined ? 0 : x, costIds: costs};
    return card.abilityId === undefined ? {tag: "play_card", fields} : {tag: "activate_ability", fields: {...fields, abilityId: card.abilityId}};
  }

  /** How a card is marked. @param {number} id @param {any} [card] the card in play */
  mark(id, card) {
    if (!this.scene.mine()) return "";
    const now = this.scene.kind();
    const {chosen} = this;
    if (this.aims().includes(id)) return "target";
    if (chosen && (chosen.card.instanceId === id || chosen.targets.includes(id) || chosen.costs.includes(id))) return "chosen";
    if (this.picked.has(id) || this.active === id) return "chosen";
    if (this.pairs.has(id)) return now === "ATTACKS" ? "attacks" : "blocks";
    if (now === "DISCARD" || now === "MULLIGAN") return card === undefined ? "can" : "";
    return !chosen && (this.scene.ways(id).length || this.scene.able(id)) ? "can" : "";
  }
}

/** What answers a question as a whole, not by a card that is played. @param {Choice} choice @param {Scene} scene @returns {Move | null} */
function declaration(choice, scene) {
  switch (scene.kind()) {
    case "ATTACKS":
      return {tag: "declare_attacks", fields: {attacks: [...choice.pairs].map(([attackerId, target]) => (target < 2 ? {attackerId, targetType: "PLAYER"} : {attackerId, targetType: "CARD", targetCardId: target}))}};
    case "BLOCKS":
      return choice.chosen ? null : {tag: "declare_blocks", fields: {blocks: [...choice.pairs].map(([blockerId, attackerId]) => ({blockerId, attackerId}))}};
    case "DISCARD":
      return {tag: "discard", fields: {cardIds: [...choice.picked]}};
    case "MULLIGAN":
      return {tag: "mulligan", fields: {cardIds: [...choice.picked]}};
    case "TARGET":
      return {tag: "target", fields: {targetIds: scene.view.asked.targets.map(() => -1)}};
    default:
      return null;
  }
}
