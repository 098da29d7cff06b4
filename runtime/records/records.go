package records

import (
	"context"
	"encoding/json"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/auth"
	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// Service runs the operations on records of one deployment.
type Service struct {
	Env    *request.Env
	Reads  *query.Reader  // Reads the rows of lists and records.
	Writes *mutate.Engine // Makes all changes of records.
	// Requests are the places of calls that are worked on; nil for no bound.
	Requests *admission.Limiter

	views map[*model.Resource]func(*views.View, model.Record) any
}

// New returns a service that knows no resources: SetView names them, which the generated
// registration calls.  The hooks run around writes, in their order.
func New(env *request.Env, hooks ...mutate.Hook) *Service {
	s := &Service{
		Env: env, Reads: query.NewReader(env), Writes: mutate.NewEngine(env, hooks...),
		views: map[*model.Resource]func(*views.View, model.Record) any{},
	}
	s.Writes.Service = s
	s.Writes.Represent = func(r *request.Request, m model.Record, written bool) (json.RawMessage, error) {
		return views.Encode(s.view(m, &views.View{Request: r, Single: !written, AfterWrite: written}))
	}
	return s
}

// SetView sets the representation of the records of a resource.
func (s *Service) SetView(k *model.Resource, view func(*views.View, model.Record) any) {
	s.views[k] = view
}

// view returns the representation of a record.
func (s *Service) view(m model.Record, v *views.View) any { return s.views[m.Resource()](v, m) }

// Anonymous returns a call of a page or feed outside the API: it reads what the API shows to
// an anonymous caller, also where everybody may act as the administrator.  What a page
// shows, anybody may see; a protected record is shown without its content.
func (s *Service) Anonymous(ctx context.Context) *request.Request {
	r := s.Env.NewRequest(ctx, auth.Caller{Role: auth.RoleAnonymous})
	r.HideContent, r.ForPage = true, true
	return r
}

// Record is a record as an operation shows it to its caller.
type Record struct {
	model.Record        // Nil for a replayed write.
	View         any    // Representation, such as *generated.EventView; nil for a feed.
	Hidden       bool   // A password protects the record, and View leaves its content out.
	Change       string // ID of the change that a write made; "" for none.
	// Replayed is the response to a write that was made before with the same idempotency
	// key; nil for all else.
	Replayed *request.StoredResponse
}

// JSON returns the representation as responses have it.
func (r *Record) JSON() (json.RawMessage, error) {
	if r.Replayed != nil {
		return json.RawMessage(r.Replayed.Body), nil
	}
	return views.Encode(r.View)
}

// Language returns the language of the record, "" where the deployment knows none.
func (r *Record) Language() string { return model.LanguageOf(r.Record) }

// Page is one page of a list.
type Page struct {
	Records  []Record
	Total    int64  // Records on all pages.
	Pages    int64  // Number of pages; 0 when there are no records.
	Self     string // Address of the page.
	Next     string // "" on the last page.
	Previous string // "" on the first page.
	// Stream is a long feed, of which Records has nothing: it is read as it is sent, and has
	// to be ended.  Nil for other pages.
	Stream *query.FeedStream
	Sync   *query.Sync // Of a sync; nil for other pages.
}

// Views returns the representations of the records, which have the type V.
func Views[V any](p *Page) []V {
	list := make([]V, 0, len(p.Records))
	for i := range p.Records {
		list = append(list, p.Records[i].View.(V))
	}
	return list
}

// show returns a record with its representation.
func (s *Service) show(m model.Record, v *views.View) Record {
	one := Record{Record: m}
	if v.Feed == nil {
		one.View = s.view(m, v)
	}
	if p, ok := m.(model.PostRecord); ok {
		one.Hidden = v.ContentHidden(m.Resource(), p.AsPost())
	}
	return one
}

// Admit runs an operation once there is room for it among the requests that are worked on; a
// call that has its place already goes on.  Requests are read before that and sent after, so
// that slow clients take no room.
func Admit[T any](s *Service, r *request.Request, run func() (T, error)) (T, error) {
	if s.Requests == nil || r.Aside != nil || r.Transaction != nil {
		return run()
	}
	begun := time.Now()
	leave, err := s.Requests.Enter(r.Context(), 1)
	request.StateOf(r.Context()).Queued += time.Since(begun)
	if err != nil {
		return *new(T), err
	}
	defer func() {
		r.Aside = nil
		leave()
	}()
	r.Aside = func(work func()) error {
		leave()
		leave = func() {} // It may not come back.
		work()
		back, err := s.Requests.Resume(r.Context(), 1)
		if err == nil {
			leave = back
		}
		return err
	}
	return run()
}

// operate is Admit for an operation on records: what has come due is published before.
func operate[T any](s *Service, r *request.Request, run func() (T, error)) (T, error) {
	return Admit(s, r, func() (T, error) {
		if r.Transaction == nil {
			if err := s.Writes.PublishDue(r.Context(), r.Now); err != nil {
				return *new(T), err
			}
		}
		return run()
	})
}

// Create makes a record from a body.
func (s *Service) Create(r *request.Request, k *model.Resource, body mutate.Body) (*Record, error) {
	return s.write(r, func() (mutate.Result, error) { return s.Writes.Create(r, k, body) })
}

// Update changes the fields that a body has, and leaves the others as they are.
func (s *Service) Update(r *request.Request, k *model.Resource, key Key, body mutate.Body) (*Record, error) {
	return s.write(r, func() (mutate.Result, error) { return s.Writes.Update(r, k, key, body) })
}

// Delete moves a post to the trash, or deletes it permanently with the parameter force;
// other records are deleted permanently.
func (s *Service) Delete(r *request.Request, k *model.Resource, key Key) (*Record, error) {
	return s.write(r, func() (mutate.Result, error) { return s.Writes.Delete(r, k, key) })
}

// write runs a write.  The file of the call is stored first; its row is written in the
// transaction of the record, and the files are removed when there is none.
func (s *Service) write(r *request.Request, run func() (mutate.Result, error)) (*Record, error) {
	return operate(s, r, func() (_ *Record, err error) {
		if r.Upload != nil {
			if err := images.Store(r); err != nil {
				return nil, err
			}
			defer func() { images.DiscardUploaded(r, err) }()
		}
		result, err := run()
		if err != nil {
			return nil, err
		}
		if result.Replayed != nil {
			return &Record{Replayed: result.Replayed}, nil
		}
		one := s.show(result.Record, &views.View{Request: r, AfterWrite: true})
		one.Change = result.Change
		return &one, nil
	})
}

// Bulk runs write in one transaction in which user is the author of what names none: imports
// and demonstration data go through it.  See mutate.Engine.Bulk.
func (s *Service) Bulk(ctx context.Context, user int64, write func(*mutate.BulkWriter) error) error {
	return s.Writes.Bulk(ctx, user, write)
}
