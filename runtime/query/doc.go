// Package query reads lists and single records.  Reader.List turns parameters into a
// filter.Query and reads a page with its total, Reader.Read one record by its Key; rows
// become records (Scan), and what they link to is attached, from the link tables or by a
// Linker.  Long feeds are read in batches (FeedStream).  Heads, ByID, Suggest, Terms and
// OutlineOf read what pages and the desk show beside lists.
//
// It is complete without Linker and Totals, which package cache implements.  It
// writes nothing, and knows neither routes nor how records are shown.
//
// Read list.go first, then page.go (the page and its total), read.go and feed.go.
package query
