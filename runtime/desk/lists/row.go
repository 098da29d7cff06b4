package lists

import (
	"net/url"
	"slices"

	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// column is a column of a list.
type column struct {
	Label string
	Sort  string // URL of the list sorted by it; "" for none.
	Order string // "ascending" or "descending" if the list is sorted by it.

	of record.Field
}

// Row is a record in a list.
type Row struct {
	ID, Title, URL, Status, StatusWord, StatusClass string
	Marks                                           []string // What is out of the ordinary: "Canceled", "Featured".
	Below                                           string   // What it links to first, such as a venue.
	Series                                          *record.SeriesMark
	Picture                                         string // URL; "" for none.
	Cells                                           []record.Cell
	Menu                                            Menu
	Copy                                            string // Form that copies what a search found of the past.
}

// Menu is what acts.html gets: what can be done with a record, behind a button.
type Menu struct {
	ID, Title string
	Post      string      // Where its buttons are sent; "" if the form around it says so.
	Actions   []rowAction // Nil for no menu.
}

// rowAction is something that is done with one record: a link, or a button.
type rowAction struct {
	Label, URL string
	Value      string // Of the button; "" for others.
	Posts      bool   // It is sent to URL.

	copies bool
}

// maxColumns is how many columns a list has beside the name.
const maxColumns = 4

// weight orders the fields of a list: small ones are shown first, 0 not at all.
func weight(f record.Field) int {
	switch {
	case f.WriteOnly || f.HTML || f.IsReference():
		return 0
	case f.Meaning == "start":
		return 1
	case f.Input == record.InputDate || f.Input == record.InputTimestamp:
		return 2
	case f.Input == record.InputLinks:
		return 3
	case f.Input == record.InputTerms:
		return 4
	case f.Input == record.InputMoney:
		return 5
	case f.Input == record.InputSelect && f.Meaning == "":
		return 6
	case f.Input == record.InputText && f.Meaning == "", f.Input == record.InputNumber && f.Meaning == "",
		f.Meaning == "escaped", f.Meaning == "slug":
		return 7
	}
	return 0
}

// maxDayWeight is the weight from which on fields are no dates.
const maxDayWeight = 3

// ColumnsOf returns the columns of the list beside the name, for a page that is sorted as a view.
func ColumnsOf(x *record.Exchange, fields []record.Field, v View, asked url.Values) []column {
	var shown []record.Field
	for _, f := range fields {
		if weight(f) > 0 && f.Name != x.NameField {
			shown = append(shown, f)
		}
	}
	slices.SortStableFunc(shown, func(a, b record.Field) int { return weight(a) - weight(b) })
	var list []column
	for _, f := range shown[:min(len(shown), maxColumns)] {
		list = append(list, sortable(x, column{Label: x.T(f.Label), of: f}, f.Name, v, asked))
	}
	return list
}

// sortable adds to a column how the list is sorted by it.
func sortable(x *record.Exchange, c column, name string, v View, asked url.Values) column {
	for _, o := range x.Orders {
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
		c.Sort = x.URLWith(asked, "", "orderby", name, "order", order, "page", "")
	}
	return c
}

// addRows adds the records of a page with their columns. What they link to first stands below
// the name.
func addRows(
	x *record.Exchange, p *listPage, records []record.Record, fields []record.Field, v View, asked url.Values,
) {
	p.Name = sortable(x, column{Label: x.T("Name")}, x.NameField, v, asked)
	p.Columns = ColumnsOf(x, fields, v, asked)
	isBelow := func(c column) bool { return c.of.Input == record.InputLinks }
	below := slices.IndexFunc(p.Columns, isBelow)
	var under record.Field
	if below >= 0 && x.IsScheduled() {
		under = p.Columns[below].of
		p.Columns = slices.Delete(p.Columns, below, below+1)
	}
	p.Pictures = slices.ContainsFunc(fields, func(f record.Field) bool { return f.Input == record.InputImage })
	for _, r := range records {
		row := RowOf(x, r, fields, p.Columns)
		row.URL = x.Plural + "/" + url.PathEscape(r.ID()) // As in its menu.
		if under.Arg != nil {
			row.Below = linked(x, under, r)
		}
		row.Menu = MenuOf(x, r, fields, v.Once, x.Plural+"/")
		copied := slices.IndexFunc(row.Menu.Actions, func(a rowAction) bool { return a.copies })
		if _, end := x.StartOf(r); v.searches && copied >= 0 && record.Day(end) < x.Today() {
			row.Copy = row.Menu.Actions[copied].URL
		}
		p.Rows = append(p.Rows, row)
	}
}

// maxNamed is how many links a row names; of more it has the first one and the number of the others.
const maxNamed = 2

// linked returns what a record links to, in one line.
func linked(x *record.Exchange, f record.Field, r record.Record) string {
	names := map[string]string{}
	ids := f.ValuesOf(r, names)
	if len(ids) <= maxNamed {
		return x.Readable(f, ids, names)
	}
	return x.T("%s and %d more", x.NameOf(f, ids[0], names), len(ids)-1)
}

// mark returns the word for a field of a record that has another value than most have: one
// of a few with a default, or a property that lists are filtered by or that hides it. It
// returns "" for other fields.
func mark(x *record.Exchange, f record.Field, r record.Record) string {
	switch {
	case f.Input == record.InputSelect && f.Default != nil && f.Meaning != "status":
		if list := f.ValuesOf(r, nil); f.IsFilled(list) {
			return x.OptionWord(f, list[0])
		}
	case x.IsProperty(f):
		if f.IsFilled(f.ValuesOf(r, nil)) {
			return x.T(f.Label)
		}
	}
	return ""
}

// RowOf returns a record as the list shows it.
func RowOf(x *record.Exchange, r record.Record, fields []record.Field, columns []column) Row {
	row := Row{ID: r.ID(), Title: x.Title(r), URL: x.Path(r.ID()), Series: x.SeriesMark(r)}
	if x.Post {
		row.Status = r.Text("status")
		row.StatusWord, row.StatusClass = x.StatusMark(r)
	}
	for _, f := range fields {
		if word := mark(x, f, r); word != "" {
			row.Marks = append(row.Marks, word)
		}
		if f.Input == record.InputImage {
			row.Picture = thumbnail(r.In(f.Name))
		}
	}
	for _, c := range columns {
		row.Cells = append(row.Cells, record.Cell{
			Label: c.Label, Text: x.CellText(c.of, r, fields), Day: weight(c.of) < maxDayWeight,
		})
	}
	return row
}

// thumbnail returns the URL of the smallest version of an image, "" for none.
func thumbnail(image record.Record) string {
	if small := image.In("sizes").In("thumbnail").Text("url"); small != "" {
		return small
	}
	return image.Text("url")
}

// MenuOf returns the menu of a record that the API shows: see Subject.Menu.
func MenuOf(x *record.Exchange, r record.Record, fields []record.Field, once bool, at string) Menu {
	s := Subject{
		ID: r.ID(), Title: x.Title(r), Status: r.Text("status"), Page: r.Text("url"), CanEdit: x.CanEdit(r),
		Actions: x.ActionsOf(r), IsDate: record.SeriesOf(r).ID() != "" && !once,
	}
	if f, ok := Cancellation(fields); ok {
		s.Value = r.Text(f.Name)
	}
	return s.Menu(x, fields, at)
}

// Subject is a record as far as its menu depends on it.
type Subject struct {
	ID, Title string
	Status    string          // "" for a record without one.
	Value     string          // Of the field that says whether it takes place, "" for none.
	Page      string          // URL, "" for none.
	CanEdit   bool            // The user may.
	Actions   []*model.Action // That the user may perform on it now.
	IsDate    bool            // It is one date of a series, and the menu is about this one alone.
}

// Menu returns what can be done with a record of a page.  That of a date of a series is about this
// date alone, and says so, unless the page has each series once.  The pages of records begin with at
// as seen from there, which is short, as there are many of them.
func (s Subject) Menu(x *record.Exchange, fields []record.Field, at string) Menu {
	cancel, trash := x.T("Mark as canceled"), x.T("Move to trash")
	if s.IsDate {
		cancel, trash = x.T("Cancel this date"), x.T("Move this date to trash")
	}
	isTrashed := s.Status == model.StatusTrash
	of := at + url.PathEscape(s.ID) + "/"
	var list []rowAction
	if s.Page != "" && (!x.Post || s.Status == model.StatusPublish) && x.PagePath != "" {
		list = append(list, rowAction{Label: x.T("View page"), URL: s.Page})
	}
	for _, a := range s.Actions {
		one := rowAction{Label: x.T(a.Label), URL: at + record.ActionPath(s.ID, a), Posts: len(a.Args) == 0}
		if !one.Posts {
			one.Label += "…"
		}
		list = append(list, one)
	}
	if s.CanEdit && !isTrashed {
		list = append(list, rowAction{Label: x.T("Quick edit"), URL: of + "quick"})
	}
	if x.Permissions.CanCreate(desk.CallerOf(x.R.Context())) && !isTrashed {
		copied := rowAction{Label: x.T("Duplicate…"), URL: at + "new?from=" + url.QueryEscape(s.ID)}
		if x.IsScheduled() {
			copied = rowAction{Label: x.T("Copy to another date…"), URL: of + "duplicate", copies: true}
		}
		list = append(list, copied)
	}
	if !s.CanEdit {
		return Menu{ID: s.ID, Title: s.Title, Actions: list}
	}
	list = append(list, rowAction{Label: x.T("History"), URL: of + "history"})
	if x.IsScheduled() && !isTrashed {
		list = append(list, rowAction{Label: x.T("Move to…"), URL: of + "move"})
	}
	if f, ok := Cancellation(fields); ok && !isTrashed && s.Value != Canceled {
		list = append(list, rowAction{Label: cancel, Value: "set:" + f.Name + "=" + Canceled + " " + s.ID})
	}
	switch {
	case x.Post && isTrashed:
		list = append(list, rowAction{Label: x.T("Restore"), Value: "restore " + s.ID})
	case x.Post:
		list = append(list, rowAction{Label: trash, Value: "trash " + s.ID})
	}
	return Menu{ID: s.ID, Title: s.Title, Actions: list}
}

// Canceled is the value of records that do not take place.
const Canceled = "canceled"

// Cancellation returns the field that says whether a record takes place, and whether there is
// one.
func Cancellation(fields []record.Field) (record.Field, bool) {
	i := slices.IndexFunc(fields, func(f record.Field) bool {
		return f.Input == record.InputSelect && f.Meaning == "" && f.State == nil && slices.Contains(f.Options(), Canceled)
	})
	if i < 0 {
		return record.Field{}, false
	}
	return fields[i], true
}
