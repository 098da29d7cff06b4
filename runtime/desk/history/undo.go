package history

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/undo"
)

// undoPage is what undo.html gets: what taking a change back would do.
type undoPage struct {
	Change, Back string
	Records      []undone
	Conflicts    []conflict
	More         int   // How many records are not listed.
	Hidden       int64 // How many the user cannot see.
}

// undone is a record that gets back what it had.
type undone struct{ Title, What, Kept string }

// conflict is a record that stays as it is.
type conflict struct {
	Title, Reason string
	Since         []later
}

// later is a change after the one that is taken back.
type later struct {
	At     time.Time
	User   string // "" for none.
	Fields string
}

// maxListed is how many records are named at most of those that get back what they had, and of those that stay.
const maxListed = 20

// AskUndo shows what taking a change back would do, and what has changed since.
func AskUndo(x *record.Exchange) {
	showUndo(x, x.Asked().Get("change"), x.DeskURL(x.Asked().Get("back")), http.StatusOK)
}

func showUndo(x *record.Exchange, change, back string, status int) {
	call := x.Desk.API.Call(x.R.Context())
	call.Dry = true
	done, err := x.Desk.API.Records().Undo(call, change, false)
	if err != nil {
		x.Desk.Refuse(x.W, x.R, err)
		return
	}
	p := undoPage{Change: change, Back: back, Hidden: done.Hidden}
	for _, one := range done.Records {
		if of := resourceOf(x, one.Resource); of != nil { // A series follows its dates.
			p.Records = append(p.Records, undone{nameOf(of, one.Name, one.ID), whatHappens(of, one), labelsOf(of, one.Kept)})
		}
	}
	for _, c := range done.Conflicts {
		p.Conflicts = append(p.Conflicts, conflictOf(x, c))
	}
	p.More = max(len(p.Records)-maxListed, 0) + max(len(p.Conflicts)-maxListed, 0)
	p.Records, p.Conflicts = p.Records[:min(len(p.Records), maxListed)], p.Conflicts[:min(len(p.Conflicts), maxListed)]
	x.Bundle.Render(x.W, x.R, page.Page{
		Status: status, Title: x.T("Undo this change?"), Section: "changes", Name: "undo.html", Data: p,
		Styles: []string{"records.css"},
	})
}

// resourceOf returns the handler of records of a resource, nil for the name of a series.
func resourceOf(x *record.Exchange, name string) *record.Exchange {
	if res := x.Desk.Env.Resource(name); res != nil {
		return x.Of(res)
	}
	return nil
}

// nameOf returns the name of a record, or its ID.
func nameOf(x *record.Exchange, name string, id int64) string {
	if name != "" {
		return name
	}
	return x.T(model.Words(x.Name)) + " #" + strconv.FormatInt(id, 10)
}

// labelsOf returns the labels of fields in one line.
func labelsOf(x *record.Exchange, names []string) string {
	labels := make([]string, len(names))
	for i, name := range names {
		labels[i] = labelOf(x, name)
	}
	return strings.Join(labels, ", ")
}

// whatHappens says what happens to a record.
func whatHappens(x *record.Exchange, one records.UndoneRecord) string {
	switch undo.Action(one.Action) {
	case undo.Create:
		return x.T("Comes back")
	case undo.Remove:
		if x.Post {
			return x.T("Goes to the trash")
		}
		return x.T("Is deleted")
	case undo.Keep:
		return x.T("Stays as it is")
	case undo.Revert:
	}
	return x.T("Changes back")
}

// conflictOf returns a record that stays as it is, with the reason.
func conflictOf(x *record.Exchange, c records.UndoConflict) conflict {
	of := resourceOf(x, c.Resource)
	if of == nil {
		return conflict{Title: x.T("Series"), Reason: x.Translated(c.Message)}
	}
	shown := conflict{Title: nameOf(of, c.Name, c.ID), Reason: of.Translated(c.Message)}
	for _, since := range c.Since {
		l := later{User: since.User, Fields: labelsOf(of, since.Fields)}
		l.At, _ = time.Parse(time.RFC3339, since.At) // It was written so.
		shown.Since = append(shown.Since, l)
	}
	return shown
}

// maxChanges is how many changes a form takes back at most: an action on many series makes some.
const maxChanges = 50

// Undo takes changes back.  Without the consent to leave records that have changed since as they are, these are
// shown before anything is written.
func Undo(x *record.Exchange) {
	form := x.Posted()
	if form == nil {
		return
	}
	back, partial := x.DeskURL(form.Get("back")), form.Has("partial")
	list := form["change"]
	var all records.Undone
	for _, change := range list[:min(len(list), maxChanges)] {
		done, err := x.Desk.API.Records().Undo(x.Desk.API.Call(x.R.Context()), change, partial)
		f := apierror.As(err)
		switch {
		case f != nil && f.Code == records.CodeUndoConflict:
			showUndo(x, change, back, http.StatusConflict)
			return
		case f == nil && err != nil:
			x.Failed(err)
			return
		case f != nil:
			all.Conflicts = append(all.Conflicts, records.UndoConflict{Message: f.Message})
		default:
			all.Records, all.Conflicts = append(all.Records, done.Records...), append(all.Conflicts, done.Conflicts...)
			all.Hidden += done.Hidden
		}
	}
	page.SetFlash(x.W, x.R, said(x, all))
	http.Redirect(x.W, x.R, back, http.StatusSeeOther)
}

// said says what was taken back, and what was not.
func said(x *record.Exchange, all records.Undone) page.Flash {
	var changed []records.UndoneRecord
	for _, one := range all.Records {
		if resourceOf(x, one.Resource) != nil && undo.Action(one.Action) != undo.Keep {
			changed = append(changed, one)
		}
	}
	text := x.T("%d changes undone.", len(changed))
	switch len(changed) {
	case 0:
		text = x.T("There is nothing to undo.")
	case 1:
		of := resourceOf(x, changed[0].Resource)
		title := nameOf(of, changed[0].Name, changed[0].ID)
		if r, _ := of.Read(strconv.FormatInt(changed[0].ID, 10)); r != nil {
			title = of.DateTitle(r)
		}
		text = x.T("Undone: %s", title)
	}
	const most = 3
	for _, c := range all.Conflicts[:min(len(all.Conflicts), most)] {
		if shown := conflictOf(x, c); c.ID == 0 {
			text += " " + shown.Reason
		} else {
			text += " " + x.Labeled(shown.Title, shown.Reason)
		}
	}
	return page.Flash{Text: text, Error: len(all.Conflicts) > 0}
}
