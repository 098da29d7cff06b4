package mutate

import (
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/validate"
)

// Engine makes all changes of records: those of requests, of imports, and the
// publication of what is due.
type Engine struct {
	*request.Env
	Hooks []Hook // What hand-written code does around writes, in this order.

	bodies    map[*model.Kind]func() Decoded
	publisher publisher
}

// NewEngine makes an engine that can write nothing yet; the generated Register
// names the bodies.
func NewEngine(e *request.Env, hooks ...Hook) *Engine {
	return &Engine{Env: e, Hooks: hooks, bodies: map[*model.Kind]func() Decoded{}}
}

// Body is what a write sends to records of the type R; generated structs
// implement it.
type Body[R model.Model] interface {
	// Decode reads the fields and notes those of a wrong type; on create also
	// the required ones that are missing.
	Decode(d *param.Decoder, create bool)
	// Check notes values that no record could take, without the store.
	Check(f *validate.Form)
	// Apply changes the record, inside the transaction of the write.
	Apply(c *Change, r R)
	// Repeats reports whether every field that was sent equals the record's.
	Repeats(fresh, stored R) bool
}

// Decoded is a body whose record's type is known to the body alone.
type Decoded interface {
	Decode(d *param.Decoder, create bool)
	Check(f *validate.Form)
	apply(c *Change, m model.Model)
	repeats(fresh, stored model.Model) bool
}

// typedBody is a body of records of one type.
type typedBody[R model.Model] struct{ Body[R] }

func (b typedBody[R]) apply(c *Change, m model.Model) { b.Apply(c, m.(R)) }

func (b typedBody[R]) repeats(fresh, stored model.Model) bool {
	return b.Repeats(fresh.(R), stored.(R))
}

// Accept has the engine write records of a kind from bodies of its own.
func Accept[R model.Model](e *Engine, k *model.Kind, newBody func() Body[R]) {
	e.bodies[k] = func() Decoded { return typedBody[R]{newBody()} }
}

// newBody returns an empty body of a write to records of a kind.
func (e *Engine) newBody(k *model.Kind) Decoded { return e.bodies[k]() }
