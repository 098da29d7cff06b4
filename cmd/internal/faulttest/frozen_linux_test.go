package faulttest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/open"
)

func TestTheFileIsReadOnlyForAWhile(t *testing.T) {
	url := onDisk(t)
	path := strings.TrimPrefix(url, "sqlite:")
	trial{
		fault: "file made read-only (chattr +i)", store: "SQLite", url: url, reads: true, full: true,
		inject: func(s *stage) {
			thaw := freeze(s.t, path, path+"-wal")
			time.Sleep(lasting(4 * time.Second))
			thaw()
		},
	}.run(t)
}

func TestAReadOnlyFileAtStartIsOneSentence(t *testing.T) {
	url := onDisk(t)
	p := newProgram(t, url)
	p.serve()
	if err := p.end(terminate); err != nil {
		t.Fatal(err)
	}
	freeze(t, strings.TrimPrefix(url, "sqlite:"))
	before := len(p.text())
	p.start()
	if err := <-p.done; err == nil {
		t.Error("it started")
	}
	p.process = nil
	said := string(p.text()[before:])
	if lines := strings.Count(strings.TrimSpace(said), "\n") + 1; lines != 1 || !strings.Contains(said, "cannot be opened for reading and writing") {
		t.Errorf("it said %q", said)
	}
}

func TestAnotherProgramKeepsTheFileLocked(t *testing.T) {
	url := onDisk(t)
	trial{
		fault: "locked by another program for a while", store: "SQLite", url: url, reads: true,
		inject: func(s *stage) {
			other, err := open.Store(s.t.Context(), url, store.Options{})
			if err != nil {
				s.t.Fatal(err)
			}
			err = other.RunInTx(s.t.Context(), func(context.Context, store.Writer) error {
				time.Sleep(lasting(4 * time.Second))
				return nil
			})
			if err != nil {
				s.t.Error(err)
			}
			if err := other.Close(); err != nil {
				s.t.Error(err)
			}
		},
	}.run(t)
}

func TestPostgreSQLIsPaused(t *testing.T) {
	c := newCluster(t)
	trial{
		fault: "paused (SIGSTOP)", store: "PostgreSQL", url: c.database(t, ""), down: true,
		inject: func(s *stage) {
			resume := pauseAll(s.t, family(s.t, c.PID()))
			time.Sleep(max(3*time.Second, lasting(8*time.Second)))
			resume()
		},
	}.run(t)
}

func TestTheDatabaseIsNotWhereItWas(t *testing.T) {
	p := newProgram(t, "sqlite:"+filepath.Join(t.TempDir(), "missing", "almanac.db"))
	p.start()
	if err := <-p.done; err == nil {
		t.Error("it started")
	}
	p.process = nil
	if said := strings.TrimSpace(string(p.text())); strings.Contains(said, "\n") || !strings.Contains(said, "does not exist") {
		t.Errorf("it said %q", said)
	}
}
