// Package intervals counts the intervals of time that begin and end within bounds, without
// looking at each.  It knows no database.
package intervals
