package pages

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	"almanac/cmd/almanac/internal/pages/locale"
	"almanac/runtime/messages"
)

// languageMenu has the languages in which a page can be read.
type languageMenu struct{ page *pageRequest }

// choices returns the same page in each language: those of records, then those that only
// texts have; nothing where there are not several.
func (m languageMenu) choices() []choice {
	v := m.page
	d := v.api.Env.Deployment
	var all []choice
	if len(d.Languages) > 1 {
		for _, language := range d.Languages {
			params := url.Values{d.LanguageParam: {language}}
			if language == v.home {
				params = nil
			}
			current := language == v.language && (v.texts == "" || v.texts == v.textsFor(language))
			// Other languages have other categories and pages.
			all = append(all, choice{languageName(language), m.here(params, d.LanguageParam, paramTexts, paramCategory, paramPage), language, current})
		}
	}
	for _, texts := range v.languages {
		if len(d.Languages) > 1 && slices.Contains(d.Languages, texts) {
			continue
		}
		params := url.Values{paramTexts: {texts}}
		if texts == v.textsFor(v.language) {
			params = nil
		}
		all = append(all, choice{languageName(texts), m.here(params, paramTexts), texts, texts == cmp.Or(v.texts, v.textsFor(v.language))})
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// alternates returns the absolute addresses of a page of the calendar by language, and the
// one for other languages; nothing for pages that other languages do not have.
func (m languageMenu) alternates(a address) []choice {
	if a.filtered() || a.Page > 1 {
		return nil
	}
	site := m.page.api.Env.Deployment.SiteURL + "/"
	var all []choice
	for _, c := range m.choices() {
		all = append(all, choice{Lang: c.Lang, Href: site + strings.TrimPrefix(c.Href, "./")})
	}
	if all != nil {
		all = append(all, choice{Lang: "x-default", Href: site + search(a.params())})
	}
	return all
}

// here returns the address of the page with some parameters in the place of others.
func (m languageMenu) here(params url.Values, without ...string) string {
	all := cloned(m.page.query)
	for _, name := range without {
		all.Del(name)
	}
	maps.Copy(all, params)
	return "./" + lastSegment(m.page.r) + search(all)
}

// languageName returns the name of a language in itself, its code where the
// pages do not know it.
func languageName(code string) string {
	if locale.Has(code) {
		return messages.LanguageName(locale.For(code).Tag)
	}
	return code
}
