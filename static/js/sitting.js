"use strict";

/* The rating page. The server has rendered every block as a form that works by itself; here one
   block after another is shown, every answer is sent as it is made, and keys and touch move on. */

// Characters of a candidate that still fit on one line of the narrowest phone.
const LONGEST_UNBROKEN = 24;

const page = document.getElementById("sitting");
const blocks = [...page.querySelectorAll(".block")];
if (blocks.length) startSitting();

function startSitting() {
  const stateLine = document.getElementById("state");
  const undoButton = document.getElementById("undo");
  const answers = new Map(); // candidate → the value of its chosen button
  const undoable = []; // [row, its value before], the latest last
  let block = blocks.find((one) => !one.hidden);
  let current = null; // the row whose candidate stands in the sentence
  let since = performance.now();
  let savingTimer = null;

  const outbox = new Outbox({
    place: `regild-sitting-${page.dataset.assignment}`,
    post: (what, body) => send(page.dataset[what], what === "rate" ? "PUT" : "POST", body),
    onChange: showState,
  });

  const rowsOf = (one) => [...one.querySelectorAll(".row")];
  const candidateOf = (row) => Number(row.dataset.candidate);
  const buttonsOf = (row) => [...row.querySelectorAll("input")];
  const buttonFor = (row, value) => buttonsOf(row).find((button) => button.value === value);
  const isOpen = (row) => !answers.has(candidateOf(row));
  const openRow = (one) => rowsOf(one).find(isOpen);

  // ---- Answers ----

  function readAnswers() {
    const rows = new Map(rowsOf(page).map((row) => [candidateOf(row), row]));
    for (const rating of outbox.waiting) {
      const row = rows.get(rating.candidate);
      const button = row && buttonFor(row, String(rating.value));
      if (button) button.checked = true;
    }
    for (const candidate of outbox.undone) {
      if (rows.has(candidate)) clear(rows.get(candidate));
    }
    for (const [candidate, row] of rows) {
      const chosen = buttonsOf(row).find((button) => button.checked);
      if (chosen) answers.set(candidate, chosen.value);
    }
  }

  function clear(row) {
    for (const button of buttonsOf(row)) button.checked = false;
  }

  function rate(row, value) {
    const candidate = candidateOf(row);
    if (answers.get(candidate) !== value) {
      undoable.push([row, answers.get(candidate)]);
      keep(row, value);
    }
    moveOn(row);
  }

  function keep(row, value) {
    const candidate = candidateOf(row);
    buttonFor(row, value).checked = true;
    answers.set(candidate, value);
    outbox.add({
      candidate,
      value: value === "null" ? null : Number(value),
      key: uuid(),
      elapsed_ms: Math.round(performance.now() - since),
    });
    since = performance.now();
    showProgress();
  }

  function undo() {
    if (!undoable.length) return;
    const [row, before] = undoable.pop();
    if (before === undefined) {
      clear(row);
      answers.delete(candidateOf(row));
      outbox.retract(candidateOf(row));
      showProgress();
    } else {
      keep(row, before);
    }
    if (!block.contains(row)) show(row.closest(".block"));
    moveTo(row);
  }

  // ---- Moving ----

  function show(one) {
    block.hidden = true;
    one.hidden = false;
    block = one;
    since = performance.now();
    window.scrollTo(0, 0);
    makeCurrent(openRow(one) ?? null);
    one.querySelector(".sentence").focus({ preventScroll: true });
  }

  function moveOn(row) {
    const rows = rowsOf(block);
    const next = rows.slice(rows.indexOf(row) + 1).find(isOpen) ?? openRow(block);
    if (next) return moveTo(next);
    makeCurrent(null);
    const onward = block.querySelector(".onward");
    onward.focus({ preventScroll: true });
    onward.scrollIntoView({ block: "nearest" });
  }

  function moveTo(row) {
    makeCurrent(row);
    const button = buttonsOf(row).find((one) => one.checked) ?? buttonsOf(row)[0];
    button.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  /* The row's candidate takes the target's place in the sentence; with no row, the target. */
  function makeCurrent(row) {
    if (row === current) return;
    current?.classList.remove("current");
    if (current) restoreTarget(current.closest(".block"));
    current = row;
    if (!row) return;
    row.classList.add("current");
    const mark = row.closest(".block").querySelector("mark");
    mark.dataset.target ??= mark.textContent;
    const ruby = document.createElement("ruby");
    const target = document.createElement("rt");
    target.textContent = mark.dataset.target;
    const candidate = row.querySelector(".word").textContent;
    ruby.classList.toggle("long", candidate.length > LONGEST_UNBROKEN);
    ruby.append(candidate, target);
    mark.replaceChildren(ruby);
  }

  function restoreTarget(one) {
    const mark = one.querySelector("mark");
    mark.textContent = mark.dataset.target;
  }

  function goOn() {
    const open = openRow(block);
    const next = blocks[blocks.indexOf(block) + 1];
    if (open) {
      moveTo(open);
      stateLine.textContent = fill(
        stateLine.dataset.missing,
        rowsOf(block).filter(isOpen).length,
      );
    } else if (next) {
      show(next);
    } else {
      const unfinished = blocks.find(openRow);
      if (unfinished) show(unfinished);
      else outbox.finish();
    }
  }

  // ---- What the page says ----

  function showProgress() {
    const progress = document.querySelector(".bar progress");
    const minutes = document.getElementById("minutes");
    const left = progress.max - answers.size;
    progress.value = answers.size;
    minutes.textContent = left
      ? fill(minutes.dataset.text, Math.ceil((left * page.dataset.secondsPerCandidate) / 60))
      : minutes.dataset.done;
    undoButton.disabled = !undoable.length;
  }

  function showState(state, count) {
    clearTimeout(savingTimer);
    if (state === "finished") return location.assign(page.dataset.thanks);
    if (state === "behind") return location.reload();
    if (state === "ended") {
      // What this page still asks for was answered in another tab.
      if (blocks.some(openRow)) location.assign(page.dataset.thanks);
      return;
    }
    if (state === "saving") {
      // Said only when it takes long, or a screen reader would say it at every answer.
      savingTimer = setTimeout(() => say(stateLine.dataset.saving), 600);
      return;
    }
    const note = document.getElementById(state);
    if (note?.hidden) {
      note.hidden = false;
      note.scrollIntoView({ block: "nearest" });
    }
    stateLine.classList.toggle("unsent", state !== "saved");
    // With no answer waiting, it is the closing of the sitting that found no network.
    const text = state === "offline" && !count ? "retrying" : state;
    say(fill(stateLine.dataset[text], count));
  }

  function say(text) {
    if (stateLine.textContent !== text) stateLine.textContent = text;
  }

  // ---- Keys ----

  const KEYS = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ArrowRight: (button) => turn(button, 1),
    ArrowLeft: (button) => turn(button, -1),
    Enter: choose,
    " ": choose,
    Backspace: undo,
  };

  function onKey(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !mayTakeKeys(target)) return;
    const row = current ?? openRow(block);
    const rated = row && buttonFor(row, key);
    if (rated) {
      rate(row, key);
    } else if (!KEYS[key] || KEYS[key](target) === false) {
      return;
    }
    event.preventDefault();
  }

  /* Single keys act only inside the block, never where someone writes. */
  function mayTakeKeys(target) {
    return target === document.body || (block.contains(target) && !target.closest(".remark"));
  }

  function step(by) {
    const rows = rowsOf(block);
    const next = current ? rows[rows.indexOf(current) + by] : rows.at(by > 0 ? 0 : -1);
    if (next) moveTo(next);
    else if (by > 0) block.querySelector(".onward").focus();
  }

  /* Move between buttons without choosing: by itself a radio button is chosen on the way. */
  function turn(button, by) {
    const row = button.closest(".row");
    if (!row) return false;
    const buttons = buttonsOf(row);
    const towards = row.dir === "rtl" ? -by : by;
    buttons[(buttons.indexOf(button) + towards + buttons.length) % buttons.length].focus();
  }

  function choose(button) {
    const row = button.closest(".row");
    if (!row) return false;
    rate(row, button.value);
  }

  // ---- Remarks ----

  async function sendRemark(form) {
    const line = form.querySelector("[role=status]");
    const { sentence, comment } = form.elements;
    const answer = await send(page.dataset.remark, "POST", {
      sentence: Number(sentence.value),
      comment: comment.value,
    }).catch(() => ({ status: 0 }));
    const sent = answer.status === 201;
    line.textContent = sent ? line.dataset.sent : line.dataset.failed;
    if (sent) comment.value = "";
  }

  // ---- Start ----

  function connect() {
    page.addEventListener("change", ({ target }) => {
      if (target.type === "radio") rate(target.closest(".row"), target.value);
    });
    page.addEventListener("focusin", ({ target }) => makeCurrentFrom(target));
    page.addEventListener("click", (event) => {
      if (event.target.closest(".back")) {
        event.preventDefault();
        show(blocks[blocks.indexOf(block) - 1]);
      } else if (!event.target.closest(".choice")) {
        makeCurrentFrom(event.target);
      }
    });
    page.addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.target.closest(".remark")) sendRemark(event.target);
      else goOn();
    });
    document.addEventListener("keydown", onKey);
    document.addEventListener("visibilitychange", () => {
      // Time away is not time spent on a rating.
      if (!document.hidden) since = performance.now();
    });
    undoButton.addEventListener("click", undo);
  }

  function makeCurrentFrom(target) {
    const row = target.closest(".row");
    if (row) makeCurrent(row);
  }

  for (const form of page.querySelectorAll("form:not(.remark form)")) form.noValidate = true;
  undoButton.hidden = false;
  document.getElementById("keys").hidden = false;
  connect();
  readAnswers();
  showProgress();
  new ResizeObserver(() => {
    const height = block.querySelector(".sentence").offsetHeight;
    page.style.setProperty("--sentence-height", `${height}px`);
  }).observe(page);
  block = blocks.find(openRow) ?? block;
  for (const one of blocks) one.hidden = one !== block;
  makeCurrent(openRow(block) ?? null);
  outbox.flush();
}

async function send(address, method, body) {
  const response = await fetch(address, {
    method,
    keepalive: true,
    headers: {
      "Content-Type": "application/json",
      "X-Campaign": page.dataset.campaign,
      "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json().catch(() => ({})) };
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
