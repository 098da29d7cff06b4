package runtime

// Arg describes one argument of a route to readers: the index, the OpenAPI
// document and the reference are made of it.
type Arg struct {
	Name       string
	Type       string // As the contract words it, "array of integer".
	HTML       bool   // Text that is cleaned HTML.
	Required   bool
	Default    any // nil together with HasDefault is a default of null.
	HasDefault bool
	Nullable   bool   // Takes null, though that is not its default.
	Computed   string // Description of a default that is made when a request is handled.
	Enum       []string
	Doc        string
	Extension  string // Optional extension that the argument belongs to.
	Beyond     bool   // Not in the contract.
	Path       bool   // Stands in the path.
	Deprecated Deprecation
	Query      bool  // Documented in the query, because it is no field of the record.
	Target     *Kind // What the argument links to or is filtered by, nil when it is no link.
	Image      bool  // Names the featured image.
}
