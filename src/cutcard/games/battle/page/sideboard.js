// Between two games of a match: as many cards in as out; both lists in sight.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */

const MOST = 10; // cards a sideboard holds

/** @param {Room} room @param {Scene} scene @param {import("./card.js").Faces} faces @param {import("./glyphs.js").Glyphs} signs */
export function sideboard(room, scene, faces, signs) {
  const {h, t} = room;
  const element = h("section", {class: "bswaps", hidden: true});
  let shown = "";
  /** @type {string[]} */
  let out = [];
  /** @type {string[]} */
  let into = [];

  const times = (/** @type {string[]} */ some, /** @type {string} */ id) => some.filter((one) => one === id).length;

  /** How many of a card are in a list after the swaps so far. @param {any[]} lines @param {string[]} less @param {string[]} more @returns {[string, number][]} */
  function after(lines, less, more) {
    /** @type {Map<string, number>} */
    const now = new Map(lines.map((one) => [one.cardId, one.count]));
    for (const id of [...less, ...more]) now.set(id, (lines.find((one) => one.cardId === id)?.count ?? 0) - times(less, id) + times(more, id));
    return [...now].filter(([, n]) => n > 0).sort((a, b) => scene.printed(a[0]).cost - scene.printed(b[0]).cost);
  }

  /** A card goes to the other list; back, where it came from there. @param {string} id @param {string[]} back @param {string[]} forth */
  function move(id, back, forth) {
    const at = back.indexOf(id);
    if (at >= 0) back.splice(at, 1);
    else if (forth.length < MOST) forth.push(id);
    draw();
  }

  /** @param {string} title @param {[string, number][]} lines @param {string[]} came @param {string} sign @param {string} label @param {(id: string) => void} act */
  function column(title, lines, came, sign, label, act) {
    const total = lines.reduce((sum, [, n]) => sum + n, 0);
    const each = lines.map(([id, n]) => {
      const face = scene.printed(id);
      return h("li", {class: "bline"}, h("span", {class: "blinecost figures"}, faces.cost(face)), h("span", {class: "bmini"}, faces.art(face)), h("span", {class: "cut"}, face.name), came.includes(id) ? h("span", {class: "bmoved"}, t("side.new")) : null, h("b", {class: "figures"}, `×${n}`), signs.key(sign, `${label}: ${face.name}`, () => act(id)));
    });
    return h("section", {class: "bswapcol", "aria-label": title}, h("div", {class: "brow"}, h("h3", {}, title), h("b", {class: "bcount figures"}, String(total))), h("ul", {class: "blines", tabIndex: 0, role: "list"}, ...each));
  }

  function draw() {
    const me = scene.me();
    if (!me) return;
    const at = [...element.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
    const even = out.length === into.length;
    const go = room.button(even ? (out.length ? t("side.done", {n: out.length}) : t("side.keep")) : t("side.uneven", {out: out.length, into: into.length}), () => void room.play("sideboard", {out, into}), {class: "primary bgo"});
    const undo = room.button(t("side.undo"), () => {
      [out, into] = [[], []];
      draw();
    }, {class: "soft"});
    room.able(go, even && Boolean(scene.ctx?.live));
    room.able(undo, out.length + into.length > 0);
    element.replaceChildren(
      h("h2", {}, t("side.title", {n: scene.view.game ?? 1})),
      h("p", {class: "bsmall"}, t("side.about")),
      h("div", {class: "bswapcols"}, column(t("side.deck"), after(me.deckList ?? [], out, into), into, "minus", t("side.out"), (id) => move(id, into, out)), column(t("side.board"), after(me.sideboard ?? [], into, out), out, "plus", t("side.into"), (id) => move(id, out, into))),
      h("div", {class: "brow"}, undo, go),
    );
    if (at >= 0) /** @type {HTMLElement | undefined} */ ([...element.querySelectorAll("button")][at])?.focus();
  }

  return {
    element,
    paint() {
      const key = scene.kind() === "SIDEBOARD" ? `${scene.view.game} ${scene.ctx?.live}` : "";
      if (key !== shown) {
        if (!shown || !key) [out, into] = [[], []];
        shown = key;
        if (key) draw();
        else element.replaceChildren();
      }
      element.hidden = !key;
    },
    focus: () => /** @type {HTMLElement | null} */ (element.hidden ? null : element.querySelector(".bgo")),
  };
}
