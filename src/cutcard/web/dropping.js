// A deal's file is shown, wherever on the page it is dropped.

/** @param {import("./lounge.js").Lounge} lounge */
export function hearDrops(lounge) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    lounge.file = event.dataTransfer?.files[0] ?? null;
    if (lounge.file) lounge.go("/replay");
  });
}
