package records

import (
	"html/template"

	"almanac/runtime/desk/page"
	"almanac/runtime/model"
)

// previewPage is what preview.html gets.
type previewPage struct {
	Status     string
	StatusWord string
	Public     bool
	URL, List  string
	Image      string
	Facts      []cell
	Texts      []prose
}

// prose is a text of several paragraphs.
type prose struct {
	Label string
	HTML  template.HTML
}

// preview shows a record as visitors read it, and whether they can: one that the user may
// not change, or one as a form would save it.
func (v *visit) preview(r record) {
	p := previewPage{List: v.path(""), Public: !v.Post || r.text("status") == model.StatusPublish}
	if v.Post {
		p.StatusWord = v.t(statusWords[r.text("status")])
	}
	if p.Public {
		p.URL = r.text("url")
	}
	for _, f := range v.fieldsOf(v.Resource) {
		if f.WriteOnly || f.Name == v.NameField || f.Meaning == "status" || f.Meaning == "author" || f.Meaning == "slug" {
			continue
		}
		if f.HTML {
			if s := r.text(f.Name); s != "" {
				p.Texts = append(p.Texts, prose{v.t(f.Label), template.HTML(s)}) //nolint:gosec // The API cleans HTML when it is written.
			}
			continue
		}
		value := v.text(f, r)
		switch {
		case f.input == inputImage:
			p.Image = r.in(f.Name).text("url")
		case value != "" && (f.input != inputBoolean || r.text(f.Name) == "true"):
			p.Facts = append(p.Facts, cell{Label: v.t(f.Label), Text: value})
		}
	}
	v.render(page.Page{Title: v.title(r), Name: "preview.html", Data: p})
}
