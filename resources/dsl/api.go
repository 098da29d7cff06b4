package dsl

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

// Interface says under which name and version all resources are served.
type Interface struct {
	Namespace string  // Path before the version, such as "calendar/events".
	Version   int     // From 1.  A higher one than that of the last release lets anything break.
	Breaks    []Break // Changes of what all routes share, such as the form of errors; see BreaksRoutes.
}

// namespacePath is the form of a namespace.
var namespacePath = regexp.MustCompile(`^[a-z0-9]+([._-][a-z0-9]+)*(/[a-z0-9]+([._-][a-z0-9]+)*)*$`)

// Path returns the path below which the routes lie, "calendar/events/v1".
func (i Interface) Path() string { return i.Namespace + "/v" + strconv.Itoa(i.Version) }

// Validate returns everything that is wrong with the words, nil when nothing
// is.
func (i Interface) Validate() error {
	var faults []error
	if !namespacePath.MatchString(i.Namespace) {
		faults = append(faults, fmt.Errorf("interface: namespace %q must be lower-case words joined by slashes", i.Namespace))
	}
	if i.Version < 1 {
		faults = append(faults, fmt.Errorf("interface: version %d must be 1 or more", i.Version))
	}
	for _, b := range i.Breaks {
		if b.Part != PartRoutes || b.Name != "" {
			faults = append(faults, fmt.Errorf("interface: Breaks: %s %s belongs to a resource; here stands BreaksRoutes only", b.Part, b.Name))
		}
		if !sentence(b.Reason) {
			faults = append(faults, errors.New("interface: Breaks: routes need a reason of one line"))
		}
	}
	return errors.Join(faults...)
}
