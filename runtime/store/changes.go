package store

import (
	"slices"
	"sync"
	"time"
)

// Change is what a transaction does to one row: its values before and after, nil where
// there is no row.  Values are in the order of the columns that table and reader agree
// on, of which the ID is the first; those that are no string, bool, int64 or float64 are
// not known.  Of table term_counts only the ID of the term is reported, as After.
type Change struct {
	Table         string
	Before, After []any
}

// Ending is what a transaction ends with.
type Ending struct {
	Last     []Statement // Run together with the commit.
	AtCommit []Statement // Run by the COMMIT, after Last.
	Changes  []Change    // As Writer.SetChanges takes them; nil when that is not known.
}

// maxValues bounds the values in a log.  A thousand new events have about as many, more
// than come between two uses of what somebody counted.
const maxValues = 50_000

// ChangeLog keeps what the last transactions of this program changed, by the number
// that tells which snapshots have them, on one server: with the first of another one it
// forgets the others.  What is not in it may have changed anything.
// The zero value is an empty log.
type ChangeLog struct {
	mu      sync.Mutex
	server  string
	byTx    map[uint64][]Change
	oldest  []uint64        // Numbers of transactions in the order in which they were added.
	values  int             // In all changes, with one for each transaction.
	commits []chan struct{} // Of transactions that are being committed; closed at their end.
}

// commitWait is how long Between waits for commits that are under way.
const commitWait = 100 * time.Millisecond

// Begin notes that a transaction is about to be committed, of which readers may learn
// before its changes are added.  The caller calls end when they are, or never will be.
func (l *ChangeLog) Begin() (end func()) {
	commit := make(chan struct{})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.commits = append(l.commits, commit)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		i := slices.Index(l.commits, commit)
		l.commits = slices.Delete(l.commits, i, i+1)
		close(commit)
	}
}

// Add notes all that was changed by the transaction, or transactions, with a number on a
// server.  It is called after the commit, because snapshots tell who has ended and not how.
func (l *ChangeLog) Add(server string, number uint64, list []Change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byTx == nil || l.server != server {
		l.server, l.byTx, l.oldest, l.values = server, map[uint64][]Change{}, nil, 0
	}
	l.byTx[number], l.oldest = list, append(l.oldest, number)
	for l.values += valuesIn(list); l.values > maxValues; l.oldest = l.oldest[1:] {
		l.values -= valuesIn(l.byTx[l.oldest[0]])
		delete(l.byTx, l.oldest[0])
	}
}

// valuesIn returns how many values a transaction has in the log, with one for itself.
func valuesIn(list []Change) int {
	n := 1
	for _, c := range list {
		n += len(c.Before) + len(c.After)
	}
	return n
}

// Between returns what leads from one snapshot of a server to another: the changes of the
// transactions that only the second has, and the reverse of those that only the first
// has.  It returns false when one of them is not in the log, nor, if it is to wait, comes
// into it by a commit that is under way.  Sums over the changes do not depend on their
// order.
func (l *ChangeLog) Between(server string, added, removed []uint64, wait bool) (list []Change, ok bool) {
	list, ok, commits := l.between(server, added, removed)
	if ok || len(commits) == 0 || !wait {
		return list, ok
	}
	timeout := time.NewTimer(commitWait)
	defer timeout.Stop()
	for _, commit := range commits {
		select {
		case <-commit:
		case <-timeout.C:
			return nil, false
		}
	}
	list, ok, _ = l.between(server, added, removed)
	return list, ok
}

// between is Between without waiting.  If it returns false, it also returns the commits
// that are under way.
func (l *ChangeLog) between(server string, added, removed []uint64) (list []Change, ok bool, commits []chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, number := range slices.Concat(added, removed) {
		changes, known := l.byTx[number]
		if !known || l.server != server {
			return nil, false, slices.Clone(l.commits)
		}
		for _, c := range changes {
			if i >= len(added) {
				c.Before, c.After = c.After, c.Before
			}
			list = append(list, c)
		}
	}
	return list, true, nil
}

// Changes returns the changes that lead from one snapshot to another, in no order, and
// false when they are not known: another program wrote, or they are too many.  It waits up
// to 100 ms for commits of this program that are under way.
func (s *Store) Changes(from, to SnapshotID) (list []Change, ok bool) {
	return s.changes(from, to, true)
}

// KnownChanges is Changes without waiting.
func (s *Store) KnownChanges(from, to SnapshotID) (list []Change, ok bool) {
	return s.changes(from, to, false)
}

// changes is Changes, and waits if that is wanted.
func (s *Store) changes(from, to SnapshotID, wait bool) (list []Change, ok bool) {
	if from == to {
		return nil, from != ""
	}
	return s.engine.Changes(from, to, wait)
}
