// On a win the cards that made it are lit, wherever they lie, and the rest is dimmed. The view says which.

/** @param {HTMLElement} table @param {import("../../../web/contract.js").View} last the hand to look at */
export function light(table, last) {
  const won = new Set((last.awards ?? []).flatMap((/** @type {{cards?: string[]}} */ award) => award.cards ?? []));
  table.classList.toggle("lit", won.size > 0);
  for (const card of table.querySelectorAll("cut-card")) card.classList.toggle("lit", won.has(/** @type {any} */ (card).card));
}
