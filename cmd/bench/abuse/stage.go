package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/bench/host"
)

// root is the path of the API, which the server is started with.
const root = "/calendar/events/v1"

// newcomers is how many users there are who have not signed in yet.
const newcomers = 40

// stage is a database with events and users, and the program that serves it.
type stage struct {
	settings
	database string
	pg       *host.Postgres // Nil on SQLite.
	token    string         // Of a user who may write events.
}

// prepare makes the database by commands of the program itself, so that any
// version of it can be attacked.
func prepare(ctx context.Context, o settings, dir string) (*stage, error) {
	s := &stage{settings: o, database: "sqlite:" + filepath.Join(dir, "abuse.db")}
	var err error
	if s.program == "" {
		if s.program, err = host.Build(ctx, dir); err != nil {
			return nil, err
		}
	}
	if o.store == postgres {
		if s.pg, err = host.OpenPostgres(dir, nil); err != nil {
			return nil, err
		}
		s.database = s.pg.URL("almanac_abuse")
		if err := errors.Join(s.pg.Drop(ctx, "almanac_abuse"), s.pg.Create(ctx, "almanac_abuse", "template0")); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	if err := s.fill(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// close stops a private PostgreSQL; the directory of SQLite is the caller's.
func (s *stage) close() error {
	if s.pg == nil {
		return nil
	}
	return errors.Join(s.pg.Drop(context.Background(), "almanac_abuse"), s.pg.Close())
}

// fill makes events and users.
func (s *stage) fill(ctx context.Context) error {
	if _, err := s.run(ctx, "", "migrate up"); err != nil {
		return err
	}
	if _, err := s.run(ctx, "", "demo", "--events", strconv.Itoa(s.events)); err != nil {
		return err
	}
	if _, err := s.run(ctx, password, "user add", "--role", "author", author); err != nil {
		return err
	}
	token, err := s.run(ctx, "", "token create", author)
	s.token = token
	for i := 0; i < newcomers && err == nil; i++ {
		_, err = s.run(ctx, password, "user add", newcomer(i))
	}
	return err
}

// run runs a command of the program, such as "user add", and returns the last
// line that it printed.
func (s *stage) run(ctx context.Context, input, command string, args ...string) (string, error) {
	args = slices.Concat(strings.Fields(command), []string{"--database", s.database}, args)
	cmd := exec.CommandContext(ctx, s.program, args...) //nolint:gosec // The program is the one to be attacked.
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(input+"\n"), &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("almanac %s: %w: %s", command, err, &errs)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1], nil
}

// serve starts a server and learns what there is to ask for.
func (s *stage) serve(ctx context.Context, env []string) (*host.Process, *target, error) {
	address := "127.0.0.1:" + strconv.Itoa(s.port)
	if s.port == 0 {
		var err error
		if address, err = host.FreeAddress(ctx); err != nil {
			return nil, nil, err
		}
	}
	args := append([]string{
		"serve", "--listen", address, "--database", s.database, "--auth", "required", "--namespace", strings.Trim(root, "/"),
		"--admin-listen", "none", "--log-level", "error",
	}, s.server...)
	p, err := host.Start(ctx, address, env, s.program, args...)
	if err != nil {
		return nil, nil, err
	}
	t := &target{address: address, token: s.token, lasts: s.lasts}
	if t.ids, err = ids(ctx, t.url("/events?per_page=50&start_date=2000-01-01")); err != nil {
		return nil, nil, errors.Join(err, p.Stop())
	}
	return p, t, nil
}

// ids returns the ids of the events of a list.
func ids(ctx context.Context, url string) ([]int64, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	var page struct {
		Events []struct {
			ID int64 `json:"id"`
		} `json:"events"`
	}
	if err := json.NewDecoder(response.Body).Decode(&page); err != nil {
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	var found []int64
	for _, e := range page.Events {
		found = append(found, e.ID)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: %s without events", url, response.Status)
	}
	return found, nil
}
