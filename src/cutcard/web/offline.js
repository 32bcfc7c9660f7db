// Keeps the page for the next visit and for times without a connection: sw.js does it, once everything the person came for is there.

import {textsAt} from "./shelf.js";
import {settings} from "./settings.js";

const LATER = 4_000; // ms; whoever comes from far away needs the line for the lobby first

/** Addresses worth keeping: the room's code and looks, the texts spoken, the rules. @param {Record<string, string>} named */
function worth(named) {
  const language = settings().language === "zh" ? /README\.zh\.md$/ : /README\.md$/;
  const own = Object.entries(named).filter(([name]) => name.startsWith("/web/") || name === "sheets" || language.test(name));
  return [...own.map(([, address]) => address), textsAt(settings().language)].filter(Boolean);
}

/** Has the page kept, where browsers do that: over TLS or at home. */
export function keepPage() {
  const {serviceWorker} = navigator;
  if (!serviceWorker) return;
  // The page that was kept is not the server's any more: nobody who has pressed nothing yet loses anything by another.
  serviceWorker.addEventListener("message", ({data}) => data === "stale" && !navigator.userActivation?.hasBeenActive && location.reload());
  window.setTimeout(async () => {
    try {
      await serviceWorker.register("/sw.js");
      const {active} = await serviceWorker.ready;
      const named = JSON.parse(document.querySelector('meta[name="shelf"]')?.getAttribute("content") ?? "{}");
      active?.postMessage({keep: worth(named)});
    } catch {
      // a browser that keeps nothing still plays
    }
  }, LATER);
}
