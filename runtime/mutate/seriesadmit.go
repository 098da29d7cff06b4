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
	if !r.Caller.AuthDisabled && !r.Dry {
		if wait := e.series.Take(r.Now, "user "+strconv.FormatInt(r.Caller.User, 10)); wait > 0 {
			return nil, apierror.New(http.StatusTooManyRequests, "rest_too_many_series",
				"You have created or changed too many series. Wait before you continue.").WithRetryAfter(wait)
		}
	}
	return r.Env.Expensive.Enter(r.Context(), query.ScanWeight)
}
