"use strict";

/* The sitting. The server has rendered every block as a form that works by itself; here one
   block after another is shown, and every answer is sent as it is made. */

const page = document.getElementById("sitting");
if (page.querySelector(".block")) startSitting();

function startSitting() {
  const undoable = []; // [row, its value before], the latest last
  let ending = false; // all is answered, and the sitting ends if nothing else is done
  let undoing = false; // what is kept just now takes an answer back

  const turn = new Turn({
    elsewhere: showAnswer,
    isOpen: () => blocks.all.some((one) => blocks.openRow(one)),
    leaveFor: (address) => blocks.leaveFor(address),
    undo,
    // Whoever writes is not sent away.
    writes: () => ending && closeUndo(),
  });
  const blocks = new Blocks(page, {
    answered: keep,
    filled: goOnByItself,
    moved: closeUndo,
    undo,
    goOn,
  });

  // ---- Answers ----

  function readAnswers() {
    const rows = new Map(rowsOf(page).map((row) => [candidateOf(row), row]));
    for (const { candidate, value } of turn.answered) {
      const row = rows.get(candidate);
      if (row && buttonFor(row, String(value))) choose(row, String(value));
    }
    for (const candidate of kept.undone) {
      if (rows.has(candidate)) blocks.clear(rows.get(candidate));
    }
  }

  /* What another tab answered, or undid. */
  function showAnswer(candidate, rating) {
    const row = rowsOf(page).find((one) => candidateOf(one) === candidate);
    const button = row && rating && buttonFor(row, String(rating.value));
    if (!row) return;
    blocks.clear(row);
    if (button) {
      choose(row, button.value);
      blocks.answers.set(candidate, button.value);
    }
    showProgress();
  }

  function keep(row, value, before, elapsed) {
    if (!undoing) undoable.push([row, before]);
    const said = { candidate: candidateOf(row), value: value === "null" ? null : Number(value) };
    turn.send(said, elapsed);
    showProgress();
    if (ending) offerUndo(row);
  }

  function showProgress() {
    turn.showProgress(blocks.answers.size, { undoable: undoable.length });
  }

  // ---- Undoing ----

  function undo() {
    if (!undoable.length) return;
    const [row, before] = undoable.pop();
    closeUndo();
    if (before === undefined) {
      blocks.clear(row);
      turn.outbox.retract(candidateOf(row));
      showProgress();
    } else {
      undoing = true;
      blocks.answer(row, before);
      undoing = false;
    }
    blocks.showAgain(row.closest(".block"));
    blocks.moveTo(row);
  }

  function offerUndo(row) {
    const chosen = buttonFor(row, blocks.answers.get(candidateOf(row)));
    const word = row.querySelector(".word").textContent.trim();
    const label = chosen.nextElementSibling.textContent.trim().replace(/\s+/g, " ");
    turn.offerUndo(`${word}: ${label}`, ending ? finish : closeUndo);
  }

  function closeUndo() {
    ending = false;
    turn.closeUndo();
  }

  // ---- Moving ----

  /* After a sentence's last word. */
  function goOnByItself(row) {
    turn.sendWritten(blocks.shown);
    const next = blocks.nextOpen();
    ending = !next;
    if (next) blocks.show(next);
    else blocks.makeCurrent(null);
    offerUndo(row);
    if (next) blocks.settle();
    else blocks.offer(blocks.shown.querySelector(".onward"));
  }

  function goOn() {
    const open = blocks.openRow();
    const next = blocks.all[blocks.all.indexOf(blocks.shown) + 1];
    if (open) {
      blocks.moveTo(open);
      turn.sayMissing(rowsOf(blocks.shown).filter((row) => blocks.isOpen(row)).length);
      return;
    }
    turn.sendWritten(blocks.shown);
    if (ending || (!next && !blocks.nextOpen())) finish();
    else blocks.show(next ?? blocks.nextOpen());
  }

  function finish() {
    ending = false;
    turn.finish();
  }

  // ---- Start ----

  page.addEventListener("click", (event) => {
    if (!event.target.closest(".back")) return;
    event.preventDefault();
    blocks.showAgain(blocks.all[blocks.all.indexOf(blocks.shown) - 1]);
  });
  page.addEventListener("submit", (event) => {
    event.preventDefault();
    const remark = event.submitter?.closest(".remark");
    if (remark) turn.sendRemark(remark);
    else goOn();
  });
  turn.begin();
  readAnswers();
  blocks.start();
  showProgress();
  turn.outbox.flush();
}
