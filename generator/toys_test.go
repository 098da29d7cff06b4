package generator_test

import (
	"strings"

	"almanac/resources"
	"almanac/resources/base"
	"almanac/resources/dsl"
)

// toy is a small description that shows one feature.  Its output is kept in
// testdata/<name>.
type toy struct {
	name      string
	resources []dsl.Resource
}

// toyAPI is what toys are served under.
func toyAPI() dsl.API { return dsl.API{Namespace: "toys", Version: 1} }

// calendar is the description of the service of this module.
func calendar() []dsl.Resource { return append(resources.All(), base.Tables...) }

// toys lists them, the smallest first.
func toys() []toy {
	return []toy{
		{"minimal_term", []dsl.Resource{label()}},
		{"nested_term", []dsl.Resource{topic()}},
		{"minimal_post", []dsl.Resource{note()}},
		{"linked_posts", []dsl.Resource{talk(), place(), topic(), secret()}},
		{"linked_links", []dsl.Resource{loan(), book(), note(), label()}},
		{"records", append([]dsl.Resource{order(), group(), label(), ticketIDs()}, base.Tables...)},
	}
}

// label is a term with nothing but a name.
func label() dsl.Resource {
	return dsl.Resource{
		Name: "label", Plural: "labels", Kind: dsl.KindTerm, Doc: "Labels.", PagePath: "label", Taxonomy: "label",
		Fields:      dsl.Fields(dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Name")),
		SortOptions: []dsl.SortOption{dsl.SortBy("id")},
		Response:    dsl.Order("id", "name"),
	}
}

// topic is a term in a tree, with every field and filter that terms have, in the words of
// the last release.
func topic() dsl.Resource {
	return dsl.Resource{
		Name: "topic", Plural: "topics", Kind: dsl.KindTerm, Doc: "Topics, which form a tree.", PagePath: "talks/topic", Taxonomy: "talk_topic", Hierarchical: true,
		Fields: []dsl.Field{
			dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Name"),
			dsl.String("description").Sortable().SchemaOrg("description").Doc("Description"),
			dsl.String("slug").As(dsl.Slug).Searchable().Doc("Slug"),
			dsl.Integer("parent").As(dsl.Parent).References("topic").Doc("ID of the parent"),
		},
		Params: []dsl.Param{
			dsl.QueryParam("page", dsl.TypeInteger, dsl.OpPage).Default(1).Doc("Page"),
			dsl.QueryParam("per_page", dsl.TypeInteger, dsl.OpPerPage).DefaultComputed("the deployment's").Doc("Topics a page"),
			dsl.QueryParam("search", dsl.TypeString, dsl.OpContains).Doc("Text in name or slug"),
			dsl.QueryParam("exclude", dsl.TypeIntegers, dsl.OpExclude).Doc("Without these"),
			dsl.QueryParam("include", dsl.TypeIntegers, dsl.OpInclude).Doc("Only these"),
			dsl.QueryParam("order", dsl.TypeString, dsl.OpSortDirection).Enum("asc", "desc").Default("asc").Doc("Direction"),
			dsl.QueryParam("orderby", dsl.TypeString, dsl.OpOrderBy).Default("name").Doc("Column"),
			dsl.QueryParam("hide_empty", dsl.TypeBoolean, dsl.OpHideEmpty).Default("1").Doc("Without empty ones"),
			dsl.QueryParam("parent", dsl.TypeInteger, dsl.OpChildOf).Field("parent").References("topic").Doc("Children of the topic"),
			dsl.QueryParam("slug", dsl.TypeString, dsl.OpSlugEquals).Doc("Slug"),
		},
		SortOptions:    []dsl.SortOption{dsl.SortBy("name", "name_sort"), dsl.SortBy("id"), dsl.SortBy("count"), dsl.SortBy("description", "description_sort"), dsl.SortBy("include")},
		ResponseFields: "id count description name slug taxonomy parent meta url urls *",
	}
}

// note is a post with nothing but a name.  Its word about repeated creates has
// nothing to compare.
func note() dsl.Resource {
	return dsl.Resource{
		Name: "note", Plural: "notes", Kind: dsl.KindPost, Doc: "Notes.", PagePath: "note", FindOrCreate: true,
		Fields:      dsl.Fields(dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title")),
		SortOptions: []dsl.SortOption{dsl.SortBy("id")},
		Response:    dsl.Order("id", "title"),
	}
}

// place is a post that others link to, with sparse responses.
func place() dsl.Resource {
	return dsl.Resource{
		Name: "place", Plural: "places", Kind: dsl.KindPost, Doc: "Places of talks.", PagePath: "place", FindOrCreate: true, OmitEmpty: true,
		SchemaOrgType: dsl.SchemaOrgPlace, Calendar: "almanac/runtime/calendar",
		Fields: dsl.Fields(
			dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Name"),
			dsl.String("slug").As(dsl.Slug).Doc("Slug"),
			dsl.String("city").Default(nil).Searchable().MaxLength(100).Pattern("^[^0-9|]*$").SchemaOrg("addressLocality").Doc("City"),
			dsl.String("stateprovince").SchemaOrg("addressRegion").Doc("State"),
			dsl.String("wheelchairs").StoredAsBool(true).Doc("Whether wheelchairs get in"),
			dsl.Enum("access", "step-free", "ramp", "stairs").Default("stairs").Doc("How to get in"),
			dsl.Date("built_on").Nullable().Doc("Day of the opening"),
			dsl.Time("opens_at").Default("09:00:00").Doc("When it opens"),
			dsl.Timestamp("inspected_at").Nullable().Doc("Last inspection"),
			dsl.Decimal("rent", 8, 2).Min(0).Default("0.50").Doc("Rent for a day"),
			dsl.Decimal("share", 4, 3).Min(0).Max(1).Nullable().Doc("Share in the income"),
			dsl.Money("deposit", "EUR", "JPY").Nullable().Doc("Deposit"),
			dsl.Strings("languages").Enum("de", "en", "fr").UniqueItems().Doc("Languages of the staff"),
			dsl.Integers("wings").Min(1).Max(99).MaxItems(5).Doc("Seats of each wing"),
			dsl.Integer("seats").Max(200000).Doc("Seats"),
			dsl.String("code").MaxLength(20).Unique().Doc("Code on the door"),
			dsl.String("contact").Default("reception").Doc("Whom to ask"),
			dsl.Integer("floors").Min(1).Default(1).Doc("Floors"),
			dsl.Number("height").Min(0).Max(50).Doc("Metres to the ceiling"),
			dsl.Added(
				dsl.Number("north").Min(-90).Max(90).Nullable().Extension("geo").SchemaOrg("latitude").Doc("Latitude"),
				dsl.Number("east").Min(-180).Max(180).Nullable().Extension("geo").SchemaOrg("longitude").Doc("Longitude"),
			),
			dsl.String("image").As(dsl.Image).Doc("Image"),
		),
		Filters: dsl.Filters(
			dsl.SearchOneField().Doc("Words in one field"),
			dsl.FilterBy("city").Doc("Places in the city"),
			dsl.FilterBy("stateprovince").Named("region").Enum("north", "south").Doc("Places in the region"),
			dsl.FilterBy("access").Doc("Places that one gets into this way"),
			dsl.FilterBy("seats").Doc("Places of that size"),
			dsl.AtMost("rent").Doc("Places that cost at most this"),
			dsl.AtLeast("deposit").Doc("Places with at least this deposit"),
			dsl.In("deposit").Named("deposit_in").Doc("Places with a deposit in these currencies"),
			dsl.FilterBy("built_on").Doc("Places that opened on the day"),
			dsl.AtLeast("seats").Named("seats_from").Doc("Places of that size at least"),
			dsl.In("city").Named("cities").Doc("Places in one of the cities"),
			dsl.In("access").Named("ways_in").Doc("Places that one gets into in one of these ways"),
			dsl.In("seats").Named("sizes").Doc("Places of one of the sizes"),
			dsl.In("languages").Doc("Places where one of these is spoken"),
			dsl.In("wings").Doc("Places with a wing of one of the sizes"),
			dsl.IsNull("wings").Named("wingless").Doc("Only without wings, or only with some"),
			dsl.In("rent").Named("rents").Doc("Places that cost one of these"),
			dsl.In("built_on").Named("built_in").Doc("Places that opened on one of the days"),
			dsl.In("north").Named("latitudes").Doc("Places at one of the latitudes"),
			dsl.FilterBy("deposit").Named("paid").Doc("Places with this deposit"),
			dsl.IsNull("north").Named("unmapped").Doc("Only without a latitude, or only with one"),
			dsl.IsNull("city").Named("nowhere").Doc("Only without a city, or only with one"),
			dsl.AtLeast("built_on").Named("built_from").Doc("Places that opened on the day or later"),
			dsl.LinkedFrom("talk").Doc("Places of the talk"),
			dsl.LinkedFrom("talk").Named("post").Doc("The same, and wins"),
			dsl.IsLinked("talk").Named("has_talks").Doc("Whether there are talks"),
			dsl.HasUpcoming("talk").Named("only_with_upcoming").Doc("Only with talks to come"),
		),
		SortOptions: []dsl.SortOption{dsl.SortBy("date"), dsl.SortBy("name", "name_sort"), dsl.SortBy("built_on")},
		Indexes:     []dsl.Index{{Columns: []string{"north", "east"}}, {Columns: []string{"city", "seats"}, Unique: true}},
		Response:    dsl.Order("id", "modified", "url", "slug", "*", "json_ld", "global_id"),
	}
}

// talk is a post with every shape of field and every filter that posts have.
func talk() dsl.Resource {
	return dsl.Resource{
		Name: "talk", Plural: "talks", Kind: dsl.KindPost, Doc: "Talks.", PagePath: "talk",
		SchemaOrgType: dsl.SchemaOrgEvent, Calendar: "almanac/runtime/calendar",
		Fields:      talkFields(),
		Filters:     talkFilters(),
		SortOptions: []dsl.SortOption{dsl.SortBy("begin"), dsl.SortBy("title", "title_sort"), dsl.SortBy("modified"), dsl.SortBy("include")},
		Indexes: []dsl.Index{
			{Columns: []string{"status", "begin", "id"}},
			{Columns: []string{"duration"}},
		},
		Response: dsl.Order(strings.Fields("id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url title image " +
			"begin begin_details finish finish_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details " +
			"zone timezone_abbr price price_details * custom_fields json_ld")...),
	}
}

// talkFields are the fields of talk: one of each shape.
func talkFields() []dsl.Field {
	return dsl.Fields(
		dsl.String("title").As(dsl.Name).Required().Searchable().Sortable().Doc("Title"),
		dsl.DateTime("begin").As(dsl.Start).Required().Doc("Start"),
		dsl.DateTime("finish").As(dsl.End).Required().Doc("End"),
		dsl.String("zone").As(dsl.TimeZone).Doc("Time zone"),
		dsl.Enum("level", "beginner", "expert").Required().Sortable().Doc("Who follows"),
		dsl.Date("closes_on").Required().Doc("Last day of registration"),
		dsl.Money("fee", "EUR").Required().Doc("Fee"),
		dsl.Boolean("whole_day").As(dsl.AllDay).Default(false).Doc("Whether it lasts whole days"),
		dsl.Integer("author").As(dsl.Author).Doc("Author"),
		dsl.String("date").As(dsl.PublishDate).Default(nil).Doc("Publication date"),
		dsl.String("date_utc").As(dsl.PublishDateUTC).Doc("Publication date in UTC"),
		dsl.String("slug").As(dsl.Slug).Doc("Slug"),
		dsl.String("status").As(dsl.Status).Doc("Status"),
		dsl.String("image").As(dsl.Image).Doc("Image"),
		dsl.String("order").Searchable().Sortable().Doc("Order of the day, a word of SQL"),
		dsl.String("summary").HTML().Searchable().Doc("Summary, cleaned HTML"),
		dsl.Any("price").As(dsl.Cost).Doc("Price: a number | a text"),
		dsl.URL("website").Default(nil).Fallback("almanac/runtime/calendar", "PageURL").SchemaOrg("url").Doc("Website"),
		dsl.Boolean("recorded").Deprecated("2026-03-01", "use website").Doc("Whether it is recorded"),
		dsl.Boolean("public").Default(true).Doc("Whether everybody may come"),
		dsl.Boolean("hidden").As(dsl.HideFromLists).Doc("Keep it out of lists"),
		dsl.Integer("seats").Doc("Seats"),
		dsl.Number("rating").Min(1).Max(5).Nullable().Doc("Stars, 1 to 5"),
		dsl.ManyToMany("topics", "topic").Default(nil).SchemaOrg("keywords").Doc("Topics"),
		dsl.ManyToMany("place", "place").SingleAsObject().SchemaOrg("location").Doc("Place"),
		dsl.ManyToMany("overflow", "place").Doc("Places with a screen"),
		dsl.Added(
			dsl.String("secret_word").As(dsl.Password).WriteOnly().Doc("Password"),
			dsl.Integer("series").As(dsl.PostParent).WriteOnly().Doc("Parent"),
			dsl.Any("sponsors").As(dsl.StringList).Extension("sponsors").Doc("Sponsors"),
		),
	)
}

// talkFilters are the filters of talk: one of each operation.
func talkFilters() []dsl.Param {
	return dsl.Filters(
		dsl.Paging().Doc("Page", "Talks a page"),
		dsl.OnOrAfter("begin").DefaultMonthsAhead(0).Doc("From"),
		dsl.OnOrBefore("finish").DefaultMonthsAhead(6).Doc("Until"),
		dsl.Before("begin").Named("begins_before").Doc("Before"),
		dsl.After("begin").Named("begins_after").Doc("After"),
		dsl.ExactTimes("strict_dates").Doc("Instants instead of days"),
		dsl.SearchAnyField().Doc("Words"),
		dsl.FilterBy("topics").Doc("On one of the topics"),
		dsl.FilterBy("place").Doc("At one of the places"),
		dsl.FilterBy("recorded").Deprecated("2026-03-01", "use search").Doc("Only recorded ones"),
		dsl.FilterBy("sponsors").Named("sponsored").Doc("Only with sponsors"),
		dsl.FilterBy("status").Doc("Statuses"),
		dsl.Near("place").Named("located", "lat", "lng").Doc("Whether a place has coordinates", "Latitude", "Longitude"),
		dsl.FilterBy("place.city").Doc("In the city"),
		dsl.In("place.access").Doc("At a place with one of the ways in"),
		dsl.IsNull("place.north").Named("place_unmapped").Doc("At a place without a latitude"),
		dsl.AtMost("rating").Named("rating_to").Doc("With that many stars at most"),
		// Functions that there are, so that the output can be checked with its imports.
		dsl.OwnFilter("called", dsl.TypeString, "almanac/runtime/filter", "SlugEquals").Enum("a", "b").Doc("With a slug"),
		dsl.OwnFilter("place_wheelchairs", dsl.TypeBoolean, "almanac/runtime/filter", "BoolEquals").Field("place.wheelchairs").Extension("geo").Doc("Whether wheelchairs get in"),
		dsl.Include().Doc("Only these"),
		dsl.FilterBy("series").Doc("Of the series"),
		dsl.Added(dsl.Sorting().Doc("Direction", "Column")),
	)
}

// loan is a post that links to posts with links of their own.
func loan() dsl.Resource {
	return dsl.Resource{
		Name: "loan", Plural: "loans", Kind: dsl.KindPost, Doc: "Loans of books.", PagePath: "loan",
		Fields: dsl.Fields(
			dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title"),
			dsl.ManyToMany("books", "book").Doc("Books"),
			dsl.ManyToMany("returned", "book").SingleAsObject().Doc("Books that came back"),
		),
		SortOptions: []dsl.SortOption{dsl.SortBy("id")},
		Response:    dsl.Order("id", "title", "books", "returned"),
	}
}

// book is a post that others link to, with links of its own.
func book() dsl.Resource {
	return dsl.Resource{
		Name: "book", Plural: "books", Kind: dsl.KindPost, Doc: "Books.", PagePath: "book", NoHistory: true, NoAgents: true,
		Fields: dsl.Fields(
			dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title"),
			dsl.ManyToMany("labels", "label").Doc("Labels"),
			dsl.ManyToMany("notes", "note").Doc("Notes"),
			dsl.ManyToMany("cover", "note").SingleAsObject().Doc("Notes on the cover"),
			dsl.String("lock").As(dsl.Password).WriteOnly().Doc("Password"),
		),
		SortOptions: []dsl.SortOption{dsl.SortBy("id")},
		Response:    dsl.Order("id", "title", "labels", "notes", "cover"),
	}
}

// order is a record whose fields have the names of what posts have.
func order() dsl.Resource {
	return dsl.Resource{
		Name: "order", Plural: "orders", Kind: dsl.KindRecord, Doc: "Orders, which only editors and their owners see.",
		Permissions: dsl.Permissions{Create: dsl.RoleSubscriber, Read: dsl.RoleEditor, EditOwn: dsl.RoleContributor},
		Fields: dsl.Fields(
			dsl.Enum("status", "open", "paid", "sent").Default("open").Doc("How far it is"),
			dsl.String("author").Required().Searchable().Sortable().Doc("Who ordered"),
			dsl.Integer("owner").As(dsl.Owner).Doc("User who ordered"),
			dsl.String("date").Secret().Doc("Day of delivery"),
			dsl.Integer("slug").Doc("Number of the shelf"),
			dsl.Boolean("group").Doc("Whether several people pay"),
			dsl.ManyToMany("groups", "group").SingleAsObject().Doc("Who pays"),
			dsl.ManyToMany("labels", "label").Doc("Labels"),
			dsl.String("shelf").Sortable().Computed("almanac/runtime/text", "SortKey", 2, "author").Doc("Where it is kept"),
		),
		Filters: dsl.Filters(
			dsl.Paging().Doc("Page", "Orders a page"),
			dsl.Include().Doc("Only these"),
			dsl.Exclude().Doc("Without these"),
			dsl.SearchAnyField().Doc("Words of who ordered"),
			dsl.FilterBy("status").Doc("How far they are"),
			dsl.FilterBy("groups").Named("group").Doc("Paid by one of the groups"),
			dsl.FilterBy("labels").Doc("With one of the labels"),
			dsl.QueryParam("order", dsl.TypeString, dsl.OpSortDirection).Enum("asc", "desc").Default("asc").Doc("Direction"),
			dsl.QueryParam("orderby", dsl.TypeString, dsl.OpOrderBy).Doc("Column"),
		), // The last two in the words of the last release.
		SortOptions: []dsl.SortOption{dsl.SortBy("id"), dsl.SortBy("author", "author_sort"), dsl.SortBy("modified_utc")},
		Indexes:     []dsl.Index{{Columns: []string{"status", "id"}}},
		Response:    dsl.Order("id", "version", "created_utc", "modified_utc", "rest_url"),
	}
}

// group is a record with a name, whose IDs others may share.
func group() dsl.Resource {
	return dsl.Resource{
		Name: "group", Plural: "groups", Kind: dsl.KindRecord, Doc: "Groups who order together.", IDTable: "ticket_id_sequence", OmitEmpty: true,
		Permissions: dsl.Permissions{Read: dsl.RoleVisitor},
		Fields: dsl.Fields(
			dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Name"),
			dsl.String("type").Default(nil).Doc("Kind of group"),
		),
		Filters: dsl.Filters(
			dsl.LinkedFrom("order").Doc("Who pay the order"),
			dsl.IsLinked("order").Named("has_orders").Doc("Whether there are orders"),
		),
		SortOptions: []dsl.SortOption{dsl.SortBy("name", "name_sort")},
		Response:    dsl.Order("id"),
	}
}

// ticketIDs is a table of IDs.
func ticketIDs() dsl.Resource {
	return dsl.Resource{
		Name: "ticket_id", Plural: "ticket_id_sequence", Kind: dsl.KindInternal, Doc: "IDs.",
		Fields: dsl.Fields(dsl.Integer("id").As(dsl.AutoID), dsl.String("resource").Text(dsl.TextRaw)),
	}
}

// secret is a table of the service itself: no Go is generated for it.
func secret() dsl.Resource {
	return dsl.Resource{
		Name: "secret", Plural: "secrets", Kind: dsl.KindInternal, Doc: "Secrets.",
		Fields: dsl.Fields(
			dsl.Integer("id").As(dsl.AutoID), dsl.Integer("talk_id").References("talk"), dsl.String("sha256").Text(dsl.TextRaw), dsl.Number("weight").Nullable(),
		),
		Indexes: []dsl.Index{{Columns: []string{"sha256"}, Unique: true}},
	}
}
