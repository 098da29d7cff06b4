package dsl

// Op names what a list parameter does.  Each is one function of
// runtime/filter with the same name.
type Op string

// What list parameters can do.
const (
	Page          Op = "Page"          // Number of the page.
	PerPage       Op = "PerPage"       // Records a page; the deployment gives the default.
	From          Op = "From"          // Field at or after a day's beginning; starts and ends compare as instants, in UTC.
	Until         Op = "Until"         // Field at or before a day's end, as From.
	Before        Op = "Before"        // Field before the end of a day, as From; before the instant with StrictDates.
	After         Op = "After"         // Field after the end of a day, as From; after the instant with StrictDates.
	StrictDates   Op = "StrictDates"   // Dates are instants, not days.
	SearchAll     Op = "SearchAll"     // Every word in some searchable field.
	SearchOne     Op = "SearchOne"     // Every word in one searchable field.
	Contains      Op = "Contains"      // The whole text in some searchable field.
	LinkedTo      Op = "LinkedTo"      // Linked to one of the records.
	LinkedFrom    Op = "LinkedFrom"    // Linked from a record of another resource.
	Is            Op = "Is"            // Boolean field has the value.
	Equals        Op = "Equals"        // Text or whole number has the value, to the letter.
	HasAny        Op = "HasAny"        // List field has members or none.
	StatusIn      Op = "StatusIn"      // Status is one of those.
	Include       Op = "Include"       // Only these ids.
	Exclude       Op = "Exclude"       // Not these ids.
	ChildOf       Op = "ChildOf"       // Parent is the record.
	HasLinks      Op = "HasLinks"      // Some record links here, or none does.
	HasUpcoming   Op = "HasUpcoming"   // Some upcoming record links here.
	HideEmpty     Op = "HideEmpty"     // Only terms that are counted somewhere.
	SlugIs        Op = "SlugIs"        // Slug equals.
	Direction     Op = "Direction"     // asc or desc.
	OrderBy       Op = "OrderBy"       // Column to order by.
	Located       Op = "Located"       // Some linked place has coordinates.
	NearLatitude  Op = "NearLatitude"  // Linked place near a point: latitude.
	NearLongitude Op = "NearLongitude" // Linked place near a point: longitude.
)

// Param is one parameter that a list accepts.
type Param struct {
	Name      string
	Type      Type
	Default   Default
	Meaning   string
	Op        Op
	Field     string   // Field or column that the operation is about.
	Target    string   // Resource that the value refers to.
	Enum      []string // Allowed values, for the documentation.
	Extension string   // Optional extension that the parameter belongs to.
	Beyond    bool     // Not in the contract: a documented addition.
	Alias     string   // Parameter that this one overrides when both are sent.

	Deprecation Deprecation // See Deprecated.
}

// Query describes a list parameter.
func Query(name string, t Type, op Op) Param { return Param{Name: name, Type: t, Op: op} }

// Doc sets the meaning that the documentation shows.
func (p Param) Doc(text string) Param { p.Meaning = text; return p }

// On names the field or column that the parameter is about.
func (p Param) On(field string) Param { p.Field = field; return p }

// To names the resource that the value refers to.
func (p Param) To(target string) Param { p.Target = target; return p }

// Defaults sets the value that counts when the parameter is not sent.
func (p Param) Defaults(v any) Param { p.Default = Default{Kind: ValueDefault, Value: v}; return p }

// Computed says in words which value the service makes when nothing is sent.
func (p Param) Computed(text string) Param {
	p.Default = Default{Kind: ComputedDefault, Text: text}
	return p
}

// OneOf lists the allowed values.
func (p Param) OneOf(values ...string) Param { p.Enum = values; return p }

// Of makes the parameter part of an optional extension of the service.
func (p Param) Of(extension string) Param { p.Extension = extension; return p }

// Addition marks a parameter that the contract does not have.
func (p Param) Addition() Param { p.Beyond = true; return p }

// Overrides names the parameter that this one wins over when both are sent.
func (p Param) Overrides(name string) Param { p.Alias = name; return p }
