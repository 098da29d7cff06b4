package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/conform"
)

func TestTheSummaryCountsPassedAndFailedCases(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"code":"rest_no_route","message":"No.","data":{"status":404}}`)
	}))
	t.Cleanup(server.Close)
	var out bytes.Buffer
	failed, err := run(t.Context(), []string{"--base", server.URL, "--only", "^transport/(an unknown route is not found$|the namespace may end)"}, &out, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if failed != 1 || !strings.HasSuffix(out.String(), "1 passed, 1 failed, 0 skipped\n") {
		t.Errorf("%d failed and the output is\n%s", failed, out.String())
	}
}

func TestUsersMakeTheServerTellCallersApart(t *testing.T) {
	s, err := parse([]string{"--base", "http://x", "--admin", "root:a:b", "--extensions", "none"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]conform.Credentials{"administrator": {User: "root", Password: "a:b"}}
	if diff := cmp.Diff(want, s.target.Users); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if s.target.Auth != conform.AuthRequired || len(s.target.Extensions) != 0 {
		t.Errorf("auth is %q and extensions are %q", s.target.Auth, s.target.Extensions)
	}
}

func TestWrongArgumentsAreReported(t *testing.T) {
	for _, args := range [][]string{{}, {"--base", "x", "--admin", "nobody"}, {"--base", "x", "--only", "("}} {
		if _, err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
