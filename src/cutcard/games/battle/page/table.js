// Battle's table: the other's field above, one's own below, the hand and the one button at the lower edge, where
// they never move. Drawn from the view alone (`scene.js`); what one has begun to choose is in `choice.js` until it
// is sent.

import {at} from "../../../web/shelf.js";
import {actions} from "./actions.js";
import {pictures} from "./art.js";
import {auto} from "./auto.js";
import {barred} from "./barred.js";
import {board} from "./board.js";
import {faces, hands} from "./card.js";
import {Choice} from "./choice.js";
import {result} from "./finish.js";
import {prospect} from "./forecast.js";
import {glyphs} from "./glyphs.js";
import {swappingLater, tipsLater} from "./later.js";
import {moves} from "./moves.js";
import {opening} from "./opening.js";
import {picks} from "./picks.js";
import {reading} from "./reading.js";
import {Scene} from "./scene.js";
import {sheets as overlays} from "./sheets.js";
import {stackPanel} from "./stack.js";
import {pictured, teller} from "./tell.js";

/** @typedef {import("../../../web/contract.js").Room} Room */

export const sheets = ["cards.css", "board.css", "panels.css", "decks.css", "narrow.css"];

/** What the table is made of. @param {Room} room @param {{press: (id: number) => void, zoom: (id: number) => void, go: (step: import("./choice.js").Step) => void, deed: (which: import("./plan.js").Deed) => void, menu: () => void, pass: () => void, paint: () => void}} run */
function parts(room, run) {
  const scene = new Scene();
  const choice = new Choice(scene);
  const signs = glyphs(room);
  const drawn = faces(room, signs, pictures(room.svg));
  const over = overlays(room, scene, drawn, signs);
  const pane = reading(room, scene, drawn, stackPanel(room, scene, choice, drawn, signs, run.press));
  const held = hands(room, drawn, {press: run.press, read: pane.read, zoom: run.zoom});
  const felt = board(room, scene, choice, {faces: drawn, hands: held, signs}, {press: run.press, graves: over.graves});
  const passing = auto(room, scene, run.pass, run.paint);
  const layer = room.h("div", {class: "blayer", "aria-hidden": "true"});
  return {
    scene, choice, signs, over, pane, held, felt, passing, layer,
    stack: stackPanel(room, scene, choice, drawn, signs, run.press),
    list: picks(room, scene, choice, drawn, signs, {press: run.press, begin: (way) => run.go(choice.begin(way)), changed: run.paint}),
    start: opening(room, scene, choice, drawn, signs, run.press),
    swaps: swappingLater([room, scene, drawn, signs], run.paint),
    result: () => result(room, scene),
    drawn,
    tip: tipsLater(room, scene, signs, run.paint),
    bar: actions(room, scene, choice, signs, {deed: run.deed, read: () => run.zoom(pane.last()), menu: run.menu, auto: passing}),
    motion: moves(room, layer),
  };
}

/** Keeps the table inside the window, however high the room above it is. @param {HTMLElement} element @param {() => void} then */
function fit(element, then) {
  const measure = () => {
    const felt = element.parentElement;
    if (!felt?.parentElement) return;
    const below = parseFloat(getComputedStyle(felt.parentElement).paddingBottom) || 0;
    const top = Math.round(felt.getBoundingClientRect().top + scrollY + below);
    if (element.style.getPropertyValue("--top") !== `${top}px`) element.style.setProperty("--top", `${top}px`);
    then();
  };
  const watch = new ResizeObserver(measure);
  watch.observe(element);
  watch.observe(document.body);
  return {measure, close: () => watch.disconnect()};
}

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const made = parts(room, {press: pressed, zoom, go, deed, menu, pass: () => go({tag: "pass", fields: {}}), paint});
  const {scene, choice, over, pane, held, felt, passing, stack, list, start, swaps, tip, bar, motion} = made;
  const bottom = h("div", {class: "bbottom"}, felt.hand, bar.element);
  const element = h("div", {class: "battle tall"}, h("div", {class: "bboard"}, ...felt.parts, made.layer, stack.element, list.element, start.element, swaps.element), tip.element, bottom, over.element, start.dialog);
  let stood = false;
  const room_ = fit(element, () => felt.arrows(prospect(scene, choice)));

  /** @param {number} id */
  function pressed(id) {
    const step = choice.press(id, list.x());
    if (step !== "nothing") go(step);
    else if (id >= 2) zoom(id);
  }

  /** A card to read, whole. @param {number} id */
  function zoom(id) {
    const one = scene.find(id, true);
    if (!one) return;
    const idle = scene.mine() && (scene.me()?.hand ?? []).includes(one) && !scene.ways(id).length;
    over.zoom(scene.printed(one.cardId), scene.inPlay(id), idle ? barred(room, scene, id) : null);
  }

  /** @param {import("./plan.js").Deed} which */
  function deed(which) {
    if (which === "pass") passing.pass();
    else if (which === "end") passing.end();
    else if (which === "cancel") clear();
    else if (which === "everyone") go(choice.everyone());
    else if (which === "confirm") go(choice.confirm(list.x()));
  }

  function menu() {
    const check = h("input", {type: "checkbox", checked: passing.on, onchange: () => passing.set(check.checked)});
    over.menu(
      [
        ...(choice.begun ? [{label: t("cancel"), icon: "undo", run: clear}] : []),
        {label: t("graves"), icon: "grave", run: () => over.graves(scene.seatAt(1))},
        {label: t("browser.title"), icon: "cards", run: () => void start.browse()},
        ...(scene.view.status === "COMPLETED" ? [] : [{label: t("surrender"), icon: "flag", run: bar.giveUp, danger: true}]),
      ],
      h("label", {class: "bcheck bmenukey"}, check, h("span", {}, t("auto"))),
    );
  }

  /** @param {import("./choice.js").Step} step */
  function go(step) {
    if (step === "changed") paint();
    else if (step !== "nothing") void send(step.tag, step.fields);
  }

  /** @param {string} tag @param {Record<string, any>} fields */
  async function send(tag, fields) {
    const answer = await room.play(tag, fields);
    if (answer.ok) clear();
  }

  function clear() {
    choice.reset();
    paint();
  }

  function paint() {
    if (!scene.ctx) return;
    choice.follow();
    const fight = prospect(scene, choice);
    const there = new Set();
    felt.paint(fight, there);
    held.keep(there);
    for (const part of [stack, list, start, swaps, tip, pane]) part.paint();
    bar.paint(fight);
    element.dataset.kind = scene.view.winnerId === undefined ? scene.kind() : "OVER";
    felt.arrows(fight);
  }

  /** @returns {HTMLElement | null} */
  function focus() {
    const panel = list.focus() ?? start.focus() ?? swaps.focus();
    return panel ?? element.querySelector(".bcard.target, .bhero.target, .bentry.target, .bhand .bcard.can, .bfield .bcard.can") ?? bar.focus();
  }

  return {
    element,
    beside: pane.element,
    keys: [
      {key: "p", label: t("pass"), run: () => ["MAIN", "RESPONSE", "ATTACKS", "BLOCKS"].includes(scene.kind()) && passing.pass()},
      {key: "a", label: t("key.attack"), run: () => go(choice.everyone())},
      {key: "e", label: t("endTurn"), run: () => scene.kind() === "MAIN" && passing.end()},
      {key: "z", label: t("read"), run: () => zoom(pane.last())},
      {key: "s", label: t("surrender"), run: bar.giveUp},
    ],
    update(view, facts, ctx) {
      motion.remember(element.querySelectorAll(".bfield .bcard, .blands .bcard, .bhand .bcard"));
      scene.see(view, ctx);
      paint();
      if (stood) room_.measure(); // the first time it is measured with the picture's own layout, and not twice
      stood = true;
      motion.show(facts, felt.where, {pile: (id) => (scene.ctx ? felt.piles(scene.buriedAt(id)).grave : undefined), from: (fact) => felt.piles(ctx.seatOf(fact.playerId) ?? 0)[fact.type === "CARD_DRAWN" ? "deck" : "backs"]});
      if (facts.some((one) => one.type === "CARD_PLAYED")) room.sound("deal");
      if (facts.some((one) => one.type === "DAMAGE_APPLIED" && one.reducedDamage)) room.sound("hit");
      passing.follow();
      const yours = scene.mine();
      const due = ctx.seat !== null && yours ? ctx.due(ctx.seat) : ctx.due();
      const result = made.result();
      return {prompt: bar.prompt(result), yours, focus: yours ? focus() : null, clock: {due}, over: view.winnerId !== undefined, result};
    },
    tell: teller(room, (id) => scene.printed(id).name),
    picture: pictured(scene, made.drawn),
    story: async (told) => (await import(at("/games/battle/story.js"))).story(room, scene, made.drawn, told),
    close() {
      passing.close();
      room_.close();
    },
  };
}
