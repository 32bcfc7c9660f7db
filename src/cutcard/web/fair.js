// A player's part in fair deals: draws a share when a deal is offered, binds it, tells it only to a lock
// that holds, keeps every record it was told, and judges deals that are over by these alone.
// docs/rules/fairness.md is the book; F-numbers are its rows.

import {sha256, unhex} from "./sha256.js";

/** @typedef {{t: string, deal: number, at: number, head: string, [more: string]: any}} FairRecord */
/** What is to be sent. @typedef {[string, Record<string, any>]} Asked */
/** `code` of a deal: OWN, OTHERS, NO_SHARES, LEFT_OUT, VOID, or what is false. @typedef {{deal: number, verdict: "PROVED" | "UNCHECKED" | "FALSE", code: string, shares: number, withheld: number, signed: boolean, sealed: boolean}} Verdict */

const utf8 = new TextEncoder();
const BLOCK = 64; // bytes of a block of SHA-256

/** @param {number} value @param {number} size */
function big(value, size) {
  const out = new Uint8Array(size);
  for (let at = size - 1, left = value; at >= 0; at--, left = Math.floor(left / 256)) out[at] = left % 256;
  return out;
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const out = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of parts) {
    out.set(one, at);
    at += one.length;
  }
  return out;
}

/** F20. @param {string} label @param {...(string | number | Uint8Array)} fields */
export function pack(label, ...fields) {
  const name = utf8.encode(`cutcard/fair/1/${label}`);
  /** @type {Uint8Array[]} */
  const parts = [big(name.length, 1), name];
  for (const field of fields) {
    const raw = typeof field === "number" ? big(field, 8) : typeof field === "string" ? utf8.encode(field) : field;
    parts.push(big(raw.length, 4), raw);
  }
  return joined(parts);
}

/** F20: H, as hex. @type {(label: string, ...fields: (string | number | Uint8Array)[]) => string} */
export const digest = (label, ...fields) => sha256(pack(label, ...fields));

/** F20: M, as hex. @param {Uint8Array} key of 32 bytes @param {string} label @param {...(string | number | Uint8Array)} fields */
export function keyed(key, label, ...fields) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key);
  const inner = unhex(sha256(joined([padded.map((byte) => byte ^ 0x36), pack(label, ...fields)])));
  return sha256(joined([padded.map((byte) => byte ^ 0x5c), inner]));
}

/** F21: what a record is packed of. @param {FairRecord} one @returns {(string | number | Uint8Array)[]} */
function fieldsOf(one) {
  if (one.t === "offer") return [one.game, one.mode, one.cards, unhex(one.commitment), ...one.roots.map(unhex)];
  if (one.t === "lock") return [unhex(one.rules), one.seats.length, ...one.seats.flatMap((/** @type {any} */ row) => [row.seat, row.user, row.kind, unhex(row.pledge)])];
  if (one.t === "deal") return [one.shares.length, ...one.shares.flatMap((/** @type {any} */ row) => [row.seat, unhex(row.share)]), unhex(one.opened)];
  if (one.t === "end") return [unhex(one.seed), unhex(one.log), unhex(one.result)];
  return [one.reason, unhex(one.seed)];
}

/** F30: whether the server signed it; null where this browser cannot say. @param {string} key @param {FairRecord} one @returns {Promise<boolean | null>} */
async function signed(key, one) {
  const bytes = (/** @type {Uint8Array} */ raw) => /** @type {BufferSource} */ (/** @type {unknown} */ (raw));
  try {
    const known = await crypto.subtle.importKey("raw", bytes(unhex(key)), {name: "Ed25519"}, false, ["verify"]);
    return await crypto.subtle.verify({name: "Ed25519"}, known, bytes(unhex(one.sig)), bytes(pack("sign", unhex(one.head))));
  } catch {
    return null; // no TLS, or an older browser
  }
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** One table's chain, as this page was told it. */
export class Shuffler {
  /** The server's key. */ key = "";
  /** What did not hold. @type {string[]} */ wrong = [];
  /** @type {FairRecord[]} */ records = [];
  /** Whether every signature could be checked. */ checked = true;
  #table;
  #first = 0;
  #prev = "";
  /** The table's own number of each deal that is over. @type {Map<number, number>} */ numbers = new Map();
  /** By deal. @type {Map<number, {share: Uint8Array, head: string, seat: number}>} */ #mine = new Map();

  /** @param {number} table */
  constructor(table) {
    this.#table = table;
  }

  /** The head's first 20 digits, for players to compare (F12). */
  get head() {
    return (this.records.at(-1)?.head ?? "").slice(0, 20);
  }

  /** FAIR_RECORDS: what is to be sent because of them. @param {Record<string, any>} told @param {number | null} seat @param {string} user @returns {Promise<Asked[]>} */
  async told(told, seat, user) {
    if (told.key) this.#meet(told);
    /** @type {Asked[]} */ const out = [];
    for (const [i, one] of told.records.entries()) {
      const place = told.n + i;
      const next = this.#first + this.records.length;
      if (place > next) break; // something is missing: it comes with the whole state
      if (one.t === "end" && told.of) this.numbers.set(one.deal, told.of);
      if (place < next) this.#again(place, one);
      else if (!(await this.#follows(place, one))) break;
    }
    // Only to what is open now: what was offered and locked before all of this was told had another page of ours in it,
    // or this one before it was loaded again.
    const open = this.records[this.#open];
    if (open && told.records.some((/** @type {FairRecord} */ one) => one.head === open.head)) this.#react(open, seat, user, out);
    return out;
  }

  /** We sit elsewhere now: what is offered is bound for that seat. @param {number | null} seat @param {string} user @returns {Asked[]} */
  seated(seat, user) {
    /** @type {Asked[]} */ const out = [];
    const last = this.records[this.#open];
    if (last?.t === "offer" && this.#mine.get(last.deal)?.seat !== seat) this.#react(last, seat, user, out);
    return out;
  }

  /** The deals that are over, judged by what was told here alone. @param {string} user @returns {Verdict[]} */
  verdicts(user) {
    const over = this.records.filter((one) => one.t === "end" || one.t === "void");
    return over.flatMap((one) => this.#judge(one.deal, user) ?? []);
  }

  /** A deal's file as the server gives it, with our own share in it (F74). @param {string} text @param {number} deal */
  file(text, deal) {
    const mine = this.#mine.get(deal);
    const [first, ...rest] = text.split("\n");
    return mine && first?.includes('"viewer":') ? [first, JSON.stringify({t: "own", share: hex(mine.share)}), ...rest].join("\n") : text;
  }

  /** F37: the seed an open deal's cards came from, which the server names at its end. @param {number} deal */
  cardSeed(deal) {
    const [lock, dealt, end] = ["lock", "deal", "end"].map((kind) => this.#the(deal, kind));
    if (!lock || !dealt || !end?.seed) return "";
    const counted = dealt.shares.filter((/** @type {any} */ row) => row.share);
    const x = digest("stir", unhex(lock.head), counted.length, ...counted.flatMap((/** @type {any} */ row) => [row.seat, unhex(row.share)]));
    return keyed(unhex(end.seed), "key", unhex(x));
  }

  /** All that was told of a deal that is over; null where something is missing. @param {number} deal */
  kept(deal) {
    const [offer, lock, dealt, end] = ["offer", "lock", "deal", "end"].map((kind) => this.#the(deal, kind));
    return offer && lock && dealt && end ? {offer, lock, deal: dealt, end} : null;
  }

  /** Of which something is to come: a deal before may have ended behind it (F23). */
  get #open() {
    return this.records.findLastIndex((one) => one.t !== "end");
  }

  /** @param {number} deal @param {string} kind */
  #the(deal, kind) {
    return this.records.find((one) => one.deal === deal && one.t === kind);
  }

  /** @param {Record<string, any>} told */
  #meet(told) {
    if (this.key && told.key !== this.key) this.wrong.push("KEY");
    if (this.records.length && told.n <= this.#first + this.records.length) return;
    this.key = told.key;
    this.#first = told.n;
    this.#prev = told.prev;
    this.records = [];
  }

  /** @param {number} place @param {FairRecord} one */
  async #follows(place, one) {
    const before = this.records.at(-1)?.head ?? this.#prev;
    const head = digest("link", unhex(before), this.#table, place, pack(one.t, one.deal, one.at, ...fieldsOf(one)));
    if (head !== one.head) {
      this.wrong.push("CHAIN");
      return false;
    }
    const good = one.sig ? await signed(this.key, one) : true;
    if (good === null) this.checked = false;
    if (good === false) this.wrong.push("SIGNATURE");
    if (good !== false) this.records.push(one);
    return good !== false;
  }

  /** @param {number} place @param {FairRecord} one */
  #again(place, one) {
    const held = this.records[place - this.#first];
    if (held && held.head !== one.head) this.wrong.push("CHAIN");
  }

  /** @param {FairRecord} one @param {number | null} seat @param {string} user @param {Asked[]} out */
  #react(one, seat, user, out) {
    if (seat === null || this.wrong.length) return;
    const mine = this.#mine.get(one.deal) ?? {share: crypto.getRandomValues(new Uint8Array(32)), head: one.head, seat};
    if (one.t === "offer") {
      mine.seat = seat;
      this.#mine.set(one.deal, mine);
      out.push(["FAIR_PLEDGE", {table: this.#table, deal: one.deal, pledge: digest("pledge", unhex(mine.head), seat, user, mine.share)}]);
    } else if (one.t === "lock" && this.#mine.has(one.deal)) {
      const row = one.seats.find((/** @type {any} */ each) => each.user === user);
      if (!row?.pledge) return;
      if (row.pledge !== digest("pledge", unhex(mine.head), row.seat, user, mine.share)) this.wrong.push("OWN_SHARE");
      else out.push(["FAIR_SHARE", {table: this.#table, deal: one.deal, share: hex(mine.share)}]);
    }
  }

  /** @param {number} deal @param {string} user @returns {Verdict | null} */
  #judge(deal, user) {
    const [offer, lock, dealt, end] = ["offer", "lock", "deal", "end"].map((kind) => this.#the(deal, kind));
    const about = {deal, shares: 0, withheld: 0, signed: this.checked, sealed: offer?.mode === "sealed"};
    if (this.wrong.length) return {...about, verdict: "FALSE", code: this.wrong[0] ?? ""};
    if (!offer) return null; // it was offered before we came
    if (!lock || !dealt || !end) return {...about, verdict: "UNCHECKED", code: "VOID"};
    const given = dealt.shares.filter((/** @type {any} */ row) => row.share);
    const fits = given.every((/** @type {any} */ row) => {
      const seat = lock.seats.find((/** @type {any} */ each) => each.seat === row.seat);
      return seat?.pledge === digest("pledge", unhex(offer.head), row.seat, seat?.user ?? "", unhex(row.share));
    });
    Object.assign(about, {shares: given.length, withheld: dealt.shares.length - given.length});
    if (!fits) return {...about, verdict: "FALSE", code: "PLEDGE"};
    if (end.seed && digest("commit", unhex(end.seed)) !== offer.commitment) return {...about, verdict: "FALSE", code: "SEED"};
    if (!given.length) return {...about, verdict: "UNCHECKED", code: "NO_SHARES"};
    const mine = this.#mine.get(deal);
    const seat = lock.seats.find((/** @type {any} */ each) => each.user === user)?.seat;
    const counted = mine && given.some((/** @type {any} */ row) => row.seat === seat && row.share === hex(mine.share));
    if (mine && seat !== undefined && !counted) return {...about, verdict: "UNCHECKED", code: "LEFT_OUT"};
    return {...about, verdict: "PROVED", code: counted ? "OWN" : "OTHERS"};
  }
}
