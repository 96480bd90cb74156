"use strict";

/* Ratings on their way to the server. Every one is written down on this device first and struck
   off only when the server says it is stored; its key makes sending it twice harmless. */

class Outbox {
  static #LONGEST_WAIT = 30000;
  static #AT_ONCE = 200;

  #place;
  #post;
  #onChange;
  #failures = 0;
  #timer = null;
  #sending = false;
  #stopped = null;
  #finishing = false;
  #unstored = null;

  /* `post(what, body)` resolves to {status, body}; it rejects when there is no network.
     `onChange(state, count)`: saved, saving, offline, gone, closed, released, refused, behind,
     ended (nothing is left to answer) or finished. */
  constructor({ place, post, onChange }) {
    this.#place = place;
    this.#post = post;
    this.#onChange = onChange;
    window.addEventListener("online", () => this.flush());
  }

  get waiting() {
    return this.#read().waiting;
  }

  get undone() {
    return this.#read().undone;
  }

  add(rating) {
    const { waiting, undone } = this.#read();
    this.#write({
      waiting: [...waiting, rating],
      undone: undone.filter((candidate) => candidate !== rating.candidate),
    });
    this.flush();
  }

  /* The server keeps what it has; until the candidate is rated anew it counts as unanswered. */
  retract(candidate) {
    const { waiting, undone } = this.#read();
    this.#write({
      waiting: waiting.filter((rating) => rating.candidate !== candidate),
      undone: [...undone, candidate],
    });
  }

  finish() {
    this.#finishing = true;
    this.flush();
  }

  async flush() {
    if (this.#stopped) return this.#onChange(this.#stopped, this.waiting.length);
    if (this.#sending) return;
    clearTimeout(this.#timer);
    this.#sending = true;
    let more = true;
    while (more) more = await this.#sendNext();
    this.#sending = false;
  }

  async #sendNext() {
    const batch = this.waiting.slice(0, Outbox.#AT_ONCE);
    if (!batch.length && !this.#finishing) return false;
    this.#onChange(this.#failures ? "offline" : "saving", this.waiting.length);
    let answer;
    try {
      answer = batch.length
        ? await this.#post("rate", { ratings: batch })
        : await this.#post("complete", {});
    } catch {
      return this.#retryLater();
    }
    const { status, body } = answer;
    if (status >= 500 || status === 408 || status === 429) return this.#retryLater();
    this.#failures = 0;
    if (status >= 400) return this.#stop(Outbox.#reason(status, body.code));
    if (!batch.length) return this.#stop("finished");
    this.#strikeOff(batch);
    this.#onChange("saved", 0);
    if (body.remaining === 0) this.#onChange("ended", 0);
    return true;
  }

  static #REASONS = {
    assignment_complete: "finished",
    assignment_released: "released",
    campaign_closed: "closed",
    candidates_missing: "behind",
  };

  static #reason(status, code) {
    if (code in Outbox.#REASONS) return Outbox.#REASONS[code];
    return status === 409 ? "gone" : "refused";
  }

  #retryLater() {
    this.#failures += 1;
    const wait = Math.min(Outbox.#LONGEST_WAIT, 1000 * 2 ** (this.#failures - 1));
    this.#timer = setTimeout(() => this.flush(), wait);
    this.#onChange("offline", this.waiting.length);
    return false;
  }

  #stop(state) {
    this.#stopped = state;
    this.#onChange(state, this.waiting.length);
    return false;
  }

  #strikeOff(batch) {
    const keys = new Set(batch.map((rating) => rating.key));
    const { waiting, undone } = this.#read();
    this.#write({ waiting: waiting.filter((rating) => !keys.has(rating.key)), undone });
  }

  /* Read anew each time: another tab may have written. */
  #read() {
    if (this.#unstored) return this.#unstored;
    const kept = localStorage.getItem(this.#place);
    return kept ? JSON.parse(kept) : { waiting: [], undone: [] };
  }

  #write(kept) {
    try {
      if (kept.waiting.length || kept.undone.length) {
        localStorage.setItem(this.#place, JSON.stringify(kept));
      } else {
        localStorage.removeItem(this.#place);
      }
      this.#unstored = null;
    } catch {
      /* The device gives no room (a private window, a full disk): keep it in this page. */
      this.#unstored = kept;
    }
  }
}
