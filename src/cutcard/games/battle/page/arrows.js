// Arrows from who attacks or aims to what is met, drawn over everything from the places things really have.

/** @typedef {{from: number, to: number, kind: string, text: string}} Line */

/**
 * @param {import("../../../web/contract.js").Build} svg @param {SVGElement} over @param {Line[]} lines
 * @param {(id: number) => HTMLElement | null} where
 */
export function drawArrows(svg, over, lines, where) {
  if (!lines.length) return over.replaceChildren(); // where things are is asked only for what is drawn: it costs a layout
  const frame = over.getBoundingClientRect();
  const made = lines.flatMap(({from, to, kind, text}) => {
    const [a, b] = [where(from)?.getBoundingClientRect(), where(to)?.getBoundingClientRect()];
    if (!a?.width || !b?.width) return [];
    const up = b.top < a.top;
    const k = up ? -1 : 1;
    const [x1, y1] = [a.left + a.width / 2 - frame.left, (up ? a.top + 8 : a.bottom - 6) - frame.top];
    const [x2, y2] = [b.left + b.width / 2 - frame.left, (up ? b.bottom + 3 : b.top - 3) - frame.top];
    const d = `M${x1} ${y1}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2 - 10 * k} ${x2} ${y2 - 14 * k}`;
    const parts = [svg("path", {class: "bar-under", d}), svg("path", {class: `bar-line ${kind}`, d}), svg("path", {class: `bar-head ${kind}`, d: `M${x2 - 9} ${y2 - 16 * k}L${x2} ${y2}L${x2 + 9} ${y2 - 16 * k}Z`})];
    if (kind === "block") parts.push(svg("g", {class: "bar-stop", transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})`}, svg("circle", {r: 13}), svg("path", {d: "M0-8 7-5V1C7 5 4 7 0 9-4 7-7 5-7 1V-5Z"})));
    if (text) parts.push(svg("g", {class: "bar-harm", transform: `translate(${x1 + (x2 - x1) * 0.13} ${y1 + (y2 - y1) * 0.25})`}, svg("circle", {r: 15}), svg("text", {"text-anchor": "middle", y: 6}, text)));
    return parts;
  });
  over.replaceChildren(...made);
}
