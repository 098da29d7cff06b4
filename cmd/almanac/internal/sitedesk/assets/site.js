// The text and the picker of the accent are one field, and the samples show it before it is saved.
"use strict";
const text = document.getElementById("accent"), picker = document.getElementById("accent-picker");
let samples = document.querySelector('link[href*="/sample"]'), timer;
picker?.addEventListener("input", () => { text.value = picker.value; text.dispatchEvent(new Event("input", { bubbles: true })); });
text.addEventListener("input", () => {
  const [, hex = ""] = /^#([0-9a-f]{6})$/i.exec(text.value.trim()) ?? [];
  if (picker) picker.value = hex ? "#" + hex : picker.defaultValue;
  clearTimeout(timer);
  timer = setTimeout(() => {
    const next = samples.cloneNode();
    next.href = samples.href.replace(/sample[^/]*$/, hex ? `sample-${hex.toLowerCase()}.css` : "sample.css");
    next.onload = () => { samples.remove(); samples = next; };
    samples.after(next);
  }, 100);
});
