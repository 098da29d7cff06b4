// Uploads several files, one after the other, as forms of one file each.
"use strict";
for (const form of document.querySelectorAll("form[data-uploading]")) {
  form.addEventListener("submit", async (e) => {
    const input = form.querySelector("input[data-several]"), files = input ? [...input.files] : [];
    if (files.length < 2) return;
    e.preventDefault();
    const status = Object.assign(document.createElement("ul"), { className: "uploads" });
    status.setAttribute("role", "status");
    form.querySelector(".uploads")?.remove();
    form.append(status);
    const button = form.querySelector("button");
    button.disabled = true;
    let failed = false;
    for (const [i, file] of files.entries()) {
      const line = Object.assign(document.createElement("li"), { textContent: form.dataset.uploading.replace("{n}", i + 1).replace("{total}", files.length) + " " + file.name });
      status.append(line);
      const problem = await uploadOne(form, input.name, file);
      if (problem === "") {
        line.remove();
        continue;
      }
      failed = true;
      line.className = "error";
      line.textContent = file.name + ": " + problem;
    }
    button.disabled = false;
    if (!failed) location.assign(form.action);
  });
}

// uploadOne returns what is wrong with a file, "" if it is in the library.
async function uploadOne(form, name, file) {
  const body = new FormData();
  body.set("key", form.elements.key.value);
  body.set(name, file);
  try {
    const response = await fetch(form.action, { method: "POST", body });
    if (response.ok && response.redirected) return "";
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.querySelector("#file-fault, main")?.textContent.trim() || String(response.status);
  } catch (error) {
    return error.message;
  }
}
