package dsl

import "go/token"

// DefaultKind distinguishes no default, null, a value, and a computed value.
type DefaultKind uint8

// The kinds of default.
const (
	DefaultNone     DefaultKind = iota
	DefaultNull                 // The JSON value null.
	DefaultValue                // [Default.Value].
	DefaultComputed             // Computed by the service for each request.
)

// Default is the value of a field or parameter that the client does not send.
type Default struct {
	Kind  DefaultKind
	Value any    // Of DefaultValue; of DefaultComputed the months of DefaultMonthsAhead.
	Text  string // Of DefaultComputed: a description for readers.
}

// Field builds the description of one field that writes accept.  Each method
// returns a changed copy; [Field.Spec] returns the result:
//
//	dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Event title")
type Field struct{ spec FieldSpec }

// FieldSpec is the description of one field as data.  The method of [Field]
// that sets a value has the name of the member.
type FieldSpec struct {
	Name            string // Wire name; also the column, except where the behavior has one of its own.
	Type            Type
	Text            TextFormat  // "" for what is not text.
	Behavior        Behavior    // "" for none; set by As.
	Enum            []string    // nil for any value; see Enum.
	Synonyms        [][2]string // Other texts that writes take for values of Enum.
	Transitions     []string    // Possible changes of an Enum; nil for all.
	ByActions       bool
	Digits, Scale   int      // Of a decimal or an amount; see Decimal.
	Currencies      []string // nil for none; see Money.
	Target          string   // Resource of a link, parent or reference; set by References and ManyToMany.
	Doc             string
	Label           string            // "" for the name in words; see Texts.
	Hint            string            // "" for none; see Texts.
	ValueLabels     map[string]string // Of enums; see Texts.
	Required        bool
	Default         Default
	Searchable      bool
	Sortable        bool
	StoredAsBool    bool
	InitialValue    bool // Of a boolean that no write has set; see StoredAsBool.
	WriteOnly       bool
	OmitDefault     bool
	Secret          bool
	NotCopied       bool
	Form            FormField // See [Forms].
	Extension       string    // "" for none.
	Nonstandard     bool
	Nullable        bool
	Route           string // Of the series of a Recurrence; "" for other fields.
	Fallback        Fallback
	Computed        *Computed // nil for a field that is written.
	Setter          Setter
	PrimaryKey      bool
	SingleAsObject  bool
	SchemaOrg       string   // schema.org property; "" for none.
	Denormalize     string   // "" for none.
	Min, Max        *float64 // Of a number, both included; nil for none.
	MaxItems        int      // Of a list; 0 for other types.
	UniqueItems     bool
	MaxLength       int    // Of a text in characters; 0 for 10000.
	Pattern         string // Regular expression that a text matches; "" for none.
	Unique          bool
	UniqueReason    string // "" for none.
	RenamedFrom     string // "" for none.
	OldNameAccepted bool
	LossyConversion string // Reason; "" if no value may be lost.
	Backfill        any    // nil for none.
	Deprecation     Deprecation

	problem  string // Of its group; "" for none.
	oldWords []string
	position token.Position
}

// Fallback is the function that computes the shown value of an empty field from
// other fields; Func is "" for none.
type Fallback struct {
	ImportPath, Func string
	Fields           []string
}

// Setter is the function that validates and stores what a client writes to a field;
// Func is "" for that of the type.
type Setter struct{ ImportPath, Func string }

// describe returns a field at the position of the caller of this package.
func describe(f FieldSpec) Field {
	f.position = here()
	return Field{f}
}

// String describes a text field.
func String(name string) Field {
	return describe(FieldSpec{Name: name, Type: TypeString, Text: TextPlain})
}

// Enum describes a text with one of the values.  Writes and list parameters about
// the field take no other one.  The field is Required, or has a Default, which a
// create without it stores.
func Enum(name string, values ...string) Field {
	return describe(FieldSpec{Name: name, Type: TypeString, Text: TextPlain, Enum: append([]string{}, values...)})
}

// Enum limits a String, or each element of [Strings], to the values.
func (f Field) Enum(values ...string) Field { f.spec.Enum = append([]string{}, values...); return f }

// DateTime describes the wall time of a behavior: [Start] or [End].  Other fields
// are a [Date], [Time] or [Timestamp].
func DateTime(name string) Field {
	return describe(FieldSpec{Name: name, Type: TypeDateTime, Text: TextPlain})
}

// Date describes a day without a time zone, "2026-11-23", stored as that text.  Like
// a [Time] and a [Timestamp] it is Required, Nullable, or has a Default, because no
// text stands for none.  One that is Nullable is null until it is written; null and
// the empty text, which forms send, clear it.  Lists are sorted by the field itself,
// dsl.SortBy("day"), null last.
//
//	dsl.Date("doors_open_on").Nullable().Doc("First day of sales")
func Date(name string) Field { return describe(FieldSpec{Name: name, Type: TypeDate}) }

// Time describes a time of day without a time zone, "14:30:00", stored as that text;
// writes may send "14:30".  See [Date].
func Time(name string) Field { return describe(FieldSpec{Name: name, Type: TypeTime}) }

// Timestamp describes an instant.  Writes send it as RFC 3339 with any offset; it is
// stored and shown in UTC, "2026-11-23T14:30:00Z", to the second: fractions are cut
// off.  See [Date].
func Timestamp(name string) Field { return describe(FieldSpec{Name: name, Type: TypeTimestamp}) }

// Integer describes a whole number of 64 bits.
func Integer(name string) Field { return describe(FieldSpec{Name: name, Type: TypeInteger}) }

// Boolean describes a field that is true or false.
func Boolean(name string) Field { return describe(FieldSpec{Name: name, Type: TypeBoolean}) }

// Number describes a number with a fraction, stored as a double.
func Number(name string) Field { return describe(FieldSpec{Name: name, Type: TypeNumber}) }

// Decimal describes an exact number of at most so many digits (18), of which scale (1
// or more) stand after the point, stored as a whole number of the smallest unit, by
// which lists sort it.  Writes send it as text or as a number; it is shown as text,
// "12.50", because JSON numbers lose digits in many programs.  One that is not
// Nullable is 0 until it is written.
//
//	dsl.Decimal("length", 8, 3).Doc("Length in metres")
func Decimal(name string, digits, scale int) Field {
	return describe(FieldSpec{Name: name, Type: TypeDecimal, Digits: digits, Scale: scale})
}

// Any describes a field that accepts several JSON types; its behavior decides
// which.
func Any(name string) Field {
	return describe(FieldSpec{Name: name, Type: TypeAny, Text: TextPlain})
}

// URL describes an absolute http or https URL.
func URL(name string) Field {
	return describe(FieldSpec{Name: name, Type: TypeURL, Text: TextHTTPURL})
}

// ManyToMany describes an ordered list of links to records of the resource
// target:
//
//	dsl.ManyToMany("organizer", "organizer").Doc("Organizers")
func ManyToMany(name, target string) Field {
	return describe(FieldSpec{Name: name, Type: TypeIntegers, Behavior: Link, Target: target})
}

// ManyToOne describes a link to at most one record of the resource target.  Responses
// show that record, or null; writes take one reference, and null removes it:
//
//	dsl.ManyToOne("publisher", "publisher").Doc("Publisher")
func ManyToOne(name, target string) Field {
	return describe(FieldSpec{Name: name, Type: TypeInteger, Behavior: Link, Target: target})
}

// Recurrence describes the field by which writes say how a record with a [Start] and an [End]
// repeats, by a rule of RFC 5545.  Each date is a record of its own, with an ID and a slug;
// together they are a series.  Responses have the keys series and recurrence_id, lists the
// parameters series and collapse, updates and deletes apply_to; see also [Field.Route].
//
//	dsl.Recurrence("recurrence").Doc("How the event repeats")
func Recurrence(name string) Field {
	return describe(FieldSpec{Name: name, Type: TypeAny, Behavior: Repeats, WriteOnly: true, Route: "series"})
}

// Route names the route with the series of a [Recurrence], which is "series" otherwise: two
// resources that repeat have two.
//
//	dsl.Recurrence("recurrence").Route("shift-series")
func (f Field) Route(path string) Field { f.spec.Route = path; return f }

// Spec returns the description as data.
func (f Field) Spec() FieldSpec { return f.spec }

// IsToOne reports whether the field is a [ManyToOne].
func (f FieldSpec) IsToOne() bool { return f.Behavior == Link && f.Type == TypeInteger }

// As gives the field a behavior.  The name of a record becomes escaped text.
//
//	dsl.String("slug").As(dsl.Slug)
func (f Field) As(b Behavior) Field {
	f.spec.Behavior = b
	if b == Name {
		f.spec.Text = TextEscaped
	}
	return f
}

// Doc sets the description of the field, one line.  Text after a colon is about
// writes; the documentation of responses omits it.
//
//	dsl.String("slug").Doc("Slug; made from the title if not sent")
func (f Field) Doc(text string) Field { f.spec.Doc = text; return f }

// NotCopied has the form of a copy begin without the value of the field, which belongs to
// the one record.
//
//	dsl.Boolean("sold_out").NotCopied()
func (f Field) NotCopied() Field { f.spec.NotCopied = true; return f }

// Required makes the field required on create.  What a required link leads to cannot be
// deleted while it is the only one of another record: 409.
func (f Field) Required() Field { f.spec.Required = true; return f }

// Default sets the value that a create without the field stores, and that the rows
// of a released table get with the field: true or false of a boolean, one of the
// values of an [Enum], a [Date], [Time] or [Timestamp] as it is stored, the text of a
// [Decimal] or a [Money], a text, a number, or a []string or []int of a list.  With the
// default nil a client may send null for any type; it clears text, and otherwise means the
// same as nothing.
func (f Field) Default(v any) Field {
	if f.spec.Default = (Default{Kind: DefaultValue, Value: v}); v == nil {
		f.spec.Default = Default{Kind: DefaultNull}
	}
	return f
}

// HTML makes the field cleaned HTML.
func (f Field) HTML() Field { f.spec.Text = TextHTML; return f }

// Text says how the text of the field is cleaned and shown, such as [TextHTTPURL];
// [Field.HTML] is the usual form, [TextPlain] the default.
func (f Field) Text(format TextFormat) Field { f.spec.Text = format; return f }

// Searchable includes the text of the field in searches.  The folded text is
// stored in the column <name>_search.
func (f Field) Searchable() Field { f.spec.Searchable = true; return f }

// Sortable gives the text of the field a folded sort key, the column
// <name>_sort.  A [SortOption] can name it.
func (f Field) Sortable() Field { f.spec.Sortable = true; return f }

// StoredAsBool stores the field as a boolean, whatever type the contract gives
// it.  The value is initial until a write sets another.
//
//	dsl.String("show_map").StoredAsBool(true)
func (f Field) StoredAsBool(initial bool) Field {
	f.spec.StoredAsBool, f.spec.InitialValue = true, initial
	return f
}

// WriteOnly omits the field from responses.
func (f Field) WriteOnly() Field { f.spec.WriteOnly = true; return f }

// Secret leaves former values of the field out of the log of changes, so that no history shows them
// and no undo restores them; they name the field.  Passwords, and fields that are [Field.WriteOnly] and
// in no feed, are secret by themselves.  The log keeps values that it has already.
//
//	dsl.String("medical_notes").Secret()
func (f Field) Secret() Field { f.spec.Secret = true; return f }

// OmitDefault leaves the field out of responses while it has its Default, or is an empty
// text, and where a password hides it.  An Enum with a Default or a plain text only.
func (f Field) OmitDefault() Field { f.spec.OmitDefault = true; return f }

// Extension makes the field part of an optional extension.  A deployment
// without the extension does not show it and refuses writes of it.
func (f Field) Extension(name string) Field { f.spec.Extension = name; return f }

// Nullable lets the column contain NULL, which a field shows as null until it is
// written: a [Number], [Decimal], [Money], [Date], [Time] or [Timestamp].
func (f Field) Nullable() Field { f.spec.Nullable = true; return f }

// References names the resource whose ID a column of an internal table contains.  A
// parent is of the same resource in any case.
//
//	dsl.Integer("user_id").References("user")
func (f Field) References(target string) Field { f.spec.Target = target; return f }

// PrimaryKey makes the field a part of the primary key.  Internal tables only.
func (f Field) PrimaryKey() Field { f.spec.PrimaryKey = true; return f }

// Fallback shows the result of a function of a package of yours over other fields
// while the field itself is empty.
//
//	dsl.String("label").Fallback("bookshop/rules", "Label", "title", "year")
//
//	func Label(v *views.View, m model.PostRecord, own, title string, year int64) string
func (f Field) Fallback(importPath, function string, fields ...string) Field {
	f.spec.Fallback = Fallback{ImportPath: importPath, Func: function, Fields: fields}
	return f
}

// Setter names the function of a package of yours that validates and stores what a
// client writes to the field.
//
//	dsl.String("phone").Setter("bookshop/rules", "SetTelephone")
//
//	func SetTelephone(c *mutate.Mutation, name string, field *string, o param.Opt[string])
//
// It adds validation errors to c.Errors under the name of the field.  A field
// with a behavior has no setter.
func (f Field) Setter(importPath, function string) Field {
	f.spec.Setter = Setter{importPath, function}
	return f
}

// Unique refuses writes of a value that another record of the resource has, in
// whatever language and status; the letter case counts.  Any number of records may
// have an empty text, or null.  A text has a MaxLength of up to 500.  An amount of
// [Money] is compared with its currency, 1.50 equals 1.5.  For values that are unique
// together there is [Index].
//
//	dsl.String("isbn").MaxLength(17).Unique()
func (f Field) Unique() Field { f.spec.Unique = true; return f }

// UniqueReason says why no existing rows violate Unique where it is new on a released
// table.
func (f Field) UniqueReason(reason string) Field { f.spec.UniqueReason = reason; return f }

// Min limits an Integer, Number, [Decimal] or [Money] to n ≥ low; of a Money it limits
// the amount, whatever the currency.  A create without the field stores 0, so that one
// whose bounds exclude 0 is Required, Nullable, or has a Default.  The database refuses
// other new values too, as it does beyond a MaxLength, an [Enum] or the form of a
// [Date]; rows that have one keep it when bounds are added.
//
//	dsl.Number("geo_lat").Nullable().Min(-90).Max(90)
func (f Field) Min(low float64) Field { f.spec.Min = &low; return f }

// Max limits a number to n ≤ high, as [Field.Min] does n ≥ low.
func (f Field) Max(high float64) Field { f.spec.Max = &high; return f }

// MaxLength limits the text that a client writes to n characters, 1 to 10000.
func (f Field) MaxLength(n int) Field { f.spec.MaxLength = n; return f }

// Pattern limits the text that a client writes, the empty one too, to those in which
// the regular expression finds something; null clears the field.  The expression
// is in the OpenAPI document, so that it means the same in RE2 and in JavaScript.
//
//	dsl.String("zip").Pattern("^([0-9]{5})?$")
func (f Field) Pattern(expression string) Field { f.spec.Pattern = expression; return f }

// SingleAsObject shows a link to exactly one record as that record instead of
// a list.  Links to posts and records only.
func (f Field) SingleAsObject() Field { f.spec.SingleAsObject = true; return f }

// Denormalize copies the start or the end of the record to the rows of the link
// table.  One index then serves lists that are filtered by the link and by a
// range of dates.  An update of the copied value costs one more statement.  The
// copy is wall time; lists compare instants and search some hours around their
// range.
//
//	dsl.ManyToMany("categories", "category").Denormalize("start_date")
func (f Field) Denormalize(field string) Field { f.spec.Denormalize = field; return f }
