// Package query reads lists and single records.  Reader.List and Reader.Read are
// the two ways in: parameters become a filter.Query, rows become records (Scan),
// and what they link to is attached, from the link tables or by a Linker.
//
// It is complete without Linker and Totals, which package cache implements.  It
// writes nothing, and knows neither routes nor how records are shown.
package query
