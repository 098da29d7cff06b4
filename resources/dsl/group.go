package dsl

import (
	"cmp"
	"slices"
	"strings"
)

// Item is what [Fields] and [Filters] take: one [Field] or [Param], or a [Group] of them.
type Item[T Field | Param] interface{ items() []T }

// Group is some fields, or some filters, in their order.  Each method returns a
// changed copy.
type Group[T Field | Param] []T

func (f Field) items() []Field { return []Field{f} }

func (p Param) items() []Param { return []Param{p} }

func (g Group[T]) items() []T { return g }

// Fields are the fields that writes send, in the order of the contract:
//
//	Fields: dsl.Fields(
//		dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title"),
//		dsl.PostFields("author", "status"),
//	),
func Fields(items ...Item[Field]) Group[Field] { return groupOf(items) }

// Filters are the parameters of lists, in the order of the contract.  Fields have no
// filter that is not described here:
//
//	Filters: dsl.Filters(
//		dsl.Paging(),
//		dsl.FilterBy("venue").Doc("Events at any of these venues"),
//	),
func Filters(items ...Item[Param]) Group[Param] { return groupOf(items) }

// Added marks fields or filters that the contract does not have: the documentation
// says so, and clients that know the contract alone do without them.  It stands in
// [Fields] and [Filters], behind those of the contract:
//
//	dsl.Added(
//		dsl.String("excerpt").HTML().Doc("Excerpt"),
//	),
func Added[T Field | Param](items ...Item[T]) Group[T] {
	return groupOf(items).each(
		func(f *FieldSpec) { f.Nonstandard = true },
		func(p *ParamSpec) { p.Nonstandard = true },
	)
}

// Default sets the default of each; see [Field.Default] and [Param.Default].
//
//	dsl.PostFields("author", "status").Default(nil)
func (g Group[T]) Default(v any) Group[T] {
	return g.each(
		func(f *FieldSpec) { *f = Field{*f}.Default(v).spec },
		func(p *ParamSpec) { *p = Param{*p}.Default(v).spec },
	)
}

// Doc sets the descriptions, one for each in its order; see [Field.Doc].
//
//	dsl.Paging().Doc("Page number", "Books per page, up to 50")
func (g Group[T]) Doc(texts ...string) Group[T] {
	return g.set("Doc", texts,
		func(f *FieldSpec) *string { return &f.Doc },
		func(p *ParamSpec) *string { return &p.Doc },
	)
}

// Named gives other names, one for each in its order; see [Param.Named].
//
//	dsl.Sorting().Named("direction", "sort")
func (g Group[T]) Named(names ...string) Group[T] {
	return g.set("Named", names,
		func(f *FieldSpec) *string { return &f.Name },
		func(p *ParamSpec) *string { return &p.Name },
	)
}

// set returns a copy in which a text of each is another.
func (g Group[T]) set(
	word string, texts []string, field func(*FieldSpec) *string, filter func(*ParamSpec) *string,
) Group[T] {
	problem := ""
	if len(texts) != len(g) {
		texts = slices.Concat(texts, make([]string, len(g)))
		problem = word + " of the group takes one text for each of its members"
	}
	next := func(text, problemOf *string) {
		*text, *problemOf, texts = texts[0], cmp.Or(*problemOf, problem), texts[1:]
	}
	return g.each(
		func(f *FieldSpec) { next(field(f), &f.problem) },
		func(p *ParamSpec) { next(filter(p), &p.problem) },
	)
}

// groupOf puts the items one after the other.
func groupOf[T Field | Param](items []Item[T]) Group[T] {
	var g Group[T]
	for _, item := range items {
		g = append(g, item.items()...)
	}
	return g
}

// each returns a copy in which every field or filter is changed.
func (g Group[T]) each(field func(*FieldSpec), filter func(*ParamSpec)) Group[T] {
	g = slices.Clone(g)
	for i := range g {
		switch item := any(&g[i]).(type) {
		case *Field:
			field(&item.spec)
		case *Param:
			filter(&item.spec)
		}
	}
	return g
}

// PostFields are the fields that posts commonly have, in the order of the names; all of
// them without a name:
//
//	author       ID of the user who wrote the record, As(Author)
//	date         publication date, As(PublishDate)
//	date_utc     the same in UTC, As(PublishDateUTC)
//	slug         name in the address of the page, As(Slug)
//	status       As(Status)
//	description  HTML, which searches find
//	excerpt      the same, for lists
//	image        featured image, As(Image)
//
// A field that differs is described by itself instead.
//
//	dsl.PostFields("author", "date", "date_utc")
func PostFields(names ...string) Group[Field] {
	known := []Field{
		Integer("author").As(Author).Doc("ID of the author"),
		String("date").As(PublishDate).Doc("Publication date").texts("Publication date", ""),
		String("date_utc").As(PublishDateUTC).Doc("Publication date in UTC").texts("Publication date in UTC", ""),
		String("slug").As(Slug), // Its Doc and Hint name the field As(Name).
		String("status").As(Status).Doc("Post status: publish, future, draft, pending, private or trash"),
		String("description").HTML().Searchable().Doc("Description"),
		String("excerpt").HTML().Searchable().Doc("Excerpt").
			texts("", "Short summary for lists. Leave empty to use the start of the description.").short(),
		String("image").As(Image).Doc("Featured image: an ID, a URL, or an image object from a response"),
	}
	if len(names) == 0 {
		return known
	}
	all := Resource{Fields: known}.fieldNames()
	var g Group[Field]
	for _, name := range names {
		if i := slices.Index(all, name); i >= 0 {
			g = append(g, known[i])
			continue
		}
		unknown := String(name).Doc(name)
		unknown.spec.problem = "PostFields has no such field; it has: " + strings.Join(all, ", ")
		g = append(g, unknown)
	}
	return g
}

// texts sets what people read.
func (f Field) texts(label, hint string) Field {
	f.spec.Label, f.spec.Hint = label, hint
	return f
}

// short marks HTML of a few sentences; see FormField.
func (f Field) short() Field {
	f.spec.Form.Short = true
	return f
}

// Order lists the keys of a record in responses, in their order, where it differs
// from the one that they have without it: the ID and other keys that the service
// computes, then the fields.  Fields without a place follow where "*" stands, at the
// end if it does not, so that a new field is shown without being added here.
//
//	Response: dsl.Order("id", "title", "url", "*", "json_ld"),
//
// The keys that the service computes are shown only if they are listed: id,
// global_id, global_id_lineage, modified_utc and rest_url of all; created_utc and
// version of records; modified, slug, url and custom_fields of posts and terms; count,
// taxonomy, meta and urls of terms; json_ld of what has a SchemaOrgType; and of what has a
// start, such as start_date, utc_start_date, utc_end_date, timezone_abbr and the _details of
// all dates and of the cost.
func Order(keys ...string) []string {
	if !slices.Contains(keys, "*") {
		keys = append(slices.Clone(keys), "*")
	}
	return keys
}

// usualOrder returns the keys of a response that describes none.
func (r Resource) usualOrder() []string {
	var keys string
	switch r.Kind {
	case KindPost:
		keys = "id slug url rest_url modified_utc *"
	case KindTerm:
		keys = "id slug taxonomy count url *"
	case KindRecord:
		keys = "id version *"
	default: // It is not shown.
	}
	if r.SchemaOrgType != "" && r.Kind == KindPost {
		keys += " json_ld"
	}
	return strings.Fields(keys)
}
