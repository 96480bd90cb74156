"use strict";

/* What every page of an annotator does beside what it shows: it sends what earlier pages left,
   starts the worker that opens a sitting without a network, and has it forget what is nobody's
   any more. On plain http there is no worker, and all the rest is as it is here. */

const visit = document.getElementById("visit").dataset;
const kept = document.getElementById("sitting") && new Kept(sittingShown());
/* As /static/js/service-worker.js names it. */
const CACHE = `regild-1-${visit.campaign}`;
/* As long as the cookie, without which nothing can be sent. */
const LONGEST_KEPT = 180 * 24 * 3600 * 1000;
/* Milliseconds that two clocks of one device may be apart. */
const CLOCKS = 5000;

forgetTheOld();
if (!visit.annotator) forgetEverybody();
else welcomeBack();

function sittingShown() {
  const { campaign, annotator } = visit;
  return { campaign, annotator, sitting: document.getElementById("sitting").dataset.assignment };
}

function welcomeBack() {
  if (document.querySelector("[data-leaving]")) sessionStorage.setItem(CACHE, visit.annotator);
  if (kept) showKept(kept);
  else forgetAnother().then(forgetTheEnded);
  for (const left of Kept.with(["answer", "wish"], visit.campaign, visit.annotator)) {
    if (left.sitting !== kept?.sitting) sendWhatWasLeft(left);
  }
  window.addEventListener("load", startWorker);
}

/* ---- What earlier pages left ---- */

function sendWhatWasLeft(left) {
  // It takes no more answers, and has said so.
  if (left.get("refused")) return;
  const outbox = new Outbox({ kept: left, onChange: (state, count) => say(state, count) });
  const sending = left.waiting.length > 0;
  outbox.flush();

  function say(state, count) {
    const line = document.getElementById("kept");
    if (!line || !sending || state === "saving" || state === "ended") return;
    const text = line.dataset[count ? state : "sent"] ?? line.dataset.refused;
    line.hidden = false;
    line.textContent = text.replace("{}", count);
  }
}

function forgetTheOld() {
  for (const key of device.keys()) {
    const [site, kind, , , , at] = key.split("|");
    const dated = site === "regild" && ["answer", "aside"].includes(kind);
    if (dated && Number(at) < Date.now() - LONGEST_KEPT) device.remove(key);
  }
}

/* ---- The worker ---- */

async function startWorker() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register(visit.worker, { scope: visit.scope });
  } catch {
    // A private window may refuse; everything else still works.
  }
}

/* The page as the server made it, before a script has changed it. */
async function showKept(shown) {
  if (document.getElementById("sitting").dataset.kept) return;
  shown.forget("refused");
  forgetOtherSittings(shown);
  if (navigator.serviceWorker) await keepPage();
  shown.forgetGivenBefore(madeAt());
}

async function keepPage() {
  const html = document.documentElement.outerHTML.replace(
    'id="sitting"',
    'id="sitting" data-kept="true"',
  );
  const parts = document.querySelectorAll("link[rel=stylesheet], script[src]");
  await tellWorker({
    kind: "keep",
    ...sittingShown(),
    page: `<!doctype html>${html}`,
    assets: Array.from(parts, (part) => part.href ?? part.src),
  });
}

/* What was stored before this is on the page. A kept one is older than it knows, and of a new
   one the clock that says when it was asked for is not the one that says when answers were. */
function madeAt() {
  const old = document.getElementById("sitting").dataset.kept;
  return old ? 0 : performance.timeOrigin - CLOCKS;
}

/* What the kept page was kept with: whose it is, and which sitting. */
async function pageKept() {
  // Asked first: opening a cache would make one.
  if (!window.caches || !(await caches.has(CACHE))) return null;
  const page = await (await caches.open(CACHE)).match(`${visit.scope}${visit.campaign}/sitting/`);
  return page?.headers;
}

async function forgetAnother() {
  const page = await pageKept();
  if (page && page.get("X-Annotator") !== visit.annotator) await caches.delete(CACHE);
}

/* Of a sitting that is finished. */
async function forgetPage({ sitting }) {
  const page = await pageKept();
  if (page?.get("X-Sitting") === sitting) await caches.delete(CACHE);
}

/* It was left with its last answer: the next time another one is meant. */
async function forgetTheEnded() {
  for (const past of Kept.with(["ended"], visit.campaign, visit.annotator)) {
    if (past.waiting.length || past.wish) continue;
    past.forget("given", "undone", "ended");
    await forgetPage(past);
  }
}

function forgetOtherSittings(shown) {
  for (const key of device.keys()) {
    const [site, kind, campaign, owner, sitting] = key.split("|");
    const mine = site === "regild" && campaign === shown.campaign && owner === shown.annotator;
    const past = ["given", "undone", "ended"].includes(kind) && sitting !== shown.sitting;
    if (mine && past) device.remove(key);
  }
}

/* Withdrawn, or said not to be who this browser remembers. */
function forgetEverybody() {
  if (window.caches) caches.delete(CACHE);
  const gone = document.querySelector("[data-left]") && sessionStorage.getItem(CACHE);
  for (const key of gone ? device.keys() : []) {
    const [site, , campaign, owner] = key.split("|");
    if (site === "regild" && campaign === visit.campaign && owner === gone) device.remove(key);
  }
}

/* Resolves once it is done; what it could not do is told in the browser's console. */
async function tellWorker(told) {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const done = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  active.postMessage(told, [port2]);
  const trouble = await done;
  if (trouble) throw new Error(trouble);
}

/* It sends what waits when the network is back, page or no page. */
async function askWorker(left) {
  if (!navigator.serviceWorker?.controller) return;
  const { campaign, sitting, waiting: ratings, wish } = left;
  left.markTried(ratings);
  tellWorker({ kind: "send", campaign, sitting, token: csrfToken(), ratings, wish });
}

/* How long the sitting's place is kept: from its annotator's last sign, which every stored
   answer is. `onChange(minutes)`: what is left of it, near its end; null before. */
class Hold {
  static #NEAR = 5;

  #until;
  #minutes;
  #onChange;

  constructor({ minutes, until, onChange }) {
    this.#minutes = minutes;
    this.#until = until;
    this.#onChange = onChange;
    setInterval(() => this.#tell(), 10000);
    document.addEventListener("visibilitychange", () => this.#tell());
    this.#tell();
  }

  renew() {
    this.#until = Date.now() + this.#minutes * 60000;
    this.#tell();
  }

  end() {
    this.#until = Infinity;
    this.#tell();
  }

  #tell() {
    const left = Math.ceil((this.#until - Date.now()) / 60000);
    this.#onChange(left <= Hold.#NEAR ? Math.max(left, 0) : null);
  }
}

/* When it runs out, as the page tells. The clocks of two machines differ; what a page that was
   kept says of now is past. */
function holdTold({ holdMinutes, expires, now, kept: old }, shown) {
  const minutes = Number(holdMinutes);
  const ahead = old ? 0 : Date.parse(now) - Date.now();
  const answers = shown.givenSince(0).map(({ at }) => at + minutes * 60000);
  return { minutes, until: Math.max(Date.parse(expires) - ahead, ...answers) };
}
