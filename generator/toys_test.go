package generator_test

import "almanac/resources/dsl"

// toy is a small description that shows one feature.  Its output is kept in
// testdata/<name>.
type toy struct {
	name      string
	resources []dsl.Resource
}

// toyInterface is what toys are served under.
func toyInterface() dsl.Interface { return dsl.Interface{Namespace: "toys", Version: 1} }

// toys lists them, the smallest first.
func toys() []toy {
	return []toy{
		{"minimal_term", []dsl.Resource{label()}},
		{"nested_term", []dsl.Resource{topic()}},
		{"minimal_post", []dsl.Resource{note()}},
		{"linked_posts", []dsl.Resource{talk(), place(), topic(), secret()}},
	}
}

// label is a term with nothing but a name.
func label() dsl.Resource {
	return dsl.Resource{
		Name: "label", Plural: "labels", Kind: dsl.Term, Doc: "Labels.", URLPath: "label", Taxonomy: "label",
		Fields: []dsl.Field{dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Name")},
		Orders: []dsl.Order{dsl.By("id")},
		Answer: "id name",
	}
}

// topic is a term in a tree, with every field and filter that terms have.
func topic() dsl.Resource {
	return dsl.Resource{
		Name: "topic", Plural: "topics", Kind: dsl.Term, Doc: "Topics, which form a tree.", URLPath: "talks/topic", Taxonomy: "talk_topic", Nested: true,
		Fields: []dsl.Field{
			dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Name"),
			dsl.String("description").Sortable().Doc("Description"),
			dsl.String("slug").As(dsl.Slug).Searchable().Doc("Slug"),
			dsl.Integer("parent").As(dsl.Parent).To("topic").Doc("ID of the parent"),
		},
		Params: []dsl.Param{
			dsl.Query("page", dsl.TypeInteger, dsl.Page).Defaults(1).Doc("Page"),
			dsl.Query("per_page", dsl.TypeInteger, dsl.PerPage).Computed("the deployment's").Doc("Topics a page"),
			dsl.Query("search", dsl.TypeString, dsl.Contains).Doc("Text in name or slug"),
			dsl.Query("exclude", dsl.TypeIntegers, dsl.Exclude).Doc("Without these"),
			dsl.Query("include", dsl.TypeIntegers, dsl.Include).Doc("Only these"),
			dsl.Query("order", dsl.TypeString, dsl.Direction).OneOf("asc", "desc").Defaults("asc").Doc("Direction"),
			dsl.Query("orderby", dsl.TypeString, dsl.OrderBy).Defaults("name").Doc("Column"),
			dsl.Query("hide_empty", dsl.TypeBoolean, dsl.HideEmpty).Defaults("1").Doc("Without empty ones"),
			dsl.Query("parent", dsl.TypeInteger, dsl.ChildOf).On("parent").To("topic").Doc("Children of the topic"),
			dsl.Query("slug", dsl.TypeString, dsl.SlugIs).Doc("Slug"),
		},
		Orders: []dsl.Order{dsl.By("name", "name_sort"), dsl.By("id"), dsl.By("count"), dsl.By("description", "description_sort"), dsl.By("include")},
		Answer: "id count description name slug taxonomy parent meta url urls *",
	}
}

// note is a post with nothing but a name.  Its word about repeated creates has
// nothing to compare.
func note() dsl.Resource {
	return dsl.Resource{
		Name: "note", Plural: "notes", Kind: dsl.Post, Doc: "Notes.", URLPath: "note", FindSame: true,
		Fields: []dsl.Field{dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title")},
		Orders: []dsl.Order{dsl.By("id")},
		Answer: "id title",
	}
}

// place is a post that others link to, with sparse answers.
func place() dsl.Resource {
	return dsl.Resource{
		Name: "place", Plural: "places", Kind: dsl.Post, Doc: "Places of talks.", URLPath: "place", Schema: dsl.SchemaPlace, FindSame: true, Sparse: true,
		Fields: []dsl.Field{
			dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Name"),
			dsl.String("slug").As(dsl.Slug).Doc("Slug"),
			dsl.String("city").NullDefault().Searchable().Doc("City"),
			dsl.String("stateprovince").Doc("State"),
			dsl.String("wheelchairs").Flag(true).Doc("Whether wheelchairs get in"),
			dsl.Integer("seats").Doc("Seats"),
			dsl.Number("height").Between(0, 50).Doc("Metres to the ceiling"),
			dsl.Number("geo_lat").Between(-90, 90).Nullable().Of("geo").Addition().Doc("Latitude"),
			dsl.Number("geo_lng").Between(-180, 180).Nullable().Of("geo").Addition().Doc("Longitude"),
			dsl.String("image").As(dsl.Image).Doc("Image"),
		},
		Params: []dsl.Param{
			dsl.Query("search", dsl.TypeString, dsl.SearchOne).Doc("Words in one field"),
			dsl.Query("city", dsl.TypeString, dsl.Equals).On("city").Doc("Places in the city"),
			dsl.Query("seats", dsl.TypeInteger, dsl.Equals).On("seats").Doc("Places of that size"),
			dsl.Query("talk", dsl.TypeInteger, dsl.LinkedFrom).To("talk").Doc("Places of the talk"),
			dsl.Query("post", dsl.TypeInteger, dsl.LinkedFrom).To("talk").Overrides("talk").Doc("The same, and wins"),
			dsl.Query("has_talks", dsl.TypeUntyped, dsl.HasLinks).To("talk").Doc("Whether there are talks"),
			dsl.Query("only_with_upcoming", dsl.TypeUntyped, dsl.HasUpcoming).To("talk").Defaults(false).Doc("Only with talks to come"),
		},
		Orders:  []dsl.Order{dsl.By("date"), dsl.By("name", "name_sort")},
		Indexes: []dsl.Index{{Columns: []string{"geo_lat", "geo_lng"}}},
		Answer:  "id modified url slug * json_ld global_id",
	}
}

// talk is a post with every shape of field and every filter that posts have.
func talk() dsl.Resource {
	return dsl.Resource{
		Name: "talk", Plural: "talks", Kind: dsl.Post, Doc: "Talks.", URLPath: "talk", Schema: dsl.SchemaEvent,
		Fields: talkFields(),
		Params: talkParams(),
		Orders: []dsl.Order{dsl.By("begin"), dsl.By("title", "title_sort"), dsl.By("modified"), dsl.By("include")},
		Indexes: []dsl.Index{
			{Columns: []string{"status", "begin", "id"}},
			{Columns: []string{"duration"}},
		},
		Answer: "id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url title image " +
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
		dsl.Boolean("whole_day").As(dsl.AllDay).Defaults(false).Doc("Whether it lasts whole days"),
		dsl.Integer("author").As(dsl.Author).Doc("Author"),
		dsl.String("date").As(dsl.Published).NullDefault().Doc("Publication date"),
		dsl.String("date_utc").As(dsl.PublishedUTC).Doc("Publication date in UTC"),
		dsl.String("slug").As(dsl.Slug).Doc("Slug"),
		dsl.String("status").As(dsl.Status).Doc("Status"),
		dsl.String("image").As(dsl.Image).Doc("Image"),
		dsl.String("order").Searchable().Sortable().Doc("Order of the day, a word of SQL"),
		dsl.String("summary").HTML().Searchable().Doc("Summary, cleaned HTML"),
		dsl.Untyped("price").As(dsl.Money).Doc("Price: a number | a text"),
		dsl.URL("website").NullDefault().Else("PageURL").Doc("Website"),
		dsl.Boolean("recorded").Deprecated("2026-03-01", "use website").Doc("Whether it is recorded"),
		dsl.Boolean("public").Defaults(true).Doc("Whether everybody may come"),
		dsl.Boolean("hidden").As(dsl.Unlisted).Doc("Keep it out of lists"),
		dsl.Integer("seats").Doc("Seats"),
		dsl.Number("rating").Between(1, 5).Nullable().Doc("Stars, 1 to 5"),
		dsl.Refs("topics", "topic").NullDefault().Doc("Topics"),
		dsl.Refs("place", "place").AloneAsObject().Doc("Place"),
		dsl.Refs("overflow", "place").Doc("Places with a screen"),
		dsl.String("secret_word").As(dsl.Password).WriteOnly().Addition().Doc("Password"),
		dsl.Integer("series").As(dsl.PostParent).To("talk").WriteOnly().Addition().Doc("Parent"),
		dsl.Untyped("sponsors").As(dsl.List).Of("sponsors").Addition().Doc("Sponsors"),
	}
}

// talkParams are the list parameters of talk: one of each operation.
func talkParams() []dsl.Param {
	return []dsl.Param{
		dsl.Query("page", dsl.TypeInteger, dsl.Page).Defaults(1).Doc("Page"),
		dsl.Query("per_page", dsl.TypeInteger, dsl.PerPage).Computed("the deployment's").Doc("Talks a page"),
		dsl.Query("begin", dsl.TypeString, dsl.From).On("begin").Computed("now").Doc("From"),
		dsl.Query("finish", dsl.TypeString, dsl.Until).On("finish").Computed("24 months on").Doc("Until"),
		dsl.Query("begins_before", dsl.TypeString, dsl.Before).On("begin").Doc("Before"),
		dsl.Query("begins_after", dsl.TypeString, dsl.After).On("begin").Doc("After"),
		dsl.Query("strict_dates", dsl.TypeUntyped, dsl.StrictDates).Defaults(false).Doc("Instants instead of days"),
		dsl.Query("search", dsl.TypeString, dsl.SearchAll).Doc("Words"),
		dsl.Query("topics", dsl.TypeIntegers, dsl.LinkedTo).On("topics").To("topic").Doc("On one of the topics"),
		dsl.Query("place", dsl.TypeIntegers, dsl.LinkedTo).On("place").To("place").Doc("At one of the places"),
		dsl.Query("recorded", dsl.TypeBoolean, dsl.Is).On("recorded").Deprecated("2026-03-01", "use search").Doc("Only recorded ones"),
		dsl.Query("sponsored", dsl.TypeBoolean, dsl.HasAny).On("sponsors").Of("sponsors").Doc("Only with sponsors"),
		dsl.Query("status", dsl.TypeString, dsl.StatusIn).Doc("Statuses"),
		dsl.Query("located", dsl.TypeBoolean, dsl.Located).On("place").Of("geo").Doc("Whether a place has coordinates"),
		dsl.Query("lat", dsl.TypeNumber, dsl.NearLatitude).On("place").Of("geo").Doc("Latitude"),
		dsl.Query("lng", dsl.TypeNumber, dsl.NearLongitude).On("place").Of("geo").Doc("Longitude"),
		dsl.Query("include", dsl.TypeIntegers, dsl.Include).Doc("Only these"),
		dsl.Query("series", dsl.TypeInteger, dsl.ChildOf).On("series").To("talk").Doc("Of the series"),
		dsl.Query("order", dsl.TypeString, dsl.Direction).OneOf("asc", "desc").Addition().Doc("Direction"),
		dsl.Query("orderby", dsl.TypeString, dsl.OrderBy).Addition().Doc("Column"),
	}
}

// secret is a table of the service itself: no Go is generated for it.
func secret() dsl.Resource {
	return dsl.Resource{
		Name: "secret", Plural: "secrets", Kind: dsl.Internal, Doc: "Secrets.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.Key), dsl.Integer("talk_id").To("talk"), dsl.String("sha256").Raw(), dsl.Number("weight").Nullable(),
		},
		Indexes: []dsl.Index{{Columns: []string{"sha256"}, Unique: true}},
	}
}
