package overview

import (
	"cmp"
	"slices"
	"strconv"

	"almanac/runtime/desk"
	"almanac/runtime/desk/lists"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// dashboard is what home.html gets: what the user has to do next.
type dashboard struct {
	Search     *homeSearch // Nil if no list can be searched.
	Returned   []returned
	Queues     []queue
	Jobs       []string // Those that fail or hang, in a sentence each.
	Week       []weekDay
	Ahead      []*ahead // Of the resources whose records have a start and an end.
	Unfinished []*unfinished
	Later      []laterRow
	AllLater   []record.Link // Lists of which Later has a part.
	New        *newDraft
	Resources  []resourceCard

	// All that the page shows is read in one batch, but for what was given back and what
	// waits for review.
	lists   []records.SummarizedList
	use     []func(records.ListSummary)
	waiting []*record.Exchange            // Of the resources of which records wait for review.
	drafts  map[string]map[int64]returned // Of the user, by the name of the resource and the ID.
}

// homeSearch is the search of a list: that of the first resource whose records have a start and an
// end, else of the first one.
type homeSearch struct {
	Of        *model.Resource
	URL, Name string

	isScheduled bool
}

// resourceCard leads to the records of a resource.
type resourceCard struct {
	Label, URL string
	New        string // "" for none.
	Of         *model.Resource
}

// read has a list of the resource of a handler read for the page, and use called with what it
// has.
func (d *dashboard) read(x *record.Exchange, list records.SummarizedList, use func(records.ListSummary)) {
	list.Resource = x.Resource
	d.lists, d.use = append(d.lists, list), append(d.use, use)
}

// Home shows the first page of the desk: what the user has to do, what comes next, and the form
// of a new record.
func Home(x *record.Exchange) {
	d := &dashboard{drafts: map[string]map[int64]returned{}}
	for _, res := range x.Desk.Env.Resources {
		of := x.Of(res)
		addCard(of, d)
		search := record.ListParam(res, "search")
		if search != nil && (d.Search == nil || !d.Search.isScheduled && of.IsScheduled()) {
			d.Search = &homeSearch{Of: res, URL: of.Path(""), Name: search.Name, isScheduled: of.IsScheduled()}
		}
		if of.IsScheduled() {
			addWeek(of, d)
		}
		if res.Post && res.Permissions.CanReadNonPublic(desk.CallerOf(x.R.Context())) {
			addUnfinished(of, d)
			addLater(of, d)
		}
	}
	found, err := x.Desk.API.Records().SummarizeLists(x.Desk.API.Call(x.R.Context()), d.lists)
	if err == nil {
		for n, summary := range found {
			d.use[n](summary)
		}
		err = addReturned(x, d)
	}
	if err == nil {
		err = addJobs(x, d)
	}
	if err != nil {
		x.Failed(err)
		return
	}
	for _, of := range d.waiting {
		q, ok := reviewQueue(of)
		if !ok {
			return
		}
		d.Queues = append(d.Queues, q)
	}
	d.finish()
	if !addNewDraft(x, d) {
		return
	}
	x.Bundle.Render(x.W, x.R, page.Page{
		Section: "home", Title: x.T("Overview"), Name: "home.html", Data: d,
		Styles: []string{"records.css", "form.css", "list.css", "home.css"}, Scripts: []string{"combobox.js"},
	})
}

// finish puts what was read into its order, and leaves out what there is none of.
func (d *dashboard) finish() {
	slices.SortFunc(d.Week, func(a, b weekDay) int { return cmp.Compare(a.date, b.date) })
	for _, w := range d.Week {
		slices.SortStableFunc(w.Entries, func(a, b weekEntry) int { return cmp.Compare(a.rank, b.rank) })
	}
	slices.SortStableFunc(d.Later, func(a, b laterRow) int { return cmp.Compare(a.date, b.date) })
	for _, u := range d.Unfinished {
		u.Counts = slices.DeleteFunc(u.Counts, func(t *lists.Tab) bool { return t.Count == "0" })
	}
	d.Unfinished = slices.DeleteFunc(d.Unfinished, func(u *unfinished) bool { return len(u.Counts) == 0 })
}

// addCard adds the links to the records of the resource.
func addCard(x *record.Exchange, d *dashboard) {
	card := resourceCard{Label: x.T(model.Words(x.Plural)), URL: x.Path(""), Of: x.Resource}
	if x.Permissions.CanCreate(desk.CallerOf(x.R.Context())) {
		card.New = x.Path("new")
	}
	d.Resources = append(d.Resources, card)
}

// listedTitle returns the name of a record as people read it, else its ID.
func listedTitle(r records.ListedRecord) string {
	return cmp.Or(r.Name, "#"+strconv.FormatInt(r.ID, 10))
}

// listedURL returns the URL of the form of a record.
func listedURL(x *record.Exchange, r records.ListedRecord) string {
	return x.Path(strconv.FormatInt(r.ID, 10))
}
