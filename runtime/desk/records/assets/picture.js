// Pictures are dropped, pasted, and shown before they are uploaded; the library opens without
// leaving the form.
"use strict";
function prepare(input) {
  const shown = document.createElement("p"), zone = input.closest("fieldset, form");
  const hint = Object.assign(document.createElement("p"), { className: "hint drop-hint", textContent: input.dataset.drop });
  shown.className = "chosen-files";
  input.after(hint, shown);
  input.multiple = "several" in input.dataset;
  // The texts are asked for once there is a picture that they are about.
  const texts = zone.querySelectorAll("[data-texts]"), has = zone.querySelector("img.thumb") !== null;
  const update = () => {
    shown.replaceChildren();
    for (const box of texts) box.hidden = !has && input.files.length !== 1;
    for (const file of input.files) {
      const reader = new FileReader();
      reader.addEventListener("load", () => shown.append(Object.assign(document.createElement("img"), { className: "thumb", alt: file.name, src: reader.result })));
      reader.readAsDataURL(file);
    }
  };
  input.addEventListener("change", update);
  update();

  const take = (e, data) => {
    const files = [...(data?.files ?? [])].filter((file) => input.accept.includes(file.type) && file.type);
    if (!files.length) return;
    e.preventDefault();
    const list = new DataTransfer();
    for (const file of input.multiple ? files : files.slice(0, 1)) list.items.add(file);
    input.files = list.files;
    zone.scrollIntoView({ block: "nearest" });
    input.dispatchEvent(new Event("change", { bubbles: true }));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const isMine = (e) => input.isConnected && !e.defaultPrevented;
  for (const place of [zone, document]) { // A picture beside other zones is for the first one.
    place.addEventListener("dragover", (e) => {
      if (!isMine(e) || !e.dataTransfer.types.includes("Files")) return;
      e.preventDefault();
      zone.classList.add("drop");
    });
    for (const name of ["dragleave", "drop"]) place.addEventListener(name, () => zone.classList.remove("drop"));
    place.addEventListener("drop", (e) => {
      if (!isMine(e) || !e.dataTransfer.types.includes("Files")) return;
      take(e, e.dataTransfer);
      e.preventDefault(); // The browser would open another file instead of the page.
    });
  }
  document.addEventListener("paste", (e) => { if (isMine(e)) take(e, e.clipboardData); });
}
document.querySelectorAll("input[data-picture]").forEach(prepare);

for (const form of document.querySelectorAll("form.record")) {
  form.addEventListener("submit", async (e) => {
    const button = e.submitter, field = button && button.closest("fieldset.image");
    if (!field) return;
    e.preventDefault();
    const page = await send(form, button), next = page && page.getElementById(field.id);
    if (!next) { // The server has something else to say: show it.
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
      form.dispatchEvent(new Event("submit", { bubbles: true }));
      form.submit();
      return;
    }
    const find = next.querySelector("[autofocus]");
    find?.removeAttribute("autofocus"); // The browser complains of it where something has the focus.
    find?.addEventListener("input", (e) => e.stopPropagation()); // It is no part of the form.
    field.replaceWith(next);
    next.querySelectorAll("input[data-picture]").forEach(prepare);
    (find ?? next).focus();
    if (!button.value) form.dispatchEvent(new Event("input")); // Another picture was chosen.
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
