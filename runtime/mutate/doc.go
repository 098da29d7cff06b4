// Package mutate makes all changes of records.  Engine.Create, Update and Delete
// serve requests: the body is validated (package validate), and then one transaction
// loads and locks the record, applies the body to it (the Set functions), runs the
// queries that these have queued in one round trip, calls the hooks, writes the rows and
// what follows from them, and adds to the audit log.  Engine.Bulk does the same for many
// records without HTTP; Engine.PublishDue publishes scheduled records.
//
// Begin with write.go, then mutation.go and save.go; locks.go has the order in which rows
// and names are locked.  The package does not know the JSON of records, which
// Engine.Represent returns.
package mutate
