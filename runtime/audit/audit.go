package audit

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

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
	// ActionUnlinked is the change of a record that linked to one which was deleted, of a term whose
	// parent was, or of a record whose image was.
	ActionUnlinked = "unlinked"
	// ActionImage is a new version of a record, because the image that it shows was changed.
	ActionImage = "image-changed"
)

// Actions lists the actions. ActionPublished has no user: a scheduled record was
// published at its date.
func Actions() []string {
	return []string{
		ActionCreated, ActionUpdated, ActionTrashed, ActionRestored, ActionDeleted, ActionPublished, ActionRecalculated,
		ActionPassword, ActionRole, ActionSignedIn, ActionSignedOut, ActionSignInFailed, ActionLink, ActionUnlinked,
		ActionImage,
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
	Change  string // Of NewChange; "" for what is no change of records.
}

// NewChange returns the ID of a change: what one transaction does to records.  It begins with the
// time at which its entries are made, so that these are found by the index of times.
func NewChange(at time.Time) string {
	id := uuid.New() // It panics only where the system has no random numbers.
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(at.UnixMilli()))
	copy(id[:6], ms[2:])
	id[6] = id[6]&0x0f | 0x70 // A UUID of version 7.
	return id.String()
}

// Change is one action on one record, user or token.
type Change struct {
	Action   string // One of Actions, or an action of the description.
	Resource string // Name of the resource, route of its series, or "user" or "token".
	Record   int64  // Id of the record.
	Version  int64  // Of the record after the change; 0 for what has none.
	Was      Was
	Patch    Patch // What the record had before.
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

// columns are those that callers set, in the order of their values: first those of an Actor.
const columns = "at_utc, user_id, user_name, client_ip, request_id, note, change_id, action, resource, record_id, " +
	"version, was_there, was_status, was_hidden, was_locked, was_owner, patch"

// values returns what an actor has in the first of these columns.
func (a Actor) values() []any {
	return []any{timestamp(a.At), a.User, a.Name, a.Address, a.Request, a.Note, a.Change}
}

// insert returns the statement that adds the entries. The values of the actor
// are bound once.
func insert(from Actor, changes []Change) store.Statement {
	text := insertOne
	if len(changes) != 1 {
		text = insertText(len(changes))
	}
	args := from.values()
	for _, c := range changes {
		args = append(args, c.Action, c.Resource, c.Record, c.Version, c.Was.There, c.Was.Status, c.Was.Hidden,
			c.Was.Locked, c.Was.Owner, c.Patch.text())
	}
	return store.Statement{SQL: text, Args: args, Independent: true}
}

// insertOne adds one entry, as most changes do.
var insertOne = insertText(1)

// insertText returns the text of the statement that adds a number of entries.
func insertText(entries int) string {
	const ofActor, perChange = 7, 10
	var text strings.Builder
	text.WriteString(`INSERT INTO audit_entries (` + columns + `) VALUES `)
	for i := range entries {
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString("($1, $2, $3, $4, $5, $6, $7")
		for n := range perChange {
			_, _ = fmt.Fprintf(&text, ", $%d", ofActor+perChange*i+n+1) // A Builder never fails.
		}
		text.WriteString(")")
	}
	return text.String()
}
