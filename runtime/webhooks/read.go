package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/auth"
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
	Transaction int64 `json:"transaction"`
	ID          int64 `json:"id"`
	Runs        []run `json:"runs,omitempty"` // Changes of zone rules that have not ended, as far as is known.
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
	if err != nil || text == "" && len(list) == 0 {
		return false, err
	}
	if len(list) == 0 {
		return false, w.stopReading(ctx)
	}
	at, err := w.placeOf(ctx, text)
	if err != nil {
		return false, err
	}
	entries, err := audit.After(ctx, w.store, audit.Position{Transaction: at.Transaction, ID: at.ID}, readBatch)
	if err != nil {
		return false, err
	}
	if len(entries) == 0 && len(at.Runs) == 0 && text != "" {
		return false, nil
	}
	messages, err := w.messages(ctx, entries, &at)
	if err != nil {
		return false, err
	}
	err = w.keep(ctx, text, at, messages)
	if errors.Is(err, errBehind) {
		return true, nil
	}
	return len(entries) > 0, err
}

// placeOf reads where the log is read from a text. Where that is beyond the end of the log, which a
// database that was restored may have, it is the end.
func (w *Worker) placeOf(ctx context.Context, text string) (at place, err error) {
	if text != "" {
		if err := json.Unmarshal([]byte(text), &at); err != nil {
			return at, fmt.Errorf("read the place of webhooks in the log: %w", err)
		}
		if w.begun {
			return at, nil
		}
	}
	end, err := audit.End(ctx, w.store)
	if err != nil {
		return at, err
	}
	if text == "" || (audit.Position{Transaction: at.Transaction, ID: at.ID}).Compare(end) > 0 {
		at = place{Transaction: end.Transaction, ID: end.ID}
	}
	w.begun = true
	return at, nil
}

// keep stores the deliveries of messages and how far the log is read, or returns errBehind.
func (w *Worker) keep(ctx context.Context, before string, at place, messages []message) error {
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
				if !list[i].wants(m.kind) {
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
func beginReading(ctx context.Context, s *store.Store, tx store.Writer) error {
	text, err := metadata.Get(ctx, tx, placeName)
	if err != nil || text != "" {
		return err
	}
	end, err := audit.End(ctx, s)
	if err != nil {
		return err
	}
	after, err := json.Marshal(place{Transaction: end.Transaction, ID: end.ID})
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
func (w *Worker) messages(ctx context.Context, entries []audit.Entry, at *place) (list []message, err error) {
	type key struct {
		resource string
		record   int64
	}
	first, last := map[key]audit.Entry{}, map[key]int64{}
	seen := map[audit.Recalculation]bool{}
	for _, e := range entries {
		at.Transaction, at.ID = e.Transaction, e.ID
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
		res := w.Records.Env.Resource(e.Resource)
		if res == nil || last[of] != e.ID {
			continue
		}
		m, err := w.change(ctx, res, first[of], e)
		if err != nil {
			return nil, err
		}
		list = append(list, m...)
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
	if res := w.Records.Env.Resource(e.Resource); res != nil && couldRead(res, e.Was) {
		at.Runs[i].Count++
	}
}

// recomputed returns what is reported of a change of zone rules.
func (w *Worker) recomputed(r run) []message {
	res := w.Records.Env.Resource(r.Resource)
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
	return []message{{kind: recomputedType(res), resource: res.Name, at: r.At, data: data}}
}

// recomputedType is the type of messages about a change of zone rules.
func recomputedType(res *model.Resource) string { return res.Plural + ".recomputed" }

// The kinds of messages about a record.
const (
	created = "created"
	updated = "updated"
	deleted = "deleted"
)

// anonymous is who sees what webhooks report.
var anonymous = auth.Caller{Role: auth.RoleAnonymous}

// couldRead reports whether an anonymous caller could read a record before a change.
func couldRead(res *model.Resource, was audit.Was) bool {
	switch access := res.Permissions; {
	case !was.There || was.Locked:
		return false
	case res.Term: // Whether it was known is another question: wasKnown.
		return true
	case access.HasStatus():
		return access.CanRead(anonymous, was.Owner, was.Status)
	default:
		return access.CanReadRecord(anonymous, was.Owner)
	}
}

// change returns what is reported of entries of one record, of which there are the first and the last one, and
// nothing if an anonymous caller sees none of it.  It is what is true now: a record that was changed again
// since is reported as it is, and once more when that entry is read.
func (w *Worker) change(ctx context.Context, res *model.Resource, first, last audit.Entry) ([]message, error) {
	before := couldRead(res, first.Was)
	data, thin, err := w.representation(ctx, res, last.Record)
	if err != nil {
		return nil, err
	}
	m := message{resource: res.Name, record: last.Record, at: last.At, data: data, thin: thin}
	switch {
	case data == nil && before:
		if known, err := w.wasKnown(ctx, res, last); err != nil || !known {
			return nil, err
		}
		m.kind = deleted
		if m.data, err = json.Marshal(map[string]int64{"id": last.Record}); err != nil {
			return nil, err
		}
	case data == nil:
		return nil, nil
	case before || first.Change == "" && first.Action != audit.ActionCreated: // Release 1.2.0 does not say what was.
		m.kind = updated
	default:
		m.kind = created
	}
	m.kind = res.Name + "." + m.kind
	return []message{m}, nil
}

// wasKnown reports whether anonymous callers knew a record that is gone and that they could read. They do not
// know a term that hidden records alone have: the change that has deleted it names these.
func (w *Worker) wasKnown(ctx context.Context, res *model.Resource, gone audit.Entry) (bool, error) {
	if !res.Term {
		return true, nil
	}
	if gone.Action != audit.ActionDeleted {
		return false, nil
	}
	entries, err := audit.OfChange(ctx, w.store.Primary(), gone.Change)
	if err != nil {
		return false, err
	}
	hidden := false
	for _, e := range entries {
		source := w.Records.Env.Resource(e.Resource)
		if source == nil || !hadLink(source, res, e, gone.Record) {
			continue
		}
		if couldRead(source, e.Was) {
			return true, nil
		}
		hidden = true
	}
	return !hidden, nil
}

// hadLink reports whether a record linked to another one before an entry.
func hadLink(source, target *model.Resource, e audit.Entry, id int64) bool {
	return slices.ContainsFunc(source.Links, func(l *model.Link) bool {
		return l.Target == target && slices.Contains(e.Patch.Links[l.Name], id)
	})
}

// representation returns a record as the API shows it to an anonymous caller, and what thin messages have in
// its place; nil for a record that does not exist for such a caller.
func (w *Worker) representation(
	ctx context.Context, res *model.Resource, id int64,
) (data, thin json.RawMessage, err error) {
	read := func(r *request.Request) error {
		data, thin = nil, nil
		m, err := w.Records.Reads.Read(r, res, query.Key{ID: id})
		if refused := apierror.As(err); refused != nil && refused.Status < http.StatusInternalServerError {
			return nil
		}
		if err != nil {
			return err
		}
		if data, err = w.Records.Show(r, m).JSON(); err != nil {
			return err
		}
		thin, err = json.Marshal(struct {
			ID      int64  `json:"id"`
			Version int64  `json:"version"`
			URL     string `json:"url"`
		}{id, m.Common().Version, r.Env.Deployment.RecordURL(res.Plural, id)})
		return err
	}
	r := w.Records.Env.NewRequest(ctx, anonymous)
	if w.store.Dialect() == store.SQLite {
		err = read(r)
		return data, thin, err
	}
	err = w.store.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error { // A replica may be behind the log.
		return read(r.Within(ctx, tx))
	})
	return data, thin, err
}
