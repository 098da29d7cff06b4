// The end of a schedule follows its start, and whole days have no time of day.
"use strict";
for (const start of document.querySelectorAll("input[data-behavior=start]")) {
  const form = start.form, find = (behavior) => form.querySelector(`input[data-behavior=${behavior}]`);
  follow(start, find("end"));
  if (find("all_day")) wholeDays(find("all_day"), [start, find("end")]);
}

// Values of both kinds of inputs are wall time: as UTC they can be added to.
function milliseconds(input) {
  return Date.parse(input.value + (input.value.includes("T") ? "Z" : "T00:00Z"));
}

function follow(start, end) {
  if (!end) return;
  const hour = 60 * 60 * 1000;
  let length = milliseconds(end) - milliseconds(start);
  end.addEventListener("input", () => { length = milliseconds(end) - milliseconds(start); });
  start.addEventListener("input", () => {
    const from = milliseconds(start);
    if (Number.isNaN(from)) return; // It is typed still.
    if (Number.isNaN(length)) length = end.value ? milliseconds(end) - from : hour;
    if (length < 0) length = hour;
    const to = new Date(from + length);
    if (!Number.isNaN(to.getTime())) end.value = to.toISOString().slice(0, end.type === "date" ? 10 : 16 + 3 * (to.getUTCSeconds() > 0));
  });
}

// The times of day are sent as they were.
function wholeDays(box, inputs) {
  const times = new Map();
  const show = () => {
    for (const input of inputs) {
      if (!input || box.checked === times.has(input)) continue;
      const [day, time = "00:00"] = input.value.split("T");
      input.value = "";
      input.removeAttribute("value"); // Browsers report one that does not fit the type.
      if (box.checked) {
        times.set(input, time);
        input.type = "date";
        input.value = day;
      } else {
        input.type = "datetime-local";
        if (day) input.value = day + "T" + times.get(input);
        times.delete(input);
      }
    }
  };
  box.addEventListener("change", show);
  box.form.addEventListener("formdata", (e) => {
    for (const [input, time] of times) if (input.value) e.formData.set(input.name, input.value + "T" + time);
  });
  show();
}
