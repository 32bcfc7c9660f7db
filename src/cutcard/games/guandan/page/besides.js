// What can be done besides playing: let the table play, give the match up together with one's partner,
// take the place of who is gone, want them sent away. A phone keeps these and the hand's tools behind one key.

import {icon} from "../../../web/dom.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** What the desk shows in a row lies on a phone in a sheet from below. @param {Room} room @param {HTMLElement[]} tools */
export function drawer(room, tools) {
  const {h, t} = room;
  const key = room.button("", () => open(!element.classList.contains("open")), {class: "icon soft more-key", title: t("more"), "aria-label": t("more"), "aria-expanded": "false"});
  key.append(icon("more"));
  const element = h("div", {class: "tools"}, ...tools);

  /** @param {boolean} yes */
  function open(yes) {
    element.classList.toggle("open", yes);
    key.setAttribute("aria-expanded", String(yes));
    if (yes) /** @type {HTMLElement | null} */ (element.querySelector("button:not([hidden])"))?.focus();
  }
  element.addEventListener("click", (/** @type {MouseEvent} */ event) => /** @type {Element} */ (event.target).closest("button") && open(false));
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && element.classList.contains("open") && (open(false), key.focus()));
  return {element, key};
}

/** @param {Room} room */
export function besides(room) {
  const {h, t} = room;
  /** @type {View} */
  let view = {};
  /** @type {number | null} */
  let seat = null;
  const auto = room.button(t("auto"), () => void room.play(seat !== null && view.players[seat].auto ? "back" : "auto"), {class: "quiet"});
  const concede = room.button(t("concede"), () => void giveUp(), {class: "quiet"});

  /** It is asked once: a match is much to lose by a slip. */
  async function giveUp() {
    if (wishes(seat)) await room.play("play_on");
    else if (await room.ask({title: t("concede.title"), text: t("concede.text"), yes: t("concede"), no: t("concede.no"), danger: true})) await room.play("concede");
  }

  /** Whether somebody of one's team would give up. @param {number | null} who */
  const wishes = (who) => who !== null && Boolean(view.conceding?.includes(who));

  const others = h("span", {class: "others"});
  /** @type {Set<number>} */
  const voted = new Set();
  /** Of who is gone: a player may want them away, who watches may take their place. @param {Ctx} ctx @param {number} who */
  function about(ctx, who) {
    const name = ctx.name(who);
    if (ctx.seat === null) return room.button(t("substitute", {name}), () => void room.substitute(who), {class: "quiet"});
    const wants = voted.has(who);
    const vote = async () => {
      const answer = await room.vote(who, !wants);
      if (answer.ok) voted[wants ? "delete" : "add"](who);
      room.redraw();
    };
    return room.button(t(wants ? "vote.not" : "vote", {name}), () => void vote(), {class: "quiet"});
  }

  return {
    auto,
    concede,
    others,
    /** @param {View} shown @param {Ctx} ctx */
    show(shown, ctx) {
      [view, seat] = [shown, ctx.seat];
      const on = seat !== null && Boolean(view.players?.[seat]?.auto);
      auto.hidden = seat === null || view.phase === "over";
      auto.textContent = t(on ? "auto.off" : "auto");
      auto.setAttribute("aria-pressed", String(on));
      concede.hidden = seat === null || ["deal", "settle", "over"].includes(view.phase);
      concede.textContent = t(wishes(seat) ? "concede.not" : view.conceding ? "concede.agree" : "concede");
      const gone = [0, 1, 2, 3].filter((who) => who !== seat && !ctx.bot(who) && (view.players?.[who]?.auto || ctx.away(who)));
      const key = JSON.stringify([gone, [...voted], seat, gone.map(ctx.name)]);
      if (others.dataset.key !== key) {
        others.dataset.key = key;
        others.replaceChildren(...(view.phase === "over" ? [] : gone.map((who) => about(ctx, who))));
      }
      for (const button of [auto, concede]) room.able(button, ctx.live);
    },
  };
}
