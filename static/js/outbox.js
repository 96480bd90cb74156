"use strict";

/* Answers on their way to the server. Every one is written down on this device first and struck
   off only when the server says it is stored; its key makes sending it twice harmless. */

const ASSIGNMENTS = "/api/v1/assignments/";
/* What turns ask for, by the end of the address it goes to: how one answer is called, and what
   it is about. */
const ASKED = {
  ratings: { one: "rating", about: "candidate" },
  proposals: { one: "proposal", about: "sentence" },
};

/* What this device has no room for (a private window, a full disk) is kept in this page. */
const device = {
  page: new Map(),

  keys() {
    try {
      return [...Object.keys(localStorage), ...this.page.keys()];
    } catch {
      return [...this.page.keys()];
    }
  },

  get(key) {
    return this.page.has(key) ? this.page.get(key) : localStorage.getItem(key);
  },

  set(key, value) {
    try {
      localStorage.setItem(key, value);
      this.page.delete(key);
    } catch {
      this.page.set(key, value);
    }
  },

  remove(key) {
    if (!this.page.delete(key)) localStorage.removeItem(key);
  },
};

/* What is kept of one sitting, under regild|KIND|CAMPAIGN|ANNOTATOR|TURN|…. Every answer has
   an entry of its own: two tabs that write at the same moment overwrite nothing of each other.
   Kinds: answer (waits), aside (refused by itself), undone, given (stored since the server made
   the page that is shown, or kept to be shown again), draft (is being written), wish (to finish),
   ended, refused. */
class Kept {
  #owner;
  #one;
  #about;

  constructor({ campaign, annotator, sitting, asks = "ratings" }) {
    // Each stage numbers its own.
    const turn = asks === "ratings" ? String(sitting) : `${asks}-${sitting}`;
    Object.assign(this, { campaign, annotator, sitting: String(sitting), asks, turn });
    this.#owner = [campaign, annotator, turn].join("|");
    this.#one = ASKED[asks].one;
    this.#about = ASKED[asks].about;
  }

  /* The sittings of this annotator of which something of these kinds is here. */
  static with(kinds, campaign, annotator) {
    const parts = device.keys().map((key) => key.split("|"));
    const left = parts.filter(
      ([site, kind, slug, owner]) =>
        site === "regild" && kinds.includes(kind) && slug === campaign && owner === annotator,
    );
    const turns = new Set(left.map(([, , , , turn]) => turn));
    return [...turns].map((turn) => {
      const [sitting, asks] = turn.split("-").reverse();
      return new Kept({ campaign, annotator, sitting, asks });
    });
  }

  /* Oldest first. */
  get waiting() {
    const entries = this.#keys("answer").map((key) => device.get(key));
    return entries.filter(Boolean).map((entry) => this.#read(entry).answer);
  }

  get undone() {
    return this.#keys("undone").map((key) => Number(key.split("|")[5]));
  }

  /* What the server has stored and a page made before `moment` does not show. */
  givenSince(moment) {
    return this.#given.filter(({ at }) => at >= moment);
  }

  add(answer) {
    const latest = this.#keys("answer").at(-1);
    const at = Math.max(Date.now(), latest ? Number(latest.split("|")[5]) + 1 : 0);
    device.set(this.#key("answer", at, answer.key), this.#written(answer));
    for (const kind of ["undone", "draft"]) {
      device.remove(this.#key(kind, answer[this.#about]));
    }
  }

  /* The server keeps what it has; until it is answered anew it counts as unanswered. What was
     sent before stays in the queue: it may arrive at any time, and must not come after the new
     answer. */
  retract(about) {
    for (const key of this.#keys("answer")) {
      const { answer, tried } = this.#read(device.get(key));
      if (answer[this.#about] === about && !tried) device.remove(key);
    }
    device.set(this.#key("undone", about), "true");
  }

  markTried(batch) {
    for (const [key, answer] of this.#entriesOf(batch)) {
      device.set(key, this.#written(answer, { tried: true }));
    }
  }

  strikeOff(batch) {
    for (const [entry, answer] of this.#entriesOf(batch)) {
      const { [this.#about]: about, key, elapsed_ms, ...said } = answer;
      device.set(this.#key("given", about), JSON.stringify({ ...said, at: Date.now() }));
      device.remove(entry);
    }
  }

  setAside(batch) {
    for (const [key, answer] of this.#entriesOf(batch)) {
      device.set(key.replace("|answer|", "|aside|"), this.#written(answer));
      device.remove(key);
    }
  }

  /* What is being written; null where nothing is. */
  draftOf(about) {
    return JSON.parse(device.get(this.#key("draft", about)));
  }

  keepDraft(about, written) {
    if (written) device.set(this.#key("draft", about), JSON.stringify(written));
    else device.remove(this.#key("draft", about));
  }

  get wish() {
    return this.get("wish") === "true";
  }

  get(kind) {
    return device.get(this.#key(kind));
  }

  set(kind, value) {
    device.set(this.#key(kind), value);
  }

  forget(...kinds) {
    for (const kind of kinds) for (const key of this.#keys(kind)) device.remove(key);
  }

  /* A page that the server has just made shows what was stored before it was asked for. */
  forgetGivenBefore(moment) {
    for (const { [this.#about]: about, at } of this.#given) {
      if (at < moment) device.remove(this.#key("given", about));
    }
  }

  /* What another tab wrote: its kind, what it is about and the answer where there is one; null
     where it is none of this. */
  heard(key, value) {
    const [site, kind, ...rest] = (key ?? "").split("|");
    const mine = site === "regild" && rest.slice(0, 3).join("|") === this.#owner;
    if (!mine) return null;
    const answer = kind === "answer" && value ? this.#read(value).answer : undefined;
    return { kind, about: answer ? answer[this.#about] : Number(rest[3]), answer };
  }

  get #given() {
    const entries = this.#keys("given").map((key) => [key.split("|")[5], device.get(key)]);
    return entries
      .filter(([, entry]) => entry)
      .map(([about, entry]) => ({ [this.#about]: Number(about), ...JSON.parse(entry) }));
  }

  #written(answer, how) {
    return JSON.stringify({ [this.#one]: answer, ...how });
  }

  #read(entry) {
    const { [this.#one]: answer, tried } = JSON.parse(entry);
    return { answer, tried };
  }

  #key(kind, ...rest) {
    return ["regild", kind, this.#owner, ...rest].join("|");
  }

  #keys(kind) {
    const start = `regild|${kind}|${this.#owner}`;
    const mine = (key) => key === start || key.startsWith(`${start}|`);
    return device.keys().filter(mine).sort();
  }

  #entriesOf(batch) {
    const answers = new Map(batch.map((answer) => [answer.key, answer]));
    const keys = this.#keys("answer").filter((key) => answers.has(key.split("|")[6]));
    return keys.map((key) => [key, answers.get(key.split("|")[6])]);
  }
}

class Outbox {
  // Milliseconds. Somebody waits while the page is seen; nobody does while it is not.
  static #FIRST_WAIT = 400;
  static #LONGEST_WAIT = 5000;
  static #LONGEST_UNSEEN = 30000;
  static #AT_ONCE = 200;
  static #SIGNS = ["visibilitychange", "pointerdown", "keydown"];

  #kept;
  #onChange;
  #onElsewhere;
  #failures = 0;
  #trouble = null;
  #timer = null;
  #sending = false;
  #again = false;
  #stopped;

  /* True once another tab has finished the sitting. */
  finishedElsewhere = false;

  /* `onChange(state, count)`: saved, saving, offline, trouble (the server's), busy, gone, closed,
     released, refused, behind, ended (nothing is left to answer) or finished.
     `onElsewhere(about, answer)`: another tab's; undefined where it was undone. */
  constructor({ kept, onChange, onElsewhere = () => {} }) {
    this.#kept = kept;
    this.#onChange = onChange;
    this.#onElsewhere = onElsewhere;
    this.#stopped = kept.get("refused");
    window.addEventListener("online", () => this.flush());
    window.addEventListener("pageshow", () => this.#retryNow());
    window.addEventListener("pagehide", () => this.#leave());
    window.addEventListener("storage", (event) => this.#hear(event));
    for (const sign of Outbox.#SIGNS) {
      document.addEventListener(sign, () => this.#retryNow(), { passive: true });
    }
  }

  get waiting() {
    return this.#kept.waiting;
  }

  add(answer) {
    this.#kept.add(answer);
    this.flush();
  }

  retract(about) {
    this.#kept.retract(about);
  }

  finish() {
    this.#kept.set("wish", "true");
    this.flush();
  }

  async flush() {
    if (this.#stopped) return this.#onChange(this.#stopped, this.waiting.length);
    this.#again = this.#sending;
    if (this.#sending) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#sending = true;
    await alone(`regild-${this.#kept.turn}`, async () => {
      let more = true;
      while (more) more = await this.#sendNext();
    });
    this.#sending = false;
    if (this.#again) this.flush();
  }

  async #sendNext() {
    const batch = this.waiting.slice(0, Outbox.#AT_ONCE);
    if (!batch.length && !this.#kept.wish) return false;
    this.#onChange(this.#trouble ?? "saving", this.waiting.length);
    // Before it leaves: whether it arrives, nobody here may ever know.
    this.#kept.markTried(batch);
    let answer;
    try {
      answer = await this.#post(batch);
    } catch {
      return this.#retryLater("offline");
    }
    const { status, body } = answer;
    if (body.code === "busy") return this.#retryLater("busy", 1000 * answer.retryAfter);
    if (status >= 500 || status === 408 || status === 429) return this.#retryLater("trouble");
    // Not our site's word: a network that wants to be signed in to, for one.
    if (status >= 400 && !body.code) return this.#retryLater("offline");
    this.#failures = 0;
    this.#trouble = null;
    if (status >= 400) return this.#takeRefusal(status, body, batch);
    if (!batch.length) return this.#finish();
    this.#kept.strikeOff(batch);
    this.#onChange("saved", 0);
    if (body.remaining === 0) {
      this.#kept.set("ended", "true");
      this.#onChange("ended", 0);
    }
    return true;
  }

  #post(batch) {
    const { campaign, sitting, asks } = this.#kept;
    const address = `${ASSIGNMENTS}${sitting}/`;
    return batch.length
      ? send(`${address}${asks}/`, "PUT", { [asks]: batch }, campaign)
      : send(`${address}complete/`, "POST", {}, campaign);
  }

  static #REASONS = {
    assignment_complete: "finished",
    too_little_judged: "finished",
    assignment_released: "released",
    campaign_closed: "closed",
    candidates_missing: "behind",
    sentences_missing: "behind",
  };

  #takeRefusal(status, body, batch) {
    const wrong = (body.errors ?? []).map(({ index }) => batch[index]).filter(Boolean);
    if (status === 400 && wrong.length) {
      // The others of the batch are sent without it.
      this.#kept.setAside(wrong);
      this.#onChange("refused", wrong.length);
      return true;
    }
    const reason = Outbox.#REASONS[body.code] ?? (status === 409 ? "gone" : "refused");
    this.#kept.forget("wish");
    // Whoever is not known here may be, once they have opened their link.
    if (reason !== "behind" && status !== 401 && status !== 403) this.#kept.set("refused", reason);
    return this.#stop(reason);
  }

  async #finish() {
    this.#kept.set("wish", "done"); // which other tabs hear
    this.#kept.forget("wish", "given", "undone", "draft", "ended");
    await forgetPage(this.#kept);
    return this.#stop("finished");
  }

  #retryLater(trouble, least = 0) {
    this.#trouble = trouble;
    const most = document.hidden ? Outbox.#LONGEST_UNSEEN : Outbox.#LONGEST_WAIT;
    const wait = Math.min(most, Outbox.#FIRST_WAIT * 2 ** this.#failures);
    this.#failures += 1;
    // Not everybody at the same moment when a server is back.
    this.#timer = setTimeout(() => this.flush(), least + wait * (0.5 + Math.random() / 2));
    this.#onChange(trouble, this.waiting.length);
    askWorker(this.#kept);
    return false;
  }

  #retryNow() {
    if (this.#timer && !document.hidden) this.flush();
  }

  /* The page may be gone before anything that waits for its turn comes to it. */
  #leave() {
    const batch = this.waiting.slice(0, Outbox.#AT_ONCE);
    if (!batch.length || this.#stopped) return;
    this.#kept.markTried(batch);
    askWorker(this.#kept);
    if (!this.#timer) this.#post(batch).catch(() => {});
  }

  #stop(state) {
    this.#stopped = state;
    this.#onChange(state, this.waiting.length);
    return false;
  }

  /* Another tab has written. */
  #hear({ key, oldValue, newValue }) {
    const told = this.#kept.heard(key, newValue);
    if (told?.kind === "wish" && newValue === "done") this.finishedElsewhere = true;
    if (told?.kind === "undone" && newValue) this.#onElsewhere(told.about, undefined);
    if (told?.kind !== "answer") return;
    if (newValue && !oldValue) this.#onElsewhere(told.about, told.answer);
    if (this.#stopped) return;
    const count = this.waiting.length;
    if (this.#trouble && (count || this.#kept.wish)) return this.#onChange(this.#trouble, count);
    if (count || newValue) return;
    // The other tab sent what waited here, too.
    this.#failures = 0;
    this.#trouble = null;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#onChange("saved", 0);
  }
}

/* One tab at a time where the browser can; where it cannot, the answers' keys see to it. */
async function alone(name, work) {
  if (!navigator.locks) return work();
  let begun = false;
  const begin = () => {
    begun = true;
    return work();
  };
  try {
    // Not for ever: the other tab may be asleep.
    await navigator.locks.request(name, { signal: AbortSignal.timeout?.(3000) }, begin);
  } catch {
    if (!begun) await work();
  }
}

/* crypto.randomUUID is missing on plain http, which is how a classroom server is reached. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function csrfToken() {
  return document.querySelector("[name=csrfmiddlewaretoken]").value;
}

/* Resolves to {status, body, retryAfter}; rejects where the site gave no whole answer. */
async function send(address, method, body, campaign) {
  const response = await fetch(address, {
    method,
    keepalive: true,
    signal: AbortSignal.timeout?.(15000),
    headers: {
      "Content-Type": "application/json",
      "X-Campaign": campaign,
      "X-CSRFToken": csrfToken(),
    },
    body: JSON.stringify(body),
  });
  const { status } = response;
  // What says 200 and is no answer of ours has stored nothing.
  if (response.ok) return { status, body: status === 204 ? {} : await response.json() };
  const retryAfter = Number(response.headers.get("Retry-After"));
  return { status, body: await response.json().catch(() => ({})), retryAfter };
}
