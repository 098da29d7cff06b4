#!/usr/bin/env bash
# openapi-to-postmanv2 6.3.3: an optional header parameter becomes an enabled header of every
# request. Its value is the text "<string>", although the parameter has an example, unless
# requestParametersResolution is Example; the similarly named parametersResolution changes
# nothing. A key that makes a request happen once is so the same for all requests.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund openapi-to-postmanv2@6.3.3 >/dev/null 2>&1
cat >run.cjs <<'E2'
const { convert } = require("openapi-to-postmanv2");
const document = {
  openapi: "3.0.3", info: { title: "Notes", version: "1" },
  paths: { "/notes": { post: {
    parameters: [{ name: "Idempotency-Key", in: "header", required: false, example: "{{$guid}}", schema: { type: "string" } }],
    responses: { 201: { description: "Created" } },
  } } },
};
const show = (name, options) => new Promise((done) => convert({ type: "json", data: document }, options, (err, result) => {
  if (err || !result.result) throw err || new Error(result.reason);
  const find = (items) => items.flatMap((one) => one.item ? find(one.item) : [one]);
  const header = find(result.output[0].data.item)[0].request.header.find((h) => h.key === "Idempotency-Key");
  console.log(`${name}: ${header.value}${header.disabled ? ", disabled" : ""}`);
  done();
}));
(async () => {
  await show("default", {});
  await show("parametersResolution", { parametersResolution: "Example" });
  await show("requestParametersResolution", { requestParametersResolution: "Example" });
})();
E2
node run.cjs | tee seen
diff seen - <<'EOF'
default: <string>
parametersResolution: <string>
requestParametersResolution: {{$guid}}
EOF
