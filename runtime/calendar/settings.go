package calendar

// Settings of a deployment that the functions of this package read.
const (
	Currency     = "currency"      // Symbol shown before costs that were written without one.
	CurrencyCode = "currency_code" // ISO 4217 code of offers whose cost names no currency.
)

// geoloc is the extension with coordinates of venues.
const geoloc = "geoloc"
