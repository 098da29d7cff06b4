// Shows the picture that was chosen for an upload.
"use strict";
for (const input of document.querySelectorAll("input[data-picture]")) {
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
