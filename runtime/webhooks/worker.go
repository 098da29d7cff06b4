package webhooks

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/changefeed"
	"almanac/runtime/records"
	"almanac/runtime/store"
)

// Worker makes deliveries of changes and sends them. Several processes may work on one database.
type Worker struct {
	Log *slog.Logger

	view    changefeed.View // Of an anonymous caller.
	store   *store.Store
	clock   func() time.Time
	clients clients
	begun   bool // It has looked at where the log is read.

	mu       sync.Mutex
	busy     map[int64]bool // Webhooks that this process sends to.
	attempts map[bool]int64 // By whether they succeeded.
	read     time.Time      // Up to when the log is read; zero while it is not.
}

// NewWorker returns the worker of a service, which sends to public networks and to what the guard allows.
func NewWorker(s *records.Service) *Worker {
	return &Worker{
		view: changefeed.View{Records: s, Caller: auth.Caller{}}, Log: s.Env.Log, store: s.Env.Store, clock: s.Env.Clock,
		clients: newClients(s.Env.WebhookGuard, s.Env.Service.Name),
		busy:    map[int64]bool{}, attempts: map[bool]int64{},
	}
}

// Counts returns how many attempts this process has made, by whether they succeeded.
func (w *Worker) Counts() map[bool]int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return map[bool]int64{true: w.attempts[true], false: w.attempts[false]}
}

// Lag returns how long ago the log of changes was last read to its end: 0 while no webhook is enabled.
func (w *Worker) Lag() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.read.IsZero() {
		return 0
	}
	return max(w.clock().Sub(w.read), 0)
}

// current notes up to when the log is read.
func (w *Worker) current(at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.read = at
}

// lagLogged is the lag that an operator should know of.
const lagLogged = 10 * time.Second

// Work makes and sends deliveries until stopping ends. Attempts have the context working.
func (w *Worker) Work(stopping, working context.Context, interval time.Duration) {
	var lanes sync.WaitGroup
	defer lanes.Wait()
	behind := false
	for stopping.Err() == nil {
		more, err := w.Read(working)
		if was := behind; w.Lag() > lagLogged != was {
			if behind = !was; behind {
				w.Log.WarnContext(working, "webhooks are behind the log of changes", "lag", w.Lag().String())
			}
		}
		if err != nil && stopping.Err() == nil {
			w.Log.WarnContext(working, "changes not read for webhooks", "error", err)
		}
		if err := w.start(stopping, working, &lanes); err != nil && stopping.Err() == nil {
			w.Log.WarnContext(working, "webhook deliveries not read", "error", err)
		}
		if more && err == nil {
			continue
		}
		select {
		case <-stopping.Done():
		case <-time.After(interval):
		}
	}
}

// Deliver sends what is due, and reports whether there was anything.
func (w *Worker) Deliver(ctx context.Context) (bool, error) {
	var lanes sync.WaitGroup
	before := w.Counts()
	err := w.start(ctx, ctx, &lanes)
	lanes.Wait()
	after := w.Counts()
	return after[true]+after[false] > before[true]+before[false], err
}

// start begins to send to each webhook that has something due: receivers do not wait for each other.
func (w *Worker) start(stopping, working context.Context, lanes *sync.WaitGroup) error {
	var due []int64
	now := timestamp(w.clock())
	err := w.store.Primary().Query(working, store.Statement{
		SQL: "SELECT w.id FROM webhooks AS w WHERE NOT w.disabled AND w.paused_until_utc <= $1 AND EXISTS (SELECT 1 " +
			"FROM webhook_deliveries AS d WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.next_utc <= $1)",
		Args: []any{now},
		ScanRow: func(row store.Row) error {
			var id int64
			err := row.Scan(&id)
			due = append(due, id)
			return err
		},
	})
	if err != nil {
		return err
	}
	for _, id := range due {
		if !w.enter(id) {
			continue
		}
		lanes.Go(func() {
			defer w.leave(id)
			w.sendTo(stopping, working, id)
		})
	}
	return nil
}

// enter reports whether nothing in this process sends to the webhook so far.
func (w *Worker) enter(id int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy[id] {
		return false
	}
	w.busy[id] = true
	return true
}

// leave takes back enter.
func (w *Worker) leave(id int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.busy, id)
}

// count counts an attempt.
func (w *Worker) count(delivered bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.attempts[delivered]++
}

// DeleteOld deletes deliveries that ended long ago.
func (w *Worker) DeleteOld(ctx context.Context) error {
	before := timestamp(w.clock().Add(-kept))
	err := w.store.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error {
		_, err := tx.Exec(ctx, store.Statement{
			SQL: "DELETE FROM webhook_deliveries WHERE created_utc < $1 AND (ended_utc < $1 OR state = 'waiting' AND " +
				"webhook_id IN (SELECT w.id FROM webhooks AS w WHERE w.disabled))",
			Args: []any{before},
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("delete old deliveries of webhooks: %w", err)
	}
	return nil
}

// clients send messages.
type clients struct {
	agent     string
	encrypted *http.Client // https, to public networks and what is allowed.
	plain     *http.Client // http, to what is allowed alone.
}
