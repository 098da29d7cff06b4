package forms

import (
	"html/template"

	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// previewPage is what preview.html gets.
type previewPage struct {
	Status     string
	StatusWord string
	Public     bool
	URL, Back  string
	Image      string
	Fields     []record.Cell
	Texts      []prose
}

// prose is a text of several paragraphs.
type prose struct {
	Label string
	HTML  template.HTML
}

// preview shows the fields of a record, and whether visitors can read it: of one that the user
// may not change, or of one without a page as a form would save it.
func preview(x *record.Exchange, r record.Record) {
	p := previewPage{Back: x.CameFrom(), Public: !x.Post || r.Text("status") == model.StatusPublish}
	if x.Post {
		p.StatusWord, _ = x.StatusMark(r)
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
