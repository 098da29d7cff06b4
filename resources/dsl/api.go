package dsl

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// API is the namespace and version of the API that serves the resources, and what
// it says about itself.
type API struct {
	// Name of the service in sign-in and logs, such as "almanac"; the first word of the
	// namespace if empty.
	Name string
	// Title of the OpenAPI document; the name with a capital letter if empty.
	Title string
	// Doc says what the resources are, without a period: "The records of a calendar";
	// "Records" if empty.
	Doc string
	// License of the API, in the OpenAPI document: an SPDX identifier such as "MIT"; none
	// if empty.
	License string
	// HeaderPrefix is the beginning of the names of response headers that no standard has:
	// "X-TEC-" makes X-TEC-Total; "X-" if empty.
	HeaderPrefix string
	// PageSize describes, for readers, how many records a page has without per_page;
	// "10, or what the operator chose" if empty.
	PageSize string
	// Texts are what people read about fields and filters.
	Texts Texts
	// Forms are how forms lay out fields.
	Forms Forms
	// Translations are the texts about resources in other languages than English.
	Translations Translations

	// Namespace is the path before the version, such as "calendar/events".
	Namespace string
	// Version is 1 or more.  One above the released accepts every breaking change.
	Version int
	// Strict refuses requests that send a parameter or member that no operation has; else it
	// is ignored, as clients of other services may need.
	Strict bool
	// Changes says how long former values are known.
	Changes Changes
	// AcceptedBreaks are breaking changes of all routes, such as the form of errors; see
	// [AcceptRouteBreak].
	AcceptedBreaks []AcceptedBreak
}

// licenseName matches an SPDX license identifier.
var licenseName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+-]*$`)

var namespacePath = regexp.MustCompile(`^[a-z0-9]+([._-][a-z0-9]+)*(/[a-z0-9]+([._-][a-z0-9]+)*)*$`)

var serviceName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// headerPrefix matches the beginning of the name of a header.
var headerPrefix = regexp.MustCompile(`^[A-Z][A-Za-z0-9-]*-$`)

// Path returns the path of the routes, such as "calendar/events/v1".
func (a API) Path() string { return a.Namespace + "/v" + strconv.Itoa(a.Version) }

// ServiceName returns the name of the service.
func (a API) ServiceName() string {
	if a.Name != "" {
		return a.Name
	}
	name, _, _ := strings.Cut(a.Namespace, "/")
	return name
}

// DocumentTitle returns the title of the OpenAPI document.
func (a API) DocumentTitle() string {
	if name := a.ServiceName(); a.Title == "" {
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return a.Title
}

// DocumentSubject returns what the resources are.
func (a API) DocumentSubject() string {
	if a.Doc == "" {
		return "Records"
	}
	return a.Doc
}

// ResponseHeader returns the name of a response header that no standard has.
func (a API) ResponseHeader(name string) string {
	if a.HeaderPrefix == "" {
		return "X-" + name
	}
	return a.HeaderPrefix + name
}

// errorf returns an error at the position of a member.
func (a API) errorf(member, format string, args ...any) error {
	return fmt.Errorf("%s: API: %s", a.MemberPosition(member), fmt.Sprintf(format, args...))
}

// Validate returns all errors of the description of the API, of texts about the resources
// too, joined; nil if it is valid.
func (a API) Validate(described ...Resource) error {
	var errs []error
	if !namespacePath.MatchString(a.Namespace) {
		errs = append(errs, a.errorf("Namespace", "namespace %q must be lower-case words joined by slashes", a.Namespace))
	}
	if a.Name != "" && !serviceName.MatchString(a.Name) {
		errs = append(errs, a.errorf("Name",
			"name %q must be lower-case letters, digits and hyphens, from a letter on", a.Name))
	}
	if a.Title != "" && !isOneLine(a.Title) {
		errs = append(errs, a.errorf("Title", "Title must be one line"))
	}
	if a.Doc != "" && !isOneLine(a.Doc) {
		errs = append(errs, a.errorf("Doc", "Doc must be one line"))
	}
	if a.License != "" && !licenseName.MatchString(a.License) {
		errs = append(errs, a.errorf("License", "License %q must be an SPDX identifier such as MIT or Apache-2.0", a.License))
	}
	if a.HeaderPrefix != "" && !headerPrefix.MatchString(a.HeaderPrefix) {
		errs = append(errs, a.errorf("HeaderPrefix",
			"HeaderPrefix %q must be letters, digits and hyphens, from a capital letter to a hyphen", a.HeaderPrefix))
	}
	if a.Version < 1 {
		errs = append(errs, a.errorf("Version", "version %d must be 1 or more", a.Version))
	}
	for _, b := range a.AcceptedBreaks {
		if b.Part != PartRoutes || b.Name != "" {
			errs = append(errs, a.errorf("AcceptedBreaks",
				"AcceptedBreaks: %s %s belongs to a resource; use AcceptRouteBreak here", b.Part, b.Name))
		}
		if !isOneLine(b.Reason) {
			errs = append(errs, a.errorf("AcceptedBreaks", "AcceptedBreaks: routes need a one-line reason"))
		}
	}
	if !a.Changes.isValid() {
		errs = append(errs, a.errorf("Changes", `Changes: Keep %q must be whole days from "1 day" to "%d days"`,
			a.Changes.Keep, maxKept))
	}
	if a.PageSize != "" && !isOneLine(a.PageSize) {
		errs = append(errs, a.errorf("PageSize", "PageSize must be one line"))
	}
	if len(described) > 0 {
		errs = append(errs, a.textErrors(described)...)
		errs = append(errs, a.formErrors(described)...)
		errs = append(errs, a.translationErrors()...)
	}
	return errors.Join(errs...)
}
