// The rail on wide screens: the card under the pointer or the focus, whole, with what its keywords mean; while
// something waits on the stack, that.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Room} room @param {Scene} scene @param {import("./card.js").Faces} faces @param {{element: HTMLElement, paint: () => boolean}} stack */
export function reading(room, scene, faces, stack) {
  const {h, t} = room;
  const card = h("div", {class: "bread"}, h("p", {class: "bsmall"}, t("pane")));
  const element = h("div", {class: "game-battle breading"}, card, stack.element);
  let at = -1;
  let shown = "";

  function draw() {
    const one = at < 2 ? null : scene.find(at, true);
    if (!one) return;
    const [face, now] = [scene.printed(one.cardId), scene.inPlay(at)];
    const key = JSON.stringify([face.name, now]);
    if (key === shown) return;
    shown = key;
    card.replaceChildren(faces.face("full", {face, card: now}), faces.why(face, now));
  }

  return {
    element,
    /** @param {number} id */
    read(id) {
      at = id;
      draw();
    },
    /** The card that was read last, or the first of the hand. */
    last: () => (at >= 2 && scene.find(at, true) ? at : (scene.me()?.hand?.[0]?.instanceId ?? Object.values(scene.view.players ?? {}).flatMap((one) => Object.values(one.field))[0]?.instanceId ?? -1)),
    paint() {
      const waits = stack.paint();
      card.hidden = waits;
      draw();
    },
  };
}
