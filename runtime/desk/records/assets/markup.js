// A toolbar above texts with markup: it puts tags around what is selected.
"use strict";
const tools = [["strong"], ["em"], ["h3"], ["blockquote"], ["li", "ul"], ["a"]];
for (const area of document.querySelectorAll("textarea[data-markup]")) {
  const bar = document.createElement("div");
  bar.className = "tools";
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-controls", area.id);
  bar.setAttribute("aria-label", area.labels[0].textContent.trim());
  const words = area.dataset.markup.split("|");
  for (const [tag, around] of tools) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.shift();
    button.tabIndex = bar.children.length ? -1 : 0;
    button.addEventListener("click", () => wrap(area, tag, around));
    bar.append(button);
  }
  bar.addEventListener("keydown", move);
  area.before(bar);
}

// The toolbar is one Tab stop: the arrows lead from button to button.
function move(event) {
  const buttons = [...event.currentTarget.children], at = buttons.indexOf(event.target);
  const forth = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
  const to = { ArrowLeft: at - forth, ArrowRight: at + forth, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = buttons.at(to % buttons.length);
  buttons[at].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function wrap(area, tag, around) {
  const [from, to] = [area.selectionStart, area.selectionEnd];
  const chosen = area.value.slice(from, to);
  let open = "<" + tag + ">", close = "</" + tag + ">", inner = chosen;
  if (tag === "a") open = '<a href="' + (/^https?:/.test(chosen) ? chosen : "https://") + '">';
  if (around) {
    inner = chosen.split("\n").join(close + "\n" + open);
    open = "<" + around + ">\n" + open;
    close += "\n</" + around + ">";
  }
  area.setRangeText(open + inner + close, from, to, "end");
  if (!chosen) area.setSelectionRange(from + open.length, from + open.length);
  area.focus();
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
