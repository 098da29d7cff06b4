#!/usr/bin/env bash
# github.com/danielgtaylor/huma/v2 2.39.0: the schema of a generic type whose argument is struct{} is
# a component named with a space and braces, "ReplyStruct {}". OpenAPI 3.1 allows letters, digits, ".",
# "-" and "_" alone in such names. Registering the operation is no error, and the reference has the name.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >main.go <<'E2'
package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

type Reply[T any] struct {
	Item T `json:"item"`
}

type Output[T any] struct{ Body Reply[T] }

func answer[T any](context.Context, *struct{}) (*Output[T], error) { return &Output[T]{}, nil }

func main() {
	api := humago.New(http.NewServeMux(), huma.DefaultConfig("Notes", "1"))
	huma.Get(api, "/count", answer[int])
	huma.Get(api, "/nothing", answer[struct{}])
	for _, path := range []string{"/count", "/nothing"} {
		schema := api.OpenAPI().Paths[path].Get.Responses["200"].Content["application/json"].Schema
		fmt.Println(path, schema.Ref)
	}
}
E2
go mod init notes >/dev/null 2>&1
go get github.com/danielgtaylor/huma/v2@v2.39.0 >/dev/null 2>&1
go run . | tee seen
diff seen - <<'EOF2'
/count #/components/schemas/ReplyInt
/nothing #/components/schemas/ReplyStruct {}
EOF2
