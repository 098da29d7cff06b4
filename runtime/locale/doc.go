// Package locale writes days and times as languages do, each of which is a value of Locale.
// It knows neither pages nor records.
package locale
