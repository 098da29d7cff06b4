package mutate

import (
	"net/http"
	"strconv"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
)

// A write about many dates may take as long as a search, and fill the database, so it waits for a
// place among expensive requests, and each user can send so many at once and in the long run,
// beside dry runs.
const (
	seriesAtOnce    = 300
	seriesPerSecond = 0.1
)

// admitSeries lets a write in that is about many dates of a series, and returns what ends it.
func (e *Engine) admitSeries(r *request.Request, res *model.Resource) (leave func(), err error) {
	if how, _ := r.Values.Lookup(res.RecurrenceField); res.SeriesRoute == "" || how == nil && !r.Series.Several() {
		return func() {}, nil
	}
	if err := e.countSeries(r, 1); err != nil {
		return nil, err
	}
	return r.Env.Expensive.Enter(r.Context(), query.ScanWeight)
}

// countSeries counts writes about many dates; the error is a 429.
func (e *Engine) countSeries(r *request.Request, writes int) error {
	if writes == 0 || r.Caller.AuthDisabled || r.Dry {
		return nil
	}
	user := "user " + strconv.FormatInt(r.Caller.User, 10)
	if wait := e.series.Take(r.Now, user); wait > 0 {
		return apierror.New(http.StatusTooManyRequests, "rest_too_many_series",
			"You have created or changed too many series. Wait before you continue.").WithRetryAfter(wait)
	}
	e.series.Charge(r.Now, user, writes-1)
	return nil
}

// batchOfWeightOne is how many writes of a batch take as long as the count of a list.
const batchOfWeightOne = 50

// AdmitBatch lets a batch of writes in, some of which are about many dates of a series, and
// returns what ends it.  It takes a place among expensive requests, by the number of writes.
func (e *Engine) AdmitBatch(r *request.Request, writes, ofSeries int) (leave func(), err error) {
	if err := e.countSeries(r, ofSeries); err != nil {
		return nil, err
	}
	if writes > batchOfWeightOne || ofSeries > 0 {
		return r.Env.Expensive.Enter(r.Context(), query.ScanWeight)
	}
	return r.Env.Expensive.Enter(r.Context(), 1)
}
