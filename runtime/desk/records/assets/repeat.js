// Shows the dates of what repeats while a form is filled in, and adds inputs for further days.
"use strict";
for (const field of document.querySelectorAll(".repeat")) {
  const form = field.form, how = field.querySelector("[name$='.how']"), button = field.querySelector("[data-dates]");
  const section = field.closest("section"); // It has the times of the record, too.
  let wait, asked = 0;
  button.hidden = true;
  const show = async () => {
    if (!how.value) return;
    const sent = new FormData(form), mine = ++asked;
    sent.set("do", button.value);
    for (const [name, value] of [...sent]) if (value instanceof File) sent.delete(name);
    const answer = await fetch(form.action, { method: "POST", body: sent }).catch(() => null);
    if (mine !== asked) return;
    const made = answer && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(field.id);
    button.hidden = Boolean(made);
    if (!made) return;
    for (const part of field.querySelectorAll("[data-part]")) {
      const now = made.querySelector(`[data-part=${part.dataset.part}]`);
      if (part.innerHTML !== now.innerHTML && !part.contains(document.activeElement)) part.replaceChildren(...now.childNodes);
    }
    const fault = made.querySelector(":scope > .error");
    if (fault) field.querySelector("[data-part=next]").textContent = fault.textContent;
  };
  const later = () => {
    clearTimeout(wait);
    wait = setTimeout(show, 300);
  };
  form.addEventListener("input", (e) => {
    if (section.contains(e.target)) later();
    const last = e.target.parentElement.lastElementChild;
    if ("more" in e.target.dataset && e.target === last && last.value) {
      const next = last.cloneNode();
      next.value = "";
      last.after(next);
    }
  });
}
