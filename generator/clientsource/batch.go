// Several writes at once.

package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// BatchRequest is one write of a batch.
type BatchRequest struct {
	Method  string `json:"method"`
	Path    string `json:"path"`               // Below the API, with a query if need be.
	Body    any    `json:"body,omitempty"`     // Fields of the record; nil for none.
	IfMatch string `json:"if_match,omitempty"` // ETag that the record has to have; "" for any.
}

// BatchResponse is the response to one write of a batch.
type BatchResponse struct {
	Status   int             `json:"status"`
	Location string          `json:"location"` // URL of a new record.
	ETag     string          `json:"etag"`
	Body     json.RawMessage `json:"body"` // The record; empty with Minimal.
}

// Batch makes up to 100 writes in their order, all of them or none.  Of the first that fails, the
// *Error has the status, and its number as Index.
func (c core) Batch(
	ctx context.Context, requests []BatchRequest, options ...RequestOption,
) ([]BatchResponse, error) {
	a, err := c.caller.call(ctx, http.MethodPost, "/batch", nil, map[string]any{"requests": requests}, options)
	if err != nil {
		return nil, err
	}
	all, err := read[struct {
		Responses []BatchResponse `json:"responses"`
	}](a)
	if err != nil {
		return nil, err
	}
	return all.Responses, nil
}

// Earlier names the record of an earlier request of the batch, of which the first is 1.
func Earlier[F any](n int) Ref[F] { return Ref[F]{fmt.Sprintf("$%d.id", n)} }
