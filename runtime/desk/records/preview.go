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
	URL, Back  string
	Image      string
	Fields     []cell
	Texts      []prose
}

// prose is a text of several paragraphs.
type prose struct {
	Label string
	HTML  template.HTML
}

// preview shows the fields of a record, and whether visitors can read it: of one that the user
// may not change, or of one without a page as a form would save it.
func (h *handler) preview(r record) {
	p := previewPage{Back: h.cameFrom(), Public: !h.Post || r.text("status") == model.StatusPublish}
	if h.Post {
		p.StatusWord = h.t(statusWords[r.text("status")])
	}
	if p.Public {
		p.URL = r.text("url")
	}
	for _, f := range h.fieldsOf(h.Resource) {
		if f.WriteOnly || f.Name == h.NameField || f.Meaning == "status" || f.Meaning == "author" || f.Meaning == "slug" {
			continue
		}
		if f.HTML {
			if s := r.text(f.Name); s != "" {
				//nolint:gosec // The API cleans HTML when it is written.
				p.Texts = append(p.Texts, prose{h.t(f.Label), template.HTML(s)})
			}
			continue
		}
		value := h.text(f, r)
		switch {
		case f.input == inputImage:
			p.Image = r.in(f.Name).text("url")
		case value != "" && (f.input != inputBoolean || r.text(f.Name) == "true"):
			p.Fields = append(p.Fields, cell{Label: h.t(f.Label), Text: value})
		}
	}
	h.render(page.Page{Title: h.title(r), Name: "preview.html", Data: p})
}
