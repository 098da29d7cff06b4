package main

import (
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"
	"golang.org/x/net/idna"

	"almanac/generated"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
)

// A new flag of serve goes into the list of its subject, which is
// deploymentFlags for the calendar, networkFlags for clients, limitFlags for
// limits, storeFlags for the database, and telemetryFlags for log and metrics.  With text or Sources: env(name) it has a variable, a
// key in files and a line of `config check` by that alone (settings.go).  The
// function next to the list that fills app.Config reads and validates it,
// and reports errors by invalidSetting, which adds where the value came from; a case in
// settings_test.go tries that.

// text is a flag that takes a text.
func text(name, value, usage string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Value: value, Usage: usage, Sources: env(name)}
}

// databaseFlag names the store.
func databaseFlag() cli.Flag {
	return group("Database", []cli.Flag{text("database", "sqlite:almanac.db", "`URL` of the database: sqlite:PATH or postgres://...")})[0]
}

// deploymentFlags describe the deployment that a command works on.
func deploymentFlags() []cli.Flag {
	return []cli.Flag{
		databaseFlag(),
		text("deployment", "b", "`NAME` of the deployment to begin with: a has languages and 12 records a page, b has none and 10"),
		&cli.Int64Flag{Name: "per-page", HideDefault: true, Usage: "default `NUMBER` of records per page, 1 to 50", Sources: env("per-page")},
		text("timezone", "UTC", "time `ZONE` of the site, such as Europe/Paris"),
		text("languages", "", "allowed `LANGUAGES`, comma-separated; the first is that of new records"),
		text("language-param", "", "`NAME` of the language parameter"),
		text("base-path", "", "`PATH` before the namespace, such as /wp-json"),
		text("namespace", generated.Namespace, "`NAMESPACE` of the interface, such as tribe/events/v1"),
		text("site-url", "", "`URL` of the site in links; the listening address when not given, https with --tls-cert"),
		text("extensions", "geoloc,ticketed", "optional `EXTENSIONS`, comma-separated, or none"),
		text("currency", "$", "`SYMBOL` before costs that were written without one"),
		text("currency-code", "USD", "ISO 4217 `CODE` of costs that name no currency"),
		&cli.Float64Flag{Name: "radius", Value: 25, Usage: "radius of searches around a point, in `MILES`", Sources: env("radius")},
	}
}

// languageName is the form of a language, such as en or pt-BR.
var languageName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,34}$`)

// paramName is the form of the language parameter's name.
var paramName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// deployment reads the deployment from the flags.  An error is one
// sentence that names the flag.
func deploymentOf(c *cli.Command) (deployment.Deployment, error) {
	var d deployment.Deployment
	switch strings.ToLower(c.String("deployment")) {
	case "a":
		d = deployment.A()
	case "b":
		d = deployment.B()
	default:
		return d, invalidSetting("deployment", "must be a or b, not %q", c.String("deployment"))
	}
	for _, set := range []func(*cli.Command, *deployment.Deployment) error{setPaging, setZone, setLanguages, setMount, setSite, setExtensions} {
		if err := set(c, &d); err != nil {
			return d, err
		}
	}
	d.Currency, d.CurrencyCode, d.RadiusMiles = c.String("currency"), c.String("currency-code"), c.Float64("radius")
	if !(d.RadiusMiles > 0) || math.IsInf(d.RadiusMiles, 0) {
		return d, invalidSetting("radius", "must be more than 0 miles, not %v", d.RadiusMiles)
	}
	return d, nil
}

// setPaging reads --per-page.
func setPaging(c *cli.Command, d *deployment.Deployment) error {
	if !c.IsSet("per-page") {
		return nil
	}
	if d.DefaultPerPage = c.Int64("per-page"); d.DefaultPerPage < 1 || d.DefaultPerPage > deployment.MaxPerPage {
		return invalidSetting("per-page", "must be a number from 1 to %d, not %d", deployment.MaxPerPage, d.DefaultPerPage)
	}
	return nil
}

// setZone reads --timezone.
func setZone(c *cli.Command, d *deployment.Deployment) error {
	zone, err := dates.ParseZone(c.String("timezone"))
	if err != nil {
		return misuse(settingErr("timezone", err))
	}
	d.Zone = zone
	return nil
}

// setLanguages reads --languages and --language-param.
func setLanguages(c *cli.Command, d *deployment.Deployment) error {
	if c.IsSet("languages") {
		d.Languages = nil
		for name := range strings.SplitSeq(c.String("languages"), ",") {
			if name = strings.TrimSpace(name); !languageName.MatchString(name) || slices.Contains(d.Languages, name) {
				return invalidSetting("languages", "must be different language codes such as en,fr; %q is not", name)
			}
			d.Languages = append(d.Languages, name)
		}
	}
	if c.IsSet("language-param") {
		d.LanguageParam = c.String("language-param")
	}
	switch {
	case d.LanguageParam == "" && len(d.Languages) > 0:
		d.LanguageParam = deployment.A().LanguageParam
	case d.LanguageParam != "" && len(d.Languages) == 0:
		return invalidSetting("language-param", "needs --languages")
	}
	if d.LanguageParam != "" && !paramName.MatchString(d.LanguageParam) {
		return invalidSetting("language-param", "must be lower-case letters, digits and underscores, not %q", d.LanguageParam)
	}
	return nil
}

// mountPath is the form of a path below which routes lie.
var mountPath = regexp.MustCompile(`^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$`)

// setMount reads --base-path and --namespace.
func setMount(c *cli.Command, d *deployment.Deployment) error {
	d.BasePath, d.Namespace = strings.Trim(c.String("base-path"), "/"), strings.Trim(c.String("namespace"), "/")
	if d.BasePath != "" && !mountPath.MatchString(d.BasePath) {
		return invalidSetting("base-path", "must be a plain path such as /wp-json, not %q", c.String("base-path"))
	}
	if !mountPath.MatchString(d.Namespace) {
		return invalidSetting("namespace", "must be a plain path such as tribe/events/v1, not %q", c.String("namespace"))
	}
	return nil
}

// setSite reads --site-url.
func setSite(c *cli.Command, d *deployment.Deployment) error {
	site := c.String("site-url")
	if site == "" {
		return nil
	}
	u, err := url.Parse(site)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return invalidSetting("site-url", "must be an address such as https://calendar.example, not %q", site)
	}
	if host, err := idna.Lookup.ToASCII(u.Hostname()); err == nil && !strings.EqualFold(host, u.Hostname()) {
		u.Host = strings.Replace(u.Host, u.Hostname(), host, 1)
	}
	// URLs in responses begin with it, and are URIs: String encodes the path.
	d.SiteURL = strings.TrimSuffix(u.String(), "/")
	return nil
}

// setExtensions reads --extensions.
func setExtensions(c *cli.Command, d *deployment.Deployment) error {
	d.Geoloc, d.Ticketed = false, false
	if c.String("extensions") == "none" {
		return nil
	}
	for name := range strings.SplitSeq(c.String("extensions"), ",") {
		switch strings.TrimSpace(name) {
		case "geoloc":
			d.Geoloc = true
		case "ticketed":
			d.Ticketed = true
		default:
			return invalidSetting("extensions", "must be some of geoloc, ticketed, or none, not %q", name)
		}
	}
	return nil
}
