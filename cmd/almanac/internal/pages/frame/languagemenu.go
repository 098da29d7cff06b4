package frame

import (
	"cmp"
	"maps"
	"net/url"
	"slices"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/runtime/locale"
	"almanac/runtime/messages"
)

// OtherLanguage returns the language of a record if it is not that of the messages, else "".
func (p *Page) OtherLanguage(language string) string {
	if language == p.T.Tag.String() {
		return ""
	}
	return language
}

// LanguageChoices returns the same page in each language: those of records, then those that
// only texts have; nothing where there are not several.
func (p *Page) LanguageChoices() []Choice {
	d := p.API.Env.Deployment
	var all []Choice
	if len(d.Languages) > 1 {
		for _, language := range d.Languages {
			params := url.Values{d.LanguageParam: {language}}
			if language == p.home {
				params = nil
			}
			current := language == p.Language && (p.texts == "" || p.texts == p.Site.textsFor(language))
			// Other languages have other categories and pages.
			here := p.here(params, d.LanguageParam, paramTexts, address.ParamCategory, address.ParamPage)
			all = append(all, Choice{Text: LanguageName(language), Href: here, Lang: language, Current: current})
		}
	}
	for _, texts := range p.Site.languages {
		if len(d.Languages) > 1 && slices.Contains(d.Languages, texts) {
			continue
		}
		params := url.Values{paramTexts: {texts}}
		if texts == p.Site.textsFor(p.Language) {
			params = nil
		}
		current := texts == cmp.Or(p.texts, p.Site.textsFor(p.Language))
		all = append(all, Choice{
			Text: LanguageName(texts), Href: p.here(params, paramTexts), Lang: texts, Current: current,
		})
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// here returns the address of the page with some parameters in the place of others.
func (p *Page) here(params url.Values, without ...string) string {
	all := cloned(p.Query)
	for _, name := range without {
		all.Del(name)
	}
	maps.Copy(all, params)
	return "./" + LastSegment(p.R) + Query(all)
}

// LanguageName returns the name of a language in itself, its code where the
// pages do not know it.
func LanguageName(code string) string {
	if locale.Has(code) {
		return messages.LanguageName(locale.For(code).Tag)
	}
	return code
}
