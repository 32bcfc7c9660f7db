// Motion tells where a thing came from; it never holds anything up. And the few sounds.

import {moves, settings} from "./settings.js";

/**
 * Lets an element arrive from somewhere else on the page.
 * @param {Element} element @param {Element | DOMRect} from
 */
export function fly(element, from) {
  if (!moves()) return;
  const start = from instanceof Element ? from.getBoundingClientRect() : from;
  const end = element.getBoundingClientRect();
  if (!start.width || !end.width) return;
  const x = start.left + start.width / 2 - end.left - end.width / 2;
  const y = start.top + start.height / 2 - end.top - end.height / 2;
  element.animate(
    [{transform: `translate(${x}px, ${y}px) scale(${start.width / end.width})`}, {transform: "none"}],
    {duration: 220, easing: "cubic-bezier(.2,.7,.2,1)"},
  );
}

/** Turns a card over where it lies. @param {Element} element */
export function turn(element) {
  if (!moves()) return;
  element.animate([{transform: "rotateY(90deg)"}, {transform: "none"}], {duration: 160, easing: "ease-out"});
}

/** @type {Record<string, [number, number][]>} frequency in Hz and when, in seconds */
const SOUNDS = {
  turn: [[660, 0], [880, 0.09]],
  card: [[220, 0]],
  good: [[523, 0], [659, 0.08], [784, 0.16]],
  bad: [[330, 0], [262, 0.1]],
  chips: [[1400, 0], [1800, 0.05]],
};
/** @type {AudioContext | null} */
let audio = null;

/** A short tone, if the person asked for sound. @param {string} name */
export function sound(name) {
  if (!settings().sound) return;
  audio ??= new AudioContext();
  for (const [pitch, after] of SOUNDS[name] ?? []) {
    const at = audio.currentTime + after;
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.08, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.13);
  }
}
