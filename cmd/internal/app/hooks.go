package app

import "almanac/runtime"

// hooks lists what this service does around writes beyond what resources
// describes, in the order in which it is done.
func hooks() []runtime.Hook {
	return []runtime.Hook{}
}
