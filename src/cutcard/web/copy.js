// A text into the clipboard, for who wants to pass it on.

import {h} from "./dom.js";

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch {
    // pages without TLS have no clipboard of their own
  }
  const field = h("textarea", {value: text, "aria-hidden": "true"});
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
