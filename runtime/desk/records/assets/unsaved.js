// Asks before a form that was changed is left without saving.
"use strict";
for (const form of document.querySelectorAll("form[data-unsaved]")) {
  let changed = "changed" in form.dataset;
  form.addEventListener("input", () => { changed = true; });
  form.addEventListener("submit", (e) => { if (!e.submitter || e.submitter.formTarget !== "_blank") changed = false; });
  window.addEventListener("beforeunload", (e) => { if (changed) e.preventDefault(); });
}
