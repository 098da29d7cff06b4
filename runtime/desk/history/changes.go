package history

import (
	"cmp"
	"net/url"
	"strconv"

	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// changesPage is what changes.html gets.
type changesPage struct {
	List  []change
	First string // The newest changes, on a page of older ones; "" for none.
	Older string // "" for none.
}

// change is a change of one record or several.
type change struct {
	line

	Title, URL string // Of the first record; "" for no page.
	Others     int64  // How many further records it has changed.
}

// Changes shows recent changes of all records.
func Changes(x *record.Exchange) {
	list, more, err := x.Desk.API.Records().Changes(x.Desk.API.Call(x.R.Context()), x.Asked().Get("before"))
	if err != nil {
		x.Desk.Refuse(x.W, x.R, err)
		return
	}
	var p changesPage
	here := x.R.URL.RequestURI()
	if x.Asked().Get("before") != "" {
		p.First = x.Bundle.URL("/changes")
	}
	for _, one := range list {
		of := x.Of(one.Resource)
		shown := change{line: lineOf(of, one.Revision, here), Others: one.Records - 1}
		id := strconv.FormatInt(one.ID, 10)
		shown.Title = cmp.Or(one.Name, x.T(model.Words(one.Resource.Name)))
		if one.ID != 0 {
			shown.URL = of.Path(id + "/history")
		}
		p.List = append(p.List, shown)
	}
	if more {
		p.Older = x.Bundle.URL("/changes?before=" + url.QueryEscape(list[len(list)-1].Change))
	}
	x.Bundle.Render(x.W, x.R, page.Page{
		Title: x.T("Changes"), Section: "changes", Name: "changes.html", Data: p, Styles: []string{"records.css"},
	})
}
