package baseline

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"almanac/runtime/text"
)

// The paths beside those of the API.
const (
	// Counting is the prefix under which lists count each time.
	Counting = "/counting"
	// SelectOne answers when the database has answered SELECT 1.
	SelectOne = "/select-1"
	// Constant answers a page that was made before.
	Constant = "/constant"
)

// server answers requests.
type server struct {
	db       database
	counts   counts
	terms    termCounts
	zones    zones
	buffers  sync.Pool
	constant []byte
	next     atomic.Int64
	begun    string // Part of slugs: no two runs make the same.
}

// NewHandler opens the database and returns the handler of the baseline, and what
// ends it.
func NewHandler(ctx context.Context, url string, o Options) (http.Handler, func(), error) {
	db, err := open(ctx, url, o)
	if err != nil {
		return nil, nil, err
	}
	s := &server{db: db, begun: strconv.FormatInt(time.Now().UnixNano(), 36)}
	s.terms.of = map[int64]*atomic.Int64{}
	s.buffers.New = func() any { b := make([]byte, 0, 128<<10); return &b }
	if err := s.load(ctx); err != nil {
		db.close()
		return nil, nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+SelectOne, s.selectOne)
	mux.HandleFunc("GET "+Constant, func(w http.ResponseWriter, _ *http.Request) { send(w, http.StatusOK, s.constant) })
	mux.HandleFunc("GET "+Root+"/events", s.list)
	mux.HandleFunc("GET "+Counting+Root+"/events", s.list)
	mux.HandleFunc("GET "+Root+"/events/{id}", s.get)
	mux.HandleFunc("POST "+Root+"/events", s.create)
	return mux, db.close, nil
}

// load reads what the server keeps in memory.
func (s *server) load(ctx context.Context) error {
	err := errors.Join(s.db.spans(ctx, s.counts.load), s.db.termCounts(ctx, s.terms.load))
	if err != nil {
		return err
	}
	s.counts.sort()
	s.constant, err = s.page(ctx, nil, s.window(nil))
	return err
}

func send(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h["Content-Type"] = []string{"application/json; charset=UTF-8"}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	_, _ = w.Write(body) // The client may be gone.
}

// fail answers what went wrong.
func fail(w http.ResponseWriter, err error) {
	slog.Error("baseline", "error", err)
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

// answer sends what make appends to a pooled buffer.
func (s *server) answer(w http.ResponseWriter, status int, make func([]byte) ([]byte, error)) {
	buffer := s.buffers.Get().(*[]byte)
	defer s.buffers.Put(buffer)
	body, err := make((*buffer)[:0])
	if err != nil {
		fail(w, err)
		return
	}
	*buffer = body
	send(w, status, body)
}

func (s *server) selectOne(w http.ResponseWriter, r *http.Request) {
	if err := s.db.selectOne(r.Context()); err != nil {
		fail(w, err)
		return
	}
	send(w, http.StatusOK, []byte(`{"answer":1}`))
}

// window reads what a list is asked for; the default is the next two years.
func (s *server) window(r *http.Request) Window {
	now := time.Now().UTC()
	w := Window{
		Start: now.Format(time.DateOnly) + " 00:00:00", End: now.AddDate(0, 24, 0).Format(time.DateOnly) + " 23:59:59",
		Page: 1,
	}
	if r == nil {
		return w
	}
	w.Counting = strings.HasPrefix(r.URL.Path, Counting)
	if r.URL.RawQuery == "" {
		return w
	}
	q := r.URL.Query()
	w.Start, w.End = firstOf(q.Get("start_date"), w.Start), firstOf(q.Get("end_date"), w.End)
	if n, err := strconv.ParseInt(q.Get("page"), 10, 64); err == nil {
		w.Page = n
	}
	w.Category, _ = strconv.ParseInt(q.Get("categories"), 10, 64) // 0 for none.
	if words := q.Get("search"); words != "" {
		w.Search = strings.Fields(text.Fold(words))
	}
	return w
}

func (s *server) list(w http.ResponseWriter, r *http.Request) {
	window := s.window(r)
	s.answer(w, http.StatusOK, func(b []byte) ([]byte, error) { return s.page(r.Context(), b, window) })
}

// events returns the events of a page with their links, and how many there are
// on all pages.
func (s *server) events(ctx context.Context, w Window) (list []*Event, total int64, err error) {
	if len(w.Search) > 0 {
		list, total, err = s.db.search(ctx, w)
	} else {
		known := false
		if !w.Counting && w.Category == 0 {
			total, known = s.counts.in(w.Start, w.End)
		}
		var counted int64
		if list, counted, err = s.db.list(ctx, w, !known); !known {
			total = counted
		}
	}
	if err != nil {
		return nil, 0, err
	}
	return list, total, attach(ctx, s.db, list)
}

// page appends a page of a list.
func (s *server) page(ctx context.Context, b []byte, w Window) ([]byte, error) {
	list, total, err := s.events(ctx, w)
	if err != nil {
		return nil, err
	}
	b = append(b, `{"events":[`...)
	for i, e := range list {
		if i > 0 {
			b = append(b, ',')
		}
		s.complete(e)
		b = e.append(b, false)
	}
	pages := (total + perPage - 1) / perPage
	b = w.link(append(b, `],"rest_url":`...), w.Page)
	if w.Page < pages {
		b = w.link(append(b, `,"next_rest_url":`...), w.Page+1)
	}
	if w.Page > 1 {
		b = w.link(append(b, `,"previous_rest_url":`...), w.Page-1)
	}
	return append(number(number(b, `,"total":`, total), `,"total_pages":`, pages), '}'), nil
}

// complete adds to an event what is kept in memory.
func (s *server) complete(e *Event) {
	e.location = s.zones.of(e.Zone)
	s.terms.fill(e.Categories)
	s.terms.fill(e.Tags)
}

// link appends the address of a page of the window.
func (w Window) link(b []byte, page int64) []byte {
	b = append(b, `"`+rest+`/events/?per_page=12&start_date=`...)
	b = append(append(append(b, w.Start...), "&end_date="...), w.End...)
	return append(strconv.AppendInt(append(b, "&status=publish&page="...), page, 10), '"')
}

func (s *server) get(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	s.single(w, r, http.StatusOK, id, true)
}

// single answers one event, described for search engines as well or not.
func (s *server) single(w http.ResponseWriter, r *http.Request, status int, id int64, described bool) {
	e, err := s.db.get(r.Context(), id)
	switch {
	case err != nil:
		fail(w, err)
	case e == nil:
		http.NotFound(w, r)
	default:
		s.complete(e)
		s.answer(w, status, func(b []byte) ([]byte, error) { return e.append(b, described), nil })
	}
}

func (s *server) create(w http.ResponseWriter, r *http.Request) {
	var d Draft
	if err := json.NewDecoder(r.Body).Decode(&d); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	slug := "baseline-" + s.begun + "-" + strconv.FormatInt(s.next.Add(1), 10)
	id, err := s.db.create(r.Context(), &d, slug, rand.Int64N(16)) //nolint:gosec // It spreads writers over rows.
	if err != nil {
		fail(w, err)
		return
	}
	s.counts.add(d.Start, d.End)
	s.terms.add(d.Categories)
	s.terms.add(d.Tags)
	s.single(w, r, http.StatusCreated, id, false)
}
