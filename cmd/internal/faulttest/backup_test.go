package faulttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// command runs the program to its end.
func command(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command(build(t), args...).CombinedOutput(); err != nil {
		t.Fatalf("almanac %v: %v\n%s", args, err, out)
	}
}

func TestABackupInAStormHoldsAllThatWasAcknowledged(t *testing.T) {
	c := newCluster(t)
	for name, fresh := range map[string]func(*testing.T) string{
		"SQLite":     onDisk,
		"PostgreSQL": func(t *testing.T) string { return c.database(t, "") },
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath("pg_dump"); name == "PostgreSQL" && err != nil && os.Getenv("CI") != "true" {
				t.Skip("pg_dump is not on the PATH")
			}
			url := fresh(t)
			p := newProgram(t, url)
			p.serve()
			s := newStorm(t, 0, p.root())
			s.begin(writers, readers)
			time.Sleep(lasting(3 * time.Second))
			for n := range times(3) {
				s.backedUp(url, fresh(t), filepath.Join(t.TempDir(), fmt.Sprint("copy", n)))
			}
			s.stop()
			if err := p.end(terminate); err != nil {
				t.Error(err)
			}
			table.add(row{fault: "backup and restore", store: name, load: plural(writers, "writer"), acknowledged: int(s.acknowledged.Load()), lost: s.check(url)})
			s.faultless()
		})
	}
}

// backedUp copies the database in the storm, restores the copy and compares it
// with what was known when the copy began: what was made before is there, with
// its text or a later one, unless it was removed meanwhile.
func (s *storm) backedUp(url, target, file string) {
	s.t.Helper()
	s.mu.Lock()
	known := make([]entry, 0, len(s.entries))
	for _, e := range s.entries {
		known = append(known, *e)
	}
	s.mu.Unlock()
	command(s.t, "backup", file, "--database", url)
	s.mu.Lock()
	var want []*entry
	for i, before := range known {
		now := *s.entries[i]
		before.texts = slices.Concat(before.texts, now.texts, []string{now.text})
		before.id = now.id // Its creation may have been under way.
		before.doubt = before.doubt || now.gone != before.gone || now.doubt
		want = append(want, &before)
	}
	s.mu.Unlock()
	command(s.t, "restore", file, "--database", target)
	if lost := s.compare(target, want); lost > 0 {
		s.t.Errorf("the copy lacks %d acknowledged writes", lost)
	}
}
