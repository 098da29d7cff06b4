// Moves a record of the calendar to the day that it is dropped on. The form that its link leads
// to does the same.
"use strict";
const form = document.getElementById("move");
let dragged;
for (const entry of document.querySelectorAll("[draggable]")) {
  entry.addEventListener("dragstart", (e) => {
    dragged = entry;
    e.dataTransfer.effectAllowed = "move";
    e.dataTransfer.setData("text/plain", "");
    setTimeout(() => entry.closest(".month").classList.add("drags")); // Days are below bars.
  });
  entry.addEventListener("dragend", () => {
    entry.closest(".month").classList.remove("drags");
    dragged = undefined;
  });
}
for (const day of document.querySelectorAll("[data-day]")) {
  const over = (is) => day.classList.toggle("over", is);
  day.addEventListener("dragover", (e) => {
    if (!dragged) return;
    e.preventDefault();
    over(true);
  });
  day.addEventListener("dragleave", () => over(false));
  day.addEventListener("drop", (e) => {
    e.preventDefault();
    over(false);
    const from = dragged && dragged.closest("[data-day]").dataset.day;
    if (!from || from === day.dataset.day) return;
    form.action = dragged.dataset.move;
    form.elements.day.value = day.dataset.day;
    form.elements.from.value = from;
    form.requestSubmit();
  });
}
