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
  const onward = () => blocks.shown.querySelector(".onward");

  function showFeedback(row, value) {
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
