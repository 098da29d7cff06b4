package desk_test

import (
	"testing"

	"almanac/runtime/messages/messagestest"
)

func TestMessagesAreComplete(t *testing.T) {
	messagestest.Check(t, ".", "Administrator", "Editor", "Author", "Contributor", "Subscriber")
}
