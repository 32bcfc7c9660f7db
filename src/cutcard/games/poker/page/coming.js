// Coming and staying: the buy-in, sitting out and back in, more chips, the straddle, the dealer's choice.

import {chips} from "./amount.js";
import {own, running} from "./seen.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("../../../web/contract.js").View} View */

/** The bounds of an amount of chips to buy. @param {Room} room @param {string} key @param {View} view @param {number} low @param {number} high @param {number} start @returns {import("./amount.js").Range} */
function bounds({t}, key, view, low, high, start) {
  const usual = [{name: "min", label: t("min"), amount: low}, {name: "start", label: String(start), amount: start}, {name: "max", label: t("max"), amount: high}];
  return {
    key: `${key},${low},${high}`, low, high, start,
    unit: view.bigBlind,
    label: t("amount.buy"),
    least: t("least.buy", {n: low}),
    most: t("most.buy", {n: high}),
    usual: usual.filter((one, i) => usual.findIndex((other) => other.amount === one.amount) === i),
  };
}

/** Sitting down at the table: the seat is taken, chips are bought here. @param {Room} room */
export function buyIn(room) {
  const {h, t} = room;
  const much = chips(room, () => void sit(), () => name());
  const wait = h("input", {type: "checkbox"});
  const waiting = h("label", {class: "wait"}, wait, h("span", {}, t("waitForBlind")));
  const go = room.button(t("sitDown"), () => void sit(), {class: "primary"});
  const title = h("p", {class: "coming-title"}, t("buyIn"));
  const element = h("div", {class: "coming", role: "group", "aria-label": t("buyIn")}, title, much.element, waiting, h("div", {class: "actions"}, go));
  let live = false;
  /** A tournament sells no chips: to come in is one press. */
  function enter() {
    waiting.hidden = true;
    title.hidden = true;
    const text = t("enter");
    if (go.textContent !== text) go.textContent = text;
    room.able(go, live);
    return true;
  }
  const sit = async () => {
    if (much.element.hidden) await room.play("sit", {});
    else if (!Number.isNaN(much.value)) await room.play("sit", {buyIn: much.value, post: waiting.hidden || !wait.checked});
  };
  function name() {
    const n = much.value;
    const text = Number.isNaN(n) ? t("sitDown") : t("sitDownWith", {n});
    if (go.textContent !== text) go.textContent = text;
    room.able(go, live && !Number.isNaN(n));
  }
  return {
    element,
    focus: go,
    /** @param {View} view @param {Ctx} ctx */
    show(view, ctx) {
      const me = own(view, ctx);
      element.hidden = !me || me.state !== "EMPTY" || Boolean(view.tournament && !view.entry) || me.leaving;
      if (element.hidden) return false;
      live = ctx.live;
      much.element.hidden = Boolean(view.entry);
      if (view.entry) return enter();
      const [low, high] = [view.minBuyIn, view.maxBuyIn];
      much.show(bounds(room, "sit", view, low, high, Math.min(high, Math.max(low, ctx.options.buyIn || 50 * view.bigBlind))), live);
      waiting.hidden = view.bigSeat < 0 || view.bigSeat === undefined;
      name();
      return true;
    },
  };
}

/** What one may do about one's seat at any time; folded away on narrow screens. @param {Room} room @param {() => void} history */
export function ways(room, history) {
  const {h, t} = room;
  let live = false;
  let soon = false; // asked to sit out in the middle of a hand, which a view may not say before its end
  const much = chips(room, () => void add(), () => name());
  const out = room.button(t("sitOut"), () => void room.play("sit_out"), {class: "quiet"});
  const back = room.button(t("sitIn"), () => void room.play("sit_in", {post: true}), {class: "primary"});
  const later = room.button(t("sitInWait"), () => void room.play("sit_in", {post: false}));
  const straddle = room.button(t("straddle"), () => void room.play("straddle", {on: straddle.getAttribute("aria-pressed") !== "true"}), {class: "quiet", "aria-pressed": "false"});
  const more = room.button(t("topUp"), () => fold(adding.hidden), {class: "quiet", "aria-expanded": "false"});
  const past = room.button(t("hands"), history, {class: "quiet"});
  const buy = room.button(t("buy"), () => void add(), {class: "primary"});
  const adding = h("div", {class: "adding panel", hidden: true}, much.element, h("div", {class: "row"}, buy, room.button(t("cancel"), () => fold(false), {class: "quiet"})));
  const game = h("select", {"aria-label": t("choose")});
  game.addEventListener("change", () => void room.play("choose", {variant: game.value}));
  const choosing = h("label", {class: "choosing"}, h("span", {}, t("choose")), game);
  const toggle = h("button", {type: "button", class: "icon quiet ways-toggle", title: t("ways"), "aria-label": t("ways"), "aria-expanded": "false", "aria-controls": "poker-ways", onclick: () => {
    toggle.setAttribute("aria-expanded", String(element.classList.toggle("open")));
  }}, h("span", {class: "dots", "aria-hidden": "true"}, h("i"), h("i"), h("i")));
  const shut = () => {
    element.classList.remove("open");
    toggle.setAttribute("aria-expanded", "false");
  };
  const begin = room.button(t("begin"), () => void room.play("start", {}), {class: "primary"});
  const row = h("div", {class: "ways-row", id: "poker-ways"}, choosing, begin, back, later, out, more, straddle, past);
  const element = h("div", {class: "ways", role: "group", "aria-label": t("ways")}, adding, row);

  row.addEventListener("click", (/** @type {Event} */ event) => event.target !== game && shut());
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    if (!adding.hidden) fold(false);
    else if (element.classList.contains("open")) toggle.focus();
    shut();
  });

  /** @param {boolean} open */
  function fold(open) {
    adding.hidden = !open;
    more.setAttribute("aria-expanded", String(open));
    if (open) much.field.focus();
    else more.focus();
  }
  async function add() {
    if (Number.isNaN(much.value)) return;
    const answer = await room.play("rebuy", {amount: much.value});
    if (answer.ok) fold(false);
  }
  function name() {
    const n = much.value;
    const text = Number.isNaN(n) ? t("buy") : t("buyN", {n});
    if (buy.textContent !== text) buy.textContent = text;
    room.able(buy, live && !Number.isNaN(n));
  }

  /** @param {View} view @param {Ctx} ctx */
  function chooser(view, ctx) {
    choosing.hidden = ctx.seat === null || view.chooses !== ctx.seat;
    if (choosing.hidden) return;
    const codes = view.choosable ?? [];
    if (game.childElementCount !== codes.length) game.replaceChildren(...codes.map((/** @type {string} */ code) => h("option", {value: code}, t(`variant.${code}`))));
    if (document.activeElement !== game) game.value = view.choice ?? view.variant;
  }

  return {
    element,
    toggle,
    back,
    /** @param {import("../../../web/contract.js").Fact[]} facts @param {Ctx} ctx */
    hear(facts, ctx) {
      for (const fact of facts) if (fact.type === "PLAYER_STATE" && ctx.you(fact.playerId)) soon = fact.state === "SITTING_OUT";
    },
    press: (/** @type {"out" | "more" | "straddle"} */ which) => {
      const button = which === "out" ? (back.hidden ? out : back) : which === "more" ? more : straddle;
      if (!button.hidden) button.click();
    },
    /** @param {View} view @param {Ctx} ctx */
    show(view, ctx) {
      live = ctx.live;
      const me = own(view, ctx);
      const seated = Boolean(me) && me?.state !== "EMPTY" && !me?.leaving;
      const cash = seated && !view.tournament;
      if (!running(view)) soon = false;
      const away = Boolean(me?.out) || soon;
      out.hidden = !cash || away;
      back.hidden = !cash || !away;
      later.hidden = back.hidden || !me?.owes;
      const text = t(me?.owes ? "sitInPost" : "sitIn");
      if (back.textContent !== text) back.textContent = text;
      const room_ = view.maxBuyIn - (me?.stack ?? 0) - (me?.bought ?? 0);
      more.hidden = !cash || room_ <= 0;
      if (more.hidden) adding.hidden = true;
      if (!more.hidden) much.show(bounds(room, "more", view, 1, room_, room_), live);
      straddle.hidden = !cash || !ctx.options.allowStraddle;
      straddle.setAttribute("aria-pressed", String(Boolean(me?.straddles)));
      begin.hidden = ctx.seat === null || view.starts !== ctx.seat;
      for (const button of [out, back, later, straddle, begin]) room.able(button, live);
      chooser(view, ctx);
      name();
      const sitsOut = cash && Boolean(me?.out) && !running(view);
      element.classList.toggle("out", sitsOut);
      return sitsOut;
    },
  };
}
