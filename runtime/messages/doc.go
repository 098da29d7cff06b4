// Package messages has what programs say to people, in several languages.  Texts belong to
// the packages that show them, each of which embeds a catalog.  A Message is for texts that
// are shown by another package than the one that knows what to say.  It knows neither pages
// nor records.
package messages
