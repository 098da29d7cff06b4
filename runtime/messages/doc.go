// Package messages has what programs say to people, in several languages.  Texts belong to
// the packages that show them, each of which embeds a catalog.  It knows neither pages nor
// records.
package messages
