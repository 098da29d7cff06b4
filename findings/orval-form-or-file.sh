#!/usr/bin/env bash
# orval 7.13.2, client fetch: where the body of an operation is a form or the file itself
# (multipart/form-data and image/*, the form first), the generated function sends
# JSON.stringify(body) without a Content-Type, so that a file can be uploaded in neither way.
# With the form alone it sends a FormData.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund orval@7.13.2 typescript@5.9.3 >/dev/null 2>&1
document() {
	cat <<EOF
{"openapi": "3.1.0", "info": {"title": "Files", "version": "1"}, "paths": {"/files": {"post": {
  "operationId": "createFile",
  "requestBody": {"required": true, "content": {
    "multipart/form-data": {"schema": {"type": "object", "required": ["file"],
      "properties": {"file": {"type": "string", "format": "binary"}}}}$1}},
  "responses": {"201": {"description": "Created"}}}}}}
EOF
}
document ', "image/*": {"schema": {"type": "string", "format": "binary"}}' >both.json
document '' >form.json
for name in both form; do
	npx orval --input "./$name.json" --output "./$name.ts" --client fetch >/dev/null 2>&1
	echo "$name: $(grep -oE 'body: ?JSON.stringify|append\(.?file' "$name.ts" | sort -u | tr '\n' ' ')"
done | tee seen
diff seen - <<'EOF'
both: body: JSON.stringify 
form: append(`file 
EOF
