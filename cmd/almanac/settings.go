package main

import (
	"math"
	"os"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v3"

	"almanac/cmd/almanac/internal/app"
	"almanac/cmd/almanac/internal/legacy"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/almanac/internal/wordpress"
	"almanac/cmd/internal/deployments"
	"almanac/runtime/calendar"
	"almanac/runtime/cli"
	"almanac/runtime/cost"
	"almanac/runtime/deployment"
	"almanac/runtime/identity"
	"almanac/runtime/service"
)

// calendarFlags are the settings of calendars, beside those of every service.
func calendarFlags() []ucli.Flag {
	text := func(name, value, usage string) ucli.Flag {
		return &ucli.StringFlag{Name: name, Value: value, Usage: usage, Sources: cli.Setting(name)}
	}
	return []ucli.Flag{
		text("deployment", "b",
			"`NAME` of the preset: a (languages, 12 per page) or b (no languages, 10 per page)"),
		text("extensions", "geoloc,ticketed", "`EXTENSIONS` to enable, comma-separated, or none"),
		text("currency", "$", "currency `SYMBOL` for costs written without one"),
		text("currency-position", cost.PositionPrefix, "`SIDE` of the currency symbol: prefix ($12) or postfix (12€)"),
		text("currency-code", "USD", "ISO 4217 currency `CODE` for costs written without one"),
		text("legacy-routes", "auto",
			"`MODE` for old WordPress/The Events Calendar URLs: on (keep them working), off, or auto (on after an import)"),
		text("page-languages", "",
			"interface `LANGUAGES` (en, fr, de), comma-separated; default: --languages, otherwise en"),
		text("accent", "", "accent `COLOR`, such as #1d5c4f; adjusted automatically for contrast"),
		text("logo", "", "logo `FILE`, also used as favicon"),
		text("style", "", "custom CSS `FILE`"),
		&ucli.StringSliceFlag{
			Name: "footer-link", Usage: "`TEXT=URL` of a link in the page footer; repeatable",
			Sources: cli.Setting("footer-link"),
		},
		&ucli.Float64Flag{
			Name: "radius", Value: 25, Usage: "search radius around a point, in `MILES`", Sources: cli.Setting("radius"),
		},
	}
}

// configure reads calendarFlags.
func configure(c *ucli.Command, config *service.Config) error {
	config.Middleware = wordpress.Middleware
	config.Pages = app.WithoutPages // What --pages replaces.
	switch strings.ToLower(c.String("deployment")) {
	case "a":
		config.Deployment = deployments.A()
	case "b":
		config.Deployment = deployments.B()
	default:
		return cli.InvalidSetting("deployment", "must be a or b, not %q", c.String("deployment"))
	}
	d := &config.Deployment
	d.Settings[calendar.Currency], d.Settings[calendar.CurrencyCode] = c.String("currency"), c.String("currency-code")
	d.Settings[calendar.CurrencyPosition] = c.String("currency-position")
	if !slices.Contains([]string{cost.PositionPrefix, cost.PositionPostfix}, d.Settings[calendar.CurrencyPosition]) {
		return cli.InvalidSetting("currency-position", "must be prefix or postfix, not %q",
			d.Settings[calendar.CurrencyPosition])
	}
	if d.Settings[legacy.Setting] = c.String("legacy-routes"); !slices.Contains([]string{"auto", "on", "off"},
		d.Settings[legacy.Setting]) {
		return cli.InvalidSetting("legacy-routes", "must be auto, on or off, not %q", d.Settings[legacy.Setting])
	}
	d.RadiusMiles = c.Float64("radius")
	if !(d.RadiusMiles > 0) || math.IsInf(d.RadiusMiles, 0) {
		return cli.InvalidSetting("radius", "must be more than 0 miles, not %v", d.RadiusMiles)
	}
	if err := setLook(c, d); err != nil {
		return err
	}
	return setExtensions(c, d)
}

// setLook reads the look of pages.
func setLook(c *ucli.Command, d *deployment.Deployment) error {
	for name, setting := range map[string]string{
		"page-languages": frame.SettingLanguages, "accent": identity.SettingAccent, "logo": identity.SettingLogo,
		"style": identity.SettingStyle, "footer-link": identity.SettingFooter,
	} {
		value := c.String(name)
		switch {
		case name == "footer-link":
			value = strings.Join(c.StringSlice(name), "\n")
		case value != "" && (name == "logo" || name == "style"):
			content, err := os.ReadFile(value) //nolint:gosec // The operator names it.
			if err != nil {
				return cli.InvalidSetting(name, "must be a readable file: %v", err)
			}
			value = string(content)
		}
		if err := frame.CheckSetting(setting, value); err != nil {
			return cli.InvalidSetting(name, "%v", err)
		}
		d.Settings[setting] = value
	}
	return nil
}

func setExtensions(c *ucli.Command, d *deployment.Deployment) error {
	known := d.Extensions
	d.Extensions = nil
	if c.String("extensions") == "none" {
		return nil
	}
	for name := range strings.SplitSeq(c.String("extensions"), ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			return cli.InvalidSetting("extensions", "must be none, or one or more of %s, not %q", strings.Join(known, ", "),
				name)
		}
		d.Extensions = append(d.Extensions, name)
	}
	return nil
}
