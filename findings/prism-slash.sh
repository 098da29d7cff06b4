#!/usr/bin/env bash
# @stoplight/prism-http 5.12.0: a path that ends in a slash is a path with an empty parameter.
# GET /notes/ is routed to /notes/{id}, where its validator then misses the id; neither to
# /notes nor to no operation at all, although a path parameter has at least one character.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @stoplight/prism-http@5.12.0 >/dev/null 2>&1
cat >run.cjs <<'E2'
const { getHttpOperationsFromSpec } = require("@stoplight/prism-http");
const { default: route } = require("@stoplight/prism-http/dist/router");
const { validateInput } = require("@stoplight/prism-http/dist/validator");
const responses = { 200: { description: "OK" } };
const id = { name: "id", in: "path", required: true, schema: { type: "string", minLength: 1 } };
const document = {
  openapi: "3.0.3", info: { title: "Notes", version: "1" },
  paths: { "/notes": { get: { responses } }, "/notes/{id}": { get: { parameters: [id], responses } } },
};
getHttpOperationsFromSpec(document).then((resources) => {
  for (const path of ["/notes", "/notes/7", "/notes/"]) {
    const element = { method: "get", url: { path, query: {} }, headers: {} };
    const { right: resource } = route({ resources, input: element });
    const { left = [] } = validateInput({ resource, element });
    console.log(path, "is", resource.path + left.map((one) => `: ${one.message}`).join());
  }
});
E2
node run.cjs | tee seen
diff seen - <<'EOF2'
/notes is /notes
/notes/7 is /notes/{id}
/notes/ is /notes/{id}: Request path must have required property 'id'
EOF2
