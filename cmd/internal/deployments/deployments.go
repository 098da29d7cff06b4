package deployments

import (
	"almanac/generated"
	"almanac/runtime/calendar"
	"almanac/runtime/deployment"
)

// A is the installation with a language parameter and 12 records a page.
func A() deployment.Deployment {
	d := base()
	d.Name, d.DefaultPerPage = "a", 12
	d.LanguageParam, d.Languages = deployment.DefaultLanguageParam, []string{"en", "fr"}
	return d
}

// B is the installation without languages and 10 records a page.
func B() deployment.Deployment {
	d := base()
	d.Name, d.DefaultPerPage = "b", 10
	return d
}

// base has what both deployments of the contract share.
func base() deployment.Deployment {
	d := generated.Service().Deployment()
	d.Settings[calendar.Currency], d.Settings[calendar.CurrencyCode] = "$", "USD"
	return d
}
