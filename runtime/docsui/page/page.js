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

  // Swagger UI looks for a field of its own for each format in a list, warns in
  // the console that there is none for int64, and takes one for text.
  const integers = ({ getComponent, React }) => ({
    components: {
      JsonSchema_integer_int64: (props) => React.createElement(getComponent("JsonSchema_string"), props),
    },
  });

  // Swagger UI draws the button before it has resolved the operation's references.
  // A click in between throws, and the button stays disabled ever after.
  const whenResolved = ({ React }) => ({
    wrapComponents: {
      execute: (Execute) => (props) => (props.operation.isEmpty() ? null : React.createElement(Execute, props)),
    },
  });

  window.SwaggerUIBundle({
    domNode: container,
    url: doc.href,
    presets: [window.SwaggerUIBundle.presets.apis],
    plugins: [sameHost, integers, whenResolved],
    deepLinking: true,
    docExpansion: "list",
    tryItOutEnabled: true,
    validatorUrl: null, // Otherwise the document would be sent to validator.swagger.io.
  });
})();
