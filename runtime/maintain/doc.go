// Package maintain brings what is computed from records up to date after an
// upgrade: folded columns, counts of terms, search indexes, the column of link ids,
// and ends of the dates of series.  It works in batches that commit with how far
// they have come.
package maintain
