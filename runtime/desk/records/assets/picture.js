// Shows the picture that was chosen for an upload, and the library without leaving the form.
"use strict";
function preview(input) {
  const shown = Object.assign(document.createElement("img"), { className: "thumb", alt: "", hidden: true });
  input.after(shown);
  input.addEventListener("change", () => {
    shown.hidden = true;
    if (!input.files[0]) return;
    const reader = new FileReader();
    reader.addEventListener("load", () => { shown.src = reader.result; shown.hidden = false; });
    reader.readAsDataURL(input.files[0]);
  });
}
document.querySelectorAll("input[data-picture]").forEach(preview);

for (const form of document.querySelectorAll("form.record")) {
  form.addEventListener("submit", async (e) => {
    const button = e.submitter, field = button && button.closest("fieldset.image");
    if (!field) return;
    e.preventDefault();
    const page = await send(form, button), next = page && page.getElementById(field.id);
    if (!next) { // The server has something else to say: show it.
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
      form.submit();
      return;
    }
    field.replaceWith(next);
    next.querySelectorAll("input[data-picture]").forEach(preview);
    (next.querySelector("[autofocus]") || next).focus();
    form.dispatchEvent(new Event("input")); // It is not saved.
  });
}

async function send(form, button) {
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form, button) });
    return answer.redirected ? null : new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null;
  }
}
