package outbox

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/delivery"
	"almanac/runtime/store"
)

// Handler delivers an entry. Its context ends after Timeout, or when the service
// stops. An entry whose handler returned nil may be delivered again, if the
// service ended before it was deleted: receivers tell by its ID.
type Handler func(ctx context.Context, e Entry) error

// How entries are delivered.
const (
	Timeout     = delivery.Timeout // Of one attempt.
	MaxAttempts = 20               // In half a day; then an entry has failed.

	batchSize = 16
	lease     = 2 * Timeout // How long an entry belongs to the process that attempts it.
	minDelay  = 10 * time.Second
	maxDelay  = time.Hour
	maxError  = 500 // Characters of an error that are stored.
)

// delay returns the pause after a number of attempts that failed: it doubles.
func delay(attempts int64) time.Duration {
	if attempts > 9 {
		return maxDelay
	}
	return min(minDelay<<(attempts-1), maxDelay)
}

// Worker delivers entries. Several processes may work on one database: an entry
// is attempted by one of them at a time.
type Worker struct {
	Store    *store.Store
	Handlers map[string]Handler // By topic; entries of others are left alone.
	Clock    func() time.Time
	Log      *slog.Logger

	mu       sync.Mutex
	attempts map[Attempts]int64
}

// Attempts names a count of attempts: of a topic, and whether they succeeded.
type Attempts struct {
	Topic     string
	Delivered bool
}

// Counts returns how many attempts this worker has made.
func (w *Worker) Counts() map[Attempts]int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := map[Attempts]int64{}
	for topic := range w.Handlers {
		for _, delivered := range []bool{true, false} {
			list[Attempts{topic, delivered}] = w.attempts[Attempts{topic, delivered}]
		}
	}
	return list
}

// count counts an attempt.
func (w *Worker) count(topic string, delivered bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.attempts == nil {
		w.attempts = map[Attempts]int64{}
	}
	w.attempts[Attempts{topic, delivered}]++
}

// Deliver attempts a batch of the entries that are due, each of another topic or
// record, side by side, and reports whether there were any. When ctx ends, attempts are
// cancelled and made again later.
func (w *Worker) Deliver(ctx context.Context) (bool, error) {
	if len(w.Handlers) == 0 {
		return false, nil
	}
	return delivery.Deliver(ctx, queue{w})
}

// queue is the table of the outbox.
type queue struct{ *Worker }

// Due implements delivery.Queue: an entry waits for the earlier ones of its topic and
// record, if it has one, also for those that have failed. Other topics have other
// receivers, which do not wait for each other.
func (w queue) Due(ctx context.Context) ([]int64, error) {
	var topics []string
	for topic := range w.Handlers {
		topics = append(topics, topic)
	}
	var args store.Args
	text := w.Store.SQL().Format("SELECT o.id FROM outbox AS o WHERE o.next_utc <= ? AND NOT o.failed AND o.topic ?"+
		" AND (o.record_id = 0 OR NOT EXISTS (SELECT 1 FROM outbox AS p WHERE p.resource = o.resource"+
		" AND p.record_id = o.record_id AND p.topic = o.topic AND p.id < o.id))"+
		" ORDER BY o.next_utc, o.id LIMIT ?", args.Bind(timestamp(w.Clock())), w.Store.SQL().InTexts(&args, topics),
		args.Bind(batchSize))
	var ids []int64
	err := w.Store.Primary().Query(ctx, store.Statement{
		SQL: text, Args: args.Values(),
		ScanRow: func(row store.Row) error {
			var id int64
			err := row.Scan(&id)
			ids = append(ids, id)
			return err
		},
	})
	return ids, err
}

// Claim implements delivery.Queue.
func (w queue) Claim(ctx context.Context, ids []int64) (list []Entry, err error) {
	now := w.Clock()
	var args store.Args
	text := w.Store.SQL().
		Format("UPDATE outbox SET next_utc = ?, attempts = attempts + 1 WHERE id ? AND next_utc <= ? AND NOT failed "+
			"RETURNING ?",
			args.Bind(timestamp(now.Add(lease))), w.Store.SQL().In(&args, ids), args.Bind(timestamp(now)), bun.Safe(columns))
	err = w.Store.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error {
		list = nil
		return tx.Query(ctx, store.Statement{SQL: text, Args: args.Values(), ScanRow: scanInto(&list)})
	})
	return list, err
}

// Send implements delivery.Queue.
func (w queue) Send(ctx context.Context, e Entry) error { return w.Handlers[e.Topic](ctx, e) }

// Ended implements delivery.Queue.
func (w queue) Ended(ctx context.Context, e Entry, failure error) {
	w.count(e.Topic, failure == nil)
	var args store.Args
	var err error
	if failure == nil {
		_, err = execute(ctx, w.Store, &args, "DELETE FROM outbox WHERE id = ?", args.Bind(e.ID))
	} else {
		failed := e.Attempts >= MaxAttempts
		w.Log.WarnContext(ctx, "outbox delivery failed", "id", e.ID, "topic", e.Topic, "attempts", e.Attempts, "last", failed,
			"error", failure)
		text := []rune(strings.Join(strings.Fields(failure.Error()), " "))
		_, err = execute(ctx, w.Store, &args, "UPDATE outbox SET next_utc = ?, error = ?, failed = ? WHERE id = ?",
			args.Bind(timestamp(w.Clock().Add(delay(e.Attempts)))), args.Bind(string(text[:min(len(text), maxError)])),
			args.Bind(failed), args.Bind(e.ID))
	}
	if err != nil { // It is attempted again when the lease ends.
		w.Log.ErrorContext(ctx, "outbox entry not updated", "id", e.ID, "error", err)
	}
}
