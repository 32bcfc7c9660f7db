// One table as one user sees it: its view, kept whole by merge patches, and how it is played at.
// client.js makes these; the rules both keep are written there.

import {Shuffler} from "./fair.js";

/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("./client.js").Envelope} Envelope */
/** @typedef {import("./contract.js").Answer} Answer */

const FIRST_PAUSE = 200; // ms before a table nobody can tell of just now is asked for again; doubles up to LONGEST_PAUSE
const LONGEST_PAUSE = 5_000;
const TRIES = 9; // and then it is refused

/**
 * RFC 7386: null removes, objects merge, anything else replaces. Neither argument is changed.
 * @param {any} target @param {any} patch @returns {any}
 */
export function merge(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const isMap = target !== null && typeof target === "object" && !Array.isArray(target);
  const result = isMap ? {...target} : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merge(result[key], value);
  }
  return result;
}

/**
 * `on` of both: messages come as (payload, envelope), our own events as (detail, detail).
 * @param {EventTarget} target @param {string} type @param {(payload: any, envelope: any) => void} run
 */
export function listen(target, type, run) {
  const hear = (/** @type {Event} */ event) => {
    const detail = /** @type {CustomEvent} */ (event).detail ?? {};
    run(type === detail.type ? (detail.payload ?? {}) : detail, detail);
  };
  target.addEventListener(type, hear);
  return () => target.removeEventListener(type, hear);
}

/**
 * One table as this user sees it; `client.follow(table)` makes it.
 *
 * Events: `change` after anything that may be seen has changed, with `detail.facts` (what the update told, or
 * none); `notice` for what happened around the match (`detail` is the envelope) and, for each of these, an
 * event of its own type: `CHAT`, `REMATCH_OFFERED`, `PLAYER_DISCONNECTED` ….
 */
export class Place extends EventTarget {
  /** Its number. */ table;
  /** The link of a private table we have no seat at. @type {string | null} */ link = null;
  /** The match played there, `"<table>-<number>"`. */ match = "";
  /** Our seat; null: we watch. @type {number | null} */ seat = null;
  /** The number of the last update. */ seq = -1;
  /** All we may know; {} before the first deal. @type {Record<string, any>} */ view = {};
  /** Who sits there. @type {{seat: number, id: string, name: string, bot?: boolean, here?: boolean}[]} */ roster = [];
  /** What is played: `{game, options, seats, name, status, deal, commitment}`. @type {Record<string, any>} */ info = {};
  /** Whose time runs out when, epoch ms of the server. @type {{seat?: number, due: number}[]} */ timers = [];
  /** The moves on offer and besides, where the server lists them. @type {any[] | null} */ legal = null;
  /** The same for what may be done besides. @type {any[] | null} */ asides = null;
  /** Whether the server is asked to list them; `list()` asks. */ listing = false;
  /** What the view shows is what the server last said. */ current = false;
  /** The tag of the move under way. @type {string | null} */ pending = null;
  /** Why the table cannot be followed, if it cannot. @type {{code: string, message: string} | null} */ refused = null;
  /** Server time less local time, ms. */ ahead = 0;
  /** When the deal's clock stood at 0, epoch ms of the server. @type {number | null} */ zero = null;
  /** Our part in what is shuffled here, and what was told of it: see the event `fair`. @type {Shuffler} */ fair;
  /** One after another. @type {Promise<void>} */ #shuffling = Promise.resolve();
  #client;
  #forget;
  #asking = false;
  /** How often it was asked for without an answer to speak of. */ #tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #again;
  /** Called when the table has spoken. */ #told = () => {};

  /** @param {Client} client @param {number} table @param {() => void} forget */
  constructor(client, table, forget) {
    super();
    this.#client = client;
    this.table = table;
    this.fair = new Shuffler(table);
    this.#forget = forget;
  }

  /**
   * Hears an event with its content at hand, as `client.on` does; returns a function that stops it.
   * @param {string} type @param {(payload: any, envelope: any) => void} run @returns {() => void}
   */
  on(type, run) {
    return listen(this, type, run);
  }

  /** Whether a move may be sent now. */
  get live() {
    return this.current && this.pending === null && this.#client.state === "live";
  }

  /** Forgets the table; other users see nothing of it. */
  leave() {
    this.#rest();
    this.#tries = TRIES; // also where the answer is still on its way
    this.#forget();
  }

  /** We are somebody else now: what was seen was another's. */
  forget() {
    Object.assign(this, {seq: -1, seat: null, match: "", view: {}, roster: [], info: {}, timers: [], legal: null, asides: null, refused: null});
    this.doubt();
  }

  /** The connection is in doubt, so is the view. */
  doubt() {
    this.current = false;
    this.#asking = false;
    this.#rest();
    this.#changed([]);
  }

  /** It is not asked for again by itself. */
  #rest() {
    clearTimeout(this.#again);
    this.#tries = 0;
  }

  /**
   * Makes a move: promises the answer. Sent again after a lost connection, applied once.
   * @param {string} tag @param {Record<string, any>} [fields] @returns {Promise<Answer>}
   */
  async play(tag, fields = {}) {
    if (!this.live) return {ok: false, payload: {}, code: "STALE", message: ""};
    this.pending = tag;
    this.#changed([]);
    const answer = await this.#client.request(`GAME_${tag.toUpperCase()}_REQUEST`, fields, {matchId: this.match, seq: this.seq});
    this.pending = null;
    this.#changed([]);
    return answer;
  }

  /** What a helpful friend who sees only our view would say, where the game has such advice; further pages of it where there is much. @param {number} [page] @returns {Promise<Answer>} */
  advise(page) {
    return this.#client.request("GAME_ADVICE_REQUEST", page ? {page} : {}, {matchId: this.match});
  }

  /** Has the server list the moves on offer from now on, for who knows no rules. */
  list() {
    if (this.listing) return;
    this.listing = true;
    if (this.current) void this.enter();
  }

  /**
   * Comes to the table, or back to it: to one's own seat with what was missed, else to watch. Where nobody can tell of it just now
   * (its server is gone, and no other has it yet) it is asked for again by itself, some times, after pauses that grow.
   */
  async enter() {
    if (this.#asking) return;
    this.#asking = true;
    clearTimeout(this.#again);
    const whole = this.listing || this.seq < 0 || this.seat === null; // the moves on offer come with the whole view
    const known = {...(whole ? {} : {lastSeq: this.seq}), ...(this.listing ? {legal: true} : {})};
    const told = new Promise((resolve) => (this.#told = () => resolve({ok: true, payload: {}})));
    const asked = this.#ask("GAME_STATE_REQUEST", known, this.match || `${this.table}-1`);
    let answer = await Promise.race([asked, told]); // missed updates are an answer too
    const outside = answer.code === "INVALID_PLAYER" || (this.link && answer.code === "GAME_NOT_FOUND");
    if (outside) answer = await this.#ask("SPECTATE", this.link ? {link: this.link} : {table: this.table});
    this.#asking = false;
    if (answer.code === "GAME_ERROR" && ++this.#tries < TRIES) {
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#tries - 1));
      this.#again = setTimeout(() => void this.enter(), pause * (0.75 + Math.random() / 2));
      return;
    }
    this.#rest();
    if (!answer.ok && answer.code !== "CONNECTION_LOST") {
      this.refused = {code: answer.code ?? "", message: answer.message ?? ""};
      this.#changed([]);
    }
  }

  /** @param {string} type @param {object} payload @param {string} [matchId] */
  #ask(type, payload, matchId) {
    return this.#client.request(type, payload, {again: false, ...(matchId ? {matchId} : {})});
  }

  /** What the server said about this table; `client` passes it on. @param {Envelope} envelope */
  hear(envelope) {
    const payload = envelope.payload ?? {};
    if (envelope.type === "GAME_STATE") this.#state(envelope, payload);
    else if (envelope.type === "GAME_UPDATE") this.#update(envelope, payload);
    else if (envelope.type === "ROSTER") this.#seated(payload);
    else if (envelope.type === "FAIR_RECORDS") this.#shuffle((user) => this.fair.told(payload, this.seat, user));
    else this.#around(envelope, payload);
  }

  /** What we owe a fair deal is sent by itself. @param {(user: string) => Promise<import("./fair.js").Asked[]>} what */
  #shuffle(what) {
    this.#shuffling = this.#shuffling.then(async () => {
      for (const [type, wish] of await what(this.#client.user?.id ?? "")) this.#client.post(type, wish);
      this.dispatchEvent(new Event("fair"));
    });
  }

  /** What happens around the match: who is here, and what the page may want to say. @param {Envelope} envelope @param {Record<string, any>} payload */
  #around(envelope, payload) {
    const here = {PLAYER_DISCONNECTED: false, PLAYER_RECONNECTED: true}[envelope.type];
    if (here !== undefined) this.roster = this.roster.map((one) => (one.seat === payload.seat ? {...one, here} : one));
    this.dispatchEvent(new CustomEvent("notice", {detail: envelope}));
    this.dispatchEvent(new CustomEvent(envelope.type, {detail: envelope}));
  }

  /** @param {Envelope} envelope @param {Record<string, any>} payload */
  #state(envelope, payload) {
    this.match = envelope.matchId ?? this.match;
    this.seq = payload.seq;
    this.view = payload.view;
    this.roster = payload.players;
    this.info = payload.info;
    this.seat = payload.seat ?? null;
    this.refused = null;
    this.current = true;
    this.#rest();
    this.#shuffle(async (user) => this.fair.seated(this.seat, user));
    this.#offers(payload);
    this.#changed([]);
  }

  /** @param {Envelope} envelope @param {Record<string, any>} payload */
  #update(envelope, payload) {
    if (payload.seq <= this.seq) return;
    if (payload.seq !== this.seq + 1) {
      this.current = false;
      void this.enter();
      return;
    }
    this.seq = payload.seq;
    this.match = envelope.matchId ?? this.match;
    this.current = true;
    this.view = merge(this.view, payload.updates ?? {});
    this.#offers(payload);
    this.#changed(payload.notifications ?? []);
    if (this.listing && !this.timers.length && !this.legal?.length && !this.asides?.length) void this.enter(); // it may be over: the whole state says so
  }

  /** @param {Record<string, any>} payload */
  #offers(payload) {
    this.timers = payload.clock?.timers ?? [];
    if (payload.clock) this.ahead = payload.clock.now - Date.now();
    this.zero = payload.clock?.zero ?? null;
    this.legal = payload.legal ?? null;
    this.asides = payload.asides ?? null;
  }

  /** @param {Record<string, any>} payload */
  #seated(payload) {
    const before = new Map(this.roster.map((one) => [one.id, one.here]));
    this.roster = payload.players.map((/** @type {any} */ one) => ({...one, here: before.get(one.id) ?? true})); // who sits down is here
    this.#changed([]);
  }

  /** @param {any[]} facts */
  #changed(facts) {
    if (this.current) this.#told();
    this.dispatchEvent(new CustomEvent("change", {detail: {facts}}));
  }
}
