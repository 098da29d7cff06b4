package desk_test

import (
	"testing"

	"almanac/runtime/desk/page/pagetest"
)

func TestMessagesAreComplete(t *testing.T) {
	pagetest.Messages(t, ".", "Events", "Venues", "Organizers", "Categories", "Tags",
		"Administrator", "Editor", "Author", "Contributor", "Subscriber")
}
