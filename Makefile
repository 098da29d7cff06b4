# The commands of this project: build, run, generate, check and measure it.
# `make help` lists them.  Everything works with GNU make 3.81 and a plain sh.

GO    ?= go
GOFMT ?= gofmt
BIN   ?= bin/almanac

# Extra arguments: make test ARGS=-v, make bench ARGS=-count=6.
ARGS ?=

# The packages under the race detector.  Generated code runs in the tests of
# cmd/almanac/internal and cmd/internal, so these trees reach all of the server.
RACE ?= ./runtime/... ./cmd/internal/... ./cmd/almanac/internal/...

# Go writes version, commit and its time into the program where git tells them.
# Where git refuses (a checkout of another user, no commit) or is not there, the
# program still builds, and says what these say.
GIT_TELLS    = $(shell git log -1 --format=tformat:true 2>/dev/null || echo false)
VERSION     ?=
COMMIT      ?=
COMMIT_TIME ?=
STAMP = $(if $(VERSION),-X almanac/runtime/cli.version=$(VERSION)) $(if $(COMMIT),-X almanac/runtime/cli.commit=$(COMMIT)) \
	$(if $(COMMIT_TIME),-X almanac/runtime/cli.commitTime=$(COMMIT_TIME))

# The benchmark is a module of its own: ./... does without it.
BENCH = cmd/bench

# A service of another module, as users of the framework write it.
BOOKSHOP = examples/bookshop

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
	@exec $(BIN) serve --demo $(ARGS)

# ARGS are those of cmd/dev, such as -database URL; SERVE those of the server.
SERVE ?= --demo

.PHONY: dev
dev: ## Generate, build and serve again on each save, on the database dev.db.
	@$(GO) build -o bin/dev ./cmd/dev
	@exec bin/dev -build ./cmd/almanac $(ARGS) -- $(SERVE)

.PHONY: build
build: ## Build the static program bin/almanac.
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=$(GIT_TELLS) \
		-ldflags '$(strip -s -w $(STAMP))' -o $(BIN) ./cmd/almanac

.PHONY: conform
conform: ## Run the conformance cases; ARGS are those of cmd/conform.
	$(GO) run ./cmd/conform $(ARGS)

# Change

.PHONY: generate
generate: ## Write generated code from the descriptions in resources.
	$(GO) run ./cmd/generate

# What is released stays: its migrations are not written again, and later
# changes of the description and of the documents are compared with it.
.PHONY: freeze
freeze: check-generated check-documents ## Declare the description released: its migrations are frozen.
	$(GO) run ./cmd/generate -release
	$(GO) run ./cmd/documents -release

# Debian's archive has the releases of the IANA, signed, some days after them.
.PHONY: zones
zones: ## Embed the newest rules of time zones; needs Debian's apt-get and zic.
	.ci/zones

.PHONY: zones-check
zones-check: ## Fail if newer rules of time zones are published than are embedded.
	.ci/zones check

# For a copy of the project that other modules import from another place.
.PHONY: rename-module
rename-module: ## Give the module another path: MODULE=host/name.
	.ci/rename-module '$(MODULE)'

.PHONY: fmt
fmt: ## Format the code as the linter wants it.
	$(LINT) fmt

# Check

# All packages share a PostgreSQL server, which ends with the tests.  Where it is
# not installed the tests on it are skipped, or fail when CI=true.
WITH_POSTGRES = $(GO) run ./runtime/store/storetest/withpostgres

# GOGC=400 trades memory for time: linking the tests takes an eighth less.  With -short,
# what hardly depends on the store runs on PostgreSQL in one of four tests.  vet is a part
# of make check: by default the tests would run some of it once more.
.PHONY: test
test: ## Run the tests, in some minutes; needs nothing but Go.
	GOGC=400 $(WITH_POSTGRES) $(GO) test -short -vet=off -timeout 30m $(ARGS) ./...

# Some tests have more settings than one waits for, or build programs: -short
# leaves these out.
.PHONY: test-all
test-all: ## Run every test in all its settings; CI does.
	GOGC=400 $(WITH_POSTGRES) $(GO) test -vet=off -timeout 60m $(ARGS) ./...
	$(WITH_POSTGRES) $(GO) -C $(BENCH) test -vet=off -timeout 10m $(ARGS) ./...
	$(WITH_POSTGRES) $(GO) -C $(BOOKSHOP) test -vet=off -timeout 10m $(ARGS) ./...

.PHONY: test-race
test-race: ## Run the tests of the server under the race detector; needs a C compiler.
	CGO_ENABLED=1 $(WITH_POSTGRES) $(GO) test -race -short -timeout 40m $(ARGS) $(RACE)

# How long each fuzz target runs.  What one finds stays in testdata/fuzz of its
# package, and runs with the tests from then on.
FUZZTIME ?= 2m

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME=2m, one at a time.
	@all=$$($(GO) test -list '^Fuzz' ./...) || { echo "$$all"; exit 1; }; \
	echo "$$all" | awk '/^Fuzz/ { found[++n] = $$1 } /^ok/ { for (i = 1; i <= n; i++) print $$2, found[i]; n = 0 }' | \
	while read -r package target; do \
		echo "$$package $$target"; \
		$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $(ARGS) "$$package" </dev/null || exit 1; \
	done

# A short form is part of make test-all, which writes its table to FAULTS_TABLE.  On
# Linux as root small file systems are mounted; what a machine does not allow is left
# out, and the table says so.  ARGS='-run TwoServers -copies 10m' looks longer at copies
# of lists.
FAULTS ?= -long

.PHONY: faults
faults: ## Break database, disk, network and program under load, and print what was lost.
	$(GO) test ./cmd/internal/faulttest -count=1 -timeout 30m -v -every $(FAULTS) $(ARGS)

.PHONY: check
check: check-generated check-documents check-format check-imports check-words vet check-lint ## Check all that needs no test.

.PHONY: check-generated
check-generated:
	$(GO) run ./cmd/generate -check
	$(GO) -C $(BOOKSHOP) run ./cmd/generate -check

# The comparison of documents is a program of others, with a module file of its
# own.  The check of the description does without it.
OASDIFF = $(GO) tool -modfile=.ci/oasdiff.mod oasdiff

.PHONY: check-documents
check-documents:
	@if [ ! -f generated/released.lock.json ] || $(OASDIFF) --version >/dev/null 2>&1; then \
		$(GO) run ./cmd/documents -oasdiff '$(OASDIFF)'; else \
		echo "documents: LEFT OUT, oasdiff cannot be built here ($(OASDIFF) --version shows why)"; fi

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

.PHONY: check-words
check-words:
	$(GO) test -count=1 ./cmd/internal/words

# Programs of others read the documents: linters, generators of clients, which are
# compiled and run, and a validator of what the conformance cases send and get.  They
# come from npm and the Go module proxy, and are pinned in .ci/clients; official suites and
# clients of MCP are in .ci/mcp.
.PHONY: clients
clients: ## Lint the OpenAPI documents, run clients made from them, and validate the conformance cases; needs Node.
	.ci/clients/run
	.ci/mcp/run

# RECURRENCE_PAIRS=20000 compares more, RECURRENCE_SEED=7 others.
.PHONY: recurrence
recurrence: ## Compare what random recurrence rules mean with three other programs; needs Node and Debian's libical.
	.ci/recurrence/run

# SCREENSHOTS=/folder keeps pictures of the page; CHROMIUM names the browser.
.PHONY: browser
browser: ## Use the documentation and the calendar in headless Chromium; needs npm.
	cd .ci/browser && $(GO) vet . && $(GO) test -count=1 -parallel 3 -timeout 30m -v $(ARGS) .

.PHONY: pictures
pictures: ## Make the pictures of the README from the demo; needs Chromium.
	mkdir -p docs/pictures
	cd .ci/browser && PICTURES="$(CURDIR)/docs/pictures" $(GO) test -count=1 -run TestPicturesOfTheReadme -v .

# Its result changes without a change of the code, so it is no part of check.
.PHONY: vulnerabilities
vulnerabilities: ## Look the program and its modules up in Go's database of vulnerabilities.
	.ci/vulnerabilities

.PHONY: vet
vet:
	$(GO) vet ./...
	$(GO) -C $(BENCH) vet ./...
	$(GO) -C $(BOOKSHOP) vet ./...

# The first use builds the linter, which takes some minutes and the module proxy.
# Without a proxy the other checks are still worth having.
.PHONY: check-lint
check-lint:
	@if $(LINT) version >/dev/null 2>&1; then $(MAKE) --no-print-directory lint; else \
		echo "lint: LEFT OUT, golangci-lint cannot be built here (make lint shows why)"; fi

.PHONY: lint
lint: ## Run the linters of .golangci.yml.
	$(LINT) run ./...
	cd $(BENCH) && $(GO) tool -modfile="$(CURDIR)/.ci/tools.mod" golangci-lint run ./...

# Measure

.PHONY: bench
bench: ## Measure the service beside a baseline server; ARGS="--events 200000 --store sqlite".
	$(GO) -C $(BENCH) build -buildvcs=false -o "$(CURDIR)/bin/bench" .
	@exec bin/bench $(ARGS)

# Comparisons want an idle machine and several runs: ARGS=-count=6 > new.txt.
.PHONY: bench-parts
bench-parts: ## Run the benchmarks of parts, with allocations; ARGS=-count=6 for a comparison.
	@$(GO) test -run '^$$' -bench . -benchmem $(ARGS) ./...

# Sixty seconds of 50 clients and of 500, on each store.
LOAD ?= 60s

.PHONY: load
load: ## Put the program under the load of 50 and of 500 clients: LOAD=60s.
	$(GO) test ./cmd/internal/faulttest -run 'Clients(LoseNothing|AreTooMany)' -count=1 -timeout 30m -v -every -load $(LOAD) $(ARGS)

# ARGS="--attack feeds,idle --store postgres" chooses; --program attacks another
# version of the program.
.PHONY: abuse
abuse: ## Attack the program as ill-meaning clients would, and print what others notice of it.
	$(GO) -C $(BENCH) build -buildvcs=false -o "$(CURDIR)/bin/abuse" ./abuse
	@exec bin/abuse $(ARGS)

.PHONY: bench-compare
bench-compare: ## Compare two outputs of make bench-parts: OLD=old.txt NEW=new.txt.
	$(TOOL) benchstat $(OLD) $(NEW)

# Hand out

# The archives are of what is committed: the same commit and the same Go give
# the same bytes everywhere.
PLATFORMS ?= linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64
DIST      ?= dist

.PHONY: release
release: zones-check ## Build dist: an archive for each of PLATFORMS, and SHA256SUMS; needs GNU tar and zip.
	.ci/release '$(PLATFORMS)' '$(DIST)'

# Without PLATFORMS for one of them: a cold build takes two minutes.
.PHONY: check-release
check-release: ## Build the last commit twice, in different folders, and compare the bytes: PLATFORMS=linux/amd64.
	.ci/reproducible $(if $(filter file,$(origin PLATFORMS)),linux/amd64,'$(PLATFORMS)')

.PHONY: clean
clean: ## Remove what was built; databases stay.
	rm -rf bin dist
