// Package legacy serves the addresses that a WordPress site with The Events Calendar had, so
// that links and subscriptions go on when its name leads here: those of pages redirect to the
// page that they showed, those of feeds send the feed.
//
// Site has the words of its addresses, which an import learns from what the site says.
// Parsing (parse.go) knows neither records nor HTTP; Handler looks up what only the
// database knows, such as the slug of an ID.
package legacy
