// The third judge of `.cutcard` files, written from docs/rules/fairness.md alone and apart from the
// other two (src/cutcard/fair, /verify.py). Runs in a browser and in node: no imports, but WebCrypto
// for Ed25519. F-numbers are the book's rows.

const MOST = Number.MAX_SAFE_INTEGER;
const text = new TextEncoder();
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const hex = (raw) => Array.from(raw, (one) => one.toString(16).padStart(2, "0")).join("");
const concat = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

// SHA-256 and HMAC; constants are the first digits of the roots of primes.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const digits = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const ROUND = primes.map((p) => digits(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => digits(Math.sqrt(p)));
const right = (x, n) => (x >>> n) | (x << (32 - n));

function sha256(raw) {
  const whole = new Uint8Array(((raw.length + 72) >> 6) << 6);
  whole.set(raw);
  whole[raw.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(raw.length / 2 ** 29));
  view.setUint32(whole.length - 4, raw.length << 3);
  const h = [...START];
  const w = new Int32Array(64);
  for (let at = 0; at < whole.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + w[i - 7] + (right(a, 7) ^ right(a, 18) ^ (a >>> 3)) + (right(b, 17) ^ right(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
      const one = (k + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const two = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, k].forEach((x, i) => (h[i] = (h[i] + x) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((x, i) => out.setInt32(4 * i, x));
  return new Uint8Array(out.buffer);
}

function hmac(key, raw) {
  const block = new Uint8Array(64);
  block.set(key);
  return sha256(concat(block.map((x) => x ^ 0x5c), sha256(concat(block.map((x) => x ^ 0x36), raw))));
}

// SHAKE-256: lanes are BigInts, slow and plain.
const FULL = (1n << 64n) - 1n;
const left = (x, n) => (n ? ((x << BigInt(n)) | (x >> BigInt(64 - n))) & FULL : x);
const IOTA = [];
for (let i = 0, r = 1; i < 24; i++) {
  let lane = 0n;
  for (let j = 0; j < 7; j++) {
    if (r & 1) lane |= 1n << BigInt(2 ** j - 1);
    r = (r << 1) ^ (r & 0x80 ? 0x171 : 0);
  }
  IOTA.push(lane);
}

function keccak(a) {
  for (const constant of IOTA) {
    const c = [0, 1, 2, 3, 4].map((x) => a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20]);
    for (let i = 0; i < 25; i++) a[i] ^= c[(i + 4) % 5] ^ left(c[(i + 1) % 5], 1);
    let [x, y, held] = [1, 0, a[1]];
    for (let t = 1; t < 25; t++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const next = a[x + 5 * y];
      a[x + 5 * y] = left(held, ((t * (t + 1)) / 2) % 64);
      held = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const b = a.slice(row, row + 5);
      for (let i = 0; i < 5; i++) a[row + i] = b[i] ^ (~b[(i + 1) % 5] & FULL & b[(i + 2) % 5]);
    }
    a[0] ^= constant;
  }
}

function shake256(raw, count) {
  const RATE = 136;
  const padded = new Uint8Array((Math.floor(raw.length / RATE) + 1) * RATE);
  padded.set(raw);
  padded[raw.length] ^= 0x1f;
  padded[padded.length - 1] ^= 0x80;
  const state = Array(25).fill(0n);
  const view = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += RATE) {
    for (let i = 0; i < RATE / 8; i++) state[i] ^= view.getBigUint64(at + 8 * i, true);
    keccak(state);
  }
  const out = new DataView(new ArrayBuffer(Math.ceil(count / RATE) * RATE));
  for (let at = 0; at < count; at += RATE) {
    if (at) keccak(state);
    for (let i = 0; i < RATE / 8; i++) out.setBigUint64(at + 8 * i, state[i], true);
  }
  return new Uint8Array(out.buffer, 0, count);
}

// F20
function number(value, size) {
  const out = new Uint8Array(size);
  let left = BigInt(value);
  for (let i = size - 1; i >= 0; i--, left >>= 8n) out[i] = Number(left & 255n);
  return out;
}
export function pack(label, ...fields) {
  const name = text.encode("cutcard/fair/1/" + label);
  const raws = fields.map((one) => (typeof one === "number" || typeof one === "bigint" ? number(one, 8) : typeof one === "string" ? text.encode(one) : one));
  return concat([name.length], name, ...raws.flatMap((raw) => [number(raw.length, 4), raw]));
}
export const H = (...all) => sha256(pack(...all));
export const M = (key, ...all) => hmac(key, pack(...all));

// F60, F61
export class Chance {
  #seed; #blocks = 0; #words = [];
  constructor(seed) { this.#seed = seed; }
  word() {
    if (!this.#words.length) {
      const raw = new DataView(shake256(concat(this.#seed, number(this.#blocks++, 8)), 272).slice().buffer);
      for (let at = 0; at < 272; at += 4) this.#words.push(raw.getUint32(at));
    }
    return this.#words.shift();
  }
  below(n) {
    for (;;) {
      const word = this.word();
      if (word < 2 ** 32 - (2 ** 32 % n)) return word % n;
    }
  }
  order(n) {
    const all = Array.from({length: n}, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [all[i], all[j]] = [all[j], all[i]];
    }
    return all;
  }
  take(n) {
    const out = [];
    while (out.length < n) out.push(...number(this.word(), 4));
    return hex(out.slice(0, n));
  }
}

// F40, F42
const leafOf = (at, card, salt) => hex(sha256(concat([0, at, card], salt)));
const rootOf = (leaves) => hex(sha256(concat([1], ...leaves.map(bytes))));
export function sealedDeck(secret, cards) {
  const order = new Chance(M(secret, "order")).order(cards);
  const salts = shake256(M(secret, "salts"), 32 * cards);
  const leaves = order.map((card, at) => leafOf(at, card, salts.slice(32 * at, 32 * at + 32)));
  return {order, leaves, root: rootOf(leaves)};
}
export function cut(x, cards) {
  const chance = new Chance(H("cut", x));
  return {played: chance.below(2), places: chance.order(cards)};
}

// F70: the shapes of lines
class False extends Error {}
const must = (good, code) => { if (!good) throw new False(code); };
const isText = (value) => typeof value === "string";
const isHex = (...sizes) => (value) => isText(value) && sizes.includes(value.length) && !/[^0-9a-f]/.test(value);
const isWhole = (low = 0, high = MOST) => (value) => Number.isSafeInteger(value) && value >= low && value <= high;
const isList = (each) => (value) => Array.isArray(value) && value.every(each);
const isRow = (shape) => (value) => value !== null && typeof value === "object" && Object.entries(shape).every(([name, good]) => good(value[name]));
const rising = (rows) => rows.every((row, i) => !i || rows[i - 1].seat < row.seat);
const anything = () => true;
const [hash, maybe, signature, whole] = [isHex(64), isHex(0, 64), isHex(128), isWhole()];
const seat = isWhole(0, 255);
const record = {deal: whole, at: whole, head: hash};
const SHAPES = {
  head: {cutcard: isWhole(1, 1), game: isText, version: whole, table: whole, created: whole, deal: whole, index: whole, prev: hash, key: hash, options: isText, carry: isText, decks: isList(isList(isText)), viewer: (one) => one == null || seat(one)},
  offer: {...record, game: isText, mode: isText, cards: whole, commitment: hash, roots: isList(hash)},
  lock: {...record, rules: hash, sig: signature, seats: isList(isRow({seat, user: isText, kind: (one) => one === "player" || one === "bot", pledge: maybe}))},
  deal: {...record, opened: maybe, shares: isList(isRow({seat, share: maybe}))},
  end: {...record, seed: maybe, log: hash, result: hash},
  void: {...record, reason: isText, seed: maybe, sig: signature},
  own: {share: hash}, leaves: {list: isList(anything)}, draw: {op: isText}, card: {card: isText},
  move: {n: whole, at: whole, seat: isWhole(-1), move: isText}, sum: {sha256: hash, sig: signature},
};
function shaped(line) {
  if (line === null || typeof line !== "object" || !Object.hasOwn(SHAPES, line.t) || !isRow(SHAPES[line.t])(line)) return false;
  if (line.t === "offer") return line.mode === "sealed" ? line.roots.length === 2 && line.cards >= 2 && line.cards <= 256 : line.mode === "open" && !line.roots.length && !line.cards;
  return line.t === "lock" ? rising(line.seats) : line.t === "deal" ? rising(line.shares) : true;
}
// 1.0 and 1e0 are no whole numbers of this format, though JSON.parse makes them such: where one is asked for, an object
// stands there, which is nothing that is asked for anywhere. In fields that nobody knows they may be; 1e999 is no number.
const wholes = (row) => row.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => {
  if (token[0] === '"' || !/[.eE]/.test(token)) return token;
  must(Number.isFinite(Number(token)), "FORMAT");
  return '{"fraction":0}';
});
// JSON.parse takes the last of two members of one name; here none may stand twice.
function once(row) {
  const open = [];
  let word = null;
  for (const [token] of row.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const [names, name] = [open.at(-1), JSON.parse(word)];
      if (names.has(name)) return false;
      names.add(name);
    }
    word = token;
  }
  return true;
}
// Half a surrogate pair is no text; JSON.stringify leaves it escaped, and nothing else of that kind.
const whole_text = (line) => !/(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/.test(JSON.stringify(line));
function read(raw) {
  let rows, lines;
  try {
    rows = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(raw).split("\n").filter((row) => row);
    rows.forEach((row) => JSON.parse(row)); // before a number is put in another's place
    lines = rows.map((row) => JSON.parse(wholes(row)));
  } catch {
    throw new False("FORMAT");
  }
  must(rows.every(once) && lines.every(whole_text), "FORMAT");
  must(lines.length && lines.every(shaped), "FORMAT");
  const count = (t) => lines.filter((line) => line.t === t).length;
  must(lines[0].t === "head" && count("head") === 1 && count("own") <= 1 && count("leaves") <= 1, "FORMAT");
  must(!count("sum") || (count("sum") === 1 && lines.at(-1).t === "sum"), "FORMAT");
  return {rows, lines};
}

async function signed(key, message, sig) {
  try {
    const known = await crypto.subtle.importKey("raw", bytes(key), {name: "Ed25519"}, false, ["verify"]);
    return await crypto.subtle.verify({name: "Ed25519"}, known, bytes(sig), message);
  } catch (why) {
    if (why?.name === "NotSupportedError") throw why; // no verdict without signatures
    return false;
  }
}

// F72
const FIELDS = {
  offer: (r) => [r.game, r.mode, r.cards, bytes(r.commitment), ...r.roots.map(bytes)],
  lock: (r) => [bytes(r.rules), r.seats.length, ...r.seats.flatMap((s) => [s.seat, s.user, s.kind, bytes(s.pledge)])],
  deal: (r) => [r.shares.length, ...r.shares.flatMap((s) => [s.seat, bytes(s.share)]), bytes(r.opened)],
  end: (r) => [bytes(r.seed), bytes(r.log), bytes(r.result)],
  void: (r) => [r.reason, bytes(r.seed)],
};
const AFTER = {lock: "offer", deal: "lock", end: "deal", void: "offer"};
const over = (deal) => Boolean(deal?.end || deal?.void);

async function chainOf(head, lines) {
  const records = lines.filter((line) => Object.hasOwn(FIELDS, line.t));
  must(head.index || head.prev === hex(H("table", bytes(head.key), head.table, head.created)), "CHAIN");
  let now = head.prev;
  records.forEach((r, i) => {
    now = hex(H("link", bytes(now), head.table, BigInt(head.index) + BigInt(i), pack(r.t, r.deal, r.at, ...FIELDS[r.t](r))));
    must(now === r.head, "CHAIN");
  });
  for (const r of records) if (r.sig) must(await signed(head.key, pack("sign", bytes(r.head)), r.sig), "SIGNATURE");
  const deals = new Map();
  const promised = new Set();
  let newest = head.index ? null : 0;
  let last = 0;
  for (const r of records) {
    must(r.at >= last && !(head.deal && over(deals.get(head.deal))), "ORDER");
    last = r.at;
    const [mine, before] = [deals.get(r.deal), deals.get(r.deal - 1)];
    if (r.t === "offer") {
      must(r.deal === (newest === null ? head.deal || r.deal : newest + 1), "NUMBER");
      must(!before || before.deal || over(before), "ORDER");
      must(!promised.has(r.commitment), "REUSED");
      promised.add(r.commitment);
      newest = r.deal;
    } else if (!mine) {
      must(newest !== null && head.index && r.deal === newest - 1, "NUMBER");
      must((r.t === "end" || r.t === "void") && !deals.get(newest).lock, "ORDER");
    } else {
      must(!mine[r.t] && !over(mine) && mine[AFTER[r.t]], "ORDER");
      must(r.t !== "lock" || !before || over(before), "ORDER");
    }
    const all = {...mine, [r.t]: r};
    deals.set(r.deal, all);
    const ends = r.t === "end" || r.t === "void";
    if (ends && all.offer && (r.seed || all.offer.mode === "open")) must(hex(H("commit", bytes(r.seed))) === all.offer.commitment, "SEED");
  }
  return deals;
}

// F73, F74
const pledgeOf = (offer, at, user, share) => hex(H("pledge", bytes(offer.head), at, user, bytes(share)));
function sharesOf({offer, lock, deal}, notes) {
  const pledged = lock.seats.filter((s) => s.pledge);
  must(pledged.every((s) => s.kind === "player"), "SHARE");
  must(pledged.length === deal.shares.length && pledged.every((s, i) => s.seat === deal.shares[i].seat), "SHARE");
  deal.shares.forEach(({share}, i) => must(!share || pledgeOf(offer, pledged[i].seat, pledged[i].user, share) === pledged[i].pledge, "PLEDGE"));
  const counted = deal.shares.filter((s) => s.share);
  const missing = deal.shares.length - counted.length;
  must(missing <= Math.max(1, Math.floor(pledged.length / 4)), "MISSING");
  if (missing) notes.push(`WITHHELD ${missing}`);
  return counted;
}
function standingOf(head, mine, own, counted) {
  if (!own || head.viewer == null) return "OTHERS";
  const row = mine.lock.seats.find((s) => s.seat === head.viewer);
  if (row?.pledge) must(row.pledge === pledgeOf(mine.offer, head.viewer, row.user, own.share), "OWN_SHARE");
  return counted.some((s) => s.seat === head.viewer && s.share === own.share) ? "OWN" : "LEFT_OUT";
}

// F75
const same = (a, b) => (Array.isArray(a) ? Array.isArray(b) && a.length === b.length && a.every((x, i) => x === b[i]) : a === b);
function openDeal(head, lines, {deal, end}, x) {
  const chance = new Chance(M(bytes(end.seed), "key", x));
  const drawn = [];
  for (const d of lines.filter((line) => line.t === "draw")) {
    if (d.op === "shuffle" && d.deck != null) {
      must(isWhole(0, head.decks.length - 1)(d.deck), "FORMAT");
      const deck = head.decks[d.deck];
      drawn.push(chance.order(deck.length).map((i) => deck[i]));
      continue;
    }
    must(isWhole(1, 65536)(d.n) && ["shuffle", "below", "take"].includes(d.op), "FORMAT");
    drawn.push(d.op === "shuffle" ? chance.order(d.n) : d.op === "below" ? chance.below(d.n) : chance.take(d.n));
    must(same(drawn.at(-1), d.got), "DRAW");
  }
  for (const c of lines.filter((line) => line.t === "card")) {
    const from = isWhole(0, drawn.length - 1)(c.draw) ? drawn[c.draw] : null;
    must(Array.isArray(from) && isWhole(0, from.length - 1)(c.place), "FORMAT");
    must(from[c.place] === c.card, "CARD");
  }
  let log = M(bytes(end.seed), "log", bytes(deal.head));
  lines.filter((line) => line.t === "move").forEach((m, i) => {
    must(m.n === i, "LOG");
    log = H("step", log, i, m.at, m.seat + 1, m.move);
  });
  must(hex(log) === end.log, "LOG");
}

// F76
function sealedDeal(head, lines, mine, x, notes) {
  const {cards, roots} = mine.offer;
  const names = head.decks[0];
  const {played, places} = cut(x, cards);
  must(names.length === cards && new Set(names).size === cards && mine.deal.opened, "FORMAT");
  must(sealedDeck(bytes(mine.deal.opened), cards).root === roots[1 - played], "CUT");
  const leaves = lines.find((line) => line.t === "leaves")?.list;
  if (leaves) {
    must(leaves.length === cards && leaves.every(hash), "FORMAT");
    must(rootOf(leaves) === roots[played], "PROOF");
  }
  const told = lines.filter((line) => line.t === "card");
  const [at, seen] = [new Set(), new Set()];
  const own = told.filter((c) => c.from !== "reshuffle");
  for (const c of told) {
    must(names.includes(c.card), "FORMAT");
    if (c.from === "reshuffle") continue;
    must(isWhole(0, cards - 1)(c.place) && !at.has(c.place), "FORMAT");
    must(!seen.has(c.card), "TWICE");
    at.add(c.place);
    seen.add(c.card);
    if (c.salt == null) continue;
    must(hash(c.salt) && leaves, "FORMAT");
    must(leafOf(places[c.place], names.indexOf(c.card), bytes(c.salt)) === leaves[places[c.place]], "PROOF");
  }
  const bare = own.filter((c) => c.salt == null).length;
  if (told.length > own.length) notes.push(`RESHUFFLED ${told.length - own.length}`);
  if (bare) notes.push(`UNPROVED ${bare}`);
  const seed = (mine.end ?? mine.void)?.seed;
  if (seed) must([0, 1].every((j) => sealedDeck(M(bytes(seed), "deck", j), cards).root === roots[j]), "SEED");
}

async function summed({rows, lines}) {
  const sum = lines.at(-1);
  if (sum.t !== "sum") return;
  const body = text.encode(rows.slice(0, -1).filter((_, i) => lines[i].t !== "own").map((row) => row + "\n").join(""));
  must(hex(sha256(body)) === sum.sha256, "SUM");
  must(await signed(lines[0].key, pack("file", bytes(sum.sha256)), sum.sig), "SUM");
}

async function judged(file, notes) {
  const {lines} = file;
  const head = lines[0];
  const deals = await chainOf(head, lines);
  if (!head.deal) {
    const all = [...deals.values()];
    for (const one of all) if (one.deal && one.offer) sharesOf(one, notes);
    notes.push(`DEALS ${all.length}`, `VOIDS ${all.filter((one) => one.void).length}`);
    return ["PROVED", "CHAIN"];
  }
  const mine = deals.get(head.deal) ?? {};
  must(mine.offer?.game === head.game, "RULES");
  const sealed = mine.offer.mode === "sealed";
  let [counted, standing] = [[], "OTHERS"];
  if (mine.deal) {
    must(!sealed || head.decks.length === 1, "FORMAT");
    const names = sealed ? head.decks[0] : [];
    must(hex(H("rules", head.game, head.version, head.options, head.carry, names.length, ...names)) === mine.lock.rules, "RULES");
    counted = sharesOf(mine, notes);
    standing = standingOf(head, mine, lines.find((line) => line.t === "own"), counted);
    const x = H("stir", bytes(mine.lock.head), counted.length, ...counted.flatMap((s) => [s.seat, bytes(s.share)]));
    if (sealed) sealedDeal(head, lines, mine, x, notes);
    else if (mine.end) openDeal(head, lines, mine, x);
  }
  if (!mine.end) return ["UNCHECKED", mine.void ? "VOID" : "NOT_ENDED"];
  if (!counted.length) return ["UNCHECKED", "NO_SHARES"];
  if (standing === "LEFT_OUT") return ["UNCHECKED", standing];
  const shows = lines.some((line) => line.t === "card" && (!sealed || line.salt != null)) && lines.some((line) => line.t === (sealed ? "leaves" : "draw"));
  if (!shows) notes.push("UNPROVED");
  return notes.some((note) => /^(RESHUFFLED|UNPROVED)/.test(note)) ? ["UNCHECKED", "UNPROVED"] : ["PROVED", standing];
}

/** [verdict, code, notes] of a file's bytes; `pin` is the key its reader knew before. */
export async function judge(raw, pin = null) {
  const notes = pin === null ? ["UNPINNED"] : [];
  try {
    const file = read(raw);
    must(pin === null || pin === file.lines[0].key, "KEY");
    await summed(file);
    return [...(await judged(file, notes)), notes];
  } catch (why) {
    if (!(why instanceof False)) throw why;
    return ["FALSE", why.message, notes];
  }
}

/** The same on many, each as hex and pin. */
export async function judgeAll(files) {
  const out = [];
  for (const [raw, pin] of files) out.push(await judge(bytes(raw), pin));
  return out;
}
