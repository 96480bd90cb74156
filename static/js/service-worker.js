"use strict";

/* Opens a sitting without a network, and sends what waits when it is back. `site` stands before
   this, written by the server: where static files lie, and what a kept page is served with.

   One cache a campaign, as there is one cookie a campaign: the page of its sitting, what that
   page is made of, and what waits to be sent. It goes as a whole. */

// The number is of what is kept and how: another one, and everything kept before is dropped.
const CACHES = "regild-1-";
const SYNC = "regild-outbox";
// Milliseconds for the server before the kept page is shown.
const PATIENCE = 4000;
// Its content is part of its name.
const UNCHANGING = /\.[0-9a-f]{12}\.\w+$/;
// Forms that leave the annotator who they are.
const HARMLESS = /^(take|practice|sitting)\//;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(begin()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== self.location.origin) return;
  const [, campaign, page] = /^\/rate\/([-\w]+)\/(.*)$/.exec(address.pathname) ?? [];
  if (request.mode === "navigate" && campaign) {
    const answer = request.method === "GET" ? open : post;
    event.respondWith(answer(request, campaign, page));
  } else if (request.method === "GET" && address.pathname.startsWith(site.assets)) {
    event.respondWith(asset(request));
  }
});

self.addEventListener("message", (event) => {
  const { data, ports } = event;
  const work = data.kind === "keep" ? keep(data) : queue(data);
  const tell = (trouble) => ports[0].postMessage(trouble && String(trouble));
  event.waitUntil(work.then(() => tell(null), tell));
});

self.addEventListener("sync", (event) => {
  if (event.tag === SYNC) event.waitUntil(sendAll());
});

async function begin() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("regild-") && !name.startsWith(CACHES));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/* ---- Pages ---- */

async function open(request, campaign, page) {
  // A personal link may be anybody's: what was kept is not shown in answer to it, nor after it.
  if (page.startsWith("back/")) {
    const answer = await fetch(request);
    await caches.delete(CACHES + campaign);
    return answer;
  }
  const kept = ["", "sitting/"].includes(page) && (await sittingKept(campaign));
  if (!kept) return fetch(request);
  const answer = await Promise.race([fetch(request).catch(() => null), after(PATIENCE)]);
  if (answer && answer.status < 500) return answer;
  return page ? kept : Response.redirect(sittingOf(campaign));
}

async function post(request, campaign, page) {
  if (!HARMLESS.test(page)) await caches.delete(CACHES + campaign);
  const answer = await fetch(request);
  // What was kept may not be the sitting that comes now.
  if (page === "take/") await caches.delete(CACHES + campaign);
  return answer;
}

async function sittingKept(campaign) {
  // Asked first: opening a cache would make one.
  if (!(await caches.has(CACHES + campaign))) return null;
  const cache = await caches.open(CACHES + campaign);
  return cache.match(sittingOf(campaign));
}

function sittingOf(campaign) {
  return `/rate/${campaign}/sitting/`;
}

function after(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, null));
}

async function asset(request) {
  if (!UNCHANGING.test(request.url)) {
    return fetch(request).catch(async () => (await caches.match(request)) ?? Response.error());
  }
  return (await caches.match(request)) ?? fetch(request);
}

/* ---- What is kept ---- */

async function keep({ campaign, annotator, sitting, page, assets }) {
  const cache = await caches.open(CACHES + campaign);
  await Promise.all(assets.map((address) => keepAsset(cache, address)));
  const headers = { ...site.headers, "X-Annotator": annotator, "X-Sitting": sitting };
  await cache.put(sittingOf(campaign), new Response(page, { headers }));
  for (const { url } of await cache.keys()) {
    const old = new URL(url).pathname.startsWith(site.assets) && !assets.includes(url);
    if (old) await cache.delete(url);
  }
}

async function keepAsset(cache, address) {
  if (UNCHANGING.test(address) && (await cache.match(address))) return;
  await cache.add(address);
}

/* ---- What waits ---- */

async function queue(waiting) {
  const { campaign, sitting, turn = sitting } = waiting;
  const cache = await caches.open(CACHES + campaign);
  await cache.put(placeOf(campaign, turn), new Response(JSON.stringify(waiting)));
  // Not every browser has it; then the next page sends what waits.
  await self.registration.sync?.register(SYNC);
}

function placeOf(campaign, turn) {
  return `/rate/${campaign}/waiting/${turn}`;
}

async function sendAll() {
  const names = await caches.keys();
  for (const name of names.filter((one) => one.startsWith(CACHES))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!new URL(request.url).pathname.includes("/waiting/")) continue;
      await send(await (await cache.match(request)).json());
      await cache.delete(request);
    }
  }
}

/* Fails where the site gave no answer: then the browser asks again. What is refused is told by
   the page, which has it still. */
async function send({ campaign, sitting, token, wish, ...waiting }) {
  const address = `/api/v1/assignments/${sitting}/`;
  for (const asks of ["ratings", "proposals"]) {
    const answers = waiting[asks] ?? [];
    const body = { [asks]: answers };
    if (answers.length) await call(`${address}${asks}/`, "PUT", body, campaign, token);
  }
  if (wish) await call(`${address}complete/`, "POST", {}, campaign, token);
}

async function call(address, method, body, campaign, token) {
  const answer = await fetch(address, {
    method,
    headers: {
      "Content-Type": "application/json",
      "X-Campaign": campaign,
      "X-CSRFToken": token,
    },
    body: JSON.stringify(body),
  });
  if (answer.status >= 500) throw new Error(`${answer.status}`);
}
