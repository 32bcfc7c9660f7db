// Motion says where a thing came from. It never holds anything up: the DOM is already in its last state
// when an animation begins, a new one starts from where the old one is just then, and none of it
// happens under reduced motion or on a page nobody looks at.

import {moves as allowed} from "./settings.js";

const OUT = "cubic-bezier(.2,.7,.2,1)";

const MOST = 3; // updates between two pictures that are played; more are applied at once
let behind = 0;

/** Another update is drawn: where they pile up, nothing of them moves. */
export function hurry() {
  if (behind++ === 0) requestAnimationFrame(() => setTimeout(() => (behind = 0)));
}

/** Whether things move at all. */
export const moves = () => allowed() && !document.hidden && behind <= MOST;

/** What runs on an element, so that the next motion takes over instead of jumping. @type {WeakMap<Element, Animation>} */
const running = new WeakMap();

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function go(element, frames, options) {
  running.get(element)?.cancel();
  const animation = element.animate(frames, {easing: OUT, fill: "backwards", ...options});
  running.set(element, animation);
  return animation;
}

/** Where an element is seen now. @param {Element} element @returns {DOMRect} */
const seen = (element) => element.getBoundingClientRect();

/** What one flight needs to know, read before anything is written. @typedef {{end: DOMRect, width: number, height: number, own: number}} Rest */

/**
 * Where these lie when nothing moves them: first every motion is ended (writes), then all is read, so that
 * dealing 52 cards costs one layout and not 52.
 * @param {Element[]} elements @returns {Rest[]}
 */
function rest(elements) {
  for (const one of elements) running.get(one)?.cancel();
  return elements.map((one) => {
    const end = seen(one);
    const box = /** @type {HTMLElement} */ (one);
    return {end, width: box.offsetWidth || end.width, height: box.offsetHeight || end.height, own: parseFloat(getComputedStyle(one).rotate) || 0};
  });
}

/** @typedef {{duration?: number, delay?: number, turn?: number, arc?: number}} Flight */

/** Writes only. @param {Element} element @param {DOMRect} start @param {Rest} lies @param {Flight} how */
function send(element, start, {end, width, height, own}, {duration = 240, delay = 0, turn = 0, arc = 0}) {
  if (!start.width || !start.height || !end.width) return null;
  const [cos, sin] = [Math.cos((own * Math.PI) / 180), Math.sin((own * Math.PI) / 180)];
  const [dx, dy] = [start.left + start.width / 2 - end.left - end.width / 2, start.top + start.height / 2 - end.top - end.height / 2];
  /** @param {number} k @param {number} lift */
  const at = (k, lift) => {
    const [x, y] = [dx * k, dy * k - lift];
    return `translate(${x * cos + y * sin}px, ${y * cos - x * sin}px) rotate(${(turn - own) * k}deg) scale(${1 + (start.width / width - 1) * k}, ${1 + (start.height / height - 1) * k})`;
  };
  const frames = [at(1, 0), at(0.45, arc), "none"].map((transform) => ({transform, transformOrigin: "50% 50%"}));
  return go(element, frames, {duration, delay});
}

/**
 * An element arrives from another place *and size*: both axes are scaled, from middle to middle, so that a card
 * leaves the deck exactly as large as the deck. A card that lies askew (CSS `rotate`) starts straight: its own
 * angle is taken out of the way and out of the turn.
 * @param {Element} element @param {Element | DOMRect} from @param {Flight} [how]
 */
export function fly(element, from, how = {}) {
  if (!moves()) return null;
  const start = from instanceof Element ? seen(from) : from; // before rest(): `from` may be what moves
  return send(element, start, rest([element])[0], how);
}

/**
 * FLIP for whatever `change` does to these elements: they glide from where they were seen.
 * @param {Iterable<Element>} elements @param {() => void} change @param {{duration?: number, stagger?: number}} [how]
 */
export function flip(elements, change, {duration = 220, stagger = 0} = {}) {
  const before = moves() ? [...elements].map((one) => ({one, was: seen(one)})) : [];
  change();
  const still = before.filter(({one}) => one.isConnected);
  const lies = rest(still.map(({one}) => one));
  still.forEach(({one, was}, i) => {
    const now = lies[i].end;
    if (Math.abs(was.left - now.left) + Math.abs(was.top - now.top) + Math.abs(was.width - now.width) > 1) send(one, was, lies[i], {duration, delay: i * stagger});
  });
}

/**
 * Deals: one after another from the deck, at most `most` ms in all however many there are. All places are read
 * before the first card is moved.
 * @param {Element[]} elements @param {Element | DOMRect} deck @param {{gap?: number, most?: number} & Flight} [how]
 */
export function deal(elements, deck, {gap = 45, most = 700, ...how} = {}) {
  if (!moves()) return;
  const start = deck instanceof Element ? seen(deck) : deck;
  const lies = rest(elements);
  const step = Math.min(gap, most / Math.max(1, elements.length));
  elements.forEach((one, i) => send(one, start, lies[i], {arc: 12, ...how, delay: (how.delay ?? 0) + i * step}));
}

/**
 * Turns a card over where it lies; `swap` puts the other face in at the edge-on moment.
 * @param {Element} element @param {() => void} swap @param {{duration?: number}} [how]
 */
export function turnOver(element, swap, {duration = 260} = {}) {
  if (!moves()) return void swap();
  const half = go(element, [{transform: "perspective(700px) rotateY(0)"}, {transform: "perspective(700px) rotateY(90deg)"}], {duration: duration / 2, easing: "ease-in", fill: "forwards"});
  half.finished.then(() => {
    swap();
    go(element, [{transform: "perspective(700px) rotateY(-90deg)"}, {transform: "perspective(700px) rotateY(0)"}], {duration: duration / 2, easing: "ease-out"});
  }, swap);
}

/** A short shake for a hit. @param {Element} element */
export const hit = (element) => moves() && go(element, [0, -5, 4, -2, 0].map((x) => ({transform: `translateX(${x}px)`})), {duration: 260, easing: "linear"});
/** A lift for a win. @param {Element} element */
export const pulse = (element) => moves() && go(element, [{transform: "scale(1)"}, {transform: "scale(1.06)"}, {transform: "scale(1)"}], {duration: 320});

/**
 * A number counts to its new value; under reduced motion it is right at once.
 * @param {HTMLElement} element @param {number} to @param {{duration?: number, show?: (n: number) => string}} [how]
 */
export function count(element, to, {duration = 500, show = String} = {}) {
  const from = Number(element.dataset.value ?? to);
  element.dataset.value = String(to);
  if (!moves() || from === to) return void (element.textContent = show(to));
  const began = performance.now();
  /** @param {number} now */
  const step = (now) => {
    if (element.dataset.value !== String(to)) return;
    const k = Math.min(1, (now - began) / duration);
    element.textContent = show(Math.round(from + (to - from) * (1 - (1 - k) ** 3)));
    if (k < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
