package frame

import (
	"net/url"
)

// SearchForm is the form at the head of every page, which searches events.
type SearchForm struct {
	Action string
	Hidden []Field
	Search string
	ToList bool // A search in a month leads to the list: most of what it finds is in others.
}

// Field is a hidden field of a form.
type Field struct{ Name, Value string }

// LanguageFields returns the parameters that name the language of the page, where its address
// has to name it.
func (p *Page) LanguageFields() []Field {
	d := p.API.Env.Deployment
	var list []Field
	if p.Language != d.DefaultLanguage() {
		list = append(list, Field{d.LanguageParam, p.Language})
	}
	if texts := p.WithTexts(url.Values{}).Get(paramTexts); texts != "" {
		list = append(list, Field{paramTexts, texts})
	}
	return list
}
