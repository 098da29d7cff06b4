// Package page renders the pages of the desk: the layout, the style sheet, messages in
// several languages, and the headers that protect a page in a browser.  It knows neither
// records nor users; package desk says who is signed in and what the navigation has.
package page
