"use strict";
// Without this script the page shows everything; with it, one can look for words.
const box = document.getElementById("filter");
const items = [...document.querySelectorAll("[data-item]")].map((node) => ({ node, words: node.textContent.toLowerCase() }));
const groups = [...document.querySelectorAll("[data-group]")].map((node) => ({ node, open: node.open }));
const found = document.getElementById("found");

function filter() {
  const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { node, words } of items) {
    node.hidden = !wanted.every((word) => words.includes(word));
    shown += !node.hidden;
  }
  for (const { node, open } of groups) {
    node.hidden = !node.querySelector("[data-item]:not([hidden])");
    node.open = wanted.length ? true : open;
  }
  found.textContent = wanted.length ? `${shown} of ${items.length} scenarios` : "";
}

box.addEventListener("input", filter);
box.closest("label").hidden = false;
filter();
