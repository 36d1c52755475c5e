"use strict";
// Without this script the page shows everything; with it, one can choose what to see.
const form = document.getElementById("filter");
const found = document.getElementById("found");
const items = [...document.querySelectorAll("[data-item]")].map((node) => ({
  node,
  status: node.dataset.status,
  area: node.dataset.area,
  clauses: node.dataset.clauses.split(" "),
  words: node.textContent.toLowerCase(),
}));
const groups = [...document.querySelectorAll("[data-group]")].map((node) => ({ node, open: node.open }));

function filter() {
  const { status, area, clause } = Object.fromEntries(["status", "area", "clause"].map((name) => [name, form.elements[name].value]));
  const wanted = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = Boolean(status || area || clause || wanted.length);
  let shown = 0;
  for (const item of items) {
    const fits = (!status || item.status === status) && (!area || item.area === area) && (!clause || item.clauses.includes(clause));
    item.node.hidden = !(fits && wanted.every((word) => item.words.includes(word)));
    shown += !item.node.hidden;
  }
  for (const { node, open } of groups) {
    node.hidden = !node.querySelector("[data-item]:not([hidden])");
    node.open = chosen || open;
  }
  found.textContent = chosen ? `${shown} of ${items.length} scenarios` : "";
}

form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
filter();
