"use strict";

// Starts Swagger UI.  A file of its own, because the policy of the page allows
// no inline script; the address of the document comes as a data attribute.
(() => {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", paint);
  paint();

  const container = document.getElementById("reference");
  const doc = new URL(container.dataset.doc, window.location.href);
  const root = new URL(".", doc).href.replace(/\/$/, "");
  doc.searchParams.set("version", "3.1");

  // Requests go to the host that served the page.  The document names the
  // public address, which the policy of the page forbids when the reader came
  // by another one.
  const sameHost = () => ({
    statePlugins: {
      spec: {
        wrapActions: {
          updateJsonSpec: (next) => (spec) => next({ ...spec, servers: [{ url: root, description: "This deployment" }] }),
        },
      },
    },
  });

  window.SwaggerUIBundle({
    domNode: container,
    url: doc.href,
    presets: [window.SwaggerUIBundle.presets.apis],
    plugins: [sameHost],
    deepLinking: true,
    docExpansion: "list",
    tryItOutEnabled: true,
    validatorUrl: null, // Otherwise the document would be sent to validator.swagger.io.
  });
})();
