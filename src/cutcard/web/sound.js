// A few sounds, made of noise and sine waves: no file, and nothing plays until the person asked for it.
// Each is under 0.4 s and quieter than speech; the same event twice within 60 ms sounds once.

import {settings} from "./settings.js";

/** @typedef {{noise?: [number, number], tones?: [number, number, number?][], length?: number, gain?: number}} Sound
 * noise: centre frequency and Q of a band; tones: Hz, when, and for how long (s) */
/** @type {Record<string, Sound>} */
const SOUNDS = {
  deal: {noise: [3200, 0.8], length: 0.07, gain: 0.16},
  flip: {noise: [1900, 1.2], length: 0.09, gain: 0.18},
  chip: {tones: [[2350, 0, 0.05], [3120, 0.028, 0.06]], noise: [5200, 4], length: 0.03, gain: 0.06},
  chips: {tones: [[2350, 0, 0.05], [2900, 0.05, 0.05], [3300, 0.1, 0.06], [2700, 0.16, 0.06]], gain: 0.05},
  knock: {noise: [240, 2], tones: [[130, 0, 0.08]], length: 0.05, gain: 0.3},
  turn: {tones: [[660, 0, 0.14], [880, 0.09, 0.2]], gain: 0.07},
  late: {tones: [[520, 0, 0.09], [520, 0.16, 0.09]], gain: 0.08},
  hit: {noise: [420, 0.7], tones: [[92, 0, 0.16]], length: 0.12, gain: 0.3},
  pair: {tones: [[784, 0, 0.12], [1175, 0.07, 0.22]], gain: 0.06},
  bomb: {noise: [160, 0.5], tones: [[58, 0, 0.35]], length: 0.3, gain: 0.4},
  win: {tones: [[523, 0, 0.2], [659, 0.09, 0.2], [784, 0.18, 0.2], [1046, 0.27, 0.4]], gain: 0.07},
  lose: {tones: [[392, 0, 0.2], [330, 0.13, 0.2], [262, 0.26, 0.4]], gain: 0.06},
};

const VOLUME = 0.8;

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let hiss = null;
/** @type {Map<string, number>} */
const last = new Map();

/** What there is to hear. */
export const names = Object.keys(SOUNDS);

/** A short sound, if the person asked for sound. @param {string} name */
export function sound(name) {
  const made = SOUNDS[name];
  if (!settings().sound || !made || document.hidden) return;
  if (performance.now() - (last.get(name) ?? -99) < 60) return;
  last.set(name, performance.now());
  const context = (audio ??= new AudioContext());
  void context.resume();
  const now = context.currentTime;
  /** @param {number} at @param {number} length @param {number} gain */
  const out = (at, length, gain) => {
    const node = context.createGain();
    node.gain.setValueAtTime(gain * VOLUME, at);
    node.gain.exponentialRampToValueAtTime(0.0006, at + length);
    node.connect(context.destination);
    return node;
  };
  for (const [pitch, after, length = 0.12] of made.tones ?? []) {
    const tone = new OscillatorNode(context, {frequency: pitch});
    tone.connect(out(now + after, length, made.gain ?? 0.07));
    tone.start(now + after);
    tone.stop(now + after + length);
  }
  if (!made.noise) return;
  const [frequency, Q] = made.noise;
  const length = made.length ?? 0.1;
  hiss ??= white(context);
  const source = new AudioBufferSourceNode(context, {buffer: hiss});
  source.connect(new BiquadFilterNode(context, {type: "bandpass", frequency, Q})).connect(out(now, length, made.gain ?? 0.2));
  source.start(now, Math.random() * 0.5, length);
}

/** A second of noise. @param {AudioContext} context @returns {AudioBuffer} */
function white(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  return buffer;
}
