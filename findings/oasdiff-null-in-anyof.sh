#!/usr/bin/env bash
# github.com/oasdiff/oasdiff 1.33.0, OpenAPI 3.0: a field of a request that took text and null,
# and takes text, null and booleans by anyOf since, "became not nullable", an error, although it
# takes more. It looks for nullable beside anyOf alone, where a schema without a type says
# nothing by it. The same change in the words of 3.1 is none.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
GOBIN="$dir" go install github.com/oasdiff/oasdiff@v1.33.0
cd "$dir"
document() {
	cat >"$1" <<E2
{"openapi": "$2", "info": {"title": "Notes", "version": "1"}, "paths": {"/notes": {"post": {
  "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"open": $3}}}}},
  "responses": {"201": {"description": "Created"}}}}}}
E2
}
text30='{"type": "string", "nullable": true}'
text31='{"type": ["string", "null"]}'
document before30.json 3.0.3 "$text30"
document after30.json 3.0.3 "{\"anyOf\": [$text30, {\"type\": \"boolean\"}]}"
document before31.json 3.1.0 "$text31"
document after31.json 3.1.0 "{\"anyOf\": [$text31, {\"type\": \"boolean\"}]}"
for version in 30 31; do
	changes="$(./oasdiff breaking "before$version.json" "after$version.json" --format singleline)"
	echo "$version: $(grep -o 'became not nullable' <<<"$changes" || echo "no break")"
done | tee seen
diff seen - <<'EOF2'
30: became not nullable
31: no break
EOF2
