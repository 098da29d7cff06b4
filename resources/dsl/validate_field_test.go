package dsl_test

import (
	"fmt"
	"strings"
	"testing"

	"almanac/resources/dsl"
)

func TestFaultsOfFields(t *testing.T) {
	post := func(fields ...dsl.Field) []dsl.Resource { return one(talk(with(fields...))) }
	term := func(fields ...dsl.Field) []dsl.Resource { return one(label(with(fields...))) }
	checkValidated(t, []validated{
		{"a field twice", term(text("hint"), text("hint")), `resource "label": field "hint" is described twice; rename or remove one`},
		{"a field in capitals", term(text("Hint")), `resource "label": field "Hint" must be lower-case words joined by underscores`},
		{"a field that ends in an underscore", term(text("hint_")), `resource "label": field "hint_" must be lower-case words joined by underscores`},
		{"no documentation", term(dsl.String("hint")), `resource "label": field "hint" has no Doc; describe it in one line`},
		{"documentation of two lines", term(dsl.String("hint").Doc("a\nb")), `resource "label": field "hint" has a Doc with several lines; write one line`},
		{"two fields with one role", post(text("slug").As(dsl.Slug), text("slug_2").As(dsl.Slug)), strings.Join([]string{
			`resource "talk": field "slug_2": another field has the behavior "slug"; remove one`,
			`resource "talk": field "slug_2": the field with the behavior "slug" must be named "slug"; rename it`,
		}, "\n")},
		{"two names", term(text("title").As(dsl.Name).Required().Sortable()), `resource "label": field "title": another field has the behavior "name"; remove one`},
		{"an unknown role", post(text("hint").As("colour")), `resource "talk": field "hint" has the unknown behavior "colour"; the behaviors are: all_day, author, cost, end, hide_from_lists, image, link, name, password, post_parent, publish_date, publish_date_utc, recurrence, slug, start, status, string_list, time_zone`},
		{"a role of posts in a term", term(text("status").As(dsl.Status)), `resource "label": field "status": a term has no field with the behavior "status"; its behaviors are: cost, hide_from_lists, name, parent, slug, string_list`},
		{"a password in a term", term(text("secret_word").As(dsl.Password)), `resource "label": field "secret_word": a term has no field with the behavior "password"; its behaviors are: cost, hide_from_lists, name, parent, slug, string_list`},
		{"a role of terms in a post", post(dsl.Integer("parent").As(dsl.Parent).References("talk").Doc("Parent")), `resource "talk": field "parent": a post has no field with the behavior "parent"; its behaviors are: all_day, author, cost, end, hide_from_lists, image, link, name, password, post_parent, publish_date, publish_date_utc, recurrence, slug, start, status, string_list, time_zone`},
		{"a database key in a post", post(dsl.Integer("number").As(dsl.AutoID).Doc("Number")), `resource "talk": field "number": a post has no field with the behavior "auto_id"; its behaviors are: all_day, author, cost, end, hide_from_lists, image, link, name, password, post_parent, publish_date, publish_date_utc, recurrence, slug, start, status, string_list, time_zone`},
		{"a reference that nothing checks", post(dsl.Integer("place").References("talk").Doc("Place")), `resource "talk": field "place": References is for parents, and checks nothing elsewhere; describe the field as a link with dsl.ManyToMany`},
		{"a part of a key in a post", post(dsl.Integer("number").PrimaryKey().Doc("Number")), `resource "talk": field "number": PrimaryKey is for internal tables; remove it`},
		{"a role under another name than its column's", post(text("published").As(dsl.PublishDate)), `resource "talk": field "published": the field with the behavior "publish_date" must be named "date"; rename it`},
		{"a link to what is not a resource", post(dsl.ManyToMany("marks", "mark").Doc("Marks")), `resource "talk": field "marks" references "mark", which is not a resource; the resources are: talk`},
		{"a link that names no resource", post(dsl.ManyToMany("marks", "").Doc("Marks")), `resource "talk": field "marks" is a link but names no resource; write dsl.ManyToMany("marks", target) with one of: talk`},
		{"a link to a table of the service", []dsl.Resource{secret(), talk(with(dsl.ManyToMany("marks", "secret").Doc("Marks")))}, `resource "talk": field "marks" links to "secret", which has no routes; link to one of: talk`},
		{"a link to one record that shows as an object in another way", []dsl.Resource{label(), talk(with(dsl.ManyToOne("mark", "label").SingleAsObject().Doc("Mark")))}, `resource "talk": field "mark": a ManyToOne always shows as an object; remove SingleAsObject`},
		{"a link to its own resource", post(dsl.ManyToMany("related", "talk").Doc("Related")), `resource "talk": field "related" links to its own resource, which only a parent can; use dsl.Integer(…).As(dsl.PostParent)`},
		{"a link of a term", []dsl.Resource{talk(), label(with(dsl.ManyToMany("related", "talk").Doc("Related")))}, `resource "label": field "related": a term has no field with the behavior "link"; its behaviors are: cost, hide_from_lists, name, parent, slug, string_list`},
		{
			"a parent of another resource",
			[]dsl.Resource{label(), talk(with(dsl.Integer("above").As(dsl.PostParent).References("label").Doc("Parent")))},
			`resource "talk": field "above": a parent is of the same resource, not of "label"; write References("talk")`,
		},
		{
			"a link to a term as an object",
			[]dsl.Resource{label(), talk(with(dsl.ManyToMany("marks", "label").SingleAsObject().Doc("Marks")))},
			`resource "talk": field "marks": SingleAsObject is for links to posts and records; remove it`,
		},
		{"a field without links that carries", post(text("hint").Denormalize("title")), `resource "talk": field "hint": Denormalize is for links; remove it`},
		{
			"a link that carries no field",
			[]dsl.Resource{label(), talk(with(schedule()...), with(dsl.ManyToMany("marks", "label").Denormalize("began").Doc("Marks")))},
			`resource "talk": field "marks" denormalizes "began", which is not a field; possible fields: begin, finish`,
		},
		{
			"a link that carries a long text",
			[]dsl.Resource{label(), talk(with(text("hint"), dsl.ManyToMany("marks", "label").Denormalize("hint").Doc("Marks")))},
			`resource "talk": field "marks" denormalizes "hint", which is neither the start nor the end of a record; possible fields: none`,
		},
		{"a reference to what is not a resource", one(secret(with(dsl.Integer("user_id").References("user")))), `resource "secret": field "user_id" references "user", which is not a resource; the resources are: secret`},
		{"a fallback on what is not a field", post(text("hint").Fallback("example.org/x/talks", "First", "lead", "name")), `resource "talk": field "hint" falls back on "lead", which is not a field with a column; the fields are: name, hint`},
		{"a fallback of a number", term(dsl.Integer("size").Fallback("example.org/x/talks", "First", "name").Doc("Size")), `resource "label": field "size": only text without a behavior has a Fallback`},
		{
			"a fallback on an image", post(text("image").As(dsl.Image), text("hint").Fallback("example.org/x/talks", "First", "image")),
			`resource "talk": field "hint" falls back on "image", which is not a field with a column; the fields are: name, image, hint`,
		},
		{"a name that is not required", one(label(func(r *dsl.Resource) { r.Fields[0] = dsl.String("name").As(dsl.Name).Sortable().Doc("Name") })), `resource "label": field "name": the name of a record is Required and Sortable; write As(dsl.Name).Required().Sortable()`},
		{"a name without a sort key", one(label(func(r *dsl.Resource) { r.Fields[0] = dsl.String("name").As(dsl.Name).Required().Doc("Name") })), `resource "label": field "name": the name of a record is Required and Sortable; write As(dsl.Name).Required().Sortable()`},
		{"a number that is searched", term(dsl.Integer("size").Searchable().Doc("Size")), `resource "label": field "size": only text is Searchable and Sortable`},
		{"a switch that is sorted by", term(text("shown").StoredAsBool(true).Sortable()), `resource "label": field "shown": only text is Searchable and Sortable`},
		{"raw text from clients", term(text("hint").Text(dsl.TextRaw)), `resource "label": field "hint": Raw text is for internal tables; what clients write is cleaned`},
		{"text that can be null", term(text("hint").Nullable()), `resource "label": field "hint": only a Number, Decimal, Money, Date, Time or Timestamp is Nullable`},
		{"an integer with bounds", term(dsl.Integer("size").Min(1).Max(5).Required().Doc("Size")), ""},
		{"numbers with one bound", term(dsl.Integer("size").Min(0).Doc("Size"), dsl.Number("share").Max(1).Doc("Share"), dsl.Number("rating").Min(1).Nullable().Doc("Rating")), ""},
		{"text with bounds", term(text("size").Max(5)), `resource "label": field "size": only an Integer, Number, Decimal, Money or Integers without behavior and Setter has a Range, Min or Max`},
		{"an integer with a bound that is none", term(dsl.Integer("size").Max(1.5).Doc("Size")), `resource "label": field "size": a bound is a number, that of an Integer a whole one, that of a Decimal or Money one of its scale, of at most 15 digits`},
		{"bounds without 0", term(dsl.Integer("size").Min(1).Doc("Size")), `resource "label": field "size": 0, which a create without it stores, is out of range: make it Required, Nullable, or give it a Default`},
		{"text with a length and a pattern", term(text("zip").MaxLength(10).Pattern(`^\p{L}+(?:-\d+)?$`)), ""},
		{"a number with a length", term(dsl.Integer("size").MaxLength(5).Doc("Size")), `resource "label": field "size": only a String without another behavior than name, Setter or HTML, and Strings, have a MaxLength or Pattern`},
		{"a length that no text has", term(text("zip").MaxLength(10001)), `resource "label": field "zip": MaxLength is 1 to 10000`},
		{"a pattern that is none", term(text("zip").Pattern("(")), `resource "label": field "zip": the Pattern is not a regular expression of both RE2 and JavaScript`},
		{"a pattern of RE2 alone", term(text("zip").Pattern("(?i)a")), `resource "label": field "zip": the Pattern is not a regular expression of both RE2 and JavaScript`},
		{"a role with a setter", term(dsl.String("slug").As(dsl.Slug).Setter("example.org/x/talks", "SetSlug").Doc("Slug")), `resource "label": field "slug": a field with a behavior is written by the behavior, and takes no Setter`},
		{"a hint of two lines", term(text("code").Hint("one\ntwo")), `resource "label": field "code" has a Hint with several lines; write one line`},
		{"bounds the wrong way round", term(dsl.Number("size").Min(5).Max(1).Nullable().Doc("Size")), `resource "label": field "size": the minimum is above the maximum`},
		{"values that can be defaults", term(text("hint").MaxLength(4).Pattern("^[a-z]*$").Default("none"), dsl.Integer("size").Min(1).Default(4).Doc("Size"), dsl.Number("share").Nullable().Default(0.5).Doc("Share")), ""},
		{"a default that does not match", term(text("hint").Pattern("^[A-Z]*$").Default("none")), `resource "label": field "hint": a create cannot store the Default "none" as it is; write one line of text within the bounds of the field`},
		{"a default that is too long", term(text("hint").MaxLength(3).Default("none")), `resource "label": field "hint": a create cannot store the Default "none" as it is; write one line of text within the bounds of the field`},
		{"a default out of range", term(dsl.Integer("size").Max(3).Default(4).Doc("Size")), `resource "label": field "size": a create cannot store the Default 4 as it is; write a value of the type integer within the bounds of the field`},
		{"a default with a tag, which would be removed", term(text("hint").Default("<b>none")), `resource "label": field "hint": a create cannot store the Default "<b>none" as it is; write one line of text within the bounds of the field`},
		{"a default of a required field", term(dsl.Integer("size").Required().Default(4).Doc("Size")), `resource "label": field "size": a create does not store the Default of a field that is Required; leave out one of the two`},
		{"unique fields", term(text("code").MaxLength(500).Unique(), dsl.Integer("size").Required().Unique().Doc("Size"), dsl.Number("share").Nullable().Unique().UniqueReason("a test").Doc("Share"), dsl.Decimal("fee", 8, 2).Nullable().Unique().Doc("Fee"), dsl.Money("rent", "EUR").Required().Unique().Doc("Rent")), ""},
		{"a unique text that is long", term(text("code").Unique()), `resource "label": field "code": only a String with a MaxLength of up to 500, and a date or number that is Required or Nullable, is Unique; it has no Default`},
		{"a unique number that is 0 at first", term(dsl.Integer("size").Unique().Doc("Size")), `resource "label": field "size": only a String with a MaxLength of up to 500, and a date or number that is Required or Nullable, is Unique; it has no Default`},
		{"a reason for nothing", term(text("code").UniqueReason("a test")), `resource "label": field "code": UniqueReason is one line about a Unique field`},
		{"a value of old rows that is out of range", term(dsl.Integer("size").Min(1).Max(5).Required().Backfill(6).Doc("Size")), `resource "label": field "size": existing rows cannot be set to 6; Backfill takes a value of the type integer within the bounds of the field`},
		{"a switch whose default is text", term(dsl.Boolean("shown").Default("yes").Doc("Shown")), `resource "label": field "shown": a create cannot store the Default "yes" as it is; write a value of the type boolean within the bounds of the field`},
		{"an enum of no values", term(dsl.Enum("size").Required().Doc("Size")), `resource "label": field "size": the values of an Enum are at least one, all different, and made of letters, digits, - and _`},
		{"an enum with a value twice", term(dsl.Enum("size", "s", "s").Required().Doc("Size")), `resource "label": field "size": the values of an Enum are at least one, all different, and made of letters, digits, - and _`},
		{"an enum with a comma", term(dsl.Enum("size", "s,m").Required().Doc("Size")), `resource "label": field "size": the values of an Enum are at least one, all different, and made of letters, digits, - and _`},
		{"a synonym of no value", term(dsl.Enum("size", "s", "m").Default("s").Synonym("small", "x").Doc("Size")), `resource "label": field "size": a Synonym is another text without commas for a value of an Enum; write Synonym(text, value)`},
		{"a synonym that is a value", term(dsl.Enum("size", "s", "m").Default("s").Synonym("m", "s").Doc("Size")), `resource "label": field "size": a Synonym is another text without commas for a value of an Enum; write Synonym(text, value)`},
		{"an omitted default that there is not", term(dsl.Enum("size", "s", "m").Required().OmitDefault().Doc("Size")), `resource "label": field "size": OmitDefault is for an Enum with a Default, and for a String without one`},
		{"a secret name", term(dsl.String("alias").As(dsl.StringList).Secret().Doc("Alias")), `resource "label": field "alias": only fields without a behavior are Secret; those of a resource with NoHistory are so together`},
		{"a secret text", term(dsl.String("hint").Secret().Doc("Hint")), ""},
		{"an omitted number", term(dsl.Integer("size").OmitDefault().Doc("Size")), `resource "label": field "size": OmitDefault is for an Enum with a Default, and for a String without one`},
		{"an enum with neither default nor Required", term(dsl.Enum("size", "s", "m").Doc("Size")), `resource "label": field "size": an Enum is Required, or has a Default`},
		{"an enum with another default", term(dsl.Enum("size", "s", "m").Default("l").Doc("Size")), `resource "label": field "size": a create cannot store the Default "l" as it is; write one of s, m`},
		{"an enum with a setter", term(dsl.Enum("size", "s", "m").Required().Setter("example.org/x/talks", "SetSize").Doc("Size")), `resource "label": field "size": an Enum is stored and shown as it is sent: it takes no behavior, text format, Setter or Fallback`},
		{"an enum that old rows cannot have", term(dsl.Enum("size", "s", "m").Required().Backfill("l").Doc("Size")), `resource "label": field "size": existing rows cannot be set to "l"; Backfill takes one of s, m`},
		{"dates of each kind", term(dsl.Date("day").Required().Doc("Day"), dsl.Time("opens").Default("09:00:00").Doc("Opens"), dsl.Timestamp("seen").Nullable().Doc("Seen")), ""},
		{"a date-time without a behavior", post(dsl.DateTime("doors").Doc("Doors")), `resource "talk": field "doors": a DateTime is the start or the end of a record; describe a Date, a Time or a Timestamp`},
		{"a date that may be empty", term(dsl.Date("day").Doc("Day")), `resource "label": field "day": a Date, Time or Timestamp is Required, Nullable, or has a Default`},
		{"a date that is Required and Nullable", term(dsl.Date("day").Required().Nullable().Doc("Day")), `resource "label": field "day": a Date, Time or Timestamp is Required, Nullable, or has a Default`},
		{
			"a time with another default", term(dsl.Time("opens").Default("9 am").Doc("Opens")),
			`resource "label": field "opens": a create cannot store the Default "9 am" as it is; write a value of the type string (time), such as "15:04:05"`,
		},
		{
			"a timestamp with a setter", term(dsl.Timestamp("seen").Nullable().Setter("example.org/x/talks", "SetSeen").Doc("Seen")),
			`resource "label": field "seen": a Date, Time, Timestamp, Decimal or Money is checked by its type: it takes no behavior, text format, Setter or Fallback`,
		},
		{"a date that old rows cannot have", term(dsl.Date("day").Required().Backfill("2027-02-29").Doc("Day")), `resource "label": field "day": existing rows cannot be set to "2027-02-29"; Backfill takes a value of the type string (date), such as "2006-01-02"`},
		{"decimals", term(dsl.Decimal("length", 8, 3).Default("-12.5").Backfill("0.001").Doc("Length"), dsl.Decimal("share", 18, 18).Nullable().Doc("Share")), ""},
		{"a decimal without a fraction", term(dsl.Decimal("length", 8, 0).Doc("Length")), `resource "label": field "length": a Decimal has at most 18 digits, of which at least one stands after the point`},
		{"a decimal of too many digits", term(dsl.Decimal("length", 19, 2).Doc("Length")), `resource "label": field "length": a Decimal has at most 18 digits, of which at least one stands after the point`},
		{"a decimal that old rows cannot have", term(dsl.Decimal("length", 4, 2).Backfill("100.00").Doc("Length")), `resource "label": field "length": existing rows cannot be set to "100.00"; Backfill takes a text of at most 4 digits, 2 of them after the point`},
		{
			"a decimal with another default", term(dsl.Decimal("length", 4, 2).Default("1.234").Doc("Length")),
			`resource "label": field "length": a create cannot store the Default "1.234" as it is; write a text of at most 4 digits, 2 of them after the point`,
		},
		{"amounts of money", term(dsl.Money("fee", "EUR", "JPY").Required().Backfill("1.50 EUR").Doc("Fee"), dsl.Money("tip", "KWD").Nullable().Doc("Tip"), dsl.Money("rent", "EUR").Default("0.5 EUR").Doc("Rent")), ""},
		{"money of no currency", term(dsl.Money("fee").Required().Doc("Fee")), `resource "label": field "fee": the currencies of a Money are codes of ISO 4217, at least one, all different`},
		{"money of an unknown currency", term(dsl.Money("fee", "EUR", "XYZ").Required().Doc("Fee")), `resource "label": field "fee": the currencies of a Money are codes of ISO 4217, at least one, all different`},
		{"money that may be empty", term(dsl.Money("fee", "EUR").Doc("Fee")), `resource "label": field "fee": a Money is Required, Nullable, or has a Default`},
		{"money with a default out of range", term(dsl.Money("fee", "EUR").Min(1).Default("0.99 EUR").Doc("Fee")), `resource "label": field "fee": a create cannot store the Default "0.99 EUR" as it is; write an amount in one of its currencies, such as "12 EUR"`},
		{"money that old rows cannot have", term(dsl.Money("fee", "JPY", "EUR").Required().Backfill("1.5 JPY").Doc("Fee")), `resource "label": field "fee": existing rows cannot be set to "1.5 JPY"; Backfill takes an amount in one of its currencies, such as "12 JPY"`},
		{"money beside its currency", term(dsl.Money("fee", "EUR").Required().Doc("Fee"), text("fee_currency")), `resource "label": field "fee_currency": the Go name of "fee_currency" is also that of "fee_currency"; rename one`},
		{"lists", term(dsl.Strings("tongues").Enum("de", "en").UniqueItems().Required().Backfill([]string{"de"}).Doc("Tongues"), dsl.Integers("sizes").Min(1).MaxItems(3).Backfill([]int{1, 1}).Doc("Sizes"), dsl.Strings("words").Default([]string{"a", "b"}).Doc("Words")), ""},
		{"a list of too many elements", term(dsl.Strings("words").MaxItems(1001).Doc("Words")), `resource "label": field "words": MaxItems is 1 to 1000`},
		{"a text with elements", term(text("hint").MaxItems(5)), `resource "label": field "hint": only Strings and Integers have MaxItems or UniqueItems`},
		{"numbers with values", term(dsl.Integers("sizes").Enum("1").Doc("Sizes")), `resource "label": field "sizes": only a String or Strings have an Enum`},
		{"a list that is searched", term(dsl.Strings("words").Searchable().Doc("Words")), `resource "label": field "words": only text is Searchable and Sortable`},
		{"a list that can be null", term(dsl.Strings("words").Nullable().Doc("Words")), `resource "label": field "words": only a Number, Decimal, Money, Date, Time or Timestamp is Nullable`},
		{"a list whose default is a text", term(dsl.Strings("words").Default("a").Doc("Words")), `resource "label": field "words": a create cannot store the Default "a" as it is; write a []string of Strings, or []int of Integers, within the bounds of the field`},
		{"a list with the default of another one", term(dsl.Integers("sizes").Min(1).Default([]int{0}).Doc("Sizes")), `resource "label": field "sizes": a create cannot store the Default []int{0} as it is; write a []string of Strings, or []int of Integers, within the bounds of the field`},
		{"a list whose default is cleaned", term(dsl.Strings("words").Default([]string{"a", " b"}).Doc("Words")), `resource "label": field "words": a create cannot store the Default []string{"a", " b"} as it is; write a []string of Strings, or []int of Integers, within the bounds of the field`},
		{
			"a list with a setter", term(dsl.Integers("sizes").Setter("almanac/runtime/calendar", "SetSizes").Doc("Sizes")),
			`resource "label": field "sizes": Strings and Integers are stored and shown as they are sent: they take no text format, Setter or Fallback`,
		},
		{"a list that old rows cannot have", term(dsl.Strings("words").UniqueItems().Backfill([]string{"a", "a"}).Doc("Words")), `resource "label": field "words": existing rows cannot be set to []string{"a", "a"}; Backfill takes a []string of Strings, or []int of Integers, within the bounds of the field`},
		{
			"an order and an index over a list",
			one(label(with(dsl.Integers("sizes").Doc("Sizes")), func(r *dsl.Resource) {
				r.SortOptions = append(r.SortOptions, dsl.SortBy("sizes"))
				r.Indexes = []dsl.Index{{Columns: []string{"sizes"}}}
			})),
			"resource \"label\": sort option \"sizes\" compares the list \"sizes\", but lists have no order\n" +
				"resource \"label\": index over sizes: \"sizes\" is not a column; the columns are: id, version, language, author, slug, created_utc, modified_utc, parent, name, name_sort",
		},
		{"a part of a schedule", post(schedule()[:2]...), `resource "talk": the behaviors start, end, time_zone and all_day go together; missing: time_zone, all_day`},
	})
}

func TestFaultsOfSchemaOrg(t *testing.T) {
	of := func(typ dsl.SchemaOrgType, fields ...dsl.Field) []dsl.Resource {
		return one(talk(with(fields...), func(r *dsl.Resource) { r.SchemaOrgType = typ }))
	}
	checkValidated(t, []validated{
		{"no fault", of(dsl.SchemaOrgPlace, text("city").SchemaOrg("addressLocality"), dsl.Number("lat").Nullable().SchemaOrg("latitude").Doc("Latitude")), ""},
		{
			"no package with the functions", one(talk(with(dsl.Any("price").As(dsl.Cost).Doc("Price")))),
			`resource "talk": the field price needs a package with its functions; write Calendar: "almanac/runtime/calendar"`,
		},
		{
			"a package that nothing needs", one(talk(func(r *dsl.Resource) { r.Calendar = ofCalendar })),
			`resource "talk": Calendar "almanac/runtime/calendar": neither a SchemaOrgType nor a field with the behavior start, end, time_zone, all_day or cost needs it; remove it`,
		},
		{
			"a link to a place of another package", append(
				of(dsl.SchemaOrgEvent, dsl.ManyToMany("spot", "spot").SchemaOrg("location").Doc("Spot")),
				func() dsl.Resource {
					spot := talk(named("spot", "spots"), func(r *dsl.Resource) { r.SchemaOrgType = dsl.SchemaOrgPlace })
					spot.Calendar = "rooms/calendar"
					return spot
				}(),
			), `resource "talk": field "spot": the Calendar of spot is another, "rooms/calendar"; name the same`,
		},
		{"a term with a description", one(label(with(text("hint").SchemaOrg("description")))), ""},
		{"a post without a type", of("", text("hint").SchemaOrg("url")), `resource "talk": field "hint": the schema.org property "url" needs a resource with a SchemaOrgType; set it or remove SchemaOrg`},
		{
			"a property of another type", of(dsl.SchemaOrgEvent, text("hint").SchemaOrg("email")),
			`resource "talk": field "hint": schema.org property "email" is none of description, disambiguatingDescription, url, location, organizer, keywords, eventStatus, eventStatusReason, eventAttendanceMode, virtualLocation, identifier`,
		},
		{"a property of posts in a term", one(label(with(text("hint").SchemaOrg("url")))), `resource "label": field "hint": schema.org property "url" is none of description`},
		{
			"a property twice", of(dsl.SchemaOrgPerson, text("phone").SchemaOrg("telephone"), text("mobile").SchemaOrg("telephone")),
			`resource "talk": field "mobile": the field "phone" is the schema.org property "telephone" already; remove one`,
		},
		{
			"a field with a behavior", of(dsl.SchemaOrgPerson, text("slug").As(dsl.Slug).SchemaOrg("sameAs")),
			`resource "talk": field "slug": a field with a behavior is not a schema.org property; remove SchemaOrg`,
		},
		{
			"a text as a coordinate", of(dsl.SchemaOrgPlace, text("lat").SchemaOrg("latitude")),
			`resource "talk": field "lat": the schema.org property "latitude" is a Nullable Number; write dsl.Number(…).Nullable()`,
		},
		{
			"a text as a flag", of(dsl.SchemaOrgPlace, text("map").SchemaOrg("hasMap")),
			`resource "talk": field "map": the schema.org property "hasMap" says whether pages link to a map; write dsl.Boolean(…)`,
		},
		{
			"links of an event", []dsl.Resource{
				label(), talk(named("spot", "spots"), func(r *dsl.Resource) { r.SchemaOrgType = dsl.SchemaOrgPlace }),
				talk(with(
					dsl.ManyToMany("labels", "label").SchemaOrg("keywords").Doc("Labels"), dsl.ManyToMany("hints", "label").SchemaOrg("keywords").Doc("Hints"),
					dsl.ManyToMany("spot", "spot").SchemaOrg("location").Doc("Spots"),
				), func(r *dsl.Resource) { r.SchemaOrgType = dsl.SchemaOrgEvent }),
			}, "",
		},
		{
			"links of an event to what is none of these", []dsl.Resource{
				label(), talk(with(
					dsl.ManyToMany("labels", "label").SchemaOrg("location").Doc("Labels"), text("host").SchemaOrg("organizer"),
					dsl.ManyToMany("hints", "label").SchemaOrg("url").Doc("Hints"),
				), func(r *dsl.Resource) { r.SchemaOrgType = dsl.SchemaOrgEvent }),
			}, `resource "talk": field "labels": the schema.org property "location" is a link to resources with SchemaOrgPlace; write dsl.ManyToMany(…)
resource "talk": field "host": the schema.org property "organizer" is a link to resources with SchemaOrgPerson or SchemaOrgOrganization; write dsl.ManyToMany(…)
resource "talk": field "hints": a field with a behavior is not a schema.org property; remove SchemaOrg`,
		},
		{
			"a number as a text", of(dsl.SchemaOrgPlace, dsl.Integer("zip").SchemaOrg("postalCode").Doc("Code")),
			`resource "talk": field "zip": the schema.org property "postalCode" is text; write dsl.String(…)`,
		},
	})
}

func TestNamesThatFieldsCannotHave(t *testing.T) {
	names := map[string][]string{
		"a method or member of generated structs": {
			"resource", "common", "memo", "scan_targets", "column_values", "compute_columns", "display_name", "displayname", "base", "base_model",
			"base_scan_targets", "base_column_values", "validate", "apply", "matches", "append_json",
		},
		"a column that every record has":    {"id", "version", "language", "author", "slug", "created_utc", "modified_utc"},
		"a value that the service computes": {"global_id", "global_id_lineage", "rest_url", "url", "custom_fields"},
	}
	ofPosts := map[string][]string{
		"a method or member of generated structs": {"post", "as_post", "post_scan_targets", "post_column_values", "page_data"},
		"a column that every record has":          {"status", "date", "date_utc", "modified", "original_slug", "password", "image_id", "made_inline", "status_before_trash", "edited_utc"},
		"a value that the service computes":       {"json_ld"},
	}
	ofTerms := map[string][]string{
		"a method or member of generated structs": {"term", "as_term", "term_scan_targets", "term_column_values"},
		"a column that every record has":          {"parent"},
		"a value that the service computes":       {"count", "taxonomy", "meta", "urls"},
	}
	var tests []validated
	add := func(kind string, make func(...func(*dsl.Resource)) dsl.Resource, names map[string][]string) {
		for what, list := range names {
			for _, name := range list {
				tests = append(tests, validated{
					fmt.Sprintf("%s of a %s", name, kind), one(make(with(text(name)))), fmt.Sprintf(`resource %q: field %q has the name of %s; choose another`, kind, name, what),
				})
			}
		}
	}
	add("talk", talk, names)
	add("talk", talk, ofPosts)
	add("label", label, names)
	add("label", label, ofTerms)
	for _, name := range []string{"utc_start_date", "utc_end_date", "duration", "begin_details", "utc_end_date_details", "timezone_abbr"} {
		tests = append(tests, validated{
			name + " of a post with a schedule", one(talk(with(schedule()...), with(text(name)))),
			fmt.Sprintf(`resource "talk": field %q has the name of a value that follows from start and end; choose another`, name),
		})
	}
	tests = append(tests, validated{
		"links_cache of a post with links",
		[]dsl.Resource{label(), talk(with(dsl.ManyToMany("labels", "label").Doc("Labels"), text("links_cache")))},
		`resource "talk": field "links_cache" has the name of the column of cached link IDs; choose another`,
	})
	checkValidated(t, tests)
}

func TestGoNamesOfFieldsThatCollide(t *testing.T) {
	checkValidated(t, []validated{
		{
			"names that differ by an underscore", one(label(with(text("line1"), text("line_1")))),
			`resource "label": field "line_1": the Go name of "line_1" is also that of "line1"; rename one`,
		},
		{
			"a field named as the folded column of another", one(label(with(text("hint").Searchable(), text("hint_search")))),
			`resource "label": field "hint_search": the Go name of "hint_search" is also that of "hint_search"; rename one`,
		},
		{
			"a folded column named as an earlier field", one(label(with(text("hint_sort"), text("hint").Sortable()))),
			`resource "label": field "hint": the Go name of "hint_sort" is also that of "hint_sort"; rename one`,
		},
		{
			"columns of an internal table that differ by an underscore", one(secret(with(dsl.String("te_xt").Text(dsl.TextRaw)))),
			`resource "secret": field "te_xt": the Go name of "te_xt" is also that of "text"; rename one`,
		},
	})
}
