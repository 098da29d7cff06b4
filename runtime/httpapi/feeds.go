package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"

	"almanac/runtime/coding"
	"almanac/runtime/etag"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
)

// Feed has lists and records of a resource answered in the formats of
// model.Resource.Feeds too.
func Feed(a *API, k *model.Resource, writer request.NewFeedWriter) { a.bindingsOf(k).feed = writer }

// newDocument returns a feed of records without its body.
func newDocument(r *request.Request, k *model.Resource) *request.Document {
	return &request.Document{
		Type:        r.Feed.MediaType + "; charset=utf-8",
		Disposition: mime.FormatMediaType(r.Feed.Disposition, map[string]string{"filename": k.Plural + r.Feed.Extension}),
	}
}

// writeFeed sets the response body to a feed of the records, in the format of the
// request.
func (a *API) writeFeed(r *request.Request, k *model.Resource, records []model.Record, self string) error {
	var body bytes.Buffer
	if err := r.Feed.Begin(&body, self, records); err != nil {
		return err
	}
	if err := r.Feed.End(); err != nil {
		return err
	}
	r.State.Feed = newDocument(r, k)
	r.State.Feed.Body = body.Bytes()
	return nil
}

// sendFeed sends a feed in batches.  While a client reads slowly, the server buffers
// one encoded batch, but no records, no database connection and no slot for
// expensive reads.  It returns false when the response is another one, such as an
// error.  If a batch fails, the connection is aborted, so that the client does not
// take a part for the whole feed.
func (a *API) sendFeed(w *response, r *http.Request, x *request.State) bool {
	if w.status < 200 || w.status >= 300 {
		return false
	}
	s, ok := x.Stream.(*query.FeedStream)
	if !ok {
		return false
	}
	h := w.Header()
	if x.Varies {
		h.Add("Vary", "Accept")
	}
	h.Add("Vary", "Accept-Encoding")
	if s.Tag != "" {
		h.Set("ETag", s.Tag)
	}
	if had, sent := etag.TagsOf(r.Header, "If-None-Match"); sent && had.Match(s.Tag) {
		w.notModified()
		return true
	}
	newDocument(s.Request, s.Kind).Describe(h)
	how := coding.PreferredCoding(r.Header["Accept-Encoding"])
	if how != coding.Identity {
		h.Set("Content-Encoding", how.String())
	}
	merge(w.ResponseWriter.Header(), h)
	w.ResponseWriter.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return true
	}
	if err := a.writeBatches(w, r, s, how); err != nil {
		a.Env.Log.WarnContext(r.Context(), "feed aborted", "records_left", len(s.Rest), "error", err)
		abort(w.ResponseWriter, r)
	}
	return true
}

// notModified sends a 304 with the header fields that caches need: ETag and Vary.
func (w *response) notModified() {
	for name := range w.head {
		if name != "Etag" && name != "Vary" {
			delete(w.head, name)
		}
	}
	merge(w.ResponseWriter.Header(), w.head)
	w.ResponseWriter.WriteHeader(http.StatusNotModified)
}

// writeBatches sends the first batch, which has been read, then reads and sends the
// others.  One batch is in memory at a time, encoded, until the client has received
// it.
func (a *API) writeBatches(w *response, r *http.Request, s *query.FeedStream, how coding.Coding) error {
	w.body.Reset()
	coded := a.coders.Writer(how, &w.body)
	defer coded.GiveBack()
	out := s.Request.Feed
	err := runFeedBatch(s, a, r, func() error {
		defer s.Release()
		return out.Begin(coded, s.Self, s.Records)
	})
	for err == nil && len(s.Rest) > 0 {
		if err = w.flush(); err != nil {
			return err
		}
		err = runFeedBatch(s, a, r, func() error {
			if err := s.Next(); err != nil {
				return err
			}
			defer s.Release()
			return out.Add(s.Records)
		})
	}
	if err == nil {
		err = out.End()
	}
	if err == nil {
		err = coded.Close()
	}
	if err == nil {
		err = w.flush()
	}
	return err
}

// runFeedBatch waits for a slot of the limiter for expensive reads, then runs do
// within the time limit of a request.
func runFeedBatch(s *query.FeedStream, a *API, r *http.Request, do func() error) error {
	bounded, cancel := a.admission.Bounded(r)
	defer cancel()
	leave, err := a.Env.Expensive.Resume(bounded.Context(), query.ScanWeight)
	if err != nil {
		return fmt.Errorf("wait for room: %w", context.Cause(bounded.Context()))
	}
	defer leave()
	s.Request.HTTP = bounded
	if s.Request.Snapshot != nil {
		s.Request.Snapshot = a.Env.Store.SnapshotReader() // Each batch is of a snapshot of its own.
	}
	return do()
}

// flush sends the buffered body.
func (w *response) flush() error {
	_, err := w.ResponseWriter.Write(w.body.Bytes())
	w.body.Reset()
	return err
}

// abort breaks the connection of a response that has begun.  With HTTP/1.1 and
// HTTP/2 the end of the response is missing then.  A response in HTTP/1.0 ends where
// the connection does, so that one is reset.
func abort(w http.ResponseWriter, r *http.Request) {
	if !r.ProtoAtLeast(1, 1) {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			reset(conn)
		}
	}
	panic(http.ErrAbortHandler)
}

// reset closes a connection so that its other end gets an error instead of an
// end.
func reset(conn io.Closer) {
	var inner any = conn
	for inner != nil {
		if tcp, ok := inner.(interface{ SetLinger(sec int) error }); ok {
			_ = tcp.SetLinger(0) // It is closed in any case.
			break
		}
		wrapped, ok := inner.(interface{ NetConn() net.Conn })
		if !ok {
			break
		}
		inner = wrapped.NetConn()
	}
	_ = conn.Close() // There is nobody to tell.
}
