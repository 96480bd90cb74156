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
  const { assignment: sitting, asks } = document.getElementById("sitting").dataset;
  return { campaign, annotator, sitting, asks };
}

function welcomeBack() {
  if (document.querySelector("[data-leaving]")) sessionStorage.setItem(CACHE, visit.annotator);
  if (kept) showKept(kept);
  else forgetAnother().then(forgetTheEnded);
  for (const left of Kept.with(["answer", "wish"], visit.campaign, visit.annotator)) {
    if (left.turn !== kept?.turn) sendWhatWasLeft(left);
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
    sitting: kept.turn,
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
async function forgetPage({ turn }) {
  const page = await pageKept();
  if (page?.get("X-Sitting") === turn) await caches.delete(CACHE);
}

/* It was left with its last answer: the next time another one is meant. */
async function forgetTheEnded() {
  for (const past of Kept.with(["ended"], visit.campaign, visit.annotator)) {
    if (past.waiting.length || past.wish) continue;
    past.forget("given", "undone", "draft", "ended");
    await forgetPage(past);
  }
}

function forgetOtherSittings(shown) {
  for (const key of device.keys()) {
    const [site, kind, campaign, owner, turn] = key.split("|");
    const mine = site === "regild" && campaign === shown.campaign && owner === shown.annotator;
    const past = ["given", "undone", "draft", "ended"].includes(kind) && turn !== shown.turn;
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
  const { campaign, sitting, turn, asks, waiting, wish } = left;
  left.markTried(waiting);
  const answers = { [asks]: waiting };
  tellWorker({ kind: "send", campaign, sitting, turn, token: csrfToken(), ...answers, wish });
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

function fill(text, number) {
  return text.replace("{}", number);
}

/* What the page of a turn does beside its questions: it says what became of the answers, how far
   one has come and how long the place is kept; it offers to undo, and passes remarks on. */
class Turn {
  // How long the last answer is offered to be undone.
  static #UNDO_MS = 3000;
  // Answers of this annotator from which their own pace is told, and the most looked at.
  static #FEWEST_FOR_PACE = 5;
  static #MOST_FOR_PACE = 15;

  outbox;

  #page = document.getElementById("sitting");
  #state = document.getElementById("state");
  #last = document.getElementById("last");
  #undo = document.getElementById("undo");
  #bar = this.#undo.closest(".bar");
  #hold;
  #on;
  #paces = []; // milliseconds of the latest answers
  #savingTimer = null;
  #undoTimer = null;
  #sending = Promise.resolve(); // the remark that was sent last

  /* `on`: elsewhere(about, answer), as the outbox tells it; isOpen(), whether this page still asks
     for something; leaveFor(address); undo(); writes(), somebody has begun to write a remark. */
  constructor(on) {
    this.#on = on;
    this.outbox = new Outbox({
      kept,
      onChange: (state, count) => this.#showState(state, count),
      onElsewhere: on.elsewhere,
    });
    this.#hold = new Hold({
      ...holdTold(this.#page.dataset, kept),
      onChange: (minutes) => this.#showHold(minutes),
    });
    this.#listen();
  }

  /* Once all of the page's scripts are there: a page that lost one offers nothing that it
     cannot do. */
  begin() {
    for (const form of this.#page.querySelectorAll("form")) form.noValidate = true;
    this.#undo.hidden = false;
    document.getElementById("keys").hidden = false;
  }

  /* What was stored or waits since the server made the page, oldest first. */
  get answered() {
    return [...kept.givenSince(madeAt()), ...this.outbox.waiting];
  }

  send(answer, elapsed) {
    this.outbox.add({ ...answer, key: uuid(), elapsed_ms: elapsed });
    this.#paces.push(elapsed);
  }

  async finish() {
    this.closeUndo();
    await this.#sending;
    this.outbox.finish();
  }

  // ---- Undoing ----

  /* What was answered last, and for how long one may take it back; whoever stands on the
     button is given the time. */
  offerUndo(text, then = () => this.closeUndo()) {
    clearTimeout(this.#undoTimer);
    this.#last.textContent = text;
    this.#bar.classList.remove("undoing");
    void this.#bar.offsetWidth; // or the time that is left would not be drawn anew
    this.#bar.classList.add("undoing");
    const over = () => {
      if (document.activeElement === this.#undo) this.#undoTimer = setTimeout(over, 500);
      else then();
    };
    this.#undoTimer = setTimeout(over, Turn.#UNDO_MS);
  }

  closeUndo() {
    clearTimeout(this.#undoTimer);
    this.#bar.classList.remove("undoing");
    this.#last.textContent = "";
  }

  // ---- What the page says ----

  showProgress(done, { undoable }) {
    const progress = this.#bar.querySelector("progress");
    const line = document.getElementById("progress");
    const left = progress.max - done;
    progress.value = done;
    const half = done && done === Math.ceil(progress.max / 2);
    const text = !left ? "done" : half ? "half" : "text";
    line.textContent = [done, progress.max, Math.ceil((left * this.#secondsEach()) / 60)].reduce(
      fill,
      line.dataset[text] ?? line.dataset.text,
    );
    this.#undo.disabled = !undoable;
  }

  say(text) {
    if (this.#state.textContent !== text) this.#state.textContent = text;
  }

  sayMissing(count) {
    this.say(fill(this.#state.dataset.missing, count));
  }

  /* The median: who was called away in between is not slower for it. */
  #secondsEach() {
    if (this.#paces.length < Turn.#FEWEST_FOR_PACE) return Number(this.#page.dataset.secondsEach);
    const latest = this.#paces.slice(-Turn.#MOST_FOR_PACE).sort((one, other) => one - other);
    const middle = Math.floor(latest.length / 2);
    return (latest[middle] + latest[latest.length - 1 - middle]) / 2 / 1000;
  }

  #showState(state, count) {
    const { thanks } = this.#page.dataset;
    const said = this.#state.dataset;
    clearTimeout(this.#savingTimer);
    if (state === "finished") return this.#on.leaveFor(thanks);
    if (state === "behind") return location.reload();
    if (state === "ended") {
      // What this page still asks for was answered in another tab, or else undone here.
      this.#hold.end();
      const elsewhere = this.#on.isOpen() && !kept.undone.length;
      if (elsewhere || this.outbox.finishedElsewhere) this.#on.leaveFor(thanks);
      return;
    }
    if (state === "saving") {
      // Said only when it takes long, or a screen reader would say it at every answer.
      this.#savingTimer = setTimeout(() => this.say(said.saving), 600);
      return;
    }
    if (state === "saved") this.#hold.renew();
    const note = document.getElementById(state);
    if (note?.hidden) {
      note.hidden = false;
      note.scrollIntoView({ block: "nearest" });
    }
    this.#state.classList.toggle("unsent", state !== "saved");
    // With no answer waiting, it is the closing of the sitting that was not heard.
    const closing = count ? {} : { offline: "retrying", trouble: "ailing" };
    this.say(fill(said[closing[state] ?? state], count));
  }

  #showHold(minutes) {
    const line = document.getElementById("hold");
    line.hidden = minutes === null;
    const { left, over } = line.dataset;
    line.querySelector("span").textContent = minutes ? fill(left, minutes) : over;
  }

  async #stay() {
    const { take, campaign, assignment } = this.#page.dataset;
    const answer = await send(take, "POST", {}, campaign).catch(() => ({ status: 0 }));
    if (answer.body?.code === "busy") {
      this.say(this.#state.dataset.busy);
      return setTimeout(() => this.#stay(), 1000 * answer.retryAfter);
    }
    if (answer.status < 200 || answer.status >= 300) return this.outbox.flush();
    if (String(answer.body.id) === assignment) this.#hold.renew();
    else this.#showState("gone", this.outbox.waiting.length);
  }

  // ---- Remarks ----

  /* What was written beside the answers goes with them. */
  sendWritten(block) {
    const remark = block.querySelector(".remark");
    if (remark.querySelector("textarea").value.trim()) this.sendRemark(remark);
  }

  sendRemark(remark) {
    this.#sending = this.#passOn(remark);
  }

  async #passOn(remark) {
    const line = remark.querySelector("[role=status]");
    const comment = remark.querySelector("textarea");
    const written = comment.value;
    if (!written.trim()) return comment.focus();
    comment.value = ""; // or it could be sent twice
    const sentence = Number(remark.closest(".block").dataset.sentence);
    const said = { sentence, comment: written };
    const { remark: address, campaign } = this.#page.dataset;
    const answer = await send(address, "POST", said, campaign).catch(() => ({}));
    const sent = answer.status === 201;
    line.textContent = sent ? line.dataset.sent : line.dataset.failed;
    if (!sent) comment.value ||= written;
    remark.classList.toggle("waiting", !sent && !answer.status);
  }

  #listen() {
    this.#undo.addEventListener("click", () => this.#on.undo());
    this.#page.addEventListener("focusin", ({ target }) => {
      if (target.closest(".remark")) this.#on.writes();
    });
    window.addEventListener("online", () => {
      for (const remark of this.#page.querySelectorAll(".remark.waiting")) this.sendRemark(remark);
    });
    document.querySelector("#hold button").addEventListener("click", () => this.#stay());
  }
}
