package sitedesk

import (
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"almanac/cmd/almanac/internal/pages"
	"almanac/runtime/identity"
)

// field is a text of the site in the form.
type field struct {
	Name, Label, Hint string
	Lines             int // Of the input; 0 for a single line.
	Max               int // Characters.
	Value             string
	Flag              string // That sets it and has precedence; "" for none.
	Error             string

	of func(*identity.Identity) *string
}

// The most characters of texts.
const (
	maxName  = 100
	maxLinks = 5000
	maxStyle = 50_000
)

// fields returns the texts of the site as it shows them.
func (p *sitePages) fields(r *http.Request, stored identity.Identity) []field {
	set, name := p.Env.Deployment.Settings, p.Env.Deployment.SiteName
	list := []field{
		{
			Name: "site_name", Label: p.bundle.Text(r, "Name of the site"), Max: maxName, Flag: when(name != "", "--site-name"),
			Hint: p.bundle.Text(r, "Pages, feeds and links show it."),
			of:   func(i *identity.Identity) *string { return &i.SiteName },
		},
		{
			Name: "accent", Label: p.bundle.Text(r, "Color"), Max: len("#1d5c4f"),
			Flag: when(set[identity.SettingAccent] != "", "--accent"),
			Hint: p.bundle.Text(r,
				"Of links and buttons, such as #1d5c4f. Where it could not be read, pages show a lighter or darker shade."),
			of: func(i *identity.Identity) *string { return &i.Accent },
		},
		{
			Name: "footer_links", Label: p.bundle.Text(r, "Links in the footer"), Lines: 4, Max: maxLinks,
			Flag: when(set[identity.SettingFooter] != "", "--footer-link"),
			Hint: p.bundle.Text(r, "One on each line, such as Imprint=https://site.example/imprint."),
			of:   func(i *identity.Identity) *string { return &i.FooterLinks },
		},
		{
			Name: "style", Label: p.bundle.Text(r, "Style sheet"), Lines: 8, Max: maxStyle,
			Flag: when(set[identity.SettingStyle] != "", "--style"),
			Hint: p.bundle.Text(r, "CSS, which follows that of the pages."),
			of:   func(i *identity.Identity) *string { return &i.Style },
		},
	}
	shown := stored.Under(p.Env.Deployment)
	for i := range list {
		list[i].Value = *list[i].of(&shown)
	}
	return list
}

// when returns a text if something is so, else "".
func when(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// check says what is wrong with a field, "" for nothing.
func (p *sitePages) check(r *http.Request, f field) string {
	control := func(c rune) bool { return unicode.IsControl(c) && (f.Lines == 0 || c != '\n' && c != '\t') }
	switch {
	case utf8.RuneCountInString(f.Value) > f.Max:
		return p.bundle.Text(r, "At most %d characters.", f.Max)
	case !utf8.ValidString(f.Value) || strings.ContainsFunc(f.Value, control):
		return p.bundle.Text(r, "This has characters that are no text.")
	case pages.CheckSetting(f.Name, f.Value) == nil:
		return ""
	case f.Name == identity.SettingAccent:
		return p.bundle.Text(r, "A color looks like #1d5c4f.")
	}
	return p.bundle.Text(r, "Each line has a text and an address, such as Imprint=https://site.example/imprint.")
}
