package forms

import (
	"crypto/rand"
	"maps"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// formPage is what form.html gets.
type formPage struct {
	Action, List string
	ID, Tag, Key string
	Back         string
	Copy         *record.Link    // To the form of a copy; nil where Again is.
	Again        *record.DayPage // Makes a copy of what is over; nil for others.
	Base         string
	Error        string
	Errors       []record.Link
	Status       string
	StatusWord   string
	StatusClass  string
	Sections     []section
	Publishing   section
	Labels       []record.FieldView
	Buttons      []button
	Enter        string // Value of the button of the key Enter.
	Names        map[string]string
	Theirs       []difference
	History      string // Page of what was changed of the record; "" for none.
	Note         *audit.Entry
	URL          string // Page of the record for visitors; "" for none.
	Post         bool
	Files        bool // The form may have a file.
	Sent         bool // It was sent before, and is not saved.
	Series, Slot string
	Version      int64              // Of the series; 0 for none.
	OneOf        *record.SeriesMark // See dateMark.
	Actions      []actionButton     // What the user may do with the record now.
	States       []string           // What actions alone change, in words.
}

// section is a part of a form.
type section struct {
	Title  string
	Fields []record.FieldView
	More   fold

	name string
}

// fold is fields behind a summary that names them. It is open when one of them needs
// to be seen.
type fold struct {
	Fields []record.FieldView
	Open   bool
}

// Labels names the fields.
func (f fold) Labels() string {
	var list []string
	for _, field := range f.Fields {
		list = append(list, field.Label)
	}
	return strings.Join(list, ", ")
}

// button sends the form.
type button struct {
	Value, Text, Class string
	NewTab             bool
}

// show sends the page with the form.
func (f *form) show(status int) {
	isListed := f.listed || slices.Contains(slices.Collect(maps.Values(f.errors)), f.message)
	if f.message == "" && len(f.errors) > 0 || isListed {
		f.message = f.T("Not saved yet. Please fix:")
	}
	p := formPage{
		Action: f.Path("new"), List: f.Path(""), Back: f.back(), Tag: f.tag, Key: rand.Text(), Base: f.base,
		Error: f.message, Names: f.names, Theirs: f.theirs, Post: f.Post, Sent: f.sent != nil,
	}
	if f.series != nil {
		p.Series, p.Slot, p.Version = strconv.FormatInt(f.series.ID, 10), f.slot, f.series.Version
		p.OneOf = f.dateMark()
	}
	title := f.About("New {record}", f.Resource)
	if f.current != nil {
		p.ID, p.Status = f.current.ID(), f.current.Text("status")
		p.Action = f.Path(p.ID)
		f.addCopy(&p)
		if f.Post {
			p.StatusWord, p.StatusClass = f.StatusMark(f.current)
		}
		if p.Status == model.StatusPublish {
			p.URL = f.current.Text("url")
		}
		title = f.titleIn()
		if f.isRead {
			f.addHistory(&p)
			f.addActions(&p)
		}
	}
	others := maps.Clone(f.errors)
	for _, field := range f.inputs() {
		p.Files = p.Files || field.Input == record.InputImage
		if field.With != "" {
			continue // See addWith.
		}
		view, ok := f.view(field)
		if !ok {
			return
		}
		view.Focused = f.current == nil && f.sent == nil && field.Meaning == "name"
		p.add(f, field, view)
		for _, shown := range inputsOf(view) {
			if shown.Error != "" {
				p.Errors = append(p.Errors, record.Link{URL: "#" + shown.ID, Text: shown.Label}) // The reason is at the input.
				delete(others, shown.Name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		at := ""
		if of, _, inner := strings.Cut(name, ".new."); inner {
			at = "#" + record.InputID(of) // The field has no input inside of this form.
		}
		p.Errors = append(p.Errors, record.Link{URL: at, Text: f.listedError(name, f.ParamLabel(apierror.Param(name)))})
	}
	p.Buttons, p.Enter = f.buttons(), f.enterKey()
	f.Render(page.Page{
		Status: status, Title: title, Name: "form.html", Data: p,
		Styles:  []string{"form.css"},
		Scripts: []string{"unsaved.js", "schedule.js", "repeat.js", "richtext.js", "combobox.js", "picture.js"},
	})
}

// addCopy adds how a copy is made. What is over is mostly opened for that, so that its page has the
// form, and that of other records a link to it.
func (f *form) addCopy(p *formPage) {
	_, end := f.StartOf(f.current)
	switch canCreate := f.Permissions.CanCreate(desk.CallerOf(f.R.Context())); {
	case !canCreate || p.Status == model.StatusTrash:
	case end.Valid() && record.Day(end) < f.Today():
		of := copyPage(f.Exchange, f.current)
		of.Back, p.Again = p.Back, &of
	case f.IsScheduled():
		p.Copy = &record.Link{URL: f.LeadingBack(p.Back, p.ID+"/duplicate"), Text: f.T("Copy to another date…")}
	default:
		p.Copy = &record.Link{URL: f.LeadingBack(p.Back, "new", "from", p.ID), Text: f.T("Duplicate…")}
	}
}

// listedError returns what is wrong with an input that the form does not have, with its label.
func (f *form) listedError(input, label string) string {
	if f.named[input] {
		return f.errors[input]
	}
	return f.Labeled(label, f.errors[input])
}

// inputsOf returns a field with those inside of it.
func inputsOf(v record.FieldView) []record.FieldView {
	list := append([]record.FieldView{v}, v.New...)
	if v.With != nil {
		list = append(list, *v.With)
	}
	return list
}

// add adds a field to its section.
func (p *formPage) add(f *form, of record.Field, view record.FieldView) {
	var at *section
	switch name := of.SectionName(); name {
	case record.SectionLabels:
		p.Labels = append(p.Labels, view)
		return
	case record.SectionPublishing:
		at = &p.Publishing
	default:
		at = p.section(name, f.T(name))
	}
	view.Rank = of.Rank()
	if !of.IsRare() {
		i := slices.IndexFunc(at.Fields, func(other record.FieldView) bool { return other.Rank > view.Rank })
		if i < 0 {
			i = len(at.Fields)
		}
		at.Fields = slices.Insert(at.Fields, i, view)
		return
	}
	at.More.Fields = append(at.More.Fields, view)
	isFilled := at != &p.Publishing && (view.Set || of.IsFilled(f.values[of.Name]))
	at.More.Open = at.More.Open || view.Error != "" || isFilled
}

// section returns the section with a name, which is added if there is none.
func (p *formPage) section(name, title string) *section {
	order := func(name string) int {
		if i := slices.Index(record.Sections, name); i >= 0 {
			return i
		}
		return len(record.Sections)
	}
	for i := range p.Sections {
		if p.Sections[i].name == name {
			return &p.Sections[i]
		}
	}
	at := slices.IndexFunc(p.Sections, func(s section) bool { return order(s.name) > order(name) })
	if at < 0 {
		at = len(p.Sections)
	}
	p.Sections = slices.Insert(p.Sections, at, section{name: name, Title: title})
	return &p.Sections[at]
}

// titleIn returns the title of the record as the form has it.
func (f *form) titleIn() string {
	if name, ok := record.Named(f.fields, "name"); ok && f.values.First(name.Name) != "" {
		return f.values.First(name.Name)
	}
	return f.Title(f.current)
}

// addHistory adds the page of what was changed of the record, and the note of the last change by a person.
func (f *form) addHistory(p *formPage) {
	const looked = 20
	p.History = f.Path(p.ID + "/history")
	entries, err := audit.List(f.R.Context(), f.Desk.Env.Store.Reader(),
		audit.Filter{Resource: f.Name, Record: record.Number(p.ID), Limit: looked})
	if err != nil {
		f.Desk.Env.Log.WarnContext(f.R.Context(), "history of a record not read", "error", err)
		return
	}
	last := -1
	for i, e := range entries {
		f.nameUser(e.User, e.UserName)
		if e.Action != audit.ActionRecalculated {
			last = i
		}
	}
	if last < 0 {
		return
	}
	if _, words := records.UndoOf(entries[last].Note); words != "" {
		entries[last].Note, p.Note = words, &entries[last]
	}
}

// nameUser notes the name of a user, so that the form need not look for it.
func (f *form) nameUser(id int64, name string) {
	for _, of := range f.fields {
		key := of.Key(strconv.FormatInt(id, 10))
		if id != 0 && of.IsReference() && of.Target == nil && f.names[key] == "" {
			f.names[key] = name
		}
	}
}

// enterKey returns what the key Enter does in a field: it publishes nothing that is not
// published, and leaves what waits for review where it is.
func (f *form) enterKey() string {
	if f.Post && (f.current == nil || f.current.Text("status") == model.StatusDraft) {
		return model.StatusDraft
	}
	return "save"
}

func (f *form) buttons() []button {
	if !f.Post {
		return []button{{Value: "save", Text: f.T("Save")}}
	}
	list := []button{{Value: model.StatusPending, Text: f.T("Submit for review")}}
	if f.Permissions.CanPublish(desk.CallerOf(f.R.Context())) {
		list = []button{{Value: model.StatusPublish, Text: f.T("Publish")}}
	}
	if f.isPublic() {
		return []button{
			{Value: "save", Text: f.T("Save")}, {Value: "preview", Text: f.T("Preview"), Class: "second", NewTab: true},
		}
	}
	return append(list, button{Value: model.StatusDraft, Text: f.T("Save as draft"), Class: "second"},
		button{Value: "preview", Text: f.T("Preview"), Class: "second", NewTab: true})
}

// isPublic reports whether the record of the form was published, or is to be. Its form
// has the status as a field; that of others has a button for each.
func (f *form) isPublic() bool {
	if f.current == nil {
		return false
	}
	switch f.current.Text("status") {
	case model.StatusPublish, model.StatusFuture, model.StatusPrivate, model.StatusTrash:
		return true
	}
	return false
}
