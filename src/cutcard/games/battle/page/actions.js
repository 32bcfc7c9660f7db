// Battle's keys: the one large button, the one beside it, and the rest, which a phone has behind "more". They
// stand where they stood a move ago.

import {plans} from "./plan.js";

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./forecast.js").Prospect} Prospect */
/** @typedef {import("./plan.js").Deed} Deed */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @param {Room} room @param {Scene} scene @param {Choice} choice @param {import("./glyphs.js").Glyphs} signs
 * @param {{deed: (which: Deed) => void, read: () => void, menu: () => void, auto: import("./auto.js").Auto}} run
 */
export function actions(room, scene, choice, signs, run) {
  const {h, t} = room;
  const planned = plans(room, scene, choice);
  const [label, why] = [h("b", {}), h("span", {class: "bgo-why"})];
  /** @type {import("./plan.js").Plan | null} */
  let now = null;
  const main = room.button("", () => run.deed(now?.deed ?? ""), {class: "primary bgo"});
  main.append(h("span", {}, label, why));
  const second = room.button("", () => run.deed(now?.other ?? ""), {class: "soft bsecond"});
  const undo = signs.key("undo", t("cancel"), () => run.deed("cancel"), "bdesk");
  const read = signs.key("search", t("read"), run.read, "beye");
  const surrender = signs.key("flag", t("surrender"), () => void giveUp(), "bdesk");
  const more = signs.key("more", t("more"), run.menu);
  const check = h("input", {type: "checkbox", onchange: () => run.auto.set(check.checked)});
  const auto = h("label", {class: "bcheck bdesk"}, check, h("span", {}, t("auto")));
  const element = h("div", {class: "bact"}, main, h("div", {class: "bkeys"}, second, undo, read, surrender, more), auto);

  async function giveUp() {
    if (await room.ask({title: t("surrender.title"), text: t("surrender.text"), yes: t("surrender"), no: t("surrender.no"), danger: true})) await room.play("surrender");
  }

  /** One sentence: what is asked. @param {import("../../../web/contract.js").Result | undefined} end */
  function prompt(end) {
    const {view, ctx} = scene;
    if (!ctx) return "";
    if (end) return view.winnerId === "draw" ? (end.why ?? "") : t("finish.line", {head: end.head, why: end.why});
    if (!scene.mine()) return t("wait", {name: room.list((view.toAct ?? []).map((/** @type {number} */ seat) => ctx.name(seat)))});
    if (choice.chosen && !choice.complete) return t(choice.step < choice.wanted ? "prompt.aimFor" : "prompt.pay", {card: choice.chosen.card.abilityId === undefined ? scene.heldName(choice.chosen.card.instanceId) : scene.title(choice.chosen.card.instanceId)});
    const kind = scene.kind();
    if (kind === "TARGET") return t("prompt.TARGET", {card: scene.printed(view.asked.source).name});
    if (choice.active >= 0) return t(kind === "ATTACKS" ? "prompt.at" : "prompt.stop", {name: scene.title(choice.active)});
    const top = scene.top();
    if (kind === "RESPONSE" && top) return t(top.source === undefined ? "prompt.answer" : "prompt.answerIt", {name: ctx.name(top.controller), card: scene.printed(top.cardId).name});
    if (kind === "MAIN" && !view.asked.ready && !scene.usable().length) return t("prompt.end");
    return t(`prompt.${kind}`, {n: view.asked.most ?? 0});
  }

  return {
    element,
    prompt,
    giveUp: () => void giveUp(),
    focus: () => (main.hidden ? null : main),
    /** @param {Prospect | null} fight */
    paint(fight) {
      const live = Boolean(scene.ctx?.live);
      now = planned(fight);
      main.hidden = !now;
      label.textContent = run.auto.held ? t("passing") : (now?.label ?? "");
      why.textContent = now?.why ?? "";
      room.able(main, live && Boolean(now?.ready) && !run.auto.held);
      second.hidden = !now?.second;
      second.textContent = now?.second ?? "";
      room.able(second, live);
      undo.hidden = !choice.begun || now?.other === "cancel";
      const over = !scene.me() || scene.view.status === "COMPLETED";
      surrender.hidden = over;
      room.able(surrender, live);
      read.hidden = !scene.view.currentTurn;
      more.hidden = !scene.me();
      auto.hidden = over;
      check.checked = run.auto.on;
    },
  };
}
