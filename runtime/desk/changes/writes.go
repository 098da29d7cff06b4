package changes

import (
	"strconv"

	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
	"almanac/runtime/series"
	"almanac/runtime/undo"
)

// maxRequests is how many writes are sent at once: the API takes no more.
const maxRequests = 100

// writeAll makes writes about dates of a scope as one change, without those that the API refuses.  Dates of many
// series are several changes: each can be undone.  It returns the responses in order, and the IDs of the
// changes; false after it has sent a page about a failure.
func writeAll(
	x *record.Exchange, scope series.Scope, list []DatesWrite, key string,
) (responses []*desk.Response, changes []string, ok bool) {
	for begin := 0; begin < len(list); {
		requests, size := []map[string]any{}, int64(0)
		for _, w := range list[begin:min(begin+maxRequests, len(list))] {
			if size += w.dates + 1; size > undo.MaxRecords && len(requests) > 0 { // A series has a row of its own.
				break
			}
			requests = append(requests, w.request(x, scope))
		}
		once := key
		if key != "" {
			once += "-" + strconv.Itoa(begin)
		}
		done, change, err := x.Desk.API.DoEach(x.R.Context(), once, requests)
		if err != nil {
			x.Desk.Refuse(x.W, x.R, err)
			return nil, nil, false
		}
		responses, changes = append(responses, done...), append(changes, change)
		begin += len(requests)
	}
	return responses, changes, true
}

// request returns the write as a request of a batch.
func (w DatesWrite) request(x *record.Exchange, scope series.Scope) map[string]any {
	path, query := w.address(x, scope)
	one := map[string]any{"method": w.Method, "path": path + "?" + query.Encode(), "if_match": w.Tag}
	if body := w.body(scope); body != nil {
		one["body"] = body
	}
	return one
}
