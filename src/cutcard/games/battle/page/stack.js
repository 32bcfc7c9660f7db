// The card one answers, large, what it aims at beside it, and what waits under it, in order. On wide screens it
// stands in the rail, on narrow ones over the fields, where an eye lifts it.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./card.js").Faces} Faces */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Room} room @param {Scene} scene @param {Choice} choice @param {Faces} faces @param {import("./glyphs.js").Glyphs} signs @param {(id: number) => void} press */
export function stackPanel(room, scene, choice, faces, signs, press) {
  const {h, svg, t} = room;
  const body = h("div", {class: "bstack-body"});
  const title = h("h2", {class: "bstack-title"});
  const peek = signs.key("eye", t("peek"), () => lift(!element.classList.contains("peek")), "bpeek");
  const element = h("section", {class: "bstack", hidden: true}, h("div", {class: "bstack-head"}, title, peek), body);
  let shown = "";

  /** Out of the way, or back. @param {boolean} yes */
  function lift(yes) {
    element.classList.toggle("peek", yes);
    peek.setAttribute("aria-pressed", String(yes));
  }

  /** What an entry aims at, as it is seen. @param {any} one */
  function aimed(one) {
    return (one.targets ?? []).filter((/** @type {number} */ id) => id >= 0).map((/** @type {number} */ id) => {
      const card = id < 2 ? null : (scene.find(id) ?? (scene.view.stack ?? []).find((/** @type {any} */ each) => each.entryId === id));
      return card ? faces.face("field", {face: scene.printed(card.cardId), card: card.maxHp === undefined ? undefined : card}) : h("span", {class: "baimed"}, signs.sign("hp"), id < 2 && scene.ctx?.you(id) ? t("you") : scene.title(id));
    });
  }

  /** @param {any} one @param {HTMLElement} inner */
  function aimable(one, inner) {
    if (!scene.mine() || !choice.aims().includes(one.entryId)) return inner;
    const button = room.button("", () => press(one.entryId), {class: "bentry target", "aria-label": `${scene.printed(one.cardId).name}, ${t("mark.target")}`});
    button.append(inner);
    return button;
  }

  /** What resolves after it, in order. @param {any[]} rest */
  const waiting = (rest) => rest.map((one, i) => h("li", {}, aimable(one, h("span", {class: "bwaits"}, h("b", {class: "bnumber figures"}, String(i + 2)), h("span", {class: "bmini"}, faces.art(scene.printed(one.cardId))), h("span", {}, h("b", {}, scene.printed(one.cardId).name), h("span", {class: "bsmall"}, [scene.ctx?.name(one.controller), room.list((one.targets ?? []).map((/** @type {number} */ id) => scene.title(id)).filter(Boolean))].filter(Boolean).join(" → ")))))));

  return {
    element,
    /** There is something on the stack. */
    paint() {
      const stack = scene.view.stack ?? [];
      const top = scene.top();
      const key = top ? JSON.stringify([stack, scene.mine() && choice.aims().filter((id) => stack.some((/** @type {any} */ one) => one.entryId === id)), scene.usable().map((one) => one.instanceId)]) : "";
      element.hidden = !top;
      if (key !== shown) {
        shown = key;
        if (top) draw(top, stack.filter((/** @type {any} */ one) => one !== top).reverse());
        else lift(false);
      }
      if (choice.chosen) lift(!choice.aims().some((id) => stack.some((/** @type {any} */ one) => one.entryId === id)));
      return Boolean(top);
    },
  };

  /** @param {any} top @param {any[]} rest */
  function draw(top, rest) {
    const {ctx} = scene;
    const to = aimed(top);
    const answers = [...new Set(scene.usable().map((one) => scene.heldName(one.instanceId) || scene.title(one.instanceId)))].filter(Boolean);
    element.setAttribute("aria-label", t("stack"));
    title.textContent = rest.length ? t("stack.many", {n: rest.length + 1}) : t(top.source === undefined ? "stack.one" : "stack.does", {name: ctx?.name(top.controller), you: ctx?.you(top.controller), card: scene.printed(top.cardId).name});
    const arrow = svg("svg", {class: "baims", viewBox: "0 0 60 24", "aria-hidden": "true"}, svg("path", {d: "M2 12H48M40 4 50 12 40 20"}));
    const parts = [h("div", {class: "bstack-row"}, aimable(top, faces.face("full", {face: scene.printed(top.cardId)})), ...(to.length ? [arrow, h("div", {class: "baimbox"}, ...to)] : []))];
    if (top.x) parts.push(h("p", {class: "bsmall"}, t("stack.x", {n: top.x})));
    if (rest.length) parts.push(h("ol", {class: "bwaiting", "aria-label": t("stack.after")}, ...waiting(rest)));
    if (scene.kind() === "RESPONSE") parts.push(h("p", {class: "bcan"}, signs.icon("bolt"), answers.length ? t("answers", {names: room.list(answers)}) : t("answers.none")));
    body.replaceChildren(...parts);
  }
}
