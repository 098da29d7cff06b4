package pages

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/locale"
	"almanac/runtime/messages"
)

// languageChoices returns the same page in each language: those of records, then those that
// only texts have; nothing where there are not several.
func (p *pageRequest) languageChoices() []choice {
	d := p.api.Env.Deployment
	var all []choice
	if len(d.Languages) > 1 {
		for _, language := range d.Languages {
			params := url.Values{d.LanguageParam: {language}}
			if language == p.home {
				params = nil
			}
			current := language == p.language && (p.texts == "" || p.texts == p.textsFor(language))
			// Other languages have other categories and pages.
			here := p.here(params, d.LanguageParam, paramTexts, paramCategory, paramPage)
			all = append(all, choice{Text: languageName(language), Href: here, Lang: language, Current: current})
		}
	}
	for _, texts := range p.languages {
		if len(d.Languages) > 1 && slices.Contains(d.Languages, texts) {
			continue
		}
		params := url.Values{paramTexts: {texts}}
		if texts == p.textsFor(p.language) {
			params = nil
		}
		current := texts == cmp.Or(p.texts, p.textsFor(p.language))
		all = append(all, choice{
			Text: languageName(texts), Href: p.here(params, paramTexts), Lang: texts, Current: current,
		})
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// alternates returns the absolute addresses of a page of the calendar by language, and the
// one for other languages; nothing for pages that other languages do not have.
func (p *pageRequest) alternates(a address) []choice {
	if a.filtered() || a.Page > 1 {
		return nil
	}
	site := p.api.Env.Deployment.SiteURL + "/"
	var all []choice
	for _, c := range p.languageChoices() {
		all = append(all, choice{Lang: c.Lang, Href: site + strings.TrimPrefix(c.Href, "./")})
	}
	if all != nil {
		all = append(all, choice{Lang: "x-default", Href: site + search(a.params())})
	}
	return all
}

// here returns the address of the page with some parameters in the place of others.
func (p *pageRequest) here(params url.Values, without ...string) string {
	all := cloned(p.query)
	for _, name := range without {
		all.Del(name)
	}
	maps.Copy(all, params)
	return "./" + lastSegment(p.r) + search(all)
}

// languageName returns the name of a language in itself, its code where the
// pages do not know it.
func languageName(code string) string {
	if locale.Has(code) {
		return messages.LanguageName(locale.For(code).Tag)
	}
	return code
}
