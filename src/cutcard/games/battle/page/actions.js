// Battle's buttons: what has been chosen is confirmed, passed or taken back here, and said in one sentence.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./scene.js").Scene} Scene */

const PASSES = ["MAIN", "RESPONSE", "ATTACKS", "BLOCKS"]; // what may be passed

/**
 * @param {Room} room @param {Scene} scene @param {Choice} choice
 * @param {{confirm: () => void, pass: () => void, cancel: () => void, begin: (card: any) => void}} run
 */
export function actions(room, scene, choice, run) {
  const {h, t} = room;
  const main = room.button("", run.confirm, {class: "primary"});
  const pass = room.button(t("pass"), run.pass);
  const cancel = room.button(t("cancel"), run.cancel);
  const x = h("input", {type: "number", class: "bx", min: 0, "aria-label": t("x")});
  const surrender = room.button(t("surrender"), () => void giveUp(), {class: "quiet danger"});
  const abilities = h("div", {class: "babilities"});
  const hint = h("p", {class: "bhint", role: "status"}); // what the choice one has begun still needs
  /** @type {any} */
  let priced = null; // the choice that x was set for

  async function giveUp() {
    if (await room.ask({title: t("surrender.title"), text: t("surrender.text"), yes: t("surrender"), no: t("surrender.no"), danger: true})) await room.play("surrender");
  }

  /** The primary button: what it says and whether it may be pressed. @param {string} now @returns {[string, boolean]} */
  function wish(now) {
    const {chosen, pairs, picked} = choice;
    const {asked} = scene.view;
    if (chosen) {
      const {instanceId, abilityId} = chosen.card;
      if (abilityId !== undefined) return [t("use", {name: scene.title(instanceId)}), choice.complete || choice.optional];
      return [t(choice.optional ? "play.without" : "play", {name: scene.heldName(instanceId)}), choice.complete || choice.optional];
    }
    if (now === "ATTACKS") return [t("attack", {n: pairs.size}), pairs.size > 0];
    if (now === "BLOCKS" && (asked.aims ?? []).length) return [t("block", {n: pairs.size}), pairs.size > 0];
    if (now === "MULLIGAN") return [picked.size ? t("swap", {n: picked.size}) : t("keep"), true];
    if (now === "DISCARD") return [t("discard", {n: asked.most}), picked.size === asked.most];
    if (now === "TARGET" && (asked.optional ?? [])[0]) return [t("target.none"), true];
    return ["", false];
  }

  /** One sentence: what is asked. */
  function prompt() {
    const {view, ctx} = scene;
    if (!ctx) return "";
    if (view.winnerId === "draw") return t(`draw.${view.reason}`);
    if (view.winnerId !== undefined) return `${t(ctx.you(view.winnerId) ? "won" : "lost", {name: ctx.name(view.winnerId)})} ${t(`end.${view.winCondition}`)}`;
    if (!scene.mine()) return t("wait", {name: room.list((view.toAct ?? []).map((/** @type {number} */ seat) => ctx.name(seat)))});
    if (choice.chosen && !choice.complete) return t(choice.step < choice.wanted ? "prompt.aim" : "prompt.pay");
    const now = scene.kind();
    if (now === "TARGET") return t("prompt.TARGET", {card: scene.printed(view.asked.source).name});
    if (choice.active >= 0) return t(now === "ATTACKS" ? "prompt.at" : "prompt.stop");
    return t(`prompt.${now}`, {n: view.asked.most ?? 0});
  }

  /** What is to be paid for X. */
  function price() {
    const card = choice.chosen?.card;
    x.hidden = card?.xMax === undefined;
    if (choice.chosen === priced) return;
    priced = choice.chosen;
    x.value = x.min = String(card?.xMin ?? 0);
    x.max = String(card?.xMax ?? 0);
  }

  /** Where a card can be used in several ways: which one. */
  function ways() {
    const some = choice.chosen ? scene.ways(choice.chosen.card.instanceId) : [];
    abilities.hidden = some.length < 2;
    abilities.replaceChildren(...(some.length < 2 ? [] : some.map((one, i) => room.button(t("ability", {n: i + 1, ce: one.cost}), () => run.begin(one)))));
  }

  return {
    element: h("div", {class: "actions"}, x, main, pass, cancel, surrender),
    abilities,
    hint,
    prompt,
    x: () => Number(x.value),
    press: (/** @type {"pass" | "surrender"} */ which) => {
      const button = which === "pass" ? pass : surrender;
      if (!button.hidden) button.click();
    },
    focus: () => (pass.hidden ? main : pass),
    paint() {
      const now = scene.kind();
      const live = Boolean(scene.ctx?.live);
      const passes = PASSES.includes(now);
      pass.hidden = !passes;
      pass.textContent = t(now === "ATTACKS" ? "pass.attack" : now === "BLOCKS" ? "pass.block" : now === "MAIN" ? "pass.main" : "pass");
      room.able(pass, live && passes);
      cancel.hidden = !choice.begun;
      room.able(cancel, true);
      price();
      const [label, ready] = wish(now);
      main.hidden = !label;
      main.textContent = label;
      room.able(main, live && ready);
      surrender.hidden = !scene.me() || scene.view.status === "COMPLETED";
      room.able(surrender, live);
      const needs = choice.chosen || choice.active >= 0 ? prompt() : "";
      hint.hidden = !needs;
      if (hint.textContent !== needs) hint.textContent = needs;
      ways();
    },
  };
}
