"use strict";

/* The sitting. The server has rendered every block as a form that works by itself; here one
   block after another is shown, and every answer is sent as it is made. */

// How long the last answer of a sentence is offered to be undone.
const UNDO_MS = 3000;
// Answers of this annotator from which their own pace is told, and the most that are looked at.
const FEWEST_FOR_PACE = 5;
const MOST_FOR_PACE = 15;

const page = document.getElementById("sitting");
if (page.querySelector(".block")) startSitting();

function startSitting() {
  const stateLine = document.getElementById("state");
  const undoButton = document.getElementById("undo");
  const lastLine = document.getElementById("last");
  const bar = undoButton.closest(".bar");
  const undoable = []; // [row, its value before], the latest last
  const paces = []; // milliseconds of the latest answers
  let savingTimer = null;
  let undoTimer = null;
  let ending = false; // all is answered, and the sitting ends if nothing else is done
  let sending = Promise.resolve(); // the remark that was sent last
  let undoing = false; // what is kept just now takes an answer back

  const outbox = new Outbox({ kept, onChange: showState, onElsewhere: showAnswer });
  const hold = new Hold({ ...holdTold(page.dataset, kept), onChange: showHold });
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
    for (const { candidate, value } of [...kept.givenSince(madeAt()), ...outbox.waiting]) {
      const row = rows.get(candidate);
      if (row && buttonFor(row, String(value))) choose(row, String(value));
    }
    for (const candidate of kept.undone) {
      if (rows.has(candidate)) blocks.clear(rows.get(candidate));
    }
  }

  /* What another tab answered, or undid. */
  function showAnswer(candidate, value) {
    const row = rowsOf(page).find((one) => candidateOf(one) === candidate);
    const button = row && value !== undefined && buttonFor(row, String(value));
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
    outbox.add({
      candidate: candidateOf(row),
      value: value === "null" ? null : Number(value),
      key: uuid(),
      elapsed_ms: elapsed,
    });
    paces.push(elapsed);
    showProgress();
    if (ending) offerUndo(row);
  }

  // ---- Undoing ----

  function undo() {
    if (!undoable.length) return;
    const [row, before] = undoable.pop();
    closeUndo();
    if (before === undefined) {
      blocks.clear(row);
      outbox.retract(candidateOf(row));
      showProgress();
    } else {
      undoing = true;
      blocks.answer(row, before);
      undoing = false;
    }
    blocks.showAgain(row.closest(".block"));
    blocks.moveTo(row);
  }

  /* What was answered last, and for how long one may take it back; whoever stands on the
     button is given the time. */
  function offerUndo(row, then) {
    clearTimeout(undoTimer);
    const chosen = buttonFor(row, blocks.answers.get(candidateOf(row)));
    const word = row.querySelector(".word").textContent.trim();
    const label = chosen.nextElementSibling.textContent.trim().replace(/\s+/g, " ");
    lastLine.textContent = `${word}: ${label}`;
    bar.classList.remove("undoing");
    void bar.offsetWidth; // or the time that is left would not be drawn anew
    bar.classList.add("undoing");
    const over = () => {
      if (document.activeElement === undoButton) undoTimer = setTimeout(over, 500);
      else if (ending) finish();
      else closeUndo();
    };
    undoTimer = setTimeout(over, UNDO_MS);
  }

  function closeUndo() {
    clearTimeout(undoTimer);
    ending = false;
    bar.classList.remove("undoing");
    lastLine.textContent = "";
  }

  // ---- Moving ----

  /* After a sentence's last word. */
  function goOnByItself(row) {
    sendWritten();
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
      stateLine.textContent = fill(
        stateLine.dataset.missing,
        rowsOf(blocks.shown).filter((row) => blocks.isOpen(row)).length,
      );
      return;
    }
    sendWritten();
    if (ending || (!next && !blocks.nextOpen())) finish();
    else blocks.show(next ?? blocks.nextOpen());
  }

  async function finish() {
    closeUndo();
    await sending;
    outbox.finish();
  }

  // ---- What the page says ----

  function showProgress() {
    const progress = bar.querySelector("progress");
    const line = document.getElementById("progress");
    const done = blocks.answers.size;
    const left = progress.max - done;
    progress.value = done;
    const half = done && done === Math.ceil(progress.max / 2);
    const text = !left ? "done" : half ? "half" : "text";
    line.textContent = [done, progress.max, Math.ceil((left * secondsEach()) / 60)].reduce(
      fill,
      line.dataset[text] ?? line.dataset.text,
    );
    undoButton.disabled = !undoable.length;
  }

  /* The median: who was called away in between is not slower for it. */
  function secondsEach() {
    if (paces.length < FEWEST_FOR_PACE) return Number(page.dataset.secondsPerCandidate);
    const latest = paces.slice(-MOST_FOR_PACE).sort((one, other) => one - other);
    const middle = Math.floor(latest.length / 2);
    return (latest[middle] + latest[latest.length - 1 - middle]) / 2 / 1000;
  }

  function showState(state, count) {
    clearTimeout(savingTimer);
    if (state === "finished") return blocks.leaveFor(page.dataset.thanks);
    if (state === "behind") return location.reload();
    if (state === "ended") {
      // What this page still asks for was answered in another tab, or else undone here.
      hold.end();
      const open = blocks.all.some((one) => blocks.openRow(one));
      const elsewhere = open && !kept.undone.length;
      if (elsewhere || outbox.finishedElsewhere) blocks.leaveFor(page.dataset.thanks);
      return;
    }
    if (state === "saving") {
      // Said only when it takes long, or a screen reader would say it at every answer.
      savingTimer = setTimeout(() => say(stateLine.dataset.saving), 600);
      return;
    }
    if (state === "saved") hold.renew();
    const note = document.getElementById(state);
    if (note?.hidden) {
      note.hidden = false;
      note.scrollIntoView({ block: "nearest" });
    }
    stateLine.classList.toggle("unsent", state !== "saved");
    // With no answer waiting, it is the closing of the sitting that was not heard.
    const closing = count ? {} : { offline: "retrying", trouble: "ailing" };
    const text = closing[state] ?? state;
    say(fill(stateLine.dataset[text], count));
  }

  function showHold(minutes) {
    const line = document.getElementById("hold");
    line.hidden = minutes === null;
    const { left, over } = line.dataset;
    line.querySelector("span").textContent = minutes ? fill(left, minutes) : over;
  }

  async function stay() {
    const { take, campaign } = page.dataset;
    const answer = await send(take, "POST", {}, campaign).catch(() => ({ status: 0 }));
    if (answer.body?.code === "busy") {
      say(stateLine.dataset.busy);
      return setTimeout(stay, 1000 * answer.retryAfter);
    }
    if (answer.status < 200 || answer.status >= 300) return outbox.flush();
    if (String(answer.body.id) === page.dataset.assignment) hold.renew();
    else showState("gone", outbox.waiting.length);
  }

  function say(text) {
    if (stateLine.textContent !== text) stateLine.textContent = text;
  }

  // ---- Remarks ----

  /* What was written beside the answers goes with them. */
  function sendWritten() {
    const remark = blocks.shown.querySelector(".remark");
    if (remark.querySelector("textarea").value.trim()) sending = sendRemark(remark);
  }

  async function sendRemark(remark) {
    const line = remark.querySelector("[role=status]");
    const comment = remark.querySelector("textarea");
    const written = comment.value;
    if (!written.trim()) return comment.focus();
    comment.value = ""; // or it could be sent twice
    const sentence = Number(remark.closest(".block").dataset.sentence);
    const said = { sentence, comment: written };
    const { remark: address, campaign } = page.dataset;
    const answer = await send(address, "POST", said, campaign).catch(() => ({}));
    const sent = answer.status === 201;
    line.textContent = sent ? line.dataset.sent : line.dataset.failed;
    if (!sent) comment.value ||= written;
    remark.classList.toggle("waiting", !sent && !answer.status);
  }

  // ---- Start ----

  function connect() {
    page.addEventListener("click", (event) => {
      if (!event.target.closest(".back")) return;
      event.preventDefault();
      blocks.showAgain(blocks.all[blocks.all.indexOf(blocks.shown) - 1]);
    });
    page.addEventListener("submit", (event) => {
      event.preventDefault();
      const remark = event.submitter?.closest(".remark");
      if (remark) sendRemark(remark);
      else goOn();
    });
    page.addEventListener("focusin", ({ target }) => {
      // Whoever writes is not sent away.
      if (ending && target.closest(".remark")) closeUndo();
    });
    undoButton.addEventListener("click", undo);
    window.addEventListener("online", () => {
      for (const remark of page.querySelectorAll(".remark.waiting")) sendRemark(remark);
    });
    document.querySelector("#hold button").addEventListener("click", stay);
  }

  for (const form of page.querySelectorAll("form")) form.noValidate = true;
  undoButton.hidden = false;
  document.getElementById("keys").hidden = false;
  connect();
  readAnswers();
  blocks.start();
  showProgress();
  outbox.flush();
}

function fill(text, number) {
  return text.replace("{}", number);
}

/* crypto.randomUUID is missing on plain http, which is how a classroom server is reached. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
