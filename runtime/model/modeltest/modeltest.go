// Package modeltest has two small resources for tests of packages that work on any
// resource: notes, which are posts, and labels, which are terms. Notes link to
// labels and to other notes. They are written as the generator would write them,
// and their tables are made by Open.
package modeltest

import (
	"context"
	"errors"
	"testing"

	"github.com/uptrace/bun"

	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/text"
)

// Note is a post that links to labels and notes.
type Note struct {
	bun.BaseModel `bun:"table:notes,alias:note"`
	model.Post

	Title     string `bun:"title"`
	TitleSort string `bun:"title_sort"`
	Cache     string `bun:"links_cache"`

	Labels []*Label `bun:"-"`
	Notes  []*Note  `bun:"-"`
}

// Label is a term.
type Label struct {
	bun.BaseModel `bun:"table:labels,alias:label"`
	model.Term

	Name     string `bun:"name"`
	NameSort string `bun:"name_sort"`
}

// Permissions are those of notes: authors read private notes of others, editors edit all notes.
var Permissions = auth.Permissions{
	Create: auth.RoleAuthor, Edit: auth.RoleAuthor, EditDrafts: auth.RoleAuthor, EditOthers: auth.RoleEditor,
	ReadPrivate: auth.RoleAuthor,
}

var (
	base = []string{"id", "version", "language", "author", "slug", "created_utc", "modified_utc"}
	post = []string{
		"status", "date", "date_utc", "modified", "original_slug", "password", "image_id", "made_inline",
		"status_before_trash", "edited_utc",
	}
)

// Labels and Notes describe the resources.
var (
	Labels = &model.Resource{
		Name: "label", Plural: "labels", NameField: "name", NameSort: "name_sort", Term: true, Taxonomy: "label",
		Columns: append(base[:7:7], "parent", "name", "name_sort"), ReadColumns: append(base[:7:7], "parent", "name"),
		ComputedColumns: []string{"name_sort = text.SortKey(r.Name)"},
		Orders:          []model.SortOption{{Name: "id", Column: "id"}},
		New:             func() model.Record { return new(Label) },
	}
	Notes = &model.Resource{
		Name: "note", Plural: "notes", NameField: "title", NameSort: "title_sort", Post: true, PasswordField: "password",
		Permissions:     Permissions,
		Columns:         append(append(base[:7:7], post...), "title", "title_sort", "links_cache"),
		ReadColumns:     append(append(base[:7:7], post...), "title", "links_cache"),
		ComputedColumns: []string{"title_sort = text.SortKey(r.Title)"},
		Orders:          []model.SortOption{{Name: "id", Column: "id"}},
		New:             func() model.Record { return new(Note) },
	}
)

// The links are set here, because notes link to notes.
func init() {
	Notes.Links = []*model.Link{
		{
			Name: "labels", Table: "note_labels", SourceColumn: "note_id", TargetColumn: "label_id", Source: Notes,
			Target: Labels, AddLinked: model.AddingTo(func(n *Note) *[]*Label { return &n.Labels }),
		},
		{
			Name: "notes", Table: "note_notes", SourceColumn: "note_id", TargetColumn: "other_id", Source: Notes, Target: Notes,
			AddLinked: model.AddingTo(func(n *Note) *[]*Note { return &n.Notes }),
		},
	}
}

// Resource returns Notes.
func (*Note) Resource() *model.Resource { return Notes }

// DisplayName points to the title.
func (n *Note) DisplayName() *string { return &n.Title }

// LinksCache points to the ids of the links.
func (n *Note) LinksCache() *string { return &n.Cache }

// ScanTargets appends pointers to the columns that reads load.
func (n *Note) ScanTargets(list []any) []any {
	return append(n.PostScanTargets(list), &n.Title, &n.Cache)
}

// ColumnValues returns the columns.
func (n *Note) ColumnValues() []any {
	return append(n.PostColumnValues(), n.Title, n.TitleSort, n.Cache)
}

// ComputeColumns computes the sort key.
func (n *Note) ComputeColumns() { n.TitleSort = text.SortKey(n.Title) }

// Resource returns Labels.
func (*Label) Resource() *model.Resource { return Labels }

// DisplayName points to the name.
func (l *Label) DisplayName() *string { return &l.Name }

// ScanTargets appends pointers to the columns that reads load.
func (l *Label) ScanTargets(list []any) []any { return append(l.TermScanTargets(list), &l.Name) }

// ColumnValues returns the columns.
func (l *Label) ColumnValues() []any { return append(l.TermColumnValues(), l.Name, l.NameSort) }

// ComputeColumns computes the sort key.
func (l *Label) ComputeColumns() { l.NameSort = text.SortKey(l.Name) }

// baseColumns and tables are the schema, as far as these tests need it.
const baseColumns = "id bigint PRIMARY KEY, version bigint NOT NULL DEFAULT 1, language text NOT NULL DEFAULT '', " +
	"author bigint NOT NULL DEFAULT 1, " +
	"slug text NOT NULL DEFAULT '', created_utc text NOT NULL DEFAULT '', modified_utc text NOT NULL DEFAULT '', "

var tables = []string{
	"CREATE TABLE labels (" + baseColumns + "parent bigint NOT NULL DEFAULT 0, name text NOT NULL DEFAULT '', " +
		"name_sort text NOT NULL DEFAULT '')",
	"CREATE TABLE notes (" + baseColumns + "status text NOT NULL DEFAULT 'publish', date text NOT NULL DEFAULT '', " +
		"date_utc text NOT NULL DEFAULT '', modified text NOT NULL DEFAULT '', " +
		"original_slug text NOT NULL DEFAULT '', password text NOT NULL DEFAULT '', image_id bigint NOT NULL DEFAULT 0, " +
		"made_inline boolean NOT NULL DEFAULT false, status_before_trash text NOT NULL DEFAULT '', " +
		"edited_utc text NOT NULL DEFAULT '', " +
		"title text NOT NULL DEFAULT '', title_sort text NOT NULL DEFAULT '', links_cache text NOT NULL DEFAULT '')",
	"CREATE TABLE note_labels (note_id bigint NOT NULL, label_id bigint NOT NULL, position bigint NOT NULL)",
	"CREATE TABLE note_notes (note_id bigint NOT NULL, other_id bigint NOT NULL, position bigint NOT NULL)",
	"CREATE TABLE images (id bigint PRIMARY KEY, url text NOT NULL, width bigint NOT NULL, height bigint NOT NULL, " +
		"filesize bigint NOT NULL, sizes text NOT NULL, alt text NOT NULL)",
	"CREATE TABLE term_counts (term_id bigint NOT NULL, shard bigint NOT NULL, count bigint NOT NULL)",
	"CREATE TABLE schema_metadata (name text PRIMARY KEY, value text NOT NULL)",
}

// Open opens the database of a test, which is empty, and makes the tables.
func Open(t *testing.T, url string) *store.Store {
	t.Helper()
	if err := Prepare(url); err != nil {
		t.Fatal(err)
	}
	return Reopen(t, url)
}

// Reopen opens a database that has the tables.
func Reopen(t *testing.T, url string) *store.Store {
	t.Helper()
	s, err := open.Store(context.Background(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Prepare makes the tables in an empty database and runs statements.
func Prepare(url string, statements ...string) error {
	s, err := open.Store(context.Background(), url, store.Options{})
	if err != nil {
		return err
	}
	return errors.Join(run(s, append(tables[:len(tables):len(tables)], statements...)), s.Close())
}

// Exec runs statements in one transaction.
func Exec(t *testing.T, s *store.Store, statements ...string) {
	t.Helper()
	if err := run(s, statements); err != nil {
		t.Fatal(err)
	}
}

func run(s *store.Store, statements []string) error {
	return s.RunInTx(context.Background(), func(ctx context.Context, w store.Writer) error {
		for _, sql := range statements {
			if _, err := w.Exec(ctx, store.Statement{SQL: sql}); err != nil {
				return err
			}
		}
		return nil
	})
}
