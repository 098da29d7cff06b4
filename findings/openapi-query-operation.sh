#!/usr/bin/env bash
# OpenAPI 3.2 gives a path the member query, for the method QUERY (RFC 10008). openapi-typescript
# 7.13.0 and @hey-api/openapi-ts 0.99.0 read a document that is valid in 3.2 and leave the operation
# out without a word. Beside a redocly.yaml, the former refuses the document that @redocly/cli 2.77.0
# finds valid by the same file: it has the rules of an older Redocly.
set -euo pipefail
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true DO_NOT_TRACK=1
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund \
	@redocly/cli@2.77.0 openapi-typescript@7.13.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3 >/dev/null 2>&1
cat >toys.json <<'EOF'
{"openapi": "3.2.0", "info": {"title": "Toys", "version": "1"}, "paths": {"/toys": {
  "get": {"operationId": "listToys", "responses": {"200": {"description": "Toys"}}},
  "query": {"operationId": "queryToys",
    "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
    "responses": {"200": {"description": "Toys"}}}}}}
EOF
{
	npx openapi-typescript toys.json 2>/dev/null | grep -ohE '(list|query)Toys: ' | sort -u
	npx openapi-ts --silent --no-log-file -i ./toys.json -o toys
	grep -ohE '(list|query)Toys = ' toys/sdk.gen.ts
	echo 'extends: [spec]' >redocly.yaml
	npx redocly lint toys.json 2>&1 | grep -o 'description is valid'
	npx openapi-typescript toys.json -o toys.d.ts 2>&1 | grep -o 'Property .query. is not expected here' | sort -u || true
} | tee seen
diff seen - <<'EOF'
listToys: 
listToys = 
description is valid
Property `query` is not expected here
EOF
