package transfer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/text"
	"almanac/runtime/transfer/rawjson"
)

// Writing is a record on its way into the store: the fields of a write, what
// stays of its old values, and what has to be reported.
type Writing struct {
	*Record
	batch  *Batch
	Create bool
	Fields map[string]any
	body   mutate.Body // What was made of the fields; nil when that has to be done once more.
	Origin mutate.ImportedFields
	Image  model.Image // With an address when the record has one.
	Notes  []Note
	clean  map[string]string // Of the HTML that was cleaned.
	later  []*model.Link     // That lead to records of resources that are imported after this one.
	merge  *merge            // Of which it is a part; nil for a write of all fields.
}

// NewWriting begins the write of a record with some fields.
func (b *Batch) NewWriting(r *Record, create bool, fields map[string]any) *Writing {
	return &Writing{Record: r, batch: b, Create: create, Fields: fields, clean: map[string]string{}}
}

// Note is something that the report tells about a record.
type Note struct {
	problem string
	text    string
	lost    bool // Something of the record is missing.
	retried bool // Each run that reads the record tries that part again.
	field   string

	onPurpose bool // It is a change that is always made.
}

// Note tells something about the record.
func (w *Writing) Note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	w.Notes = append(w.Notes, Note{problem: problemType(format, text), text: text})
}

// Lose tells what of the record is missing, in a field or "".
func (w *Writing) Lose(field, format string, args ...any) {
	w.Note(format, args...)
	n := &w.Notes[len(w.Notes)-1]
	n.lost, n.field = true, field
}

// prepare turns a record into a write.  Fields without rules of their own go by
// their wire name, so that new ones need no word here.
func (b *Batch) prepare(r *Record, create bool) *Writing {
	w := b.NewWriting(r, create, map[string]any{})
	links := map[string]*model.Link{}
	for _, link := range r.Resource.Links {
		links[link.Name] = link
	}
	unshown, _ := w.Value(unshownMember).(map[string]any)
	w.reportUnknown()
	w.merge = b.merging
	for _, arg := range r.Resource.Args {
		isUnread := slices.Contains(r.Unread, arg.Name) && (!create || !arg.Required)
		if isUnread || !w.takes(arg.Name) {
			continue
		}
		if link := links[arg.Name]; link != nil {
			w.link(link)
			continue
		}
		w.field(arg, unshown)
	}
	if !r.Resource.Post && !r.Resource.Term {
		w.Origin = mutate.ImportedFields{ID: w.ID, CreatedUTC: w.Moment("created_utc"), ModifiedUTC: w.Edited()}
		return w
	}
	w.setOrigin()
	w.publication()
	w.protect()
	w.reportRemoved()
	if w.merge != nil {
		w.narrow()
	}
	return w
}

// added are the members that an export adds to those of responses: to every record, and to
// posts and terms.
var (
	added      = []string{"id", "version", "created_utc", "modified_utc", unshownMember, linkedMember}
	addedNamed = []string{
		"language", "author", "slug", "status", "date", "date_utc", "modified", "original_slug", "made_inline",
		"status_before_trash", "edited_utc", formerSlugsMember,
	}
)

// reportUnknown tells which members of a record of an export mean nothing here: fields
// that the description had once, say.  Other programs show much that is not for us.
func (w *Writing) reportUnknown() {
	if w.member("created_utc") == nil {
		return
	}
	named, shown := w.Resource.Post || w.Resource.Term, w.batch.members(w.Resource)
	for _, name := range slices.Sorted(maps.Keys(w.Members)) {
		if w.has(name) || shown[name] || slices.Contains(added, name) || named && slices.Contains(addedNamed, name) {
			continue
		}
		text := "imported without " + name + ", which is unknown here"
		empty := slices.Contains(nothing, string(bytes.TrimSpace(w.member(name))))
		w.Notes = append(w.Notes, Note{problem: text, text: text, lost: !empty})
	}
}

// nothing are the values of which nothing is lost.
var nothing = []string{"null", `""`, "[]", "{}", "false", "0"}

// originFields are the fields of posts and terms that setOrigin takes.
var originFields = []string{"slug", "author", "date", "date_utc"}

// field sets one field, some of which an export notes as unshown.
func (w *Writing) field(arg *model.Arg, unshown map[string]any) {
	named := w.Resource.Post || w.Resource.Term
	value, exported := unshown[arg.Name]
	if !exported && arg.Was != "" {
		value, exported = unshown[arg.Was]
	}
	switch {
	case named && slices.Contains(originFields, arg.Name):
	case arg.Name == w.Resource.RecurrenceField: // Series come after their dates.
	case arg.Image:
		image := w.ImageOf(arg.Name) // It is registered before the record is written.
		w.Image = w.batch.Options.ImageTexts[image.ID].in(w.batch.Options.Copies.ofImage(image))
		w.Set(arg.Name, nil)
	case arg.Name == w.Resource.ParentField:
		w.setParent(arg.Name)
	case w.Resource.Post && arg.Name == "status":
		w.setStatus()
	case exported:
		w.Fields[arg.Name] = value
	default:
		w.setShown(arg)
	}
}

// setShown sets a field to what a response shows.  Where the description has a default,
// a field that is shown empty is cleared.
func (w *Writing) setShown(arg *model.Arg) {
	value, difference, adapted := any(nil), "", false
	if adapt := w.batch.Options.Adapt; adapt != nil {
		value, difference, adapted = adapt(w.batch.Env.Deployment, w.Record, arg)
	}
	if difference != "" {
		w.Notes = append(w.Notes, Note{problem: difference, text: fmt.Sprintf("%s (%q)", difference, w.Text(arg.Name))})
	}
	if !adapted {
		value = w.plain(arg)
	}
	if w.Set(arg.Name, value); value == nil && arg.Default != nil && w.member(arg.Name) != nil {
		w.Fields[arg.Name] = nil
	}
}

// Set sets a field.  What a new record does not have need not be said; of one
// that is here already it is cleared.
func (w *Writing) Set(name string, value any) {
	if value != nil || !w.Create {
		w.Fields[name] = value
	}
}

// plain returns a member, nil for the empty text and the empty list that stand
// for nothing.
func (w *Writing) plain(arg *model.Arg) any {
	v := w.Value(arg.Name)
	if shown, ok := v.(string); ok {
		v = w.typed(arg, shown)
	}
	if source, ok := v.(string); ok && arg.HTML {
		source, _ = WithoutBlocks(source)
		v = w.batch.Options.Copies.inText(source)
	}
	list, isList := v.([]any)
	switch {
	case w.Masked() && arg.Name == w.Resource.NameField:
		return Untitled
	case w.Resource.Post && arg.Name == w.Resource.NameField && w.name() == "":
		w.Note("has no title: it is now called %q", Untitled)
		return Untitled
	case arg.Type == "boolean" && v == "":
		return false
	case isList && len(list) == 0 && !arg.Required, v == "":
		return nil
	}
	return v
}

// Untitled is the name of a post that has none where it comes from.
const Untitled = "Untitled"

// TypedSuffix ends the names of members with a text as it was typed, where the source shows
// it with other signs: Don’t, 10×5.
const TypedSuffix = "_typed"

// typed returns a text as it was typed, if that reads the same: what is typed may have
// shortcodes and other instructions to a site.
func (w *Writing) typed(arg *model.Arg, shown string) string {
	typed := w.Text(arg.Name + TypedSuffix)
	read := func(s string) string { return text.Fold(text.Plain(s)) }
	if arg.HTML {
		read = func(s string) string {
			s, _ = WithoutBlocks(s)
			return beside.ReplaceAllString(text.Fold(text.Paragraphs(text.Clean(s))), "$1$2")
		}
	}
	if typed == "" || read(typed) != read(shown) {
		return shown
	}
	return typed
}

// beside is white space beside tags, most of which shows nothing.
var beside = regexp.MustCompile(`(>)\s+|\s+(<)`)

// setParent sets the parent, if it is here.
func (w *Writing) setParent(name string) {
	parent, _ := w.Number(name)
	if parent == 0 {
		w.Set(name, nil)
		return
	}
	id, ok := w.batch.local(w.Resource, parent)
	if !ok || id == w.ID {
		w.Lose(name, "its parent %d is missing: it now has none", parent)
		w.Set(name, nil)
		return
	}
	w.Fields[name] = strconv.FormatInt(id, 10)
}

// link sets the records that one field links to, in order.  Those that were
// not taken are left out.
func (w *Writing) link(link *model.Link) {
	ids := []any{}
	for _, id := range w.linked(link) {
		local, ok := w.batch.local(link.Target, id)
		if !ok && w.batch.isLater(link.Target, id) {
			w.later = append(w.later, link)
			return
		}
		if !ok {
			w.Lose(link.Name, "imported without "+link.Target.Name+" %d, which is missing", id)
			continue
		}
		ids = append(ids, strconv.FormatInt(local, 10))
	}
	w.Fields[link.Name] = ids
}

// linked returns the ids that a field links to: those that an export noted,
// else those of what stands there.
func (w *Writing) linked(link *model.Link) []int64 {
	noted, _ := w.Value(linkedMember).(map[string]any)
	names := []string{link.Name}
	for was, now := range formerNames(w.Resource) {
		if now == link.Name {
			names = append(names, was)
		}
	}
	for _, name := range names {
		if noted[name] != nil {
			list, _ := noted[name].([]any)
			return wholes(list)
		}
	}
	return w.Named(link).All
}

// wholes returns the ids in a list of ids and of objects that have one.
func wholes(list []any) []int64 {
	var ids []int64
	for _, v := range list {
		if object, ok := v.(map[string]any); ok {
			v = object["id"]
		}
		if id, ok := ID(v); ok && id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// setStatus sets the status.  One that is unknown here must not become public.
func (w *Writing) setStatus() {
	status := w.Text("status")
	switch {
	case w.mustStayPrivate():
		w.Fields["status"] = model.StatusPrivate
	case slices.Contains(model.Statuses(), status):
		w.Fields["status"] = status
	case status != "":
		w.Note("its status %q is unknown here: it is now a draft", status)
		w.Fields["status"] = model.StatusDraft
	}
}

// ImageOf returns the image that a member shows, without an address for none.
func (r *Record) ImageOf(name string) model.Image {
	switch v := r.Value(name).(type) {
	case string:
		return model.Image{URL: v}
	case map[string]any:
		image := model.Image{URL: rawjson.Text(v["url"]), Sizes: r.sizes(name), Alt: rawjson.Text(v["alt"])}
		image.ID, _ = ID(v["id"])
		image.Width, _ = ID(v["width"])
		image.Height, _ = ID(v["height"])
		image.FileSize, _ = ID(v["filesize"])
		return image
	}
	return model.Image{}
}

// sizes returns the smaller versions of the image as they were written, since
// their order is part of a response.
func (r *Record) sizes(name string) string {
	var image struct {
		Sizes json.RawMessage `json:"sizes"`
	}
	var sizes map[string]json.RawMessage
	if json.Unmarshal(r.member(name), &image) != nil || json.Unmarshal(image.Sizes, &sizes) != nil || len(sizes) == 0 ||
		strings.Contains(string(image.Sizes), `\u0000`) {
		return ""
	}
	return string(image.Sizes)
}

// setOrigin notes what the record keeps of its source.
func (w *Writing) setOrigin() {
	o := mutate.ImportedFields{
		ID: w.ID, Slug: w.Slug(), CreatedUTC: w.Moment("created_utc"), StartUTC: w.Moment(startUTC), EndUTC: w.Moment(endUTC),
	}
	if there := decoded(w.Text("slug")); o.Slug != text.FoldSlug(there) {
		w.Note("its slug %q is %q here", there, o.Slug)
	}
	o.MadeInline, o.FormerSlugs = w.Value("made_inline") == true, w.formerSlugs()
	if author, ok := w.Number("author"); ok {
		o.Author = &author
	}
	o.Modified, o.ModifiedUTC = w.moments("modified")
	if edited := w.Moment("edited_utc"); edited != "" {
		o.Modified, o.ModifiedUTC = string(w.batch.Env.Deployment.Zone.Local(dates.WallTime(edited))), edited
	}
	if o.CreatedUTC == "" {
		_, o.CreatedUTC = w.moments("date")
	}
	if w.Text("status") == model.StatusTrash {
		o.WantedSlug = w.wantedSlug()
		before := w.Text("status_before_trash")
		if before != model.StatusTrash && slices.Contains(model.Statuses(), before) {
			o.StatusBeforeTrash = before
		}
	}
	if d := w.batch.Env.Deployment; d.HasLanguage(w.language()) {
		o.Language = w.language()
	} else if w.language() != "" {
		w.Note("its language %q is unknown here", w.language())
	}
	w.Origin = o
}

// trashed is the slug of a record in the trash.
var trashed = regexp.MustCompile(`^(.+)__trashed(?:-[0-9]+)?$`)

// wantedSlug returns the slug that a record in the trash is to regain.
func (w *Writing) wantedSlug() string {
	if slug := w.Text("original_slug"); slug != "" {
		return text.FoldSlug(slug)
	}
	if parts := trashed.FindStringSubmatch(w.Slug()); parts != nil {
		return parts[1]
	}
	return ""
}

// formerSlugs returns the former slugs of a record of an export.
func (w *Writing) formerSlugs() []string {
	list, _ := w.Value(formerSlugsMember).([]any)
	var slugs []string
	for _, v := range list {
		if key := query.SlugKey(rawjson.Text(v)); key.Slug != "" && len([]rune(key.Slug)) <= longestSlug {
			slugs = append(slugs, key.Slug)
		}
	}
	return slugs
}

// farthest is by how many seconds a wall time may differ from UTC.
const farthest = 15 * 60 * 60

// moments returns a date in the site's zone and in UTC, "" when it is missing.
// The pair stays as it was written, also when the source's site is in another
// zone than this one: these are the dates that its readers know.
func (w *Writing) moments(name string) (local, utc string) {
	zone := w.batch.Env.Deployment.Zone
	local, utc = w.Moment(name), w.Moment(name+"_utc")
	apart := dates.WallTime(local).Sub(dates.WallTime(utc))
	switch {
	case local == "" && utc == "":
	case utc == "":
		utc = string(zone.UTC(dates.WallTime(local)))
	case local == "" || apart > farthest || apart < -farthest:
		local = string(zone.Local(dates.WallTime(utc)))
	}
	return local, utc
}

// publication sets the publication date of a post.
func (w *Writing) publication() {
	if !w.Resource.Post {
		return
	}
	local, utc := w.moments("date")
	if utc != "" {
		w.Fields["date_utc"], w.Origin.Date = utc, local
	}
	if !w.has("date_utc") {
		w.Origin.DateUTC = utc
	}
	if !w.has("status") {
		w.Origin.Status = w.Text("status")
	}
}

// withoutContentText reports a record of which only the password could be read.
const withoutContentText = "is protected by a password, and the site does not show its content"

// withoutFieldsText reports a place whose fields could not be read: a new one, or one that stays as
// it is here.
const withoutFieldsText = "is protected by a password, and the site does not show its fields: they were not imported"

// protect sees to it that a protected record stays so, by the password that its source shows,
// or a random one.  Records of resources without passwords are private.
func (w *Writing) protect() {
	field := w.Resource.PasswordField
	switch {
	case field == "" && w.Protected:
		w.Note("is protected by a password on the site: it is private here, and has no password")
		return
	case w.Masked():
		w.Lose("", withoutFieldsText)
		w.Notes[len(w.Notes)-1].retried = true
		return
	case !w.Covered() && !w.Protected:
		return
	}
	if w.Covered() && !w.Create {
		for _, arg := range w.Resource.Args {
			if hiddenWithPassword(w.Resource, arg) {
				delete(w.Fields, arg.Name) // It is here, if anywhere.
				w.Image = model.Image{}
			}
		}
	}
	if w.Text(field) != "" {
		if w.Covered() {
			w.Lose("", withoutContentText)
		}
		return
	}
	if !w.Create {
		if m, err := w.batch.Bulk.Get(w.Resource, w.ID); err != nil {
			w.batch.setErr(err)
		} else if p, ok := m.(model.PostRecord); ok && p.AsPost().Password != "" {
			delete(w.Fields, field)
			return
		}
	}
	w.Fields[field] = w.batch.secret()
	if w.Protected {
		w.Note("is protected by a password that the site does not reveal: it now has a random one")
		return
	}
	w.Lose("", "is protected by a password, and neither that nor its content is on the site: it now has a random one")
}
