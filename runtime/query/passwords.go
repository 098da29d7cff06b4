package query

import (
	"net/http"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

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
	if r.Password == "" || r.Caller.Open {
		return nil
	}
	wait := rd.attempts.Wait(r.Now, r.State.Address)
	if wait <= 0 {
		return nil
	}
	return apierror.New(http.StatusTooManyRequests, "rest_too_many_attempts", "Too many wrong passwords of records. Wait before you try again.").WithRetryAfter(wait)
}

// countFailedPassword counts a guess, when the request carries a password that opened
// nothing.
func (rd *Reader) countFailedPassword(r *request.Request) {
	if r.Password != "" && !r.Caller.Open {
		rd.attempts.Take(r.Now, r.State.Address)
	}
}

// countFailedPasswords counts a guess when a list shows protected records that its
// password does not open, or was searched with one that opened nothing: the
// search looks into what a right password opens.
func (rd *Reader) countFailedPasswords(r *request.Request, k *model.Resource, records []model.Record) {
	var a attempt
	a.note(r, k, records)
	a.count(rd, r)
}

// attempt is what the password of a request did to the records of a list.
type attempt struct{ closed, opened, noted bool }

// note looks at some of the records.
func (a *attempt) note(r *request.Request, k *model.Resource, records []model.Record) {
	if r.Password == "" || !k.HasPassword {
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
func (a *attempt) count(rd *Reader, r *request.Request) {
	_, searched := r.Values.Lookup("search")
	if a.noted && !a.opened && (a.closed || searched) {
		rd.countFailedPassword(r)
	}
}
