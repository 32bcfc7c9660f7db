// Talk at a table. Names open a person's card, where one may mute, block or report.

import {h, icon, onSubmit, write} from "../dom.js";
import {gameTexts, hour, refusal, t} from "../text.js";
import {playerButton} from "./person.js";

/** @typedef {{from: string, name: string, text: string, at: number, channel: string, phrase?: string}} Line */

const LINES = 200;

/**
 * @param {import("../lounge.js").Lounge} lounge @param {import("../client.js").Place} place
 * @param {{where: () => import("./person.js").Where, heard: (phrase: string) => void}} table  where we are; somebody else spoke
 */
export function chat(lounge, place, {where, heard}) {
  const lines = h("ol", {class: "chat-lines", role: "list"});
  const scroll = h("div", {class: "chat-scroll", role: "log", "aria-label": t("chat.title"), tabIndex: 0}, lines);
  const none = h("p", {class: "muted small"}, t("chat.none"));
  const wrong = h("p", {class: "error small", role: "alert"});
  const hint = h("p", {class: "muted small"});
  const input = h("input", {name: "text", required: true, maxLength: 500, autocomplete: "off", enterKeyHint: "send", "aria-label": t("chat.say"), placeholder: t("chat.say")});
  const phrases = h("select", {"aria-label": t("chat.phrases"), hidden: true, onchange: () => phrases.value && void quick(phrases.value)});
  /** The game's own words for what is often said. @type {Record<string, string>} */
  let own = {};
  const quick = async (/** @type {string} */ phrase) => {
    phrases.value = "";
    const answer = await lounge.client.request("PHRASE", {table: place.table, phrase});
    write(wrong, answer.ok ? "" : refusal(answer));
  };
  const learn = async () => {
    const {game, phrases: names} = /** @type {{game?: string, phrases?: string[]}} */ (place.info);
    if (!game || !names || !phrases.hidden) return;
    own = await gameTexts(game);
    phrases.replaceChildren(h("option", {value: ""}, t("chat.phrases")), ...names.map((one) => h("option", {value: one}, own[`phrase.${one}`] ?? one)));
    phrases.hidden = false;
  };
  const say = onSubmit(async ({text}) => {
    if (!text.trim()) return;
    const answer = await lounge.client.request("CHAT", {table: place.table, text});
    write(wrong, answer.ok ? "" : refusal(answer));
    if (answer.ok && input.value === text) input.value = "";
  });
  const element = h("section", {class: "chat", "aria-labelledby": "chat-title"},
    h("h2", {id: "chat-title"}, t("chat.title")), none, scroll, hint, wrong, phrases,
    h("form", {class: "chat-form", onsubmit: say}, input, h("button", {type: "submit", class: "icon", title: t("chat.send"), "aria-label": t("chat.send")}, icon("send"))));
  let asked = false; // for what was said before we came

  /** @param {Line} one */
  const add = (one) => {
    none.hidden = true;
    const low = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40;
    const mine = one.from === lounge.client.user?.id;
    lines.append(h("li", {class: mine ? "mine" : ""},
      h("span", {class: "chat-head"}, playerButton(lounge, one.from, one.name, where), h("time", {class: "muted"}, hour(one.at)), one.channel === "spectators" ? h("span", {class: "muted"}, t("chat.spectators")) : null),
      h("span", {class: "chat-text"}, (one.phrase && own[`phrase.${one.phrase}`]) ?? one.text)));
    if (lines.childElementCount > LINES) lines.firstElementChild?.remove();
    if (low || mine) scroll.scrollTop = scroll.scrollHeight;
  };
  const history = async () => {
    await learn();
    const answer = await lounge.client.request("CHAT_HISTORY", {table: place.table}, {again: false});
    if (!answer.ok) return;
    lines.replaceChildren();
    none.hidden = answer.payload.lines.length > 0;
    answer.payload.lines.forEach(add);
    scroll.scrollTop = scroll.scrollHeight;
  };
  const follow = () => {
    if (place.current && !asked) void history(); // also what was said while the line was down
    asked = place.current;
    const apart = place.seat === null && place.info.status === "IN_PROGRESS";
    write(hint, apart ? t("chat.apart") : "");
    hint.hidden = !apart;
  };
  const shunned = () => JSON.stringify([lounge.circle.muted, lounge.circle.blocked]);
  let before = shunned();
  const circled = () => {
    if (before === (before = shunned())) return;
    if (place.current) void history(); // without those one does not want to hear
  };
  place.addEventListener("change", follow);
  lounge.circle.addEventListener("change", circled);
  const stop = place.on("CHAT", (/** @type {Line} */ one) => {
    add(one);
    const phrase = one.phrase && own[`phrase.${one.phrase}`];
    if (one.from !== lounge.client.user?.id) heard(phrase ? `${one.name}: ${phrase}` : "");
  });
  follow();
  return {
    element,
    focus: () => input.focus(),
    close() {
      stop();
      place.removeEventListener("change", follow);
      lounge.circle.removeEventListener("change", circled);
    },
  };
}
