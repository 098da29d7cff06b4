package records

import (
	"net/url"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// laterRow is a record that is published at a date to come.
type laterRow struct {
	When, Title, URL string

	date string
}

// maxLater is how many records of a resource the first page shows that are published later.
const maxLater = 5

// addLater adds what is published later.
func (h *handler) addLater(d *dashboard) {
	d.read(h, records.SummarizedList{Statuses: []string{model.StatusFuture}, Limit: maxLater, OrderBy: "date"},
		func(found records.ListSummary) {
			for _, r := range found.Records {
				d.Later = append(d.Later, laterRow{
					When: h.shortTime(dates.WallTime(r.Date), false), Title: listedTitle(r), URL: h.listedURL(r), date: r.Date,
				})
			}
			if found.Total > maxLater {
				d.AllLater = append(d.AllLater, link{
					h.urlWith(url.Values{}, "", "status", model.StatusFuture, "when", whenAll), h.t(model.Words(h.Plural)),
				})
			}
		})
}
