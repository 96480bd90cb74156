// The keys that lead from one page of a list, or one thing in it, to the next.

const KEYS = { j: "next", k: "prev", ArrowRight: "next", ArrowLeft: "prev" };
const TURNED = { next: "prev", prev: "next" };

for (const told of document.querySelectorAll(".keys")) told.hidden = false;

addEventListener("keydown", (event) => {
  const arrow = event.key.startsWith("Arrow");
  // Where one writes, or moves a wide table, the keys are the browser's.
  const taken = `input, select, textarea, summary${arrow ? ", .scroll, .stages" : ""}`;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest?.(taken)) return;
  let way = KEYS[event.key];
  if (!way) return;
  if (arrow && document.documentElement.dir === "rtl") way = TURNED[way];
  const link = document.querySelector(`a[rel="${way}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
