// The protocol in one module; it knows no page and imports nothing.
//
//   const client = new Client({url: "wss://host/ws", name: "Ann", token: kept});
//   client.addEventListener("state", () => show(client.state));       // connecting, live, waiting, replaced, closed
//   client.connect();
//   const seat = client.follow(7);                                    // table 7, as whoever we are there
//   seat.addEventListener("change", (e) => draw(seat.view, e.detail.facts));
//   const answer = await seat.play("card_play", {roundNumber: 1, cardIndex: 4});
//   if (!answer.ok) say(answer.message);
//
// Rules it keeps: every request has a key and gets one answer; what is unanswered when the connection
// breaks is sent again with the same key, after the resync, so it is applied once. Updates are
// applied strictly by seq; a gap asks for the state. `current` is false from the moment the
// connection is in doubt until the table has caught up.

/**
 * @typedef {object} Envelope
 * @property {number} v
 * @property {string} type
 * @property {string} [correlationId]
 * @property {string} [userId]
 * @property {string} [matchId]
 * @property {number} [seq]
 * @property {Record<string, any>} [payload]
 * @property {{code: string, message: string, category?: string, details?: any}} [error]
 */

/** @typedef {import("./contract.js").Answer} Answer */
/** @typedef {"connecting" | "live" | "waiting" | "replaced" | "closed"} State */

const VERSION = 1;
const FIRST_WAIT = 200; // ms before the first try to come back; doubles up to LONGEST_WAIT
const LONGEST_WAIT = 5_000;
const PING_EVERY = 10_000;
const SILENCE = 25_000; // ms without a word after which the connection counts as lost
const REPLACED = 4001; // another connection of ours took the seat: coming back would push it out again

/** A key nobody else uses. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12)); // randomUUID is missing without TLS
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

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

/** @param {Envelope} envelope @returns {Answer} */
function asAnswer({error, payload}) {
  if (!error) return {ok: true, payload: payload ?? {}};
  return {ok: false, payload: payload ?? {}, code: error.code, message: error.message};
}

/** One connection to the server, which comes back by itself. Events: `state`, `user`, `notice`. */
export class Client extends EventTarget {
  /** @type {State} */ state = "closed";
  /** @type {{id: string, name: string} | null} */ user = null;
  /** @type {string | null} */ token;
  name;
  tries = 0;
  #url;
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, {envelope: object, resolve: (answer: Answer) => void, again: boolean}>} */ #open = new Map();
  /** @type {Map<number, Place>} */ #places = new Map();
  /** @type {number | undefined} */ #retry;
  /** @type {number | undefined} */ #pulse;
  #heard = 0;

  /** @param {{url: string, name?: string, token?: string | null}} who */
  constructor({url, name = "", token = null}) {
    super();
    this.#url = url;
    this.name = name;
    this.token = token;
  }

  connect() {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    this.#become("connecting");
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#authenticate();
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(socket, event.code);
    clearInterval(this.#pulse);
    this.#heard = Date.now();
    this.#pulse = setInterval(() => this.#beat(), PING_EVERY);
  }

  /** Ends the connection for good; what is unanswered is answered with CLOSED. */
  close() {
    const socket = this.#socket;
    this.#drop();
    socket?.close();
    for (const {resolve} of this.#open.values()) resolve({ok: false, payload: {}, code: "CLOSED", message: ""});
    this.#open.clear();
    this.#become("closed");
  }

  /** Tries at once instead of waiting: the network is back, or the person asks. */
  hurry() {
    if (this.state === "waiting") this.connect();
  }

  /**
   * Asks, and promises the answer. With `again` (the default) it survives a lost connection.
   * @param {string} type @param {object} [payload] @param {{matchId?: string, seq?: number, again?: boolean}} [more]
   * @returns {Promise<Answer>}
   */
  request(type, payload = {}, {again = true, ...more} = {}) {
    const correlationId = freshKey();
    const envelope = {v: VERSION, type, correlationId, ...more, payload};
    return new Promise((resolve) => {
      this.#open.set(correlationId, {envelope, resolve, again});
      if (this.state === "live" || type === "AUTH") this.#send(envelope);
    });
  }

  /** The table, followed for as long as nobody says `leave()`; the same object for the same number. @param {number} table */
  follow(table) {
    let place = this.#places.get(table);
    if (!place) {
      place = new Place(this, table, () => this.#places.delete(table));
      this.#places.set(table, place);
      if (this.state === "live") void place.enter();
    }
    return place;
  }

  /** @param {State} state */
  #become(state) {
    if (this.state === state) return;
    this.state = state;
    for (const place of this.#places.values()) if (state !== "live") place.doubt();
    this.dispatchEvent(new Event("state"));
  }

  /** @returns {Promise<void>} */
  async #authenticate() {
    const payload = this.token ? {token: this.token} : this.name ? {name: this.name} : {};
    const answer = await this.request("AUTH", payload, {again: false});
    if (!answer.ok && this.token && answer.code === "NOT_AUTHENTICATED") {
      this.token = null; // the server has forgotten this guest: come in as a new one
      return this.#authenticate();
    }
    if (!answer.ok) {
      this.#socket?.close();
      return;
    }
    this.user = {id: answer.payload.userId, name: answer.payload.name};
    this.token = answer.payload.token ?? this.token;
    this.tries = 0;
    this.dispatchEvent(new Event("user"));
    this.#become("live");
    const unanswered = [...this.#open.values()].map(({envelope}) => envelope);
    await Promise.all([...this.#places.values()].map((place) => place.enter()));
    for (const envelope of unanswered) this.#send(envelope);
  }

  /** @param {Envelope} envelope */
  #hear(envelope) {
    this.#heard = Date.now();
    const waiting = envelope.correlationId && this.#open.get(envelope.correlationId);
    if (waiting) {
      this.#open.delete(/** @type {string} */ (envelope.correlationId));
      waiting.resolve(asAnswer(envelope));
    }
    const table = envelope.payload?.table ?? Number((envelope.matchId ?? "").split("-")[0]);
    this.#places.get(table)?.hear(envelope);
    if (!waiting) this.dispatchEvent(new CustomEvent("notice", {detail: envelope}));
  }

  #beat() {
    if (Date.now() - this.#heard > SILENCE) return this.#lost(this.#socket, 0);
    if (this.state === "live") this.#send({v: VERSION, type: "PING", payload: {}});
  }

  #drop() {
    clearInterval(this.#pulse);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
  }

  /** @param {WebSocket | null} socket @param {number} code */
  #lost(socket, code) {
    if (!socket || socket !== this.#socket) return;
    this.#drop();
    socket.close();
    for (const [key, {resolve, again}] of [...this.#open]) {
      if (again) continue;
      this.#open.delete(key);
      resolve({ok: false, payload: {}, code: "CONNECTION_LOST", message: ""});
    }
    if (code === REPLACED) return this.#become("replaced");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.#retry = setTimeout(() => this.connect(), wait);
    this.#become("waiting");
  }

  /** @param {object} envelope */
  #send(envelope) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(envelope));
  }
}

/**
 * One table as this user sees it. `change` is told after anything that may be seen has changed, with
 * `detail.facts` where an update told some; `notice` passes on what happened around the match.
 */
export class Place extends EventTarget {
  table;
  match = "";
  /** @type {number | null} */ seat = null;
  seq = -1;
  /** @type {Record<string, any>} */ view = {};
  /** @type {{seat: number, id: string, name: string, bot?: boolean, here?: boolean}[]} */ roster = [];
  /** @type {Record<string, any>} */ info = {};
  /** @type {{seat?: number, due: number}[]} */ timers = [];
  /** The moves on offer and besides, where the server lists them. @type {any[] | null} */ legal = null;
  /** @type {any[] | null} */ asides = null;
  /** What the view shows is what the server last said. */ current = false;
  /** The tag of the move under way. @type {string | null} */ pending = null;
  /** Why the table cannot be followed, if it cannot. @type {{code: string, message: string} | null} */ refused = null;
  /** Server time less local time, ms. */ ahead = 0;
  /** When the deal's clock stood at 0, epoch ms of the server. @type {number | null} */ zero = null;
  #client;
  #forget;
  #asking = false;
  /** Called when the table has spoken. */ #told = () => {};

  /** @param {Client} client @param {number} table @param {() => void} forget */
  constructor(client, table, forget) {
    super();
    this.#client = client;
    this.table = table;
    this.#forget = forget;
  }

  /** Whether a move may be sent now. */
  get live() {
    return this.current && this.pending === null && this.#client.state === "live";
  }

  /** Forgets the table; other users see nothing of it. */
  leave() {
    this.#forget();
  }

  /** The connection is in doubt, so is the view. */
  doubt() {
    this.current = false;
    this.#asking = false;
    this.#changed([]);
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

  /** Comes to the table, or back to it: to one's own seat with what was missed, else to watch. */
  async enter() {
    if (this.#asking) return;
    this.#asking = true;
    const known = this.seq >= 0 && this.seat !== null ? {lastSeq: this.seq} : {};
    const told = new Promise((resolve) => (this.#told = () => resolve({ok: true, payload: {}})));
    const asked = this.#ask("GAME_STATE_REQUEST", known, this.match || `${this.table}-1`);
    let answer = await Promise.race([asked, told]); // missed updates are an answer too
    if (answer.code === "INVALID_PLAYER") answer = await this.#ask("SPECTATE", {table: this.table});
    this.#asking = false;
    if (!answer.ok && answer.code !== "CONNECTION_LOST") {
      this.refused = {code: answer.code ?? "", message: answer.message ?? ""};
      this.#changed([]);
    }
  }

  /** @param {string} type @param {object} payload @param {string} [matchId] */
  #ask(type, payload, matchId) {
    return this.#client.request(type, payload, {again: false, ...(matchId ? {matchId} : {})});
  }

  /** @param {import("./client.js").Envelope} envelope */
  hear(envelope) {
    const payload = envelope.payload ?? {};
    if (envelope.type === "GAME_STATE") this.#state(envelope, payload);
    else if (envelope.type === "GAME_UPDATE") this.#update(envelope, payload);
    else if (envelope.type === "ROSTER") this.#seated(payload);
    else this.#around(envelope, payload);
  }

  /** What happens around the match: who is here, and what the page may want to say. @param {Envelope} envelope @param {Record<string, any>} payload */
  #around(envelope, payload) {
    const here = {PLAYER_DISCONNECTED: false, PLAYER_RECONNECTED: true}[envelope.type];
    if (here !== undefined) this.roster = this.roster.map((one) => (one.seat === payload.seat ? {...one, here} : one));
    this.dispatchEvent(new CustomEvent("notice", {detail: envelope}));
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
