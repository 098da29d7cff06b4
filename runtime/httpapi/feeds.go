package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"

	"almanac/runtime/coding"
	"almanac/runtime/etag"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// Feed has lists and records of a resource sent in the formats of model.Resource.Feeds too.
func Feed(a *API, k *model.Resource, writer request.NewFeedWriter) { a.feeds[k] = writer }

// SendFeed sends a list of a resource as the response of a page (API.Pages): what an anonymous
// caller reads with the parameters, of which format names a feed.  in is the input of the
// list, which they fill.  The response is not cached under the address of the page, which may
// stand for another list on another day, or once records have changed.
func (a *API) SendFeed(
	w http.ResponseWriter, r *http.Request, k *model.Resource, params url.Values, in records.ListParams,
	o records.ListOptions,
) {
	out := responseOf(w)
	if out == nil {
		panic("httpapi: SendFeed to a response that is not of a page") // A programming error.
	}
	out.listed, out.cacheKey = false, ""
	asked := *r
	asked.URL = &url.URL{RawQuery: params.Encode()}
	call := a.Records.Anonymous(r.Context())
	call.ForPage = false // Linked records are as the API encodes them.
	d, err := records.Admit(a.Records, call, func() (delivery, error) {
		values, err := param.Read(&asked, a.Env.Limits)
		if err != nil {
			return delivery{}, err
		}
		call.SetValues(values)
		Decode(call, in)
		_, d, err := a.list(&asked, call, k, in, o)
		return d, err
	})
	if err != nil {
		writeError(out, a.APIError(r, err))
		out.body.WriteByte('\n') // As Huma ends the errors of operations.
		return
	}
	out.delivery = d
	out.setListHeaders(call)
	out.WriteHeader(http.StatusOK)
}

// feedDocument is a response that is not the JSON of its operation.
type feedDocument struct {
	mediaType   string // Value of Content-Type.
	disposition string // Value of Content-Disposition; "" for none.
	body        []byte // Nil for one that is sent in parts.
}

// setHeader sets the header of a response that is the document.
func (d *feedDocument) setHeader(h http.Header) {
	h.Set("Content-Type", d.mediaType)
	if d.disposition != "" {
		h.Set("Content-Disposition", d.disposition)
	}
}

// newFeedDocument returns a feed of records without its body.
func newFeedDocument(r *request.Request, k *model.Resource) *feedDocument {
	return &feedDocument{
		mediaType:   r.Feed.MediaType + "; charset=utf-8",
		disposition: mime.FormatMediaType(r.Feed.Disposition, map[string]string{"filename": k.Plural + r.Feed.Extension}),
	}
}

// writeFeed returns a feed of the records, in the format of the call.
func writeFeed(r *request.Request, k *model.Resource, self string, list ...records.Record) (*feedDocument, error) {
	rows := make([]model.Record, len(list))
	for i := range list {
		rows[i] = list[i].Record
	}
	var body bytes.Buffer
	if err := r.Feed.Begin(&body, self, rows); err != nil {
		return nil, err
	}
	if err := r.Feed.End(); err != nil {
		return nil, err
	}
	d := newFeedDocument(r, k)
	d.body = body.Bytes()
	return d, nil
}

// sendFeed sends a feed in batches.  While a client reads slowly, the server buffers
// one encoded batch, but no records, no database connection and no slot for
// expensive reads.  It returns false when the response is another one, such as an
// error.  If a batch fails, the connection is aborted, so that the client does not
// take a part for the whole feed.
func (a *API) sendFeed(w *bufferedResponse, r *http.Request) bool {
	s := w.stream
	if s == nil || w.status < 200 || w.status >= 300 {
		return false
	}
	h := w.Header()
	if w.varies {
		h.Add("Vary", "Accept")
	}
	h.Add("Vary", "Accept-Encoding")
	if s.Tag != "" {
		h.Set("ETag", s.Tag)
	}
	w.setLocation(h)
	if had := etag.TagsOf(r.Header, "If-None-Match"); had != nil && had.Match(s.Tag) {
		w.notModified()
		return true
	}
	newFeedDocument(s.Request, s.Resource).setHeader(h)
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

// notModified sends a 304 with the header fields that caches need.
func (w *bufferedResponse) notModified() {
	for name := range w.head {
		if name != "Etag" && name != "Vary" && name != "Content-Location" {
			delete(w.head, name)
		}
	}
	merge(w.ResponseWriter.Header(), w.head)
	w.ResponseWriter.WriteHeader(http.StatusNotModified)
}

// writeBatches sends the first batch, which has been read, then reads and sends the
// others.  One batch is in memory at a time, encoded, until the client has received
// it.
func (a *API) writeBatches(w *bufferedResponse, r *http.Request, s *query.FeedStream, how coding.Coding) error {
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
	*s.Request = *s.Request.WithContext(bounded.Context()) // The writer of the feed has it, too.
	if s.Request.Snapshot != nil {
		s.Request.Snapshot = a.Env.Store.SnapshotReader() // Each batch is of a snapshot of its own.
	}
	return do()
}

// flush sends the buffered body.
func (w *bufferedResponse) flush() error {
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
