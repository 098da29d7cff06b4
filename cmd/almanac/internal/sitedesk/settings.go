package sitedesk

import (
	"net/http"
	"slices"
	"strings"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/calendar"
	"almanac/runtime/cost"
	"almanac/runtime/deployment"
)

// setting is what the operator has set, and where. None of them is a secret.
type setting struct{ Label, Value, Origin string }

// settings returns what the operator has set about the site, by the flags that set it.
func (p *sitePages) settings(r *http.Request) []setting {
	d := p.Env.Deployment
	names := func(codes []string) string {
		if len(codes) == 0 {
			return p.bundle.Text(r, "None")
		}
		list := slices.Clone(codes)
		for i, code := range codes {
			list[i] = frame.LanguageName(code)
		}
		return strings.Join(list, ", ")
	}
	price := cost.Cost{Values: []string{"12"}}.Whole(calendar.SiteCurrency(d), "")
	return []setting{
		{p.bundle.Text(r, "Site address"), d.SiteURL, p.origin(r, "site-url")},
		{p.bundle.Text(r, "Time zone"), d.Zone.Name(), p.origin(r, "timezone")},
		{p.bundle.Text(r, "Event languages"), names(d.Languages), p.origin(r, "languages", "deployment")},
		{
			p.bundle.Text(r, "Page languages"), names(frame.Languages(d)),
			p.origin(r, "page-languages", "languages", "deployment"),
		},
		{p.bundle.Text(r, "Currency"), d.Settings[calendar.CurrencyCode], p.origin(r, "currency-code")},
		{p.bundle.Text(r, "Currency symbol"), price, p.origin(r, "currency", "currency-position")},
	}
}

// origin says where the first of some flags that is set comes from, or which one would set it.
func (p *sitePages) origin(r *http.Request, flags ...string) string {
	for _, flag := range flags {
		switch o := p.Env.Deployment.Origins[flag]; {
		case o.Place == deployment.OnCommandLine:
			return p.bundle.Text(r, "Flag %s", o.Name)
		case o.Place == deployment.InEnvironment:
			return p.bundle.Text(r, "Variable %s", o.Name)
		case o.Place == deployment.InFile:
			return p.bundle.Text(r, "%s in %s", flag, o.Name)
		case o.Name != "":
			return p.bundle.Text(r, "Default with %s", o.Name)
		}
	}
	return p.bundle.Text(r, "Default, can be set by %s", "--"+flags[0])
}
