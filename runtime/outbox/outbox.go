// Package outbox keeps messages to other systems until they are delivered. Hooks
// add entries in the transaction of a write, so that both are committed or
// neither is; a Worker delivers them afterwards, at least once, and in order for
// each topic and record. It knows its table, and not records or requests.
package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/store"
)

// Entry is one message.
type Entry struct {
	ID       int64           `json:"id"` // The same at each attempt.
	Topic    string          `json:"topic"`
	Resource string          `json:"resource"` // Name of the resource of the record; "" for no record.
	Record   int64           `json:"record_id"`
	Payload  json.RawMessage `json:"payload"`
	Created  time.Time       `json:"created"`  // UTC, to the second.
	Next     time.Time       `json:"next"`     // Of the next attempt, or when the current one is given up.
	Attempts int64           `json:"attempts"` // That have begun.
	Error    string          `json:"error"`    // Of the last attempt; "" for none.
	Failed   bool            `json:"failed"`   // No attempt follows.
}

// columns are those of Entry, in its order.
const columns = "id, topic, resource, record_id, payload, created_utc, next_utc, attempts, error, failed"

// timestamp returns a time as it is stored.
func timestamp(t time.Time) string { return t.UTC().Format(time.DateTime) }

// Add adds an entry with a topic, record, payload and time of creation to the
// transaction w; it is sent with the next batch, or when Next has come.
func Add(w store.Writer, e Entry) {
	w.Queue(store.Statement{
		SQL: `INSERT INTO outbox (topic, resource, record_id, payload, created_utc, next_utc, attempts, error, failed)` +
			` VALUES ($1, $2, $3, $4, $5, $6, 0, '', false)`,
		Args: []any{
			e.Topic, e.Resource, e.Record, string(e.Payload), timestamp(e.Created), timestamp(later(e.Created, e.Next)),
		},
	})
}

// AddLater adds an entry of no record to the transaction w: it is delivered from a time on, waits
// for no other entry, and holds none back.  The payload becomes JSON.
func AddLater(w store.Writer, at time.Time, topic string, payload any, now time.Time) error {
	text, err := json.Marshal(payload)
	if err != nil {
		return fmt.Errorf("later %s: %w", topic, err)
	}
	if at.UTC().Year() > maxYear {
		return fmt.Errorf("later %s: %s is after the year %d", topic, at, maxYear)
	}
	Add(w, Entry{Topic: topic, Payload: text, Created: now, Next: at})
	return nil
}

const maxYear = 9999 // Of a time that is stored: they are compared as texts.

// later returns the later one of two times, not before it when it loses its fraction of a second.
func later(created, next time.Time) time.Time {
	if !next.After(created) {
		return created
	}
	return next.Add(time.Second - time.Nanosecond)
}

// scanInto returns the function that adds the entry of each row to list.
func scanInto(list *[]Entry) func(store.Row) error {
	return func(row store.Row) error {
		var e Entry
		var payload, created, next string
		err := row.Scan(&e.ID, &e.Topic, &e.Resource, &e.Record, &payload, &created, &next, &e.Attempts, &e.Error, &e.Failed)
		if err != nil {
			return err
		}
		e.Payload = json.RawMessage(payload)
		var first, second error
		e.Created, first = time.Parse(time.DateTime, created)
		e.Next, second = time.Parse(time.DateTime, next)
		*list = append(*list, e)
		return errors.Join(first, second)
	}
}

// Filter restricts a list of entries. Zero fields restrict nothing.
type Filter struct {
	IDs    []int64
	Topic  string
	Failed bool // Entries that have failed alone.
}

// where returns the condition.
func (f Filter) where(s *store.Store, args *store.Args) string {
	all := []string{"1 = 1"}
	if f.IDs != nil {
		all = append(all, s.SQL().Format("id ?", s.SQL().In(args, f.IDs)))
	}
	if f.Topic != "" {
		all = append(all, s.SQL().Format("topic = ?", args.Bind(f.Topic)))
	}
	if f.Failed {
		all = append(all, "failed")
	}
	return strings.Join(all, " AND ")
}

// List returns the entries that are not delivered, oldest first, limit at most.
func List(ctx context.Context, s *store.Store, f Filter, limit int) ([]Entry, error) {
	var args store.Args
	var list []Entry
	text := s.SQL().Format("SELECT ? FROM outbox WHERE ? ORDER BY id LIMIT ?", bun.Safe(columns),
		bun.Safe(f.where(s, &args)), args.Bind(limit))
	err := s.Primary().Query(ctx, store.Statement{SQL: text, Args: args.Values(), ScanRow: scanInto(&list)})
	return list, err
}

// Retry makes entries due now, with all attempts before them, and returns how
// many there are.
func Retry(ctx context.Context, s *store.Store, f Filter, now time.Time) (int64, error) {
	var args store.Args
	at := args.Bind(timestamp(now))
	return execute(ctx, s, &args, "UPDATE outbox SET next_utc = ?, attempts = 0, failed = false WHERE ?", at,
		bun.Safe(f.where(s, &args)))
}

// Discard deletes entries without delivering them, and returns how many there
// were.
func Discard(ctx context.Context, s *store.Store, f Filter) (int64, error) {
	var args store.Args
	return execute(ctx, s, &args, "DELETE FROM outbox WHERE ?", bun.Safe(f.where(s, &args)))
}

// execute runs a text in bun's notation in a transaction of its own and returns
// how many rows it changed.
func execute(ctx context.Context, s *store.Store, args *store.Args, text string, parts ...any) (n int64, err error) {
	text = s.SQL().Format(text, parts...)
	err = s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		var err error
		n, err = w.Exec(ctx, store.Statement{SQL: text, Args: args.Values()})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("write the outbox: %w", err)
	}
	return n, nil
}

// Sizes counts the entries that are not delivered.
type Sizes struct{ Pending, Failed int64 }

// Count returns how many entries there are.
func Count(ctx context.Context, r store.Reader) (Sizes, error) {
	var n Sizes
	err := r.Query(ctx, store.Statement{
		SQL: `SELECT COALESCE(SUM(CASE WHEN failed THEN 0 ELSE 1 END), 0), COALESCE(SUM(CASE WHEN failed THEN 1 ELSE ` +
			`0 END), 0) FROM outbox`,
		ScanRow: func(row store.Row) error { return row.Scan(&n.Pending, &n.Failed) },
	})
	return n, err
}
