package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/changefeed"
	"almanac/runtime/changes"
	"almanac/runtime/metadata"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// readBatch is how many entries of the log are read at once.
const readBatch = 200

// placeName is where the metadata has how far the log is read. While no webhook is enabled there is none.
const placeName = "webhooks"

// place is how far the log is read.
type place struct {
	Cluster string         `json:"cluster,omitempty"` // Of PostgreSQL, to which the points belong.
	From    changes.Point  `json:"from"`              // All before it is read.
	To      *changes.Point `json:"to,omitempty"`      // What is read now goes up to here; nil before it begins.
	Last    audit.Position `json:"last"`              // Last entry of that which is read.
	Runs    []run          `json:"runs,omitempty"`    // Changes of zone rules that have not ended, as far as is known.
}

// run is a change of the rules of a zone, of which the log has many entries.
type run struct {
	Request  string    `json:"request"`
	Resource string    `json:"resource"`
	Note     string    `json:"note"`
	At       time.Time `json:"at"`
	Count    int64     `json:"count"` // Records that an anonymous caller sees.
}

// of returns the change.
func (r run) of() audit.Recalculation {
	return audit.Recalculation{Request: r.Request, Resource: r.Resource, Note: r.Note}
}

// errBehind says that another process has read the same entries.
var errBehind = errors.New("read by another process")

// Read makes deliveries of the next entries of the log, and reports whether there were any.  Where several
// processes do so, one of them keeps what it has made.
func (w *Worker) Read(ctx context.Context) (bool, error) {
	list, err := find(ctx, w.store.Primary(), "NOT disabled")
	if err != nil {
		return false, err
	}
	text, err := metadata.Get(ctx, w.store.Primary(), placeName)
	if err != nil {
		return false, err
	}
	if len(list) == 0 {
		w.current(time.Time{})
		if text == "" {
			return false, nil
		}
		return false, w.stopReading(ctx)
	}
	here, cluster, err := changes.Here(ctx, w.store, w.store.Primary(), w.clock())
	if err != nil {
		return false, err
	}
	at, moved, err := w.placeOf(ctx, text, here, clusterOf(cluster))
	if err != nil {
		return false, err
	}
	begins := at.To == nil
	if begins {
		at.To = &here
	}
	entries, more, err := changes.Window{From: at.From, To: *at.To}.Entries(ctx, w.store, w.store.Primary(), at.Last,
		readBatch)
	if err != nil {
		return false, err
	}
	if len(entries) > 0 || len(at.Runs) > 0 || moved || !begins {
		if err := w.deliver(ctx, text, at, entries, more); err != nil && !errors.Is(err, errBehind) {
			return false, err
		}
	}
	if !more {
		w.current(time.Unix(here.At, 0))
	}
	return len(entries) > 0, nil
}

// deliver makes deliveries of entries, and moves the place behind them.
func (w *Worker) deliver(ctx context.Context, before string, at place, entries []audit.Entry, more bool) error {
	messages, err := w.messages(ctx, entries, &at)
	if err != nil {
		return err
	}
	if !more {
		at.From, at.To, at.Last = *at.To, nil, audit.Position{}
	}
	return w.keep(ctx, before, at, messages)
}

// clusterOf returns what identifies a cluster of PostgreSQL and those that took over from it.
func clusterOf(cluster string) string {
	system, _, _ := strings.Cut(cluster, "/")
	return system
}

// placeOf reads where the log is read from a text. Where there is none, or the log is another one, as in a
// database that was restored, the place has moved to its end.
func (w *Worker) placeOf(
	ctx context.Context, text string, here changes.Point, cluster string,
) (at place, moved bool, err error) {
	end := place{Cluster: cluster, From: here}
	if text == "" {
		return end, true, nil
	}
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		return at, false, fmt.Errorf("read the place of webhooks in the log: %w", err)
	}
	if w.begun {
		return at, false, nil
	}
	whole, err := at.From.Whole(ctx, w.store, w.store.Primary())
	if err != nil {
		return at, false, err
	}
	w.begun = true
	if !whole || at.Cluster != cluster {
		return end, true, nil
	}
	return at, false, nil
}

// keep stores the deliveries of messages and how far the log is read, or returns errBehind.
func (w *Worker) keep(ctx context.Context, before string, at place, messages []changefeed.Message) error {
	after, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return w.store.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error {
		if err := lock(ctx, w.store, tx); err != nil { // No webhook is deleted meanwhile.
			return err
		}
		stored, err := metadata.Get(ctx, tx, placeName)
		if err != nil {
			return err
		}
		if stored != before {
			return errBehind
		}
		list, err := find(ctx, tx, "NOT disabled")
		if err != nil {
			return err
		}
		now := w.clock()
		for _, m := range messages {
			for i := range list {
				if !list[i].wants(m.Type) {
					continue
				}
				statement, err := insert(&list[i], m, now)
				if err != nil {
					return err
				}
				tx.Queue(statement)
			}
		}
		tx.Queue(metadata.Set(placeName, string(after)))
		return nil
	})
}

// beginReading has the log read from its end on, unless it is read already, in the transaction that enables
// a webhook and has the lock.
func beginReading(ctx context.Context, s *store.Store, tx store.Writer, now time.Time) error {
	text, err := metadata.Get(ctx, tx, placeName)
	if err != nil || text != "" {
		return err
	}
	here, cluster, err := changes.Here(ctx, s, s.Primary(), now)
	if err != nil {
		return err
	}
	after, err := json.Marshal(place{Cluster: clusterOf(cluster), From: here})
	if err != nil {
		return err
	}
	tx.Queue(metadata.Set(placeName, string(after)))
	return nil
}

// stopReading forgets how far the log is read, if no webhook is enabled: one that is later gets
// nothing before.
func (w *Worker) stopReading(ctx context.Context) error {
	return w.store.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error {
		if err := lock(ctx, w.store, tx); err != nil {
			return err
		}
		list, err := find(ctx, tx, "NOT disabled")
		if err == nil && len(list) == 0 {
			tx.Queue(metadata.Delete(placeName))
		}
		return err
	})
}

// messages returns what is reported of entries of the log, and moves the place behind them. Entries of one
// record are one message, in the order of the last of each.
func (w *Worker) messages(
	ctx context.Context, entries []audit.Entry, at *place,
) (list []changefeed.Message, err error) {
	type key struct {
		resource string
		record   int64
	}
	first, last := map[key]audit.Entry{}, map[key]int64{}
	seen := map[audit.Recalculation]bool{}
	for _, e := range entries {
		at.Last = e.Position()
		if of := audit.RecalculationOf(e); of != (audit.Recalculation{}) {
			seen[of] = true
			w.addToRun(at, of, e)
			continue
		}
		of := key{e.Resource, e.Record}
		if _, known := first[of]; !known {
			first[of] = e
		}
		last[of] = e.ID
	}
	at.Runs = slices.DeleteFunc(at.Runs, func(r run) bool {
		if !seen[r.of()] { // Its entries follow each other.
			list = append(list, w.recomputed(r)...)
		}
		return !seen[r.of()]
	})
	for _, e := range entries {
		of := key{e.Resource, e.Record}
		res := w.view.Records.Env.Resource(e.Resource)
		if res == nil || last[of] != e.ID {
			continue
		}
		var m *changefeed.Message
		err := w.view.Read(ctx, func(r *request.Request) (err error) {
			m, err = w.view.Message(r, res, first[of], e)
			return err
		})
		if refused := apierror.As(err); refused != nil && refused.Code == query.CodeSyncExpired {
			continue // Release 1.2.0 does not say whether anybody could see what it deleted.
		}
		if err != nil {
			return nil, err
		}
		if m != nil {
			list = append(list, *m)
		}
	}
	return list, nil
}

// addToRun counts an entry of a change of zone rules.
func (w *Worker) addToRun(at *place, of audit.Recalculation, e audit.Entry) {
	i := slices.IndexFunc(at.Runs, func(r run) bool { return r.of() == of })
	if i < 0 {
		i = len(at.Runs)
		at.Runs = append(at.Runs, run{Request: of.Request, Resource: of.Resource, Note: of.Note, At: e.At})
	}
	if res := w.view.Records.Env.Resource(e.Resource); res != nil && w.view.CouldSee(res, e.Was) {
		at.Runs[i].Count++
	}
}

// recomputed returns what is reported of a change of zone rules.
func (w *Worker) recomputed(r run) []changefeed.Message {
	res := w.view.Records.Env.Resource(r.Resource)
	if res == nil || r.Count == 0 {
		return nil
	}
	zone, _, _ := strings.Cut(r.Note, ": ")
	data, err := json.Marshal(struct {
		Zone  string `json:"zone"`
		Count int64  `json:"count"`
	}{zone, r.Count})
	if err != nil {
		panic(err) // A text and a number are JSON.
	}
	return []changefeed.Message{{Type: recomputedType(res), Resource: res.Name, At: r.At, Data: data}}
}

// recomputedType is the type of messages about a change of zone rules.
func recomputedType(res *model.Resource) string { return res.Plural + ".recomputed" }
