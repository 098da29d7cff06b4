// Changes of all records, page by page.

package client

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// Change is what has happened to one record, as the caller sees it: a record that enters what the caller sees
// is created, one that leaves it deleted.
type Change struct {
	Type      string          `json:"type"` // Such as "RESOURCE.updated"; others are created and deleted.
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"` // The record as it is now; of one that is deleted its ID.
}

// RecordOf reads the record of a change into a struct of its kind, which the resource in Type names.  Of one that
// is deleted it has the ID alone.
//
//	record, err := client.RecordOf[client.RESOURCE](change)
func RecordOf[R any](c Change) (*R, error) {
	record := new(R)
	if err := json.Unmarshal(c.Data, record); err != nil {
		return nil, fmt.Errorf("read the record of %s: %w", c.Type, err)
	}
	return record, nil
}

// ChangePage is a page of changes, the oldest first.  What was changed together is on one page.
type ChangePage struct {
	Received `json:"-"`
	Changes  []Change `json:"changes"`    // None where nothing has changed that the caller sees.
	Token    string   `json:"sync_token"` // Where to go on once all of them are handled.
	More     bool     `json:"more"`       // There is another page now.
}

// Changes returns what has changed since the token of an earlier page, page by page up to now.  "" returns one
// page without changes: its token is that of now.  An error comes last, with a page of nil.  IsGone knows the one
// of a token that has expired: read all lists again after a new token.
//
//	for page, err := range c.Changes(ctx, token) {
//		if err != nil {
//			return err
//		}
//		for _, change := range page.Changes {
//			...
//		}
//		token = page.Token
//	}
func (c core) Changes(ctx context.Context, token string, options ...RequestOption) iter.Seq2[*ChangePage, error] {
	return func(yield func(*ChangePage, error) bool) {
		for more := true; more; {
			page, err := c.changes(ctx, token, options)
			if !yield(page, err) || err != nil {
				return
			}
			token, more = page.Token, page.More
		}
	}
}

// changes returns a page of changes.
func (c core) changes(ctx context.Context, token string, options []RequestOption) (*ChangePage, error) {
	query := url.Values{"changes_since": {token}, "per_page": {"50"}}
	a, err := c.caller.call(ctx, http.MethodGet, changesPath, query, nil, options)
	if err != nil {
		return nil, err
	}
	page, err := read[ChangePage](a)
	if err == nil && page.Token == "" {
		return nil, fmt.Errorf("%s: the service does not say what has changed", a.request)
	}
	return page, err
}

// changesPath is the path of changes of all records.
const changesPath = "/changes"
