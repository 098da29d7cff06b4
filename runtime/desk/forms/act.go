package forms

import (
	"crypto/rand"
	"net/http"
	"net/url"

	"almanac/runtime/apierror"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// actionButton performs an action, or leads to the form that asks for its fields.
type actionButton struct {
	Name, URL, Label string
	Asks             bool
}

// actionButtons returns what the user may do with a record now; back is where it leads back to.
func actionButtons(x *record.Exchange, r record.Record, back string) []actionButton {
	var list []actionButton
	for _, a := range x.ActionsOf(r) {
		at := x.Path(record.ActionPath(r.ID(), a))
		if len(a.Args) > 0 {
			at = x.LeadingBack(back, record.ActionPath(r.ID(), a))
		}
		list = append(list, actionButton{a.Name, at, x.T(a.Label), len(a.Args) > 0})
	}
	return list
}

// addActions adds what the user may do with the record, and what actions alone change of it.
func (f *form) addActions(p *formPage) {
	p.Actions = actionButtons(f.Exchange, f.current, p.Back)
	for _, of := range f.fields {
		if of.State != nil && of.State.ByActions {
			p.States = append(p.States, f.Labeled(f.T(of.Label), f.Text(of, f.current)))
		}
	}
}

// actionForm returns the form of the action that the path names. It returns nil after it has sent a
// page that says that there is none.
func actionForm(x *record.Exchange) (*form, *model.Action) {
	a := x.ActionNamed(x.R.PathValue("action"))
	if a == nil {
		x.Desk.Fail(x.W, x.R, http.StatusNotFound, x.T("Page not found."))
		return nil, nil
	}
	f := newForm(x)
	f.fields = x.ActionFields(a)
	return f, a
}

// AskAction shows the form of an action, with the fields that it takes.
func AskAction(x *record.Exchange) {
	f, a := actionForm(x)
	if f == nil {
		return
	}
	r, tag := x.ReadRecord(x.R.PathValue("id"))
	if r == nil {
		return
	}
	list, err := x.Desk.API.Records().Preview(x.Desk.API.Call(x.R.Context()), x.Resource, []int64{record.Number(r.ID())},
		records.Change{Action: a})
	switch {
	case err != nil:
		x.Failed(err)
		return
	case list[0].Err != nil:
		refused := apierror.As(list[0].Err)
		x.Desk.Fail(x.W, x.R, refused.Status, x.Translated(refused.Message))
		return
	}
	f.fill(r, tag)
	f.showAction(http.StatusOK, a, x.CameFrom())
}

// showAction sends the page with the form of an action.
func (f *form) showAction(status int, a *model.Action, back string) {
	id := f.R.PathValue("id")
	p := quickPage{
		Post: f.Path(record.ActionPath(id, a)), Full: f.LeadingBack(back, url.PathEscape(id)), Back: back, Tag: f.tag,
		Base: f.base, Key: rand.Text(), Error: f.message, Names: f.names, Button: f.T(a.Label),
	}
	for _, of := range f.inputs() {
		view, ok := f.view(of)
		if !ok {
			return
		}
		p.Fields = append(p.Fields, view)
	}
	f.Render(page.Page{
		Status: status, Title: f.Labeled(f.T(a.Label), f.Title(f.current)), Name: "quick.html", Data: p,
		Styles: []string{"form.css"}, Scripts: []string{"unsaved.js", "lookup.js"},
	})
}

// Act performs an action, and leads back.
func Act(x *record.Exchange) {
	f, a := actionForm(x)
	if f == nil || !f.readSent() || !f.resolve() {
		return
	}
	id := x.R.PathValue("id")
	r, _ := x.ReadRecord(id)
	if r == nil {
		return
	}
	back := x.ListURL(f.sent.Get("back"))
	f.tag, f.current = f.sent.Get("tag"), r
	if f.sent.Has("look") || f.open {
		f.showAction(http.StatusUnprocessableEntity, a, back)
		return
	}
	body := map[string]any{}
	for _, of := range f.fields {
		if f.sent.Has(of.Name) || len(f.values[of.Name]) > 0 {
			body[of.Name] = of.Sent(f.values[of.Name])
		}
	}
	header := record.WriteHeader(f.sent.Get("key"), f.tag)
	resp := x.Do(http.MethodPost, "/"+x.Plural+"/"+url.PathEscape(id)+"/"+a.Name, nil, header, body)
	switch {
	case resp == nil:
	case resp.OK():
		page.SetFlash(x.W, x.R, page.Flash{Text: x.Labeled(x.T(a.Label), x.Title(r))})
		http.Redirect(x.W, x.R, back, http.StatusSeeOther)
	case resp.Status == http.StatusPreconditionFailed:
		page.SetFlash(x.W, x.R, page.Flash{Text: x.T("%s has changed since you opened this page.", x.Title(r)), Error: true})
		http.Redirect(x.W, x.R, f.LeadingBack(back, url.PathEscape(id)), http.StatusSeeOther)
	default:
		f.refused(resp)
		f.showAction(resp.Status, a, back)
	}
}
