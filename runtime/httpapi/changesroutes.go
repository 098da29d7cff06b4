package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/accept"
	"almanac/runtime/changefeed"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// eventStream is the media type of Server-Sent Events.
const eventStream = "text/event-stream"

// streamDeadline is how long a client may take to receive what is sent to it.
const streamDeadline = 30 * time.Second

// changesInput has the parameters of the changes of all resources.
type changesInput struct {
	Since   param.Opt[string] `query:"changes_since" doc:"Empty, then the last sync_token. Returns 410 if the token has expired."`
	PerPage param.Opt[int64]  `query:"per_page" default:"10" minimum:"1" maximum:"50" rule:"lenient" doc:"Entries of the log to read. All of a change are read together"`
}

// ChangeList is the response with a page of changes.
type ChangeList struct {
	Changes   []ChangeView `json:"changes" doc:"Changes, oldest first"`
	SyncToken string       `json:"sync_token" doc:"Where the next page begins: the next changes_since"`
	More      bool         `json:"more" doc:"There is another page now"`
}

// ChangeView is a change of one record.
type ChangeView struct {
	Type      string          `json:"type" doc:"What happened, such as event.updated"`
	Timestamp string          `json:"timestamp" format:"date-time" doc:"Time of the change"`
	Data      json.RawMessage `json:"data" doc:"The record as it is now; of a deleted one its ID"`
}

// changesResponse is the response with changes: a page, or a stream.
type changesResponse struct {
	delivery
	Body *ChangeList
}

// RegisterChanges registers the route that tells what changes.
func (a *API) RegisterChanges() {
	list := a.Huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[ChangeList](), true, "ChangeList")
	op := huma.Operation{
		OperationID: "list-changes", Method: http.MethodGet, Path: "/changes", Summary: "List changes of all resources",
		Description: "Returns what changed since a token, in the order of the log, as the caller sees it: a record that " +
			"enters that view is created, one that leaves it deleted. Begin without a token, then send the last " +
			"sync_token. A page may be empty while more is true. Accept: " + eventStream + " returns a stream of " +
			"the same objects as they happen; Last-Event-ID continues it.",
		Tags: []string{"API"}, Errors: []int{http.StatusGone},
		Responses: map[string]*huma.Response{"200": {
			Description: "Changes",
			Content: map[string]*huma.MediaType{
				"application/json": {Schema: list},
				eventStream:        {Schema: &huma.Schema{Type: huma.TypeString, Description: "Server-Sent Events"}},
			},
		}},
	}
	Handle(a, op, nil, func(h *http.Request, r *request.Request, in *changesInput) (*changesResponse, error) {
		out := &changesResponse{delivery: delivery{varies: true}}
		if !request.StateOf(h.Context()).IsNested() && h.Method == http.MethodGet &&
			accept.MediaType(h.Header["Accept"], "application/json", eventStream) == eventStream {
			since := in.Since.Value
			if id := h.Header.Get("Last-Event-ID"); id != "" { // Newer than what the address has.
				since = id
			}
			var err error
			out.live, err = a.Streams.Open(r, since)
			return out, err
		}
		entries := min(in.PerPage.ValueOr(a.Env.Deployment.DefaultPerPage), 50)
		page, err := changefeed.Read(r, a.Records, in.Since.Value, int(entries))
		if err != nil {
			return nil, err
		}
		out.Body = &ChangeList{Changes: make([]ChangeView, 0, len(page.Messages)), SyncToken: page.Token, More: page.More}
		for _, m := range page.Messages {
			out.Body.Changes = append(out.Body.Changes, ChangeView{m.Type, m.At.UTC().Format(time.RFC3339), m.Data})
		}
		return out, nil
	})
}

// sendStream sends a stream of changes until the client leaves or the stream ends. It returns false when the
// response is another one, such as an error.  A stream holds no place among the requests, and no deadline of these
// applies to it.
func (a *API) sendStream(w *bufferedResponse, r *http.Request, x *request.State) bool {
	if w.live == nil || w.status < 200 || w.status >= 300 {
		return false
	}
	w.body = bytes.Buffer{} // It is not needed for as long as the stream lasts.
	h := w.ResponseWriter.Header()
	merge(h, w.head)
	clear(w.head)
	h.Add("Vary", "Accept")
	h.Set("Content-Type", eventStream)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // Else nginx keeps events back.
	control := http.NewResponseController(w.ResponseWriter)
	_ = control.SetReadDeadline(time.Time{}) // That of the request has passed; a recorder in a test has none.
	w.ResponseWriter.WriteHeader(http.StatusOK)
	write := func(p []byte) error {
		_ = control.SetWriteDeadline(time.Now().Add(streamDeadline)) // As above.
		if _, err := w.ResponseWriter.Write(p); err != nil {
			return err
		}
		return control.Flush()
	}
	holds := func(ctx context.Context) bool {
		c, err := a.Env.Authenticate(r.WithContext(ctx))
		return err == nil && c.User == x.Caller.User && c.Role == x.Caller.Role
	}
	if err := w.live.Send(r.Context(), holds, write); errors.Is(err, changefeed.ErrEnded) {
		_ = write([]byte(": the stream ends; go on from the last id\n\n")) // The client may be gone.
	}
	return true
}
