package mutate

import (
	"context"

	"almanac/runtime/fault"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
	"almanac/runtime/validate"
)

// Change is one write in progress, inside its transaction.  Behaviours note
// what is wrong in Problems and never stop at the first.
type Change struct {
	*request.Request
	Store    store.Writer
	Kind     *model.Kind
	Create   bool
	Problems fault.Params
	Origin   *Origin // Set by an import: facts that a client cannot write.

	engine   *Engine
	html     *longHTML
	written  string                   // Name as it was sent, of which a slug is made.
	err      error                    // First failure of the store; later steps do nothing of worth.
	asked    []question               // What settle has to find out.
	unlocked []store.LockName         // What settle has to lock before.
	held     held                     // What the transaction has locked.
	together *together                // What is asked for many new records at once; nil for a record by itself.
	given    map[string]bool          // Slugs of records that an import is about to insert; nil for none.
	links    map[string][]int64       // Links to save, by link name; absent means unchanged.
	had      map[string][]int64       // Terms that the record had before, by link name; absent where nobody looked.
	seen     map[string][]model.Model // What the links lead to, by link name; absent where it has to be read.
	before   string                   // Status before the change; "" for a new record and for terms.
	carries  []any                    // What each link that carries a column of the record carried before the change.
	record   model.Model              // What is changed.
	inside   *model.Post              // The post that the new record is described in; nil for a record by itself.
	id       int64                    // Drawn for the new record; 0 when it was not.
	counts   *counts
	done     *done

	wasPublic   bool // The post was public before the change.
	linksInline bool // It links to what was made inline.

	language string // Language of the record, inherited by what it creates.
}

// newChange begins a change of a record.
func (e *Engine) newChange(r *request.Request, w store.Writer, k *model.Kind, create bool) *Change {
	return &Change{
		Request: r, engine: e, html: &longHTML{}, Store: w, Kind: k, Create: create, Problems: fault.Params{}, links: map[string][]int64{},
		had: map[string][]int64{}, seen: map[string][]model.Model{}, held: held{}, language: r.Language,
	}
}

// Origin holds what an import keeps of a record's former life.  What is zero
// is decided as for any other write.
type Origin struct {
	ID          int64
	Author      *int64 // Nil for the user who imports; 0 for no author.
	Slug        string
	WantedSlug  string // Slug to regain, of a record whose slug the trash has changed.
	MadeInline  bool   // Follows a record that is not public; see inline.go.
	Language    string
	Date        string // Publication, wall time in the site's zone.
	Modified    string // Wall time in the site's zone.
	ModifiedUTC string
	CreatedUTC  string
}

// context returns the request's context.
func (c *Change) context() context.Context { return c.Context() }

// keep remembers the first failure of the store.
func (c *Change) keep(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Fail notes a problem with a field.
func (c *Change) Fail(name, format string, args ...any) { c.Problems.Add(name, "", format, args...) }

// child begins the change of a record that is created inside this one, in the
// same transaction.
func (c *Change) child(k *model.Kind) *Change {
	child := c.engine.newChange(c.Request, c.Store, k, true)
	child.html, child.counts, child.done, child.held, child.language = c.html, c.counts, c.done, c.held, c.language
	return child
}

// SetName sets the record's name, which must not be empty once cleaned.
func SetName(c *Change, field string, name *string, o param.Opt[string]) {
	if !o.IsSet() {
		return
	}
	*name, c.written = text.Plain(o.V), o.V
	if *name == "" {
		c.Fail(field, "%s must hold a name.", field)
	}
	if !c.Kind.Post && len([]rune(*name)) > validate.MaxName {
		c.Fail(field, "%s must have at most %d characters.", field, validate.MaxName)
	}
}

// SetHuman sets a plain text that answers return escaped, as names are; null
// clears it.
func SetHuman(field *string, o param.Opt[string]) {
	if o.Sent() {
		*field = text.Plain(o.V)
	}
}

// SetPlain sets a plain text that answers return to the letter; null clears
// it.
func SetPlain(field *string, o param.Opt[string]) {
	if o.Sent() {
		*field = text.Literal(o.V)
	}
}

// SetText sets a text that is stored as it was sent, such as a web address;
// null clears it.
func SetText(field *string, o param.Opt[string]) {
	if o.Sent() {
		*field = o.V
	}
}

// Unshown returns what was sent for a field that shows something else while it is
// empty: nothing when that was sent back, so that it goes on to be shown.
func Unshown(c *Change, stored string, sent param.Opt[string], shown string) param.Opt[string] {
	if !c.Create && stored == "" && sent.IsSet() && sent.V == shown {
		return param.Opt[string]{}
	}
	return sent
}

// SetValue sets a field that is stored as it was sent.
func SetValue[T any](field *T, o param.Opt[T]) {
	if o.IsSet() {
		*field = o.V
	}
}

// SetNullable sets a field that null clears.
func SetNullable[T any](field **T, o param.Opt[T]) {
	switch {
	case o.IsSet():
		v := o.V
		*field = &v
	case o.IsNull():
		*field = nil
	}
}

// SetWords sets a list of words; null and false clear it.
func SetWords(field *string, o param.Opt[any]) {
	if o.Sent() {
		list, _ := validate.Words(o.V)
		*field = model.JoinList(list)
	}
}

// SetBool sets a boolean that is on until it is written.
func SetBool(c *Change, field *bool, o param.Opt[bool]) {
	if c.Create {
		*field = true
	}
	SetValue(field, o)
}

// SetAuthorToCaller sets the author of a new term: the caller.
func SetAuthorToCaller(c *Change, b *model.Base) {
	if c.Create {
		b.Author = c.Caller.User
	}
}

// SetPostParent sets the parent record: an existing one that the caller may see,
// 0 or null for none.
func SetPostParent(c *Change, name string, field *int64, o param.Opt[int64]) {
	if !o.Sent() {
		return
	}
	*field = o.V
	if o.V == 0 || c.Origin != nil { // An import has made sure, and links across statuses.
		return
	}
	found := map[int64]model.Model{}
	c.ask(func() error {
		if found[o.V] == nil {
			c.Fail(name, "%s: there is no %s with the ID %d.", name, c.Kind.Name, o.V)
		}
		return nil
	}, findPosts(c, c.Kind, []int64{o.V}, found))
}

// Equal compares two values that may be missing.
func Equal[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
