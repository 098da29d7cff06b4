package query

import (
	"testing"

	"almanac/runtime/filter"
)

func TestLinksAreEncoded(t *testing.T) {
	got := link("http://x/events/", []filter.LinkParam{{Name: "search", Value: "a&b=c d/é"}, {Name: "page", Value: "2"}})
	if want := "http://x/events/?search=a%26b%3Dc+d%2F%C3%A9&page=2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := link("http://x/tags/", nil); got != "http://x/tags/" {
		t.Errorf("got %s", got)
	}
}
