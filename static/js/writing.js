"use strict";

/* What is written and marked below a sentence, in the sitting of the first stage as in its
   practice. */

const plain = (text) => text.normalize("NFC").trim().replace(/\s+/g, " ");

/* The phrase that the target is part of, marked in the sentence by its first and last word. */
class Phrase {
  // What a phrase may not hold, and how long one may be.
  static #ENDS = /[;\n]/;
  static #LONGEST = 200;

  #context;
  #target;
  #spans = []; // all of the sentence, each a word or what stands between two
  #parts = []; // those that a phrase may have
  #first;
  #last;
  #onMark;

  constructor(context, onMark) {
    this.#context = context;
    this.#target = context.querySelector("mark");
    this.#onMark = onMark;
    context.addEventListener("click", ({ target }) => this.#mark(target.closest(".part")));
    context.addEventListener("keydown", (event) => this.#onKey(event));
  }

  get text() {
    if (!this.#parts.length) return plain(this.#target.textContent);
    const marked = this.#parts.slice(this.#first, this.#last + 1);
    return plain(marked.map((part) => part.textContent).join(""));
  }

  get isTarget() {
    return this.text === plain(this.#target.textContent);
  }

  /* With what was marked before, where that can be found. */
  open(phrase) {
    if (!this.#parts.length) this.#split();
    this.#first = this.#last = this.#parts.indexOf(this.#target);
    const words = plain(phrase ?? "");
    for (let first = this.#first; words && first >= 0; first -= 1) {
      for (let last = this.#last; last < this.#parts.length; last += 1) {
        const found = this.#parts.slice(first, last + 1).map((part) => part.textContent);
        if (plain(found.join("")) !== words) continue;
        [this.#first, this.#last] = [first, last];
        return this.#show();
      }
    }
    this.#show();
  }

  close() {
    for (const span of this.#spans) span.replaceWith(...span.childNodes);
    this.#spans = this.#parts = [];
    for (const name of ["class", "role", "tabindex", "aria-pressed"]) {
      this.#target.removeAttribute(name);
    }
    this.#context.normalize();
  }

  focus() {
    this.#target.focus({ preventScroll: true });
  }

  #split() {
    const before = this.#spansOf(this.#target.previousSibling);
    const after = this.#spansOf(this.#target.nextSibling);
    this.#spans = [...before, ...after];
    const cut = before.findLastIndex((part) => Phrase.#ENDS.test(part.textContent));
    const end = after.findIndex((part) => Phrase.#ENDS.test(part.textContent));
    this.#parts = [
      ...before.slice(cut + 1),
      this.#target,
      ...after.slice(0, end < 0 ? after.length : end),
    ];
    for (const part of this.#parts) {
      const isWord = part === this.#target || /[\p{L}\p{N}]/u.test(part.textContent);
      part.classList.add(isWord ? "part" : "gap");
      if (!isWord) continue;
      part.role = "button";
      part.tabIndex = part === this.#target ? 0 : -1;
    }
  }

  /* In place of a text. */
  #spansOf(node) {
    if (!node) return [];
    const spans = segments(node.textContent, this.#context.lang).map((text) => {
      const span = document.createElement("span");
      span.textContent = text;
      return span;
    });
    node.replaceWith(...spans);
    return spans;
  }

  #show() {
    for (const [place, part] of this.#parts.entries()) {
      const isIn = place >= this.#first && place <= this.#last;
      part.classList.toggle("in", isIn);
      if (part.role) part.ariaPressed = String(isIn);
    }
  }

  /* A word before or after the target is where the phrase begins or ends; again, and it is not;
     the target itself is all that is left of it. */
  #mark(part) {
    const place = this.#parts.indexOf(part);
    const target = this.#parts.indexOf(this.#target);
    if (place < 0) return;
    const [first, last] = [this.#first, this.#last];
    if (place === target) this.#first = this.#last = target;
    else if (place < target) this.#first = place === first ? this.#word(place, 1) : place;
    else this.#last = place === last ? this.#word(place, -1) : place;
    if (this.text.length > Phrase.#LONGEST) [this.#first, this.#last] = [first, last];
    this.#show();
    this.#onMark();
  }

  #word(place, by) {
    let next = place + by;
    while (this.#parts[next] && !this.#parts[next].classList.contains("part")) next += by;
    return next;
  }

  #onKey(event) {
    const part = event.target.closest(".part");
    if (!part) return;
    const onward = this.#context.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key === " ") this.#mark(part);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.#go(part, this.#word(this.#parts.indexOf(part), event.key === onward ? 1 : -1));
    } else return;
    event.preventDefault();
  }

  #go(part, place) {
    const next = this.#parts[place];
    if (!next) return;
    part.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

/* Words and what stands between them, as the language has them. */
function segments(text, language) {
  if (!globalThis.Intl?.Segmenter) return text.split(/([\p{L}\p{M}\p{N}’'-]+)/u).filter(Boolean);
  const found = new Intl.Segmenter(language, { granularity: "word" }).segment(text);
  return Array.from(found, ({ segment }) => segment);
}

/* What is written and marked below one sentence. */
class Answer {
  #block;
  #lines;
  #fields;
  #marks;
  #phrase;
  #onChange;
  #before = []; // what stood in the fields before it was said that nothing fits

  constructor(block, onChange) {
    this.#block = block;
    this.#onChange = onChange;
    this.#lines = [...block.querySelectorAll(".proposed")];
    this.#fields = this.#lines.map((line) => line.querySelector("input"));
    this.#marks = [...block.querySelectorAll(".marks input")];
    this.#phrase = new Phrase(block.querySelector(".context"), () => {
      this.#sayPhrase();
      this.#onChange();
    });
    block.querySelector(".phrase").hidden = true;
    block.querySelector(".marks").addEventListener("change", ({ target }) => this.#tick(target));
    for (const field of this.#fields) {
      field.addEventListener("input", () => this.#type(field));
      field.addEventListener("change", () => this.#hint());
    }
    this.#arrange();
    this.#hint();
  }

  /* As it is sent. */
  get said() {
    const { mark } = this;
    const written = this.#texts.flatMap((text) => text.split(";").map(plain)).filter(Boolean);
    return {
      answers: [...new Set(written)].slice(0, this.#fields.length),
      mark,
      phrase: mark === "phrase" ? this.#phrase.text : "",
    };
  }

  get mark() {
    return this.#marks.find((box) => box.checked)?.value ?? null;
  }

  get isEmpty() {
    const { answers, mark } = this.said;
    return !answers.length && !mark;
  }

  /* Said to be part of a phrase, and of which one is not said. */
  get lacksPhrase() {
    return this.mark === "phrase" && this.#phrase.isTarget;
  }

  /* In a few words. */
  get told() {
    const chosen = this.#marks.find((box) => box.checked);
    const label = chosen?.nextElementSibling.textContent.trim();
    return [...this.said.answers, ...(label ? [label] : [])].join(", ");
  }

  /* Whether somebody was faster than this script. */
  get isEarly() {
    const typed = this.#fields.some((field) => field.value !== field.defaultValue);
    return typed || this.#marks.some((box) => box.checked !== box.defaultChecked);
  }

  get entry() {
    return this.#fields[0];
  }

  show({ answers, mark, phrase }) {
    for (const [place, field] of this.#fields.entries()) field.value = answers[place] ?? "";
    for (const box of this.#marks) box.checked = box.value === mark;
    this.#arrange(phrase);
    this.#hint();
  }

  /* The field after this one; none where it is empty or the last. */
  after(field) {
    return field.value.trim() ? this.#fields[this.#fields.indexOf(field) + 1] : undefined;
  }

  step(field, by) {
    const next = this.#fields[this.#fields.indexOf(field) + by];
    if (next && !next.closest(".proposed").hidden) next.focus();
  }

  get #texts() {
    return this.#fields.map((field) => field.value);
  }

  #type(field) {
    const nil = this.#marks.find((box) => box.value === "nil");
    if (field.value.trim()) nil.checked = false;
    // What was wrong and is so no more; what is only being written is not told yet.
    const line = field.closest(".proposed").querySelector(".hint");
    if (line.textContent !== this.#hintOf(field)) line.textContent = "";
    this.#arrangeLines();
    this.#onChange();
  }

  #tick(box) {
    for (const other of this.#marks) if (other !== box) other.checked = false;
    const texts = this.#texts;
    if (box.value === "nil" && box.checked) {
      this.#before = texts;
      for (const field of this.#fields) field.value = "";
    } else if (!texts.some((text) => text.trim())) {
      for (const [place, field] of this.#fields.entries()) {
        field.value = this.#before[place] ?? "";
      }
    }
    this.#arrange();
    this.#hint();
    this.#onChange();
    if (box.value === "phrase" && box.checked) this.#phrase.focus();
  }

  #arrange(phrase) {
    this.#arrangeLines();
    if (this.mark === "phrase") this.#phrase.open(phrase ?? this.#phraseInput.value);
    else this.#phrase.close();
    this.#sayPhrase();
  }

  /* The next field is there once the one before is filled. */
  #arrangeLines() {
    for (const [place, line] of this.#lines.entries()) {
      const before = this.#fields[place - 1];
      line.hidden = place > 0 && !before.value.trim() && !this.#fields[place].value.trim();
    }
  }

  get #phraseInput() {
    return this.#block.querySelector(".phrase input");
  }

  #sayPhrase() {
    const line = this.#block.querySelector(".marked");
    line.hidden = this.mark !== "phrase";
    if (line.hidden) return;
    const { none, text } = line.dataset;
    const { text: phrase, isTarget } = this.#phrase;
    line.textContent = isTarget ? none : text.replace("{}", phrase);
    this.#phraseInput.value = phrase;
  }

  // ---- Hints: nothing is held back for them ----

  #hint() {
    for (const [place, field] of this.#fields.entries()) {
      this.#lines[place].querySelector(".hint").textContent = this.#hintOf(field);
    }
  }

  #hintOf(field) {
    const { target, repeated, several } = this.#block.querySelector(".words").dataset;
    const folded = (text) => plain(text).toLocaleLowerCase(field.lang || undefined);
    const text = folded(field.value);
    const place = this.#fields.indexOf(field);
    const earlier = this.#fields.slice(0, place).map((one) => folded(one.value));
    if (!text) return "";
    if (text === folded(this.#block.querySelector("mark").textContent)) return target;
    if (earlier.includes(text)) return repeated;
    return several && /[\s,;،]/.test(text) ? several : "";
  }
}

for (const block of document.querySelectorAll("#practice .block")) new Answer(block, () => {});
