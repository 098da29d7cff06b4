package sitedesk

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/identity"
	"almanac/runtime/theme"
)

// field is a text of the site in the form.
type field struct {
	Name, Label, Hint string
	Lines             int // Of the input; 0 for a single line.
	Max               int // Characters.
	Value             string
	Color             bool
	Flag              string // That sets it and has precedence, or its variable or file; "" for none.
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
			Name: "site_name", Label: p.bundle.Text(r, "Site name"), Max: maxName, Flag: p.setBy("site-name", name),
			Hint: p.bundle.Text(r, "Shown on pages, in feeds and link previews."),
			of:   func(i *identity.Identity) *string { return &i.SiteName },
		},
		{
			Name: "accent", Label: p.bundle.Text(r, "Accent color"), Max: len("#1d5c4f"), Color: true,
			Flag: p.setBy("accent", set[identity.SettingAccent]),
			Hint: p.bundle.Text(r,
				"E.g. #1d5c4f. Adjusted automatically for contrast."),
			of: func(i *identity.Identity) *string { return &i.Accent },
		},
		{
			Name: "footer_links", Label: p.bundle.Text(r, "Footer links"), Lines: 4, Max: maxLinks,
			Flag: p.setBy("footer-link", set[identity.SettingFooter]),
			Hint: p.bundle.Text(r, "One per line, e.g. Legal notice=https://site.example/legal."),
			of:   func(i *identity.Identity) *string { return &i.FooterLinks },
		},
		{
			Name: "style", Label: p.bundle.Text(r, "Custom CSS"), Lines: 8, Max: maxStyle,
			Flag: p.setBy("style", set[identity.SettingStyle]),
			Hint: p.bundle.Text(r, "Added after the default styles."),
			of:   func(i *identity.Identity) *string { return &i.Style },
		},
	}
	shown := stored.Under(p.Env.Deployment)
	for i := range list {
		list[i].Value = *list[i].of(&shown)
	}
	return list
}

// setBy returns the flag, the variable or the file that sets a value, "" for no value.
func (p *sitePages) setBy(flag, value string) string {
	if value == "" {
		return ""
	}
	return cmp.Or(p.Env.Deployment.Origins[flag].Name, "--"+flag)
}

// Picked returns the color that the picker shows: it cannot be empty.
func (f field) Picked() string { return theme.New(f.Value).Accent().String() }

// accentOf returns the accent that a form shows.
func accentOf(fields []field) string {
	return fields[slices.IndexFunc(fields, func(f field) bool { return f.Color })].Value
}

// check says what is wrong with a field, "" for nothing.
func (p *sitePages) check(r *http.Request, f field) string {
	control := func(c rune) bool { return unicode.IsControl(c) && (f.Lines == 0 || c != '\n' && c != '\t') }
	switch {
	case utf8.RuneCountInString(f.Value) > f.Max:
		return p.bundle.Text(r, "At most %d characters.", f.Max)
	case !utf8.ValidString(f.Value) || strings.ContainsFunc(f.Value, control):
		return p.bundle.Text(r, "Contains invalid characters.")
	case frame.CheckSetting(f.Name, f.Value) == nil:
		return ""
	case f.Name == identity.SettingAccent:
		return p.bundle.Text(r, "Use a color such as #1d5c4f.")
	}
	return p.bundle.Text(r, "Write each line as Text=URL, e.g. Legal notice=https://site.example/legal.")
}
