// Package audit keeps the record of who changed what, from where and when.  Its
// rows are only ever added.  It knows the table and nothing of records, users
// or HTTP: those who write tell it, inside the transaction of what they write,
// so that a change and its entry are there together or not at all.
package audit

import (
	"fmt"
	"strings"
	"time"

	"almanac/runtime/store"
)

// CommandLine stands for the user's name where somebody with access to the
// database changed something by a command.
const CommandLine = "command line"

// What can be done to a record, a user or a token.
const (
	Created   = "created"
	Updated   = "updated"
	Trashed   = "trashed"  // Moved to the trash.
	Restored  = "restored" // Moved out of the trash.
	Deleted   = "deleted"  // For good.
	Published = "published"
	Password  = "password" // A user got another password.
	Role      = "role"     // A user got another role.
)

// Actions lists what can be done.  Published is the one that nobody does: the
// time of a record came.
func Actions() []string {
	return []string{Created, Updated, Trashed, Restored, Deleted, Published, Password, Role}
}

// Source is who made changes, and by which request.
type Source struct {
	At      time.Time
	User    int64  // 0 for nobody, and for the command line.
	Name    string // Of the user at that time; "" for nobody.
	Address string // Of the client, without a port; "" for none.
	Request string // Id of the request, or of the run of a command; "" for none.
}

// Change is one thing that was done.
type Change struct {
	Action string // One of Actions.
	Kind   string // Wire name of the kind, or "user" or "token".
	Record int64  // Id of the record.
}

// A statement has one of few lengths, so that few texts are prepared: up to
// fewRows rows, or manyRows.
const (
	fewRows  = 16
	manyRows = 256
)

// Add adds an entry for each change to the transaction w, with the next of its
// round trips.
func Add(w store.Writer, from Source, changes []Change) {
	for len(changes) > 0 {
		n := min(len(changes), fewRows)
		if len(changes) >= manyRows {
			n = manyRows
		}
		w.Queue(insert(from, changes[:n]))
		changes = changes[n:]
	}
}

// stamp is a time as the table keeps it.
func stamp(t time.Time) string { return t.UTC().Format(time.DateTime) }

// insert writes the statement that adds the entries.  What they share is bound
// once.
func insert(from Source, changes []Change) store.Statement {
	var text strings.Builder
	text.WriteString(`INSERT INTO audit_entries (at_utc, user_id, user_name, client_ip, request_id, action, resource, record_id) VALUES `)
	args := []any{stamp(from.At), from.User, from.Name, from.Address, from.Request}
	for i, c := range changes {
		if i > 0 {
			text.WriteString(", ")
		}
		n := len(args)
		_, _ = fmt.Fprintf(&text, "($1, $2, $3, $4, $5, $%d, $%d, $%d)", n+1, n+2, n+3) // A Builder never fails.
		args = append(args, c.Action, c.Kind, c.Record)
	}
	return store.Statement{SQL: text.String(), Args: args}
}
