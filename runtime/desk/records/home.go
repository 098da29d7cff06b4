package records

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// dashboard is what home.html gets: what the user has to do next.
type dashboard struct {
	Search     *homeSearch // Nil if no list can be searched.
	Returned   []returned
	Queues     []queue
	Week       []weekDay
	Ahead      []*ahead // Of the resources whose records have a start and an end.
	Unfinished []*unfinished
	Later      []laterRow
	AllLater   []link // Lists of which Later has a part.
	New        *newDraft
	Resources  []resourceCard

	// All that the page shows is read in one batch, but for what was given back and what
	// waits for review.
	lists   []records.SummarizedList
	use     []func(records.ListSummary)
	waiting []*handler                    // Of the resources of which records wait for review.
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
func (d *dashboard) read(h *handler, list records.SummarizedList, use func(records.ListSummary)) {
	list.Resource = h.Resource
	d.lists, d.use = append(d.lists, list), append(d.use, use)
}

// home shows the first page of the desk: what the user has to do, what comes next, and the form
// of a new record.
func (p *pages) home(w http.ResponseWriter, r *http.Request) {
	d := &dashboard{drafts: map[string]map[int64]returned{}}
	for _, res := range p.desk.Env.Resources {
		h := &handler{pages: p, Resource: res, w: w, r: r}
		h.addCard(d)
		search := listParam(res, "search")
		if search != nil && (d.Search == nil || !d.Search.isScheduled && h.isScheduled()) {
			d.Search = &homeSearch{Of: res, URL: h.path(""), Name: search.Name, isScheduled: h.isScheduled()}
		}
		if h.isScheduled() {
			h.addWeek(d)
		}
		if res.Post && res.Permissions.CanReadNonPublic(desk.CallerOf(r.Context())) {
			h.addUnfinished(d)
			h.addLater(d)
		}
	}
	h := &handler{pages: p, w: w, r: r}
	found, err := p.desk.API.Records().SummarizeLists(p.desk.API.Call(r.Context()), d.lists)
	if err == nil {
		for n, summary := range found {
			d.use[n](summary)
		}
		err = p.addReturned(r, d)
	}
	if err != nil {
		h.failed(err)
		return
	}
	for _, of := range d.waiting {
		q, ok := of.reviewQueue()
		if !ok {
			return
		}
		d.Queues = append(d.Queues, q)
	}
	d.finish()
	if !p.addNewDraft(w, r, d) {
		return
	}
	p.bundle.Render(w, r, page.Page{
		Section: "home", Title: p.bundle.Text(r, "Overview"), Name: "home.html", Data: d,
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
		u.Counts = slices.DeleteFunc(u.Counts, func(t *tab) bool { return t.Count == "0" })
	}
	d.Unfinished = slices.DeleteFunc(d.Unfinished, func(u *unfinished) bool { return len(u.Counts) == 0 })
}

// addCard adds the links to the records of the resource.
func (h *handler) addCard(d *dashboard) {
	card := resourceCard{Label: h.t(model.Words(h.Plural)), URL: h.path(""), Of: h.Resource}
	if h.Permissions.CanCreate(desk.CallerOf(h.r.Context())) {
		card.New = h.path("new")
	}
	d.Resources = append(d.Resources, card)
}

// listedTitle returns the name of a record as people read it, else its ID.
func listedTitle(r records.ListedRecord) string {
	return cmp.Or(r.Name, "#"+strconv.FormatInt(r.ID, 10))
}

// listedRecord returns a record as the API shows it, as far as it was read.
func (h *handler) listedRecord(r records.ListedRecord, status field) record {
	shown := record{"id": strconv.FormatInt(r.ID, 10), "status": r.Status, h.NameField: r.Name}
	if owner := h.OwnerColumn(); owner != "" {
		shown[owner] = strconv.FormatInt(r.Author, 10)
	}
	if status.Arg != nil {
		shown[status.Name] = r.Value
	}
	if r.Series != 0 {
		shown["series"] = map[string]any{"id": strconv.FormatInt(r.Series, 10)}
	}
	return shown
}

// listedURL returns the URL of the form of a record.
func (h *handler) listedURL(r records.ListedRecord) string {
	return h.path(strconv.FormatInt(r.ID, 10))
}
