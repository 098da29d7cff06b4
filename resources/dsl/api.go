package dsl

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

// API is the namespace and version of the API that serves the resources.
type API struct {
	Namespace      string          // Path before the version, such as "calendar/events".
	Version        int             // From 1.  A version above the released one accepts every breaking change.
	AcceptedBreaks []AcceptedBreak // Breaking changes of all routes, such as the form of errors; see [AcceptRouteBreak].
}

// namespacePath matches a namespace.
var namespacePath = regexp.MustCompile(`^[a-z0-9]+([._-][a-z0-9]+)*(/[a-z0-9]+([._-][a-z0-9]+)*)*$`)

// Path returns the path of the routes, such as "calendar/events/v1".
func (a API) Path() string { return a.Namespace + "/v" + strconv.Itoa(a.Version) }

// errorf returns an error at the position of a member.
func (a API) errorf(member, format string, args ...any) error {
	return fmt.Errorf("%s: API: %s", a.MemberPosition(member), fmt.Sprintf(format, args...))
}

// Validate returns all errors of the description of the API, joined; nil if it
// is valid.
func (a API) Validate() error {
	var errs []error
	if !namespacePath.MatchString(a.Namespace) {
		errs = append(errs, a.errorf("Namespace", "namespace %q must be lower-case words joined by slashes", a.Namespace))
	}
	if a.Version < 1 {
		errs = append(errs, a.errorf("Version", "version %d must be 1 or more", a.Version))
	}
	for _, b := range a.AcceptedBreaks {
		if b.Part != PartRoutes || b.Name != "" {
			errs = append(errs, a.errorf("AcceptedBreaks", "AcceptedBreaks: %s %s belongs to a resource; use AcceptRouteBreak here", b.Part, b.Name))
		}
		if !isOneLine(b.Reason) {
			errs = append(errs, a.errorf("AcceptedBreaks", "AcceptedBreaks: routes need a reason of one line"))
		}
	}
	return errors.Join(errs...)
}
