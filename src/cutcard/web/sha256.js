// SHA-256 (FIPS 180-4), so that a commitment can be checked on any page: the browser's own
// is only there over TLS.

const PRIMES = [2];
for (let n = 3; PRIMES.length < 64; n += 2) if (PRIMES.every((p) => n % p)) PRIMES.push(n);

/** The first 32 bits of a root's fraction. @param {number} x */
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
const ROUND = PRIMES.map((p) => fraction(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** The message, a one bit, zeros, and its length in bits. @param {Uint8Array} bytes */
function padded(bytes) {
  const size = ((bytes.length + 8) >> 6) * 64 + 64;
  const block = new Uint8Array(size);
  block.set(bytes);
  block[bytes.length] = 0x80;
  new DataView(block.buffer).setUint32(size - 4, bytes.length * 8);
  return new DataView(block.buffer);
}

/** @param {Uint8Array} bytes @returns {string} hex */
export function sha256(bytes) {
  const data = padded(bytes);
  let hash = START.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < data.byteLength; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = data.getUint32(at + i * 4);
        continue;
      }
      const [x, y] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    hash = [a, b, c, d, e, f, g, h].map((x, i) => (x + hash[i]) >>> 0);
  }
  return hash.map((x) => x.toString(16).padStart(8, "0")).join("");
}

/** @param {string} hex */
export function unhex(hex) {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}
