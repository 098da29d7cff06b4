// Package base describes the tables of the service itself: IDs, counts of terms, images,
// users, tokens, sessions, audit log, outbox.  They have no routes and are described for
// their migrations; the generator adds them to every description.
package base
