package cli

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v3"
	"golang.org/x/net/idna"

	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/media"
	"almanac/runtime/service"
)

// A new flag of serve goes into the list of its subject, which is DeploymentFlags for
// all commands that work on records, networkFlags for clients, limitFlags for limits,
// storeFlags for the database, and telemetryFlags for log and metrics. With text or
// Sources: Setting(name) it has a variable, a key in files and a line of `config check`
// by that alone (settings.go). The function next to the list that fills service.Config
// reads and validates it, and reports errors by InvalidSetting, which adds where the
// value came from; a case in cmd/almanac/settings_test.go tries that.

// text is a flag that takes a text.
func text(name, value, usage string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Value: value, Usage: usage, Sources: Setting(name)}
}

// databaseFlag names the store.
func databaseFlag(p *Program) cli.Flag {
	return group("Database", []cli.Flag{text("database", "sqlite:"+p.Name+".db",
		"`URL` of the database: sqlite:PATH or postgres://...")})[0]
}

// mediaFlag names the media store.
func mediaFlag() cli.Flag {
	return group("Database", []cli.Flag{text("media", "",
		"`URL` of the image store: file:DIR or s3://BUCKET/PREFIX; "+
			"default: DATABASE.media next to the SQLite file")})[0]
}

// DeploymentFlags returns the flags of a command that works on records: the database,
// what differs between installations, and those of Flags. WithService reads them.
func (p *Program) DeploymentFlags() []cli.Flag {
	flags := []cli.Flag{
		databaseFlag(p), mediaFlag(),
		&cli.Int64Flag{
			Name: "per-page", HideDefault: true, Usage: "`NUMBER` of records per page, 1 to 50",
			Sources: Setting("per-page"),
		},
		&cli.IntFlag{
			Name: "series-horizon", Value: 24, Usage: "how many `MONTHS` ahead the dates of a series are created, 1 to 120",
			Sources: Setting("series-horizon"),
		},
		text("timezone", "UTC", "time `ZONE` of the site, such as Europe/Paris"),
		text("languages", "", "content `LANGUAGES`, comma-separated; new records get the first"),
		text("language-param", "", "`NAME` of the language parameter of the API"),
		text("base-path", "", "`PATH` before the namespace, such as /wp-json"),
		text("namespace", p.Service.Namespace, "`NAMESPACE` of the API, such as shop/v1"),
		text("site-name", "", "site `NAME`, shown on pages, in feeds and at the desk"),
		text("site-url", "", "public `URL` of the site; default: the listening address, https with --tls-cert"),
	}
	if p.Flags != nil {
		flags = append(flags, p.Flags()...)
	}
	return flags
}

// siteFlags returns DeploymentFlags for a command that is not about serving. Its help shows
// CommonFlags and those that are named.
func (p *Program) siteFlags(shown ...string) []cli.Flag {
	shown = slices.Concat(p.CommonFlags, shown)
	flags := p.DeploymentFlags()
	for _, f := range flags {
		hidden := !slices.Contains(shown, f.Names()[0])
		switch f := f.(type) {
		case *cli.StringFlag:
			f.Hidden = hidden
		case *cli.StringSliceFlag:
			f.Hidden = hidden
		case *cli.IntFlag:
			f.Hidden = hidden
		case *cli.Int64Flag:
			f.Hidden = hidden
		case *cli.Float64Flag:
			f.Hidden = hidden
		case *cli.BoolFlag:
			f.Hidden = hidden
		}
	}
	return flags
}

// moreFlags is the last line in the help of a command with siteFlags.
const moreFlags = "Also accepts the site flags of serve, such as --namespace."

// languageName is the form of a language, such as en or pt-BR.
var languageName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,34}$`)

// paramName is the form of the language parameter's name.
var paramName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// setDeployment reads what differs between installations. An error is one sentence
// that names the flag.
func setDeployment(c *cli.Command, config *service.Config) error {
	p := programOf(c)
	config.Deployment = p.Service.Deployment()
	config.Hooks, config.Topics, config.Jobs = p.Hooks, p.Topics, p.Jobs
	if p.Configure != nil {
		if err := p.Configure(c, config); err != nil {
			return err
		}
	}
	if config.Media = c.String("media"); config.Media != "" {
		if _, err := media.Open(config.Media); err != nil {
			return InvalidSetting("media", "%w", err)
		}
	}
	for _, set := range []func(*cli.Command, *deployment.Deployment) error{
		setPaging, setHorizon, setZone, setLanguages, setMount, setSite,
	} {
		if err := set(c, &config.Deployment); err != nil {
			return err
		}
	}
	return nil
}

// setPaging reads --per-page.
func setPaging(c *cli.Command, d *deployment.Deployment) error {
	if !c.IsSet("per-page") {
		return nil
	}
	if d.DefaultPerPage = c.Int64("per-page"); d.DefaultPerPage < 1 || d.DefaultPerPage > deployment.MaxPerPage {
		return InvalidSetting("per-page", "must be a number from 1 to %d, not %d", deployment.MaxPerPage, d.DefaultPerPage)
	}
	return nil
}

// setHorizon reads --series-horizon.
func setHorizon(c *cli.Command, d *deployment.Deployment) error {
	if d.SeriesMonths = c.Int("series-horizon"); d.SeriesMonths < 1 || d.SeriesMonths > deployment.MaxSeriesMonths {
		return InvalidSetting("series-horizon", "must be a number of months from 1 to %d, not %d", deployment.MaxSeriesMonths,
			d.SeriesMonths)
	}
	return nil
}

// setZone reads --timezone.
func setZone(c *cli.Command, d *deployment.Deployment) error {
	zone, err := dates.ParseZone(c.String("timezone"))
	if err != nil {
		return Misuse(settingErr("timezone", err))
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
				return InvalidSetting("languages", "must be language codes such as en,fr, each once, not %q", name)
			}
			d.Languages = append(d.Languages, name)
		}
	}
	if c.IsSet("language-param") {
		d.LanguageParam = c.String("language-param")
	}
	switch {
	case d.LanguageParam == "" && len(d.Languages) > 0:
		d.LanguageParam = deployment.DefaultLanguageParam
	case d.LanguageParam != "" && len(d.Languages) == 0:
		return InvalidSetting("language-param", "requires --languages")
	}
	if d.LanguageParam != "" && !paramName.MatchString(d.LanguageParam) {
		return InvalidSetting("language-param", "must be lower-case letters, digits and underscores, not %q", d.LanguageParam)
	}
	return nil
}

// mountPath is the form of a path below which routes lie.
var mountPath = regexp.MustCompile(`^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$`)

// setMount reads --base-path and --namespace.
func setMount(c *cli.Command, d *deployment.Deployment) error {
	d.BasePath, d.Namespace = strings.Trim(c.String("base-path"), "/"), strings.Trim(c.String("namespace"), "/")
	if d.BasePath != "" && !mountPath.MatchString(d.BasePath) {
		return InvalidSetting("base-path", "must be a plain path such as /wp-json, not %q", c.String("base-path"))
	}
	if !mountPath.MatchString(d.Namespace) {
		return InvalidSetting("namespace", "must be a plain path such as shop/v1, not %q", c.String("namespace"))
	}
	return nil
}

// maxSiteName is how many characters the name of a site has at most.
const maxSiteName = 100

// setSite reads --site-name and --site-url.
func setSite(c *cli.Command, d *deployment.Deployment) error {
	if d.SiteName = strings.TrimSpace(c.String("site-name")); utf8.RuneCountInString(d.SiteName) > maxSiteName ||
		strings.ContainsFunc(d.SiteName, unicode.IsControl) {
		return InvalidSetting("site-name", "must be a single line of up to %d characters", maxSiteName)
	}
	site := c.String("site-url")
	if site == "" {
		return nil
	}
	var ok bool
	if d.SiteURL, ok = siteURL(site); !ok {
		return InvalidSetting("site-url", "must be an address such as https://shop.example, not %q", site)
	}
	return nil
}

// siteURL returns the address of a site without a slash at its end, and whether it is one.
func siteURL(site string) (string, bool) {
	u, err := url.Parse(site)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", false
	}
	if host, err := idna.Lookup.ToASCII(u.Hostname()); err == nil && !strings.EqualFold(host, u.Hostname()) {
		u.Host = strings.Replace(u.Host, u.Hostname(), host, 1)
	}
	// URLs in responses begin with it, and are URIs: String encodes the path.
	return strings.TrimSuffix(u.String(), "/"), true
}
