package generator_test

import (
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

// toyInterface is what toys are served under.
func toyInterface() dsl.API { return dsl.API{Namespace: "toys", Version: 1} }

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
		Fields:         []dsl.Field{dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Name")},
		SortOptions:    []dsl.SortOption{dsl.SortBy("id")},
		ResponseFields: "id name",
	}
}

// topic is a term in a tree, with every field and filter that terms have.
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
		Fields:         []dsl.Field{dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title")},
		SortOptions:    []dsl.SortOption{dsl.SortBy("id")},
		ResponseFields: "id title",
	}
}

// place is a post that others link to, with sparse answers.
func place() dsl.Resource {
	return dsl.Resource{
		Name: "place", Plural: "places", Kind: dsl.KindPost, Doc: "Places of talks.", PagePath: "place", SchemaOrgType: dsl.SchemaOrgPlace, Calendar: "almanac/runtime/calendar", FindOrCreate: true, OmitEmpty: true,
		Fields: []dsl.Field{
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
			dsl.Number("north").Min(-90).Max(90).Nullable().Extension("geo").Nonstandard().SchemaOrg("latitude").Doc("Latitude"),
			dsl.Number("east").Min(-180).Max(180).Nullable().Extension("geo").Nonstandard().SchemaOrg("longitude").Doc("Longitude"),
			dsl.String("image").As(dsl.Image).Doc("Image"),
		},
		Params: []dsl.Param{
			dsl.QueryParam("search", dsl.TypeString, dsl.OpSearchOneField).Doc("Words in one field"),
			dsl.QueryParam("city", dsl.TypeString, dsl.OpEquals).Field("city").Doc("Places in the city"),
			dsl.QueryParam("region", dsl.TypeString, dsl.OpEquals).Field("stateprovince").Enum("north", "south").Doc("Places in the region"),
			dsl.QueryParam("access", dsl.TypeString, dsl.OpEquals).Field("access").Doc("Places that one gets into this way"),
			dsl.QueryParam("seats", dsl.TypeInteger, dsl.OpEquals).Field("seats").Doc("Places of that size"),
			dsl.QueryParam("rent", dsl.TypeDecimal, dsl.OpAtMost).Field("rent").Doc("Places that cost at most this"),
			dsl.QueryParam("deposit", dsl.TypeDecimal, dsl.OpAtLeast).Field("deposit").Doc("Places with at least this deposit"),
			dsl.QueryParam("deposit_in", dsl.TypeStrings, dsl.OpIn).Field("deposit").Doc("Places with a deposit in these currencies"),
			dsl.QueryParam("built_on", dsl.TypeDate, dsl.OpEquals).Field("built_on").Doc("Places that opened on the day"),
			dsl.QueryParam("seats_from", dsl.TypeInteger, dsl.OpAtLeast).Field("seats").Doc("Places of that size at least"),
			dsl.QueryParam("cities", dsl.TypeStrings, dsl.OpIn).Field("city").Doc("Places in one of the cities"),
			dsl.QueryParam("ways_in", dsl.TypeStrings, dsl.OpIn).Field("access").Doc("Places that one gets into in one of these ways"),
			dsl.QueryParam("sizes", dsl.TypeIntegers, dsl.OpIn).Field("seats").Doc("Places of one of the sizes"),
			dsl.QueryParam("languages", dsl.TypeStrings, dsl.OpIn).Field("languages").Doc("Places where one of these is spoken"),
			dsl.QueryParam("wings", dsl.TypeIntegers, dsl.OpIn).Field("wings").Doc("Places with a wing of one of the sizes"),
			dsl.QueryParam("wingless", dsl.TypeBoolean, dsl.OpIsNull).Field("wings").Doc("Only without wings, or only with some"),
			dsl.QueryParam("rents", dsl.TypeStrings, dsl.OpIn).Field("rent").Doc("Places that cost one of these"),
			dsl.QueryParam("built_in", dsl.TypeStrings, dsl.OpIn).Field("built_on").Doc("Places that opened on one of the days"),
			dsl.QueryParam("latitudes", dsl.TypeNumbers, dsl.OpIn).Field("north").Extension("geo").Doc("Places at one of the latitudes"),
			dsl.QueryParam("paid", dsl.TypeString, dsl.OpEquals).Field("deposit").Doc("Places with this deposit"),
			dsl.QueryParam("unmapped", dsl.TypeBoolean, dsl.OpIsNull).Field("north").Extension("geo").Doc("Only without a latitude, or only with one"),
			dsl.QueryParam("nowhere", dsl.TypeBoolean, dsl.OpIsNull).Field("city").Doc("Only without a city, or only with one"),
			dsl.QueryParam("built_from", dsl.TypeDate, dsl.OpAtLeast).Field("built_on").Doc("Places that opened on the day or later"),
			dsl.QueryParam("talk", dsl.TypeInteger, dsl.OpLinkedFrom).References("talk").Doc("Places of the talk"),
			dsl.QueryParam("post", dsl.TypeInteger, dsl.OpLinkedFrom).References("talk").Overrides("talk").Doc("The same, and wins"),
			dsl.QueryParam("has_talks", dsl.TypeAny, dsl.OpIsLinked).References("talk").Doc("Whether there are talks"),
			dsl.QueryParam("only_with_upcoming", dsl.TypeAny, dsl.OpHasUpcoming).References("talk").Default(false).Doc("Only with talks to come"),
		},
		SortOptions:    []dsl.SortOption{dsl.SortBy("date"), dsl.SortBy("name", "name_sort"), dsl.SortBy("built_on")},
		Indexes:        []dsl.Index{{Columns: []string{"north", "east"}}, {Columns: []string{"city", "seats"}, Unique: true}},
		ResponseFields: "id modified url slug * json_ld global_id",
	}
}

// talk is a post with every shape of field and every filter that posts have.
func talk() dsl.Resource {
	return dsl.Resource{
		Name: "talk", Plural: "talks", Kind: dsl.KindPost, Doc: "Talks.", PagePath: "talk", SchemaOrgType: dsl.SchemaOrgEvent, Calendar: "almanac/runtime/calendar",
		Fields:      talkFields(),
		Params:      talkParams(),
		SortOptions: []dsl.SortOption{dsl.SortBy("begin"), dsl.SortBy("title", "title_sort"), dsl.SortBy("modified"), dsl.SortBy("include")},
		Indexes: []dsl.Index{
			{Columns: []string{"status", "begin", "id"}},
			{Columns: []string{"duration"}},
		},
		ResponseFields: "id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url title image " +
			"begin begin_details finish finish_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details " +
			"zone timezone_abbr price price_details * custom_fields json_ld",
	}
}

// talkFields are the fields of talk: one of each shape.
func talkFields() []dsl.Field {
	return []dsl.Field{
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
		dsl.String("secret_word").As(dsl.Password).WriteOnly().Nonstandard().Doc("Password"),
		dsl.Integer("series").As(dsl.PostParent).References("talk").WriteOnly().Nonstandard().Doc("Parent"),
		dsl.Any("sponsors").As(dsl.StringList).Extension("sponsors").Nonstandard().Doc("Sponsors"),
	}
}

// talkParams are the list parameters of talk: one of each operation.
func talkParams() []dsl.Param {
	return []dsl.Param{
		dsl.QueryParam("page", dsl.TypeInteger, dsl.OpPage).Default(1).Doc("Page"),
		dsl.QueryParam("per_page", dsl.TypeInteger, dsl.OpPerPage).DefaultComputed("the deployment's").Doc("Talks a page"),
		dsl.QueryParam("begin", dsl.TypeString, dsl.OpOnOrAfter).Field("begin").DefaultMonthsAhead(0).Doc("From"),
		dsl.QueryParam("finish", dsl.TypeString, dsl.OpOnOrBefore).Field("finish").DefaultMonthsAhead(6).Doc("Until"),
		dsl.QueryParam("begins_before", dsl.TypeString, dsl.OpBefore).Field("begin").Doc("Before"),
		dsl.QueryParam("begins_after", dsl.TypeString, dsl.OpAfter).Field("begin").Doc("After"),
		dsl.QueryParam("strict_dates", dsl.TypeAny, dsl.OpExactTimes).Default(false).Doc("Instants instead of days"),
		dsl.QueryParam("search", dsl.TypeString, dsl.OpSearchAnyField).Doc("Words"),
		dsl.QueryParam("topics", dsl.TypeIntegers, dsl.OpLinkedTo).Field("topics").References("topic").Doc("On one of the topics"),
		dsl.QueryParam("place", dsl.TypeIntegers, dsl.OpLinkedTo).Field("place").References("place").Doc("At one of the places"),
		dsl.QueryParam("recorded", dsl.TypeBoolean, dsl.OpBoolEquals).Field("recorded").Deprecated("2026-03-01", "use search").Doc("Only recorded ones"),
		dsl.QueryParam("sponsored", dsl.TypeBoolean, dsl.OpListNotEmpty).Field("sponsors").Extension("sponsors").Doc("Only with sponsors"),
		dsl.QueryParam("status", dsl.TypeString, dsl.OpStatusIn).Doc("Statuses"),
		dsl.QueryParam("located", dsl.TypeBoolean, dsl.OpHasCoordinates).Field("place").Extension("geo").Doc("Whether a place has coordinates"),
		dsl.QueryParam("lat", dsl.TypeNumber, dsl.OpNearLatitude).Field("place").Extension("geo").Doc("Latitude"),
		dsl.QueryParam("lng", dsl.TypeNumber, dsl.OpNearLongitude).Field("place").Extension("geo").Doc("Longitude"),
		dsl.QueryParam("place_city", dsl.TypeString, dsl.OpEquals).Field("place.city").Doc("In the city"),
		dsl.QueryParam("place_access", dsl.TypeStrings, dsl.OpIn).Field("place.access").Doc("At a place with one of the ways in"),
		dsl.QueryParam("place_unmapped", dsl.TypeBoolean, dsl.OpIsNull).Field("place.north").Extension("geo").Doc("At a place without a latitude"),
		dsl.QueryParam("rating_to", dsl.TypeNumber, dsl.OpAtMost).Field("rating").Doc("With that many stars at most"),
		// Functions that there are, so that the output can be checked with its imports.
		dsl.QueryParam("called", dsl.TypeString, dsl.OwnOperation("almanac/runtime/filter", "SlugEquals")).Enum("a", "b").Doc("With a slug"),
		dsl.QueryParam("place_wheelchairs", dsl.TypeBoolean, dsl.OwnOperation("almanac/runtime/filter", "BoolEquals")).Field("place.wheelchairs").Extension("geo").Doc("Whether wheelchairs get in"),
		dsl.QueryParam("include", dsl.TypeIntegers, dsl.OpInclude).Doc("Only these"),
		dsl.QueryParam("series", dsl.TypeInteger, dsl.OpChildOf).Field("series").References("talk").Doc("Of the series"),
		dsl.QueryParam("order", dsl.TypeString, dsl.OpSortDirection).Enum("asc", "desc").Nonstandard().Doc("Direction"),
		dsl.QueryParam("orderby", dsl.TypeString, dsl.OpOrderBy).Nonstandard().Doc("Column"),
	}
}

// loan is a post that links to posts with links of their own.
func loan() dsl.Resource {
	return dsl.Resource{
		Name: "loan", Plural: "loans", Kind: dsl.KindPost, Doc: "Loans of books.", PagePath: "loan",
		Fields: []dsl.Field{
			dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title"),
			dsl.ManyToMany("books", "book").Doc("Books"),
			dsl.ManyToMany("returned", "book").SingleAsObject().Doc("Books that came back"),
		},
		SortOptions:    []dsl.SortOption{dsl.SortBy("id")},
		ResponseFields: "id title books returned",
	}
}

// book is a post that others link to, with links of its own.
func book() dsl.Resource {
	return dsl.Resource{
		Name: "book", Plural: "books", Kind: dsl.KindPost, Doc: "Books.", PagePath: "book",
		Fields: []dsl.Field{
			dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title"),
			dsl.ManyToMany("labels", "label").Doc("Labels"),
			dsl.ManyToMany("notes", "note").Doc("Notes"),
			dsl.ManyToMany("cover", "note").SingleAsObject().Doc("Notes on the cover"),
			dsl.String("lock").As(dsl.Password).WriteOnly().Doc("Password"),
		},
		SortOptions:    []dsl.SortOption{dsl.SortBy("id")},
		ResponseFields: "id title labels notes cover",
	}
}

// order is a record whose fields have the names of what posts have.
func order() dsl.Resource {
	return dsl.Resource{
		Name: "order", Plural: "orders", Kind: dsl.KindRecord, Doc: "Orders, which only editors and their owners see.",
		Permissions: dsl.Permissions{Create: dsl.RoleSubscriber, Read: dsl.RoleEditor, EditOwn: dsl.RoleContributor},
		Fields: []dsl.Field{
			dsl.Enum("status", "open", "paid", "sent").Default("open").Doc("How far it is"),
			dsl.String("author").Required().Searchable().Sortable().Doc("Who ordered"),
			dsl.Integer("owner").As(dsl.Owner).Doc("User who ordered"),
			dsl.String("date").Doc("Day of delivery"),
			dsl.Integer("slug").Doc("Number of the shelf"),
			dsl.Boolean("group").Doc("Whether several people pay"),
			dsl.ManyToMany("groups", "group").SingleAsObject().Doc("Who pays"),
			dsl.ManyToMany("labels", "label").Doc("Labels"),
			dsl.String("shelf").Sortable().Computed("almanac/runtime/text", "SortKey", 2, "author").Doc("Where it is kept"),
		},
		Params: []dsl.Param{
			dsl.QueryParam("page", dsl.TypeInteger, dsl.OpPage).Default(1).Doc("Page"),
			dsl.QueryParam("per_page", dsl.TypeInteger, dsl.OpPerPage).DefaultComputed("the deployment's").Doc("Orders a page"),
			dsl.QueryParam("include", dsl.TypeIntegers, dsl.OpInclude).Doc("Only these"),
			dsl.QueryParam("exclude", dsl.TypeIntegers, dsl.OpExclude).Doc("Without these"),
			dsl.QueryParam("search", dsl.TypeString, dsl.OpSearchAnyField).Doc("Words of who ordered"),
			dsl.QueryParam("status", dsl.TypeString, dsl.OpEquals).Field("status").Doc("How far they are"),
			dsl.QueryParam("group", dsl.TypeIntegers, dsl.OpLinkedTo).Field("groups").References("group").Doc("Paid by one of the groups"),
			dsl.QueryParam("labels", dsl.TypeIntegers, dsl.OpLinkedTo).Field("labels").References("label").Doc("With one of the labels"),
			dsl.QueryParam("order", dsl.TypeString, dsl.OpSortDirection).Enum("asc", "desc").Default("asc").Doc("Direction"),
			dsl.QueryParam("orderby", dsl.TypeString, dsl.OpOrderBy).Doc("Column"),
		},
		SortOptions:    []dsl.SortOption{dsl.SortBy("id"), dsl.SortBy("author", "author_sort"), dsl.SortBy("modified_utc")},
		Indexes:        []dsl.Index{{Columns: []string{"status", "id"}}},
		ResponseFields: "id version created_utc modified_utc rest_url *",
	}
}

// group is a record with a name, whose IDs others may share.
func group() dsl.Resource {
	return dsl.Resource{
		Name: "group", Plural: "groups", Kind: dsl.KindRecord, Doc: "Groups who order together.", IDTable: "ticket_id_sequence", OmitEmpty: true,
		Permissions: dsl.Permissions{Read: dsl.RoleVisitor},
		Fields: []dsl.Field{
			dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Name"),
			dsl.String("type").Default(nil).Doc("Kind of group"),
		},
		Params: []dsl.Param{
			dsl.QueryParam("order", dsl.TypeInteger, dsl.OpLinkedFrom).References("order").Doc("Who pay the order"),
			dsl.QueryParam("has_orders", dsl.TypeAny, dsl.OpIsLinked).References("order").Doc("Whether there are orders"),
		},
		SortOptions:    []dsl.SortOption{dsl.SortBy("name", "name_sort")},
		ResponseFields: "id *",
	}
}

// ticketIDs is a table of IDs.
func ticketIDs() dsl.Resource {
	return dsl.Resource{
		Name: "ticket_id", Plural: "ticket_id_sequence", Kind: dsl.KindInternal, Doc: "IDs.",
		Fields: []dsl.Field{dsl.Integer("id").As(dsl.AutoID), dsl.String("resource").Text(dsl.TextRaw)},
	}
}

// secret is a table of the service itself: no Go is generated for it.
func secret() dsl.Resource {
	return dsl.Resource{
		Name: "secret", Plural: "secrets", Kind: dsl.KindInternal, Doc: "Secrets.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID), dsl.Integer("talk_id").References("talk"), dsl.String("sha256").Text(dsl.TextRaw), dsl.Number("weight").Nullable(),
		},
		Indexes: []dsl.Index{{Columns: []string{"sha256"}, Unique: true}},
	}
}
