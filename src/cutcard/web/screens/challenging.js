// The form that challenges one other person: which game, by which rules.

import {openDialog} from "../dialogs.js";
import {h, put, write} from "../dom.js";
import {optionsForm} from "../form.js";
import {usual} from "../seek.js";
import {refusal, t} from "../text.js";
import {until} from "./challenge.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** @typedef {import("../house.js").GameCard} GameCard */

/** @param {Lounge} lounge @param {{id: string, name: string}} who */
export async function challengeDialog(lounge, {id, name}) {
  const games = (await lounge.games()).filter((game) => game.seats.includes(2));
  const sent = await openDialog(t("challenge.title", {name}), (close) => {
    const which = h("select", {"data-first": true}, ...games.map((game) => h("option", {value: game.name}, game.t("game.name"))));
    const rules = h("div");
    const wrong = h("p", {class: "error", role: "alert"});
    /** @type {ReturnType<typeof optionsForm>} */
    let form;
    const chosen = () => /** @type {GameCard} */ (games.find((game) => game.name === which.value));
    const draw = () => {
      const game = chosen();
      form = optionsForm(game);
      const usually = usual(game);
      if (usually?.seats === 2) form.show(usually.options);
      put(rules, form.element);
    };
    which.addEventListener("change", draw);
    draw();
    const kinds = /** @type {[string, string][]} */ ([["casual", t("challenge.casual")], ["ranked", t("challenge.ranked")]]);
    const counts = h("fieldset", {class: "choices"}, h("legend", {}, t("challenge.counts")), ...kinds.map(([value, label], i) =>
      h("label", {class: "choice"}, h("input", {type: "radio", name: "counts", value, checked: i === 0}), h("span", {}, label))));
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const ranked = counts.querySelector("input:checked").value === "ranked" ? {ranked: true} : {};
      const answer = await lounge.client.request("CHALLENGE", {user: id, game: which.value, seats: 2, options: form.read(), ...ranked});
      if (answer.ok) close({...answer.payload, game: chosen()});
      else write(wrong, refusal(answer));
    };
    return [h("form", {class: "stack", onsubmit: submit},
      h("label", {class: "field"}, h("span", {}, t("challenge.game")), which),
      counts,
      rules,
      wrong,
      h("div", {class: "row end"}, h("button", {class: "primary", type: "submit"}, t("challenge.send"))))];
  }, "wide");
  if (!sent) return;
  const {challenge} = sent;
  lounge.calls.show(`challenge-${challenge}`, {
    text: t("challenge.sent", {name, game: sent.game.t("game.name")}),
    due: until(sent),
    buttons: [{label: t("challenge.cancel"), run: () => void lounge.client.request("CHALLENGE_CANCEL", {challenge})}],
  });
}
