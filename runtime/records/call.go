package records

import (
	"context"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/outbox"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Call is for whom Go code reads and writes records, and in which transaction.  It follows the
// rules of requests: validation, permissions, hooks, the audit log and caches are the same.
// Generated functions, such as generated.Events, give it the types of a resource.
type Call struct {
	service *Service
	request *request.Request
}

// NewCall returns a call by a request, such as that of a handler of httpapi.Handle.
func (s *Service) NewCall(r *request.Request) Call { return Call{s, r} }

// System returns a call of the program itself, which may do everything.  The audit log has it
// under the name, such as "no-shows".
func (s *Service) System(ctx context.Context, name string) Call {
	return Call{s, s.Env.NewRequest(ctx, auth.Caller{})}.AsSystem(name)
}

// In returns a call of a hook: it has the caller of the write that the hook belongs to, is a part
// of its transaction, and of its dry run.  After an error of a write by it nothing of that one is kept
// either.  A hook changes its own record by Next, or in AfterSave by a call.
func In(m *mutate.Mutation) Call {
	r := m.Env.NewRequest(m.Context(), m.Caller).Within(m.Context(), m.Transaction)
	r.Now, r.Dry, r.Language = m.Now, m.Dry, m.Language
	return Call{m.Service().(*Service), r}
}

// Context returns the context of the call.
func (c Call) Context() context.Context { return c.request.Context() }

// Caller returns who calls.
func (c Call) Caller() auth.Caller { return c.request.Caller }

// Now returns the time of the call, by the clock of the service.
func (c Call) Now() time.Time { return c.request.Now }

// Query reads by SQL, in the transaction of the call, else from the primary: permissions do not count.  Values
// are $1, $2 and so on, as in [mutate.Mutation.Lock].
func (c Call) Query(s store.Statement) error {
	if c.request.Transaction != nil {
		return c.request.Transaction.Query(c.Context(), s)
	}
	return c.service.Env.Store.Primary().Query(c.Context(), s)
}

// DryRun reports whether nothing of the call is kept.
func (c Call) DryRun() bool { return c.request.Dry }

// AsSystem returns the call as one of the program itself: permissions of the caller do not count.
// The audit log has the name in the place of the caller's.
func (c Call) AsSystem(name string) Call {
	r := *c.request
	r.Caller = auth.Caller{Name: name, Role: auth.RoleAdministrator, AuthDisabled: true}
	return Call{c.service, &r}
}

// Transaction runs do in one transaction: what its call reads and writes belongs together and is
// kept as a whole, or not at all after an error of do or of a write.  It may run again from its
// start, so do must leave no traces outside of it: other systems are reached by the outbox.
func (c Call) Transaction(do func(Call) error) error {
	return c.service.Writes.Transaction(c.request, func(r *request.Request) error { return do(Call{c.service, r}) })
}

// Later adds an entry to the outbox, in the transaction of the call: the handler of the topic gets
// it at least once after the commit and after at.  It waits for no other entry, and holds none
// back.  The payload becomes JSON.
func (c Call) Later(at time.Time, topic string, payload any) error {
	return c.service.Writes.Transaction(c.request, func(r *request.Request) error {
		return outbox.AddLater(r.Transaction, at, topic, payload, r.Now)
	})
}

// Typed are the operations of a call on the records of one resource: R is the record, V what
// responses show of it, B the body of writes.
type Typed[R model.Record, V, B any] struct {
	call     Call
	resource *model.Resource
	body     func(*B) mutate.Body
}

// NewTyped returns the operations of a call on a resource.  Generated code calls it.
func NewTyped[R model.Record, V, B any, P interface {
	*B
	mutate.Input[R]
}](c Call, k *model.Resource) Typed[R, V, B] {
	return Typed[R, V, B]{c, k, func(b *B) mutate.Body { return mutate.BodyOf[R](P(b)) }}
}

// One is a record and what responses show of it, to this caller.
type One[R model.Record, V any] struct {
	Record R
	View   V
}

// Get returns the record with the ID if the caller may read it; the error is the 404 of the
// resource when there is none.
func (t Typed[R, V, B]) Get(id int64) (One[R, V], error) {
	return one[R, V](t.call.service.Get(t.call.fresh(), t.resource, Key{ID: id}))
}

// GetBySlug is Get by the slug of a post or term.
func (t Typed[R, V, B]) GetBySlug(slug string) (One[R, V], error) {
	return one[R, V](t.call.service.Get(t.call.fresh(), t.resource, SlugKey(slug)))
}

// List returns a page of the records that the caller may read, and the number of records on all
// pages.  The parameters are those of the route, such as *generated.EventList.
func (t Typed[R, V, B]) List(params ListParams) (page []One[R, V], total int64, err error) {
	found, err := t.call.service.List(t.call.fresh(), t.resource, params, ListOptions{})
	if err != nil {
		return nil, 0, err
	}
	for _, r := range found.Records {
		page = append(page, One[R, V]{r.Record.(R), r.View.(V)})
	}
	return page, found.Total, nil
}

// All returns every record of a list that the caller may read, in its order; what the parameters say of
// pages does not count.  All are in memory: a program that expects more than some thousand reads pages.
func (t Typed[R, V, B]) All(params ListParams) (all []One[R, V], err error) {
	for page := int64(1); ; page++ {
		found, err := t.call.service.List(t.call.fresh(), t.resource, numbered{params, page},
			ListOptions{PageSize: request.MaxInternalPage})
		if err != nil {
			return nil, err
		}
		for _, one := range found.Records {
			all = append(all, One[R, V]{one.Record.(R), one.View.(V)})
		}
		if page >= found.Pages {
			return all, nil
		}
	}
}

// numbered is the page of a list with a number.
type numbered struct {
	ListParams
	page int64
}

// Filter implements ListParams.
func (n numbered) Filter(ctx context.Context, q *filter.Query) {
	n.ListParams.Filter(ctx, q)
	filter.Page(q, param.Of(n.page))
}

// Create makes a record.
func (t Typed[R, V, B]) Create(body B) (One[R, V], error) {
	return one[R, V](t.call.service.Create(t.call.fresh(), t.resource, t.body(&body)))
}

// Update changes the fields that the body has, and leaves the others as they are.
func (t Typed[R, V, B]) Update(id int64, body B) (One[R, V], error) {
	return one[R, V](t.call.service.Update(t.call.fresh(), t.resource, Key{ID: id}, t.body(&body)))
}

// Delete moves a post to the trash and deletes other records permanently.  It returns the record
// as it is in the trash, or as it was.
func (t Typed[R, V, B]) Delete(id int64) (One[R, V], error) {
	return one[R, V](t.call.service.Delete(t.call.fresh(), t.resource, Key{ID: id}))
}

// DeletePermanently deletes a record, also a post, and returns it as it was.
func (t Typed[R, V, B]) DeletePermanently(id int64) (One[R, V], error) {
	r := t.call.fresh()
	r.Force = true
	return one[R, V](t.call.service.Delete(r, t.resource, Key{ID: id}))
}

// Act performs an action on the record with the ID.  Generated code calls it.
func Act[R model.Record, V any](c Call, k *model.Resource, id int64, in mutate.Input[R]) (One[R, V], error) {
	return one[R, V](c.service.Update(c.fresh(), k, Key{ID: id}, mutate.BodyOf(in)))
}

// fresh returns the request of one operation: it has nothing that another request sent, such as
// parameters or conditions.  Callers read the content of what they may edit.
func (c Call) fresh() *request.Request {
	of := c.request
	r := of.Env.NewRequest(of.Context(), of.Caller).Within(of.Context(), of.Transaction)
	r.Now, r.Dry, r.Language, r.Aside, r.EditContext = of.Now, of.Dry, of.Language, of.Aside, true
	return r
}

// one returns the result of an operation on one record.
func one[R model.Record, V any](found *Record, err error) (One[R, V], error) {
	if err != nil {
		return One[R, V]{}, err
	}
	return One[R, V]{found.Record.(R), found.View.(V)}, nil
}
