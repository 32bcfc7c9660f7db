// What waits for a moderator: reports with the chat and the log of their table, appeals, and the trail of every act.

import {h, onSubmit, put} from "../dom.js";
import {ask, openDialog} from "../dialogs.js";
import {day, hour, refusal, t} from "../text.js";
import {actForm} from "./acts.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */

const SHOWN = 20;

/** Names by id, as they were told. @type {Map<string, string>} */
const names = new Map([["house", ""], ["", ""]]);

/** What somebody is called. @param {Lounge} lounge @param {string | null | undefined} id */
async function nameOf(lounge, id) {
  if (!id) return t("admin.commandLine");
  if (id === "house") return t("admin.house");
  const known = names.get(id);
  if (known) return known;
  const answer = await lounge.client.request("MOD_RECORD", {user: id}, {again: false});
  if (answer.ok) names.set(id, answer.payload.name);
  return answer.ok ? answer.payload.name : id;
}

/** @param {number} at */
const moment = (at) => `${day(at)}, ${hour(at)}`;

/** @param {string} key @param {(none: HTMLElement, rows: HTMLElement) => Promise<void>} fill */
function panel(key, fill) {
  const rows = h("ul", {class: "list", role: "list"});
  const none = h("p", {class: "muted small"}, t("people.loading"));
  const element = h("section", {class: `panel ${key}`, "aria-labelledby": `admin-${key}`}, h("h2", {id: `admin-${key}`}, t(`admin.${key}`)), none, rows);
  return {element, look: () => fill(none, rows)};
}

/** @param {HTMLElement} none @param {import("../contract.js").Answer} answer @param {number} count @param {string} empty */
function told(none, answer, count, empty) {
  none.hidden = answer.ok && count > 0;
  none.textContent = answer.ok ? t(empty) : refusal(answer);
}

/** @param {Lounge} lounge */
export function reportsPanel(lounge) {
  const made = panel("reports", async (none, rows) => {
    const answer = await lounge.client.request("REPORTS", {limit: SHOWN}, {again: false});
    const reports = /** @type {any[]} */ (answer.ok ? answer.payload.reports : []);
    const lines = [];
    for (const one of reports) lines.push(await reportLine(lounge, one, () => void made.look()));
    told(none, answer, reports.length, "admin.noReports");
    put(rows, ...lines);
  });
  return made;
}

/** @param {Lounge} lounge @param {any} one @param {() => void} done */
async function reportLine(lounge, one, done) {
  const [by, whom] = [await nameOf(lounge, one.reporter), await nameOf(lounge, one.reported)];
  const about = [one.table ? t("admin.table", {n: one.table}) : "", moment(one.at)].filter(Boolean).join(" · ");
  const look = h("button", {type: "button", class: "soft", "aria-label": t("admin.lookAt", {name: whom}), onclick: () => void caseDialog(lounge, one.id, done)}, t("events.look"));
  return h("li", {}, h("span", {class: "grow"}, h("b", {}, t("admin.reports.line", {by, name: whom})), h("span", {class: "small cut"}, one.reason), h("span", {class: "small muted"}, about)), look);
}

/** A report with all that belongs to it, and what may be done. @param {Lounge} lounge @param {number} report @param {() => void} done */
async function caseDialog(lounge, report, done) {
  const answer = await lounge.client.request("MOD_REPORT", {report});
  if (!answer.ok) return void openDialog(t("admin.report"), () => [h("p", {class: "error"}, refusal(answer))]);
  const {report: one, chat = [], said = [], log} = answer.payload;
  const record = await lounge.client.request("MOD_RECORD", {user: one.reported});
  const name = record.ok ? record.payload.name : one.reported;
  names.set(one.reported, name);
  const wrong = h("p", {class: "error small", role: "alert"});
  await openDialog(t("admin.caseOf", {name}), (close) => {
    const settle = async (/** @type {Record<string, string>} */ {verdict}) => {
      const done_ = await lounge.client.request("MOD_SETTLE", {report, verdict});
      wrong.textContent = done_.ok ? "" : refusal(done_);
      if (done_.ok) close();
    };
    return [
      h("p", {}, t("admin.reason", {why: one.reason})),
      block("admin.chatThere", chat.length ? chat : said, (line) => `${line.name}: ${line.text}`, "admin.noChat"),
      block("admin.logThere", log?.moves ?? [], (move) => `${log.seats[move.seat] ?? t("admin.seat", {n: move.seat + 1})}: ${moveText(move.move)}`, "admin.noLog"),
      block("admin.before", record.ok ? record.payload.sanctions : [], (laid) => laidLine(lounge, laid), "admin.noBefore"),
      actForm(lounge, {user: one.reported, name, table: one.table, done: () => void 0}),
      h("form", {class: "stack", onsubmit: onSubmit(settle)}, h("label", {class: "field"}, h("span", {}, t("admin.verdict")), h("input", {name: "verdict", required: true, maxLength: 200, autocomplete: "off"})), wrong, h("div", {class: "row end"}, h("button", {class: "primary"}, t("admin.settle")))),
    ];
  }, "case");
  done();
}

/** Something that was laid on somebody, and the way to take it back while it stands. @param {Lounge} lounge @param {any} laid */
function laidLine(lounge, laid) {
  const over = laid.lifted || (laid.until && laid.until < Date.now());
  const state = h("span", {}, laid.lifted ? ` · ${t("admin.lifted")}` : "");
  const lift = h("button", {type: "button", class: "soft", hidden: Boolean(over), onclick: async () => {
    if (!(await ask({title: t("admin.grant"), text: `${t(`admin.kind.${laid.kind}`)}: ${laid.why}`, yes: t("admin.grant")}))) return;
    const answer = await lounge.client.request("MOD_LIFT", {sanction: laid.id, why: t("admin.lifted")});
    state.textContent = ` · ${answer.ok ? t("admin.lifted") : refusal(answer)}`;
    lift.hidden = answer.ok;
  }}, t("admin.grant"));
  return h("span", {class: "row between"}, h("span", {}, `${t(`admin.kind.${laid.kind}`)} · ${moment(laid.since)} · ${laid.why}`, state), lift);
}

/** A move of a log in a line. @param {any} move */
const moveText = ({type, ...fields}) => [type, ...Object.entries(fields).map(([key, value]) => `${key} ${JSON.stringify(value)}`)].join(" ");

/** @param {string} title @param {any[]} all @param {(one: any) => string | Node} say @param {string} none */
function block(title, all, say, none) {
  return h("details", {class: "caseblock", open: title === "admin.chatThere"}, h("summary", {}, t(title)), all.length ? h("ul", {class: "small caselines", role: "list", tabIndex: 0, "aria-label": t(title)}, ...all.map((one) => h("li", {}, say(one)))) : h("p", {class: "muted small"}, t(none)));
}

/** @param {Lounge} lounge */
export function appealsPanel(lounge) {
  const made = panel("appeals", async (none, rows) => {
    const answer = await lounge.client.request("MOD_APPEALS", {limit: SHOWN}, {again: false});
    const appeals = /** @type {any[]} */ (answer.ok ? answer.payload.appeals : []);
    const lines = [];
    for (const one of appeals) lines.push(await appealLine(lounge, one, () => void made.look()));
    told(none, answer, appeals.length, "admin.noAppeals");
    put(rows, ...lines);
  });
  return made;
}

/** @param {Lounge} lounge @param {any} one @param {() => void} done */
async function appealLine(lounge, one, done) {
  const name = await nameOf(lounge, one.user);
  const reply = async () => openDialog(t("admin.appealOf", {name}), (close) => {
    const send = (/** @type {boolean} */ grant) => onSubmit(async (/** @type {Record<string, string>} */ {answer}) => {
      const said = await lounge.client.request("MOD_ANSWER", {appeal: one.id, answer, grant});
      if (said.ok) close();
    });
    const form = h("form", {class: "stack"}, h("p", {}, one.text), h("label", {class: "field"}, h("span", {}, t("admin.answer")), h("input", {name: "answer", required: true, maxLength: 200, autocomplete: "off"})));
    let grant = false;
    form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => send(grant)(event));
    form.append(h("div", {class: "row end"}, h("button", {class: "soft", onclick: () => void (grant = false)}, t("admin.refuse")), h("button", {class: "primary", onclick: () => void (grant = true)}, t("admin.grant"))));
    return [form];
  }).then(done);
  return h("li", {}, h("span", {class: "grow"}, h("b", {}, name), h("span", {class: "small cut"}, one.text), h("span", {class: "small muted"}, moment(one.at))), h("button", {type: "button", class: "soft", "aria-label": `${t("admin.answer")}: ${name}`, onclick: () => void reply()}, t("admin.answer")));
}

/** Every act, the last first. @param {Lounge} lounge */
export function trailPanel(lounge) {
  return panel("trail", async (none, rows) => {
    const answer = await lounge.client.request("MOD_TRAIL", {limit: 100}, {again: false});
    const acts = /** @type {any[]} */ (answer.ok ? answer.payload.acts : []).slice(-SHOWN).reverse();
    const lines = [];
    for (const one of acts) {
      const [by, whom] = [await nameOf(lounge, one.by), /^[0-9a-f]{16}$/.test(one.whom) ? await nameOf(lounge, one.whom) : one.whom || (one.table ? t("admin.table", {n: one.table}) : "")];
      lines.push(h("li", {}, h("span", {class: "grow"}, h("b", {}, `${t(`admin.kind.${one.what}`)}: ${whom}`), h("span", {class: "small"}, one.why), h("span", {class: "small muted"}, `${by} · ${moment(one.at)}`))));
    }
    told(none, answer, acts.length, "admin.noTrail");
    put(rows, ...lines);
  });
}
