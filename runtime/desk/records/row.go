package records

import (
	"net/url"
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/model"
)

// column is a column of a list.
type column struct {
	Label string
	Sort  string // URL of the list sorted by it; "" for none.
	Order string // "ascending" or "descending" if the list is sorted by it.

	of field
}

// row is a record in a list.
type row struct {
	ID, Title, URL, Status, StatusWord, StatusClass string
	Marks                                           []string // What is out of the ordinary: "Canceled", "Featured".
	Below                                           string   // What it links to first, such as a venue.
	Series                                          *seriesMark
	Picture                                         string // URL; "" for none.
	Cells                                           []cell
	Menu                                            menu
	Copy                                            string // Form that copies what a search found of the past.
}

// menu is what acts.html gets: what can be done with a record, behind a button.
type menu struct {
	ID, Title string
	Post      string      // Where its buttons are sent; "" if the form around it says so.
	Actions   []rowAction // Nil for no menu.
}

// rowAction is something that is done with one record: a link, or a button.
type rowAction struct {
	Label, URL string
	Value      string // Of the button; "" for a link.

	copies bool
}

// cell is a value in a list.
type cell struct {
	Label, Text string
	Day         bool // A date, which stays on one line.
}

// maxColumns is how many columns a list has beside the name.
const maxColumns = 4

// weight orders the fields of a list: small ones are shown first, 0 not at all.
func (f field) weight() int {
	switch {
	case f.WriteOnly || f.HTML || f.isReference():
		return 0
	case f.Meaning == "start":
		return 1
	case f.input == inputDate || f.input == inputTimestamp:
		return 2
	case f.input == inputLinks:
		return 3
	case f.input == inputTerms:
		return 4
	case f.input == inputMoney:
		return 5
	case f.input == inputSelect && f.Meaning == "":
		return 6
	case f.input == inputText && f.Meaning == "", f.input == inputNumber && f.Meaning == "",
		f.Meaning == "escaped", f.Meaning == "slug":
		return 7
	}
	return 0
}

// maxDayWeight is the weight from which on fields are no dates.
const maxDayWeight = 3

// columns returns the columns of the list beside the name, for a page that is sorted as a view.
func (h *handler) columns(fields []field, v view, asked url.Values) []column {
	var shown []field
	for _, f := range fields {
		if f.weight() > 0 && f.Name != h.NameField {
			shown = append(shown, f)
		}
	}
	slices.SortStableFunc(shown, func(a, b field) int { return a.weight() - b.weight() })
	var list []column
	for _, f := range shown[:min(len(shown), maxColumns)] {
		list = append(list, h.sortable(column{Label: h.t(f.Label), of: f}, f.Name, v, asked))
	}
	return list
}

// sortable adds to a column how the list is sorted by it.
func (h *handler) sortable(c column, name string, v view, asked url.Values) column {
	for _, o := range h.Orders {
		if o.Name != name {
			continue
		}
		order := "asc"
		if v.orderBy == name {
			c.Order = "ascending"
			if order = "desc"; v.order == "desc" {
				c.Order, order = "descending", "asc"
			}
		}
		c.Sort = h.urlWith(asked, "", "orderby", name, "order", order, "page", "")
	}
	return c
}

// addRows adds the records of a page with their columns. What they link to first stands below
// the name.
func (h *handler) addRows(p *listPage, records []record, fields []field, v view, asked url.Values) {
	p.Name = h.sortable(column{Label: h.t("Name")}, h.NameField, v, asked)
	p.Columns = h.columns(fields, v, asked)
	isBelow := func(c column) bool { return c.of.input == inputLinks }
	below := slices.IndexFunc(p.Columns, isBelow)
	var under field
	if below >= 0 && h.isScheduled() {
		under = p.Columns[below].of
		p.Columns = slices.Delete(p.Columns, below, below+1)
	}
	p.Pictures = slices.ContainsFunc(fields, func(f field) bool { return f.input == inputImage })
	for _, r := range records {
		row := h.row(r, fields, p.Columns)
		row.URL = h.Plural + "/" + url.PathEscape(r.id()) // As in its menu.
		if under.Arg != nil {
			row.Below = h.text(under, r)
		}
		row.Menu = h.menu(r, fields, v.once, h.Plural+"/")
		copied := slices.IndexFunc(row.Menu.Actions, func(a rowAction) bool { return a.copies })
		if _, end := h.startOf(r); v.searches && copied >= 0 && day(end) < h.today() {
			row.Copy = row.Menu.Actions[copied].URL
		}
		p.Rows = append(p.Rows, row)
	}
}

// statusClasses are the classes of the marks of statuses.
var statusClasses = map[string]string{
	model.StatusPublish: "good", model.StatusFuture: "good", model.StatusPending: "warn", model.StatusTrash: "bad",
}

// mark returns the word for a field of a record that has another value than most have: one
// of a few with a default, or a property that lists are filtered by or that hides it. It
// returns "" for other fields.
func (h *handler) mark(f field, r record) string {
	switch {
	case f.input == inputSelect && f.Default != nil && f.Meaning != "status":
		if list := f.valuesOf(r, nil); f.isFilled(list) {
			return h.optionWord(f, list[0])
		}
	case h.isProperty(f):
		if f.isFilled(f.valuesOf(r, nil)) {
			return h.t(f.Label)
		}
	}
	return ""
}

// isProperty reports whether a field is a truth value that lists are filtered by, or that
// hides the record.
func (h *handler) isProperty(f field) bool {
	isFilter := slices.ContainsFunc(h.ListArgs, func(a *model.Arg) bool { return a.Name == f.Name })
	return f.input == inputBoolean && (isFilter || f.Meaning == "hide_from_lists")
}

// row returns a record as the list shows it.
func (h *handler) row(r record, fields []field, columns []column) row {
	row := row{ID: r.id(), Title: h.title(r), URL: h.path(r.id()), Series: h.seriesMark(r)}
	if h.Post {
		row.Status = r.text("status")
		row.StatusWord, row.StatusClass = h.t(statusWords[row.Status]), statusClasses[row.Status]
	}
	for _, f := range fields {
		if word := h.mark(f, r); word != "" {
			row.Marks = append(row.Marks, word)
		}
		if f.input == inputImage {
			row.Picture = thumbnail(r.in(f.Name))
		}
	}
	for _, c := range columns {
		row.Cells = append(row.Cells, cell{c.Label, h.cellText(c.of, r, fields), c.of.weight() < maxDayWeight})
	}
	return row
}

// thumbnail returns the URL of the smallest version of an image, "" for none.
func thumbnail(image record) string {
	if small := image.in("sizes").in("thumbnail").text("url"); small != "" {
		return small
	}
	return image.text("url")
}

// cellText returns a field of a record as lists show it: a start as a short date.
func (h *handler) cellText(f field, r record, fields []field) string {
	if start := dates.WallTime(r.text(f.Name)); f.Meaning == "start" && start.Valid() {
		allDay, _ := named(fields, "all_day")
		return h.shortTime(start, r.text(allDay.name()) == "true")
	}
	return h.text(f, r)
}

// text returns a field of a record as people read it, in one line.
func (h *handler) text(f field, r record) string {
	names := map[string]string{}
	return h.readable(f, f.valuesOf(r, names), names)
}

// menu returns what can be done with a record of a page.  That of a date of a series is about this
// date alone, and says so, unless the page has each series once.  The pages of records begin with at
// as seen from there, which is short, as there are many of them.
func (h *handler) menu(r record, fields []field, once bool, at string) menu {
	cancel, trash := h.t("Mark as canceled"), h.t("Move to trash")
	if seriesOf(r).id() != "" && !once {
		cancel, trash = h.t("Cancel this date"), h.t("Move this date to trash")
	}
	caller, status, id := desk.CallerOf(h.r.Context()), r.text("status"), r.id()
	canEdit := h.canEdit(r)
	of := at + url.PathEscape(id) + "/"
	var list []rowAction
	if page := r.text("url"); page != "" && (!h.Post || status == model.StatusPublish) && h.PagePath != "" {
		list = append(list, rowAction{Label: h.t("View page"), URL: page})
	}
	if canEdit && status != model.StatusTrash {
		list = append(list, rowAction{Label: h.t("Quick edit"), URL: of + "quick"})
	}
	if h.Permissions.CanCreate(caller) && status != model.StatusTrash {
		copied := rowAction{Label: h.t("Duplicate…"), URL: at + "new?from=" + url.QueryEscape(id)}
		if h.isScheduled() {
			copied = rowAction{Label: h.t("Copy to another date…"), URL: of + "duplicate", copies: true}
		}
		list = append(list, copied)
	}
	if !canEdit {
		return menu{ID: id, Title: h.title(r), Actions: list}
	}
	if h.isScheduled() && status != model.StatusTrash {
		list = append(list, rowAction{Label: h.t("Move to…"), URL: of + "move"})
	}
	if f, ok := cancellation(fields); ok && status != model.StatusTrash && r.text(f.Name) != canceled {
		list = append(list, rowAction{Label: cancel, Value: "set:" + f.Name + "=" + canceled + " " + id})
	}
	switch {
	case h.Post && status == model.StatusTrash:
		list = append(list, rowAction{Label: h.t("Restore"), Value: "restore " + id})
	case h.Post:
		list = append(list, rowAction{Label: trash, Value: "trash " + id})
	}
	return menu{ID: id, Title: h.title(r), Actions: list}
}

// canceled is the value of records that do not take place.
const canceled = "canceled"

// cancellation returns the field that says whether a record takes place, and whether there is
// one.
func cancellation(fields []field) (field, bool) {
	i := slices.IndexFunc(fields, func(f field) bool {
		return f.input == inputSelect && f.Meaning == "" && slices.Contains(f.options(), canceled)
	})
	if i < 0 {
		return field{}, false
	}
	return fields[i], true
}
