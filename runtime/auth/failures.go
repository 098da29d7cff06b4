package auth

import (
	"context"
	"strconv"
	"sync"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// failure is what wrong passwords are counted by in the audit log: the user whose
// password was tried, the client and the hour. Names that no user has are not stored: many
// are passwords that somebody typed into the wrong field.
type failure struct {
	user    int64
	address string
	hour    time.Time
}

// failures are wrong passwords that are not in the audit log yet. They are written beside
// the attempts, whose duration must not tell which users exist.
type failures struct {
	mu      sync.Mutex
	counts  map[failure]int
	writing bool
}

// maxFailures is the maximum number of failures that wait for a store that cannot be written.
const maxFailures = 1000

// add counts a wrong password, and writes it soon.
func (f *failures) add(u *Users, one failure) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, there := f.counts[one]; there || len(f.counts) < maxFailures {
		f.counts[one]++
	}
	if !f.writing {
		f.writing = true
		go f.write(u)
	}
}

// write writes what is counted until nothing is left. What the store does not take is
// tried again with the next wrong password.
func (f *failures) write(u *Users) {
	for {
		one, n := f.take()
		if n == 0 {
			return
		}
		if err := u.writeFailure(context.Background(), one, n); err != nil {
			f.mu.Lock()
			f.counts[one] += n
			f.writing = false
			f.mu.Unlock()
			return
		}
	}
}

// take removes a count; n is 0 when there is none.
func (f *failures) take() (one failure, n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for one, n = range f.counts {
		delete(f.counts, one)
		return one, n
	}
	f.writing = false
	return one, 0
}

// writeFailure adds n to the entry of the audit log about a failure, whose note is the
// count, or adds the entry.
func (u *Users) writeFailure(ctx context.Context, one failure, n int) error {
	return u.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		found, err := ids(ctx, w, `UPDATE audit_entries SET note = CAST(CAST(note AS INTEGER) + $1 AS TEXT)
WHERE action = $2 AND resource = $3 AND record_id = $4 AND client_ip = $5 AND at_utc = $6 RETURNING id`,
			n, audit.ActionSignInFailed, AuditUser, one.user, one.address, timestamp(one.hour))
		if err == nil && len(found) == 0 {
			from := audit.Actor{At: one.hour, Address: one.address, Note: strconv.Itoa(n)}
			audit.Add(w, from, []audit.Change{{Action: audit.ActionSignInFailed, Resource: AuditUser, Record: one.user}})
		}
		return err
	})
}
