// Battle's table: the other's field above, one's own below, the stack and a reading pane between
// them, the hand and the actions in thumb's reach. Drawn from the view alone; what one has begun to
// choose (a card and its targets, attackers, blockers) is kept here until it is sent.

import {cards} from "./card.js";
import {picker} from "./picker.js";
import {teller} from "./tell.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** @param {Room} room @returns {import("../../../web/contract.js").Table} */
export function table(room) {
  const {h, t} = room;
  const seats = [h("cut-seat"), h("cut-seat")]; // the viewer's own comes second
  const faces_ = [hero(0), hero(1)]; // where a player himself is aimed at
  const fields = [h("div", {class: "bfield", role: "group"}), h("div", {class: "bfield own", role: "group"})];
  const hand = h("div", {class: "bhand", role: "group"});
  const pile = h("ol", {class: "bstack", role: "list"});
  const pane = h("p", {class: "bpane"});
  const phase = h("p", {class: "bphase muted small figures"});
  const buried = h("div", {class: "bfield bburied", role: "group"}); // cards of graveyards that can be aimed at
  const main = room.button("", () => confirm(), {class: "primary"});
  const pass = room.button(t("pass"), () => void send("pass", {}));
  const cancel = room.button(t("cancel"), () => clear());
  const abilities = h("div", {class: "babilities"});
  const x = h("input", {type: "number", class: "bx", min: 0, "aria-label": t("x")});
  const surrender = room.button(t("surrender"), () => void giveUp(), {class: "quiet danger"});
  const hint = h("p", {class: "bhint", role: "status"}); // what the choice one has begun still needs
  const list = picker(room, (id) => printed(id));
  const actions = h("div", {class: "actions"}, x, main, pass, cancel, surrender);
  const element = h(
    "div",
    {class: "battle"},
    h("div", {class: "bside"}, seats[0], faces_[0].element, faces_[0].note, faces_[0].graves),
    fields[0],
    h("div", {class: "bmiddle"}, phase, pile, buried, pane),
    fields[1],
    h("div", {class: "bside"}, seats[1], faces_[1].element, faces_[1].note, faces_[1].graves),
    list.element,
    abilities,
    hand,
    hint,
    actions,
  );
  const draw = cards(room, pressed, read);
  /** @type {View} */
  let view = {};
  /** @type {Ctx | null} */
  let ctx = null;
  /** @type {any} */
  let chosen = null; // a Playable and what it aims at so far
  /** @type {Map<number, number>} */
  let pairs = new Map(); // attacker: target, or blocker: attacker
  let active = -1; // the attacker or blocker that is being aimed
  /** @type {Set<number>} */
  let picked = new Set(); // cards of the hand to discard or swap
  let question = "";
  /** @type {Map<string, any>} */
  let book = new Map();

  /** @param {number} i */
  function hero(i) {
    const element = h("button", {type: "button", class: "bhero", onclick: () => pressed(seatAt(i))});
    const names = h("p", {class: "small"});
    const graves = h("details", {class: "bgraves small"}, h("summary", {}), names);
    return {element, note: h("p", {class: "bnote muted small figures"}), graves, names};
  }
  const seatAt = (/** @type {number} */ i) => (ctx?.seat === 0 ? [1, 0] : [0, 1])[i];
  const printed = (/** @type {string} */ id) => book.get(id) ?? {name: id, text: "", cost: 0, cardType: "UNIT"};
  const mine = () => ctx !== null && ctx.seat !== null && (view.toAct ?? []).includes(ctx.seat);
  const me = () => (ctx?.seat === null || ctx === null ? null : view.players[ctx.seat]);
  const kind = () => (mine() ? view.asked.kind : "");
  const usable = () => [...(view.pending?.playable ?? []), ...(mine() ? (view.asked.abilities ?? []) : [])];

  /** @param {string} tag @param {Record<string, any>} fields_ */
  async function send(tag, fields_) {
    const answer = await room.play(tag, fields_);
    if (answer.ok) clear();
  }

  async function giveUp() {
    if (await room.ask({title: t("surrender.title"), text: t("surrender.text"), yes: t("surrender"), no: t("surrender.no"), danger: true})) await room.play("surrender");
  }

  function clear() {
    chosen = null;
    pairs = new Map();
    active = -1;
    picked = new Set();
    if (ctx) paint(view, ctx);
  }

  /** The ids that may be chosen next, for what is being aimed. @returns {number[]} */
  function aims() {
    if (kind() === "TARGET") return (view.asked.targets[picked.size] ?? []).filter((/** @type {number} */ one) => !picked.has(one));
    if (chosen) return step() < (chosen.card.targets ?? []).length ? chosen.card.targets[step()] : step() === (chosen.card.targets ?? []).length ? extras() : [];
    if (active >= 0) return (view.asked.aims ?? []).find((/** @type {any} */ one) => one.instanceId === active)?.targets ?? [];
    return [];
  }
  const step = () => chosen.targets.length;
  /** Cards and units a cost asks for besides. */
  function extras() {
    const card = chosen.card;
    const needs = (card.discards ?? 0) + (card.sacrifice?.length ? 1 : 0);
    if (chosen.costs.length >= needs) return [];
    if (card.discards && !chosen.costs.length) return (me()?.hand ?? []).map((/** @type {any} */ one) => one.instanceId).filter((/** @type {number} */ one) => one !== card.instanceId);
    return card.sacrifice ?? [];
  }
  const complete = () => chosen && step() >= (chosen.card.targets ?? []).length && !extras().length;

  /** @param {number} id */
  function pressed(id) {
    if (!ctx?.live || !mine()) return read(id);
    const now = kind();
    if (aims().includes(id)) return aimed(id);
    if (now === "ATTACKS" || now === "BLOCKS") {
      const able = (view.asked.aims ?? []).find((/** @type {any} */ one) => one.instanceId === id);
      if (able) {
        if (pairs.has(id)) {
          pairs.delete(id);
          active = -1;
        } else {
          active = id;
          if (now === "ATTACKS") pairs.set(id, able.targets[0]);
        }
        return paint(view, ctx);
      }
    }
    if (now === "DISCARD" || now === "MULLIGAN") {
      if (picked.has(id)) picked.delete(id);
      else picked.add(id);
      return paint(view, ctx);
    }
    const ways = usable().filter((/** @type {any} */ one) => one.instanceId === id);
    if (!ways.length) return read(id);
    if (chosen?.card.instanceId === id && complete()) return confirm();
    begin(ways[0]);
  }

  /** @param {any} card */
  function begin(card) {
    chosen = {card, targets: [], costs: []};
    active = -1;
    x.value = String(card.xMin ?? 0);
    x.min = String(card.xMin ?? 0);
    x.max = String(card.xMax ?? 0);
    skipImpossible();
    if (ctx) paint(view, ctx);
  }

  /** A target that cannot be chosen at all is left out. */
  function skipImpossible() {
    while (chosen && step() < (chosen.card.targets ?? []).length && !chosen.card.targets[step()].length) chosen.targets.push(-1);
  }

  /** @param {number} id */
  function aimed(id) {
    if (!ctx) return;
    if (kind() === "TARGET") {
      picked.add(id);
      if (picked.size === view.asked.targets.length) return void send("target", {targetIds: [...picked]});
    } else if (chosen) {
      if (step() < (chosen.card.targets ?? []).length) chosen.targets.push(id);
      else chosen.costs.push(id);
      skipImpossible();
      if (complete() && chosen.card.xMax === undefined) return confirm();
    } else {
      if (kind() === "BLOCKS") for (const [one, foe] of pairs) if (foe === id) pairs.delete(one);
      pairs.set(active, id);
      active = -1;
    }
    paint(view, ctx);
  }

  function confirm() {
    const now = kind();
    if (now === "ATTACKS") {
      const attacks = [...pairs].map(([attackerId, target]) => (target < 2 ? {attackerId, targetType: "PLAYER"} : {attackerId, targetType: "CARD", targetCardId: target}));
      return void send("declare_attacks", {attacks});
    }
    if (now === "BLOCKS" && !chosen) return void send("declare_blocks", {blocks: [...pairs].map(([blockerId, attackerId]) => ({blockerId, attackerId}))});
    if (now === "DISCARD") return void send("discard", {cardIds: [...picked]});
    if (now === "MULLIGAN") return void send("mulligan", {cardIds: [...picked]});
    if (now === "TARGET") return void send("target", {targetIds: view.asked.targets.map(() => -1)});
    if (!chosen) return;
    const optional = chosen.card.optional ?? [];
    if (!complete() && optional[step()]) chosen.targets.push(-1);
    if (!complete()) return ctx ? paint(view, ctx) : undefined;
    const fields_ = {cardInstanceId: chosen.card.instanceId, targetIds: chosen.targets, x: chosen.card.xMax === undefined ? 0 : Number(x.value), costIds: chosen.costs};
    if (chosen.card.abilityId === undefined) void send("play_card", fields_);
    else void send("activate_ability", {...fields_, abilityId: chosen.card.abilityId});
  }

  /** What a card says, in the pane. @param {number} id */
  function read(id) {
    if (id < 2 || !view.players) return;
    for (const player of Object.values(view.players)) {
      const one = player.field[id] ?? [...(player.hand ?? []), ...(player.shown ?? []), ...player.graveyard].find((card) => card.instanceId === id);
      if (one) {
        const face = printed(one.cardId);
        pane.textContent = `${face.name}. ${face.text || t("plain")}`;
        return;
      }
    }
  }

  /** @param {number} id @param {any} [card] @returns {string} */
  function mark(id, card) {
    if (!mine()) return "";
    if (aims().includes(id)) return "target";
    if (chosen && (chosen.card.instanceId === id || chosen.targets.includes(id) || chosen.costs.includes(id))) return "chosen";
    if (picked.has(id) || active === id) return "chosen";
    if (pairs.has(id)) return kind() === "ATTACKS" ? "attacks" : "blocks";
    if (kind() === "DISCARD" || kind() === "MULLIGAN") return card === undefined ? "can" : "";
    if (chosen) return "";
    const can = usable().some((/** @type {any} */ one) => one.instanceId === id) || (view.asked.aims ?? []).some((/** @type {any} */ one) => one.instanceId === id);
    return can ? "can" : "";
  }

  /** @param {number} id */
  function title(id) {
    if (id < 2) return ctx ? ctx.name(id) : "";
    for (const player of Object.values(view.players)) {
      const one = player.field[id] ?? player.graveyard.find((/** @type {any} */ card) => card.instanceId === id);
      if (one) return printed(one.cardId).name;
    }
    return "";
  }

  function players() {
    if (!ctx) return;
    for (const i of [0, 1]) {
      const seat = seatAt(i);
      const player = view.players[seat];
      seats[i].data = {
        name: ctx.name(seat),
        you: ctx.you(seat),
        bot: ctx.bot(seat),
        away: ctx.away(seat),
        active: (view.toAct ?? []).includes(seat),
        score: "",
        note: "",
        due: null,
      };
      faces_[i].note.textContent = [t("note", {ce: player.currentCursedEnergy, max: player.maxCursedEnergy, hand: player.handCount, deck: player.deck}), ...conditions(player)].join(" · ");
      faces_[i].graves.hidden = !player.graveyard.length;
      faces_[i].graves.children[0].textContent = t("graveyard", {n: player.graveyard.length});
      faces_[i].names.textContent = room.list(player.graveyard.map((/** @type {any} */ one) => printed(one.cardId).name));
      const can = mine() && aims().includes(seat);
      const button = faces_[i].element;
      button.textContent = t("hp", {n: Math.max(0, player.currentHp)});
      button.className = `bhero ${can ? "target" : ""}`;
      button.setAttribute("aria-label", `${ctx.name(seat)}, ${t("hp", {n: Math.max(0, player.currentHp)})}${can ? `, ${t("mark.target")}` : ""}`);
    }
  }

  /** What has become of a player himself, and what is known of his hand. @param {any} player @returns {string[]} */
  function conditions(player) {
    const said = (player.statusEffects ?? []).map((/** @type {any} */ one) => `${draw.status(one.status)}${one.value ? ` ${one.value}` : ""} (${one.duration})`);
    if (player.damageReduction) said.push(t("note.reduction", {n: player.damageReduction}));
    if (player.shield) said.push(t("note.shield", {n: player.shield}));
    if (!player.hand && player.shown?.length) said.push(t("note.shown", {names: room.list(player.shown.map((/** @type {any} */ one) => printed(one.cardId).name))}));
    return said;
  }

  /** Which turn and phase it is; in a match, how it stands. */
  function clockwork() {
    const said = view.currentTurn ? [t("turn", {n: view.currentTurn}), t(`phase.${view.currentPhase.name}`)] : [];
    if (view.bestOf > 1) said.push(t("match", {n: view.game ?? 1, of: view.bestOf, a: view.players[seatAt(1)].wins ?? 0, b: view.players[seatAt(0)].wins ?? 0}));
    phase.textContent = said.join(" · ");
    phase.hidden = !said.length;
  }

  function rows() {
    const there = new Set();
    const aimed_ = mine() ? aims() : [];
    const found = Object.values(view.players).flatMap((player) => player.graveyard.filter((/** @type {any} */ one) => aimed_.includes(one.instanceId)));
    buried.hidden = !found.length;
    buried.setAttribute("aria-label", t("buried"));
    draw.lay(
      buried,
      found.map((card) => {
        there.add(card.instanceId);
        return draw.draw(card.instanceId, {face: printed(card.cardId), mark: mark(card.instanceId)});
      }),
    );
    for (const i of [0, 1]) {
      const player = view.players[seatAt(i)];
      fields[i].setAttribute("aria-label", t(i ? "field.own" : "field.other"));
      const wanted = Object.values(player.field).map((card) => {
        there.add(card.instanceId);
        return draw.draw(card.instanceId, {face: printed(card.cardId), card, mark: mark(card.instanceId, card), note: noteOf(card)});
      });
      draw.lay(fields[i], wanted);
    }
    const held = me()?.hand ?? [];
    hand.setAttribute("aria-label", t("hand"));
    hand.hidden = !held.length;
    draw.lay(
      hand,
      held.map((/** @type {any} */ card) => {
        there.add(card.instanceId);
        return draw.draw(card.instanceId, {face: printed(card.cardId), mark: mark(card.instanceId)});
      }),
    );
    draw.keep(there);
  }

  /** What a card in play is doing. @param {any} card */
  function noteOf(card) {
    const target = pairs.get(card.instanceId);
    if (target !== undefined && mine()) return t(kind() === "ATTACKS" ? "note.attacks" : "note.blocks", {name: title(target)});
    if (card.host !== undefined) return t("note.on", {name: title(card.host)});
    const fight = view.asked?.kind === "BLOCKS" ? (view.combat ?? []).find((/** @type {any} */ one) => one.attacker === card.instanceId) : null;
    return fight ? t("note.attacks", {name: title(fight.target)}) : "";
  }

  function stack() {
    const items = view.stack ?? [];
    pile.hidden = !items.length;
    pile.setAttribute("aria-label", t("stack"));
    const wanted = items.map((/** @type {any} */ one) => {
      const may = mine() && aims().includes(one.entryId);
      const face = printed(one.cardId);
      const to = (one.targets ?? []).map(title).filter(Boolean);
      const text = `${face.name} (${ctx?.name(one.controller)})${to.length ? ` → ${room.list(to)}` : ""}`;
      return h("li", {}, may ? room.button(text, () => pressed(one.entryId), {class: "target"}) : h("span", {}, text));
    });
    pile.replaceChildren(...wanted.reverse());
  }

  function buttons() {
    const now = kind();
    const live = Boolean(ctx?.live);
    const passes = ["MAIN", "RESPONSE", "ATTACKS", "BLOCKS"].includes(now);
    pass.hidden = !passes;
    pass.textContent = t(now === "ATTACKS" ? "pass.attack" : now === "BLOCKS" ? "pass.block" : now === "MAIN" ? "pass.main" : "pass");
    room.able(pass, live && passes);
    cancel.hidden = !(chosen || pairs.size || active >= 0);
    room.able(cancel, true);
    x.hidden = !chosen || chosen.card.xMax === undefined;
    const [label, ready] = wish(now);
    main.hidden = !label;
    main.textContent = label;
    room.able(main, live && ready);
    surrender.hidden = !me() || view.status === "COMPLETED";
    room.able(surrender, live);
    const needs = chosen || active >= 0 ? prompt() : "";
    hint.hidden = !needs;
    if (hint.textContent !== needs) hint.textContent = needs;
    const ways = chosen ? usable().filter((/** @type {any} */ one) => one.instanceId === chosen.card.instanceId) : [];
    abilities.hidden = ways.length < 2;
    abilities.replaceChildren(...(ways.length < 2 ? [] : ways.map((/** @type {any} */ one, /** @type {number} */ i) => room.button(t("ability", {n: i + 1, ce: one.cost}), () => begin(one)))));
  }

  /** The primary button: what it says and whether it may be pressed. @param {string} now @returns {[string, boolean]} */
  function wish(now) {
    if (chosen) {
      const name = chosen.card.abilityId === undefined ? printedOf(chosen.card.instanceId) : title(chosen.card.instanceId);
      const skip = !complete() && (chosen.card.optional ?? [])[step()];
      return [t(chosen.card.abilityId === undefined ? (skip ? "play.without" : "play") : "use", {name}), Boolean(complete() || skip)];
    }
    if (now === "ATTACKS") return [t("attack", {n: pairs.size}), pairs.size > 0];
    if (now === "BLOCKS" && (view.asked.aims ?? []).length) return [t("block", {n: pairs.size}), pairs.size > 0];
    if (now === "MULLIGAN") return [picked.size ? t("swap", {n: picked.size}) : t("keep"), true];
    if (now === "DISCARD") return [t("discard", {n: view.asked.most}), picked.size === view.asked.most];
    if (now === "TARGET" && (view.asked.optional ?? [])[0]) return [t("target.none"), true];
    return ["", false];
  }
  const printedOf = (/** @type {number} */ id) => printed((me()?.hand ?? []).find((/** @type {any} */ one) => one.instanceId === id)?.cardId ?? "").name;

  /** One sentence: what is asked. */
  function prompt() {
    if (!ctx) return "";
    if (view.winnerId !== undefined) return view.winnerId === "draw" ? t(`draw.${view.reason}`) : `${t(ctx.you(view.winnerId) ? "won" : "lost", {name: ctx.name(view.winnerId)})} ${t(`end.${view.winCondition}`)}`;
    if (!mine()) return t("wait", {name: room.list((view.toAct ?? []).map((/** @type {number} */ seat) => ctx?.name(seat) ?? ""))});
    if (chosen && !complete()) return t(step() < (chosen.card.targets ?? []).length ? "prompt.aim" : "prompt.pay");
    if (kind() === "TARGET") return t("prompt.TARGET", {card: printed(view.asked.source).name});
    if (active >= 0) return t(kind() === "ATTACKS" ? "prompt.at" : "prompt.stop");
    return t(`prompt.${kind()}`, {n: view.asked.most ?? 0});
  }

  /** @param {View} view_ @param {Ctx} ctx_ */
  function paint(view_, ctx_) {
    view = view_;
    ctx = ctx_;
    const asks = JSON.stringify([view.asked?.kind, view.asked?.source, view.toAct, view.currentTurn, view.currentPhase?.name, (view.stack ?? []).length]);
    if (asks !== question) {
      question = asks;
      chosen = null;
      pairs = new Map();
      active = -1;
      picked = new Set();
    }
    if (chosen && !usable().some((/** @type {any} */ one) => one.instanceId === chosen.card.instanceId)) chosen = null;
    players();
    clockwork();
    rows();
    stack();
    buttons();
    list.show(view, mine(), ctx.live, me());
    element.dataset.phase = view.currentPhase.name;
    if (!pane.textContent) pane.textContent = t("pane");
  }

  /** @param {View} view_ @param {Ctx} ctx_ @returns {HTMLElement | null} */
  function focus(view_, ctx_) {
    if (!list.element.hidden) return list.focus();
    const able = element.querySelector(".bcard.target, .bhero.target, .bhand .bcard.can, .bfield .bcard.can");
    return /** @type {HTMLElement | null} */ (able ?? (pass.hidden ? main : pass));
  }

  const tell = teller(room, (id) => printed(id).name);
  return {
    element,
    keys: [
      {key: "p", label: t("pass"), run: () => void (!pass.hidden && pass.click())},
      {key: "a", label: t("key.attack"), run: () => everyone()},
      {key: "s", label: t("surrender"), run: () => void (!surrender.hidden && surrender.click())},
    ],
    update(view_, facts, ctx_) {
      if (view_.cards) book = new Map(view_.cards.map((/** @type {any} */ one) => [one.cardId, one]));
      paint(view_, ctx_);
      if (facts.some((one) => one.type === "CARD_PLAYED")) room.sound("card");
      const yours = mine();
      const due = ctx_.seat !== null && yours ? ctx_.due(ctx_.seat) : ctx_.due();
      return {prompt: prompt(), yours, focus: yours ? focus(view_, ctx_) : null, clock: {due}, over: view_.winnerId !== undefined};
    },
    tell: (fact, ctx_) => tell(fact, ctx_),
  };

  /** Every unit that can attack attacks what comes first. */
  function everyone() {
    if (kind() !== "ATTACKS" || !ctx) return;
    for (const one of view.asked.aims ?? []) pairs.set(one.instanceId, one.targets[0]);
    paint(view, ctx);
  }
}
