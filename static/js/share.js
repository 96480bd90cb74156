// The thanks page: pass a link on in one tap, or copy it where nothing can be shared.
"use strict";

async function share(button) {
  const told = { title: button.dataset.title, url: button.dataset.share };
  if (navigator.share) {
    await navigator.share(told);
  } else {
    await navigator.clipboard.writeText(told.url);
    button.nextElementSibling.textContent = button.dataset.copied;
  }
}

// Without either the link stands there to be copied by hand.
if (navigator.share || navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = false;
    // Who closes the sheet again has shared nothing, and need not be told.
    button.addEventListener("click", () => share(button).catch(() => {}));
  }
}
