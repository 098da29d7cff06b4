// An editor over texts with HTML. What is sent is the textarea, which changes only when somebody
// edits: a form that is saved without a change sends the same text. Text with markup that the
// editor does not know is shown as HTML.
"use strict";
{
  const names = (list) => new Set(list.split(" "));
  const blocks = names("P H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE HR");
  const inlines = names("A ABBR B BR CITE CODE DEL DFN EM I IMG INS KBD MARK Q S SMALL STRONG SUB SUP U VAR");
  const attributes = names("href title target rel src alt width height lang dir cite datetime start type reversed value srcset sizes loading");
  const isBlock = (node) => blocks.has(node.nodeName);
  const isList = (node) => node.nodeName === "UL" || node.nodeName === "OL";
  const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

  // isKnown reports whether the editor can show and write a document.
  function isKnown(page) {
    if (page.head.childNodes.length || page.body.innerHTML.includes("<!--")) return false;
    return [...page.body.querySelectorAll("*")].every((e) => {
      const up = e.parentNode;
      if ([...e.attributes].some((a) => !attributes.has(a.name))) return false;
      if (!isBlock(e)) return inlines.has(e.nodeName) && !isList(up);
      if (e.nodeName === "LI") return isList(up);
      return up === page.body || up.nodeName === "BLOCKQUOTE" || isList(e) && up.nodeName === "LI";
    });
  }

  // read returns the paragraphs of a text as the server reads it: outside of block elements a
  // blank line parts paragraphs, and a newline is a line break.
  function read(text) {
    // Browsers report these attributes as soon as they are parsed.
    if (/<[a-z][^>]*[\s\/"'](style|on\w+)\s*=/i.test(text)) return null;
    const page = new DOMParser().parseFromString("<body>" + text, "text/html");
    if (!isKnown(page)) return null;
    const all = document.createDocumentFragment();
    let open = null;
    const close = () => {
      if (open) breakLines(open);
      if (open && (open.textContent.trim() || open.querySelector("img"))) all.append(open);
      open = null;
    };
    const add = (node) => {
      open ??= document.createElement("p");
      open.append(node);
    };
    for (const node of [...page.body.childNodes]) {
      if (isBlock(node)) {
        close();
        if (node.nodeName === "P" && !node.attributes.length) joinLines(node);
        all.append(document.importNode(node, true));
      } else if (node.nodeType === Node.TEXT_NODE) {
        node.data.split(/[ \t\f]*\n[ \t\f]*\n\s*/).forEach((part, i) => {
          if (i) close();
          if (part) add(document.createTextNode(part));
        });
      } else {
        add(document.importNode(node, true));
      }
    }
    close();
    return all;
  }

  function textsIn(element) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), list = [];
    while (walker.nextNode()) list.push(walker.currentNode);
    return list;
  }

  function joinLines(paragraph) {
    for (const text of textsIn(paragraph)) text.data = text.data.replace(/\s*\n\s*/g, " ");
  }

  function breakLines(paragraph) {
    const texts = textsIn(paragraph);
    if (!texts.length) return;
    texts[0].data = texts[0].data.replace(/^\s*\n/, "");
    texts.at(-1).data = texts.at(-1).data.replace(/\n\s*$/, "");
    for (const text of texts) {
      if (text.previousSibling?.nodeName === "BR") text.data = text.data.replace(/^[ \t\f]*\n/, "");
      const parts = text.data.split(/[ \t\f]*\n/);
      text.replaceWith(...parts.flatMap((part, i) => [...(i ? [document.createElement("br")] : []), ...(part ? [part] : [])]));
    }
    paragraph.normalize();
  }

  // write returns the text of some nodes, paragraphs without their tags.
  function write(nodes) {
    const chunks = [];
    let run = [];
    const close = () => {
      const text = loose(run);
      if (text.trim()) chunks.push(text);
      run = [];
    };
    for (const node of nodes) {
      const plain = node.nodeName === "DIV" || node.nodeName === "P" && !node.attributes.length;
      if (!isBlock(node) && !plain) {
        run.push(node);
        continue;
      }
      close();
      if (!plain) chunks.push(tags(node));
      else if ([...node.children].some((e) => isBlock(e) || e.nodeName === "DIV")) chunks.push(write(node.childNodes));
      else if (loose(node.childNodes).trim()) chunks.push(loose(node.childNodes));
    }
    close();
    return chunks.filter(Boolean).join("\n\n");
  }

  // loose writes the inside of a paragraph.
  function loose(nodes) {
    const inside = [...nodes].map(tags).join("").replace(/<br>$/, "");
    const joined = inside.replace(/[ \t\f]*\n\s*/g, " ");
    return joined.includes("<br><br>") ? `<p>${joined}</p>` : joined.replaceAll("<br>", "\n").replace(/^\n+/, "");
  }

  // tags writes a node and what is in it; of elements that are not known what is in them.
  function tags(node) {
    if (node.nodeType === Node.TEXT_NODE) return escape(node.data);
    const inside = [...node.childNodes].map(tags).join("");
    if (!isBlock(node) && !inlines.has(node.nodeName)) return inside;
    const name = node.localName;
    const own = [...node.attributes].filter((a) => attributes.has(a.name)).map((a) => ` ${a.name}="${escape(a.value).replaceAll('"', "&quot;")}"`);
    const start = `<${name}${own.join("")}>`;
    return ["br", "hr", "img"].includes(name) ? start : start + (isBlock(node) ? inside.replace(/<br>$/, "") : inside) + `</${name}>`;
  }

  // show reads a text for the editor; null if it would write another text.
  function show(text) {
    const shown = read(text);
    if (!shown) return null;
    const page = document.createElement("div"), again = document.createElement("div");
    page.append(shown);
    again.append(read(write(page.childNodes)) ?? "");
    page.normalize();
    again.normalize();
    return page.isEqualNode(again) ? page : null;
  }

  // clean returns pasted HTML with the markup that the editor knows.
  function clean(html) {
    const quiet = html.replace(/<style.*?<\/style>/gis, "")
      .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s\/"'])(style|on\w+)\s*=/gi, "$1data-$2="));
    const body = new DOMParser().parseFromString(quiet, "text/html").body;
    for (const e of body.querySelectorAll("script, title, template, object, iframe, svg, head, meta, link")) e.remove();
    for (const e of [...body.querySelectorAll("*")].reverse()) {
      const style = e.dataset?.style ?? "", wraps = [];
      if (/font-weight:\s*(bold|[6-9]00)/.test(style) && e.nodeName === "SPAN") wraps.push("strong");
      if (/font-style:\s*italic/.test(style) && e.nodeName === "SPAN") wraps.push("em");
      for (const a of [...e.attributes]) {
        const address = a.name === "href" || a.name === "src";
        if (!(address && /^(https?:|mailto:|tel:|\/(?!\/))/i.test(a.value)) && a.name !== "alt") e.removeAttribute(a.name);
      }
      const isEmpty = e.nodeName === "A" && !e.hasAttribute("href") || e.nodeName === "IMG" && !e.hasAttribute("src");
      const notBold = e.nodeName === "B" && /font-weight:\s*normal/.test(style);
      if (isBlock(e) || inlines.has(e.nodeName) && !isEmpty && !notBold) continue;
      const name = { H1: "h2", DIV: "p", SECTION: "p", ARTICLE: "p", TR: "p", PRE: "p" }[e.nodeName] ?? wraps[0];
      const inner = [...e.childNodes];
      if (name && !inner.some(isBlock)) {
        const other = document.createElement(name);
        other.append(...inner);
        e.replaceWith(other);
      } else {
        e.replaceWith(...inner);
      }
    }
    return body.innerHTML.replace(/<!--.*?-->/gs, "");
  }

  const commands = [
    ["bold"], ["italic"], ["formatBlock", "h3"], ["formatBlock", "h4"], ["insertUnorderedList", "ul"], ["insertOrderedList", "ol"],
    ["formatBlock", "blockquote"], ["link", "a"],
  ];
  const signs = ["B", "I", "H", "h", "•", "1.", "❝"]; // Others have their word.

  function edit(area) {
    const label = area.labels[0], words = area.dataset.richtext.split("|");
    const [unknown, addressLabel, apply, cancel, asHTML] = words.splice(commands.length);
    const make = (name, properties, ...children) => {
      const element = Object.assign(document.createElement(name), properties);
      element.append(...children);
      return element;
    };
    const button = (textContent, click) => {
      const b = make("button", { type: "button", textContent });
      b.addEventListener("click", click);
      return b;
    };
    const page = make("div", { className: "richtext", contentEditable: "true", spellcheck: true });
    const bar = make("div", { className: "tools" }), note = make("p", { className: "hint", hidden: true, textContent: unknown });
    const address = make("input", { type: "url", placeholder: "https://" });
    const linkBar = make("div", { className: "bar", hidden: true }, address);
    let began = "", text = area.value, range = null;

    label.id ||= area.id + "-label";
    for (const [name, value] of [["role", "textbox"], ["aria-multiline", "true"], ["aria-labelledby", label.id], ["aria-describedby", area.getAttribute("aria-describedby")]]) {
      if (value) page.setAttribute(name, value);
    }
    bar.setAttribute("role", "toolbar");
    bar.setAttribute("aria-label", label.textContent.trim());
    address.setAttribute("aria-label", addressLabel);
    note.setAttribute("role", "status");

    const inside = (name) => {
      const at = getSelection().anchorNode;
      const found = at && page.contains(at) && (at.closest ? at : at.parentElement).closest(name);
      return found && page.contains(found) && found !== page ? found : null;
    };
    const changed = () => page.dispatchEvent(new Event("input", { bubbles: true }));
    const run = ([command, value]) => {
      page.focus();
      document.execCommand("defaultParagraphSeparator", false, "p");
      if (command === "link") return openLink();
      if (command !== "formatBlock") return document.execCommand(command);
      if (value === "blockquote" && inside(value)) return document.execCommand("outdent");
      return document.execCommand(command, false, inside(value) ? "p" : value);
    };
    const buttons = commands.map((command, i) => {
      const b = button(words[i], () => { run(command); mark(); }), sign = make("span", { textContent: signs[i] });
      sign.setAttribute("aria-hidden", "true");
      if (signs[i]) b.replaceChildren(sign, make("span", { className: "out", textContent: words[i] }));
      b.title = words[i];
      b.className = command[0];
      b.addEventListener("mousedown", (e) => e.preventDefault()); // The selection stays.
      bar.append(b);
      return b;
    });
    const mark = () => commands.forEach(([command, value], i) => {
      buttons[i].setAttribute("aria-pressed", value ? inside(value) !== null : document.queryCommandState(command));
    });

    const openLink = () => {
      const selection = getSelection();
      range = selection.rangeCount ? selection.getRangeAt(0).cloneRange() : null;
      address.value = inside("a")?.getAttribute("href") ?? (/^https?:/.test(selection.toString()) ? selection.toString() : "");
      linkBar.hidden = false;
      address.focus();
    };
    const closeLink = (isApplied) => {
      linkBar.hidden = true;
      page.focus();
      const selection = getSelection();
      if (range) {
        selection.removeAllRanges();
        selection.addRange(range);
      }
      const link = inside("a");
      if (!isApplied) return;
      if (link) selection.selectAllChildren(link);
      const value = address.value.trim();
      if (!value) document.execCommand("unlink");
      else if (selection.isCollapsed) document.execCommand("insertHTML", false, `<a href="${escape(value).replaceAll('"', "&quot;")}">${escape(value)}</a>`);
      else document.execCommand("createLink", false, value);
    };
    linkBar.append(button(apply, () => closeLink(true)), button(cancel, () => closeLink(false)));
    address.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" && e.key !== "Escape") return;
      e.preventDefault();
      closeLink(e.key === "Enter");
    });
    address.addEventListener("input", (e) => e.stopPropagation()); // It is no part of the form.

    const fill = () => {
      const shown = show(area.value);
      if (shown) {
        page.replaceChildren(...shown.childNodes);
        [began, text] = [page.innerHTML, area.value];
      }
      return shown !== null;
    };
    const rich = (on) => {
      const known = on && fill();
      note.hidden = !on || known;
      page.hidden = !known;
      area.classList.toggle("out", known);
      area.tabIndex = known ? -1 : 0;
      for (const b of buttons) b.hidden = !known;
      linkBar.hidden = true;
      for (const b of bar.children) b.tabIndex = b === (known ? buttons[0] : toggle) ? 0 : -1;
      toggle.setAttribute("aria-pressed", !known);
    };
    const toggle = button(asHTML, () => {
      rich(page.hidden);
      (page.hidden ? area : page).focus();
    });
    bar.append(toggle);
    bar.addEventListener("keydown", arrows);

    page.addEventListener("input", () => { area.value = page.innerHTML === began ? text : write(page.childNodes); });
    page.addEventListener("focus", () => {
      if (!page.firstChild) page.append(make("p", {}, document.createElement("br")));
    });
    page.addEventListener("paste", (e) => insert(e, e.clipboardData));
    page.addEventListener("beforeinput", (e) => { if (e.inputType === "insertFromDrop") insert(e, e.dataTransfer); });
    page.addEventListener("keydown", (e) => {
      if ((e.ctrlKey || e.metaKey) && e.key === "k") {
        e.preventDefault();
        openLink();
      }
    });
    const insert = (e, data) => {
      if (!data || data.files.length && !data.getData("text/html")) return;
      e.preventDefault();
      const plain = document.createElement("div");
      plain.append(read(escape(data.getData("text/plain").replaceAll("\r\n", "\n"))));
      const isLine = plain.children.length === 1;
      document.execCommand("insertHTML", false, clean(data.getData("text/html")) || (isLine ? plain.firstChild : plain).innerHTML);
    };
    document.addEventListener("selectionchange", () => { if (page.contains(getSelection().anchorNode)) mark(); });
    area.addEventListener("input", () => { if (!page.hidden) rich(true); }); // A program has filled it in.
    area.addEventListener("focus", () => { if (!page.hidden) page.focus(); });
    label.addEventListener("click", (e) => {
      if (page.hidden) return;
      e.preventDefault();
      page.focus();
    });
    area.before(bar, linkBar, note, page);
    rich(true);
  }

  // arrows leads from button to button: the toolbar is one Tab stop.
  function arrows(event) {
    const buttons = [...event.currentTarget.children].filter((b) => !b.hidden), at = buttons.indexOf(event.target);
    const forth = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const to = { ArrowLeft: at - forth, ArrowRight: at + forth, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = buttons.at(to % buttons.length);
    buttons[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  document.querySelectorAll("textarea[data-richtext]").forEach(edit);
}
