package guidetest_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/app"
	"almanac/cmd/internal/conform"
	"almanac/cmd/internal/conform/cases"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
)

// serve starts deployment A on an empty SQLite database and returns the
// address of its interface.
func serve(t *testing.T, changes ...func(*service.Config)) string {
	t.Helper()
	d := deployments.A()
	config := service.Config{
		Database: "sqlite:" + filepath.Join(t.TempDir(), "guide.db"), Deployment: d, Open: true, Log: slog.New(slog.DiscardHandler),
		Hooks: app.Hooks(), Topics: app.Topics(),
	}
	for _, change := range changes {
		change(&config)
	}
	a, err := service.Open(t.Context(), generated.Service(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	return server.URL + d.APIPath()
}

// whereApplied skips a test where the guide has not been followed.
func whereApplied(t *testing.T) {
	t.Helper()
	if os.Getenv(applied) == "" {
		t.Skip("runs where the guide has been followed: see TestTheGuideWorks")
	}
}

func TestTheCurlLinesOfTheGuideAnswerAsItSays(t *testing.T) {
	whereApplied(t)
	answerAsSaid(t, serve(t), "extending.md")
}

func TestTheCurlLinesOfTheGuideToSeriesAnswerAsItSays(t *testing.T) {
	answerAsSaid(t, serve(t), "series.md")
}

// answerAsSaid sends the curl lines of a document.
func answerAsSaid(t *testing.T, api, document string) {
	t.Helper()
	for _, b := range blocks(read(t, filepath.Join(root, "docs", document))) {
		if b.kind != "console" {
			continue
		}
		calls := strings.NewReplacer(" \\\n    ", " ", "\n    ", " ").Replace(strings.Join(b.lines, "\n")) // A call may take several lines.
		lines := strings.Split(calls, "\n")
		for i := 0; i+1 < len(lines); i += 2 {
			line, want := lines[i], lines[i+1]
			if got := curl(t, api, line); !fits(got, want) {
				t.Errorf("%s\nanswers %s\nwant    %s", line, got, want)
			}
		}
	}
}

func TestTheKindsOfTheGuideConform(t *testing.T) {
	whereApplied(t)
	target := conform.Target{Base: serve(t), Deployment: conform.DeploymentA, Auth: conform.AuthOpen}
	described, err := cases.Describe(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	areas := map[string]int{}
	for _, c := range append(cases.All(), cases.Derived(described)...) {
		t.Run(c.Area+"/"+c.Name, func(t *testing.T) {
			r := conform.RunCase(t.Context(), target, c)
			if r.Skipped != "" {
				t.Skip(r.Skipped)
			}
			areas[c.Area]++
			for _, problem := range r.Problems {
				t.Error(problem)
			}
		})
	}
	if areas["derived_performers"] < 100 {
		t.Errorf("%d cases are about performers, want at least 100", areas["derived_performers"])
	}
}

// curl sends what a line of the guide says and returns the response.  It knows
// -X, -d, -i, and -H for a body of JSON.
func curl(t *testing.T, api, line string) string {
	t.Helper()
	method, address, form := http.MethodGet, "", url.Values{}
	header, media, body := false, "application/x-www-form-urlencoded", ""
	args := words(t, strings.ReplaceAll(line, "$API", api))
	for i := 2; i < len(args); i++ { // After the prompt and the command.
		switch args[i] {
		case "-i":
			header = true
		case "-X":
			i++
			method = args[i]
		case "-H":
			i++
			media = strings.TrimPrefix(args[i], "Content-Type: ")
		case "-d":
			i++
			if media == "application/json" {
				body = args[i]
			} else {
				name, value, _ := strings.Cut(args[i], "=")
				form.Add(name, value)
				body = form.Encode()
			}
			if method == http.MethodGet {
				method = http.MethodPost
			}
		default:
			address = args[i]
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", media)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	got, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if header {
		var head strings.Builder
		if err := answer.Header.Write(&head); err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(head.String(), "\r\n", " ") + strings.TrimSpace(string(got))
	}
	return strings.TrimSpace(string(got))
}

// words splits a line as a shell does, as far as the guide goes: at blanks
// outside of quotes.
func words(t *testing.T, line string) []string {
	t.Helper()
	var all []string
	var word strings.Builder
	var quote rune
	for _, c := range line + " " {
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && c == ' ':
			all = append(all, word.String())
			word.Reset()
		default:
			word.WriteRune(c)
		}
	}
	if quote != 0 || len(all) < 3 || all[0] != "$" || all[1] != "curl" {
		t.Fatalf("%s: want a line that begins with $ curl", line)
	}
	return all
}

// fits reports whether a response has the parts of a text that dots leave
// something out of, in their order.
func fits(answer, want string) bool {
	parts := strings.Split(want, "…")
	first, last := parts[0], parts[len(parts)-1]
	if !strings.HasPrefix(answer, first) || !strings.HasSuffix(answer, last) {
		return false
	}
	for _, part := range parts {
		i := strings.Index(answer, part)
		if i < 0 {
			return false
		}
		answer = answer[i+len(part):]
	}
	return true
}
