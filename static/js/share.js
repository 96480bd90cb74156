// Pass a link on in one tap, or copy it: on the thanks page, and where a lead finds it.
"use strict";

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  button.nextElementSibling.textContent = button.dataset.copied;
}

async function share(button) {
  const told = { title: button.dataset.title, url: button.dataset.share };
  if (navigator.share) {
    await navigator.share(told);
  } else {
    await copy(button, told.url);
  }
}

function offer(selector, pass) {
  for (const button of document.querySelectorAll(selector)) {
    button.hidden = false;
    // Who closes the sheet again has shared nothing, and need not be told.
    button.addEventListener("click", () => pass(button).catch(() => {}));
  }
}

// Without either the link stands there to be copied by hand.
if (navigator.share || navigator.clipboard) {
  offer("[data-share]", share);
}
if (navigator.clipboard) {
  offer("[data-copy]", (button) => copy(button, button.dataset.copy));
}
