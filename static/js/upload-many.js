// Several files for the systems of a campaign: each is sent by itself, with a bar of its own, and
// gets its row with a name, what it holds or what is wrong with it. Without scripts the form sends
// them together and shows the same rows.
"use strict";

(() => {
  const ROWS_ONLY = "Rows-Only";

  const row = (list, file) => {
    const made = document.createElement("li");
    made.dataset.file = file.name;
    const head = document.createElement("p");
    const name = document.createElement("strong");
    name.textContent = file.name;
    const said = document.createElement("span");
    said.className = "quiet";
    said.textContent = list.dataset.waiting;
    head.append(name, " ", said);
    const bar = document.createElement("progress");
    bar.className = "wide";
    bar.max = 1;
    bar.value = 0;
    bar.setAttribute("aria-label", file.name);
    made.append(head, bar);
    const before = [...list.children].find((one) => one.dataset.file === file.name);
    if (before) before.replaceWith(made);
    else list.append(made);
    return made;
  };

  const failed = (made, list, what) => {
    made.querySelector("span").textContent = list.dataset[what];
    made.querySelector("progress").remove();
    made.classList.add("failed");
  };

  const send = (form, file, made) => new Promise((done) => {
    const list = form.querySelector("[data-rows]");
    const said = made.querySelector("span");
    const bar = made.querySelector("progress");
    const body = new FormData();
    for (const name of ["csrfmiddlewaretoken", "kind"]) {
      body.append(name, new FormData(form).get(name));
    }
    body.append("answers", file);
    const request = new XMLHttpRequest();
    request.open("POST", form.dataset.check);
    request.setRequestHeader(ROWS_ONLY, "1");
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) bar.value = event.loaded / event.total;
    });
    request.upload.addEventListener("load", () => {
      said.textContent = list.dataset.reading;
      bar.removeAttribute("value");
    });
    request.addEventListener("loadend", () => {
      const answer = document.createElement("template");
      answer.innerHTML = request.status === 200 ? request.responseText : "";
      const found = answer.content.querySelector("li[data-file]");
      if (found) made.replaceWith(found);
      else failed(made, list, request.status === 413 ? "tooLarge" : "failed");
      done();
    });
    said.textContent = list.dataset.sending;
    request.send(body);
  });

  // One file goes with the form, as ever, unless it joins others.
  const isMany = (form, input) =>
    input.files.length > 1 || (input.files.length && form.querySelector("[data-rows] > li"));

  document.addEventListener("change", async (event) => {
    const form = event.target.closest?.("form[data-check]");
    if (!form || event.target.name !== "answers" || !isMany(form, event.target)) return;
    const files = [...event.target.files];
    const list = form.querySelector("[data-rows]");
    const buttons = [...form.querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    for (const one of form.querySelectorAll("[data-one]")) {
      one.hidden = true;
      for (const field of one.querySelectorAll("input")) field.disabled = true;
    }
    // A file that was kept by itself is one of them now: it is asked for again.
    for (const kept of form.querySelectorAll(".drop .kept, .drop [name=answers-kept]")) kept.remove();
    event.target.value = "";
    const rows = files.map((file) => row(list, file));
    for (const [place, file] of files.entries()) {
      const largest = Number(form.dataset.largest);
      if (file.size > largest) failed(rows[place], list, "tooLarge");
      else await send(form, file, rows[place]);
    }
    for (const button of buttons) button.disabled = false;
  });
})();
