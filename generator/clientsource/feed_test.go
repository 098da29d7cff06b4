package client

import (
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// feeds returns a service of things that feeds show, on a fake.
func feeds(t *testing.T, f *fake) *FeedService[thing, thingParams, thingFields] {
	t.Helper()
	return newFeedService[thing, thingParams, thingFields](things(t, f).caller, "things")
}

func TestAFeedIsReadWithWhatTheAnswerSaysOfIt(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){
		says(200, "BEGIN:VCALENDAR", "Content-Type", "text/calendar; charset=utf-8", "Content-Disposition", `attachment; filename=things.ics`, "X-Total", "7", "ETag", `W/"a"`),
		says(200, "a,b", "Content-Type", "text/csv"),
		says(200, "<rss/>"),
	}}
	s := feeds(t, f)
	list, err := s.Feed(t.Context(), thingParams{Kind: Set("x y")}, ICalendar)
	if err != nil {
		t.Fatal(err)
	}
	list.Header = nil
	want := &Feed{Received: Received{ETag: `W/"a"`}, MediaType: "text/calendar", FileName: "things.ics", Total: 7, Body: []byte("BEGIN:VCALENDAR")}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	one, err := s.FeedOf(t.Context(), 7, CSV)
	if err != nil || one.MediaType != "text/csv" || string(one.Body) != "a,b" {
		t.Errorf("got %+v, %v", one, err)
	}
	if _, err = s.FeedBySlug(t.Context(), "a/b", RSS); err != nil {
		t.Error(err)
	}
	var got []string
	for _, c := range f.calls {
		got = append(got, c.path+"?"+c.query)
	}
	if diff := cmp.Diff([]string{"/v1/things?format=ics&kind=x+y", "/v1/things/7?format=csv", "/v1/things/by-slug/a/b?format=rss"}, got); diff != "" {
		t.Errorf("requests: (-want +got)\n%s", diff)
	}
	if _, err := s.FeedBySlug(t.Context(), "", RSS); !errors.Is(err, errNoSlug) {
		t.Errorf("no slug: got %v", err)
	}
}

func TestAFeedIsAskedForAgainByItsTag(t *testing.T) {
	tests := []struct {
		name    string
		earlier *Feed
		tag     string
	}{
		{"after none", nil, ""},
		{"after one without a tag", &Feed{}, ""},
		{"after another", &Feed{Received: Received{ETag: `W/"a"`}}, `W/"a"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &fake{answers: []func() (*http.Response, error){says(304, "")}}
			_, err := feeds(t, f).Feed(t.Context(), thingParams{}, ICalendar, NewerThan(tt.earlier))
			if !errors.Is(err, ErrNotModified) {
				t.Errorf("got %v", err)
			}
			if got := f.calls[0].header.Get("If-None-Match"); got != tt.tag {
				t.Errorf("got %q, want %q", got, tt.tag)
			}
		})
	}
}

func TestARefusedFeedIsAnError(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){says(400, `{"code":"rest_invalid_param","message":"format must be one of json, ics."}`, "Content-Type", "application/json")}}
	_, err := feeds(t, f).Feed(t.Context(), thingParams{}, "odd")
	if !IsInvalid(err) {
		t.Errorf("got %v", err)
	}
}
