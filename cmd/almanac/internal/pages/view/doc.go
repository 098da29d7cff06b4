// Package view serves the pages at "/": the month, the week, the day, the list and the photos, with
// their filters and what a search finds, and the feeds of a search.
package view
