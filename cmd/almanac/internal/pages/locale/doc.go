// Package locale writes days and times as the languages of the pages do, each of which is
// a value of Locale.  It knows neither pages nor records.
package locale
