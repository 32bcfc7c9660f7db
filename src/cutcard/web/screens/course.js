// How a match went, as a drawing: one's own line filled, the others' dashed; whose is whose stands above it.

import {chart} from "../chart.js";
import {h} from "../dom.js";
import {at, dress} from "../shelf.js";
import {number} from "../text.js";

/** @param {import("../contract.js").Curve} course */
export function curve({title, labels, series, zero = true, show = (n) => number(Math.round(n))}) {
  const keys = series.map(({name}, i) => h("span", {class: "row tight"}, h("i", {class: `curve-key c${i}`, "aria-hidden": "true"}), name));
  return [
    h("div", {class: "row between"}, h("h3", {}, title), h("span", {class: "row small muted"}, ...keys)),
    chart({title, labels, height: 132, zero, show, series: series.map((one, i) => ({...one, kind: i ? "line" : "area"}))}),
  ];
}

/** The looks of an end, once they are there. */
export const dressed = () => Promise.all(["/web/css/outcome.css", "/web/css/chart.css"].map((sheet) => dress(at(sheet))));
