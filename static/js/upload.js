// Enhances forms that upload: files can be dropped on their field, a bar shows what is sent, and
// what is too large is told before it is sent. Without scripts the same forms work as they are.
"use strict";

(() => {
  const form = (event) => event.target.closest?.("form.upload");
  const say = (where, what) => {
    where.querySelector(".upload-progress").textContent =
      where.querySelector(".upload-progress").dataset[what] ?? "";
  };

  for (const type of ["dragenter", "dragover", "dragleave", "drop"]) {
    document.addEventListener(type, (event) => {
      const zone = event.target.closest?.(".drop");
      if (!zone || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      zone.classList.toggle("over", type === "dragenter" || type === "dragover");
      if (type !== "drop" || !event.dataTransfer.files.length) return;
      const input = zone.querySelector('input[type="file"]');
      const dropped = new DataTransfer();
      const files = [...event.dataTransfer.files];
      for (const file of input.multiple ? files : files.slice(0, 1)) dropped.items.add(file);
      input.files = dropped.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const sent = form(event);
    if (!sent) return;
    const bytes = [...sent.querySelectorAll('input[type="file"]')]
      .flatMap((input) => [...input.files])
      .reduce((sum, file) => sum + file.size, 0);
    if (bytes > Number(sent.dataset.largest)) {
      event.preventDefault();
      say(sent, "tooLarge");
      return;
    }
    say(sent, "sending");
    sent.querySelector(".upload-bar").hidden = false;
  });

  document.addEventListener("htmx:xhr:progress", (event) => {
    const sent = form(event);
    if (!sent || !event.detail.lengthComputable) return;
    const share = event.detail.loaded / event.detail.total;
    sent.querySelector(".upload-bar").value = share;
    if (share === 1) say(sent, "reading");
  });

  for (const type of ["htmx:responseError", "htmx:sendError"]) {
    document.addEventListener(type, (event) => {
      const sent = form(event);
      if (!sent) return;
      say(sent, event.detail.xhr.status === 413 ? "tooLarge" : "failed");
      sent.querySelector(".upload-bar").hidden = true;
    });
  }

  // The answer to a refused form begins with what is wrong: read it out from there.
  document.addEventListener("htmx:afterSwap", () => {
    suggest();
    const problems = document.querySelector(".upload .problems");
    if (problems) {
      problems.tabIndex = -1;
      problems.focus();
    }
  });

  // What the address will be if it is left empty: the server makes the same from the title.
  const suggest = () => {
    const slug = document.getElementById("id_slug");
    if (!slug) return;
    slug.placeholder = document.getElementById("id_title").value
      .normalize("NFKD")
      .replace(/[^\w\s-]/g, "")
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "-")
      .slice(0, 56);
  };
  document.addEventListener("input", (event) => {
    if (event.target.id === "id_title") suggest();
  });
  suggest();
})();
