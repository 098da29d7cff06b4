package filter

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/store"
)

// LinkParam is one parameter of a link to another page.
type LinkParam struct{ Name, Value string }

// Settings holds what filters need to know of the deployment.
type Settings struct {
	Zone        dates.Zone
	Now         time.Time
	PerPage     int64 // Default number of records a page.
	MaxPerPage  int64 // Larger wishes are clamped.
	RadiusMiles float64
	Extension   func(name string) bool // Whether an optional extension is on.
	Found       map[string][]int64     // IDs of records that exist for the caller, by table: they are not looked up again.
	Lookups     Lookups
}

// Lookups has the IDs that parameters were found to name. Lists of one caller that share it look
// none of them up again; nil for a list alone.
type Lookups map[string][]int64

// once returns the IDs that find returns, ok if they may be shared, or returned for the same parts
// of a key.
func (l Lookups) once(find func() (ids []int64, ok bool), parts ...any) ([]int64, bool) {
	if l == nil {
		return find()
	}
	key := fmt.Sprintf("%#v", parts)
	if ids, has := l[key]; has {
		return ids, true
	}
	ids, ok := find()
	if ok {
		l[key] = ids
	}
	return ids, ok
}

// Query is a list in the making.
type Query struct {
	Store    *store.Store
	Reader   store.Reader // Runs the look-ups of records that parameters name.
	Scope    Scope
	Settings Settings
	Resource *model.Resource // Of the listed records.

	Args       store.Args           // Values of the conditions, shared by page and count.
	Errors     apierror.FieldErrors // Faulty parameters by name.
	LinkParams []LinkParam          // Parameters that links to other pages carry.

	Page, PerPage int64

	// ExpiresAt is the instant from which the list may be another one although
	// nothing was written; zero for never.
	ExpiresAt time.Time

	// OwnClock names parameters whose dates compare with the local time of each
	// record, whatever its zone, instead of instants.
	OwnClock []string

	// ShowHidden tells that the list has the records which lists usually leave out.
	ShowHidden bool

	// Collapsed tells that a series counts as one record.
	Collapsed bool

	// Related has words of a search, folded: a record that links to one of theirs has the
	// word too.
	Related map[string][]Linked

	// RawParam returns what the request said for a parameter, for links that repeat
	// it to the letter.
	RawParam func(name string) string

	// Locked tells that a parameter names a protected post that the request does
	// not open.
	Locked bool

	conditions []condition
	bounds     []bound // What follows for columns of dates that indexes begin with.
	err        error   // First failure of a look-up.

	strict          bool
	local           bool // Some date compares by each record's own clock.
	dateFilterOff   bool // The default window of dates does not apply.
	included        []int64
	hasInclude      bool
	statuses        []string
	source          schema.QueryAppender // What the search index found, in the place of the table; nil without a search.
	check           schema.QueryAppender // Leaves out what the source should not hold; nil for nothing.
	searches        bool                 // Texts are looked into.
	needsFullResult bool                 // All records of the list have to be found before any can be shown.
	from            *model.Link          // Limited to what one record links to by it; nil for no such limit.
	terms           []int64              // IDs of the terms that parameters name, without those below them.
	incoming        []*model.Link        // Links to the listed records that decide which are listed.
	known           bool                 // Limited to terms that everybody may know.
	// Shows also what was made inline: of an event that the request opens, in statuses that nobody asked for.
	through bool
	narrow  bool // Limited to what may be few records, by more than the default window.
	few     bool // Limited to few records, which an index of their own finds.
	radius  struct {
		name  string // Parameter, "" when none was sent.
		miles float64
	}
	latitude  *float64
	longitude *float64
	orderBy   model.SortOption
	nextFrom  string // UTC time from which on records come next; "" for no such order.
	direction string
}

// condition is one SQL condition; its arguments are identifiers and
// placeholders, never values.
type condition struct {
	text         string
	args         []any
	unselective  bool   // Lets most records pass, so that no store should begin with it.
	column       string // Start, end or other date of the record that it compares; "" for none.
	denormalized string // Column of dates that the rows which it looks the records up in hold too; "" for none.
}

// NewQuery begins a list of a resource in its default order.
func NewQuery(s *store.Store, r store.Reader, scope Scope, site Settings, k *model.Resource) *Query {
	return &Query{
		Store: s, Reader: r, Scope: scope, Settings: site, Resource: k,
		Errors: apierror.FieldErrors{}, Page: 1, PerPage: site.PerPage,
		orderBy: k.Orders[0],
	}
}

// AddCondition adds a condition in bun's notation.  Arguments are identifiers (see
// Col) or bound values (see Bind).
func (q *Query) AddCondition(text string, args ...any) {
	q.conditions = append(q.conditions, condition{text: text, args: args})
}

// From returns what the records of the list are selected from, under their
// alias: the table, or what the search index found of it.
func (q *Query) From() schema.QueryAppender {
	if q.source != nil {
		return q.source
	}
	return bun.SafeQuery("? AS ?", bun.Ident(q.Resource.Plural), bun.Ident(q.Resource.Name))
}

// Col names a column of the listed resource.
func (q *Query) Col(name string) bun.Ident { return bun.Ident(q.Resource.Name + "." + name) }

// Bind adds a value and returns its placeholder.
func (q *Query) Bind(v any) schema.QueryAppender { return q.Args.Bind(v) }

// Err returns the first failure of a look-up, nil when all went well.
func (q *Query) Err() error { return q.err }

// Statement returns the text that build writes, with its values: those of the conditions,
// which all statements of the list share, and those that build adds, which belong to this
// statement alone.
func (q *Query) Statement(build func() string) (sql string, values []any) {
	conditions := q.Args
	defer func() { q.Args = conditions }()
	sql = build()
	return sql, slices.Clone(q.Args.Values())
}

// Apply adds the conditions to the bun query of the count.  The page, which
// shares the values of the conditions, gets them from PageSQL.  Call both in Statement.
func (q *Query) Apply(sq *bun.SelectQuery) *bun.SelectQuery {
	for _, c := range q.conditions {
		if q.isDenormalized(c.column) {
			sq = sq.Where(q.Store.SQL().HintNoIndex(c.text), c.args...)
			continue
		}
		if c.unselective && q.few {
			sq = sq.Where(q.Store.SQL().HintReadInOrder(c.text), c.args...)
			continue
		}
		sq = q.add(sq, c, true)
	}
	if !q.isDenormalized(q.Resource.StartColumn) {
		sq = addBounds(q, sq, leadingColumn(q), false)
	}
	return q.checked(sq)
}

// checked adds the condition that compares what a search found, which takes
// longest.
func (q *Query) checked(sq *bun.SelectQuery) *bun.SelectQuery {
	if q.check == nil {
		return sq
	}
	return sq.Where("?", q.check)
}

// addUnselective adds a condition that lets most records pass.
func (q *Query) addUnselective(text string, args ...any) {
	q.conditions = append(q.conditions, condition{text: text, args: args, unselective: true})
}

// AddLinkParam notes a parameter for the links to other pages.
func (q *Query) AddLinkParam(name, value string) {
	q.LinkParams = append(q.LinkParams, LinkParam{name, value})
}

// Fail notes a faulty parameter; the sentence says what would be right.
func (q *Query) Fail(name string, format messages.Format, values ...any) {
	q.Errors.Add(name, "", format, values...)
}

// lookup runs a query for records that a parameter names and notes a failure
// of the store.  It returns false when the store failed.
func lookup(ctx context.Context, q *Query, sq *bun.SelectQuery, args *store.Args, each func(store.Row) error) bool {
	err := q.Reader.Query(ctx, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: each})
	if err != nil && q.err == nil {
		q.err = err
	}
	return err == nil
}

// findExisting returns which of the ids name records of a resource that exist for the
// caller, in any language.
func findExisting(ctx context.Context, q *Query, k *model.Resource, ids []int64) map[int64]bool {
	known := map[int64]bool{}
	for _, id := range q.Settings.Found[k.Plural] {
		known[id] = true
	}
	if !slices.ContainsFunc(ids, func(id int64) bool { return !known[id] }) {
		return known
	}
	return findIDs(ctx, q, k.Plural, ids, func(a *store.Args, where AddCondition) {
		q.Scope.AllLanguages().WhereVisible(k.Permissions, a, "r", where)
	})
}

// findOwn returns which of the ids name records of the listed resource that exist for
// the caller.  Terms are looked up in the language of the request, because a
// list in that language has no others.
func findOwn(ctx context.Context, q *Query, ids []int64) map[int64]bool {
	return findIDs(ctx, q, q.Resource.Plural, ids, func(a *store.Args, where AddCondition) {
		scope := q.Scope
		if !q.Resource.Term {
			scope = scope.AllLanguages()
		}
		scope.WhereKnown(q.Store, q.Resource, a, "r", where)
	})
}

// findIDs returns which of the ids are in the table and fulfil further
// conditions on its alias r.
func findIDs(
	ctx context.Context, q *Query, table string, ids []int64, narrow func(*store.Args, AddCondition),
) map[int64]bool {
	var args store.Args
	sq := q.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(table)).ColumnExpr("r.id").
		Where("r.id ?", q.Store.SQL().In(&args, ids))
	narrow(&args, ConditionsOf(sq))
	found := map[int64]bool{}
	lookup(ctx, q, sq, &args, func(row store.Row) error {
		var id int64
		if err := row.Scan(&id); err != nil {
			return err
		}
		found[id] = true
		return nil
	})
	return found
}

// shorten cuts a client's text for use in a message.
func shorten(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return strings.ToValidUTF8(s, "�")
}

// isDenormalized reports whether a filter reads a link table that also has the date
// column, and the dates have a lower and an upper bound: then the filter starts from
// the index over link and date.  With one bound the link table may have more rows
// than the records, so the planner of the database decides.
func (q *Query) isDenormalized(column string) bool {
	bounded := func(side string) bool {
		return slices.ContainsFunc(
			q.bounds, func(b bound) bool { return b.column == column && strings.HasPrefix(b.operator, side) },
		)
	}
	return column != "" && slices.ContainsFunc(q.conditions, func(c condition) bool { return c.denormalized == column }) &&
		bounded("<") &&
		bounded(">")
}

// add adds a condition to a query.  One that looks records up in rows which hold
// a column of dates gets the bounds of that column if it is to begin there,
// whichever parameter came first, so that one index serves both.  The records are
// compared all the same.
func (q *Query) add(sq *bun.SelectQuery, c condition, begin bool) *bun.SelectQuery {
	if c.denormalized == "" || !begin {
		return sq.Where(c.text, c.args...)
	}
	last := len(c.args) - 1
	rows := c.args[last]
	for _, b := range q.bounds {
		if b.column == c.denormalized {
			rows = bun.SafeQuery("? AND l.? "+b.operator+" ?", rows, bun.Ident(b.column), boundSQL(q, b))
		}
	}
	return sq.Where(c.text, append(c.args[:last:last], rows)...)
}
