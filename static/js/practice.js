"use strict";

/* The practice: the sitting's own control, of which nothing is kept. */

startPractice(document.getElementById("practice"));

function startPractice(page) {
  const blocks = new Blocks(page, {
    answered: showFeedback,
    filled: offerOnward,
    moved: () => {},
    undo,
    goOn: () => onward().click(),
  });
  const given = page.querySelector("[name=said]").value;
  const said = new Map(given.split(",").filter(Boolean).map((entry) => entry.split(":")));
  const onward = () => blocks.shown.querySelector(".onward");

  /* The server asks for every answer once all are given. */
  function say(row, value) {
    said.set(row.dataset.candidate, value);
    const text = [...said].map((entry) => entry.join(":")).join(",");
    for (const input of page.querySelectorAll("form[method=post] [name=said]")) input.value = text;
  }

  function showFeedback(row, value) {
    say(row, value);
    const feedback = blocks.shown.querySelector(".feedback .note");
    const verdict = feedback.querySelector("strong");
    const fits = row.dataset.fitting.split(" ").includes(value);
    verdict.textContent =
      value === "null" ? verdict.dataset.unsure : verdict.dataset[fits ? "fitting" : "other"];
    feedback.hidden = false;
    onward().closest(".actions").hidden = false;
  }

  function offerOnward() {
    blocks.offer(onward());
  }

  function undo() {
    const [row] = rowsOf(blocks.shown);
    blocks.clear(row);
    blocks.shown.querySelector(".feedback .note").hidden = true;
    onward().closest(".actions").hidden = true;
    blocks.moveTo(row);
  }

  for (const one of page.querySelectorAll(".check")) one.hidden = true;
  document.getElementById("keys").hidden = false;
  page.addEventListener("click", (event) => {
    const next = event.target.closest("a.onward");
    if (!next) return;
    event.preventDefault();
    blocks.show(blocks.all[blocks.all.indexOf(blocks.shown) + 1]);
  });
  // Its button is not there to be pressed, but Enter in a form would ask for a page.
  for (const form of page.querySelectorAll("form[method=get]")) {
    form.addEventListener("submit", (event) => event.preventDefault());
  }
  blocks.start(blocks.shown);
}
