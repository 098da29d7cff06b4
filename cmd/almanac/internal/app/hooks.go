package app

import (
	"almanac/runtime/mutate"
	"almanac/runtime/outbox"
)

// Hooks lists what the program does around writes beyond what resources describes,
// in the order in which it is done.  The tests of this project run without them.
func Hooks() []mutate.Hook {
	return []mutate.Hook{}
}

// Topics lists what delivers the entries that hooks add to the outbox, by topic.
func Topics() map[string]outbox.Handler {
	return map[string]outbox.Handler{}
}
