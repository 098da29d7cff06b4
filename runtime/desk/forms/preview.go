package forms

import (
	"crypto/rand"
	"html/template"

	"almanac/runtime/auth"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// previewPage is what preview.html gets.
type previewPage struct {
	Status     string
	StatusWord string
	Public     bool
	Post       bool
	URL, Back  string
	Image      string
	Actions    []actionButton
	Tag, Key   string
	Fields     []record.Cell
	Texts      []prose
}

// prose is a text of several paragraphs.
type prose struct {
	Label string
	HTML  template.HTML
}

// isPublic reports whether visitors can read a record.
func isPublic(x *record.Exchange, r record.Record) bool {
	if x.Post {
		return r.Text("status") == model.StatusPublish
	}
	return x.Term || x.Permissions.Read == auth.RoleVisitor
}

// preview shows the fields of a record, and whether visitors can read it: of one that the user
// may not change, whose entity tag is given, or of one without a page as a form would save it.
func preview(x *record.Exchange, r record.Record, tag string) {
	p := previewPage{Back: x.CameFrom(), Public: isPublic(x, r), Post: x.Post}
	if x.Post {
		p.StatusWord, _ = x.StatusMark(r)
	}
	if tag != "" {
		p.Actions, p.Tag, p.Key = actionButtons(x, r, p.Back), tag, rand.Text()
	}
	if p.Public {
		p.URL = r.Text("url")
	}
	for _, f := range x.FieldsOf(x.Resource) {
		if f.WriteOnly || f.Name == x.NameField || f.Meaning == "status" || f.Meaning == "author" || f.Meaning == "slug" {
			continue
		}
		if f.HTML {
			if s := r.Text(f.Name); s != "" {
				//nolint:gosec // The API cleans HTML when it is written.
				p.Texts = append(p.Texts, prose{x.T(f.Label), template.HTML(s)})
			}
			continue
		}
		value := x.Text(f, r)
		switch {
		case f.Input == record.InputImage:
			p.Image = r.In(f.Name).Text("url")
		case value != "" && (f.Input != record.InputBoolean || r.Text(f.Name) == "true"):
			p.Fields = append(p.Fields, record.Cell{Label: x.T(f.Label), Text: value})
		}
	}
	x.Render(page.Page{Title: x.Title(r), Name: "preview.html", Data: p})
}
