package overview

import (
	"slices"
	"strconv"

	"almanac/runtime/dates"
	"almanac/runtime/desk/lists"
	"almanac/runtime/desk/record"
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
	Menu             lists.Menu

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
func addWeek(x *record.Exchange, d *dashboard) {
	zone, now := x.Desk.Env.Deployment.Zone, x.Desk.Env.Clock()
	today := zone.At(now).StartOfDay()
	from, to := zone.Instant(today), zone.Instant(today.AddSeconds(daysShown*record.SecondsOfDay))
	fields := x.FieldsOf(x.Resource)
	status, _ := lists.Cancellation(fields)
	next := &ahead{Label: x.T(model.Words(x.Plural)), List: x.Path(""), Calendar: x.Path("calendar")}
	d.Ahead = append(d.Ahead, next)
	add := func(found records.ListSummary) {
		for _, r := range found.Records {
			d.addEntry(x, r, fields, status, today)
		}
		next.Shown, next.Total = next.Shown+int64(len(found.Records)), next.Total+found.Total
	}
	d.read(x, records.SummarizedList{
		Restriction: filter.Restriction{StartsBefore: from, EndsFrom: now},
		Limit:       maxOngoing, OrderBy: x.EndColumn, Column: status.FieldName(),
	}, add)
	d.read(x, records.SummarizedList{
		Restriction: filter.Restriction{StartsFrom: from, StartsBefore: to},
		Limit:       maxWeek, OrderBy: x.StartColumn, Column: status.FieldName(),
	}, add)
}

// addEntry adds a record to the day on which it begins by the clock of the site, whole days to
// that of the record. What has begun before is on the first day.
func (d *dashboard) addEntry(
	x *record.Exchange, r records.ListedRecord, fields []record.Field, status record.Field, today dates.WallTime,
) {
	zone := x.Desk.Env.Deployment.Zone
	start, end := zone.Local(dates.WallTime(r.StartUTC)), zone.Local(dates.WallTime(r.EndUTC))
	if r.AllDay {
		start, end = dates.WallTime(r.StartDate), dates.WallTime(r.EndDate)
	}
	e := weekEntry{
		Title: listedTitle(r), URL: listedURL(x, r), Canceled: r.Value == lists.Canceled,
		date: max(record.Day(start), record.Day(today)), rank: string(start),
	}
	e.Menu = lists.Subject{
		ID: strconv.FormatInt(r.ID, 10), Title: e.Title, Status: r.Status, Value: r.Value,
		CanEdit: x.CanEditOf(r.Author, r.Status), IsDate: r.Series != 0,
	}.Menu(x, fields, x.Path("")+"/")
	e.Menu.ID, e.Menu.Post = x.Plural+e.Menu.ID, x.Path("bulk")
	switch {
	case e.Canceled:
		e.Word, e.Class = x.OptionWord(status, lists.Canceled), record.StatusClasses[model.StatusTrash]
	case x.Post && r.Status != model.StatusPublish:
		e.Word, e.Class = x.T(record.StatusWords[r.Status]), record.StatusClasses[r.Status]
	}
	hasBegun, last := record.Day(start) < e.date, record.LastDay(start, end)
	switch {
	case hasBegun && last > e.date:
		e.Time, e.Until = "…", x.T("until %s", x.ShortDay(dates.WallTime(last+" 00:00:00")))
	case hasBegun && !r.AllDay:
		e.Time = x.T("until %s", x.Locale().FormatTime(end))
	case r.AllDay:
		allDay, _ := record.Named(fields, "all_day")
		e.Time = x.T(allDay.Label)
	default:
		e.Time = x.Locale().FormatTime(start)
	}
	i := slices.IndexFunc(d.Week, func(w weekDay) bool { return w.date == e.date })
	if i < 0 {
		i = len(d.Week)
		d.Week = append(d.Week, weekDay{
			Label: x.ShortDay(dates.WallTime(e.date + " 00:00:00")), Today: e.date == record.Day(today), date: e.date,
		})
	}
	d.Week[i].Entries = append(d.Week[i].Entries, e)
}
