package changefeed

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/changes"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// How the log is read for streams.
const (
	// interval is how often.  It is the latency of changes that this process makes and of those of others: nothing
	// has to tell processes of a change.
	interval = 200 * time.Millisecond
	batch    = 200 // Entries that are read at once.
)

// Streams sends changes to all clients that listen, and reads the log once for them, as long as there are any.
type Streams struct {
	records *records.Service
	limit   *admission.SenderLimit

	mu      sync.Mutex
	open    map[*Stream]bool
	joining map[*Stream]chan<- joined
	wake    chan struct{} // Has an element when a stream joins, or all end.
	running bool
	ended   bool
	keys    changes.Keys
	at      place
}

// place is how far all open streams have got what changes.
type place struct {
	point changes.Point
	epoch string
}

// joined is what a stream that joins the others gets first.
type joined struct {
	at  place
	err error
}

// NewStreams returns the streams of a service.
func NewStreams(s *records.Service) *Streams {
	return &Streams{
		records: s, limit: admission.NewStreamLimit(s.Env.Admission), open: map[*Stream]bool{},
		joining: map[*Stream]chan<- joined{}, wake: make(chan struct{}, 1),
	}
}

// Limit returns the limit of streams, nil for none.
func (s *Streams) Limit() *admission.SenderLimit { return s.limit }

// End ends all streams, and those that are still to come.
func (s *Streams) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for x := range s.open {
		x.end()
	}
	s.rouse()
}

// rouse has the log read now.
func (s *Streams) rouse() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// join has a stream get what comes after a place, and returns that.
func (s *Streams) join(ctx context.Context, x *Stream) (place, error) {
	ready := make(chan joined, 1)
	s.mu.Lock()
	if s.ended {
		s.mu.Unlock()
		return place{}, apierror.New(http.StatusServiceUnavailable, apierror.CodeUnavailable,
			"The service is at capacity. Try again in a moment.").WithRetryAfter(time.Second)
	}
	s.joining[x] = ready
	if !s.running {
		s.running = true
		go s.run(context.Background()) //nolint:contextcheck,gosec // It outlives the request that is the first one.
	}
	s.rouse()
	s.mu.Unlock()
	select {
	case got := <-ready:
		return got.at, got.err
	case <-ctx.Done():
		return place{}, context.Cause(ctx)
	}
}

// forget ends what a stream gets.
func (s *Streams) forget(x *Stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x.closed = true
	delete(s.open, x)
	delete(s.joining, x)
}

// token returns the token of a caller for what all streams have got.
func (s *Streams) token(c auth.Caller) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	from := s.at.point
	return s.keys.Seal(changes.Token{User: c.User, Role: c.Role, Epoch: s.at.epoch, From: &from})
}

// run reads the log as long as there are streams.
func (s *Streams) run(ctx context.Context) {
	env := s.records.Env
	for {
		s.mu.Lock()
		if len(s.open)+len(s.joining) == 0 {
			s.running = false
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
		if err := s.step(ctx); err != nil {
			env.Log.WarnContext(ctx, "changes not read for streams", "error", err)
		}
		select {
		case <-time.After(interval):
		case <-s.wake:
		}
	}
}

// step sends what has changed since the last one, and lets streams join.
func (s *Streams) step(ctx context.Context) error {
	env := s.records.Env
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if err := s.records.Writes.PublishDue(ctx, env.Clock()); err != nil {
		env.Log.WarnContext(ctx, "scheduled publication failed", "error", err)
	}
	keys, err := changes.KeysOf(ctx, env.Store)
	var here changes.Point
	var cluster string
	if err == nil {
		here, cluster, err = changes.Here(ctx, env.Store, env.Store.Primary(), env.Clock())
	}
	to := place{here, keys.EpochOn(cluster)}
	s.mu.Lock()
	from, list, joining := s.at, make([]*Stream, 0, len(s.open)), s.joining
	for x := range s.open {
		list = append(list, x)
	}
	s.joining = map[*Stream]chan<- joined{}
	s.mu.Unlock()
	if err == nil && len(list) > 0 {
		switch {
		case from.epoch != to.epoch: // Their tokens have expired.
			end(list)
		case from.point.Seen != here.Seen:
			if err = s.distribute(ctx, keys, list, from, to); err != nil {
				end(list) // They come back with the tokens that they have.
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.at, s.keys = to, keys
	}
	for x, ready := range joining {
		if err == nil && !x.closed { // It may have left meanwhile.
			s.open[x] = true
		}
		if s.ended {
			x.end()
		}
		ready <- joined{to, err}
	}
	return err
}

// end ends streams.
func end(list []*Stream) {
	for _, x := range list {
		x.end()
	}
}

// class is what callers have in common who see the same.
type class struct {
	role auth.Role
	user int64
}

// classOf returns the class of a caller.  Who may have records that others do not see is alone in it.
func (s *Streams) classOf(c auth.Caller) class {
	of := class{role: c.Role}
	for _, res := range s.records.Env.Resources {
		access := res.Permissions
		if access.HasStatus() && !access.CanEditOthers(c) && access.CanReadOwnUnpublished(c) ||
			!access.HasStatus() && !access.CanReadAll(c) && access.Owns(c, c.User) {
			of.user = c.User
		}
	}
	return of
}

// distribute sends what has come between two places to streams.
func (s *Streams) distribute(ctx context.Context, keys changes.Keys, list []*Stream, from, to place) error {
	byCaller, classes := map[auth.Caller][]*Stream{}, map[class][]auth.Caller{}
	for _, x := range list {
		c := x.request.Caller
		if byCaller[c] = append(byCaller[c], x); len(byCaller[c]) == 1 {
			classes[s.classOf(c)] = append(classes[s.classOf(c)], c)
		}
	}
	store, last := s.records.Env.Store, audit.Position{}
	for more := true; more; {
		var entries []audit.Entry
		var err error
		entries, more, err = changes.Window{From: from.point, To: to.point}.Entries(ctx, store, store.Primary(), last, batch)
		if err != nil || len(entries) == 0 {
			return err
		}
		last = entries[len(entries)-1].Position()
		s.question(entries, list)
		for _, callers := range classes {
			all, err := see(ctx, View{s.records, callers[0]}, entries)
			if refused := apierror.As(err); refused != nil && refused.Status < 500 { // It has expired for them.
				for _, c := range callers {
					end(byCaller[c])
				}
				continue
			}
			if err != nil {
				return err
			}
			for _, c := range callers {
				token := changes.Token{User: c.User, Role: c.Role, Epoch: to.epoch, From: &from.point, Next: &to.point}
				if err := push(byCaller[c], all, func(at *audit.Position) string {
					token.Behind = at
					return keys.Seal(token)
				}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// question has the credentials of clients asked for again if users or tokens were changed.
func (s *Streams) question(entries []audit.Entry, list []*Stream) {
	for _, e := range entries {
		if e.Resource == auth.AuditUser || e.Resource == auth.AuditToken {
			for _, x := range list {
				x.question()
			}
			return
		}
	}
}

// push sends changes to streams of one caller.
func push(list []*Stream, all []seen, token func(*audit.Position) string) error {
	for _, one := range all {
		chunk, err := one.events(token)
		if err != nil {
			return err
		}
		for _, x := range list {
			x.add(chunk)
		}
	}
	return nil
}

// see returns what a caller sees of entries.
func see(ctx context.Context, v View, entries []audit.Entry) (all []seen, err error) {
	err = v.Read(ctx, func(r *request.Request) error {
		all, err = v.seen(r, entries)
		return err
	})
	return all, err
}

// seen is what a caller sees of one change.
type seen struct {
	messages []Message // At least one.
	last     audit.Position
}

// seen returns what the caller sees of entries.
func (v View) seen(r *request.Request, entries []audit.Entry) ([]seen, error) {
	all := []seen{}
	for _, change := range byChange(entries) {
		messages, err := v.messages(r, change)
		if err != nil {
			return nil, err
		}
		if len(messages) > 0 {
			all = append(all, seen{messages, change[len(change)-1].Position()})
		}
	}
	return all, nil
}

// events returns the change as events of a stream: the last one has the token of the place behind the change, so
// that a client which has read a part of it gets all of it again.
func (c seen) events(token func(*audit.Position) string) ([]byte, error) {
	var b bytes.Buffer
	for i, m := range c.messages {
		body, err := m.JSON()
		if err != nil {
			return nil, err
		}
		if i == len(c.messages)-1 {
			_, _ = fmt.Fprintf(&b, "id: %s\n", token(&c.last)) // A Buffer never fails.
		}
		_, _ = fmt.Fprintf(&b, "data: %s\n\n", body) // As above.
	}
	return b.Bytes(), nil
}
