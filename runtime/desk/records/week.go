package records

import (
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// weekDay is a day of those that come next, with what begins on it; today also with what goes
// on.
type weekDay struct {
	Label   string
	Today   bool
	Entries []weekEntry

	date string
}

// weekEntry is a record of a weekDay.
type weekEntry struct {
	Time, Title, URL string
	Until            string // The last day of what goes on; "" for other records.
	Word, Class      string // Of the mark; "" for what is published and takes place.
	Canceled         bool
	Menu             menu

	date, rank string // By which entries are sorted.
}

// ahead leads to all records of a resource that come next.
type ahead struct {
	Label, List, Calendar string
	Shown, Total          int64 // Of those that begin in the week.
}

const (
	daysShown  = 8  // Today and the next seven.
	maxWeek    = 40 // Records of a resource that begin in these days.
	maxOngoing = 10 // Records of a resource that have begun before.
)

// addWeek adds the records of the resource that begin today or on the next seven days of the
// site, and those that go on.
func (h *handler) addWeek(d *dashboard) {
	zone, now := h.desk.Env.Deployment.Zone, h.desk.Env.Clock()
	today := zone.At(now).StartOfDay()
	from, to := zone.Instant(today), zone.Instant(today.AddSeconds(daysShown*secondsOfDay))
	fields := h.fieldsOf(h.Resource)
	status, _ := cancellation(fields)
	next := &ahead{Label: h.t(model.Words(h.Plural)), List: h.path(""), Calendar: h.path("calendar")}
	d.Ahead = append(d.Ahead, next)
	add := func(found records.ListSummary) {
		for _, r := range found.Records {
			d.addEntry(h, r, fields, status, today)
		}
		next.Shown, next.Total = next.Shown+int64(len(found.Records)), next.Total+found.Total
	}
	d.read(h, records.SummarizedList{
		Restriction: filter.Restriction{StartsBefore: from, EndsFrom: now},
		Limit:       maxOngoing, OrderBy: h.EndColumn, Column: status.name(),
	}, add)
	d.read(h, records.SummarizedList{
		Restriction: filter.Restriction{StartsFrom: from, StartsBefore: to},
		Limit:       maxWeek, OrderBy: h.StartColumn, Column: status.name(),
	}, add)
}

// addEntry adds a record to the day on which it begins by the clock of the site, whole days to
// that of the record. What has begun before is on the first day.
func (d *dashboard) addEntry(h *handler, r records.ListedRecord, fields []field, status field, today dates.WallTime) {
	zone := h.desk.Env.Deployment.Zone
	start, end := zone.Local(dates.WallTime(r.StartUTC)), zone.Local(dates.WallTime(r.EndUTC))
	if r.AllDay {
		start, end = dates.WallTime(r.StartDate), dates.WallTime(r.EndDate)
	}
	e := weekEntry{
		Title: listedTitle(r), URL: h.listedURL(r), Canceled: r.Value == canceled,
		date: max(day(start), day(today)), rank: string(start),
	}
	e.Menu = h.menu(h.listedRecord(r, status), fields, false, h.path("")+"/")
	e.Menu.ID, e.Menu.Title, e.Menu.Post = h.Plural+e.Menu.ID, e.Title, h.path("bulk")
	switch {
	case e.Canceled:
		e.Word, e.Class = h.optionWord(status, canceled), statusClasses[model.StatusTrash]
	case h.Post && r.Status != model.StatusPublish:
		e.Word, e.Class = h.t(statusWords[r.Status]), statusClasses[r.Status]
	}
	hasBegun, last := day(start) < e.date, lastDay(start, end)
	switch {
	case hasBegun && last > e.date:
		e.Time, e.Until = "…", h.t("until %s", h.shortDay(dates.WallTime(last+" 00:00:00")))
	case hasBegun && !r.AllDay:
		e.Time = h.t("until %s", h.locale().FormatTime(end))
	case r.AllDay:
		allDay, _ := named(fields, "all_day")
		e.Time = h.t(allDay.Label)
	default:
		e.Time = h.locale().FormatTime(start)
	}
	i := slices.IndexFunc(d.Week, func(w weekDay) bool { return w.date == e.date })
	if i < 0 {
		i = len(d.Week)
		d.Week = append(d.Week, weekDay{
			Label: h.shortDay(dates.WallTime(e.date + " 00:00:00")), Today: e.date == day(today), date: e.date,
		})
	}
	d.Week[i].Entries = append(d.Week[i].Entries, e)
}
