package query

import (
	"context"
	"net/http"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// Most requests take some hundred microseconds.  A few sorts of reads take a
// hundred times that: they look at all records of a list.  They are let in by
// weight, so that together they never hold more than a part of the database's
// connections and of the processors, and the rest stays for cheap reads.
const (
	// countWeight is that of a list whose total has to be counted, from an index, and
	// of the beginning of a feed.
	countWeight = 1
	// ScanWeight is that of what looks at texts or at whole records: a search,
	// also where its total is known, and each further batch of a feed.
	ScanWeight = 2
)

// NewExpensive returns what expensive reads go through.  Those that wait hold a
// place among the requests that are worked on, so that they get half of these.
func NewExpensive(e *request.Env) *admission.Limiter {
	capacity, queue := int64(e.Admission.Expensive), int64(e.Admission.Queue)
	if capacity == admission.HalfOfConnections {
		if e.Store == nil { // Only the document is wanted.
			return nil
		}
		capacity = max(e.Store.PoolStats()[0].MaxOpen/2, 1)
	}
	if all := int64(e.Admission.Concurrent); all > 0 {
		queue = min(queue, all/2)
	}
	return admission.New("expensive", capacity, queue, e.Admission.Soon)
}

// EnterExpensive waits for room among expensive reads.  A read in a transaction does not: the write
// that it is a part of may hold the last place, and others wait for its locks.
func EnterExpensive(ctx context.Context, r *request.Request, weight int64) (leave func(), err error) {
	if r.Transaction != nil {
		return func() {}, nil
	}
	return r.Env.Expensive.Enter(ctx, weight)
}

// weightOf returns that of a list that is not known to be cheap.
func weightOf(q *filter.Query) int64 {
	if q.Searches() || q.Collapsed {
		return ScanWeight
	}
	return countWeight
}

// Guesses at the passwords of protected records are counted by address, so
// that short passwords cannot be found by trying.
const (
	passwordAttemptsBurst     = 30
	passwordAttemptsPerSecond = 0.5
)

// passwordAttempts counts the wrong passwords of records, by the client's address.
type passwordAttempts struct{ *admission.RateLimiter }

// newPasswordAttempts begins to count.
func newPasswordAttempts() passwordAttempts {
	return passwordAttempts{admission.NewRateLimiter(passwordAttemptsPerSecond, passwordAttemptsBurst)}
}

// checkPasswordAttempts returns a 429 when the request carries the password of a record and
// its sender has sent too many wrong ones; also a right one is not looked at
// then, or trying would go on.
func (rd *Reader) checkPasswordAttempts(r *request.Request) error {
	if r.Password == "" || r.Caller.AuthDisabled {
		return nil
	}
	wait := rd.attempts.Wait(r.Now, r.Address)
	if wait <= 0 {
		return nil
	}
	return apierror.New(http.StatusTooManyRequests, "rest_too_many_attempts",
		"Too many wrong passwords for protected records. Wait before you try again.").WithRetryAfter(wait)
}

// countFailedPassword counts a guess, when the request carries a password that opened
// nothing.
func (rd *Reader) countFailedPassword(r *request.Request) {
	if r.Password != "" && !r.Caller.AuthDisabled {
		rd.attempts.Take(r.Now, r.Address)
	}
}

// countClosedRecords counts a guess when a list shows protected records that its
// password does not open, or was searched with one that opened nothing: the
// search looks into what a right password opens.
func (rd *Reader) countClosedRecords(r *request.Request, k *model.Resource, q *filter.Query, records []model.Record) {
	var a attempt
	a.note(r, k, records)
	a.count(rd, r, q)
}

// attempt is what the password of a request did to the records of a list.
type attempt struct{ closed, opened, noted bool }

// note looks at some of the records.
func (a *attempt) note(r *request.Request, k *model.Resource, records []model.Record) {
	if r.Password == "" || k.PasswordField == "" {
		return
	}
	a.noted = true
	for _, m := range records {
		switch p := m.(model.PostRecord).AsPost(); {
		case p.Password == "":
		case r.Locked(k, p):
			a.closed = true
		default:
			a.opened = true
		}
	}
}

// count counts a guess, if it was one.
func (a *attempt) count(rd *Reader, r *request.Request, q *filter.Query) {
	if a.noted && !a.opened && (a.closed || q.Searches()) {
		rd.countFailedPassword(r)
	}
}
