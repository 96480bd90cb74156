"use strict";

/* Sentences, one shown at a time, and what is asked of each: by touch, by keys, by a screen
   reader. Sittings and practice are made of it; what an answer leads to is theirs. */

const shared = document.querySelector(".shared");

const rowsOf = (one) => [...one.querySelectorAll(".row")];
const candidateOf = (row) => Number(row.dataset.candidate);
const buttonsOf = (row) => [...(shared ?? row).querySelectorAll("input[type=radio]")];
const showsItsOwn = (row) => !shared || row.contains(shared);
const buttonFor = (row, value) => buttonsOf(row).find((button) => button.value === value);

function chosenIn(row) {
  if (!showsItsOwn(row)) return row.dataset.chosen || undefined;
  return buttonsOf(row).find((button) => button.checked)?.value;
}

/* No value: nothing is chosen any more. */
function choose(row, value) {
  if (shared) row.dataset.chosen = value ?? "";
  if (!showsItsOwn(row)) return;
  for (const button of buttonsOf(row)) button.checked = button.value === value;
}

/* Which button a key presses: by its code where that is one digit, else by its place. A keyboard
   that has its digits elsewhere, or others, is known by where the key lies. */
function buttonAt(row, { key, code }) {
  const digit = /^\d$/.test(key) ? key : /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  // X too where the alphabet is another.
  const unsure = /^[xX?؟]$/.test(key) || (code === "KeyX" && !/^[ -~]/.test(key));
  return buttonsOf(row).find((button) =>
    button.value === "null" ? unsure : (button.dataset.key ?? button.value) === digit,
  );
}

/* Sentences, one after another; what is asked of each is said by a class that builds on this. */
class Sentences {
  all;
  shown;
  page;

  #bar = document.querySelector(".bar");
  #moved;
  #trail;
  #since = performance.now();

  constructor(page, moved) {
    this.page = page;
    this.#moved = moved;
    this.all = [...page.querySelectorAll(".block")];
    this.shown = this.all.find((one) => !one.hidden);
    this.#trail = new Trail(page.dataset.assignment ?? page.id, (place) => {
      const one = this.all[place];
      if (one && one !== this.shown) this.#swap(one);
    });
  }

  /* Whether the sentence still asks for something. */
  asks() {
    return false;
  }

  /* Before the one shown goes, and once another has come. */
  leave() {}

  arrive() {}

  /* What has the focus then: that it has come is read out by it. */
  entry() {
    return this.shown.querySelector(".sentence");
  }

  begin(one) {
    this.shown = one ?? this.all.find((block) => this.asks(block)) ?? this.shown;
    for (const block of this.all) block.hidden = block !== this.shown;
    this.#trail.begin(this.all.indexOf(this.shown));
    const resized = new ResizeObserver(() => this.measure());
    for (const element of [this.page, this.#bar]) if (element) resized.observe(element);
    // By itself only the place where one writes comes into sight.
    this.page.addEventListener("focusin", ({ target }) => {
      if (target.matches("textarea, [type=text]")) target.scrollIntoView({ block: "nearest" });
    });
    document.addEventListener("visibilitychange", () => {
      // Time away is not time spent on an answer.
      if (!document.hidden) this.#since = performance.now();
    });
  }

  /* The next sentence that still asks for something, from the one shown round to it again. */
  nextOpen() {
    const place = this.all.indexOf(this.shown);
    const others = [...this.all.slice(place + 1), ...this.all.slice(0, place)];
    return others.find((block) => this.asks(block));
  }

  /* Milliseconds since the last answer. */
  takeTime() {
    const elapsed = Math.round(performance.now() - this.#since);
    this.#since = performance.now();
    return elapsed;
  }

  /* Onward, so that the browser's Back leads here again. */
  show(one) {
    this.#trail.goOn(this.all.indexOf(one), one.dataset.address);
    this.#swap(one);
  }

  showAgain(one) {
    if (one === this.shown) return;
    this.#trail.goBack(this.all.indexOf(one), one.dataset.address);
    this.#swap(one);
  }

  #swap(one) {
    this.leave();
    this.shown.hidden = true;
    one.hidden = false;
    this.shown = one;
    this.#since = performance.now();
    one.classList.add("came");
    this.arrive();
    window.scrollBy(0, one.getBoundingClientRect().top);
    this.settle();
    this.entry().focus({ preventScroll: true });
    this.#moved();
  }

  /* Once what lies over the page has its size. */
  settle() {
    this.measure();
  }

  offer(control) {
    this.measure();
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: "nearest" });
  }

  /* What lies over the page: nothing that is scrolled to may end under it. */
  measure() {
    const root = document.documentElement;
    const sentence = this.shown.querySelector(".sentence");
    const covered = (one) =>
      one && getComputedStyle(one).position === "sticky" ? one.offsetHeight : 0;
    root.style.scrollPaddingBlock = `${covered(sentence) + 4}px ${covered(this.#bar) + 4}px`;
  }

  leaveFor(address) {
    this.#trail.leaveFor(address);
  }
}

/* With rows of buttons below each. One set of buttons may serve all rows: it stands in the row
   that is shown. */
class Blocks extends Sentences {
  // Characters of a candidate that still fit on one line of the narrowest phone.
  static #LONGEST_UNBROKEN = 24;
  // How far apart in time and place the two taps of a double tap may be.
  static #DOUBLE_TAP_MS = 350;
  static #DOUBLE_TAP_PIXELS = 30;

  /* Where the keyboard comes into a row. */
  static entryTo = (row) => buttonsOf(row).find((one) => one.checked) ?? buttonsOf(row)[0];

  answers = new Map(); // candidate → the value of its chosen button
  current = null; // the row whose candidate stands in the sentence

  #on;
  #early; // rows in which somebody was faster than this script
  #tapped = { at: -Infinity };

  /* `on`: answered(row, value, before, milliseconds); filled(row), its block's last;
     moved(), another sentence is shown; undo(); goOn(), from a sentence to the next. */
  constructor(page, on) {
    super(page, on.moved);
    this.#on = on;
    const isEarly = (button) => button.checked && !button.defaultChecked;
    this.#early = rowsOf(page).filter(
      (row) => showsItsOwn(row) && buttonsOf(row).some(isEarly),
    );
  }

  /* With `one` shown and what is answered already. */
  start(one) {
    const early = this.#early.map((row) => [row, chosenIn(row)]);
    for (const row of rowsOf(this.page)) {
      const chosen = !this.#early.includes(row) && chosenIn(row);
      if (chosen) this.answers.set(candidateOf(row), chosen);
    }
    this.begin(one);
    this.#bringShared();
    this.#listen();
    this.makeCurrent(this.openRow() ?? null);
    this.settle();
    for (const [row, value] of early) this.rate(row, value);
  }

  isOpen(row) {
    return !this.answers.has(candidateOf(row));
  }

  openRow(block = this.shown) {
    return rowsOf(block).find((row) => this.isOpen(row));
  }

  asks(block) {
    return Boolean(this.openRow(block));
  }

  // ---- Answers ----

  rate(row, value) {
    const before = this.answers.get(candidateOf(row));
    if (before !== value) this.answer(row, value);
    if (before === undefined && !this.openRow()) this.#on.filled(row);
    else this.#moveOn(row);
  }

  answer(row, value) {
    const candidate = candidateOf(row);
    const before = this.answers.get(candidate);
    choose(row, value);
    this.answers.set(candidate, value);
    this.#on.answered(row, value, before, this.takeTime());
  }

  clear(row) {
    choose(row);
    this.answers.delete(candidateOf(row));
  }

  // ---- Moving ----

  leave() {
    this.makeCurrent(null);
  }

  arrive() {
    this.#bringShared();
    this.makeCurrent(this.openRow() ?? null);
  }

  /* With what is chosen in the row that it comes to; it stays as it was opened and scrolled. */
  #bringShared() {
    const [row] = rowsOf(this.shown);
    if (!shared) return;
    if (!row.contains(shared)) {
      const { scrollTop } = shared;
      row.append(shared);
      shared.scrollTop = scrollTop;
      choose(row, row.dataset.chosen || undefined);
    }
    shared.dispatchEvent(new Event("brought"));
  }

  #moveOn(row) {
    const rows = rowsOf(this.shown);
    const isOpen = (one) => this.isOpen(one);
    const next = rows.slice(rows.indexOf(row) + 1).find(isOpen) ?? rows.find(isOpen);
    // In a sentence that was answered before, nothing jumps away.
    if (next) this.moveTo(next);
    else this.makeCurrent(row);
  }

  moveTo(row) {
    this.makeCurrent(row);
    Blocks.entryTo(row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  settle() {
    super.settle();
    this.current?.scrollIntoView({ block: "nearest" });
  }

  /* The row's candidate takes the marked word's place in the sentence; with no row, that word. */
  makeCurrent(row) {
    if (row !== this.current) {
      if (this.current) this.#restoreTarget(this.current);
      this.current?.classList.remove("current");
      this.current = row;
      if (row) this.#putInSentence(row);
    }
    this.measure();
  }

  #restoreTarget(row) {
    const mark = row.closest(".block").querySelector("mark");
    if (mark) mark.textContent = mark.dataset.asWritten;
  }

  #putInSentence(row) {
    row.classList.add("current");
    const sentence = row.closest(".block").querySelector(".sentence");
    const mark = sentence.querySelector("mark");
    if (!mark) return;
    mark.dataset.asWritten ??= mark.textContent;
    const ruby = document.createElement("ruby");
    const written = document.createElement("rt");
    written.textContent = mark.dataset.asWritten;
    written.ariaHidden = "true"; // read out, it would be one word too many
    const candidate = row.querySelector(".word").textContent;
    ruby.classList.toggle("long", candidate.length > Blocks.#LONGEST_UNBROKEN);
    ruby.append(candidate, written);
    mark.replaceChildren(ruby);
    // Of a sentence too long for its place, the part that matters.
    const above = mark.getBoundingClientRect().top - sentence.getBoundingClientRect().top;
    sentence.scrollTop += above - (sentence.clientHeight - mark.offsetHeight) / 2;
  }

  // ---- Keys and taps ----

  #KEYS = {
    ArrowDown: () => this.#step(1),
    ArrowUp: () => this.#step(-1),
    ArrowRight: (button) => this.#turn(button, 1),
    ArrowLeft: (button) => this.#turn(button, -1),
    Enter: (button) => this.#choose(button, "Enter"),
    " ": (button) => this.#choose(button),
    Backspace: () => this.#on.undo(),
  };

  #onKey(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#mayTakeKeys(target)) return;
    const row = this.current ?? this.openRow();
    const rated = row && buttonAt(row, event);
    if (!rated && !this.#KEYS[key]) return;
    // Held down, a key would rate words that nobody has read.
    if (event.repeat && (rated || !key.startsWith("Arrow"))) return event.preventDefault();
    if (rated) this.rate(row, rated.value);
    else if (this.#KEYS[key](target) === false) return;
    event.preventDefault();
  }

  /* Single keys act only inside the block, never where someone writes. */
  #mayTakeKeys(target) {
    const inside = this.shown.contains(target) && !target.closest(".remark, [type=search]");
    return target === document.body || inside;
  }

  #step(by) {
    const rows = rowsOf(this.shown);
    const next = this.current ? rows[rows.indexOf(this.current) + by] : rows.at(by > 0 ? 0 : -1);
    if (next) this.moveTo(next);
    else if (by > 0) this.offer(this.shown.querySelector(".onward"));
  }

  /* Move between buttons without choosing: by itself a radio button is chosen on the way. */
  #turn(button, by) {
    const row = button.closest(".row");
    if (!row || button.type !== "radio") return false;
    const buttons = buttonsOf(row);
    const towards = row.dir === "rtl" ? -by : by;
    buttons[(buttons.indexOf(button) + towards + buttons.length) % buttons.length].focus();
  }

  #choose(button, key) {
    const row = button.closest(".row");
    if (!row || button.type !== "radio") return false;
    if (key === "Enter" && button.checked && !this.openRow()) this.#on.goOn();
    else this.rate(row, button.value);
  }

  /* The page may move between the two taps of a double tap: the second would rate a word that
     nobody has read, or undo what the first has done. */
  #onTap(event) {
    const { at, x, y, row } = this.#tapped;
    const tapped = event.target.closest(".row");
    const near = Math.hypot(event.clientX - x, event.clientY - y) < Blocks.#DOUBLE_TAP_PIXELS;
    const soon = event.timeStamp - at < Blocks.#DOUBLE_TAP_MS;
    // A click that a key, a label or a program made has no place.
    if (!event.detail || event.target.matches("input")) return;
    if (near && soon && tapped !== row) {
      event.preventDefault();
      event.stopPropagation();
    } else {
      const at = event.target.closest(".choice") ? event.timeStamp : -Infinity;
      this.#tapped = { at, x: event.clientX, y: event.clientY, row: tapped };
    }
  }

  #listen() {
    const { page } = this;
    page.addEventListener("change", ({ target }) => {
      if (target.type === "radio") this.rate(target.closest(".row"), target.value);
    });
    for (const kind of ["focusin", "click"]) {
      page.addEventListener(kind, ({ target }) => {
        const row = !(kind === "click" && target.closest(".choice")) && target.closest(".row");
        if (row) this.makeCurrent(row);
      });
    }
    document.addEventListener("click", (event) => this.#onTap(event), { capture: true });
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }
}

/* The sentences in the browser's history: its Back leads a sentence back, and from the first
   that was shown away from the page. */
class Trail {
  #page;
  #now;
  #leaving = false;

  constructor(page, onReturn) {
    this.#page = page;
    window.addEventListener("popstate", ({ state }) => {
      if (this.#leaving || state?.page !== page) return;
      // Where the page's own ways led back, one step in the history shows the same twice.
      const twice = this.#now.from === this.#now.place && state.place === this.#now.place;
      this.#now = state;
      if (twice) history.back();
      else onReturn(state.place);
    });
  }

  begin(place) {
    const kept = history.state?.page === this.#page ? history.state : { depth: 0 };
    const from = kept.place === place ? kept.from : null;
    history.scrollRestoration = "manual";
    this.#keep("replaceState", { place, from, depth: kept.depth });
  }

  goOn(place, address) {
    const { place: from, depth } = this.#now;
    this.#keep("pushState", { place, from, depth: depth + 1 }, address);
  }

  /* No step back in the history: that would take its time, and the next answer may be sooner. */
  goBack(place, address) {
    this.#keep("replaceState", { ...this.#now, place }, address);
  }

  #keep(how, state, address) {
    this.#now = { ...state, page: this.#page };
    history[how](this.#now, "", address);
  }

  /* In the place of all its sentences, or Back would lead into what is over. */
  leaveFor(address) {
    if (this.#leaving) return;
    this.#leaving = true;
    const leave = () => location.replace(address);
    if (!this.#now.depth) return leave();
    window.addEventListener("popstate", leave, { once: true });
    setTimeout(leave, 1000);
    history.go(-this.#now.depth);
  }
}
