package calendar

import (
	"almanac/runtime/cost"
	"almanac/runtime/deployment"
)

// Settings of a deployment that the functions of this package read.
const (
	Currency         = "currency"          // Symbol shown beside costs that were written without one.
	CurrencyPosition = "currency_position" // Its side: cost.PositionPostfix for behind the number, else before it.
	CurrencyCode     = "currency_code"     // ISO 4217 code of offers whose cost names no currency.
)

// SiteCurrency returns how a site shows costs that were written without a currency.
func SiteCurrency(d deployment.Deployment) cost.Currency {
	return cost.Currency{Symbol: d.Settings[Currency], Position: d.Settings[CurrencyPosition]}
}

// geoloc is the extension with coordinates of venues.
const geoloc = "geoloc"
