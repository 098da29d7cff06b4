package site

import (
	"strings"

	"almanac/runtime/model"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
)

// repeating returns the events that the site shows as the dates of one that repeats.  It does
// not tell the rule, but gives them one slug, and behind it the day of each:
// /event/weekly/2027-01-18/.
func (l *learner) repeating(k *model.Resource) [][]*transfer.Record {
	places := map[string]int{}
	var all [][]*transfer.Record
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
			all = append(all, nil)
		}
		all[at] = append(all[at], r)
	}
	return all
}
