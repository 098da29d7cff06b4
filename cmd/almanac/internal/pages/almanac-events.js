// Shows events of a calendar in any page, in a frame without scripts:
//   <script async src="https://calendar.example/almanac-events.js"></script>
//   <almanac-events src="https://calendar.example/" filter="categories=music&count=5"></almanac-events>
// A page with a Content-Security-Policy allows the calendar in script-src and frame-src.
(() => {
  const home = document.currentScript ? new URL("./", document.currentScript.src).href : undefined;

  class AlmanacEvents extends HTMLElement {
    static observedAttributes = ["src", "filter", "title", "height"];

    connectedCallback() { this.show(); }

    attributeChangedCallback() { if (this.isConnected) this.show(); }

    // address returns where the frame leads, undefined for what is no address of the web.
    address() {
      const site = URL.parse(this.getAttribute("src") ?? home ?? "", document.baseURI);
      if (!site || !/^https?:$/.test(site.protocol)) return undefined;
      if (!site.pathname.endsWith("/")) site.pathname += "/";
      const list = new URL("embed/events/", site.origin + site.pathname);
      list.search = new URLSearchParams(this.getAttribute("filter") ?? "").toString();
      return list.href;
    }

    show() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      const address = this.address();
      if (!address) { root.replaceChildren(); return; }
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
      frame.title = this.getAttribute("title") || "Events";
      frame.width = "100%";
      frame.height = this.getAttribute("height") || "480";
      frame.setAttribute("frameborder", "0");
      frame.loading = "lazy";
      frame.src = address;
      root.replaceChildren(frame);
    }
  }

  if (!customElements.get("almanac-events")) customElements.define("almanac-events", AlmanacEvents);
})();
