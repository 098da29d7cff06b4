// Package mutate makes all changes of records.  Engine.Create, Update and Delete
// serve requests: the body is decoded and checked (package validate), and then one
// transaction loads and locks the record, has the body set its fields (the Set
// functions), runs the queries that these asked for together, calls the hooks,
// writes the rows and what follows from them, and adds to the audit log.
// Engine.Bulk does the same for many records without HTTP; Engine.PublishDue
// publishes what is scheduled.
//
// Begin with write.go, then change.go and save.go; locks.go has the order in which rows
// and names are locked.  It does not know how records are shown: what it needs of that
// is in Engine.Represent.
package mutate
