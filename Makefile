# The commands of this project: build, run, generate, check and measure it.
# `make help` lists them.  Everything works with GNU make 3.81 and a plain sh.

GO    ?= go
GOFMT ?= gofmt
BIN   ?= bin/almanac

# Extra arguments: make test ARGS=-v, make bench ARGS=-count=6.
ARGS ?=

# The packages under the race detector.  Generated code runs in the tests of
# cmd/internal, so these two trees reach all of the server.
RACE ?= ./runtime/... ./cmd/internal/...

# A checkout without git, or without a commit, still builds.
VERSION = $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)

# The linter has a module file of its own, so that go.mod stays small.
TOOL = $(GO) tool -modfile=.ci/tools.mod
LINT = $(TOOL) golangci-lint

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

# Use

.PHONY: run
run: build ## Start the server, with demo data when the database is empty.
	@$(BIN) demo --if-empty && exec $(BIN) serve $(ARGS)

# The version is stamped by the linker.  Go's own stamp would fail the build in
# a checkout that belongs to another user, hence -buildvcs=false.
.PHONY: build
build: ## Build the static program bin/almanac.
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false \
		-ldflags '-s -w -X main.version=$(VERSION)' -o $(BIN) ./cmd/almanac

.PHONY: conform
conform: ## Run the conformance cases; ARGS are those of cmd/conform.
	$(GO) run ./cmd/conform $(ARGS)

# Change

.PHONY: generate
generate: ## Write generated code from the descriptions in resources.
	$(GO) run ./cmd/generate

# What is released stays: its migrations are not written again, and later
# changes of the description are compared with it.
.PHONY: release
release: check-generated ## Declare the description released: its migrations are frozen.
	$(GO) run ./cmd/generate -release

.PHONY: fmt
fmt: ## Format the code as the linter wants it.
	$(LINT) fmt

# Check

.PHONY: test
test: ## Run every test; needs nothing but Go.
	$(GO) test -timeout 30m $(ARGS) ./...

.PHONY: test-race
test-race: ## Run the tests of the server under the race detector; needs a C compiler.
	CGO_ENABLED=1 $(GO) test -race -short -timeout 40m $(ARGS) $(RACE)

.PHONY: check
check: check-generated check-format check-imports vet check-lint ## Check all that needs no test.

.PHONY: check-generated
check-generated:
	$(GO) run ./cmd/generate -check

.PHONY: check-format
check-format:
	@files=$$($(GOFMT) -l .) || exit 1; if [ -n "$$files" ]; then \
		echo "not formatted, run make fmt:"; echo "$$files"; exit 1; fi

# The linter leaves generated files out, so their imports are checked here:
# generated code stands on runtime, and runs no SQL by itself.
NOT_IN_GENERATED = almanac/(resources|generator|cmd)|database/sql$$|github.com/jackc/|modernc.org/
NOT_IN_CLIENT    = [a-z]+\.[a-z]+/|almanac/

.PHONY: check-imports
check-imports:
	@all=$$($(GO) list -f '{{range .Imports}}{{$$.ImportPath}} imports {{.}}{{"\n"}}{{end}}' ./generated/...) || exit 1; \
	bad=$$(echo "$$all" | grep -E -e ' imports ($(NOT_IN_GENERATED))' \
		-e '^almanac/generated/client imports ($(NOT_IN_CLIENT))'); \
	if [ -n "$$bad" ]; then echo "imports that generated code must not have:"; echo "$$bad"; exit 1; fi

.PHONY: vet
vet:
	$(GO) vet ./...

# The first use builds the linter, which takes some minutes and the module proxy.
# Without a proxy the other checks are still worth having.
.PHONY: check-lint
check-lint:
	@if $(LINT) version >/dev/null 2>&1; then $(MAKE) --no-print-directory lint; else \
		echo "lint: LEFT OUT, golangci-lint cannot be built here (make lint shows why)"; fi

.PHONY: lint
lint: ## Run the linters of .golangci.yml.
	$(LINT) run ./...

# Measure

.PHONY: bench
bench: ## Run every benchmark; ARGS=-count=6 for a comparison.
	$(GO) test -run '^$$' -bench . -benchmem $(ARGS) ./...

.PHONY: bench-compare
bench-compare: ## Compare two outputs of make bench: OLD=old.txt NEW=new.txt.
	$(TOOL) benchstat $(OLD) $(NEW)

.PHONY: clean
clean: ## Remove what was built; databases stay.
	rm -rf bin
