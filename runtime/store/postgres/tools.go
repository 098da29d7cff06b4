package postgres

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"almanac/runtime/store"
)

// tool is one of PostgreSQL's own programs.
type tool struct {
	path string
	env  []string // How it reaches the database.
}

// findTool returns a program from the directory dir, "" for the PATH.  It is an
// error when the program is missing, or older than the server, whose copies it
// could not read or write.
func (e engine) findTool(ctx context.Context, dir, name string) (tool, error) {
	path := name
	if dir != "" {
		path = filepath.Join(dir, name)
	}
	found, err := exec.LookPath(path)
	if err != nil {
		return tool{}, fmt.Errorf("%s was not found in %s: install the PostgreSQL client tools, or set --pg-bin to their "+
			"directory", name, cmp.Or(dir, "PATH"))
	}
	t := tool{found, environment(e.pool.Config().ConnConfig, e.pool.Config().ConnString())}
	own, err := t.major(ctx)
	if err != nil {
		return t, err
	}
	server, err := e.major(ctx)
	if err == nil && own < server {
		err = fmt.Errorf("%s is from PostgreSQL %d, but the server is version %d: install the client tools of version %d, "+
			"or set --pg-bin to their directory", found, own, server, server)
	}
	return t, err
}

// version finds the major version in what --version prints.
var version = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// major returns the major version of the program.
func (t tool) major(ctx context.Context) (int, error) {
	out, err := t.run(ctx, "--version")
	if err != nil {
		return 0, err
	}
	m := version.FindStringSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("%s is not a PostgreSQL tool: its --version is %.60q", t.path, strings.TrimSpace(out))
	}
	return strconv.Atoi(m[1])
}

// major returns the major version of the server.
func (e engine) major(ctx context.Context) (n int, err error) {
	text := "SELECT current_setting('server_version_num')::int / 10000"
	err = e.Query(ctx, store.Statement{SQL: text, ScanRow: func(r store.Row) error { return r.Scan(&n) }})
	return n, err
}

// run runs the program and returns what it printed; an error holds the first
// of its complaints.
func (t tool) run(ctx context.Context, args ...string) (string, error) {
	var out, complaints bytes.Buffer
	cmd := exec.CommandContext(ctx, t.path, args...) //nolint:gosec // The operator names the program.
	cmd.Env, cmd.Stdout, cmd.Stderr = t.env, &out, &complaints
	err := cmd.Run()
	var failed *exec.ExitError
	switch {
	case err == nil:
		return out.String(), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &failed) && complaints.Len() > 0:
		line, _, _ := strings.Cut(strings.TrimSpace(complaints.String()), "\n")
		return "", errors.New(line) // It begins with the program's name.
	}
	return "", fmt.Errorf("%s: %w", t.path, err)
}

// libpq names the variables of the parameters of a database URL that PostgreSQL's
// programs know (https://www.postgresql.org/docs/current/libpq-envars.html).
var libpq = map[string]string{
	"sslmode": "PGSSLMODE", "sslcert": "PGSSLCERT", "sslkey": "PGSSLKEY", "sslrootcert": "PGSSLROOTCERT",
	"sslsni":         "PGSSLSNI",
	"sslnegotiation": "PGSSLNEGOTIATION", "ssl_min_protocol_version": "PGSSLMINPROTOCOLVERSION",
	"ssl_max_protocol_version": "PGSSLMAXPROTOCOLVERSION",
	"krbsrvname":               "PGKRBSRVNAME", "connect_timeout": "PGCONNECT_TIMEOUT",
	"target_session_attrs": "PGTARGETSESSIONATTRS",
	"passfile":             "PGPASSFILE", "service": "PGSERVICE", "servicefile": "PGSERVICEFILE",
	"channel_binding": "PGCHANNELBINDING",
	"require_auth":    "PGREQUIREAUTH", "application_name": "PGAPPNAME", "options": "PGOPTIONS",
}

// environment tells a program how to reach the database of a URL.  Nothing of it
// stands in the arguments, which everybody on the machine can see.
func environment(c *pgx.ConnConfig, text string) []string {
	var hosts, ports []string
	add := func(host string, port uint16) {
		if n := len(hosts); n > 0 && hosts[n-1] == host && ports[n-1] == strconv.Itoa(int(port)) {
			return // The same one without TLS.
		}
		hosts, ports = append(hosts, host), append(ports, strconv.Itoa(int(port)))
	}
	add(c.Host, c.Port)
	for _, other := range c.Fallbacks {
		add(other.Host, other.Port)
	}
	env := slices.DeleteFunc(os.Environ(), func(set string) bool { return strings.HasPrefix(set, "PGCLUSTER=") })
	env = append(env, "PGHOST="+strings.Join(hosts, ","), "PGPORT="+strings.Join(ports, ","), "PGDATABASE="+c.Database,
		"PGUSER="+c.User)
	if c.Password != "" {
		env = append(env, "PGPASSWORD="+c.Password)
	}
	u, err := url.Parse(text)
	if err != nil {
		return env // Connecting has shown that it is one.
	}
	if len(hosts) > 1 && !u.Query().Has("target_session_attrs") {
		env = append(env, "PGTARGETSESSIONATTRS=primary")
	}
	for name, values := range u.Query() {
		if variable := libpq[name]; variable != "" {
			env = append(env, variable+"="+values[0])
		}
	}
	return env
}
