// Offline: keeps the page and what it is made of, so that without a connection the shell comes up, the rules can be read, and the
// page says that it is offline. Nothing of a table is kept: that is the server's to tell.

const KEPT = "cutcard";
const worker = /** @type {any} */ (self);

/** The page as it is now; what belonged to another version of it is let go. */
async function renew() {
  const answer = await fetch("/", {cache: "no-cache"});
  if (!answer.ok) throw new Error(String(answer.status));
  const cache = await caches.open(KEPT);
  const text = await answer.clone().text();
  await cache.put("/", answer);
  const [version] = /\/v\/[0-9a-f]+\//.exec(text) ?? [""];
  for (const kept of await cache.keys()) {
    const {pathname} = new URL(kept.url);
    if (pathname.startsWith("/v/") && !pathname.startsWith(version)) await cache.delete(kept);
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

/** Any address of the room is the same page. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (reason) {
    const found = await (await caches.open(KEPT)).match("/");
    if (found) return found;
    throw reason;
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(renew().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const {request} = event;
  const {origin, pathname} = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/v/")) event.respondWith(kept(request));
});
// The page says what else is to be kept once it stands: its code, its texts, the rules.
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(renew().then(async () => {
  for (const address of event.data.keep) await kept(new Request(address));
}).catch(() => {})));
