// Package embed serves what other sites show of this one: a list of events or one of them in a frame,
// oEmbed, and the page that makes the HTML for it.
package embed
