// Battle's table: the other's field above, one's own below, the stack and a reading pane between
// them, the hand and the actions in thumb's reach. Drawn from the view alone (`scene.js`); what one has
// begun to choose is in `choice.js` until it is sent.

import {actions} from "./actions.js";
import {board} from "./board.js";
import {Choice} from "./choice.js";
import {picker} from "./picker.js";
import {Scene} from "./scene.js";
import {teller} from "./tell.js";

/** @typedef {import("../../../web/contract.js").Room} Room */

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const scene = new Scene();
  const choice = new Choice(scene);
  const felt = board(room, scene, choice, pressed);
  const list = picker(room, (id) => scene.printed(id));
  const bar = actions(room, scene, choice, {
    confirm: () => go(choice.confirm(bar.x())),
    pass: () => go({tag: "pass", fields: {}}),
    cancel: clear,
    begin: (card) => go(choice.begin(card)),
  });
  const element = h("div", {class: "battle"}, ...felt.parts, list.element, bar.abilities, felt.hand, bar.hint, bar.element);

  /** @param {number} id */
  function pressed(id) {
    const step = choice.press(id, bar.x());
    if (step === "nothing") felt.read(id);
    else go(step);
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
    felt.paint();
    bar.paint();
    list.show(scene.view, scene.mine(), scene.ctx.live, scene.me());
    element.dataset.phase = scene.view.currentPhase.name;
  }

  /** @returns {HTMLElement | null} */
  function focus() {
    if (!list.element.hidden) return list.focus();
    return element.querySelector(".bcard.target, .bhero.target, .bhand .bcard.can, .bfield .bcard.can") ?? bar.focus();
  }

  return {
    element,
    keys: [
      {key: "p", label: t("pass"), run: () => bar.press("pass")},
      {key: "a", label: t("key.attack"), run: () => go(choice.everyone())},
      {key: "s", label: t("surrender"), run: () => bar.press("surrender")},
    ],
    update(view, facts, ctx) {
      scene.see(view, ctx);
      paint();
      if (facts.some((one) => one.type === "CARD_PLAYED")) room.sound("deal");
      const yours = scene.mine();
      const due = ctx.seat !== null && yours ? ctx.due(ctx.seat) : ctx.due();
      return {prompt: bar.prompt(), yours, focus: yours ? focus() : null, clock: {due}, over: view.winnerId !== undefined};
    },
    tell: teller(room, (id) => scene.printed(id).name),
  };
}
