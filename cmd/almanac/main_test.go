package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	ucli "github.com/urfave/cli/v3"

	"almanac/runtime/cli"
)

// Exit codes of the program.
const failure, usage = 1, 2

// visit calls do with a command and all below it.
func visit(c *ucli.Command, do func(*ucli.Command)) {
	do(c)
	for _, sub := range c.Commands {
		visit(sub, do)
	}
}

// commands returns the commands of the program.
func commands(in io.Reader, out, errs io.Writer) *ucli.Command {
	p := program()
	return p.Command(in, out, errs)
}

// almanac runs the program with arguments and returns what it printed.
func almanac(t *testing.T, stdin string, args ...string) (string, error) {
	t.Helper()
	var out, errs bytes.Buffer
	err := commands(strings.NewReader(stdin), &out, &errs).Run(t.Context(), append([]string{"almanac"}, args...))
	return out.String(), err
}

// database returns the URL of a new SQLite file.
func database(t *testing.T) string {
	t.Helper()
	return "sqlite:" + filepath.Join(t.TempDir(), "almanac.db")
}

func TestWrongFlagsGetOneSentence(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"an unknown flag", []string{"serve", "--bogus"}, "bogus"},
		{"an argument where none is taken", []string{"serve", "here"}, "here"},
		{"an unknown deployment", []string{"serve", "--deployment", "c"}, "--deployment must be a or b"},
		{"an unknown time zone", []string{"serve", "--timezone", "Mars/Olympus"}, "--timezone"},
		{"a page of nothing", []string{"serve", "--per-page", "0"}, "--per-page"},
		{"a page that is no number", []string{"serve", "--per-page", "many"}, "per-page"},
		{"a language that is none", []string{"serve", "--languages", "en,,fr"}, "--languages"},
		{"a language parameter without languages", []string{"serve", "--language-param", "lang"}, "--languages"},
		{"a site that is no address", []string{"serve", "--site-url", "calendar"}, "--site-url"},
		{"a mount with dots and blanks", []string{"serve", "--base-path", "/a b"}, "--base-path"},
		{"an unknown extension", []string{"serve", "--extensions", "tickets"}, "--extensions"},
		{"an unknown way to sign in", []string{"serve", "--auth", "maybe"}, "--auth"},
		{"open to the network", []string{"serve", "--listen", "0.0.0.0:0"}, "--auth open"},
		{"open on a public site", []string{"serve", "--site-url", "https://calendar.example"}, "--auth open lets anyone make changes, and --site-url https://calendar.example is public"},
		{"open on a public address", []string{"serve", "--site-url", "http://8.8.8.8:8080"}, "--allow-open-network"},
		{"an address that is none", []string{"serve", "--listen", "nowhere"}, "--listen"},
		{"a database that is none", []string{"serve", "--listen", "127.0.0.1:0", "--database", "mysql://x"}, "database"},
		{"a directory that is not there", []string{"serve", "--listen", "127.0.0.1:0", "--database", "sqlite:/does/not/exist.db"}, "does not exist"},
		{"a user without a name", []string{"user", "add", "--password", "x"}, "exactly one argument"},
		{"an import of nothing", []string{"import"}, "files or directories"},
		{"every origin", []string{"serve", "--cors-origin", "*"}, "--cors-origin must list each site"},
		{"an origin with a path", []string{"serve", "--cors-origin", "https://calendar.example/"}, "--cors-origin"},
		{"a network of webhooks that is none", []string{"serve", "--webhook-allow", "10.0.0.0/33"}, "--webhook-allow"},
		{"a proxy that is no network", []string{"serve", "--trusted-proxy", "proxy.example"}, "--trusted-proxy"},
		{"a host with a port", []string{"serve", "--host", "www.calendar.example:443"}, "--host must be a name"},
		{"hosts of no site", []string{"serve", "--auth", "required", "--host", "www.calendar.example"}, "--host requires --site-url"},
		{"an audit of an unknown kind", []string{"audit", "--kind", "party"}, "--kind"},
		{"an audit of an unknown action", []string{"audit", "--action", "danced"}, "--action"},
		{"an audit since never", []string{"audit", "--since", "never"}, "--since"},
		{"an audit of nothing", []string{"audit", "--limit", "0"}, "--limit"},
		{"an audit of a record that cannot be", []string{"audit", "--id", "-1"}, "--id"},
		{"an audit with an argument", []string{"audit", "events"}, "events"},
		{"an unknown version of OpenAPI", []string{"openapi", "--format", "2.0"}, "--format"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := almanac(t, "", tt.args...)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got error %v, want one line with %q", err, tt.want)
			}
			if out != "" {
				t.Errorf("printed %q as well", out)
			}
		})
	}
}

func TestUsersAreMadeListedAndRemoved(t *testing.T) {
	db := database(t)
	id, err := almanac(t, "", "user", "add", "ada", "--role", "administrator", "--password", "correct horse", "--database", db)
	if err != nil || strings.TrimSpace(id) != "1" {
		t.Fatalf("user add printed %q, %v; want the id 1", id, err)
	}
	if _, err := almanac(t, "from standard input\n", "user", "add", "ben", "--role", "author", "--database", db); err != nil {
		t.Fatal(err)
	}
	if _, err := almanac(t, "", "user", "add", "ada", "--password", "another one", "--database", db); err == nil {
		t.Error("a taken name was accepted")
	}
	if _, err := almanac(t, "", "user", "add", "eve", "--role", "king", "--password", "long enough", "--database", db); err == nil {
		t.Error("an unknown role was accepted")
	}
	if _, err := almanac(t, "", "user", "role", "ben", "--role", "editor", "--database", db); err != nil {
		t.Error(err)
	}
	list, err := almanac(t, "", "user", "list", "--database", db)
	if want := "1\tada\tadministrator\n2\tben\teditor\n"; err != nil || list != want {
		t.Errorf("user list printed %q, %v; want %q", list, err, want)
	}
	token, err := almanac(t, "", "token", "create", "ada", "--label", "test", "--database", db)
	if err != nil || !strings.HasPrefix(token, "alm_") {
		t.Errorf("token create printed %q, %v", token, err)
	}
	if _, err := almanac(t, "", "user", "remove", "ben", "--database", db); err != nil {
		t.Error(err)
	}
}

func TestUsersGetAddressesAndOtherNames(t *testing.T) {
	db := database(t)
	for _, step := range []struct {
		args []string
		want string // Part of the error; "" for none.
	}{
		{[]string{"add", "ada", "--email", "ada@example.org", "--password", "correct horse"}, ""},
		{[]string{"add", "ben", "--password", "correct horse"}, ""},
		{[]string{"add", "ADA", "--password", "correct horse"}, "taken"},
		{[]string{"email", "ben", "ada@EXAMPLE.org"}, "taken"},
		{[]string{"email", "ben", "nowhere"}, "email addresses must look like"},
		{[]string{"email", "ben", "ben@example.org"}, ""},
		{[]string{"rename", "BEN@example.org", "Benjamin"}, ""},
		{[]string{"rename", "ben", "Benedict"}, "not found"},
		{[]string{"rename", "ada"}, "two arguments"},
		{[]string{"add", "a:b", "--password", "correct horse"}, "user names cannot contain a colon"},
		{[]string{"role", "ben", "--role", "king"}, "the role must be one of administrator, editor, author"},
		{[]string{"passwd", "ben", "--password", "short"}, "passwords must have at least 8 characters"},
		{[]string{"email", "ADA", ""}, ""},
	} {
		_, err := almanac(t, "", append(append([]string{"user"}, step.args...), "--database", db)...)
		if (err != nil) != (step.want != "") || err != nil && !strings.Contains(err.Error(), step.want) ||
			err != nil && strings.HasPrefix(err.Error(), "almanac") { // Which main puts before it.
			t.Errorf("user %v: %v, want %q", step.args, err, step.want)
		}
	}
	list, err := almanac(t, "", "user", "list", "--database", db)
	if want := "1\tada\tsubscriber\n2\tBenjamin\tsubscriber\tben@example.org\n"; err != nil || list != want {
		t.Errorf("user list printed %q, %v; want %q", list, err, want)
	}
}

func TestTheDocumentOfADeploymentIsPrinted(t *testing.T) {
	out, err := almanac(t, "", "openapi", "--deployment", "a", "--format", "3.0")
	var doc struct{ OpenAPI string }
	if err != nil || json.Unmarshal([]byte(out), &doc) != nil || !strings.HasPrefix(doc.OpenAPI, "3.0") {
		t.Errorf("got %.60q, %v", out, err)
	}
	if !strings.Contains(out, "translation_language") {
		t.Error("the document of A has no language parameter")
	}
}

func TestDemoDataGoInOnceAndComeOutAgain(t *testing.T) {
	db, dir := database(t), filepath.Join(t.TempDir(), "out")
	for _, want := range []string{"start the server with --timezone America/Moncton", ""} {
		out, err := almanac(t, "", "demo", "--if-empty", "--events", "20", "--database", db)
		if err != nil || !strings.Contains(out, want) {
			t.Fatalf("demo printed %q, %v; want %q", out, err, want)
		}
	}
	if out, err := almanac(t, "", "export", "--database", db, dir); err != nil {
		t.Fatalf("export: %v\n%s", err, out)
	}
	if out, err := almanac(t, "", "import", "--database", database(t), dir); err != nil || !strings.Contains(out, "events: 20") {
		t.Errorf("import printed %q, %v", out, err)
	}
}

func TestTheServerAnswers(t *testing.T) {
	root, log := serving(t, "--auth", "required")
	for path, want := range map[string]int{root + "/events": 200, strings.Split(root, "/calendar")[0] + "/readyz": 200, root + "/nothing": 404} {
		if status, _, _ := browse(t, path); status != want {
			t.Errorf("GET %s is %d, want %d", path, status, want)
		}
	}
	lines := log.lines(t, "no users exist, so all writes are refused")
	if len(lines) != 1 || lines[0]["level"] != "WARN" || lines[0]["link_file"] == nil ||
		!strings.Contains(fmt.Sprint(lines[0]["command"]), "user add NAME --role administrator") {
		t.Errorf("the log says %v, want how to make an administrator", lines)
	}
}

func TestEveryCommandHasHelp(t *testing.T) {
	visit(commands(nil, nil, nil), func(c *ucli.Command) {
		var names [][]string
		if c.Name == "almanac" {
			for _, sub := range c.Commands {
				names = append(names, []string{sub.Name})
				for _, below := range sub.Commands {
					for _, name := range below.Names() {
						names = append(names, []string{sub.Name, name})
					}
				}
			}
			names = append(names, nil)
		}
		for _, name := range names {
			for _, flag := range []string{"--help", "-h"} {
				out, err := almanac(t, "", append(name, flag)...)
				if err != nil || !strings.Contains(out, "NAME:\n   almanac") || !strings.Contains(out, "USAGE:") {
					t.Errorf("%v %s printed %.80q, %v", name, flag, out, err)
				}
			}
		}
	})
}

func TestTheVersionIsAFlagToo(t *testing.T) {
	for _, flag := range []string{"--version", "-v"} {
		if out, err := almanac(t, "", flag); err != nil || !strings.HasPrefix(out, "almanac version ") {
			t.Errorf("%s printed %q, %v", flag, out, err)
		}
	}
}

func TestAnUnknownCommandSuggestsTheNearOne(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"at the root", []string{"serv"}, `unknown command "serv" (did you mean serve?); almanac --help lists the commands`},
		{"below another", []string{"token", "creat"}, `unknown command "token creat" (did you mean create?); almanac token --help lists the commands`},
		{"with flags behind it", []string{"serv", "--listen", ":0"}, `unknown command "serv" (did you mean serve?)`},
		{"with none near", []string{"xylophone"}, `unknown command "xylophone"; almanac --help`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := almanac(t, "", tt.args...)
			if err == nil || !strings.Contains(err.Error(), tt.want) || out != "" || cli.ExitCode(err) != usage {
				t.Errorf("got %q, error %v; want %q and exit code 2", out, err, tt.want)
			}
		})
	}
}

func TestExitCodesTellWrongUseFromFailure(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	tests := []struct {
		name string
		args []string
		want int
	}{
		{"nothing wrong", []string{"version"}, 0},
		{"help", []string{"user", "--help"}, 0},
		{"an unknown flag", []string{"serve", "--bogus"}, usage},
		{"a value that is none", []string{"serve", "--per-page", "many"}, usage},
		{"a value out of range", []string{"serve", "--per-page", "60"}, usage},
		{"an unknown time zone", []string{"serve", "--timezone", "Mars/Olympus"}, usage},
		{"a database that is none", []string{"serve", "--database", "mysql://x"}, usage},
		{"a missing argument", []string{"user", "add"}, usage},
		{"a file of settings that is not there", []string{"serve", "--config", "/does/not/exist.toml"}, usage},
		{"help about nothing", []string{"help", "xylophone"}, usage},
		{"an address that is taken", []string{"serve", "--listen", taken.Addr().String(), "--database", database(t)}, failure},
		{"a database that is away", []string{"user", "list", "--database", "postgres://nobody@127.0.0.1:1/none"}, failure},
		{"a server that is away", []string{"health", "--url", "http://127.0.0.1:1/readyz"}, failure},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := almanac(t, "", tt.args...); cli.ExitCode(err) != tt.want {
				t.Errorf("exit code %d, want %d: %v", cli.ExitCode(err), tt.want, err)
			}
		})
	}
}
