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

// Kind holds the facts about one resource that rules need: names, columns,
// links.  The generator writes one value for each resource.
type Kind struct {
	Name       string      // Singular wire name, "event".
	Plural     string      // Plural wire name, route and table, "events".
	Doc        string      // One sentence for the documentation.
	URLPath    string      // Path of a record's page on the site.
	Sequence   string      // Table that hands out ids.
	Access     auth.Access // Who may do what with records.
	Post       bool        // Has author, status and dates; otherwise a term.
	Slugged    bool        // Posts: writes may name the slug.
	Protected  bool        // A password may protect records.
	Taxonomy   string      // Terms: taxonomy shown in answers.
	Nested     bool        // Terms: records form a tree.
	Descending bool        // Lists begin with the largest value of the default order.
	FindSame   bool        // A create that repeats a record answers that record.
	NameField  string      // Wire name of the record's name.
	NameSort   string      // Column with the folded name.
	Columns    []string
	Loaded     []string // Columns that reads load: all but the folded ones, which only queries compare.
	Derived    []string // Computed columns, each with what it is computed from; when they change, Recompute fills them.
	Search     []string // Folded columns that search looks into.
	Start, End string   // Columns of when a record begins and ends; "" for none.
	Zone       string   // Column of the time zone of these; "" for none.
	Feeds      bool     // Lists and records are answered as feeds too.
	Orders     []filter.Order
	Links      []*Link
	Args       []*Arg // What writes accept.
	ListArgs   []*Arg // What lists accept.
	Deprecated Deprecation

	New func() Model // An empty record.

	loading sync.Once // Makes loads.
	loads   string    // Loaded as SQL.
	signing sync.Once // Makes signed.
	signed  string    // Tells the tables of Links.
}

// Link is a relation from one kind to another, kept in a table of its own.
type Link struct {
	Name   string // Wire name of the field.
	Table  string // Table of the relation.
	Source string // Column with the id of the record that has the field.
	Column string // Column with the id of the linked record.
	Carry  string // Column of the record that has the field which the table holds too; "" for none.
	Target *Kind
	Attach func(from, to Model) // Adds a linked record to the field.
}

// Attaching returns what adds a linked record to a field of a record: to the list
// that the function points to.
func Attaching[F, T Model](list func(F) *[]T) func(from, to Model) {
	return func(from, to Model) {
		l := list(from.(F))
		*l = append(*l, to.(T))
	}
}

// ColumnList returns the columns that reads load, as SQL.  Their names need no escapes.
func (k *Kind) ColumnList() string {
	k.loading.Do(func() {
		k.loads = `"` + k.Name + `"."` + strings.Join(k.Loaded, `", "`+k.Name+`"."`) + `"`
	})
	return k.loads
}

// Value returns what a record has in a column.
func (k *Kind) Value(m Model, column string) any {
	return m.Values()[slices.Index(k.Columns, column)]
}

// LinkSignature tells the link tables of a kind, and their order.
func (k *Kind) LinkSignature() string {
	k.signing.Do(func() {
		hash := fnv.New32a()
		for _, link := range k.Links {
			_, _ = hash.Write([]byte(link.Table + " ")) // It takes anything.
		}
		k.signed = fmt.Sprintf("%08x", hash.Sum32())
	})
	return k.signed
}
