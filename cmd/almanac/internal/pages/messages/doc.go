// Package messages has the texts of the pages in each language, and writes days, times and
// numbers as they are written there.  It knows neither pages nor records.
package messages
