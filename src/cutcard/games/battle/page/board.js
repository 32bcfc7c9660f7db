// Battle's board: both players with their fields, the stack and what can be aimed at in graveyards, the
// reading pane, the viewer's hand.

import {cards} from "./card.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Room} room @param {Scene} scene @param {Choice} choice @param {(id: number) => void} press */
export function board(room, scene, choice, press) {
  const {h, t} = room;
  const pane = h("p", {class: "bpane"});
  const draw = cards(room, press, read);
  const sides = [0, 1].map((i) => side(room, scene, draw.status, () => press(scene.seatAt(i))));
  const fields = [h("div", {class: "bfield", role: "group"}), h("div", {class: "bfield own", role: "group"})];
  const hand = h("div", {class: "bhand", role: "group"});
  const pile = h("ol", {class: "bstack", role: "list"});
  const phase = h("p", {class: "bphase muted small figures"});
  const buried = h("div", {class: "bfield bburied", role: "group"}); // cards of graveyards that can be aimed at

  /** What a card says, in the pane. @param {number} id */
  function read(id) {
    const one = id < 2 ? null : scene.find(id, true);
    if (!one) return;
    const face = scene.printed(one.cardId);
    pane.textContent = `${face.name}. ${face.text || t("plain")}`;
  }

  /** Which turn and phase it is; in a match, how it stands. */
  function clockwork() {
    const {view} = scene;
    const said = view.currentTurn ? [t("turn", {n: view.currentTurn}), t(`phase.${view.currentPhase.name}`)] : [];
    if (view.bestOf > 1) said.push(t("match", {n: view.game ?? 1, of: view.bestOf, a: view.players[scene.seatAt(1)].wins ?? 0, b: view.players[scene.seatAt(0)].wins ?? 0}));
    phase.textContent = said.join(" · ");
    phase.hidden = !said.length;
  }

  /** @param {number[]} aims */
  function rows(aims) {
    const there = new Set();
    const lay = (/** @type {HTMLElement} */ row, /** @type {string} */ label, /** @type {any[]} */ some, /** @type {boolean} */ inPlay) => {
      row.setAttribute("aria-label", label);
      draw.lay(
        row,
        some.map((card) => {
          const id = card.instanceId;
          there.add(id);
          const shown = inPlay ? {card, mark: choice.mark(id, card), note: noteOf(card)} : {mark: choice.mark(id)};
          return draw.draw(id, {face: scene.printed(card.cardId), ...shown});
        }),
      );
    };
    const found = Object.values(scene.view.players).flatMap((player) => player.graveyard.filter((/** @type {any} */ one) => aims.includes(one.instanceId)));
    const held = scene.me()?.hand ?? [];
    buried.hidden = !found.length;
    hand.hidden = !held.length;
    lay(buried, t("buried"), found, false);
    for (const i of [0, 1]) lay(fields[i], t(i ? "field.own" : "field.other"), Object.values(scene.view.players[scene.seatAt(i)].field), true);
    lay(hand, t("hand"), held, false);
    draw.keep(there);
  }

  /** What a card in play is doing. @param {any} card */
  function noteOf(card) {
    const {view} = scene;
    const target = choice.pairs.get(card.instanceId);
    if (target !== undefined && scene.mine()) return t(scene.kind() === "ATTACKS" ? "note.attacks" : "note.blocks", {name: scene.title(target)});
    if (card.host !== undefined) return t("note.on", {name: scene.title(card.host)});
    const fight = view.asked?.kind === "BLOCKS" ? (view.combat ?? []).find((/** @type {any} */ one) => one.attacker === card.instanceId) : null;
    return fight ? t("note.attacks", {name: scene.title(fight.target)}) : "";
  }

  /** @param {number[]} aims */
  function stack(aims) {
    const items = scene.view.stack ?? [];
    const later = (scene.view.delayed ?? []).map((/** @type {any} */ one) => {
      const whose = one.when === "THEIR_RECHARGE" ? 1 - one.controller : one.controller;
      return h("li", {class: "muted"}, t(`delayed.${one.when}`, {card: scene.printed(one.cardId).name, name: scene.ctx?.name(whose)}));
    });
    pile.hidden = !items.length && !later.length;
    pile.setAttribute("aria-label", t("stack"));
    const wanted = items.map((/** @type {any} */ one) => {
      const to = (one.targets ?? []).map((/** @type {number} */ id) => scene.title(id)).filter(Boolean);
      const text = `${scene.printed(one.cardId).name} (${scene.ctx?.name(one.controller)})${to.length ? ` → ${room.list(to)}` : ""}`;
      return h("li", {}, aims.includes(one.entryId) ? room.button(text, () => press(one.entryId), {class: "target"}) : h("span", {}, text));
    });
    pile.replaceChildren(...wanted.reverse(), ...later);
  }

  return {
    parts: [sides[0].element, fields[0], h("div", {class: "bmiddle"}, phase, pile, buried, pane), fields[1], sides[1].element],
    hand,
    read,
    paint() {
      const aims = scene.mine() ? choice.aims() : [];
      for (const i of [0, 1]) if (scene.ctx) sides[i].paint(scene.seatAt(i), scene.ctx, aims);
      clockwork();
      rows(aims);
      stack(aims);
      if (!pane.textContent) pane.textContent = t("pane");
    },
  };
}

/** A player: name, HP (where they are aimed at themselves), what they have, their graveyard. @param {Room} room @param {Scene} scene @param {(name: string) => string} status @param {() => void} press */
function side(room, scene, status, press) {
  const {h, t} = room;
  const seat = h("cut-seat");
  const hero = h("button", {type: "button", class: "bhero", onclick: press});
  const note = h("p", {class: "bnote muted small figures"});
  const names = h("p", {class: "small"});
  const graves = h("details", {class: "bgraves small"}, h("summary", {}), names);

  /** What has become of a player, and what is known of their hand. @param {any} player @returns {string[]} */
  function conditions(player) {
    const said = (player.statusEffects ?? []).map((/** @type {any} */ one) => `${status(one.status)}${one.value ? ` ${one.value}` : ""} (${one.duration})`);
    if (player.damageReduction) said.push(t("note.reduction", {n: player.damageReduction}));
    if (player.shield) said.push(t("note.shield", {n: player.shield}));
    if (!player.hand && player.shown?.length) said.push(t("note.shown", {names: namesOf(player.shown)}));
    return said;
  }
  const namesOf = (/** @type {any[]} */ some) => room.list(some.map((one) => scene.printed(one.cardId).name));

  return {
    element: h("div", {class: "bside"}, seat, hero, note, graves),
    /** @param {number} who @param {Ctx} ctx @param {number[]} aims */
    paint(who, ctx, aims) {
      const {view} = scene;
      const player = view.players[who];
      const active = (view.toAct ?? []).includes(who);
      seat.data = {name: ctx.name(who), face: ctx.face(who), you: ctx.you(who), bot: ctx.bot(who), away: ctx.away(who), active, score: "", note: "", due: null};
      note.textContent = [t("note", {ce: player.currentCursedEnergy, max: player.maxCursedEnergy, hand: player.handCount, deck: player.deck}), ...conditions(player)].join(" · ");
      graves.hidden = !player.graveyard.length;
      graves.children[0].textContent = t("graveyard", {n: player.graveyard.length});
      names.textContent = namesOf(player.graveyard);
      const can = aims.includes(who);
      const hp = t("hp", {n: Math.max(0, player.currentHp)});
      hero.textContent = hp;
      hero.className = `bhero ${can ? "target" : ""}`;
      hero.setAttribute("aria-label", `${ctx.name(who)}, ${hp}${can ? `, ${t("mark.target")}` : ""}`);
    },
  };
}
