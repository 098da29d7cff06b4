package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/transfer"
)

// siteList is the list of one resource on its way here.
type siteList struct {
	*siteReader
	resource *model.Resource
	reading  int  // Of the same list, from 1 on.
	sorted   bool // The last modified first.
	status   string
	reader   *transfer.Reader
	records  []*transfer.Record
	seen     map[int64]bool
	known    map[int64]bool // Of all readings.
	unread   int            // Elements that are no records.
	total    int            // That the site says.
	pages    int            // That the site says.
	longest  int            // Elements of the longest page.
	read     int            // Pages that were read.
	broken   int            // Pages that could not be read.
	early    bool           // Ended where everything is older.
	faults   []transfer.Problem
	progress *transfer.Progress

	unsortable bool  // The site refuses to sort it by id.
	last       int64 // The id read last.
	repeated   bool  // An id came twice.
	up, down   bool  // An id was greater than the one before it, or smaller.
}

// statuses are what is asked for, one after the other until the site does not
// refuse: everything with the trash, everything without it, in the two ways
// that sites take, and what is public.
func statuses() []string {
	all := model.Statuses()
	untrashed := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "trash" })
	return []string{strings.Join(all, ","), strings.Join(untrashed, ","), "any", ""}
}

// orders are the parameters of the readings of a list.  A site may put records that are equal
// by its order on two pages and others on none: another order, or other pages, show these.
var orders = []map[string]string{
	{"orderby": "id"},
	{"orderby": "id", "order": "desc"},
	{"orderby": "title", "per_page": "30"},
	{"per_page": "20"},
	{"orderby": "date", "order": "desc", "per_page": "40"},
}

// query returns the parameters of a page.  The dates lift the limits that
// lists of events have when none is named.
func (l *siteList) query(page int) url.Values {
	q := url.Values{"per_page": {strconv.Itoa(transfer.PageSize)}, "page": {strconv.Itoa(page)}}
	for name, value := range orders[l.reading-1] {
		switch {
		case l.sorted, name == "orderby" && (l.unsortable || l.reading == 1 && l.dated()):
		case value == "title" && !l.resource.Post:
			q.Set(name, "slug")
		default:
			q.Set(name, value)
		}
	}
	if !l.resource.Post {
		q.Set("hide_empty", "0")
		return q
	}
	if l.dated() {
		q.Set("start_date", "0000-01-01")
		q.Set("end_date", "9999-12-31")
	}
	if l.status != "" {
		q.Set("status", l.status)
	}
	if l.sorted {
		q.Set("orderby", "modified")
		q.Set("order", "desc")
	}
	return q
}

// size returns how many records a page has.
func (l *siteList) size() int {
	if n, err := strconv.Atoi(orders[l.reading-1]["per_page"]); err == nil && !l.sorted {
		return n
	}
	return transfer.PageSize
}

// dated reports whether the list is sorted, and limited, by dates.
func (l *siteList) dated() bool {
	return slices.ContainsFunc(l.resource.ListArgs, func(a *model.Arg) bool { return a.Name == "start_date" })
}

// readAll reads all pages.
func (l *siteList) readAll(ctx context.Context) error {
	response, err := l.first(ctx)
	if err == nil && l.Followed != nil && l.hasMoved(ctx) {
		if err = l.client.Drop(l.resource.Plural); err == nil {
			response, err = l.get(ctx, 1)
		}
	}
	for page := 1; ; page++ {
		if page > 1 {
			response, err = l.get(ctx, page)
		}
		more, failed := l.page(page, response, err)
		if failed != nil || !more {
			return failed
		}
	}
}

// hasMoved reports whether records have moved from page to page since a reading was
// interrupted: then the last page that is kept has other ones, or the site another total.  What
// pages that do not belong together leave out would count as deleted.
func (l *siteList) hasMoved(ctx context.Context) bool {
	var kept fetch.Response
	last := 0
	for {
		response, ok := l.client.Kept(l.resource.Plural, l.route(), l.query(last+1))
		if !ok {
			break
		}
		kept = response
		last++
	}
	if last == 0 {
		return false
	}
	now, err := l.client.Reread(ctx, l.resource.Plural, l.pageName(last), l.route(), l.query(last))
	return ctx.Err() == nil && (err != nil || l.outline(now) != l.outline(kept))
}

// outline returns the total that a page says, and the first and the last record that it has.
func (l *siteList) outline(page fetch.Response) (o [3]string) {
	members := map[string]json.RawMessage{}
	if json.Unmarshal(page.Body, &members) != nil {
		return o
	}
	o[0] = string(members["total"])
	items, _ := transfer.Listed(members[l.resource.Plural])
	for i, at := range []int{0, len(items) - 1} {
		var record struct {
			ID json.Number `json:"id"`
		}
		if len(items) > 0 && json.Unmarshal(items[at], &record) == nil {
			o[i+1] = record.ID.String()
		}
	}
	return o
}

// first reads the first page, with the widest choice of statuses that the site
// does not refuse.
func (l *siteList) first(ctx context.Context) (fetch.Response, error) {
	if !l.resource.Post {
		response, err := l.get(ctx, 1)
		if !l.unsortable && l.refused(err) {
			l.unsortable, l.siteReader.unsortable[l.resource] = true, true
			response, err = l.get(ctx, 1)
		}
		return response, err
	}
	choices := statuses()
	if l.reading > 1 {
		l.status = choices[l.accepted]
		return l.get(ctx, 1)
	}
	for ; ; l.accepted++ {
		if !l.signedIn && l.accepted > 0 {
			l.accepted = len(choices) - 1 // A visitor who may not see all sees what is public.
		}
		l.status = choices[l.accepted]
		response, err := l.get(ctx, 1)
		if l.status == "" || !l.refused(err) {
			return response, err
		}
	}
}

// refused reports whether a response means that the caller may not ask for the
// statuses.
func (l *siteList) refused(err error) bool {
	var e *fetch.Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Status == http.StatusBadRequest || e.Status == http.StatusForbidden ||
		e.Status == http.StatusUnauthorized && !l.signedIn
}

// get reads a page.
func (l *siteList) get(ctx context.Context, page int) (fetch.Response, error) {
	return l.client.Get(ctx, l.resource.Plural, l.pageName(page), l.route(), l.query(page))
}

// route returns the route of the list.
func (l *siteList) route() string { return "/" + l.resource.Plural }

// pageName is what messages call a page.
func (l *siteList) pageName(page int) string {
	return fmt.Sprintf("page %d of %s", page, l.resource.Plural)
}

// page takes one page, and returns whether there is another one.
func (l *siteList) page(page int, response fetch.Response, err error) (bool, error) {
	switch {
	case l.ended(page, err):
		return false, nil
	case err != nil && page > 1 && l.skippable(err):
		l.broken++
		l.faults = append(l.faults, transfer.Problem{Text: err.Error(), Skipped: true})
		return page < l.pages, nil
	case err != nil:
		return false, err
	}
	more, err := l.take(page, response)
	if err != nil {
		// Nothing of such a list is to be found again by the next run.
		return false, errors.Join(fmt.Errorf("page %d of %s (%s) %w", page, l.resource.Plural, response.URL, err),
			l.client.Drop(l.resource.Plural))
	}
	return more, l.client.Keep(response)
}

// ended reports whether a response means that the list has no such page.
func (l *siteList) ended(page int, err error) bool {
	var e *fetch.Error
	if !errors.As(err, &e) {
		return false
	}
	past := l.pages > 0 && page > l.pages && (e.Status == http.StatusNotFound || e.Status == http.StatusBadRequest)
	return past || e.Status == http.StatusNotFound && strings.HasSuffix(e.Code, "-archive-page-not-found")
}

// skippable reports whether the list can go on without a page.
func (l *siteList) skippable(err error) bool {
	var e *fetch.Error
	return l.site.SkipBroken && errors.As(err, &e) && e.Status != http.StatusUnauthorized && e.Status != 0
}

// mostPages is how long a list may be.
const mostPages = 20_000

// excessPages is how many times as many pages a list may have as the site says.
const excessPages = 10

// take takes the records of a page.
func (l *siteList) take(page int, response fetch.Response) (bool, error) {
	envelope := transfer.Record{Members: map[string]json.RawMessage{}}
	if err := json.Unmarshal(response.Body, &envelope.Members); err != nil {
		return false, fmt.Errorf("cannot be read: %w", err)
	}
	items, ok := transfer.Listed(envelope.Members[l.resource.Plural])
	if !ok {
		return false, fmt.Errorf("is JSON, but not a list of %s: check that the address is that of the API",
			l.resource.Plural)
	}
	l.note(envelope, page == 1)
	if len(items) == 0 {
		return false, nil
	}
	if page > mostPages {
		return false, fmt.Errorf("is beyond page %d of the list", mostPages)
	}
	if l.pages > 0 && page > excessPages*l.pages {
		return false, fmt.Errorf("still has records, but the site says that there are %d pages: the list never ends",
			l.pages)
	}
	records, err := l.reader.Pages(envelope.Members, response.URL)
	if err != nil {
		return false, err
	}
	own, fresh, older := l.add(records)
	l.unread += len(items) - own
	announced := page < l.pages || l.pages == 0
	if own > 0 && !fresh && announced {
		return false, errors.New("repeats the records of earlier pages: the list never ends")
	}
	l.read++
	l.progress.Step("read "+l.resource.Plural, len(items), len(l.seen), max(l.total, len(l.seen)))
	l.early = older && l.sorted
	full := len(items) >= l.size() || page > 1 && len(items) >= l.longest
	l.longest = max(l.longest, len(items))
	switch {
	case l.early || own > 0 && !fresh:
		return false, nil
	case l.pages == 0:
		return envelope.Text("next_rest_url") != "", nil
	}
	return page < l.pages || full, nil // Sites say too few pages: a full one may have another behind it.
}

// note takes what a page says of the whole list.
func (l *siteList) note(envelope transfer.Record, first bool) {
	total, _ := envelope.Number("total")
	pages, _ := envelope.Number("total_pages")
	l.total, l.pages = int(total), int(pages)
	if first {
		l.progress = transfer.NewProgress(l.Options.Progress, l.total)
	}
}

// add adds the records of a page.  It returns how many are of the resource itself,
// whether any of them is one that no page had before, and whether the last one, and so all that follow in a
// sorted list, are older than what is wanted.
func (l *siteList) add(records []*transfer.Record) (own int, fresh, older bool) {
	for _, r := range records {
		if r.Resource != l.resource || !r.Own {
			continue
		}
		own++
		fresh = fresh || !l.seen[r.ID]
		l.order(r.ID)
		l.seen[r.ID] = true
		older = r.Before(l.Options.Since)
	}
	l.records = append(l.records, records...)
	return own, fresh, older
}

// order notes how the next id stands to those before it.
func (l *siteList) order(id int64) {
	l.repeated = l.repeated || l.seen[id]
	if len(l.seen) > 0 {
		l.up, l.down = l.up || id > l.last, l.down || id < l.last
	}
	l.last = id
}

// whole reports whether the list cannot have lost a record on the way: it has as
// many as the site says, none twice, or more in the order of their ids.
func (l *siteList) whole() bool {
	n := len(l.seen) + l.unread
	byID := !l.up || !l.down
	return l.early || l.broken > 0 || !l.repeated && (n == l.total || n > l.total && byID)
}

// short returns how many records the site counts and did not list, as far as they were not
// found elsewhere.
func (l *siteList) short() int {
	if l.early || l.broken > 0 {
		return 0
	}
	found := len(l.known) + l.unread
	for id, r := range l.Found.ByResource[l.resource] {
		if status := r.Text("status"); !l.known[id] && (status == "" || status == "publish" || r.Own) {
			found++
		}
	}
	return max(0, l.total-found)
}

// problems tells what is missing in the list, and whether it shows drafts.
func (l *siteList) problems() []transfer.Problem {
	all := l.faults
	if n := l.short(); n > 0 {
		text := fmt.Sprintf("missing from every page: %d of the site's %d %s (read %d times, in several orders)",
			n, l.total, l.resource.Plural, l.reading)
		if l.resource.Name == "event" {
			text += "; find hidden events with --scan-ids"
		}
		all = append(all, transfer.Problem{Missing: n, Text: text})
	}
	if l.signedIn && l.resource.Post && l.status == "" {
		all = append(all, transfer.Problem{Text: fmt.Sprintf(
			"the site shows this user only public %s: drafts and the trash are not imported", l.resource.Plural)})
	}
	return all
}
