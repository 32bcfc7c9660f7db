// A player's strip: name, energy, HP (where they are aimed at themselves), what has become of them, hand, deck and
// graveyard.

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./scene.js").Scene} Scene */

const CRYSTALS = 10;
const LOW = 6; // HP at which it gets dangerous

/**
 * @param {Room} room @param {Scene} scene @param {{faces: import("./card.js").Faces, signs: import("./glyphs.js").Glyphs}} draws
 * @param {{press: () => void, graves: () => void, own: boolean}} run
 */
export function player(room, scene, {faces, signs}, {press, graves, own}) {
  const {h, t} = room;
  const badge = h("span", {class: "bface", "aria-hidden": "true"});
  const name = h("span", {class: "bwho cut"});
  const bot = h("span", {class: "bbot", title: t("bot"), hidden: true}, signs.icon("bot"));
  const gems = Array.from({length: CRYSTALS}, () => h("span", {}));
  const amount = h("b", {class: "figures", "aria-hidden": "true"});
  const crystals = h("span", {class: "bcrystals", role: "img"}, ...gems, amount);
  const figure = h("b", {class: "figures"});
  const coming = h("span", {class: "bcoming figures", hidden: true});
  const hero = h("button", {type: "button", class: "bhero", onclick: press}, signs.sign("hp"), figure, coming);
  const fate = h("span", {class: "bfate", hidden: true});
  const backs = h("span", {class: "bbacks", role: "img"});
  const deck = h("span", {class: "bpile deck", role: "img"}, h("span", {class: "bpiletop"}, signs.back()), h("b", {class: "figures", "aria-hidden": "true"}));
  const top = h("span", {class: "bpiletop"});
  const count = h("b", {class: "figures", "aria-hidden": "true"});
  const grave = h("button", {type: "button", class: "bpile grave", onclick: graves}, top, count);

  const namesOf = (/** @type {any[]} */ some) => room.list(some.map((one) => scene.printed(one.cardId).name));

  /** What has become of a player, and what is known of their hand. @param {any} who @returns {string[]} */
  function conditions(who) {
    const said = (who.statusEffects ?? []).map((/** @type {any} */ one) => `${faces.status(one.status)}${one.value ? ` ${one.value}` : ""} (${t("turns", {n: one.duration})})`);
    if (who.damageReduction) said.push(t("note.reduction", {n: who.damageReduction}));
    if (who.shield) said.push(t("note.shield", {n: who.shield}));
    if (!who.hand && who.shown?.length) said.push(t("note.shown", {names: namesOf(who.shown)}));
    return said;
  }

  /** @param {number} n cards the other holds */
  function holds(n) {
    if (backs.childElementCount !== n + 1) backs.replaceChildren(...Array.from({length: n}, signs.back), h("b", {class: "figures", "aria-hidden": "true"}, String(n)));
    backs.setAttribute("aria-label", t("holds", {n}));
  }

  /** @param {any[]} cards */
  function buried(cards) {
    const last = cards.at(-1)?.cardId ?? "";
    if (top.dataset.card !== last) {
      top.dataset.card = last;
      top.replaceChildren(...(last ? [faces.art(scene.printed(last))] : []));
    }
    count.textContent = String(cards.length);
    const said = t("graveyard.look", {n: cards.length});
    grave.title = said;
    grave.setAttribute("aria-label", said);
  }

  return {
    element: h("div", {class: `bstrip ${own ? "own" : "foe"}`}, badge, h("span", {class: "babout"}, h("span", {class: "bnamed"}, name, bot), crystals), hero, fate, h("span", {class: "bgap"}), own ? null : backs, deck, grave),
    hero,
    piles: {deck, grave, backs: own ? deck : backs},
    /** @param {number} seat @param {Ctx} ctx @param {number[]} aims @param {import("./forecast.js").Prospect | null} fight */
    paint(seat, ctx, aims, fight) {
      const who = scene.view.players[seat];
      const active = (scene.view.toAct ?? []).includes(seat);
      const arms = ctx.face(seat);
      if (!arms.isEqualNode(badge.firstChild)) badge.replaceChildren(arms);
      badge.classList.toggle("on", active);
      name.textContent = ctx.you(seat) ? t("you") : ctx.name(seat);
      name.title = ctx.name(seat);
      bot.hidden = !ctx.bot(seat);
      name.classList.toggle("on", active);
      const [ce, max] = [who.currentCursedEnergy, who.maxCursedEnergy];
      gems.forEach((one, i) => (one.className = i < ce ? "full" : i < max ? "spent" : "none"));
      amount.textContent = `${ce}/${max}`;
      crystals.title = t("energy.why");
      crystals.setAttribute("aria-label", t("energy", {ce, max}));
      const can = aims.includes(seat);
      const hp = Math.max(0, who.currentHp);
      figure.textContent = String(hp);
      const taken = fight?.defender === seat ? fight.taken : 0;
      coming.hidden = !taken;
      coming.textContent = `−${taken}`;
      hero.className = `bhero ${can ? "target" : ""} ${hp <= LOW ? "low" : ""}`;
      hero.title = t("hp", {n: hp});
      hero.setAttribute("aria-label", [ctx.name(seat), t("hp", {n: hp}), taken ? t("coming", {n: taken}) : "", can ? t("mark.target") : ""].filter(Boolean).join(", "));
      const said = conditions(who);
      if (ctx.away(seat)) said.unshift(t("away"));
      fate.hidden = !said.length;
      fate.textContent = said.join(" · ");
      fate.title = fate.textContent ?? "";
      holds(who.handCount);
      deck.title = t("deck.left", {n: who.deck});
      deck.setAttribute("aria-label", deck.title);
      deck.lastElementChild.textContent = String(who.deck);
      buried(who.graveyard);
    },
  };
}
