package app

import "almanac/runtime/mutate"

// hooks lists what this service does around writes beyond what resources
// describes, in the order in which it is done.
func hooks() []mutate.Hook {
	return []mutate.Hook{}
}
