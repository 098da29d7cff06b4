// Asks before a form that was changed is left without saving. Ctrl-S does what Enter does.
"use strict";
for (const form of document.querySelectorAll("form[data-unsaved]")) {
  let changed = "changed" in form.dataset;
  form.addEventListener("input", () => { changed = true; });
  addEventListener("submit", (e) => { if (e.target === form && !e.defaultPrevented && e.submitter?.formTarget !== "_blank") changed = false; });
  window.addEventListener("beforeunload", (e) => { if (changed) e.preventDefault(); });
  document.addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || e.key !== "s") return;
    e.preventDefault();
    form.requestSubmit(form.querySelector("button.out") ?? form.querySelector("button"));
  });
}
