"use strict";

// Filters operations, opens the one in the address, and sends requests. The page shows all
// of its content without it.
(() => {
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  document.documentElement.classList.add("js");

  // Requests go to where the page came from: the document names the public address, which
  // the policy of the page forbids if the reader came by another one.
  const root = new URL(".", new URL(document.body.dataset.doc, location.href)).href.replace(/\/$/, "");

  // Opens what the address names. "#/events/list-events" is what earlier versions wrote.
  const openTarget = () => {
    let id;
    try {
      id = decodeURIComponent(location.hash.slice(1)).replace(/^\/.*\//, "");
    } catch {
      return; // It is no URL of this page.
    }
    const target = id && document.getElementById(id);
    const fold = target && target.closest("details");
    if (fold) {
      fold.open = true;
      fold.scrollIntoView();
    }
  };
  addEventListener("hashchange", openTarget);
  openTarget();

  // The address names the operation that was opened last.
  document.addEventListener("toggle", (event) => {
    if (event.target.matches("details[id]") && event.target.open && location.hash.slice(1) !== event.target.id) {
      history.replaceState(null, "", "#" + event.target.id);
    }
  }, true);

  const filter = one("#filter");
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const section of all(".tag")) {
      let shown = 0;
      for (const operation of all(".operation", section)) {
        const text = (operation.id + " " + one("summary", operation).textContent).toLowerCase();
        operation.hidden = !words.every((word) => text.includes(word));
        shown += operation.hidden ? 0 : 1;
      }
      section.hidden = shown === 0;
      found += shown;
    }
    one("#nothing").hidden = found > 0;
    one("#found").textContent = words.length ? found + (found === 1 ? " operation" : " operations") : "";
  });

  const how = one("#how");
  if (how) {
    one("#credentials").addEventListener("submit", (event) => event.preventDefault());
    how.addEventListener("change", () => {
      for (const part of all("[data-how]")) {
        part.hidden = part.dataset.how !== how.value;
      }
    });
  }

  // Returns the header that the reader has chosen, undefined for none.
  const authorization = () => {
    switch (how && how.value) {
      case "bearer":
        return "Bearer " + one("#token").value;
      case "basic": {
        const bytes = new TextEncoder().encode(one("#user").value + ":" + one("#password").value);
        return "Basic " + btoa(String.fromCharCode(...bytes));
      }
    }
  };

  // Returns the request that a form describes.
  const requestOf = (operation, form) => {
    const headers = new Headers();
    const query = new URLSearchParams();
    const sent = new FormData();
    let path = operation.dataset.path;
    for (const field of all("[name]", form)) {
      const [, place, name] = /^(\w+)\.?(.*)$/.exec(field.name);
      const value = field.type === "file" ? field.files[0] : field.value;
      if (!value || !name) {
        continue;
      }
      switch (place) {
        case "path": path = path.replace("{" + name + "}", encodeURIComponent(value)); break;
        case "query": query.append(name, value); break;
        case "header": headers.set(name, value); break;
        case "body": sent.append(name, value); break;
      }
    }
    const who = authorization();
    if (who) {
      headers.set("Authorization", who);
    }
    const method = operation.dataset.method;
    const text = one("textarea[name=body]", form);
    let body;
    if (text && text.value.trim()) {
      headers.set("Content-Type", "application/json");
      body = text.value;
    } else if (![...sent.keys()].length || method === "GET") {
      body = undefined;
    } else {
      body = sent;
    }
    const search = query.toString();
    const url = root + path.replace(/\/$/, "") + (search && "?" + search);
    return [url, { method, headers, body, credentials: "omit", redirect: "follow" }];
  };

  const textLimit = 200000; // Longer bodies make the page slow.

  // Returns the body of a response as text for people.
  const bodyOf = async (response) => {
    const type = response.headers.get("Content-Type") || "";
    if (type && !/json|text|xml|calendar|csv/.test(type)) {
      return (await response.blob()).size + " bytes of " + type;
    }
    let text = await response.text();
    if (/json/.test(type)) {
      try {
        text = JSON.stringify(JSON.parse(text), null, 2);
      } catch {
        // It is shown as it is.
      }
    }
    return text.length > textLimit ? text.slice(0, textLimit) + "\n…" : text;
  };

  const add = (parent, tag, text, name) => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (name) {
      element.className = name;
    }
    parent.append(element);
    return element;
  };

  const send = async (operation, form) => {
    const result = one(".result", operation);
    const button = one("button", form);
    button.disabled = true;
    result.replaceChildren();
    const [url, options] = requestOf(operation, form);
    add(result, "p", options.method + " " + url);
    try {
      const begun = performance.now();
      const response = await fetch(url, options);
      const body = await bodyOf(response);
      const took = Math.round(performance.now() - begun);
      add(result, "p", response.status + " " + response.statusText + " (" + took + " ms)",
        response.ok ? "status" : "status failed");
      const headers = add(result, "details", "");
      add(headers, "summary", "Headers");
      add(headers, "pre", [...response.headers].map((pair) => pair.join(": ")).join("\n"));
      add(result, "pre", body, "body");
    } catch (error) {
      add(result, "p", "The request failed: " + error.message, "status failed");
    }
    button.disabled = false;
  };

  for (const operation of all(".operation")) {
    const form = one("form", operation);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(operation, form);
    });
  }
})();
