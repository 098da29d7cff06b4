package audit

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/store"
)

// Entry is one row of the audit log.
type Entry struct {
	ID       int64     `json:"id"`
	At       time.Time `json:"at"` // UTC, to the second.
	User     int64     `json:"user_id"`
	UserName string    `json:"user"`
	Action   string    `json:"action"`
	Resource string    `json:"resource"`
	Record   int64     `json:"record_id"`
	Address  string    `json:"client_ip"`
	Request  string    `json:"request_id"`
	Note     string    `json:"note,omitempty"` // Why, in the words of the user.
	// Change names what one transaction did to records; "" for what is no change of a record, and in entries
	// of release 1.2.0 and before.
	Change  string `json:"change,omitempty"`
	Version int64  `json:"version,omitempty"` // Of the record after the change; 0 for unknown.

	Transaction int64 `json:"-"` // Of PostgreSQL, which added the entry; 0 on SQLite.
	Was         Was   `json:"-"`
	Patch       Patch `json:"-"`
}

// Filter restricts a list of entries. Zero fields restrict nothing, except Limit.
type Filter struct {
	Since    time.Time // Entries of this second and later.
	User     string    // Name of the user at that time.
	Resource string
	Record   int64
	Action   string
	Request  string
	Change   string
	Limit    int // Maximum number of entries; the newest are returned.
}

// where returns the condition and its values.
func (f Filter) where() (text string, args []any) {
	conditions := []string{"1 = 1"}
	add := func(column, operator string, value any, wanted bool) {
		if wanted {
			args = append(args, value)
			conditions = append(conditions, column+" "+operator+" $"+strconv.Itoa(len(args)))
		}
	}
	add("at_utc", ">=", timestamp(f.Since), !f.Since.IsZero())
	add("user_name", "=", f.User, f.User != "")
	add("resource", "=", f.Resource, f.Resource != "")
	add("record_id", "=", f.Record, f.Record != 0)
	add("action", "=", f.Action, f.Action != "")
	add("request_id", "=", f.Request, f.Request != "")
	add("change_id", "=", f.Change, f.Change != "")
	return strings.Join(conditions, " AND "), args
}

// entryColumns are the columns that scanEntry reads.
const entryColumns = "id, at_utc, user_id, user_name, action, resource, record_id, client_ip, request_id, note, " +
	"change_id, version, transaction_id, was_there, was_status, was_hidden, was_locked, was_owner, patch"

// scanEntry reads a row of the audit log.
func scanEntry(row store.Row) (e Entry, err error) {
	var at, patch string
	if err := row.Scan(&e.ID, &at, &e.User, &e.UserName, &e.Action, &e.Resource, &e.Record, &e.Address, &e.Request,
		&e.Note, &e.Change, &e.Version, &e.Transaction, &e.Was.There, &e.Was.Status, &e.Was.Hidden, &e.Was.Locked,
		&e.Was.Owner, &patch); err != nil {
		return e, err
	}
	if e.At, err = time.Parse(time.DateTime, at); err != nil {
		return e, err
	}
	if e.Patch, err = parsePatch(patch); err != nil {
		return e, fmt.Errorf("entry %d: %w", e.ID, err)
	}
	return e, nil
}

// List returns the newest entries that match the filter, newest last. It returns
// nil without an error if there are none.
func List(ctx context.Context, r store.Reader, f Filter) ([]Entry, error) {
	where, args := f.where()
	list, err := entries(ctx, r, `SELECT `+entryColumns+` FROM audit_entries WHERE `+where+
		` ORDER BY at_utc DESC, id DESC LIMIT $`+strconv.Itoa(len(args)+1), append(args, int64(f.Limit))...)
	if err != nil {
		return nil, fmt.Errorf("list audit entries: %w", err)
	}
	slices.Reverse(list)
	return list, nil
}
