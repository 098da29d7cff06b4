package sitedesk_test

import (
	"testing"

	"almanac/runtime/desk/page/pagetest"
)

func TestMessagesAreComplete(t *testing.T) { pagetest.Messages(t, ".") }
