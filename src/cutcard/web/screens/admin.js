// The house's own page, for moderators and admins: is it well, how full, how fast, and what needs a hand. Numbers
// move the charts, never the layout. What a player's page loads has none of this.

import {chart, shares, spark} from "../chart.js";
import {h, put} from "../dom.js";
import {hour, number, refusal, t} from "../text.js";
import {appealsPanel, reportsPanel, trailPanel} from "./cases.js";
import {actForm} from "./acts.js";

/** @typedef {import("../lounge.js").Lounge} Lounge */
/** What the house told at one moment. @typedef {{at: number, figures: Record<string, number>}} Sample */

const LOOK_EVERY = 5_000; // ms
const KEPT = 120; // samples: ten minutes

/** Kept while the page is open, so that coming back shows what was. @type {Sample[]} */
const samples = [];

/** @param {Lounge} lounge @returns {import("../lounge.js").Screen} */
export function adminScreen(lounge) {
  const wrong = h("p", {class: "error", role: "alert"});
  const live = h("div", {class: "adm-live"}, h("p", {class: "muted"}, t("people.loading")));
  const hands = [reportsPanel(lounge), appealsPanel(lounge), trailPanel(lounge)];
  const again = () => void Promise.all(hands.map((one) => one.look()));
  const element = h("div", {class: "adm"}, h("h1", {}, t("admin.title")), wrong, live, h("div", {class: "adm-hands"}, hands[0].element, h("div", {class: "stack"}, actForm(lounge, {done: again}), hands[1].element), hands[2].element));
  let closed = false;
  const look = async () => {
    if (closed || lounge.client.state !== "live" || document.hidden) return;
    const answer = await lounge.client.request("MOD_FIGURES", {}, {again: false});
    if (closed) return;
    wrong.textContent = answer.ok ? "" : refusal(answer);
    element.classList.toggle("refused", !answer.ok);
    if (!answer.ok) return;
    samples.push(/** @type {Sample} */ (answer.payload));
    samples.splice(0, samples.length - KEPT);
    put(live, ...figures(await lounge.games()));
  };
  const ticker = window.setInterval(look, LOOK_EVERY);
  const back = () => {
    void look();
    again();
  };
  lounge.client.addEventListener("state", back);
  back();
  return {
    element,
    inner: true,
    title: () => t("admin.title"),
    close() {
      closed = true;
      clearInterval(ticker);
      lounge.client.removeEventListener("state", back);
    },
  };
}

/** A figure over time. @param {string} name */
const course = (name) => samples.map(({figures: all}) => all[name] ?? 0);

/** How much a counter grows a second, sample by sample. @param {string} name */
const speed = (name) => samples.map(({at, figures: all}, i) => {
  const before = samples[i - 1];
  return before && at > before.at ? Math.max(0, (1000 * ((all[name] ?? 0) - (before.figures[name] ?? 0))) / (at - before.at)) : 0;
});

/** The sum of a family. @param {Sample} one @param {string} family */
const sum = ({figures: all}, family) => Object.entries(all).reduce((total, [name, value]) => total + (name.startsWith(`${family}:`) ? value : 0), 0);

/** @param {number} n */
const short = (n) => new Intl.NumberFormat(document.documentElement.lang || "en", {maximumFractionDigits: n < 10 ? 1 : 0}).format(n);

/** @param {import("../house.js").GameCard[]} games */
function figures(games) {
  const last = samples[samples.length - 1];
  const now = last.figures;
  const labels = samples.map(({at}) => hour(at));
  const ms = (/** @type {string} */ q) => course(`move_seconds_recent:${q}`).map((v) => v * 1000);
  const refused = samples.map((one) => sum(one, "refusals_total"));
  const tile = (/** @type {string} */ key, /** @type {string} */ value, /** @type {number[]} */ points, /** @type {string} */ note) => h("div", {class: "panel atile"}, h("span", {class: "small muted"}, t(`admin.tile.${key}`)), h("b", {class: "figures"}, value), h("div", {class: "row between"}, h("span", {class: "xs muted figures"}, note), points.length > 1 ? spark(points) : null));
  const peak = (/** @type {number[]} */ points) => t("admin.peak", {n: Math.max(...points)});
  const panel = (/** @type {string} */ key, /** @type {(Node | null)[]} */ ...inside) => h("section", {class: "panel", "aria-label": t(`admin.chart.${key}`)}, h("h2", {}, t(`admin.chart.${key}`)), ...inside);
  const lines = (/** @type {string} */ key, /** @type {[string, number[]][]} */ ...series) => panel(key,
    h("ul", {class: "row small muted akeys", role: "list"}, ...series.map(([name], i) => h("li", {}, h("i", {class: `key k${i}`}), t(`admin.line.${name}`)))),
    chart({title: t(`admin.chart.${key}`), height: 200, zero: true, labels, show: short, series: series.map(([name, points], i) => ({name: t(`admin.line.${name}`), points, kind: i ? "line" : "area"}))}));
  const played = games.map((game) => /** @type {[string, number]} */ ([game.t("game.name"), now[`deals_per_hour:${game.name}`] ?? 0])).filter(([, n]) => n > 0);
  const [moves, people, tables] = [speed("moves_total"), course("online"), course("house:tables")];
  return [
    h("section", {class: "atiles", "aria-label": t("admin.now")},
      tile("people", number(now.online ?? 0), people, peak(people)),
      tile("tables", number(now["house:tables"] ?? 0), tables, t("admin.bots", {n: now["house:bots"] ?? 0})),
      tile("moves", short(moves[moves.length - 1]), moves, t("admin.ever", {n: now.moves_total ?? 0})),
      tile("answer", t("admin.ms", {n: Math.round((now["move_seconds_recent:0.5"] ?? 0) * 1000)}), ms("0.5"), t("admin.p99", {n: Math.round((now["move_seconds_recent:0.99"] ?? 0) * 1000)})),
      tile("deals", number(sum(last, "deals_per_hour")), samples.map((one) => sum(one, "deals_per_hour")), t("admin.hour")),
      tile("refusals", number(sum(last, "refusals_total")), refused, t("admin.sinceStart"))),
    lines("people", ["people", people], ["tables", tables]),
    lines("answer", ["p99", ms("0.99")], ["p50", ms("0.5")]),
    panel("games", played.length ? shares(played) : h("p", {class: "muted small"}, t("admin.noDeals"))),
    panel("machine", machine(now)),
  ];
}

/** @param {Record<string, number>} now */
function machine(now) {
  const cpu = speed("process_cpu_seconds_total");
  const rows = /** @type {[string, string][]} */ ([
    ["cpu", `${Math.round(100 * (cpu[cpu.length - 1] ?? 0))}%`],
    ["memory", t("admin.mb", {n: Math.round((now.process_resident_memory_bytes ?? 0) / 1e6)})],
    ["sockets", number((now.connections ?? 0) + (now.tcp_connections ?? 0))],
    ["lag", t("admin.ms", {n: Math.round((now["loop_lag_seconds_recent:0.99"] ?? 0) * 1000)})],
    ["timers", number(now["queue:timers"] ?? 0)],
  ]);
  return h("table", {class: "board"}, h("caption", {class: "visually-hidden"}, t("admin.chart.machine")), h("tbody", {}, ...rows.map(([key, value]) => h("tr", {}, h("th", {scope: "row"}, t(`admin.machine.${key}`)), h("td", {class: "figures num"}, value)))));
}
