package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// patience bounds how long a turn may take: the first builds all packages.
const patience = 2 * time.Minute

// TestTheServerFollowsEachSave edits a copy of the bookshop while the command runs.
func TestTheServerFollowsEachSave(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("builds the bookshop a dozen times, in a minute, and ends it by a signal")
	}
	program := filepath.Join(t.TempDir(), "dev")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	storetest.Each(t, func(t *testing.T, url string) {
		const born = `dsl.Number("born").Nullable().Min(1).Max(2100)`
		description := "resources/resources.go"
		dir := copyBookshop(t)
		// As it was before the example renamed the field itself.
		replace(t, filepath.Join(dir, description), `dsl.Number("birth_year").Nullable().Min(1).Max(2100).RenamedFrom("born").AcceptOldName()`, born)
		replace(t, filepath.Join(dir, description), `AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptFieldBreak("birth_year", "writes take the old name")},`, "")
		s := begin(t, program, dir, url)
		s.wants("ready in .* (http:.*)")
		s.asks("POST", "/authors?name=Ann&born=1900", `"born":1900`)

		s.edits(description, born, `dsl.String("country").Doc("Country"), `+born)
		s.wants("ready in .* (http:.*)")
		s.asks("GET", "/authors", `"name":"Ann","country":"","born":1900`)

		// Mistakes that do not reach the database are made on one store.
		mistakes := strings.HasPrefix(url, "sqlite:")
		if mistakes {
			s.edits(description, "Min(1).Max(2100)", "Min(2100).Max(1)")
			s.wants(`resources/resources\.go:\d+: resource "author": field "born": `)
			s.wants("generate: .*; the server before goes on")
			s.asks("GET", "/authors", `"country":""`)

			s.edits(description, "Min(2100).Max(1)", "Min(1).Max(2100)")
			s.wants("the program is the same; its server goes on")
		}

		s.edits(description, born, `dsl.Number("birth_year").RenamedFrom("born").Nullable().Min(1).Max(2100)`)
		if mistakes {
			s.edits("main.go", "func main() {", "func main() { nowhere();")
			s.wants(`main\.go:\d+:\d+: undefined: nowhere`)
			s.wants("build: .*; the server before goes on")
			s.asks("GET", "/authors", `"country":"","born":1900`)
			s.edits("main.go", "nowhere();", "")
		}
		s.wants("ready in .* (http:.*)")
		s.asks("GET", "/authors", `"country":"","birth_year":1900`)

		if mistakes {
			s.edits("main.go", "func main() {", `func main() { panic("no");`)
			s.wants("panic: no")
			s.wants("the new server does not start: .*; the server before runs again at (.*)")
			s.edits("main.go", `func main() { panic("no");`, "func main() {")
			s.wants("the program is the same; its server goes on")
		}

		s.asks("PATCH", "/authors/1?country=FR", `"country":"FR"`)
		s.asks("POST", "/authors?name=Ben&country=FR", `"country":"FR"`)
		s.edits(description, `dsl.String("country")`, `dsl.String("country").MaxLength(9).Unique()`)
		s.wants("the development database cannot follow: .*; the server before runs again at (.*)")
		s.asks("GET", "/authors?order=asc", `"name":"Ann","country":"FR","birth_year":1900`)

		if file, ok := strings.CutPrefix(url, "sqlite:"); ok {
			remove(t, file, file+"-wal", file+"-shm")
		} else {
			change(t, url, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
		}
		s.edits(description, "MaxLength(9).Unique()", "MaxLength(8).Unique()")
		s.wants("ready in .* (http:.*)")
		s.asks("GET", "/authors", `"total":0`)

		s.edits(description, "MaxLength(8).Unique()", "MaxLength(9)")
		s.ends()
	})
}

// remove removes files, those that are there.
func remove(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
}

// session is one run of the command.
type session struct {
	t       *testing.T
	dir     string
	command *exec.Cmd
	lines   chan string // Of its output; closed when neither it nor its server can write any more.
	root    string      // URL of the API.
}

// copyBookshop copies the bookshop, which finds the framework where it is.
func copyBookshop(t *testing.T) string {
	t.Helper()
	framework, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "bookshop")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(framework, "examples", "bookshop"))); err != nil {
		t.Fatal(err)
	}
	replace(t, filepath.Join(dir, "go.mod"), "=> ../..", "=> "+framework)
	return dir
}

// replace replaces a text in a file, which must have it.
func replace(t *testing.T, path, old, text string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(content, []byte(old)) {
		t.Fatalf("%s does not have %s", path, old)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(content, []byte(old), []byte(text)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// begin starts the command in the directory of a module.
func begin(t *testing.T, program, dir, url string) *session {
	t.Helper()
	s := &session{t: t, dir: dir, lines: make(chan string, 1000)}
	s.command = exec.Command(program, "-database", url, "--", "--listen", "127.0.0.1:0", "--admin-listen", "none")
	s.command.Dir = dir
	// -trimpath lets the second store take what was built for the first.
	s.command.Env = append(os.Environ(), "PWD="+dir, "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath")
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.command.Stdout, s.command.Stderr = in, in
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	_ = in.Close()
	t.Cleanup(func() { _ = s.command.Process.Signal(syscall.SIGTERM); _ = s.command.Wait() })
	go func() {
		for said := bufio.NewScanner(out); said.Scan(); {
			s.lines <- said.Text()
		}
		close(s.lines)
	}()
	return s
}

// wants waits for a line. What its group matches is the root of the API.
func (s *session) wants(form string) {
	s.t.Helper()
	matcher, late := regexp.MustCompile(form), time.After(patience)
	var said []string
	for {
		select {
		case line, ok := <-s.lines:
			if said = append(said, line); !ok {
				s.t.Fatalf("the command has ended without %s:\n%s", form, strings.Join(said, "\n"))
			}
			if found := matcher.FindStringSubmatch(line); found != nil {
				if len(found) > 1 {
					s.root = found[1]
				}
				return
			}
		case <-late:
			s.t.Fatalf("the command does not say %s but\n%s", form, strings.Join(said, "\n"))
		}
	}
}

// edits saves a file with a text replaced.
func (s *session) edits(path, old, text string) {
	s.t.Helper()
	replace(s.t, filepath.Join(s.dir, filepath.FromSlash(path)), old, text)
}

// asks sends a request, whose answer must have a text.
func (s *session) asks(method, path, want string) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.root+path, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if err != nil || !strings.Contains(string(body), want) {
		s.t.Errorf("%s %s: %v, %s, want %s", method, path, err, body, want)
	}
}

// ends asks the command to end, in the middle of a turn: neither it nor its server is
// left.
func (s *session) ends() {
	s.t.Helper()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	late := time.After(patience)
	for open := true; open; {
		select {
		case _, open = <-s.lines:
		case <-late:
			s.t.Fatal("a process is left")
		}
	}
	if err := s.command.Wait(); err != nil {
		s.t.Errorf("the command ends with %v", err)
	}
}

func TestADatabaseOfOthersIsLeftAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		change(t, url, "CREATE TABLE kept(id bigint)")
		err := run(t.Context(), []string{"-database", url}, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "it was not made for development") {
			t.Errorf("the command says %v", err)
		}
	})
}

// change runs statements on a database.
func change(t *testing.T, url string, statements ...string) {
	t.Helper()
	db, err := open.Store(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = db.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		for _, text := range statements {
			if _, err := w.Exec(ctx, store.Statement{SQL: text}); err != nil {
				return err
			}
		}
		return nil
	})
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestWrongArgumentsAreRefused(t *testing.T) {
	tests := []struct{ name, want string }{
		{"-- --database=sqlite:a.db", "name the database with -database before --"},
		{"-database mysql:a", "the database URL must begin with sqlite: or postgres://"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := run(t.Context(), strings.Fields(tt.name), io.Discard); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestFilesThatNoProgramIsBuiltOfAreIgnored(t *testing.T) {
	for _, path := range []string{".git", "a/.resources.go.swp", "main.go~", "main_test.go", "dev.db", "dev.db-wal", "dev.db.before-loss-2", "generated", "a.go.tmp"} {
		if !ignored(path) {
			t.Errorf("%s is watched", path)
		}
	}
	for _, path := range []string{"main.go", "go.mod", "go.work", "a/query.sql", "pages/page.html", "README.md"} {
		if ignored(path) {
			t.Errorf("%s is ignored", path)
		}
	}
}
