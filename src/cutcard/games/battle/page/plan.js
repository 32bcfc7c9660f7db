// What the one large button would do now, and the one beside it: said so that nobody needs to know a rule.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./forecast.js").Prospect} Prospect */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {"confirm" | "pass" | "end" | "everyone" | "cancel" | ""} Deed */
/** @typedef {{label: string, why: string, deed: Deed, ready: boolean, second: string, other: Deed}} Plan */

const PANELS = ["DECK", "SIDEBOARD", "CHOOSE", "SCRY", "SEARCH"]; // these bring buttons of their own

/** @param {Room} room @param {Scene} scene @param {Choice} choice */
export function plans(room, scene, choice) {
  const {t} = room;
  /** @param {string} label @param {Deed} deed @param {Partial<Plan>} [more] @returns {Plan} */
  const plan = (label, deed, more) => ({label, why: "", deed, ready: true, second: "", other: "", ...more});

  /** What a player's HP comes to. @param {Prospect | null} fight */
  function comesTo(fight) {
    if (!fight?.taken || !scene.ctx) return "";
    const {defender, left, most} = fight;
    const [from, to] = [scene.view.players[defender].currentHp, Math.max(0, left)];
    const you = scene.ctx.you(defender);
    if (left <= 0 && !most) return t(you ? "fall.you" : "fall.other", {name: scene.ctx.name(defender)});
    return t(you ? (most ? "goes.you.most" : "goes.you") : most ? "goes.other.most" : "goes.other", {name: scene.ctx.name(defender), from, to});
  }

  /** @param {any} chosen @returns {Plan} */
  function playing(chosen) {
    const {instanceId, abilityId, cost} = chosen.card;
    const name = abilityId === undefined ? scene.heldName(instanceId) : scene.title(instanceId);
    const energy = scene.me()?.currentCursedEnergy ?? 0;
    const ready = choice.complete || choice.optional;
    const why = ready ? t("pays", {n: cost, left: energy}) : t(choice.step < choice.wanted ? "prompt.aim" : "prompt.pay");
    return plan(t(abilityId !== undefined ? "use" : choice.optional ? "play.without" : "play", {name}), "confirm", {ready, why, second: t("cancel"), other: "cancel"});
  }

  /** @param {Prospect | null} fight @returns {Plan} */
  function attacking(fight) {
    const n = choice.pairs.size;
    const skip = {second: t("pass.attack"), other: /** @type {Deed} */ ("pass")};
    if (n) return plan(t("attack", {n}), "confirm", {why: comesTo(fight) || t("attack.why"), ...skip});
    return plan(t("attack.all", {n: (scene.view.asked.aims ?? []).length}), "everyone", {why: t("attack.pick"), ...skip});
  }

  /** @param {Prospect | null} fight @returns {Plan} */
  function blocking(fight) {
    const n = choice.pairs.size;
    const taken = fight?.taken ?? 0;
    const why = comesTo(fight) || t("unhurt");
    if (n) return plan(taken ? t("block.take", {n, taken}) : t("block", {n}), "confirm", {why, second: t("block.clear"), other: "cancel"});
    return plan(taken ? t("noBlock.take", {taken}) : t("pass.block"), "pass", {why});
  }

  /** @returns {Plan} */
  function responding() {
    const top = scene.top();
    if (!top) return plan(t("goOn"), "pass", {why: t("goOn.why")});
    return plan(t("let"), "pass", {why: scene.printed(top.cardId).name});
  }

  /** @returns {Plan} */
  function main() {
    const n = scene.view.asked.ready ?? 0;
    if (n) return plan(t("toBattle"), "pass", {why: t("canAttack", {n}), second: t("endTurn"), other: "end"});
    return plan(t("endTurn"), "end", {why: t("endTurn.why")});
  }

  /** @param {Prospect | null} fight @returns {Plan | null} nothing: there is no such button now */
  return (fight) => {
    const now = scene.kind();
    const {asked} = scene.view;
    if (!scene.me() || scene.view.status === "COMPLETED" || PANELS.includes(now)) return null;
    if (!now) return plan(t("wait.short"), "", {ready: false, why: ""});
    if (choice.chosen) return playing(choice.chosen);
    switch (now) {
      case "ATTACKS":
        return attacking(fight);
      case "BLOCKS":
        return blocking(fight);
      case "RESPONSE":
        return responding();
      case "MAIN":
        return main();
      case "MULLIGAN":
        return choice.picked.size ? plan(t("swap", {n: choice.picked.size}), "confirm", {why: t("swap.why")}) : plan(t("keep"), "confirm", {why: t("keep.why")});
      case "DISCARD":
        return plan(t("discard", {n: asked.most}), "confirm", {ready: choice.picked.size === asked.most, why: t("discard.why", {n: choice.picked.size, of: asked.most})});
      case "TARGET":
        return (asked.optional ?? [])[0] ? plan(t("target.none"), "confirm", {why: scene.printed(asked.source).name}) : plan(t("prompt.aim"), "", {ready: false, why: scene.printed(asked.source).name});
      default:
        return plan(t("pass"), "pass");
    }
  };
}
