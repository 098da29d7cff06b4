package forms

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/changes"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/series"
)

// form is the form of one record.
type form struct {
	*record.Exchange
	fields  []record.Field
	values  record.Values
	names   map[string]string // Of linked records: see field.key.
	base    string            // What it began with: see baseOf.
	errors  map[string]string // By the name of the field, or of an input of a new record.
	named   map[string]bool   // Those of errors that have the label of the input in them.
	message string            // What is wrong beside these.
	listed  bool              // The message says no more than errors.
	sent    url.Values        // What was posted; nil for a form that is shown for the first time.
	// What was posted, with the names of links that sent has no more once they are found.
	original url.Values
	theirs   []difference // What somebody else changed meanwhile.
	// What searches have found, by the name of the link; records of the same name, by that of an input.
	found   map[string][]record.Choice
	open    bool            // A search has to be answered, or a picture to be chosen, before the form is saved.
	status  int             // Of the page about a file that was refused; 0 for none.
	file    desk.File       // That was sent with the form.
	library *record.Library // What can be chosen as the picture; nil unless it was asked for.
	current record.Record   // As it is stored; nil for a new one.
	isRead  bool            // Current was read for a user who may change it: its history is shown.
	copied  bool            // It was sent by the form of the day of a copy.
	series  *records.Series // That the record is a date of; nil for none.
	slot    string          // Start of that date by the rule of the series.
	tag     string          // Entity tag of current.
}

// newForm returns a form without values.
func newForm(x *record.Exchange) *form {
	return &form{
		Exchange: x, fields: x.FieldsOf(x.Resource), values: record.Values{},
		names: map[string]string{}, errors: map[string]string{},
		named: map[string]bool{}, found: map[string][]record.Choice{},
	}
}

func (f *form) fill(r record.Record, tag string) {
	f.current, f.tag, f.isRead = r, tag, true
	f.values, f.names = f.valuesOf(r)
	f.base = baseOf(f.inputs(), f.values)
}

// valuesOf returns what the inputs contain about the record that was read last, and the
// names of linked records.
func (f *form) valuesOf(r record.Record) (record.Values, map[string]string) {
	all, names := record.Values{}, map[string]string{}
	for _, field := range f.fields {
		all[field.Name] = field.ValuesOf(r, names)
	}
	for name, stored := range f.HTML {
		if _, ok := all[name]; ok && f.CanEdit(r) {
			all[name] = record.One(record.Editable(stored))
		}
	}
	return all, names
}

// inputs returns the fields that the form has inputs for.
func (f *form) inputs() []record.Field {
	return slices.DeleteFunc(slices.Clone(f.fields),
		func(of record.Field) bool {
			return !f.CanChange(of) || !f.isShown(of) || of.Meaning == "status" && !f.isPublic() || f.isLeftToActions(of)
		})
}

// isLeftToActions reports whether actions alone change a field, or a new record has one value of it.
func (f *form) isLeftToActions(of record.Field) bool {
	s := of.State
	return s != nil && s.ByActions && (f.current != nil || len(s.Initial) == 1)
}

// isShown reports whether the form has a field that is not for everybody: one that has a
// value always is.
func (f *form) isShown(of record.Field) bool {
	return !of.WhenSet && (!of.ForEditors || f.Permissions.CanEditOthers(desk.CallerOf(f.R.Context()))) ||
		of.IsFilled(f.values[of.Name]) || f.isStored(of)
}

// fillNew fills the form with what a new record begins with.
func (f *form) fillNew() {
	f.values = record.Values{}
	for _, field := range f.fields {
		f.values[field.Name] = field.ValuesOf(record.Record{}, f.names)
	}
	if zone, ok := record.Named(f.fields, "time_zone"); ok {
		f.values[zone.Name] = record.One(f.Desk.Env.Deployment.Zone.Name())
	}
	f.base = baseOf(f.inputs(), f.values)
}

// newRecord shows the form of a new record, or of the copy of one.
func newRecord(x *record.Exchange) {
	f := newForm(x)
	f.fillNew()
	if from := x.Asked().Get("from"); from != "" {
		source, _ := x.ReadRecord(from)
		if source == nil {
			return
		}
		f.copyOf(source)
	}
	f.show(http.StatusOK)
}

// copyOf fills the form of a new record with what another one has, but for what belongs
// to that one alone.
func (f *form) copyOf(source record.Record) {
	copied, names := f.valuesOf(source)
	for _, field := range f.fields {
		if !field.NotCopied && f.StateOf(field.Name) == nil &&
			!slices.Contains([]string{"slug", "status", "publish_date", "author", "owner"}, field.Meaning) {
			f.values[field.Name] = copied[field.Name]
		}
		if at := f.secondOf(source, field); at != "" {
			f.values[field.Name] = record.One(at)
		}
	}
	f.names = names
}

// secondOf returns the start or the end of a record with its offset where it is the second
// of two equal hours: a new record would have the first one. It is "" for others.
func (f *form) secondOf(r record.Record, of record.Field) string {
	inUTC := map[string]string{"start": "utc_start_date", "end": "utc_end_date"}[of.Meaning]
	zoneField, ok := record.Named(f.fields, "time_zone")
	if inUTC == "" || !ok {
		return ""
	}
	zone, err := dates.ParseZone(r.Text(zoneField.Name))
	shown, utc := dates.WallTime(r.Text(of.Name)), dates.WallTime(r.Text(inUTC))
	if err != nil || zone.UTC(shown) == utc || zone.Local(utc) != shown {
		return ""
	}
	return shown.ISOAt(utc)
}

// editable returns the record of the path, and its entity tag. Those who may not change the
// record see it; then, and after a failure, there is none.
func editable(x *record.Exchange) (record.Record, string) {
	r, tag := x.ReadRecord(x.R.PathValue("id"))
	if r != nil && !x.CanEdit(r) {
		preview(x, r, tag)
		return nil, ""
	}
	return r, tag
}

// Edit shows the form of a record.
func Edit(x *record.Exchange) {
	r, tag := editable(x)
	if r == nil {
		return
	}
	f := newForm(x)
	if !f.addSeries(r) {
		return
	}
	f.fill(r, tag)
	f.show(http.StatusOK)
}

// Save writes what a form contains: a new record, or the one with the ID in the path.
func Save(x *record.Exchange) {
	id := x.R.PathValue("id")
	f := newForm(x)
	if !f.readSent() {
		return
	}
	if !f.readSeries(f.sent.Get("series"), f.sent.Get("slot")) {
		return
	}
	if f.sent.Has("brief") {
		f.fillIn()
	}
	if !f.resolve() || !f.findSame(id == "") {
		return
	}
	// A search is answered, or a picture chosen, before anything is written.
	f.checkRecurrence()
	if f.sent.Has("look") || f.sent.Get("do") == showDates || f.open && len(f.errors) == 0 {
		f.showAgain(id, cmp.Or(f.status, http.StatusOK))
		return
	}
	method, path, query := http.MethodPost, "/"+x.Plural, url.Values{}
	if id != "" {
		method, path = http.MethodPatch, path+"/"+url.PathEscape(id)
	}
	header := record.WriteHeader(f.sent.Get("key"), f.sent.Get("tag"))
	// A preview writes nothing.  A form with errors of its own is sent for those of the API,
	// so that it names all of them at once.
	dry := f.sent.Get("do") == "preview" || f.open
	if dry {
		query.Set("dry_run", "true")
		header = nil
	}
	body := f.body(id == "")
	if f.series != nil {
		if !dry {
			if resp := f.writeDate(id, body); resp != nil {
				f.showOutcome(id, resp)
			}
			return
		}
		body = f.scopedBody(series.ScopeThis)
	}
	resp := x.Do(method, path, query, header, body)
	if resp == nil {
		return
	}
	if f.open {
		if !resp.OK() {
			f.refused(resp)
		}
		f.showAgain(id, cmp.Or(f.status, http.StatusUnprocessableEntity))
		return
	}
	var r record.Record
	switch {
	case resp.OK() && resp.Decode(&r) == nil && dry:
		if page := x.Desk.API.Preview(resp); page != nil {
			page.ServeHTTP(x.W, x.R)
			return
		}
		preview(x, r, "")
	case resp.OK():
		f.saved(r, resp.Header.Get("Change-Id"))
	case resp.Status == http.StatusPreconditionFailed:
		f.merge(id)
	default:
		f.refused(resp)
		f.showAgain(id, resp.Status)
	}
}

// back returns the page that the form leads back to.
func (f *form) back() string {
	if f.sent == nil {
		return f.CameFrom()
	}
	return f.ListURL(f.sent.Get("back"))
}

// saved leads from a form that was saved, by a change, to the form of the record.
func (f *form) saved(r record.Record, change string) {
	said := f.T("Saved.")
	switch status := r.Text("status"); status {
	case model.StatusPublish:
		if f.sent.Get("do") == status {
			said = f.T("Published.")
		}
	case model.StatusFuture:
		date, _ := record.Named(f.FieldsOf(f.Resource), "publish_date")
		said = f.T("Will be published on %s.", f.Text(date, r))
	case model.StatusPending:
		said = f.T("Submitted for review.")
	case model.StatusDraft:
		said = f.T("Saved as draft.")
	}
	if n := changes.DatesSaved(r); n > 1 {
		said = strings.TrimPrefix(said, f.T("Saved.")) + " " + changes.Done(f.Exchange, f.T("%d dates saved.", n), r)
	}
	refused, ok := f.describe(r)
	if !ok {
		return
	}
	flash := page.Flash{Text: strings.TrimSpace(said + " " + refused), Error: refused != ""}
	if f.series == nil || changes.DatesSaved(r) > 1 { // The series is new, or several dates have changed.
		flash.Link = changes.DatesLink(f.Exchange, r)
	}
	if f.copied && f.Post {
		flash.Undo = f.UndoOf(f.back(), change)
		if url := r.Text("url"); url != "" && r.Text("status") == model.StatusPublish {
			flash.Link = &page.Link{Label: f.T("View page"), URL: url}
		}
	}
	page.SetFlash(f.W, f.R, flash)
	http.Redirect(f.W, f.R, f.LeadingBack(f.back(), r.ID()), http.StatusSeeOther)
}

// readSent reads the form that was sent. It returns false after it has sent a page that says
// why it cannot.
func (f *form) readSent() bool {
	var ok bool
	if f.sent, f.file, ok = f.SentForm(); !ok {
		return false
	}
	f.base, f.original = f.sent.Get("base"), maps.Clone(f.sent)
	for _, field := range f.fields {
		f.values[field.Name] = field.Posted(f.sent)
	}
	for name, list := range f.sent {
		if key, ok := strings.CutPrefix(name, "name."); ok {
			f.names[key] = list[0]
		}
	}
	if do := f.sent.Get("do"); slices.Contains(record.Statuses(), do) {
		if status, ok := record.Named(f.fields, "status"); ok {
			f.values[status.Name] = []string{do}
		}
	}
	if of, ok := f.imageField(); ok {
		return f.readPicture(of)
	}
	return true
}

// schedule are the behaviors that depend on each other: they are sent together.
var schedule = []string{"start", "end", "all_day", "time_zone"}

// body returns what is sent to the API: what differs from what the form began with, and
// of a new record everything that is not empty.
func (f *form) body(create bool) map[string]any {
	body, b := map[string]any{}, parseBase(f.base)
	together := false
	for _, field := range f.fields {
		together = together || isSchedule(field) && b.differs(field.Name, f.values[field.Name])
	}
	for _, field := range f.fields {
		list := f.values[field.Name]
		changed := b.differs(field.Name, list) || together && isSchedule(field)
		switch {
		case field.Input == record.InputRepeat:
			if f.changesRecurrence() {
				body[field.Name] = f.sentRecurrence("")
			}
		case create && (len(list) > 0 && field.Input != record.InputBoolean || changed):
			body[field.Name] = field.Sent(list)
		case !create && field.WriteOnly && f.sent.Has(field.Name+".clear"):
			body[field.Name] = field.Sent(nil)
		case !create && changed:
			body[field.Name] = field.Sent(list)
		}
		if made := f.inline(field); len(made) > 0 {
			refs, _ := field.Sent(list).([]any)
			body[field.Name] = append(refs, made)
			if field.One {
				body[field.Name] = made
			}
		}
	}
	return body
}

func isSchedule(f record.Field) bool {
	return slices.Contains(schedule, f.Meaning)
}

// refused notes what the API says about a write, at the fields that it names.
func (f *form) refused(resp *desk.Response) {
	message, details := f.APIErrorOf(resp.Err)
	f.message, f.listed = message, len(resp.Err.Params)+len(resp.Err.Missing) > 0
	note := func(name, text string, m messages.Message) {
		input := f.inputName(name)
		if f.errors[input] == "" { // A name that was not found says more.
			f.errors[input], f.named[input] = text, apierror.Names(m, apierror.Param(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(details)) {
		note(name, details[name], resp.Err.Params[name].Message)
	}
	for _, name := range resp.Err.Missing {
		note(name, f.T("This field is required."), messages.Message{})
	}
	if name := resp.Err.Field; name != "" {
		note(name, message, resp.Err.Message)
	}
}

// inputName returns the name of the input that a parameter of the API comes from:
// "venue.new.phone" for venue[0].phone, else its first name.
func (f *form) inputName(param string) string {
	parts := strings.FieldsFunc(param, func(c rune) bool { return c == '[' || c == ']' || c == '.' })
	for _, field := range f.fields {
		if len(parts) > 1 && field.Name == parts[0] && field.Input == record.InputLinks {
			if last := parts[len(parts)-1]; record.Number(last) == 0 && last != "0" {
				return field.Name + ".new." + last
			}
		}
	}
	if len(parts) == 0 {
		return param
	}
	return parts[0]
}

// showAgain shows a form that was sent once more, with everything that was typed.  What is stored
// of the record is for those who may change it: others get back no more than they have sent.
func (f *form) showAgain(id string, status int) {
	if id != "" && f.current == nil {
		stored, resp := f.Read(id)
		if resp == nil {
			return
		}
		f.current, f.tag = record.Record{"id": id, "status": f.values.First("status")}, f.sent.Get("tag")
		if stored != nil && f.CanEdit(stored) {
			f.current, f.isRead = stored, true
		}
	}
	f.show(status)
}
