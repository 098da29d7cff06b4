package browser_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// user and password are those of the administrator, where users sign in.
const user, password = "ada", "correct horse: battery"

// service is a running server.
type service struct {
	root     string // Address of the interface, without a slash at the end.
	database string
	stop     func() // Ends it as an operator does.
}

// folder is where the program is, which the tests share.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "almanac-browser-"); err != nil {
		panic(err)
	}
	code := m.Run()
	endBrowser()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// compiled compiles the program once.
var compiled = sync.OnceValues(func() ([]byte, error) {
	return exec.Command("go", "build", "-C", "../..", "-buildvcs=false", "-o", filepath.Join(folder, "almanac"), "./cmd/almanac").CombinedOutput()
})

// build returns the path of the program.
func build(t *testing.T) string {
	t.Helper()
	if out, err := compiled(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return filepath.Join(folder, "almanac")
}

// run runs a command to its end, which must be a good one.
func run(t *testing.T, input, name string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Stdin = strings.NewReader(input)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// filled returns the file of a database of each deployment with demo data and the
// administrator, which is made once, in a folder with its pictures.
var filled = map[string]func() (string, error){"a": fill("a"), "b": fill("b")}

func fill(deployment string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		file := filepath.Join(folder, deployment, "calendar.db")
		if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
			return "", err
		}
		program, database := filepath.Join(folder, "almanac"), "sqlite:"+file
		if out, err := exec.Command(program, "demo", "--deployment", deployment, "--database", database).CombinedOutput(); err != nil {
			return "", fmt.Errorf("demo: %w\n%s", err, out)
		}
		add := exec.Command(program, "user", "add", user, "--role", "administrator", "--database", database)
		add.Stdin = strings.NewReader(password + "\n")
		if out, err := add.CombinedOutput(); err != nil {
			return "", fmt.Errorf("user add: %w\n%s", err, out)
		}
		return file, nil
	})
}

// serve starts a deployment with demo data, on a port that is free, until the
// test ends.  Options are further ones of the program's serve command.
func serve(t *testing.T, program, deployment, auth string, options ...string) service {
	t.Helper()
	file, err := filled[deployment]()
	if err != nil {
		t.Fatal(err)
	}
	own := t.TempDir()
	if err := os.CopyFS(own, os.DirFS(filepath.Dir(file))); err != nil {
		t.Fatal(err)
	}
	database := "sqlite:" + filepath.Join(own, filepath.Base(file))
	return start(t, program, append([]string{"--deployment", deployment, "--auth", auth, "--database", database, "--listen", "127.0.0.1:0", "--demo"}, options...)...)
}

// start starts a server with options of the program's serve command, until the test ends.
func start(t *testing.T, program string, options ...string) service {
	t.Helper()
	command := exec.Command(program, append([]string{"serve"}, options...)...)
	log, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait() // It was killed, which is what the error says.
	})
	var said strings.Builder
	for lines := bufio.NewScanner(log); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		var line struct {
			Message string `json:"msg"`
			Root    string `json:"url.full"`
		}
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Message == "server started" {
			go func() { _, _ = io.Copy(io.Discard, log) }() // A full pipe would stop the server.
			s := service{root: line.Root, database: options[slices.Index(options, "--database")+1]}
			s.stop = func() {
				_ = command.Process.Signal(os.Interrupt)
				_ = command.Wait() // Its exit code is no matter here.
			}
			return s
		}
	}
	t.Fatalf("the server has not said where it answers:\n%s", said.String())
	return service{}
}

// addUser adds a user with a role, who has the password of all.
func (s service) addUser(t *testing.T, program, name, role string) {
	t.Helper()
	run(t, password+"\n", program, "user", "add", name, "--role", role, "--database", s.database)
}

// operations returns what the page must list: the name of each operation of the document.
func (s service) operations(t *testing.T) []string {
	t.Helper()
	client := http.Client{Timeout: 10 * time.Second}
	answer, err := client.Get(s.root + "/doc?version=3.2")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		}
	}
	if err := json.NewDecoder(answer.Body).Decode(&document); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, item := range document.Paths {
		for _, operation := range item {
			list = append(list, operation.OperationID)
		}
	}
	return list
}
