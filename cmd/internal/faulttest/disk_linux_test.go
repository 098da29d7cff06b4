package faulttest

import (
	"path/filepath"
	"testing"
	"time"
)

func TestTheDiskIsFull(t *testing.T) {
	last := lasting(4 * time.Second)
	full := func(dir string) func(*stage) {
		return func(s *stage) {
			empty := fill(s.t, dir, 0)
			time.Sleep(last)
			empty()
		}
	}
	t.Run("SQLite", func(t *testing.T) {
		dir := small(t, 64<<20)
		trial{
			fault: "disk full (tmpfs)", store: "SQLite", url: "sqlite:" + filepath.Join(dir, "almanac.db"),
			reads: true, full: true, inject: full(dir),
		}.run(t)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		dir := small(t, 64<<20)
		c := newCluster(t)
		c.hand(t, dir)
		c.exec(t, "CREATE TABLESPACE small LOCATION '"+dir+"'")
		trial{
			fault: "disk full (tablespace on tmpfs)", store: "PostgreSQL", url: c.database(t, "TABLESPACE small"),
			reads: true, full: true, inject: full(dir),
		}.run(t)
	})
}
