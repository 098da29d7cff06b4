package records

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
	"almanac/runtime/desk/page"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/series"
)

// form is the form of one record.
type form struct {
	*handler
	fields  []field
	values  values
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
	found   map[string][]choice
	open    bool         // A search has to be answered, or a picture to be chosen, before the form is saved.
	status  int          // Of the page about a file that was refused; 0 for none.
	file    desk.File    // That was sent with the form.
	library *library     // What can be chosen as the picture; nil unless it was asked for.
	current record       // As it is stored; nil for a new one.
	isRead  bool         // Current was read for a user who may change it: its history is shown.
	copied  bool         // It was sent by the form of the day of a copy.
	series  *shownSeries // That the record is a date of; nil for none.
	slot    string       // Start of that date by the rule of the series.
	tag     string       // Entity tag of current.
}

// newForm returns a form without values.
func (h *handler) newForm() *form {
	return &form{
		handler: h, fields: h.fieldsOf(h.Resource), values: values{}, names: map[string]string{}, errors: map[string]string{},
		named: map[string]bool{}, found: map[string][]choice{},
	}
}

func (f *form) fill(r record, tag string) {
	f.current, f.tag, f.isRead = r, tag, true
	f.values, f.names = f.valuesOf(r)
	f.base = baseOf(f.inputs(), f.values)
}

// valuesOf returns what the inputs contain about the record that was read last, and the
// names of linked records.
func (f *form) valuesOf(r record) (values, map[string]string) {
	all, names := values{}, map[string]string{}
	for _, field := range f.fields {
		all[field.Name] = field.valuesOf(r, names)
	}
	for name, stored := range f.html {
		if _, ok := all[name]; ok && f.canEdit(r) {
			all[name] = one(editable(stored))
		}
	}
	return all, names
}

// inputs returns the fields that the form has inputs for.
func (f *form) inputs() []field {
	return slices.DeleteFunc(slices.Clone(f.fields),
		func(of field) bool {
			return !f.canChange(of) || !f.isShown(of) || of.Meaning == "status" && !f.isPublic()
		})
}

// isShown reports whether the form has a field that is not for everybody: one that has a
// value always is.
func (f *form) isShown(of field) bool {
	return !of.WhenSet && (!of.ForEditors || f.Permissions.CanEditOthers(desk.CallerOf(f.r.Context()))) ||
		len(f.values[of.Name]) > 0 || f.isStored(of)
}

// fillNew fills the form with what a new record begins with.
func (f *form) fillNew() {
	f.values = values{}
	for _, field := range f.fields {
		f.values[field.Name] = field.valuesOf(record{}, f.names)
	}
	if zone, ok := named(f.fields, "time_zone"); ok {
		f.values[zone.Name] = one(f.desk.Env.Deployment.Zone.Name())
	}
	f.base = baseOf(f.inputs(), f.values)
}

// newRecord shows the form of a new record, or of the copy of one.
func (h *handler) newRecord() {
	f := h.newForm()
	f.fillNew()
	if from := h.asked().Get("from"); from != "" {
		source, _ := h.readRecord(from)
		if source == nil {
			return
		}
		f.copyOf(source)
	}
	f.show(http.StatusOK)
}

// copyOf fills the form of a new record with what another one has, but for what belongs
// to that one alone.
func (f *form) copyOf(source record) {
	copied, names := f.valuesOf(source)
	for _, field := range f.fields {
		if !field.NotCopied &&
			!slices.Contains([]string{"slug", "status", "publish_date", "author", "owner"}, field.Meaning) {
			f.values[field.Name] = copied[field.Name]
		}
		if at := f.secondOf(source, field); at != "" {
			f.values[field.Name] = one(at)
		}
	}
	f.names = names
}

// secondOf returns the start or the end of a record with its offset where it is the second
// of two equal hours: a new record would have the first one. It is "" for others.
func (f *form) secondOf(r record, of field) string {
	inUTC := map[string]string{"start": "utc_start_date", "end": "utc_end_date"}[of.Meaning]
	zoneField, ok := named(f.fields, "time_zone")
	if inUTC == "" || !ok {
		return ""
	}
	zone, err := dates.ParseZone(r.text(zoneField.Name))
	shown, utc := dates.WallTime(r.text(of.Name)), dates.WallTime(r.text(inUTC))
	if err != nil || zone.UTC(shown) == utc || zone.Local(utc) != shown {
		return ""
	}
	return shown.ISOAt(utc)
}

// editable returns the record of the path, and its entity tag. Those who may not change the
// record see it; then, and after a failure, there is none.
func (h *handler) editable() (record, string) {
	r, tag := h.readRecord(h.r.PathValue("id"))
	if r != nil && !h.canEdit(r) {
		h.preview(r)
		return nil, ""
	}
	return r, tag
}

// edit shows the form of a record.
func (h *handler) edit() {
	r, tag := h.editable()
	if r == nil {
		return
	}
	f := h.newForm()
	if !f.addSeries(r) {
		return
	}
	f.fill(r, tag)
	f.show(http.StatusOK)
}

// save writes what a form contains: a new record, or the one with the ID in the path.
func (h *handler) save() {
	id := h.r.PathValue("id")
	f := h.newForm()
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
	method, path, query := http.MethodPost, "/"+h.Plural, url.Values{}
	if id != "" {
		method, path = http.MethodPatch, path+"/"+url.PathEscape(id)
	}
	header := writeHeader(f.sent.Get("key"), f.sent.Get("tag"))
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
				f.answer(id, resp)
			}
			return
		}
		body = f.scopedBody(series.ScopeThis)
	}
	resp := h.do(method, path, query, header, body)
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
	var r record
	switch {
	case resp.OK() && resp.Decode(&r) == nil && dry:
		if page := h.desk.API.Preview(resp); page != nil {
			page.ServeHTTP(h.w, h.r)
			return
		}
		h.preview(r)
	case resp.OK():
		f.saved(r)
	case resp.Status == http.StatusPreconditionFailed:
		f.merge(id)
	default:
		f.refused(resp)
		f.showAgain(id, resp.Status)
	}
}

// writeHeader returns the header of a write that happens once, and to a record as it was shown.
// Either may be "", in forms that the desk has not made.
func writeHeader(key, tag string) http.Header {
	header := http.Header{}
	if key != "" {
		header.Set("Idempotency-Key", key)
	}
	if tag != "" {
		header.Set("If-Match", tag)
	}
	return header
}

// back returns the page that the form leads back to.
func (f *form) back() string {
	if f.sent == nil {
		return f.cameFrom()
	}
	return f.listURL(f.sent.Get("back"))
}

// saved leads from a form that was saved to the form of the record.
func (f *form) saved(r record) {
	said := f.t("Saved.")
	switch status := r.text("status"); status {
	case model.StatusPublish:
		if f.sent.Get("do") == status {
			said = f.t("Published.")
		}
	case model.StatusFuture:
		date, _ := named(f.fieldsOf(f.Resource), "publish_date")
		said = f.t("Scheduled for %s.", f.text(date, r))
	case model.StatusPending:
		said = f.t("Submitted for review.")
	case model.StatusDraft:
		said = f.t("Saved as draft.")
	}
	if n := datesSaved(r); n > 1 {
		said = strings.TrimPrefix(said, f.t("Saved.")) + " " + f.changesDone(f.t("%d dates saved.", n), r)
	}
	refused, ok := f.describe(r)
	if !ok {
		return
	}
	flash := page.Flash{Text: strings.TrimSpace(said + " " + refused), Error: refused != ""}
	if f.series == nil || datesSaved(r) > 1 { // The series is new, or several dates have changed.
		flash.Link = f.datesLink(r)
	}
	if f.copied && f.Post {
		flash.Undo = f.undoOf(f.back(), []reversal{{"status", r.text("status"), model.StatusTrash, one(r.id())}})
		if url := r.text("url"); url != "" && r.text("status") == model.StatusPublish {
			flash.Link = &page.Link{Label: f.t("View page"), URL: url}
		}
	}
	page.SetFlash(f.w, f.r, flash)
	http.Redirect(f.w, f.r, f.leadingBack(f.back(), r.id()), http.StatusSeeOther)
}

// readSent reads the form that was sent. It returns false after it has sent a page that says
// why it cannot.
func (f *form) readSent() bool {
	var ok bool
	if f.sent, f.file, ok = f.sentForm(); !ok {
		return false
	}
	f.base, f.original = f.sent.Get("base"), maps.Clone(f.sent)
	for _, field := range f.fields {
		f.values[field.Name] = field.posted(f.sent)
	}
	for name, list := range f.sent {
		if key, ok := strings.CutPrefix(name, "name."); ok {
			f.names[key] = list[0]
		}
	}
	if do := f.sent.Get("do"); slices.Contains(statuses(), do) {
		if status, ok := named(f.fields, "status"); ok {
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
		case field.input == inputRepeat:
			if f.changesRecurrence() {
				body[field.Name] = f.sentRecurrence("")
			}
		case create && (len(list) > 0 && field.input != inputBoolean || changed):
			body[field.Name] = field.sent(list)
		case !create && field.WriteOnly && f.sent.Has(field.Name+".clear"):
			body[field.Name] = field.sent(nil)
		case !create && changed:
			body[field.Name] = field.sent(list)
		}
		if made := f.inline(field); len(made) > 0 {
			refs, _ := field.sent(list).([]any)
			body[field.Name] = append(refs, made)
			if field.one {
				body[field.Name] = made
			}
		}
	}
	return body
}

func isSchedule(f field) bool {
	return slices.Contains(schedule, f.Meaning)
}

// refused notes what the API says about a write, at the fields that it names.
func (f *form) refused(resp *desk.Response) {
	message, details := f.apiErrorOf(resp.Err)
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
		note(name, f.t("This field is required."), messages.Message{})
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
		if len(parts) > 1 && field.Name == parts[0] && field.input == inputLinks {
			if last := parts[len(parts)-1]; number(last) == 0 && last != "0" {
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
		stored, resp := f.read(id)
		if resp == nil {
			return
		}
		f.current, f.tag = record{"id": id, "status": f.values.first("status")}, f.sent.Get("tag")
		if stored != nil && f.canEdit(stored) {
			f.current, f.isRead = stored, true
		}
	}
	f.show(status)
}
