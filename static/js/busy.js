"use strict";

/* Sends again what was to be done, once somebody else is through. */

const again = document.getElementById("again");

document.getElementById("waiting").hidden = false;
// Not everybody at the same moment.
setTimeout(() => again.submit(), Number(again.dataset.seconds) * 1000 * (1 + Math.random() / 2));
