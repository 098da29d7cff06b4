package changefeed

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// The kinds of changes of a record.  A record that enters what a caller sees is created, one that leaves it
// deleted.
const (
	Created = "created"
	Updated = "updated"
	Deleted = "deleted"
)

// Message is a change of a record as a caller sees it.
type Message struct {
	Type     string // Name of the resource and kind of the change, such as "event.updated".
	Resource string
	Record   int64
	At       time.Time
	Data     json.RawMessage // The record, or the ID of one that is deleted.
	Thin     json.RawMessage // What names the record, in the place of Data; nil for the same.
}

// JSON returns the message in the form of Standard Webhooks.
func (m Message) JSON() ([]byte, error) {
	body, err := json.Marshal(struct {
		Type      string          `json:"type"`
		Timestamp string          `json:"timestamp"`
		Data      json.RawMessage `json:"data"`
	}{m.Type, m.At.UTC().Format(time.RFC3339), m.Data})
	if err != nil {
		return nil, fmt.Errorf("message %s of %s %d: %w", m.Type, m.Resource, m.Record, err)
	}
	return body, nil
}

// View is what a caller sees of changes.
type View struct {
	Records *records.Service
	Caller  auth.Caller
}

// Read runs what reads by a request of the caller, on the primary: a replica may be behind the log.
func (v View) Read(ctx context.Context, read func(*request.Request) error) error {
	return query.OnPrimary(v.Records.Env.NewRequest(ctx, v.Caller), read)
}

// CouldSee reports whether the caller could read a record that was so, and lists showed it.
func (v View) CouldSee(res *model.Resource, was audit.Was) bool {
	access, edits := res.Permissions, v.edits(res, was.Owner, was.Status)
	switch {
	case !was.There || was.Hidden && !edits || was.Locked:
		return false
	case res.Term: // Whether it was known is another question: see wasKnown.
		return true
	case access.HasStatus():
		return access.CanRead(v.Caller, was.Owner, was.Status)
	}
	return access.CanReadRecord(v.Caller, was.Owner)
}

// edits reports whether the caller may change a record.
func (v View) edits(res *model.Resource, owner int64, status string) bool {
	if access := res.Permissions; access.HasStatus() {
		return access.CanEdit(v.Caller, owner, status)
	}
	return res.Permissions.CanEditRecord(v.Caller, owner)
}

// Message returns what the caller sees of the entries of one record, of which there are the first and the last one;
// nil for nothing.  It is what is true now: a record that was changed again since is reported as it is, and once
// more when that entry is read.  The request is one of the caller, as Read has it.
//
// The error is that of query.SyncExpired where the log does not say whether the caller could see a record that is
// gone, as entries of release 1.2.0 do not.
func (v View) Message(r *request.Request, res *model.Resource, first, last audit.Entry) (*Message, error) {
	before := v.CouldSee(res, first.Was)
	m := Message{Resource: res.Name, Record: last.Record, At: last.At}
	if err := v.represent(r, res, &m); err != nil {
		return nil, err
	}
	unknown := first.Change == "" && first.Action != audit.ActionCreated // Release 1.2.0 does not say what was.
	switch {
	case m.Data == nil && before:
		if known, err := v.wasKnown(r, res, last); err != nil || !known {
			return nil, err
		}
		m.Type = Deleted
		var err error
		if m.Data, err = json.Marshal(map[string]int64{"id": last.Record}); err != nil {
			return nil, err
		}
	case m.Data == nil && unknown:
		return nil, query.SyncExpired()
	case m.Data == nil:
		return nil, nil
	case before || unknown:
		m.Type = Updated
	default:
		m.Type = Created
	}
	m.Type = res.Name + "." + m.Type
	return &m, nil
}

// represent gives a message the record as the API shows it to the caller; nothing for a record that does not exist
// for such a caller, or that lists leave out.
func (v View) represent(r *request.Request, res *model.Resource, m *Message) error {
	rec, err := v.Records.Reads.Read(r, res, query.Key{ID: m.Record})
	if refused := apierror.As(err); refused != nil && refused.Status < http.StatusInternalServerError {
		return nil
	}
	if err != nil {
		return err
	}
	if !v.CouldSee(res, mutate.SnapshotOf(rec).Was()) {
		return nil
	}
	if m.Data, err = v.Records.Show(r, rec).JSON(); err != nil {
		return err
	}
	m.Thin, err = json.Marshal(struct {
		ID      int64  `json:"id"`
		Version int64  `json:"version"`
		URL     string `json:"url"`
	}{m.Record, rec.Common().Version, r.Env.Deployment.RecordURL(res.Plural, m.Record)})
	return err
}

// wasKnown reports whether the caller knew a record that is gone and that callers could read. Some do not know a
// term that only records have which they do not see: the change that has deleted it names these.
func (v View) wasKnown(r *request.Request, res *model.Resource, gone audit.Entry) (bool, error) {
	if !res.Term || r.Scope().KnowsTerms(res) {
		return true, nil
	}
	if gone.Action != audit.ActionDeleted {
		return false, nil
	}
	entries, err := audit.OfChange(r.Context(), r.Reader(), gone.Change)
	if err != nil {
		return false, err
	}
	unseen := false
	for _, e := range entries {
		source := v.Records.Env.Resource(e.Resource)
		if source == nil || !hadLink(source, res, e, gone.Record) {
			continue
		}
		if v.CouldSee(source, e.Was) {
			return true, nil
		}
		unseen = true
	}
	return !unseen, nil
}

// hadLink reports whether a record linked to another one before an entry.
func hadLink(source, target *model.Resource, e audit.Entry, id int64) bool {
	return slices.ContainsFunc(source.Links, func(l *model.Link) bool {
		return l.Target == target && slices.Contains(e.Patch.Links[l.Name], id)
	})
}
