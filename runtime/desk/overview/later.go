package overview

import (
	"net/url"

	"almanac/runtime/dates"
	"almanac/runtime/desk/lists"
	"almanac/runtime/desk/record"
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
func addLater(x *record.Exchange, d *dashboard) {
	d.read(x, records.SummarizedList{Statuses: []string{model.StatusFuture}, Limit: maxLater, OrderBy: "date"},
		func(found records.ListSummary) {
			for _, r := range found.Records {
				d.Later = append(d.Later, laterRow{
					When: x.ShortTime(dates.WallTime(r.Date), false), Title: listedTitle(r), URL: listedURL(x, r), date: r.Date,
				})
			}
			if found.Total > maxLater {
				d.AllLater = append(d.AllLater, record.Link{
					URL:  x.URLWith(url.Values{}, "", "status", model.StatusFuture, "when", lists.WhenAll),
					Text: x.T(model.Words(x.Plural)),
				})
			}
		})
}
