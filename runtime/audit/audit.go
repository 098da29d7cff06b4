// Package audit writes and reads the audit log, an append-only table of who
// changed what, from where and when. It knows the table, and not records, users
// or HTTP. Callers add entries in the transaction of the change, so that both
// are committed or neither is.
package audit

import (
	"fmt"
	"strings"
	"time"

	"almanac/runtime/store"
)

// CommandLine is the user name in entries of CLI commands.
const CommandLine = "command line"

// The actions on a record, a user or a token.
const (
	ActionCreated   = "created"
	ActionUpdated   = "updated"
	ActionTrashed   = "trashed"  // Moved to the trash.
	ActionRestored  = "restored" // Moved out of the trash.
	ActionDeleted   = "deleted"  // Permanently.
	ActionPublished = "published"
	// ActionRecalculated has no user: the rules of the record's time zone changed, and its note
	// says from which edition to which.
	ActionRecalculated = "recalculated"
	ActionPassword     = "password" // The password of a user was changed.
	ActionRole         = "role"     // The role of a user was changed.
	ActionSignedIn     = "signed-in"
	ActionSignedOut    = "signed-out"
	// ActionSignInFailed has the number of wrong passwords for a user from an address
	// in an hour as its note.
	ActionSignInFailed = "sign-in-failed"
	ActionLink         = "link" // A one-time link for the password of a user was made.
)

// Actions lists the actions. ActionPublished has no user: a scheduled record was
// published at its date.
func Actions() []string {
	return []string{
		ActionCreated, ActionUpdated, ActionTrashed, ActionRestored, ActionDeleted, ActionPublished, ActionRecalculated,
		ActionPassword, ActionRole, ActionSignedIn, ActionSignedOut, ActionSignInFailed, ActionLink,
	}
}

// Actor is the user who made changes, with the time and the request.
type Actor struct {
	At      time.Time
	User    int64  // 0 for no user, and for the command line.
	Name    string // Of the user at that time; "" for no user.
	Address string // Of the client, without a port; "" for none.
	Request string // Id of the request, or of the run of a command; "" for none.
	Note    string // Why, in the words of the user; of users name and role; "" for nothing.
}

// Change is one action on one record, user or token.
type Change struct {
	Action   string // One of Actions, or an action of the description.
	Resource string // Name of the resource, route of its series, or "user" or "token".
	Record   int64  // Id of the record.
}

// A statement has up to smallBatch rows, or largeBatch, so that few distinct
// statements are prepared.
const (
	smallBatch = 16
	largeBatch = 256
)

// Add adds an entry for each change to the transaction w; it is sent with the
// next batch.
func Add(w store.Writer, from Actor, changes []Change) {
	for len(changes) > 0 {
		n := min(len(changes), smallBatch)
		if len(changes) >= largeBatch {
			n = largeBatch
		}
		w.Queue(insert(from, changes[:n]))
		changes = changes[n:]
	}
}

// timestamp returns a time as it is stored.
func timestamp(t time.Time) string { return t.UTC().Format(time.DateTime) }

// insert returns the statement that adds the entries. The values of the actor
// are bound once.
func insert(from Actor, changes []Change) store.Statement {
	var text strings.Builder
	text.WriteString(`INSERT INTO audit_entries (at_utc, user_id, user_name, client_ip, request_id, note, action, ` +
		`resource, record_id) VALUES `)
	args := []any{timestamp(from.At), from.User, from.Name, from.Address, from.Request, from.Note}
	for i, c := range changes {
		if i > 0 {
			text.WriteString(", ")
		}
		n := len(args)
		_, _ = fmt.Fprintf(&text, "($1, $2, $3, $4, $5, $6, $%d, $%d, $%d)", n+1, n+2, n+3) // A Builder never fails.
		args = append(args, c.Action, c.Resource, c.Record)
	}
	return store.Statement{SQL: text.String(), Args: args}
}
