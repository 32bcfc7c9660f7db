/**
 * The protocol of `/ws` in one module, for any page or bot in JavaScript; it imports only place.js, fair.js and
 * sha256.js beside it and knows nothing of our own page. Every message is in PROTOCOL.md. A whole player of Duel, who takes
 * the first table that waits or opens one:
 *
 *     import {Client} from "./client.js";
 *
 *     const client = new Client({url: "wss://host/ws", name: "Ann", token: sessionStorage.getItem("token")});
 *     client.on("user", () => sessionStorage.setItem("token", client.token)); // a guest's, or an account's
 *     client.on("state", () => console.log("connection", client.state));
 *     client.on("CHALLENGED", ({challenge}) => client.request("CHALLENGE_DECLINE", {challenge}));
 *     client.connect();
 *
 *     const {payload} = await client.request("LIST_TABLES", {game: "duel"});
 *     const open = payload.tables.find((one) => one.roster.length < one.seats);
 *     const joined = await (open ? client.request("JOIN_TABLE", {table: open.table}) : client.request("CREATE_TABLE", {game: "duel"}));
 *     const place = client.follow(joined.payload.table);
 *     place.on("CHAT", ({name, text}) => console.log(`${name}: ${text}`));
 *     place.on("change", ({facts}) => {
 *       const {view, seat, live} = place, me = view.players?.[seat]; // the view is always whole
 *       if (live && view.status === "WAITING_TO_START" && me && !me.ready) void place.play("ready");
 *       if (live && view.roundStatus === "ROUND_IN_PROGRESS" && !me.moved)
 *         void place.play("card_play", {roundNumber: view.roundNumber, cardIndex: view.availableCards[0]});
 *       if (facts.some((fact) => fact.type === "GAME_END")) console.log("the end", view.players[seat].score);
 *     });
 *     await client.request("CHAT", {table: place.table, text: "Good luck!"});
 *
 * Rules it keeps:
 * - every request has a key and gets exactly one answer, `{ok, payload}` or `{ok: false, code, message}`;
 *   it never rejects;
 * - a lost connection comes back by itself, sooner at first and then every few seconds; tables that are followed
 *   catch up before anything else is sent. Moves that were not answered are sent again with the same key, so
 *   that they are made once; requests that would do a second thing if sent twice (`ONCE`) are answered
 *   with CONNECTION_LOST instead;
 * - updates are applied strictly by seq; a gap asks for the state. `place.current` is false from the
 *   moment the connection is in doubt until the table has caught up; one that no server has for the
 *   moment is asked for again, at growing pauses, before it is `refused`.
 * @module
 */

import {Place, listen, merge} from "./place.js";

export {Place, merge};

/**
 * A message as it goes over the socket.
 * @typedef {object} Envelope
 * @property {number} v
 * @property {string} type
 * @property {string} [correlationId]
 * @property {number} [timestamp]
 * @property {string} [userId]
 * @property {string} [matchId]
 * @property {number} [seq]
 * @property {Record<string, any>} [payload]
 * @property {{code: string, message: string, category?: string, details?: any}} [error]
 */

/** @typedef {import("./contract.js").Answer} Answer */

/**
 * `connecting`: the socket opens; `live`: we are known and may ask; `waiting`: lost, tries again soon;
 * `stranger`: nobody, until one of `logIn`, `signUp` or `become` is called, for the server takes no guests or the session has
 * ended (`expired` says which); `replaced`: another connection of ours took the seat, `connect()` takes it back; `barred`: we are kept out, `client.barred` says why, `connect()` tries again; `closed`: nobody has called `connect()`.
 * @typedef {"connecting" | "live" | "waiting" | "stranger" | "replaced" | "barred" | "closed"} State
 */

/** Who we are. @typedef {{id: string, name: string, guest: boolean}} Self */

/** What the personal part of an account may hold; everything but the name and the password may be left out.
 * @typedef {{user: string, password: string, fullname?: string, email?: string, phone?: string, dob?: string, country?: string, gender?: string, invitation?: string}} SignUp */

const VERSION = 1;
const FIRST_WAIT = 200; // ms before the first try to come back; doubles up to LONGEST_WAIT
const LONGEST_WAIT = 5_000;
const PING_EVERY = 10_000;
const SILENCE = 25_000; // ms without a word after which the connection counts as lost
const REPLACED = 4001; // another connection of ours took the seat: coming back would push it out again
const BARRED = 4006; // we are kept out: coming back by ourselves would only be sent away again
const [SPOKEN, BROUGHT] = ["cutcard.json", "cutcard.first."]; // the subprotocol of messages in text; what the first one comes along in

/** Requests that would do a second thing if they were sent twice: a lost connection answers them. */
export const ONCE = new Set(["CREATE_TABLE", "CREATE_TWICE", "TOURNAMENT_CREATE", "CHAT", "CHALLENGE", "QUICK_MATCH", "QUICK_MATCH_BOTS", "PARTY_INVITE", "SIGN_UP", "LOG_IN", "LOG_OUT", "CHANGE_PASSWORD", "REPORT", "FRIEND_INVITE", "INVITE_TO_TABLE"]);
/** What is asked before we are known. */
const AT_THE_DOOR = new Set(["AUTH", "SIGN_UP"]);

/** A key nobody else uses. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12)); // randomUUID is missing without TLS
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A message as a subprotocol may carry it: base64url. @param {object} message */
const along = (message) => BROUGHT + btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(message)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {Envelope} envelope @returns {Answer} */
function asAnswer({error, payload}) {
  if (!error) return {ok: true, payload: payload ?? {}};
  const {code, message, details} = error;
  return {ok: false, payload: payload ?? {}, code, message, ...(details ? {details} : {})};
}

/** @param {string} code @returns {Answer} */
const unanswered = (code) => ({ok: false, payload: {}, code, message: ""});

/**
 * One connection to the server, which comes back by itself.
 *
 * Events: `state` and `user` (what `client.state`, `client.user` say has changed), `expired` (the token is
 * worth nothing any more; nobody becomes a new guest unasked: we are a stranger), `refused` (nobody may come in by this `name`; `detail` is the answer), `notice` (any message that answers no
 * request; `detail` is its envelope) and, for each of these, an event of its own type: `BALANCE`, `CHALLENGED`, `PRESENCE` ….
 */
export class Client extends EventTarget {
  /** How the connection stands. @type {State} */ state = "closed";
  /** Who we are, once the server has said so. @type {Self | null} */ user = null;
  /** Why we are kept out, where we are: `details` has `why`, `until` and the code for an appeal. @type {Answer | null} */ barred = null;
  /** What proves it the next time: keep it. @type {string | null} */ token;
  /** By what the server knows this device at a log-in, whatever strangers try meanwhile: keep it. @type {string | null} */ device = null;
  /** The name we come in with as a new guest. */ name;
  /** How often in a row the connection could not be made. */ tries = 0;
  /** The session has ended, and nobody has chosen yet how to go on. */ expired = false;
  /** Whether the server takes guests. */ guests = true;
  #url;
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, {envelope: object, resolve: (answer: Answer) => void, again: boolean}>} */ #open = new Map();
  /** @type {Map<number, Place>} */ #places = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #retry;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #pulse;
  #heard = 0;

  /** @param {{url: string, name?: string, token?: string | null}} who  `token` of an earlier visit, or none: a new guest */
  constructor({url, name = "", token = null}) {
    super();
    this.#url = url;
    this.name = name;
    this.token = token || null;
  }

  /** Opens the connection, and keeps it open until `close()`. Who we are goes along with the handshake, so that it is answered a way
   * there and back earlier. @param {Promise<unknown>} [ready]  what the server says is not heard before */
  connect(ready) {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    this.#become("connecting");
    const envelope = {v: VERSION, type: "AUTH", correlationId: freshKey(), payload: this.#self()};
    const answer = this.#answerOf(envelope, false);
    const socket = new WebSocket(this.#url, [SPOKEN, along(envelope)]);
    this.#socket = socket;
    void answer.then((said) => (socket === this.#socket ? this.#met(said) : undefined));
    const heard = (/** @type {() => void} */ run) => (ready ? void ready.then(() => socket === this.#socket && run()) : run());
    socket.onmessage = ({data}) => heard(() => this.#hear(JSON.parse(data)));
    socket.onclose = ({code}) => heard(() => this.#lost(socket, code));
    clearInterval(this.#pulse);
    this.#heard = Date.now();
    this.#pulse = setInterval(() => this.#beat(), PING_EVERY);
  }

  /** Ends the connection for good; what is unanswered is answered with CLOSED. */
  close() {
    this.#hangUp("CLOSED");
    this.#become("closed");
  }

  /** Tries at once instead of waiting: the network is back, or the person asks. */
  hurry() {
    if (this.state === "waiting") this.connect();
  }

  /**
   * Hears an event with its content at hand: a message's payload, or `detail`; returns a function that stops it.
   * @param {string} type @param {(payload: any, envelope: any) => void} run @returns {() => void}
   */
  on(type, run) {
    return listen(this, type, run);
  }

  /**
   * Asks, and promises the answer. Asked while the connection is away it waits for it. `again`: send it
   * again if the connection is lost before the answer; by default everything but what is in `ONCE`.
   * @param {string} type @param {object} [payload] @param {{matchId?: string, seq?: number, again?: boolean}} [more]
   * @returns {Promise<Answer>}
   */
  request(type, payload = {}, {again = !ONCE.has(type), ...more} = {}) {
    const correlationId = freshKey();
    const envelope = {v: VERSION, type, correlationId, ...more, payload};
    const answer = this.#answerOf(envelope, again);
    if (this.state === "live" || AT_THE_DOOR.has(type)) this.#send(envelope);
    return answer;
  }

  /** @param {{correlationId: string}} envelope @param {boolean} again @returns {Promise<Answer>} */
  #answerOf(envelope, again) {
    return new Promise((resolve) => void this.#open.set(envelope.correlationId, {envelope, resolve, again}));
  }

  /**
   * Makes an account; a guest becomes it and keeps their seats, chips and ratings.
   * @param {SignUp} form
   */
  async signUp(form) {
    return this.#known(await (this.state === "stranger" ? this.#knock("SIGN_UP", form) : this.request("SIGN_UP", form)));
  }

  /** Comes in as an account, and goes on as it. A wrong password changes nothing. @param {string} user @param {string} password @param {string} [code] of the second factor, where there is one */
  async logIn(user, password, code = "") {
    const answer = this.#known(await this.#knock("LOG_IN", {user, password, remember: true, ...(code ? {code} : {}), ...(this.device ? {device: this.device} : {})}));
    if (answer.ok && answer.payload.device) this.device = answer.payload.device;
    return answer;
  }

  /** Is called something else from now on, guest or account. @param {string} name */
  rename(name) {
    return this.request("SET_NAME", {name});
  }

  /** Ends this session, or all of the account's; goes on as `next`, or as a new guest.
   * @param {{everywhere?: boolean, next?: {token?: string | null, name?: string}}} [how] */
  async logOut({everywhere = false, next = {}} = {}) {
    const answer = await this.request("LOG_OUT", everywhere ? {everywhere} : {});
    if (answer.ok || answer.code === "CONNECTION_LOST") this.become(next);
    return answer;
  }

  /** Goes away and comes back as somebody else: with a token of theirs, or as a new guest. @param {{token?: string | null, name?: string}} [who] */
  become({token = null, name = ""} = {}) {
    Object.assign(this, {token, name, expired: false});
    this.#hangUp("CONNECTION_LOST");
    this.connect();
  }

  /** Sends what nobody waits for: it is answered only where it is refused. @param {string} type @param {object} payload */
  post(type, payload) {
    if (this.state === "live") this.#send({v: VERSION, type, payload});
  }

  /** The table, followed for as long as nobody says `leave()`; the same object for the same number. A private one needs its `link`
   * as long as we have no seat. @param {number} table @param {{link?: string}} [way] */
  follow(table, {link} = {}) {
    let place = this.#places.get(table);
    if (!place) {
      place = new Place(this, table, () => this.#places.delete(table));
      this.#places.set(table, place);
    }
    if (link) place.link = link;
    if (this.state === "live" && !place.current) void place.enter();
    return place;
  }

  /** Asks one thing over a connection of its own, as nobody: this one goes on meanwhile. @param {string} type @param {object} payload @returns {Promise<Answer>} */
  #knock(type, payload) {
    return new Promise((resolve) => {
      const socket = new WebSocket(this.#url);
      const correlationId = freshKey();
      socket.onopen = () => socket.send(JSON.stringify({v: VERSION, type, correlationId, payload}));
      socket.onmessage = (event) => {
        const envelope = JSON.parse(event.data);
        if (envelope.correlationId !== correlationId) return;
        resolve(asAnswer(envelope));
        socket.close();
      };
      socket.onclose = () => resolve(unanswered("CONNECTION_LOST")); // after an answer nobody hears this
    });
  }

  /** An account answered: we are somebody else now. @param {Answer} answer */
  #known(answer) {
    if (!answer.ok) return answer;
    const {userId, name, guest = false, token} = answer.payload;
    const same = this.user?.id === userId && this.state === "live";
    if (!same) {
      this.become({token}); // what the socket followed was another's, or there is none
      return answer;
    }
    Object.assign(this, {token: token ?? this.token, user: {id: userId, name, guest}});
    this.dispatchEvent(new Event("user"));
    return answer;
  }

  /** @param {State} state */
  #become(state) {
    if (this.state === state) return;
    this.state = state;
    for (const place of this.#places.values()) if (state !== "live") place.doubt();
    this.dispatchEvent(new Event("state"));
  }

  /** Who we say we are. */
  #self() {
    return {...(this.token ? {token: this.token} : this.name ? {name: this.name} : {}), fair: true};
  }

  /** The server has said whether it knows us. @param {Answer} answer @returns {Promise<void>} */
  async #met(answer) {
    if (!answer.ok && answer.code === "NOT_AUTHENTICATED") return this.#outside();
    if (!answer.ok && this.name && ["NAME_TAKEN", "INVALID_REQUEST"].includes(answer.code ?? "")) return this.#nameless(answer);
    if (answer.code === "BANNED") this.barred = answer;
    if (!answer.ok) return answer.code === "BANNED" ? this.#lost(this.#socket, BARRED) : void this.#socket?.close();
    const {userId, name, guest = true, token} = answer.payload;
    if (this.user && this.user.id !== userId) for (const place of this.#places.values()) place.forget();
    this.user = {id: userId, name, guest};
    this.token = token ?? this.token;
    this.tries = 0;
    this.dispatchEvent(new Event("user"));
    const waiting = [...this.#open.values()].map(({envelope}) => envelope);
    this.#become("live");
    await Promise.all([...this.#places.values()].map((place) => place.enter()));
    for (const envelope of waiting) this.#send(envelope);
  }

  /** Nobody knows us. Without a name there is nothing to ask: the socket is not kept. */
  #outside() {
    const socket = this.#socket;
    this.#drop();
    socket?.close();
    this.tries = 0;
    this.expired = this.token !== null;
    this.#become("stranger");
    if (this.expired) this.dispatchEvent(new Event("expired"));
  }

  /** The name is not for us: whoever hears it may `become` somebody else, or we go on under a name made up. @param {Answer} answer */
  async #nameless(answer) {
    const socket = this.#socket;
    this.name = "";
    this.dispatchEvent(new CustomEvent("refused", {detail: answer}));
    if (socket !== this.#socket) return;
    const said = await this.request("AUTH", this.#self(), {again: false});
    if (socket === this.#socket) await this.#met(said);
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
    if (waiting) return;
    if (envelope.type === "SYSTEM_WELCOME") this.guests = envelope.payload?.guests ?? true;
    if (envelope.error?.code === "BANNED") this.barred = asAnswer(envelope);
    if (envelope.type === "RENAMED") this.#renamed(envelope.payload ?? {});
    this.dispatchEvent(new CustomEvent("notice", {detail: envelope}));
    this.dispatchEvent(new CustomEvent(envelope.type, {detail: envelope}));
  }

  /** We are called something else, perhaps by another connection of ours. @param {Record<string, any>} told */
  #renamed({userId, name, guest = false}) {
    if (this.user?.id !== userId) return;
    this.user = {id: userId, name, guest};
    this.dispatchEvent(new Event("user"));
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
    if (socket) socket.onmessage = socket.onclose = null;
  }

  /** Closes, and answers everything that is open. @param {string} code */
  #hangUp(code) {
    const socket = this.#socket;
    this.#drop();
    socket?.close();
    for (const {resolve} of this.#open.values()) resolve(unanswered(code));
    this.#open.clear();
  }

  /** @param {WebSocket | null} socket @param {number} code */
  #lost(socket, code) {
    if (!socket || socket !== this.#socket) return;
    this.#drop();
    socket.close();
    for (const [key, {resolve, again}] of [...this.#open]) {
      if (again) continue;
      this.#open.delete(key);
      resolve(unanswered("CONNECTION_LOST"));
    }
    if (code === REPLACED || code === BARRED) return this.#become(code === REPLACED ? "replaced" : "barred");
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
