package model

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
)

// Resource holds the facts about one resource that rules need: names, columns,
// links.  The generator writes one value for each resource.
type Resource struct {
	Name                   string           // Singular wire name, "event".
	Plural                 string           // Plural wire name, route and table, "events".
	Doc                    string           // One sentence for the documentation.
	PagePath               string           // Path of a record's page on the site.
	IDTable                string           // Table that hands out ids.
	Permissions            auth.Permissions // Who may do what with records.
	Post                   bool             // Has author, status and dates; otherwise a term.
	SlugWritable           bool             // Posts: writes may name the slug.
	HasPassword            bool             // A password may protect records.
	Taxonomy               string           // Terms: taxonomy shown in responses.
	Hierarchical           bool             // Terms: records form a tree.
	Descending             bool             // Lists begin with the largest value of the default order.
	FindOrCreate           bool             // A create that repeats a record answers with that record.
	NameField              string           // Wire name of the record's name.
	NameSort               string           // Column with the folded name.
	Columns                []string
	ReadColumns            []string // Columns that reads load: all but the folded ones, which only queries compare.
	ComputedColumns        []string // Computed columns, each with what it is computed from; when they change, Recompute fills them.
	SearchColumns          []string // Folded columns that search looks into.
	StartColumn, EndColumn string   // Columns of when a record begins and ends; "" for none.
	ZoneColumn             string   // Column of the time zone of these; "" for none.
	Feeds                  bool     // Lists and records are answered as feeds too.
	Orders                 []filter.SortOption
	Links                  []*Link
	Args                   []*Arg // What writes accept.
	ListArgs               []*Arg // What lists accept.
	Deprecated             Deprecation

	New func() Record // An empty record.

	readListOnce  sync.Once // Makes loads.
	readList      string    // Loaded as SQL.
	signatureOnce sync.Once // Makes signed.
	signature     string    // Tells the tables of Links.
}

// Link is a relation from one resource to another, kept in a table of its own.
type Link struct {
	Name               string // Wire name of the field.
	Table              string // Table of the relation.
	SourceColumn       string // Column with the id of the record that has the field.
	TargetColumn       string // Column with the id of the linked record.
	DenormalizedColumn string // Column of the record that has the field which the table holds too; "" for none.
	Target             *Resource
	AddLinked          func(from, to Record) // Adds a linked record to the field.
}

// AddingTo returns what adds a linked record to a field of a record: to the list
// that the function points to.
func AddingTo[F, T Record](list func(F) *[]T) func(from, to Record) {
	return func(from, to Record) {
		l := list(from.(F))
		*l = append(*l, to.(T))
	}
}

// ColumnList returns the columns that reads load, as SQL.  Their names need no escapes.
func (k *Resource) ColumnList() string {
	k.readListOnce.Do(func() {
		k.readList = `"` + k.Name + `"."` + strings.Join(k.ReadColumns, `", "`+k.Name+`"."`) + `"`
	})
	return k.readList
}

// Value returns what a record has in a column.
func (k *Resource) Value(m Record, column string) any {
	return m.ColumnValues()[slices.Index(k.Columns, column)]
}

// LinkSignature tells the link tables of a resource, and their order.
func (k *Resource) LinkSignature() string {
	k.signatureOnce.Do(func() {
		hash := fnv.New32a()
		for _, link := range k.Links {
			_, _ = hash.Write([]byte(link.Table + " ")) // It takes anything.
		}
		k.signature = fmt.Sprintf("%08x", hash.Sum32())
	})
	return k.signature
}
