package mutate

import (
	"cmp"

	"almanac/runtime/apierror"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Mutation is one write in progress, inside its transaction.  Functions that set fields
// add errors to Errors and never stop at the first.
type Mutation struct {
	*request.Request
	Store    store.Writer
	Resource *model.Resource
	IsCreate bool
	Errors   apierror.FieldErrors
	Imported *ImportedFields // Set by an import: values that a client cannot write.

	engine             *Engine
	unit               *unit
	html               *longHTML
	nameSent           string                    // Name as it was sent, of which a slug is made.
	err                error                     // First error of the store, which ends the mutation.
	queries            []deferredQuery           // Statements that runQueries has to run.
	locksWanted        []store.LockName          // What runQueries has to lock before.
	batch              *batchLookup              // Queries that many new records share; nil for a single record.
	reservedSlugs      map[string]bool           // Slugs of records that an import is about to insert; nil for none.
	links              map[string][]int64        // Links to save, by link name; absent means unchanged.
	previousTerms      map[string][]int64        // Terms before the change, by link name; absent where they were not read.
	linkedRecords      map[string][]model.Record // What the links lead to, by link name; absent where it has to be read.
	action             *model.Action             // That the write is; nil for other writes.
	statesBefore       []string                  // Values of Resource.States before the change; nil for a new record.
	statusBefore       string                    // Status before the change; "" for a new record and for terms.
	slugBefore         string                    // Slug before the change; "" for a new record.
	denormalizedBefore map[*model.Link]any       // Values, before the change, of the columns that link tables have too.
	record             model.Record              // What is changed.
	previous           model.Record              // What it was before, for hooks; nil for a new record and without hooks.
	outer              *model.Post               // The post that the new record is described in; nil for any other.
	id                 int64                     // ID of the new record if it was queried in advance; else 0.
	written            bool                      // Its record is written: calls of its hooks may change it.
	extends            bool                      // It makes dates of a series that have come within the horizon.
	before             Snapshot                  // The record before the change, for the log of changes.

	recurrence    *recurrenceInput     // How the record is to repeat; nil if that was not sent.
	follows       bool                 // It takes back what followed from another write, as that may be.
	formerID      int64                // ID of a record that was deleted and comes back; 0 for others.
	deletesSeries bool                 // A whole series is deleted, so that no date has to be left out of it.
	seriesChanges *model.SeriesChanges // What the write did to several dates of a series; nil for other writes.
	wasPublic     bool                 // The post was public before the change.
	linksInline   bool                 // It links to what was made inline.

	language string // Of the record and what it creates; the default for what has none.
}

// mutation begins the change of a record of a resource by a call that is a part of the transaction.
func (u *unit) mutation(r *request.Request, res *model.Resource, create bool) *Mutation {
	return &Mutation{
		Request: r, engine: u.engine, unit: u, html: &longHTML{}, Store: u.Writer, Resource: res, IsCreate: create,
		Errors: apierror.FieldErrors{},
		links:  map[string][]int64{}, previousTerms: map[string][]int64{}, linkedRecords: map[string][]model.Record{},
		language: cmp.Or(r.Language, u.engine.Deployment.DefaultLanguage()),
	}
}

// ImportedFields has values that an import takes from the record's origin.  A zero value
// is decided as for any other write.
type ImportedFields struct {
	ID                int64
	Author            *int64 // Nil for the user who imports; 0 for no author.
	Slug              string
	WantedSlug        string   // Slug to regain, of a record whose slug the trash has changed.
	FormerSlugs       []string // The oldest first.
	MadeInline        bool     // Follows a record that is not public; see inline.go.
	StatusBeforeTrash string   // Of a post in the trash.
	Language          string
	Status            string // Of a post whose resource has no such field.
	Date              string // Publication, wall time in the site's zone.
	DateUTC           string // The same in UTC, of a post whose resource has no such field.
	Modified          string // Wall time in the site's zone.
	ModifiedUTC       string
	CreatedUTC        string
	StartUTC          string // Of an event; stays where the clock shows its start twice.
	EndUTC            string
}

// setErr sets the first error of the store; later ones are dropped.
func (m *Mutation) setErr(err error) {
	if m.err == nil {
		m.err = err
	}
}

// Fail adds an error of a field, by its name in the API; the first of a field counts. The other
// errors of hooks are Forbidden and Conflict.
func (m *Mutation) Fail(name string, format messages.Format, values ...any) {
	m.Errors.Add(name, "", format, values...)
}

// child begins the change of a record that is created inside this one, in the
// same transaction.
func (m *Mutation) child(res *model.Resource) *Mutation {
	child := m.unit.mutation(m.Request, res, true)
	child.html, child.language = m.html, m.language
	return child
}
