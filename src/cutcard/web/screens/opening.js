// The dialog that opens a table: who plays, how many seats, and the game's options.

import {botLine, botName} from "../characters.js";
import {openDialog} from "../dialogs.js";
import {h, write} from "../dom.js";
import {optionsForm} from "../form.js";
import {botsFor, openTable, openTwice} from "../house.js";
import {refusal, t} from "../text.js";
import {quick} from "./quick.js";

const DELAYS = [0, 30, 60, 180, 600]; // seconds spectators may be behind

/** @param {import("../lounge.js").Lounge} lounge @param {import("../house.js").GameCard} game @param {"bots" | "link" | "all"} [company_] who plays, unless something else is chosen */
export async function openingDialog(lounge, game, company_ = "bots") {
  const chosen_ = await openDialog(t("open.title", {game: game.t("game.name")}), (close) => {
    const form = optionsForm(game);
    const seats = h("select", {}, ...game.seats.map((n) => h("option", {value: String(n)}, t("open.seatCount", {n}))));
    seats.value = String(game.quick[0]?.seats ?? game.seats[0]);
    const bot = h("select", {}, ...game.bots.map((name) => h("option", {value: name}, [botName(game.t, name), botLine(game.t, name)].filter(Boolean).join(": "))));
    const botRow = h("label", {class: "field"}, h("span", {}, t("open.bot")), bot);
    const who = /** @type {[string, string][]} */ ([["bots", t("open.bots")], ["link", t("open.link")], ["all", t("open.all")], ...(game.twice ? [["twice", t("open.twice")]] : [])]);
    const company = h("fieldset", {class: "choices"}, h("legend", {}, t("open.who")), ...who.map(([value, label]) =>
      h("label", {class: "choice"}, h("input", {type: "radio", name: "who", value, checked: value === company_}), h("span", {}, label))));
    const chosen = () => company.querySelector("input:checked").value;
    const named = h("input", {maxLength: 64, autocomplete: "off"});
    const nameRow = h("label", {class: "field"}, h("span", {}, t("open.name")), named);
    const watch = h("select", {}, ...DELAYS.map((n) => h("option", {value: String(n)}, n ? t("open.watchLater", {n}) : t("open.watch"))), h("option", {value: "no"}, t("open.watchNo")));
    const watchRow = h("label", {class: "field"}, h("span", {}, t("open.spectators")), watch);
    const ranked = h("input", {type: "checkbox"});
    const rankedRow = h("label", {class: "choice"}, ranked, h("span", {}, t("open.ranked")));
    const wrong = h("p", {class: "error", role: "alert"});
    const tidy = () => {
      const alone = Number(seats.value) === 1;
      company.hidden = alone;
      nameRow.hidden = alone || chosen() === "bots";
      watchRow.hidden = nameRow.hidden || chosen() === "twice"; // nobody may know what lies at the other table
      rankedRow.hidden = alone || chosen() !== "all"; // bots and links are casual
      botRow.hidden = alone || chosen() !== "bots" || game.bots.length < 2;
      form.fix((!alone && chosen() === "twice" && game.twice) || {});
    };
    company.addEventListener("change", tidy);
    seats.addEventListener("change", tidy);
    tidy();
    const ready = game.quick.slice(1).map((one) => h("button", {type: "button", class: "soft", onclick: () => close({one})}, game.t(`quick.${one.name}`)));
    const starts = ready.length ? h("div", {class: "ready-made"}, h("p", {class: "small muted"}, t("open.starts")), h("div", {class: "row"}, ...ready)) : "";
    const opened = (/** @type {import("../contract.js").Answer} */ answer) => (answer.ok ? close({table: (answer.payload.tables?.[0] ?? answer.payload).table}) : write(wrong, refusal(answer)));
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const count = Number(seats.value);
      const bots = count > 1 && chosen() === "bots" ? {bots: botsFor(count, bot.value)} : {};
      const seen = {private: chosen() !== "all" || count === 1, watchable: watch.value !== "no", spectatorDelaySeconds: Number(watch.value) || 0};
      if (chosen() === "twice") return void opened(await openTwice(lounge.client, {game: game.name, name: named.value.trim(), options: {...form.read(), ...game.twice}}));
      const rated = !rankedRow.hidden && ranked.checked ? {ranked: true} : {};
      opened(await openTable(lounge.client, {game: game.name, seats: count, name: named.value.trim(), options: form.read(), ...seen, ...bots, ...rated}));
    };
    return [
      starts,
      h("form", {class: "stack", onsubmit: submit},
        company,
        game.seats.length > 1 ? h("label", {class: "field"}, h("span", {}, t("open.seats")), seats) : null,
        botRow,
        nameRow,
        watchRow,
        rankedRow,
        form.element,
        wrong,
        h("div", {class: "row end"}, h("button", {class: "primary", type: "submit"}, t("open.go"))),
      ),
    ];
  }, "wide");
  if (chosen_?.one) await quick(lounge, game, chosen_.one, (text) => lounge.calls.show("opening", {text}));
  else if (chosen_) lounge.go(`/table/${chosen_.table}`);
}
