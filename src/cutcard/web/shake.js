// SHAKE-256 (FIPS 202), which browsers do not have, and the chance of a deal that is drawn from it (F60,
// F61 of docs/rules/fairness.md).

const RATE = 136; // bytes
const FULL = (1n << 64n) - 1n;
const ROUNDS = [...rounds()];

/** The constants of the 24 rounds, from their shift register. @returns {Generator<bigint>} */
function* rounds() {
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let lane = 0n;
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) lane |= 1n << BigInt((1 << bit) - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    yield lane;
  }
}

/** @param {bigint} lane @param {number} by */
const turned = (lane, by) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & FULL;

/** @param {BigUint64Array} a */
function permute(a) {
  for (const constant of ROUNDS) {
    const column = [0, 1, 2, 3, 4].map((x) => at(a, x) ^ at(a, x + 5) ^ at(a, x + 10) ^ at(a, x + 15) ^ at(a, x + 20));
    for (let i = 0; i < 25; i++) a[i] = at(a, i) ^ at(column, (i + 4) % 5) ^ turned(at(column, (i + 1) % 5), 1);
    let moved = at(a, 1);
    for (let step = 1, x = 1, y = 0; step < 25; step++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const next = at(a, x + 5 * y);
      a[x + 5 * y] = turned(moved, ((step * (step + 1)) / 2) % 64);
      moved = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const before = a.slice(row, row + 5);
      for (let x = 0; x < 5; x++) a[row + x] = at(before, x) ^ (~at(before, (x + 1) % 5) & FULL & at(before, (x + 2) % 5));
    }
    a[0] = at(a, 0) ^ constant;
  }
}

/** @param {ArrayLike<bigint>} lanes @param {number} i @returns {bigint} */
const at = (lanes, i) => lanes[i] ?? 0n;

/** @param {Uint8Array} raw @param {number} count */
export function shake256(raw, count) {
  const padded = new Uint8Array((Math.floor(raw.length / RATE) + 1) * RATE);
  padded.set(raw);
  padded[raw.length] = 0x1f;
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80;
  const data = new DataView(padded.buffer);
  const state = new BigUint64Array(25);
  for (let from = 0; from < padded.length; from += RATE) {
    for (let i = 0; i < RATE / 8; i++) state[i] = at(state, i) ^ data.getBigUint64(from + 8 * i, true);
    permute(state);
  }
  const out = new DataView(new ArrayBuffer(Math.ceil(count / RATE) * RATE));
  for (let from = 0; from < count; from += RATE) {
    if (from) permute(state);
    for (let i = 0; i < RATE / 8; i++) out.setBigUint64(from + 8 * i, at(state, i), true);
  }
  return new Uint8Array(out.buffer, 0, count);
}

const BLOCK = 272; // bytes, 68 words of 32 bits

/** A stream of chance out of 32 bytes. */
export class Rng {
  #seed;
  #blocks = 0;
  /** @type {number[]} */ #words = [];

  /** @param {Uint8Array} seed */
  constructor(seed) {
    this.#seed = seed;
  }

  #word() {
    if (!this.#words.length) {
      const raw = new Uint8Array(40);
      raw.set(this.#seed);
      new DataView(raw.buffer).setUint32(36, this.#blocks++);
      const block = shake256(raw, BLOCK);
      const data = new DataView(block.buffer, block.byteOffset, BLOCK);
      this.#words = Array.from({length: BLOCK / 4}, (_, i) => data.getUint32(4 * i));
    }
    return this.#words.shift() ?? 0;
  }

  /** @param {number} n */
  below(n) {
    const good = 2 ** 32 - (2 ** 32 % n);
    let word = this.#word();
    while (word >= good) word = this.#word();
    return word % n;
  }

  /** The numbers below n in an order drawn. @param {number} n */
  order(n) {
    const all = Array.from({length: n}, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [all[i], all[j]] = [all[j] ?? 0, all[i] ?? 0];
    }
    return all;
  }

  /** So many bytes, as hex. @param {number} count */
  take(count) {
    let out = "";
    while (out.length < 2 * count) out += this.#word().toString(16).padStart(8, "0");
    return out.slice(0, 2 * count);
  }
}
