"use strict";

/* The sitting of the first stage: words are written for one sentence after another. Every
   sentence is a form that works by itself; here it is sent when it is left, and what is being
   written is kept on the device until then. */

class Proposing extends Sentences {
  #answers;
  #stored = new Map(); // block → what was said of it last, as text
  #left = []; // the sentences that were gone on from, the latest last
  #turn;

  constructor(page) {
    super(page, () => this.#turn.closeUndo());
    this.#answers = new Map(
      this.all.map((block) => [block, new Answer(block, () => this.#keepDraft(block))]),
    );
    this.#turn = new Turn({
      elsewhere: (sentence, said) => this.#showOther(sentence, said),
      isOpen: () => this.all.some((block) => this.asks(block)),
      leaveFor: (address) => this.leaveFor(address),
      undo: () => this.#undo(),
      writes: () => {},
    });
    this.#turn.begin();
    this.#readAnswers();
    this.begin();
    this.#listen();
    this.#showProgress();
    this.settle();
    // Where a keyboard comes up by itself, nobody is asked whether it should.
    if (matchMedia("(pointer: fine)").matches) this.entry().focus({ preventScroll: true });
    this.#turn.outbox.flush();
  }

  asks(block) {
    return !this.#stored.has(block);
  }

  entry() {
    return this.#answer.entry;
  }

  leave() {
    if (!this.#answer.isEmpty) this.#send();
  }

  get #answer() {
    return this.#answers.get(this.shown);
  }

  // ---- Answers ----

  #readAnswers() {
    const said = new Map(this.#turn.answered.map((one) => [one.sentence, one]));
    for (const [block, answer] of this.#answers) {
      const sentence = sentenceOf(block);
      const draft = kept.draftOf(sentence);
      const early = answer.isEarly;
      if ("answered" in block.dataset) this.#store(block, answer.said);
      if (said.has(sentence)) this.#store(block, said.get(sentence));
      if (draft && !early) answer.show(draft);
      else if (said.has(sentence) && !early) answer.show(said.get(sentence));
    }
  }

  #store(block, { answers, mark, phrase }) {
    this.#stored.set(block, JSON.stringify([answers, mark, phrase]));
  }

  #isStored(block) {
    const { answers, mark, phrase } = this.#answers.get(block).said;
    return this.#stored.get(block) === JSON.stringify([answers, mark, phrase]);
  }

  #keepDraft(block) {
    const draft = this.#isStored(block) ? null : this.#answers.get(block).said;
    kept.keepDraft(sentenceOf(block), draft);
  }

  /* What another tab said; what is being written here is left as it is. */
  #showOther(sentence, said) {
    const block = this.all.find((one) => sentenceOf(one) === sentence);
    if (!block || !said) return;
    const answer = this.#answers.get(block);
    const untouched = answer.isEmpty || this.#isStored(block);
    this.#store(block, said);
    if (untouched) answer.show(said);
    this.#showProgress();
  }

  #send() {
    const { said } = this.#answer;
    const elapsed = this.takeTime();
    if (this.#isStored(this.shown)) return;
    this.#store(this.shown, said);
    this.#turn.send({ sentence: sentenceOf(this.shown), ...said }, elapsed);
    this.#showProgress();
  }

  #showProgress() {
    this.#turn.showProgress(this.#stored.size, { undoable: this.#left.length });
  }

  // ---- Moving ----

  #goOn() {
    const { shown } = this;
    const lacks = this.#answer.isEmpty ? "empty" : this.#answer.lacksPhrase && "phrase";
    // Said once: who has nothing to say may go on.
    if (lacks && this.asks(shown) && shown.dataset.told !== lacks) {
      shown.dataset.told = lacks;
      this.#turn.say(document.getElementById("state").dataset[lacks]);
      return this.entry().focus();
    }
    this.#send();
    this.#turn.sendWritten(shown);
    const next = this.all[this.all.indexOf(shown) + 1] ?? this.nextOpen();
    if (!next) return this.#turn.finish();
    const { told } = this.#answer;
    this.#left.push(shown);
    this.show(next);
    this.#showProgress();
    this.#turn.offerUndo(told || document.getElementById("state").dataset.nothing);
    this.settle();
  }

  #undo() {
    const block = this.#left.pop();
    if (!block) return;
    this.#turn.closeUndo();
    this.showAgain(block);
    this.#showProgress();
  }

  #goBack() {
    const before = this.all[this.all.indexOf(this.shown) - 1];
    if (before) this.showAgain(before);
  }

  #listen() {
    this.page.addEventListener("click", (event) => {
      if (!event.target.closest(".back")) return;
      event.preventDefault();
      this.#goBack();
    });
    this.page.addEventListener("submit", (event) => {
      event.preventDefault();
      const remark = event.submitter?.closest(".remark");
      if (remark) this.#turn.sendRemark(remark);
      else this.#goOn();
    });
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  #KEYS = {
    Enter: (field) => {
      const next = this.#answer.after(field);
      if (next) next.focus();
      else this.#goOn();
    },
    ArrowDown: (field) => this.#answer.step(field, 1),
    ArrowUp: (field) => this.#answer.step(field, -1),
    PageUp: () => this.#goBack(),
  };

  #onKey(event) {
    const { target, key } = event;
    const field = target.matches(".proposed input");
    // In the middle of a letter that takes several keys, Enter is part of writing it.
    if (!field || !this.#KEYS[key] || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) this.#KEYS[key](target);
  }
}

function sentenceOf(block) {
  return Number(block.dataset.sentence);
}

const sitting = document.getElementById("sitting");
if (sitting.querySelector(".block")) new Proposing(sitting);
