// Suggests records while somebody types a name. In forms a record that is picked becomes
// a link at once.
"use strict";
for (const input of document.querySelectorAll("input[data-lookup]")) {
  let timer, found = [];
  input.addEventListener("input", () => {
    const word = input.value.split(",").pop().trim();
    const same = found.find((r) => r.name === input.value);
    if (same && "pick" in input.dataset) { pick(input, same); return; }
    clearTimeout(timer);
    if (word.length > 1) timer = setTimeout(() => suggest(word), 150);
  });

  async function suggest(word) {
    const answer = await fetch(input.dataset.lookup + "?q=" + encodeURIComponent(word), { headers: { Accept: "application/json" } });
    if (!answer.ok || answer.redirected) return;
    found = await answer.json();
    input.list.replaceChildren(...found.map((r) => Object.assign(document.createElement("option"), { value: r.name })));
  }
}

// A list of all values shows those that match what is typed: a value that stands there is replaced.
for (const input of document.querySelectorAll("input[list]:not([data-lookup])")) input.addEventListener("focus", () => input.select());

function pick(input, record) {
  const field = input.closest("fieldset");
  if (!field) return;
  const chosen = field.querySelector(".chosen");
  const known = [...chosen.querySelectorAll("input[type=checkbox]")].find((box) => box.value === record.id);
  if (known) {
    known.checked = true;
  } else {
    if ("single" in field.dataset) for (const box of chosen.querySelectorAll("input[type=checkbox]")) box.checked = false;
    const label = document.createElement("label"), box = document.createElement("input"), name = document.createElement("input");
    label.className = "check";
    Object.assign(box, { type: "checkbox", name: field.dataset.name, value: record.id, checked: true });
    Object.assign(name, { type: "hidden", name: "name." + field.dataset.source + "." + record.id, value: record.name });
    label.append(box, " " + record.name);
    chosen.append(label, name);
  }
  input.value = "";
}
