package sqlite

import (
	"context"
	"strconv"
	"strings"

	"almanac/runtime/store"
)

// dataVersion is what PRAGMA data_version says on a connection: it changes with commits
// of other connections.
type dataVersion struct {
	serial  uint64 // Of the connection.
	version int64
}

// readVersion reads the data version of the connection.
func (c *connection) readVersion(ctx context.Context, v *dataVersion) error {
	v.serial = c.serial
	return c.Query(ctx, store.Statement{SQL: "PRAGMA data_version", RunToCompletion: true, ScanRow: func(row store.Row) error { return row.Scan(&v.version) }})
}

// snapshot returns the snapshot of which the connection that watches has the version.
func (v dataVersion) snapshot() store.SnapshotID {
	return store.SnapshotID(strconv.FormatUint(v.serial, 10) + "/" + strconv.FormatInt(v.version, 10))
}

// number is that of the transactions which led to the version, for the log.  A data
// version has 32 bits.
func (v dataVersion) number() uint64 { return v.serial<<32 | uint64(uint32(v.version)) } //nolint:gosec // As it says.

// parseSnapshot reads what dataVersion.snapshot has written.
func parseSnapshot(m store.SnapshotID) (v dataVersion, ok bool) {
	serial, version, _ := strings.Cut(string(m), "/")
	var bad [2]error
	v.serial, bad[0] = strconv.ParseUint(serial, 10, 64)
	v.version, bad[1] = strconv.ParseInt(version, 10, 32)
	return v, bad == [2]error{}
}

// commitLog notes what is committed on the connection that writes, by the versions of
// the connection that watches.
type commitLog struct {
	store.ChangeLog
	watch func(ctx context.Context, v *dataVersion) error // Reads the version of the connection that watches.
}

// commit runs COMMIT and notes the changes, if it is known that they are all which lead
// from one version of the watching connection to another.  That is so if no other
// connection has committed between the reading of the two: it cannot do so before the
// COMMIT, and the connection that writes looks for it afterwards.  The versions differ by
// one; by two if the watching connection has also seen that a COMMIT begins the
// write-ahead log again, which changes nothing that is stored.
func (l *commitLog) commit(ctx context.Context, c *connection) error {
	var before, after, own, now dataVersion
	known := !c.shared.unknown && l.watch(ctx, &before) == nil && c.readVersion(ctx, &own) == nil
	if known {
		defer l.Begin()()
	}
	if _, err := c.Exec(ctx, store.Statement{SQL: "COMMIT"}); err != nil {
		return err
	}
	if !known || l.watch(ctx, &after) != nil || c.readVersion(ctx, &now) != nil || now != own || after.serial != before.serial {
		return nil
	}
	switch after.version - before.version {
	case 2:
		before.version++
		l.Add("", before.number(), nil)
		fallthrough
	case 1:
		l.Add("", after.number(), c.shared.changes)
	}
	return nil
}

// maxVersions is over how many versions changes are looked for.
const maxVersions = 1000

// Changes returns the changes that lead from one snapshot to another.
func (p *engine) Changes(from, to store.SnapshotID, wait bool) ([]store.Change, bool) {
	a, known := parseSnapshot(from)
	b, ok := parseSnapshot(to)
	if !ok || !known || a.serial != b.serial {
		return nil, false
	}
	added, ok := numbers(a, b)
	removed, all := numbers(b, a)
	if !ok || !all {
		return nil, false
	}
	return p.commits.Between("", added, removed, wait)
}

// numbers returns those of the transactions after one version up to another, false when
// they are too many.
func numbers(from, to dataVersion) (list []uint64, ok bool) {
	if to.version-from.version > maxVersions {
		return nil, false
	}
	for v := from; v.version < to.version; {
		v.version++
		list = append(list, v.number())
	}
	return list, true
}
