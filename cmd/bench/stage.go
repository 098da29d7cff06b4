package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"almanac/cmd/bench/baseline"
	"almanac/cmd/bench/host"
	"almanac/cmd/internal/dataset"
	"almanac/generated"
)

// The stores.
const (
	sqlite   = "sqlite"
	postgres = "postgres"
)

// seed makes the data set, and with it the figures, comparable between runs.
const seed = 1

// generation is raised when the code that makes and loads data sets changes.
const generation = "8"

// stage is one store with the data set: two copies of it, one for the service
// and one for the baseline.
type stage struct {
	store    string
	settings settings
	set      *dataset.Set
	log      io.Writer
	pg       *host.Postgres // Nil on SQLite.
	urls     map[string]string
}

// The servers that are measured.
const (
	almanac        = "service"
	baselineServer = "baseline"
)

// newStage makes a data set if it is not kept from an earlier run, and copies it.
func newStage(ctx context.Context, store string, o settings, log io.Writer) (_ *stage, err error) {
	now := time.Now().UTC()
	// Events lie around the beginning of the month, so that a set is good for
	// a month.
	anchor := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	s := &stage{
		store: store, settings: o, log: log, urls: map[string]string{},
		set: dataset.New(dataset.Large(o.events), seed, anchor),
	}
	if err := os.MkdirAll(o.data, 0o755); err != nil { //nolint:gosec // PostgreSQL may run as another user.
		return nil, err
	}
	if store == postgres {
		if s.pg, err = host.OpenPostgres(o.data, o.postgres); err != nil {
			return nil, err
		}
	}
	template, err := s.template(ctx)
	if err == nil {
		err = s.copies(ctx, template)
	}
	if err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	return s, nil
}

// key names the data set by all that it depends on.
func (s *stage) key() (string, error) {
	h := sha256.New()
	_, _ = fmt.Fprintln(h, generation, seed, s.set.Size, s.set.Anchor())
	for _, k := range generated.Service().Resources {
		_, _ = fmt.Fprintln(h, k.Columns, k.ComputedColumns)
	}
	files := generated.Service().MigrationFiles()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		_, _ = fmt.Fprintln(h, path, string(text))
		return err
	})
	return strconv.Itoa(s.set.Size.Events) + "_" + hex.EncodeToString(h.Sum(nil))[:10], err
}

// template returns the file or database that holds the data set, and makes it
// on first use.
func (s *stage) template(ctx context.Context) (string, error) {
	key, err := s.key()
	if err != nil {
		return "", err
	}
	if s.pg != nil {
		return s.templateDatabase(ctx, "almanac_bench_"+key)
	}
	path := filepath.Join(s.settings.data, key+".db")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		_ = os.Remove(path + ".part" + suffix) // Left by a run that was ended.
	}
	if err := s.load(ctx, "sqlite:"+path+".part"); err != nil {
		return "", err
	}
	return path, os.Rename(path+".part", path)
}

// templateDatabase is template for PostgreSQL.
func (s *stage) templateDatabase(ctx context.Context, name string) (string, error) {
	there, err := s.pg.Has(ctx, name)
	if err != nil || there {
		return name, err
	}
	part := name + "_part"
	if err := s.pg.Drop(ctx, part); err != nil {
		return "", err
	}
	if err := s.pg.Create(ctx, part, "template0"); err != nil {
		return "", err
	}
	if err := s.load(ctx, s.pg.URL(part)); err != nil {
		return "", err
	}
	return name, s.pg.Rename(ctx, part, name)
}

// load makes the data set and what the baseline adds to it.
func (s *stage) load(ctx context.Context, url string) error {
	begin := time.Now()
	if err := dataset.Load(ctx, url, s.set); err != nil {
		return err
	}
	loaded := time.Since(begin)
	if err := baseline.Prepare(ctx, url); err != nil {
		return err
	}
	s.say("%s: %d events loaded in %.1f s, search of the baseline prepared in %.1f s", s.store, s.set.Size.Events,
		loaded.Seconds(), (time.Since(begin) - loaded).Seconds())
	return nil
}

// say tells the one who waits.
func (s *stage) say(format string, args ...any) { _, _ = fmt.Fprintf(s.log, format+"\n", args...) }

// copies gives each server a data set of its own.
func (s *stage) copies(ctx context.Context, template string) error {
	for _, server := range []string{almanac, baselineServer} {
		name := fmt.Sprintf("almanac_bench_run_%d_%s", os.Getpid(), server)
		if s.pg != nil {
			s.urls[server] = s.pg.URL(name)
			if err := errors.Join(s.pg.Create(ctx, name, template), s.pg.Warm(ctx, name)); err != nil {
				return err
			}
			continue
		}
		path := filepath.Join(s.settings.data, name+".db")
		s.urls[server] = "sqlite:" + path
		if err := copyFile(template, path); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from) //nolint:gosec // The bench names both.
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600) //nolint:gosec // The bench names both.
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// close removes the copies and stops a private server.
func (s *stage) close(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	var all []error
	for _, server := range []string{almanac, baselineServer} {
		name := fmt.Sprintf("almanac_bench_run_%d_%s", os.Getpid(), server)
		if s.pg != nil {
			all = append(all, s.pg.Drop(ctx, name))
			continue
		}
		for _, suffix := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(filepath.Join(s.settings.data, name+".db"+suffix)) // Not each of them is there.
		}
	}
	if s.pg != nil {
		all = append(all, s.pg.Close())
	}
	return errors.Join(all...)
}
