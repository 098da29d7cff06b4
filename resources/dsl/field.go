package dsl

// Type is the type of a field or parameter as the contract words it.
type Type string

// The types of the contract.
const (
	TypeString   Type = "string"
	TypeDateTime Type = "string (date and time)"
	TypeInteger  Type = "integer"
	TypeBoolean  Type = "boolean"
	TypeNumber   Type = "number (double)"
	TypeUntyped  Type = "untyped"
	TypeURL      Type = "untyped (URL)"
	TypeIntegers Type = "array of integer"
)

// Text says how the text of a field is treated.
type Text string

const (
	// Plain text loses its tags on write and is returned as it is.
	Plain Text = "plain"
	// Human text is plain text that is returned as safe HTML: & < > escaped.
	Human Text = "human"
	// HTML is cleaned by an allow-list on write and returned in paragraphs.
	HTML Text = "html"
	// Address is an absolute http or https URL.
	Address Text = "url"
	// Raw text is kept to the letter (hashes, names of algorithms).
	Raw Text = "raw"
)

// Role is the part a field plays in a behaviour of the service.  A field
// without a role is stored as it was sent.
type Role string

// The roles that the service knows.
const (
	Name         Role = "name"          // The record's name; required, human text.
	Slug         Role = "slug"          // Made from the name when not sent, unique within the resource.
	Status       Role = "status"        // publish, future, draft, pending, private or trash.
	Author       Role = "author"        // Id of an existing user.
	Published    Role = "published"     // Publication date in the site's time zone.
	PublishedUTC Role = "published_utc" // The same in UTC.
	Start        Role = "start"         // Start of an event, wall time.
	End          Role = "end"           // End of an event, wall time.
	TimeZone     Role = "time_zone"     // Zone in which start and end are read.
	AllDay       Role = "all_day"       // Rounds start and end to whole days.
	Money        Role = "money"         // A cost with currency symbol and values.
	Image        Role = "image"         // Id or URL of an image.
	Link         Role = "link"          // Records of another resource.
	Parent       Role = "parent"        // Parent term in the same resource.
	PostParent   Role = "post_parent"   // Parent record in the same resource.
	Password     Role = "password"      // Password that protects a record.
	Unlisted     Role = "unlisted"      // Keeps a record out of lists.
	List         Role = "list"          // A list of plain words.
	Key          Role = "key"           // Internal tables: the primary key, given by the database.
)

// DefaultKind tells a default of none, of null and of a value apart.
type DefaultKind uint8

// The kinds of default.
const (
	NoDefault DefaultKind = iota
	NullDefault
	ValueDefault
	ComputedDefault // Made by the service when a request is handled.
)

// Default is what counts when a field or parameter is not sent.
type Default struct {
	Kind  DefaultKind
	Value any    // For ValueDefault.
	Text  string // For ComputedDefault: a description for readers.
}

// Field is one field that writes accept.
type Field struct {
	Name      string // Wire name; also the column unless the role says otherwise.
	Type      Type
	Text      Text
	Role      Role
	Target    string // Resource that a link, parent or reference points to.
	Meaning   string // For the documentation.
	Must      bool   // Required on create.
	Default   Default
	Search    bool   // Has a folded column that search looks into.
	Sort      bool   // Has a folded column that orders compare.
	Switch    bool   // Stored as a boolean though the contract says string.
	On        bool   // Value of a switch or boolean that was never written.
	Hidden    bool   // Accepted on writes, never shown.
	Extension string // Optional extension of the service that the field belongs to.
	Beyond    bool   // Not in the contract: a documented addition.
	Null      bool   // The column may hold NULL.
	Fallback  Fallback
	Setter    string  // Function of runtime that writes the field; "" for the usual one.
	Primary   bool    // Internal tables: part of the primary key.
	Alone     bool    // A link that shows as the object itself when there is one.
	Carry     string  // Field whose value the rows of a link hold too; see Carries.
	Low, High float64 // Bounds of a number; both 0 for none.
	Former    string  // Wire name in the last release when it was another; see Was.
	Loss      string  // Why values that do not convert may go; see Narrowed.
	Fill      any     // What existing rows get; see Backfill.

	Deprecation Deprecation // See Deprecated.
}

// Fallback names a function of runtime that gives the shown value of a field
// from other fields when it was not written.
type Fallback struct {
	Func   string
	Fields []string
}

// String describes a text field.
func String(name string) Field { return Field{Name: name, Type: TypeString, Text: Plain} }

// DateTime describes a wall time; see Start and End.
func DateTime(name string) Field { return Field{Name: name, Type: TypeDateTime, Text: Plain} }

// Integer describes a whole number.
func Integer(name string) Field { return Field{Name: name, Type: TypeInteger} }

// Boolean describes a field that is true or false.
func Boolean(name string) Field { return Field{Name: name, Type: TypeBoolean} }

// Number describes a number with a fraction, stored as a double.
func Number(name string) Field { return Field{Name: name, Type: TypeNumber} }

// Untyped describes a field that takes several JSON types; its role decides.
func Untyped(name string) Field { return Field{Name: name, Type: TypeUntyped, Text: Plain} }

// URL describes a web address.
func URL(name string) Field { return Field{Name: name, Type: TypeURL, Text: Address} }

// Refs describes a list of links to records of the resource target, kept in
// the order in which they were written.
func Refs(name, target string) Field {
	return Field{Name: name, Type: TypeIntegers, Role: Link, Target: target}
}

// As gives the field a role.
func (f Field) As(r Role) Field {
	f.Role = r
	if r == Name {
		f.Text = Human
	}
	return f
}

// Doc sets the meaning that the documentation shows, in one line.  What follows
// a colon is about what may be written, and left out where answers are
// described.
func (f Field) Doc(text string) Field { f.Meaning = text; return f }

// Required makes the field required on create.
func (f Field) Required() Field { f.Must = true; return f }

// NullDefault sets the contract's default null.  Sending null then means the
// same as sending nothing, unless the field's text can be cleared.
func (f Field) NullDefault() Field { f.Default = Default{Kind: NullDefault}; return f }

// Defaults sets the value that counts when the field is not sent on create.
func (f Field) Defaults(v any) Field { f.Default = Default{Kind: ValueDefault, Value: v}; return f }

// HTML makes the field a cleaned HTML text.
func (f Field) HTML() Field { f.Text = HTML; return f }

// Human makes the field plain text that answers return as safe HTML, as names
// are.
func (f Field) Human() Field { f.Text = Human; return f }

// Raw keeps the text of the field to the letter.
func (f Field) Raw() Field { f.Text = Raw; return f }

// Address makes the text of the field an absolute http or https URL.
func (f Field) Address() Field { f.Text = Address; return f }

// Searchable makes search look into the field.
func (f Field) Searchable() Field { f.Search = true; return f }

// Sortable gives the field a folded sort key, the column <name>_sort.
func (f Field) Sortable() Field { f.Sort = true; return f }

// Flag stores the field as a boolean with the given value until it is
// written, whatever type the contract gives it.
func (f Field) Flag(on bool) Field { f.Switch, f.On = true, on; return f }

// WriteOnly hides the field from answers.
func (f Field) WriteOnly() Field { f.Hidden = true; return f }

// Of makes the field part of an optional extension of the service.
func (f Field) Of(extension string) Field { f.Extension = extension; return f }

// Addition marks a field that the contract does not have.
func (f Field) Addition() Field { f.Beyond = true; return f }

// Nullable lets the column hold NULL.
func (f Field) Nullable() Field { f.Null = true; return f }

// To names the resource that a reference points to.
func (f Field) To(target string) Field { f.Target = target; return f }

// Key makes an internal field part of the table's primary key.
func (f Field) Key() Field { f.Primary = true; return f }

// Else shows the result of a runtime function over other fields while the
// field itself is empty.
func (f Field) Else(function string, fields ...string) Field {
	f.Fallback = Fallback{Func: function, Fields: fields}
	return f
}

// SetBy names the function of runtime that cleans and stores what is written
// to the field, such as SetTelephone:
//
//	func SetTelephone(c *Change, name string, field *string, o param.Opt[string])
//
// It notes what cannot be written in c.Problems under the name.
func (f Field) SetBy(function string) Field { f.Setter = function; return f }

// Between bounds a number, both ends included.
func (f Field) Between(low, high float64) Field { f.Low, f.High = low, high; return f }

// AloneAsObject makes a link with exactly one record show as that record, and
// as a list otherwise.
func (f Field) AloneAsObject() Field { f.Alone = true; return f }

// Carries makes the rows of a link hold the start or the end of the record too,
// so that one index finds the records that link to something and lie in a window
// of dates, however many there are of either.  The value is local time: lists, which
// compare instants, look for it some hours around their window.  It costs a
// statement when the value of a record changes.
//
//	dsl.Refs("categories", "category").Carries("start_date")
func (f Field) Carries(field string) Field { f.Carry = field; return f }
