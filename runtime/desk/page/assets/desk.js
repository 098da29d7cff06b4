// Keeps what somebody types in a form in the browser until it is saved, so that a session
// that ends loses nothing: for the user alone, for seven days, without passwords and files.
"use strict";
const user = document.body.dataset.user; // Undefined where nobody is signed in.
const root = "desk.typed:", prefix = root + user + ":", days = 7; // Names of users have no colon.
const stored = (start) => Object.keys(localStorage).filter((key) => key.startsWith(start));

try {
  forgetOld();
  forgetSaved();
  for (const form of document.querySelectorAll("form[data-sign-out]")) {
    form.addEventListener("submit", () => stored(prefix).forEach((key) => localStorage.removeItem(key)));
  }
  const form = document.querySelector("form.record");
  if (form && user !== undefined) {
    offer(form);
    keep(form);
  }
  list(document.getElementById("unsaved"));
} catch (error) {
  console.warn("what is typed is not kept:", error); // The browser stores nothing.
}

// What leads back to this page leads to the same place on it.
const here = location.pathname + location.search, placeKey = "desk.place:" + here;
document.addEventListener("submit", (e) => {
  const back = e.target.elements.back;
  if (back && back.value === here) sessionStorage[placeKey] = scrollY;
});
if (sessionStorage[placeKey]) scrollTo({ top: sessionStorage[placeKey], behavior: "instant" });
sessionStorage.removeItem(placeKey);

const faults = document.getElementById("faults");
if (faults) faults.focus();

// A new form begins at its first field, unless it offers what was typed before. The browser complains
// of autofocus where somebody was faster.
if (document.getElementById("typed")?.hidden) document.querySelector("[data-focus]")?.focus();

// Where the server cannot be reached, the form stays as it is. The address of this script is asked for
// first, as a browser that follows a form has no way back. A new tab takes nothing away.
const script = document.currentScript.src;
let isReached = false, isAsking = false;
addEventListener("submit", async (e) => {
  const form = e.target, button = e.submitter;
  if (isReached || !e.isTrusted || !form.dataset.offline || button?.formTarget === "_blank") return;
  e.preventDefault();
  e.stopPropagation();
  if (isAsking) return;
  isAsking = true;
  const response = await fetch(script, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(20000) }).catch(() => null);
  isAsking = false;
  document.querySelector(".offline")?.remove();
  if (!response) {
    const note = Object.assign(document.createElement("p"), { className: "note bad offline", role: "alert", textContent: form.dataset.offline });
    document.querySelector("main").prepend(note);
    return;
  }
  isReached = true;
  form.requestSubmit(button);
  isReached = false;
}, true);

function forgetOld() {
  for (const key of stored(root)) {
    const at = (JSON.parse(localStorage[key]) || {}).at || 0;
    if (Date.now() - at > days * 24 * 60 * 60 * 1000) localStorage.removeItem(key);
  }
}

// A form that was sent is saved if the page after it says what was done. One that asks comes
// before that.
function forgetSaved() {
  if (document.querySelector("form[data-asks]")) return;
  const sent = sessionStorage["desk.sent"];
  sessionStorage.removeItem("desk.sent");
  if (sent && user !== undefined && document.querySelector("[data-flash]")) localStorage.removeItem(sent);
}

function keep(form) {
  const key = prefix + form.getAttribute("action");
  const save = () => {
    const fields = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && name !== "key" && !isSecret(form, name));
    localStorage[key] = JSON.stringify({ at: Date.now(), title: document.querySelector("h1").textContent, fields });
  };
  let timer;
  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(save, 300); });
  addEventListener("submit", (e) => {
    if (e.target !== form || e.defaultPrevented) return;
    clearTimeout(timer);
    save();
    if (e.submitter && e.submitter.name === "do" && e.submitter.formTarget !== "_blank") sessionStorage["desk.sent"] = key;
  });
}

function isSecret(form, name) {
  return [...form.elements].some((input) => input.name === name && (input.type === "password" || "private" in input.dataset));
}

// The overview leads to the forms that are not saved.
function list(section) {
  const keys = stored(prefix);
  if (!section || !keys.length) return;
  section.hidden = false;
  for (const key of keys) {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { href: key.slice(prefix.length), textContent: JSON.parse(localStorage[key]).title }));
    section.querySelector("ul").append(item);
  }
}

// To show what was typed is a look at the form: the server shows it as it was sent.
function offer(form) {
  const note = document.getElementById("typed"), key = prefix + form.getAttribute("action");
  if (!note || "changed" in form.dataset || !localStorage[key]) return;
  const typed = JSON.parse(localStorage[key]);
  note.hidden = false;
  note.firstElementChild.textContent = note.dataset.time.replace("{time}", new Date(typed.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }));
  note.querySelector("[data-forget]").addEventListener("click", () => {
    localStorage.removeItem(key);
    note.hidden = true;
  });
  note.querySelector("[data-restore]").addEventListener("click", () => {
    const look = Object.assign(document.createElement("form"), { method: "post", action: form.action, hidden: true });
    for (const [name, value] of [...typed.fields, ["look", ""]]) {
      const input = document.createElement("textarea");
      Object.assign(input, { name, value });
      look.append(input);
    }
    document.body.append(look);
    look.submit();
  });
}
