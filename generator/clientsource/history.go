// Former versions, and changes that are taken back.

package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// History is a page of the changes of a record, the newest first.
type History struct {
	Received  `json:"-"`
	Revisions []Revision `json:"history"`
	More      bool       `json:"more"` // There are older ones on the next page.
}

// Revision is one change of a record.
type Revision struct {
	Change  string                 `json:"change"` // ID for Undo; "" for one that cannot be undone.
	At      time.Time              `json:"at"`
	Action  string                 `json:"action"` // What was done, such as "updated".
	Version int64                  `json:"version"`
	User    string                 `json:"user"` // For editors, and for changes of your own.
	Address string                 `json:"client_ip"`
	Note    string                 `json:"note"`
	Known   bool                   `json:"known"` // Former values are known.
	Fields  map[string]FieldChange `json:"fields"`
	Secret  []string               `json:"secret"` // Fields that changed, and whose values are not kept.
}

// FieldChange is a field before and after a change, nil where it had no value.
type FieldChange struct {
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// History returns a page of the changes of a record, of which the first is 1.
func (s *Service[R, P, F]) History(
	ctx context.Context, id, page int64, options ...RequestOption,
) (*History, error) {
	query := url.Values{"page": {strconv.FormatInt(max(page, 1), 10)}}
	a, err := s.caller.call(ctx, http.MethodGet, s.byID(id)+"/history", query, nil, options)
	if err != nil {
		return nil, err
	}
	return read[History](a)
}

// GetAsOf returns a record as it was at an instant.
func (s *Service[R, P, F]) GetAsOf(
	ctx context.Context, id int64, at time.Time, options ...RequestOption,
) (*R, error) {
	return s.Get(ctx, id, append(options[:len(options):len(options)], Query("as_of", at.UTC().Format(time.RFC3339)))...)
}

// Restore writes a former version of a record, and returns it.
func (s *Service[R, P, F]) Restore(
	ctx context.Context, id, version int64, options ...RequestOption,
) (*R, error) {
	return s.one(ctx, http.MethodPost, s.byID(id)+"/restore", map[string]int64{"version": version}, options)
}

// Undone is what taking a change back has done.
type Undone struct {
	Received  `json:"-"`
	Change    string         `json:"change"` // ID by which it can be undone in turn; "" in a dry run.
	Records   []UndoneRecord `json:"records"`
	Conflicts []UndoConflict `json:"conflicts"` // Records that stay as they are.
	Hidden    int64          `json:"hidden"`    // Records among these that the caller cannot see.
}

// UndoneRecord is a record that was changed back.
type UndoneRecord struct {
	Resource string   `json:"resource"`
	ID       int64    `json:"id"`
	Name     string   `json:"name"`
	Action   string   `json:"action"` // reverted, restored, removed or kept.
	Kept     []string `json:"kept"`   // Fields whose former values are not known.
}

// UndoConflict is a record that stays as it is, with the reason.
type UndoConflict struct {
	Resource string        `json:"resource"`
	ID       int64         `json:"id"`
	Name     string        `json:"name"`
	Code     string        `json:"code"`
	Message  string        `json:"message"`
	Since    []LaterChange `json:"since"`
}

// LaterChange is what changed a record since.
type LaterChange struct {
	Change string    `json:"change"`
	At     time.Time `json:"at"`
	Action string    `json:"action"`
	User   string    `json:"user"`
	Fields []string  `json:"fields"`
}

// Undo takes back all that one change has written: Received.Change of a write.  If a record has changed since,
// nothing happens; with partial, the others are changed back.
func (c core) Undo(ctx context.Context, change string, partial bool, options ...RequestOption) (*Undone, error) {
	body := map[string]any{"change": change, "partial": partial}
	a, err := c.caller.call(ctx, http.MethodPost, "/undo", nil, body, options)
	if err != nil {
		return nil, err
	}
	return read[Undone](a)
}
