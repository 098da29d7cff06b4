// Adds to a list: a box that selects all records of the page, ranges of them with the key
// Shift, and how many are selected.
"use strict";
const boxes = [...document.querySelectorAll(".pick input[name=id]")], all = document.querySelector("[data-all]");
const count = document.querySelector("[data-count]");
const none = count && count.textContent;
let last;
if (boxes.length && all) {
  const box = Object.assign(document.createElement("input"), { type: "checkbox" });
  box.setAttribute("aria-label", all.textContent);
  const label = document.createElement("label"); // As in the rows, so that the boxes stand below each other.
  label.append(box);
  all.replaceWith(label);
  const show = () => {
    const n = boxes.filter((b) => b.checked).length;
    box.checked = n === boxes.length;
    box.indeterminate = n > 0 && !box.checked;
    if (count) count.textContent = n ? count.dataset.count.replace("{n}", n) : none;
  };
  box.addEventListener("change", () => {
    for (const b of boxes) b.checked = box.checked;
    show();
  });
  for (const b of boxes) {
    b.addEventListener("click", (e) => {
      if (e.shiftKey && last) {
        const [from, to] = [boxes.indexOf(last), boxes.indexOf(b)].sort((x, y) => x - y);
        for (const between of boxes.slice(from, to + 1)) between.checked = b.checked;
      }
      last = b;
      show();
    });
  }
  show();
}
