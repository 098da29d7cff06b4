package app

import (
	"almanac/runtime/mutate"
	"almanac/runtime/outbox"
)

// hooks lists what this service does around writes beyond what resources
// describes, in the order in which it is done.
func hooks() []mutate.Hook {
	return []mutate.Hook{}
}

// topics lists what delivers the entries that hooks add to the outbox, by topic.
func topics() map[string]outbox.Handler {
	return map[string]outbox.Handler{}
}
