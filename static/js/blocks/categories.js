"use strict";

/* The tree of categories: walked by arrows, searched by letters. What choosing one leads to is
   as with any other button. */

const tree = document.querySelector(".shared");
if (tree) startTree();

function startTree() {
  const find = tree.querySelector("[type=search]");
  const found = tree.querySelector(".find [role=status]");
  const branches = [...tree.querySelectorAll(".branch > details")];
  const leaves = [...tree.querySelectorAll(".leaf")];
  const nameOf = (leaf) => leaf.querySelector("label span").textContent;
  let opened = null; // which branches were, before a search opened those with something found
  let here = null; // where the keyboard was in the tree

  // ---- Searching ----

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const told = new Map(
    leaves.map((leaf) => {
      const above = branches.filter((branch) => branch.contains(leaf));
      const names = above.map((branch) => branch.querySelector("summary span").textContent);
      return [leaf, plain([...names, leaf.textContent].join(" "))];
    }),
  );

  /* Those whose name begins so before those that have it elsewhere would move under the hand:
     the tree keeps its order. */
  function search() {
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    if (words.length) opened ??= branches.filter((branch) => branch.open);
    for (const leaf of leaves) leaf.hidden = !words.every((word) => told.get(leaf).includes(word));
    for (const branch of branches) {
      const holds = branch.querySelector(".leaf:not([hidden])");
      branch.parentElement.hidden = !holds;
      if (words.length) branch.open = Boolean(holds);
      else if (opened) branch.open = opened.includes(branch);
    }
    if (!words.length) opened = null;
    found.textContent = leaves.every((leaf) => leaf.hidden) ? found.dataset.none : "";
  }

  function endSearch() {
    if (!find.value) return;
    find.value = "";
    search();
  }

  /* The only one that is found is chosen; of several the first is gone to. */
  function take() {
    const [first, ...others] = leaves.filter((leaf) => !leaf.hidden);
    if (!first || !find.value.trim()) return;
    const button = first.querySelector("input");
    const exact = [first, ...others].find((leaf) => plain(nameOf(leaf)) === plain(find.value.trim()));
    if (exact) exact.querySelector("input").click();
    else if (others.length) go(button);
    else button.click();
  }

  // ---- Walking ----

  /* What the arrows stop at, from top to bottom. */
  function stops() {
    const all = tree.querySelectorAll(".branch > details > summary, input[type=radio]");
    return [...all].filter((one) => one.checkVisibility());
  }

  function go(stop) {
    stop?.focus({ preventScroll: true });
    const whole = stop?.closest(".leaf, summary, .unsure");
    whole?.scrollIntoView({ block: "nearest" });
  }

  function step(from, by) {
    const all = stops();
    go(all[all.indexOf(from) + by]);
  }

  const branchOf = (stop) => stop.matches("summary") && stop.parentElement;
  const above = (one) => one.parentElement.closest(".branch > details");

  function inward(stop) {
    const branch = branchOf(stop);
    if (!branch) return;
    if (branch.open) step(stop, 1);
    else branch.open = true;
  }

  function outward(stop) {
    const branch = branchOf(stop);
    if (branch?.open) branch.open = false;
    else go((above(branch || stop) ?? branch)?.querySelector("summary"));
  }

  const turned = () => tree.closest(".row").dir === "rtl";
  const KEYS = {
    ArrowDown: (stop) => step(stop, 1),
    ArrowUp: (stop) => (stops()[0] === stop ? find.focus() : step(stop, -1)),
    ArrowRight: (stop) => (turned() ? outward : inward)(stop),
    ArrowLeft: (stop) => (turned() ? inward : outward)(stop),
    Home: () => go(stops()[0]),
    End: () => go(stops().at(-1)),
  };
  const IN_SEARCH = {
    ArrowDown: () => go(stops()[0]),
    Enter: take,
    Escape: () => (find.value ? endSearch() : go(Blocks.entryTo())),
  };

  /* A letter that says something of its own: that one cannot judge. */
  const isLetter = ({ key, code }) =>
    /^[\p{L}\p{N}]$/u.test(key) && !/^[xX]$/.test(key) && !(code === "KeyX" && !/^[ -~]/.test(key));

  function onKey(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const block = tree.closest(".block");
    const outside = target === document.body || target === block.querySelector(".sentence");
    const stop = target.closest?.(".shared summary, .shared input[type=radio]");
    const does =
      target === find
        ? IN_SEARCH[key]
        : stop
          ? KEYS[key]
          : outside && key === "ArrowDown" && (() => go(Blocks.entryTo()));
    if (does) {
      event.preventDefault();
      event.stopPropagation();
      does(stop);
    } else if ((stop || outside) && isLetter(event)) {
      // What is typed lands where the focus is by then.
      find.focus();
      event.stopPropagation();
    }
  }

  // ---- Start ----

  Blocks.entryTo = () => {
    const all = stops();
    return all.find((stop) => stop.checked) ?? (all.includes(here) ? here : all[0]);
  };
  tree.querySelector(".find").hidden = false;
  find.addEventListener("input", search);
  tree.addEventListener("change", ({ target }) => {
    if (target.type === "radio") endSearch();
  });
  // What was chosen here before is to be seen.
  tree.addEventListener("brought", () => {
    const chosen = tree.querySelector(".leaf :checked");
    for (const branch of branches) branch.open ||= branch.contains(chosen);
    if (!chosen) return;
    const middle = (one) => one.getBoundingClientRect().top + one.clientHeight / 2;
    tree.scrollTop += middle(chosen) - middle(tree);
  });
  tree.addEventListener("focusin", ({ target }) => {
    if (target !== find) here = target;
  });
  // Before the page's own keys, which know rows alone.
  document.addEventListener("keydown", onKey, { capture: true });
  // Whoever says why once will say it again.
  for (const remark of document.querySelectorAll(".remark")) {
    remark.addEventListener("toggle", () => {
      for (const other of document.querySelectorAll(".remark")) other.open = remark.open;
    });
  }
}
