// What a viewer of Battle sees, and the questions its table keeps asking of it. Nothing is drawn here.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").View} View */

/** Whether the person reads Chinese. */
export const chinese = () => document.documentElement.lang.startsWith("zh");

/** The rules' word for energy, in words. @param {string | undefined} text */
export const plain = (text) => text?.replace(/\bCE\b/g, "energy");

export class Scene {
  constructor() {
    /** @type {View} */
    this.view = {};
    /** @type {Ctx | null} */
    this.ctx = null;
    /** @type {Map<string, any>} */
    this.book = new Map(); // what is printed on each card
    /** @type {Map<number, number>} */
    this.owners = new Map(); // whose each card in play is or was
  }

  /** @param {View} view @param {Ctx} ctx */
  see(view, ctx) {
    if (view.cards && view.cards !== this.view.cards) this.book = new Map(view.cards.map((/** @type {any} */ one) => [one.cardId, chinese() ? {...one, ...one.zh} : {...one, text: plain(one.text), abilities: one.abilities?.map(plain)}]));
    for (const player of Object.values(this.view.players ?? {})) for (const card of Object.values(player.field)) this.owners.set(card.instanceId, card.ownerId);
    this.view = view;
    this.ctx = ctx;
  }

  /** Who sits above (0) and below (1): the viewer's own side is below. @param {number} i */
  seatAt(i) {
    return (this.ctx?.seat === 0 ? [1, 0] : [0, 1])[i];
  }

  /** @param {string} id */
  printed(id) {
    return this.book.get(id) ?? {cardId: id, name: id, text: "", cost: 0, cardType: "UNIT"};
  }

  /** Whether the viewer is to decide. */
  mine() {
    return this.ctx !== null && this.ctx.seat !== null && (this.view.toAct ?? []).includes(this.ctx.seat);
  }

  /** The viewer as a player; null: a spectator. */
  me() {
    return this.ctx === null || this.ctx.seat === null ? null : this.view.players[this.ctx.seat];
  }

  /** What the viewer is asked, or nothing. */
  kind() {
    return this.mine() ? this.view.asked.kind : "";
  }

  /** Cards and abilities the viewer may use now. @returns {any[]} */
  usable() {
    return [...(this.view.pending?.playable ?? []), ...(this.mine() ? (this.view.asked.abilities ?? []) : [])];
  }

  /** The ways to use one card. @param {number} id @returns {any[]} */
  ways(id) {
    return this.usable().filter((one) => one.instanceId === id);
  }

  /** What a unit may attack or block, where it may. @param {number} id */
  able(id) {
    return (this.view.asked?.aims ?? []).find((/** @type {any} */ one) => one.instanceId === id);
  }

  /** What resolves next, or nothing. @returns {any} */
  top() {
    const stack = this.view.stack ?? [];
    return [...stack].reverse().reduce((best, one) => (best && (best.priority ?? 0) >= (one.priority ?? 0) ? best : one), null);
  }

  /** A card that lies open, by its id. @param {number} id @param {boolean} [held] in a hand too */
  find(id, held = false) {
    for (const player of Object.values(this.view.players ?? {})) {
      const cards = held ? [...(player.hand ?? []), ...(player.shown ?? []), ...player.graveyard] : player.graveyard;
      const one = player.field[id] ?? cards.find((/** @type {any} */ card) => card.instanceId === id);
      if (one) return one;
    }
    return null;
  }

  /** A card on a field as it is now; nothing where it is elsewhere. @param {number} id */
  inPlay(id) {
    return Object.values(this.view.players ?? {}).map((player) => player.field[id]).find(Boolean);
  }

  /** Whose graveyard a card that left play goes to. @param {number} id */
  buriedAt(id) {
    return this.owners.get(id) ?? this.seatAt(1);
  }

  /** The name of a player or of a card that lies open. @param {number} id */
  title(id) {
    if (id < 2) return this.ctx ? this.ctx.name(id) : "";
    const one = this.find(id) ?? (this.view.stack ?? []).find((/** @type {any} */ entry) => entry.entryId === id);
    return one ? this.printed(one.cardId).name : "";
  }

  /** The name of a card in the viewer's hand. @param {number} id */
  heldName(id) {
    return this.printed((this.me()?.hand ?? []).find((/** @type {any} */ one) => one.instanceId === id)?.cardId ?? "").name;
  }
}
