// Suggests records while somebody types a name in a filter; see combobox.js for forms.
"use strict";
for (const input of document.querySelectorAll("input[list][data-lookup]")) {
  let timer;
  input.addEventListener("input", () => {
    const word = input.value.split(",").pop().trim();
    clearTimeout(timer);
    if (word.length > 1) timer = setTimeout(() => suggest(word), 150);
  });

  async function suggest(word) {
    const answer = await fetch(input.dataset.lookup + "?q=" + encodeURIComponent(word), { headers: { Accept: "application/json" } });
    if (!answer.ok || answer.redirected) return;
    const found = await answer.json();
    input.list.replaceChildren(...found.map((r) => Object.assign(document.createElement("option"), { value: r.name })));
  }
}
