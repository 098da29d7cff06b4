package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"
)

// file writes a file and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// line returns the line of `config check` about a setting, its words apart by
// one blank.
func line(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := almanac(t, "", append([]string{"config", "check"}, args...)...)
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == name {
			return strings.Join(words[1:], " ")
		}
	}
	t.Fatalf("config check does not tell of %s: %v\n%s", name, err, out)
	return ""
}

func TestTheCommandLineGoesBeforeVariablesAndTheseBeforeTheFile(t *testing.T) {
	path := file(t, "almanac.toml", "per-page = 7\nrequest-timeout = \"7s\"\nmigrate = true\nradius = 7.5\ncurrency = \"€\"\ncors-origin = [\"https://a.example\", \"https://b.example\"]\n")
	t.Setenv("ALMANAC_CONFIG", path)
	tests := []struct {
		name, variable string
		args           []string
		setting, want  string
	}{
		{"nobody says", "", nil, "burst", "50 the default"},
		{"demo data have a zone", "", []string{"--demo"}, "timezone", "America/Moncton the default with --demo"},
		{"a zone goes before that of demo data", "", []string{"--demo", "--timezone", "UTC"}, "timezone", "UTC set on the command line"},
		{"a number in the file", "", nil, "per-page", "7 set in " + path},
		{"a time in the file", "", nil, "request-timeout", "7s set in " + path},
		{"a switch in the file", "", nil, "migrate", "true set in " + path},
		{"a fraction in the file", "", nil, "radius", "7.5 set in " + path},
		{"a text in the file", "", nil, "currency", "€ set in " + path},
		{"a list in the file", "", nil, "cors-origin", "https://a.example,https://b.example set in " + path},
		{"a variable goes before the file", "8", nil, "per-page", "8 set by the variable ALMANAC_PER_PAGE"},
		{"an empty variable says nothing", "", nil, "per-page", "7 set in " + path},
		{"the command line goes before both", "8", []string{"--per-page", "9"}, "per-page", "9 set on the command line"},
		{"a list of the command line replaces that of the file", "", []string{"--cors-origin", "https://c.example"}, "cors-origin", "https://c.example set on the command line"},
		{"another file on the command line", "", []string{"--config", file(t, "other.toml", "per-page = 11")}, "currency", "$ the default"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("ALMANAC_PER_PAGE", tt.variable)
			if got := line(t, tt.setting, tt.args...); got != tt.want {
				t.Errorf("%s is %q, want %q", tt.setting, got, tt.want)
			}
		})
	}
}

func TestEveryCommandTakesItsSettingsFromTheFile(t *testing.T) {
	path := file(t, "almanac.toml", "database = \""+database(t)+"\"\nlisten = \"127.0.0.1:1\"\npg-bin = \"/opt/pg\"\n")
	if _, err := almanac(t, "", "user", "add", "ada", "--password", "correct horse", "--config", path); err != nil {
		t.Fatal(err)
	}
	if out, err := almanac(t, "", "user", "list", "--config", path); err != nil || !strings.Contains(out, "ada") {
		t.Errorf("user list printed %q, %v", out, err)
	}
}

func TestPasswordsAreNotPrinted(t *testing.T) {
	tests := []struct{ database, want string }{
		{"sqlite:almanac.db", "sqlite:almanac.db"},
		{"postgres://ada:Hush7Hush@db.example/almanac?sslmode=require", "postgres://ada:xxxxx@db.example/almanac?sslmode=require"},
		{"postgres://db.example/almanac?password=Hush7Hush", "postgres://db.example/almanac?password=xxxxx"},
		{"postgres://ada:Hush7Hush@one.example:5432,two.example:5432/almanac", "postgres://ada:xxxxx@one.example:5432,two.example:5432/almanac"},
		{"postgres://ada:Hush%7Hush@db.example/%zz", "postgres://(hidden, as it may contain a password)"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			if got := line(t, "database", "--database", tt.database); !strings.HasPrefix(got, tt.want+" ") {
				t.Errorf("printed %q, want %q", got, tt.want)
			}
		})
	}
}

func TestVariablesThatAreNoSettingAreNamed(t *testing.T) {
	t.Setenv("ALMANAC_PERPAGE", "5")
	t.Setenv("ALMANAC_SERVICE_HOST", "10.0.0.1")
	t.Setenv("ALMANAC_PORT", "tcp://10.0.0.1:80")
	var out, errs bytes.Buffer
	if err := commands(strings.NewReader(""), &out, &errs).Run(t.Context(), []string{"almanac", "config", "check"}); err != nil {
		t.Fatal(err)
	}
	if want := "almanac: the variable ALMANAC_PERPAGE is not a setting\n"; errs.String() != want {
		t.Errorf("said %q, want %q", errs.String(), want)
	}
}

func TestEverySettingIsTakenByServeAndHasOneForm(t *testing.T) {
	root := commands(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
	variable := func(f cli.Flag) string {
		if about, ok := f.(cli.DocGenerationFlag); ok && len(about.GetEnvVars()) > 0 {
			return about.GetEnvVars()[0]
		}
		return ""
	}
	visit(root, func(c *cli.Command) {
		for _, f := range c.Flags {
			name := f.Names()[0]
			if got, want := variable(f), strings.ToUpper(strings.ReplaceAll(name, "-", "_")); got != "" && got != want {
				t.Errorf("--%s of %s has the variable %s, want %s", name, c.Name, got, want)
			}
		}
	})
	for _, f := range root.Command("serve").Flags {
		if variable(f) == "" && f.Names()[0] != "config" {
			t.Errorf("--%s of serve is no setting: it has no variable", f.Names()[0])
		}
		if about, ok := f.(cli.CategorizableFlag); !ok || about.GetCategory() == "" {
			t.Errorf("--%s of serve stands in no group of the help", f.Names()[0])
		}
	}
}

// TestBadSettingsGetOneSentence has a case for each kind of fault: the sentence
// names the setting, where it came from and what would be right, and nothing is
// served.
func TestBadSettingsGetOneSentence(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	notPEM := file(t, "cert.pem", "no certificate")
	occupied := "sqlite:" + filepath.Join(file(t, "plain", ""), "almanac.db")
	const byLine = "set on the command line"
	tests := []struct {
		name     string
		args     []string
		variable string // NAME=value
		config   string // Text of the file.
		want     []string
	}{
		{"a number that is none", []string{"--per-page", "many"}, "", "", []string{`--per-page must be a whole number, not "many"`, byLine}},
		{"a number that is none, by a variable", nil, "ALMANAC_PER_PAGE=many", "", []string{`--per-page must be a whole number, not "many"`, "set by the variable ALMANAC_PER_PAGE"}},
		{"a number that is none, in the file", nil, "", `per-page = "many"`, []string{`--per-page must be a whole number, not "many"`, "set in ", "bad.toml"}},
		{"a number out of range", []string{"--per-page", "51"}, "", "", []string{"--per-page must be a number from 1 to 50, not 51", byLine}},
		{"a number out of range, by a variable", nil, "ALMANAC_PER_PAGE=51", "", []string{"from 1 to 50, not 51", "set by the variable ALMANAC_PER_PAGE"}},
		{"a number out of range, in the file", nil, "", "per-page = 51", []string{"from 1 to 50, not 51", "bad.toml"}},
		{"a horizon out of range", nil, "ALMANAC_SERIES_HORIZON=121", "", []string{"--series-horizon must be a number of months from 1 to 120, not 121"}},
		{"a switch that is none", nil, "ALMANAC_MIGRATE=perhaps", "", []string{`--migrate must be true or false, not "perhaps"`, "ALMANAC_MIGRATE"}},
		{"an invalid time", nil, "", `request-timeout = "soon"`, []string{"--request-timeout must be a duration such as 30s", "bad.toml"}},
		{"a size that is none", []string{"--max-body", "big"}, "", "", []string{`--max-body must be a size such as 4MiB, not "big"`, byLine}},
		{"a time without a unit", nil, "", `request-timeout = 30`, []string{"--request-timeout must be a duration such as 30s", "bad.toml"}},
		{"a time below 0", []string{"--request-timeout", "-1s"}, "", "", []string{"--request-timeout must be a duration such as 30s, or 0", byLine}},
		{"no time to stop", []string{"--shutdown-timeout", "0s"}, "", "", []string{"--shutdown-timeout must be a duration", byLine}},
		{"a rate without end", nil, "ALMANAC_RATE=Inf", "", []string{"--rate must be 0 or more, not +Inf", "ALMANAC_RATE"}},
		{"a radius that is no number", nil, "", "radius = nan", []string{"--radius must be more than 0 miles, not NaN", "bad.toml"}},
		{"a deployment that is not there", nil, "ALMANAC_DEPLOYMENT=c", "", []string{`--deployment must be a or b, not "c"`, "ALMANAC_DEPLOYMENT"}},
		{"a zone that is not there", nil, "", `timezone = "Europe/Atlantis"`, []string{"--timezone: ", "Atlantis", "bad.toml"}},
		{"a language that is none", []string{"--languages", "en,,fr"}, "", "", []string{"--languages must be language codes such as en,fr", byLine}},
		{"a name for the language without any language", nil, "ALMANAC_LANGUAGE_PARAM=lang", "", []string{"--language-param requires --languages", "ALMANAC_LANGUAGE_PARAM"}},
		{"a site that is none", nil, "", `site-url = "calendar.example"`, []string{"--site-url must be an address such as https://", "bad.toml"}},
		{"a name of two lines", []string{"--site-name", "Town\nHall"}, "", "", []string{"--site-name must be a single line of up to 100 characters", byLine}},
		{"a language without texts", []string{"--page-languages", "de,es"}, "", "", []string{`--page-languages must be one or more of en, fr, de, not "es"`, byLine}},
		{"a color that is none", nil, "ALMANAC_ACCENT=red", "", []string{`--accent must be a color such as #1d5c4f, not "red"`, "ALMANAC_ACCENT"}},
		{"a logo that is not there", nil, "", `logo = "/does/not/exist.svg"`, []string{"--logo must be a readable file", "bad.toml"}},
		{"a logo that is no picture", []string{"--logo", notPEM}, "", "", []string{"--logo must be a picture: SVG, PNG,", byLine}},
		{"a link that is none", nil, "", `footer-link = ["Imprint=javascript:alert(1)"]`, []string{"--footer-link must have the form TEXT=URL, such as Legal notice=https://", "bad.toml"}},
		{"a path that is none", []string{"--base-path", "a b"}, "", "", []string{"--base-path must be a plain path", byLine}},
		{"a namespace that is none", nil, "ALMANAC_NAMESPACE=", "", []string{"--namespace must be a plain path", "ALMANAC_NAMESPACE"}},
		{"an extension that is not there", nil, "", `extensions = "weather"`, []string{"--extensions must be none, or one or more of geoloc, ticketed, not", "bad.toml"}},
		{"a way to sign in that is none", nil, "ALMANAC_AUTH=maybe", "", []string{`--auth must be open or required, not "maybe"`, "ALMANAC_AUTH"}},
		{"an origin with a path", nil, "", `cors-origin = ["https://a.example/x"]`, []string{"--cors-origin must be an origin such as https://site.example, without a path", "bad.toml"}},
		{"a proxy that is no network", nil, "ALMANAC_TRUSTED_PROXY=proxy.example", "", []string{"--trusted-proxy must be an IP address, or a network", "ALMANAC_TRUSTED_PROXY"}},
		{"a rate that is no number", []string{"--rate", "NaN"}, "", "", []string{"--rate must be 0 or more", byLine}},
		{"no expensive reads at all", []string{"--max-expensive", "0"}, "", "", []string{"--max-expensive must be 1 or more, not 0"}},
		{"no feeds at all", nil, "ALMANAC_MAX_FEEDS=0", "", []string{"--max-feeds must be 1 or more, not 0"}},
		{"no time to wait", []string{"--expensive-timeout", "0s"}, "", "", []string{"--expensive-timeout must be a duration such as 30s"}},
		{"no requests at all", nil, "ALMANAC_MAX_REQUESTS=0", "", []string{"--max-requests must be 1 or more, not 0", "ALMANAC_MAX_REQUESTS"}},
		{"a map of no size", []string{"--mmap", "all"}, "", "", []string{`--mmap must be a size such as 1GiB, or 0 to map nothing, not "all"`, byLine}},
		{"a cache of no size", []string{"--cache", "much"}, "", "", []string{`--cache must be a size such as 24MiB, or 0 for no cache, not "much"`, byLine}},
		{"a cache too small for a page", []string{"--cache", "1kB"}, "", "", []string{"--cache must be 1MiB or more, or 0", byLine}},
		{"no connections to the database", []string{"--max-connections", "0"}, "", "", []string{"--max-connections must be 1 or more, not 0; omit it", byLine}},
		{"no connections to the database, by a variable", nil, "ALMANAC_MAX_CONNECTIONS=0", "", []string{"--max-connections must be 1 or more", "ALMANAC_MAX_CONNECTIONS"}},
		{"a wrong way to write to the disk", nil, "", `sync = "never"`, []string{`--sync must be full or normal, not "never"`, "bad.toml"}},
		{"an unknown flag", []string{"--per-pag", "7"}, "", "", []string{"unknown flag --per-pag (did you mean --per-page?)"}},
		{"a flag without its value", []string{"--per-page"}, "", "", []string{"--per-page requires a value"}},
		{"an unknown key", nil, "", "perpage = 7", []string{"bad.toml", `unknown setting "perpage" (did you mean per-page?)`}},
		{"a key in a table", nil, "", "[calendar]\nper-page = 7", []string{"bad.toml", `unknown setting "calendar"`}},
		{"a key of a kind that no flag has", nil, "", "per-page = 2026-11-20", []string{"bad.toml", "per-page must be a string, a number"}},
		{"a file that is not TOML", nil, "", "per-page: 7", []string{"bad.toml", "is not TOML: line 1, column "}},
		{"a file that is not there", []string{"--config", "/does/not/exist.toml"}, "", "", []string{"--config must be a readable file", "/does/not/exist.toml", byLine}},
		{"a file that is not there, by a variable", nil, "ALMANAC_CONFIG=/does/not/exist.toml", "", []string{"--config must be a readable file", "ALMANAC_CONFIG"}},
		{"an address without a port", nil, "ALMANAC_LISTEN=localhost", "", []string{"--listen must be an address and a port", "ALMANAC_LISTEN"}},
		{"an admin address without a port", nil, "ALMANAC_ADMIN_LISTEN=localhost", "", []string{"--admin-listen must be an address and a port such as 127.0.0.1:9464, or none", "ALMANAC_ADMIN_LISTEN"}},
		{"an empty address", nil, "ALMANAC_LISTEN=", "", []string{"--listen must be an address and a port", "ALMANAC_LISTEN"}},
		{"an address that is taken", []string{"--listen", taken.Addr().String()}, "", "", []string{"--listen: " + taken.Addr().String() + " is already in use", byLine}},
		{"an admin address that is taken", nil, "ALMANAC_ADMIN_LISTEN=" + taken.Addr().String(), "", []string{"--admin-listen: " + taken.Addr().String() + " is already in use", "ALMANAC_ADMIN_LISTEN"}},
		{"a format of the log", nil, "ALMANAC_LOG_FORMAT=xml", "", []string{`--log-format must be one of auto, text, json, not "xml"`, "ALMANAC_LOG_FORMAT"}},
		{"a level of the log", nil, "", `log-level = "loud"`, []string{`--log-level must be one of debug, info, warn, error, not "loud"`, "bad.toml"}},
		{"a certificate without its key", nil, "ALMANAC_TLS_CERT=cert.pem", "", []string{"--tls-cert requires --tls-key", "ALMANAC_TLS_CERT"}},
		{"a certificate that is not there", []string{"--tls-cert", "/does/not/exist.pem", "--tls-key", "/does/not/exist.pem"}, "", "", []string{"--tls-cert must be a PEM certificate", "/does/not/exist.pem", byLine}},
		{"a certificate that is none", nil, "", "tls-cert = \"" + notPEM + "\"\ntls-key = \"" + notPEM + "\"", []string{"--tls-cert must be a PEM certificate", "bad.toml"}},
		{"a directory that is not there", nil, "ALMANAC_DATABASE=sqlite:/does/not/exist.db", "", []string{"--database: the directory /does/not", "ALMANAC_DATABASE"}},
		{"a directory that cannot be written", nil, "", `database = "` + occupied + `"`, []string{"--database: ", "plain", "bad.toml"}},
		{"a database of no kind", nil, "ALMANAC_DATABASE=mysql://ada:Hush7Hush@db.example/almanac", "", []string{"--database: the database URL must begin with sqlite: or postgres://", "ALMANAC_DATABASE"}},
		{"a database that is to be a standby", nil, "", `database = "postgres://ada:Hush7Hush@db1,db2/almanac?target_session_attrs=standby"`, []string{"--database: target_session_attrs in the database URL must be read-write, primary or any, or left out, not standby", "bad.toml"}},
		{"a pool of no connections", []string{"--database", "postgres://ada:Hush7Hush@db.example/almanac?pool_max_conns=0"}, "", "", []string{"--database: the database URL is not valid: ", "pool_max_conns", byLine}},
		{"a replica by no URL", []string{"--database", "postgres://db.example/almanac"}, "ALMANAC_REPLICA=db2.example", "", []string{"--replica: the URL of a replica must begin with postgres://", "ALMANAC_REPLICA"}},
		{"a replica with a pool of no connections", []string{"--database", "postgres://db.example/almanac"}, "", `replica = ["postgres://ada:Hush7Hush@db2/almanac?pool_max_conns=0"]`, []string{"--replica: the URL of a replica is not valid: ", "pool_max_conns", "bad.toml"}},
		{"a replica that is to be a primary", []string{"--database", "postgres://db.example/almanac", "--replica", "postgres://db2/almanac?target_session_attrs=primary"}, "", "", []string{"--replica: target_session_attrs in the URL of a replica must be any, standby,", byLine}},
		{"a database that does not answer", []string{"--database", "postgres://ada:Hush7Hush@127.0.0.1:1/almanac"}, "", "", []string{"--database: PostgreSQL at 127.0.0.1:1", byLine}},
		{"a replica of SQLite", []string{"--replica", "postgres://db.example/almanac"}, "", "", []string{"--replica requires a PostgreSQL --database", byLine}},
		{"a mode of statements", nil, "ALMANAC_STATEMENTS=some", "", []string{`--statements must be named or unnamed, not "some"`, "ALMANAC_STATEMENTS"}},
		{"statements of SQLite", nil, "", `statements = "unnamed"`, []string{"--statements unnamed requires a PostgreSQL --database", "bad.toml"}},
		{"another database for migrations", nil, "ALMANAC_MIGRATE_URL=sqlite:almanac.db", "", []string{"--migrate-url must be an address such as postgres://", "ALMANAC_MIGRATE_URL"}},
		{"migrations of SQLite", nil, "ALMANAC_MIGRATE_URL=postgres://ada:Hush7Hush@db.example/almanac", "", []string{"--migrate-url requires a PostgreSQL --database", "ALMANAC_MIGRATE_URL"}},
		{"a collector of traces that is none", nil, "OTEL_EXPORTER_OTLP_ENDPOINT=nowhere", "", []string{"OTEL_EXPORTER_OTLP_ENDPOINT must be an address", "set by the variable"}},
		{"an open service on the network", nil, "", `listen = "0.0.0.0:0"`, []string{"--auth open lets anyone make changes", "; --auth is now open (the default)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// A good server but for what the case says.
			for name, value := range map[string]string{"ALMANAC_LISTEN": "127.0.0.1:0", "ALMANAC_ADMIN_LISTEN": "none", "ALMANAC_DATABASE": database(t)} {
				if key := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, "ALMANAC_"), "_", "-")); !strings.Contains(tt.config, key+" =") {
					t.Setenv(name, value)
				}
			}
			if name, value, ok := strings.Cut(tt.variable, "="); ok {
				t.Setenv(name, value)
			}
			args := append([]string{"serve"}, tt.args...)
			if tt.config != "" {
				args = append(args, "--config", file(t, "bad.toml", tt.config))
			}
			out, err := almanac(t, "", args...)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("said %q, want %q in it", err, want)
				}
			}
			if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "Hush") || out != "" {
				t.Errorf("said %q and printed %q, want one line without a password and nothing served", err, out)
			}
			if _, checked := almanac(t, "", append([]string{"config", "check"}, args[1:]...)...); !seenByAskingAlone[tt.name] && fmt.Sprint(checked) != err.Error() {
				t.Errorf("config check said %v, want %q", checked, err)
			}
		})
	}
}

// seenByAskingAlone names the faults that only the machine, another program or
// a server can tell, so that `config check` knows nothing of them.
var seenByAskingAlone = map[string]bool{
	"an address that is taken": true, "an admin address that is taken": true, "a database that does not answer": true, "a collector of traces that is none": true,
}

// TestEveryCommandSaysWhereABadValueCameFrom is about the commands beside serve.
func TestEveryCommandSaysWhereABadValueCameFrom(t *testing.T) {
	const (
		nobody = "postgres://ada:Hush7Hush@127.0.0.1:1/almanac"
		byLine = "(set on the command line)"
	)
	tests := []struct {
		name, variable, config string
		args                   []string
		want, origin           string
	}{
		{"an address to ask for health", "", "", []string{"health", "--url", "nowhere"}, "--health-url must be an address such as http://127.0.0.1:8080/readyz", byLine},
		{"the same by a variable", "ALMANAC_HEALTH_URL=nowhere", "", []string{"health"}, "--health-url must be an address", "(set by the variable ALMANAC_HEALTH_URL)"},
		{"the same in the file", "", `health-url = "nowhere"`, []string{"health"}, "--health-url must be an address", "bad.toml)"},
		{"no time for an answer", "", "", []string{"health", "--timeout", "0s"}, "--timeout must be more than 0, such as 5s, not 0s", byLine},
		{"the database of users", "ALMANAC_DATABASE=" + nobody, "", []string{"user", "list"}, "--database: PostgreSQL at 127.0.0.1:1", "(set by the variable ALMANAC_DATABASE)"},
		{"the database of tokens", "", `database = "` + nobody + `"`, []string{"token", "list", "ada"}, "--database: PostgreSQL at 127.0.0.1:1", "bad.toml)"},
		{"the database of the audit", "", "", []string{"audit", "--database", "sqlite:/does/not/exist.db"}, "--database: the directory /does/not", byLine},
		{"the database of an export", "ALMANAC_DATABASE=mysql://x", "", []string{"export", t.TempDir()}, "--database: the database URL must begin with", "(set by the variable ALMANAC_DATABASE)"},
		{"the database of demo data", "", "", []string{"demo", "--database", nobody}, "--database: PostgreSQL at", byLine},
		{"the database of a backup", "ALMANAC_DATABASE=" + nobody, "", []string{"backup", "copy"}, "--database: PostgreSQL at", "(set by the variable ALMANAC_DATABASE)"},
		{"the database of migrations", "ALMANAC_DATABASE=" + nobody, "", []string{"migrate", "status"}, "--database: PostgreSQL at", "(set by the variable ALMANAC_DATABASE)"},
		{"the way of migrations", "ALMANAC_MIGRATE_URL=" + nobody, "", []string{"migrate", "status"}, "--migrate-url: PostgreSQL at", "(set by the variable ALMANAC_MIGRATE_URL)"},
		{"a number of demo events", "", "", []string{"demo", "--events", "0"}, "--events must be 1 or more, not 0", byLine},
		{"a version of OpenAPI", "", "", []string{"openapi", "--format", "2.0"}, `--format must be 3.2, 3.1 or 3.0, not "2.0"`, byLine},
		{"a way to sign in, for the document", "ALMANAC_AUTH=maybe", "", []string{"openapi"}, `--auth must be open or required, not "maybe"`, "(set by the variable ALMANAC_AUTH)"},
		{"an action of the audit", "", "", []string{"audit", "--action", "looked"}, "--action must be one of ", byLine},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if name, value, ok := strings.Cut(tt.variable, "="); ok {
				t.Setenv(name, value)
			} else if tt.config == "" && !strings.Contains(strings.Join(tt.args, " "), "--database") {
				t.Setenv("ALMANAC_DATABASE", database(t))
			}
			args := tt.args
			if tt.config != "" {
				args = append(args, "--config", file(t, "bad.toml", tt.config))
			}
			_, err := almanac(t, "", args...)
			if err == nil {
				t.Fatal("no error")
			}
			if text := err.Error(); !strings.HasPrefix(text, tt.want) || !strings.HasSuffix(text, tt.origin) || strings.Contains(text, "\n") || strings.Contains(text, "Hush") {
				t.Errorf("said %q, want %q ... %q in one line without a password", text, tt.want, tt.origin)
			}
		})
	}
}

func TestShellsGetTheirCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if out, err := almanac(t, "", "completion", shell); err != nil || !strings.Contains(out, "--generate-shell-completion") {
			t.Errorf("completion %s printed %.80q, %v", shell, out, err)
		}
	}
	out, err := almanac(t, "", "serve", "--log", "--generate-shell-completion")
	if err != nil || !strings.Contains(out, "--log-format") || !strings.Contains(out, "--log-level") {
		t.Errorf("serve --log is completed to %q, %v", out, err)
	}
}

func TestTheHelpIsGroupedAndFitsAWindow(t *testing.T) {
	out, err := almanac(t, "", "serve", "--help")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"   Service\n", "   Database\n", "   Limits\n", "   Network\n", "   Operation\n", "--config FILE", "ALMANAC_SITE_URL"} {
		if !strings.Contains(out, want) {
			t.Errorf("the help lacks %q", want)
		}
	}
	for line := range strings.Lines(out) {
		if len(line) > 180 {
			t.Errorf("a line of %d letters: %s", len(line), line)
		}
	}
}
