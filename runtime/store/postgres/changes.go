package postgres

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/store"
)

// commit ends a transaction, and notes its changes under its ID if they are known.  One
// that has written nothing has no ID.
func (p engine) commit(ctx context.Context, tx *transaction, end store.Ending) error {
	last := slices.Concat(end.Last, end.AtCommit)
	if end.Changes == nil {
		return tx.commit(ctx, last)
	}
	defer p.log.Begin()()
	var id *int64
	var server string
	err := tx.commit(ctx, append(last, store.Statement{
		SQL: "SELECT pg_current_xact_id_if_assigned()::text::bigint, pg_postmaster_start_time()::text", ScanRow: func(row store.Row) error { return row.Scan(&id, &server) },
	}))
	if err == nil && id != nil {
		p.log.Add(server, uint64(*id), end.Changes) //nolint:gosec // IDs are above 0.
	}
	return err
}

// txSnapshot is a snapshot of PostgreSQL: it has the transactions that ended before it,
// which are those below a number but for some that were running.
type txSnapshot struct {
	server  string
	next    uint64
	running []uint64
}

// has reports whether the snapshot has what a transaction has done, if it was committed.
func (s txSnapshot) has(id uint64) bool { return id < s.next && !slices.Contains(s.running, id) }

// parseSnapshot reads what store.SnapshotSQL selects: the lowest running transaction, the
// next one, the running ones, and the start of the server.
func parseSnapshot(m store.SnapshotID) (s txSnapshot, ok bool) {
	text, server, ok := strings.Cut(string(m), "/")
	parts := strings.Split(text, ":")
	if !ok || len(parts) != 3 {
		return s, false
	}
	s.server = server
	var err error
	if s.next, err = strconv.ParseUint(parts[1], 10, 64); err != nil || parts[2] == "" {
		return s, err == nil
	}
	for id := range strings.SplitSeq(parts[2], ",") {
		n, err := strconv.ParseUint(id, 10, 64)
		if err != nil {
			return s, false
		}
		s.running = append(s.running, n)
	}
	return s, true
}

// maxTransactions is over how many transactions changes are looked for.
const maxTransactions = 1000

// Changes returns the changes that lead from one snapshot to another.  A snapshot is
// nothing but a set of transactions; all that tells two of them apart are the
// transactions that only one of them has, in whatever order they ended.  Those which
// other programs made, which failed, or whose end this program does not know yet are not
// in the log.
func (p engine) Changes(from, to store.SnapshotID, wait bool) ([]store.Change, bool) {
	a, known := parseSnapshot(from)
	b, ok := parseSnapshot(to)
	if !ok || !known || a.server != b.server || max(a.next, b.next)-min(a.next, b.next) > maxTransactions {
		return nil, false
	}
	ids := slices.Concat(a.running, b.running)
	for id := min(a.next, b.next); id < max(a.next, b.next); id++ {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var added, removed []uint64
	for _, id := range slices.Compact(ids) {
		switch inA, inB := a.has(id), b.has(id); {
		case inB && !inA:
			added = append(added, id)
		case inA && !inB:
			removed = append(removed, id)
		}
	}
	return p.log.Between(a.server, added, removed, wait)
}
