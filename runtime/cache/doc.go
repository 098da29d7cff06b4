// Package cache makes reads cheaper and changes none of their results.  Responses
// holds whole responses and totals of lists, each with the snapshot of the store
// at which it was made; Records holds records that others link to.  Nothing is
// ever removed because somebody wrote: before each use the snapshot or the version
// is compared with that of the store.
//
// It implements query.Linker and query.Totals.  It knows no views and no routes.
package cache
