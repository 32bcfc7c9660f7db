// Battle's board: both players with their fields, the line of phases between them, arrows over all, and the
// viewer's hand. Fields shrink to what is left; hand and actions never move.

import {drawArrows} from "./arrows.js";
import {player} from "./player.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./card.js").Faces} Faces */
/** @typedef {import("./card.js").Hands} Hands */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./forecast.js").Prospect} Prospect */
/** @typedef {import("./glyphs.js").Glyphs} Glyphs */
/** @typedef {import("./scene.js").Scene} Scene */

const PHASES = ["RECHARGE", "DRAW", "MAIN_A", "BATTLE", "MAIN_B", "END"];
const ROW = 4; // units that stand in one row on a phone

/** @param {Room} room @param {Scene} scene @param {Choice} choice @param {{faces: Faces, hands: Hands, signs: Glyphs}} draws @param {{press: (id: number) => void, graves: (seat: number) => void}} run */
export function board(room, scene, choice, {faces, hands, signs}, run) {
  const {h, svg, t} = room;
  const sides = [0, 1].map((i) => player(room, scene, {faces, signs}, {press: () => run.press(scene.seatAt(i)), graves: () => run.graves(scene.seatAt(i)), own: i === 1}));
  const units = [0, 1].map((i) => h("div", {class: `bfield ${i ? "own" : ""}`, role: "group"}));
  const lands = [0, 1].map(() => h("div", {class: "blands", role: "group"}));
  const fields = [0, 1].map((i) => h("section", {class: `bside ${i ? "own" : "foe"}`}, units[i], lands[i]));
  const hand = h("div", {class: "bhand", role: "group"});
  const turn = h("span", {class: "bturn"});
  const steps = PHASES.map((name) => h("li", {}, t(`phase.${name}`)));
  const middle = h("div", {class: "bmiddle"}, turn, h("ol", {class: "bphases"}, ...steps));
  const later = h("p", {class: "blater"});
  const over = svg("svg", {class: "barrows", "aria-hidden": "true"});

  /** Which turn and phase it is; in a match, how it stands. */
  function clockwork() {
    const {view, ctx} = scene;
    const said = view.currentTurn ? [t("turn", {n: view.currentTurn}), ctx?.you(view.currentPlayerIndex) ? t("turn.yours") : ctx?.name(view.currentPlayerIndex)] : [];
    if (view.bestOf > 1) said.push(t("match", {n: view.game ?? 1, of: view.bestOf, a: view.players[scene.seatAt(1)].wins ?? 0, b: view.players[scene.seatAt(0)].wins ?? 0}));
    turn.textContent = said.join(" · ");
    const at = PHASES.indexOf(view.currentPhase.name);
    middle.classList.toggle("mine", ctx?.seat === view.currentPlayerIndex);
    steps.forEach((one, i) => {
      one.className = i === at ? "on" : i < at ? "past" : "";
      if (i === at && view.currentTurn) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    middle.hidden = !view.currentTurn;
    const waits = (view.delayed ?? []).map((/** @type {any} */ one) => {
      const whose = one.when === "THEIR_RECHARGE" ? 1 - one.controller : one.controller;
      return t(`delayed.${one.when}`, {card: scene.printed(one.cardId).name, name: ctx?.name(whose)});
    });
    later.textContent = waits.join(" · ");
    later.hidden = !waits.length;
  }

  /** What the fight will do to a unit. @param {number} id @param {Prospect | null} fight */
  function outcome(id, fight) {
    const harm = fight?.harm.get(id);
    if (!harm) return null;
    if (harm.dies) return {kind: "dies", text: t("out.dies")};
    return harm.deals ? {kind: "hurt", text: `−${harm.deals}`} : {kind: "safe", text: t("out.safe")};
  }

  /** What a card in play is doing. @param {any} card */
  function noteOf(card) {
    const target = choice.pairs.get(card.instanceId);
    if (target !== undefined && scene.mine()) return t(scene.kind() === "ATTACKS" ? "note.attacks" : "note.blocks", {name: scene.title(target)});
    return card.host === undefined ? "" : t("note.on", {name: scene.title(card.host)});
  }

  /** One field: its units, what they carry, and beside them fields and what else can be pressed. @param {number} i @param {Prospect | null} fight @param {Set<number>} there */
  function field(i, fight, there) {
    const cards = Object.values(scene.view.players[scene.seatAt(i)].field);
    const ofUnit = (/** @type {any} */ card) => (card.attachments ?? []).map((/** @type {number} */ id) => scene.find(id)).filter(Boolean).map((/** @type {any} */ one) => scene.printed(one.cardId));
    const draw = (/** @type {any} */ card) => {
      there.add(card.instanceId);
      const mark = choice.mark(card.instanceId, card) || (attacking(card.instanceId) ? "attacks" : "");
      return hands.draw(card.instanceId, "field", {face: scene.printed(card.cardId), card, mark, note: noteOf(card), out: outcome(card.instanceId, fight), gear: ofUnit(card)});
    };
    const isUnit = (/** @type {any} */ card) => card.atk !== undefined;
    const stand = cards.filter(isUnit).map(draw);
    const beside = cards.filter((card) => !isUnit(card) && (card.host === undefined || choice.mark(card.instanceId, card))).map(draw);
    units[i].dataset.none = scene.view.currentTurn ? t("field.none") : "";
    units[i].setAttribute("aria-label", t(i ? "field.own" : "field.other"));
    lands[i].setAttribute("aria-label", t(i ? "lands.own" : "lands.other"));
    lands[i].hidden = !beside.length;
    const cols = stand.length > ROW ? Math.ceil(stand.length / 2) : Math.max(1, stand.length);
    shape(units[i], {"--n": Math.max(1, stand.length), "--cols": cols, "--rows": stand.length > ROW ? 2 : 1});
    shape(lands[i], {"--k": Math.max(1, beside.length)});
    hands.lay(units[i], stand);
    hands.lay(lands[i], beside);
  }

  /** @param {HTMLElement} element @param {Record<string, number>} vars */
  function shape(element, vars) {
    for (const [name, value] of Object.entries(vars)) element.style.setProperty(name, String(value));
  }

  /** Whether a unit of the other's attacks while one decides about it. @param {number} id */
  const attacking = (id) => scene.view.forecast?.length && scene.view.asked?.kind !== "ATTACKS" && (scene.view.combat ?? []).some((/** @type {any} */ one) => one.attacker === id);

  /** @param {Set<number>} there */
  function held(there) {
    const cards = scene.me()?.hand ?? [];
    const asks = ["MAIN", "RESPONSE", "BLOCKS"].includes(scene.kind());
    hand.setAttribute("aria-label", t("hand"));
    hand.classList.toggle("many", cards.length > 6);
    shape(hand, {"--n": Math.max(1, cards.length), "--cols": Math.max(1, Math.ceil(cards.length / 2))});
    hands.lay(hand, cards.map((/** @type {any} */ card) => {
      there.add(card.instanceId);
      const mark = choice.mark(card.instanceId) || (asks || !scene.mine() ? "no" : "");
      return hands.draw(card.instanceId, "hand", {face: scene.printed(card.cardId), mark});
    }));
  }

  return {
    parts: [sides[0].element, fields[0], middle, later, fields[1], sides[1].element, over],
    hand,
    /** Where a player or a card is seen. @param {number} id @returns {HTMLElement | null} */
    where: (id) => (id < 2 ? sides[id === scene.seatAt(1) ? 1 : 0].hero : hands.at(id)),
    /** Where cards of a player come from and go to. @param {number} seat */
    piles: (seat) => sides[seat === scene.seatAt(1) ? 1 : 0].piles,
    /** @param {Prospect | null} fight @param {Set<number>} there */
    paint(fight, there) {
      const aims = scene.mine() ? choice.aims() : [];
      for (const i of [0, 1]) if (scene.ctx) sides[i].paint(scene.seatAt(i), scene.ctx, aims, fight);
      clockwork();
      for (const i of [0, 1]) field(i, fight, there);
      held(there);
    },
    /** @param {Prospect | null} fight */
    arrows(fight) {
      const aimed = choice.chosen ? choice.chosen.targets.filter((one) => one >= 0).map((to) => ({from: choice.chosen?.card.instanceId, to, kind: "aim", text: ""})) : [];
      drawArrows(svg, over, [...(fight?.arrows ?? []), ...aimed], (id) => (id < 2 ? sides[id === scene.seatAt(1) ? 1 : 0].hero : hands.at(id)));
    },
  };
}
