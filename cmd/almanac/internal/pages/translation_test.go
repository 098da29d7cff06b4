package pages

import (
	"os"
	"testing"

	"almanac/generated"
	"almanac/runtime/messages/messagestest"
	"almanac/runtime/model"
)

func TestMessagesAreComplete(t *testing.T) {
	computed := []string{"%d events"}
	for _, k := range generated.Service().Resources {
		if k.PagePath != "" && k.Name != "event" { // The page of an event does not say what it is.
			computed = append(computed, model.Words(k.Name))
		}
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			computed = append(computed, messagestest.Keys(t, e.Name())...)
		}
	}
	messagestest.Check(t, ".", computed...)
}
