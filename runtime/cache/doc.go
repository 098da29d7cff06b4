// Package cache makes reads cheaper and changes none of their results.  It stores
//
//   - whole responses to anonymous reads, by URL and Accept, which are used while the
//     snapshot of the store is the same and no limit of time has passed (Responses);
//   - totals of lists, while the snapshot is the same (Responses);
//   - records that others link to, while the snapshot or their version is the same
//     (Records); who may see one is decided for each request.
//
// Nothing is removed because something was written: before each use the snapshot or
// the version is compared with that of the store.
//
// It implements query.Linker and query.Totals.  It knows no views and no routes.
package cache
