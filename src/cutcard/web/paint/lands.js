// What pictures rest on: chance that is the same everywhere, lands and colours. Nothing is drawn here.

/** @typedef {(n: number) => number} Pick */

const W = 120;

/** sky above, sky below, light, far, mid, near, ink, rim, glow @type {Record<string, string>} */
export const PALETTES = {
  fire: "#2b0b14 #d2521f #ffcf6b #8a2a19 #5c1813 #35100f #1c0808 #ff9d4d #ffe2a0",
  water: "#07294a #46a9bd #d8fbff #1f7492 #145572 #0b3550 #061d30 #8be9ff #dcfcff",
  frost: "#1a2f5c #a8cdea #ffffff #7ea7d2 #567fb4 #32568c #13254a #e9f7ff #ffffff",
  nature: "#123420 #a3c767 #fff3ad #528d4a #316c3b #1b472a #0d2818 #cdf28e #f5ffc0",
  stone: "#2b2931 #bda887 #f7e5c0 #8a7b6b #635950 #403a37 #201d1e #ead6ae #ffe9a8",
  storm: "#131138 #6b70d4 #f3efff #4a4b9e #34357d #201f55 #100f30 #bcc3ff #fff58f",
  shadow: "#0c0917 #51407a #c2a6ea #3a2d5b #281e43 #180f2c #0a0615 #a98be6 #ecd2ff",
  light: "#68431c #ffd784 #fffbe8 #d39d50 #a57035 #6e4722 #352110 #fff1bd #ffffff",
  blood: "#1e0611 #99233a #ff9080 #651729 #450e1d #2a0813 #16040a #ff7474 #ffd0c0",
  arcane: "#190e3e #9152cf #ffd8ff #60399d #442678 #2a1651 #150a2d #e8aeff #fff2ff",
  metal: "#1c2630 #94a9b9 #f0f7fb #687d8d #485b6b #2d3c49 #151e27 #d3e6f2 #ffe0a0",
  mist: "#28404a #b9d3d1 #f6fffc #88a9aa #608489 #3e5e65 #1a2e35 #def6f0 #ffffff",
  dusk: "#21143b #e68f6b #ffe2b4 #8e4c6a #5f3258 #3a2042 #1e1028 #ffbd94 #ffe9c8",
  marsh: "#122019 #869f58 #e0f391 #52703e #38532f #213722 #101d13 #c0e079 #efffb0",
  gold: "#2c1c08 #c8922f #ffe9a6 #8c6220 #634317 #3e290e #1f1407 #ffd873 #fff3c4",
};

/** The same numbers for the same text in every browser: FNV-1a, then a small generator. @param {string} text @returns {Pick} */
export function seeded(text) {
  let x = 2166136261;
  for (const c of text) x = Math.imul(x ^ (c.codePointAt(0) ?? 0), 16777619) >>> 0;
  return (n) => {
    x = (Math.imul(x ^ (x >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    x ^= x >>> 13;
    return (x >>> 0) % n;
  };
}

/** @type {Record<string, (r: Pick) => [string, string]>} the land behind and the land before */
export const LANDS = {
  hills: (r) => [`M0 ${64 + r(6)}C20 ${50 + r(8)} 40 ${66 + r(6)} 62 58S100 ${48 + r(10)} 120 60V100H0Z`, `M0 ${76 + r(6)}C30 ${66 + r(6)} 54 82 78 74S108 70 120 ${76 + r(4)}V100H0Z`],
  peaks: (r) => [`M0 74 ${14 + r(8)} ${42 + r(8)} 30 62 ${46 + r(8)} ${30 + r(8)} 70 64 ${86 + r(8)} ${36 + r(10)} 120 72V100H0Z`, `M0 84 ${20 + r(6)} 62 42 80 ${66 + r(8)} 60 92 80 ${106 + r(6)} 66 120 78V100H0Z`],
  forest: (r) => [pines(r, 13, 44, 66), pines(r, 9, 58, 82)],
  reeds: (r) => [`M0 66C40 60 80 70 120 62V100H0Z`, `M0 80H120V100H0Z${Array.from({length: 16}, (_, i) => `M${i * 8 + r(5)} 84l${r(7) - 3} -${18 + r(18)}l3 ${20 + r(10)}Z`).join("")}`],
  towers: (r) => [blocks(r, 9, 30, 68), blocks(r, 6, 52, 84)],
  graves: (r) => [`M0 70C30 62 90 62 120 70V100H0Z`, `M0 82C40 74 80 76 120 82V100H0Z${[8, 24, 88, 106].map((x) => `M${x} 84V${64 + r(8)}q5-7 10 0V84Z`).join("")}`],
  cave: (r) => [`M0 0H120V100H0ZM${18 + r(6)} 100C${8 + r(8)} 40 40 14 60 14S112 40 ${100 + r(6)} 100Z`, `M0 88 16 ${70 + r(10)} 26 90 90 92 104 ${68 + r(10)} 120 88V100H0Z`],
  sea: (r) => [`M0 62H120V100H0Z`, `M0 ${76 + r(4)}Q10 70 20 76T40 76T60 76T80 76T100 76T120 76V100H0Z`],
};

/** @param {Pick} r @param {number} n @param {number} top @param {number} foot */
function pines(r, n, top, foot) {
  const one = (/** @type {unknown} */ _, /** @type {number} */ i) => {
    const x = (i + 0.5) * (W / n) + r(6) - 3;
    const w = (W / n) * 0.75;
    return `M${x} ${top + r(14)}L${x + w} ${foot + 6}H${x - w}Z`;
  };
  return `${Array.from({length: n}, one).join("")}M0 ${foot}H120V100H0Z`;
}

/** @param {Pick} r @param {number} n @param {number} top @param {number} foot */
function blocks(r, n, top, foot) {
  const w = W / n;
  const one = (/** @type {unknown} */ _, /** @type {number} */ i) => {
    const [x, y] = [i * w, top + r(26)];
    return r(2) ? `M${x + 1} ${foot + 4}V${y}h${w - 2}V${foot + 4}Z` : `M${x + 1} ${foot + 4}V${y + 6}L${x + w / 2} ${y - 6}L${x + w - 1} ${y + 6}V${foot + 4}Z`;
  };
  return `${Array.from({length: n}, one).join("")}M0 ${foot}H120V100H0Z`;
}

/** @param {string} a @param {string} b @param {number} k how much of b */
export const mix = (a, b, k) => `#${[1, 3, 5].map((i) => Math.round(parseInt(a.slice(i, i + 2), 16) * (1 - k) + parseInt(b.slice(i, i + 2), 16) * k).toString(16).padStart(2, "0")).join("")}`;
