// Keeps the page and what it is made of: the next visit starts from it without waiting for the line, and without a connection the
// shell comes up, the rules can be read, and the page says that it is offline. Nothing of a table is kept: that is the server's to tell.

const KEPT = "cutcard";
/** The addresses of the room, which are all the same page. */
const ROOM = /^\/($|(table|join|player)\/|(account|friends|admin)$|leaders|events|replay)/;
const ASKED = ["no-cache", "reload", "no-store"]; // who presses "reload" wants to know what there is now
const worker = /** @type {any} */ (self);

/** By what two states of the page are told apart. @param {string} text */
const version = (text) => /\/v\/[0-9a-f]+\//.exec(text)?.[0] ?? "";

/** The page as it is now; what belonged to another version of it is let go. */
async function renew() {
  const answer = await fetch("/", {cache: "no-cache"});
  if (!answer.ok) throw new Error(String(answer.status));
  const cache = await caches.open(KEPT);
  const now = version(await answer.clone().text());
  await cache.put("/", answer);
  for (const kept of await cache.keys()) {
    const {pathname} = new URL(kept.url);
    if (pathname.startsWith("/v/") && !pathname.startsWith(now)) await cache.delete(kept);
  }
}

/** What lies under a version never changes. @param {Request} request */
async function kept(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The page as it was kept, at once; whether the server has another by now is asked meanwhile, and told to the page. @param {any} event */
async function page(event) {
  const {request} = event;
  const found = await (await caches.open(KEPT)).match("/");
  if (!found) return fetch(request);
  if (ASKED.includes(request.cache)) return fetch(request).catch(() => found);
  event.waitUntil(compare(found.clone(), event.resultingClientId).catch(() => {}));
  return found;
}

/** @param {Response} found @param {string} id  of the page that is made of it */
async function compare(found, id) {
  const answer = await fetch("/", {cache: "no-cache"});
  if (!answer.ok || version(await answer.clone().text()) === version(await found.text())) return;
  await (await caches.open(KEPT)).put("/", answer); // its files come when they are asked for
  (await worker.clients.get(id))?.postMessage("stale");
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(renew().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const {request} = event;
  const {origin, pathname} = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && ROOM.test(pathname)) event.respondWith(page(event));
  else if (pathname.startsWith("/v/")) event.respondWith(kept(request));
});
// The page says what else is to be kept once it stands: its code, its texts, the rules.
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(renew().then(async () => {
  for (const address of event.data.keep) await kept(new Request(address));
}).catch(() => {})));
