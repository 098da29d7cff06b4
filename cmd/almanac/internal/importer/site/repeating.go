package site

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"almanac/runtime/model"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
)

// repeating returns the events that the site shows as the dates of one that repeats.  It does
// not tell the rule, but gives them one slug, and behind it the day of each:
// /event/weekly/2027-01-18/.
func (l *learner) repeating(k *model.Resource) []transfer.Repeating {
	places := map[string]int{}
	var all []transfer.Repeating
	for _, r := range l.Found.Ordered(k) {
		parts, ok := l.segments(r.Text("url"))
		i := len(parts) - 1
		if i > 0 && !day.MatchString(parts[i]) {
			i-- // The second one of a day has its number behind it.
		}
		if !ok || i < 1 || !day.MatchString(parts[i]) || text.FoldSlug(parts[i-1]) != r.Slug() {
			continue
		}
		series := strings.Join(parts[:i], "/")
		at, known := places[series]
		if !known {
			at = len(all)
			places[series] = at
			all = append(all, transfer.Repeating{})
		}
		all[at].Dates = append(all[at].Dates, r)
	}
	return all
}

// series reads how the records repeat that the site shows as dates of series, as services like
// this one do. Of a series that it does not show, the dates are single records.
func (s *siteReader) series(ctx context.Context) error {
	for _, k := range s.Env.Resources {
		found := map[int64][]*transfer.Record{}
		for _, r := range s.Found.Ordered(k) {
			if id := r.SeriesID(); id != 0 && k.SeriesRoute != "" {
				found[id] = append(found[id], r)
			}
		}
		for _, id := range slices.Sorted(maps.Keys(found)) {
			what := fmt.Sprintf("series %d", id)
			response, err := s.client.Get(ctx, k.SeriesRoute, what, fmt.Sprintf("/%s/%d", k.SeriesRoute, id), nil)
			if s.absent(err) {
				continue
			}
			if err != nil {
				return err
			}
			shown := &transfer.ShownSeries{}
			if json.Unmarshal(response.Body, shown) != nil || shown.ID != id {
				return fmt.Errorf("%s (%s) is JSON, but not a series with that ID", what, response.URL)
			}
			if err := s.client.Keep(response); err != nil {
				return err
			}
			group := transfer.Repeating{Dates: found[id], Series: shown}
			if shown.Rule == "" && len(shown.Dates) == 0 {
				group.Series = nil // It is hidden from this user, who sees some dates.
			}
			s.Repeating = append(s.Repeating, group)
		}
	}
	return nil
}
