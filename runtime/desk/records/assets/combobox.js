// Links are searched for while one types, and what does not exist is made by its name: a
// combobox with a list (WAI-ARIA Authoring Practices) in place of the search of the server.
"use strict";
document.querySelectorAll("fieldset[data-combobox]").forEach((field) => {
  const input = field.querySelector(".find input"), label = field.querySelector(".find label");
  const pills = field.querySelector(".tree, .chosen"), isTree = pills.matches(".tree");
  const fold = field.querySelector("details"), search = field.querySelector(".find button");
  const list = Object.assign(document.createElement("ul"), { id: input.id + "-options", className: "options", hidden: true });
  let timer, isPicked = false, active = -1, asked = 0, isStale = false;

  pills.classList.add("pills");
  pills.removeAttribute("tabindex");
  label.className = "out";
  label.textContent = field.querySelector("legend").firstChild.textContent.trim() + ": " + label.dataset.short;
  input.placeholder = label.dataset.short;
  if (search) search.hidden = true;
  if (fold) fold.hidden = !fold.open;
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id })) {
    input.setAttribute(name, value);
  }
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", field.querySelector("legend").firstChild.textContent.trim());
  input.parentElement.classList.add("combobox");
  input.after(list);

  const boxes = () => [...pills.querySelectorAll("input[type=checkbox]")];
  const isChosen = (id) => boxes().some((box) => box.value === id && box.checked);
  // Names are compared without case and accents, as the server compares them.
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

  async function find(word) {
    if (isTree) {
      const all = boxes().map((box) => ({ id: box.value, name: box.parentElement.textContent.trim(), depth: word ? "" : box.parentElement.className.replace("check", "").trim() }));
      return all.filter((term) => plain(term.name).includes(plain(word)));
    }
    const response = await fetch(input.dataset.lookup + "?q=" + encodeURIComponent(word), { headers: { Accept: "application/json" } });
    return response.ok && !response.redirected ? response.json() : [];
  }

  async function open() {
    clearTimeout(timer);
    const word = input.value.trim(), turn = ++asked;
    const similar = await find(word).catch(() => []), found = similar.filter((record) => !isChosen(record.id));
    if (turn !== asked || document.activeElement !== input) return;
    const same = found.some((record) => plain(record.name) === plain(word)) || boxes().some((box) => box.checked && plain(box.parentElement.textContent) === plain(word));
    const items = found.map((record) => option(record.name, record.depth, () => choose(record)));
    if (word && !same && field.dataset.create) {
      const item = option(field.dataset.create.replace("{name}", word), "create", () => create(word));
      if (similar.length) item.append(Object.assign(document.createElement("span"), { textContent: " " + field.dataset.similar.replace("{names}", similar.slice(0, 3).map((record) => record.name).join(", ")) }));
      items.push(item);
    }
    if (!items.length) items.push(Object.assign(document.createElement("li"), { className: "none", textContent: field.dataset.none }));
    list.replaceChildren(...items);
    list.hidden = isStale = false;
    input.setAttribute("aria-expanded", "true");
    mark(word && (found.length || !similar.length) ? 0 : -1); // A second one is made on purpose only.
  }

  function option(text, className, act) {
    const item = Object.assign(document.createElement("li"), { className: className ?? "", textContent: text });
    item.setAttribute("role", "option");
    item.addEventListener("mousedown", (e) => e.preventDefault()); // The input keeps the focus.
    item.addEventListener("click", act);
    return item;
  }

  function mark(at) {
    const options = [...list.querySelectorAll("[role=option]")];
    active = options.length ? Math.max(-1, Math.min(at, options.length - 1)) : -1;
    options.forEach((item, i) => {
      item.id = list.id + "-" + i;
      item.setAttribute("aria-selected", i === active);
    });
    if (active < 0) {
      input.removeAttribute("aria-activedescendant");
      return;
    }
    input.setAttribute("aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest" });
  }

  function close() {
    asked++;
    clearTimeout(timer);
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function choose(record) {
    const known = boxes().find((box) => box.value === record.id);
    if ("single" in field.dataset) for (const box of boxes()) box.checked = false;
    if (known) {
      known.checked = true;
    } else {
      const pill = document.createElement("label"), box = document.createElement("input"), name = document.createElement("input");
      pill.className = "check";
      Object.assign(box, { type: "checkbox", name: field.dataset.name, value: record.id, checked: true });
      Object.assign(name, { type: "hidden", name: `name.${field.dataset.source}.${record.id}`, value: record.name });
      pill.append(box, " " + record.name);
      pills.append(pill, name);
    }
    input.value = "";
    close();
    input.dispatchEvent(new Event("input", { bubbles: true })); // The form has changed.
    close();
  }

  // A term needs a name only; of other records the form has more to fill in.
  function create(name) {
    if (!fold) {
      choose({ id: "+" + name, name });
      return;
    }
    const first = fold.querySelector("input");
    fold.hidden = false;
    fold.open = true;
    first.value = name;
    input.value = "";
    close();
    first.focus();
    first.dispatchEvent(new Event("input", { bubbles: true }));
  }

  input.addEventListener("input", () => {
    isStale = true; // What is shown belongs to another text.
    clearTimeout(timer);
    timer = setTimeout(open, isTree ? 0 : 150);
  });
  input.addEventListener("click", () => { if (list.hidden) open(); });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (e) => {
    const options = list.querySelectorAll("[role=option]");
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      if (list.hidden) open();
      else mark(e.key === "ArrowDown" ? (active + 1) % options.length : (active < 1 ? options.length : active) - 1);
    } else if (e.key === "Enter" && (!list.hidden || input.value.trim())) {
      e.preventDefault(); // It picks, and sends no form.
      isPicked = true;
      if (list.hidden || isStale) open();
      else options[active]?.click();
    } else if (e.key === "Escape" && !list.hidden) {
      e.preventDefault();
      close();
    }
  });
  // Making a record moves the focus, and what is left of the key goes there.
  field.addEventListener("keypress", (e) => { if (isPicked && e.key === "Enter") e.preventDefault(); });
  field.addEventListener("keyup", () => { isPicked = false; });
  pills.addEventListener("change", (e) => { if (!e.target.checked) input.focus(); });
});

// A list of all values shows those that match what is typed: a value that stands there is replaced.
for (const input of document.querySelectorAll("input[list]")) input.addEventListener("focus", () => input.select());
