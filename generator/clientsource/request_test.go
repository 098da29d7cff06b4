package client

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParametersAreWrittenAsTheInterfaceReadsThem(t *testing.T) {
	tests := []struct {
		name   string
		params thingParams
		want   string
	}{
		{"what is absent is not sent", thingParams{}, ""},
		{"text, with everything that text can have", thingParams{Kind: Set("a&b=c é")}, "kind=a%26b%3Dc+%C3%A9"},
		{"a number that float64 does not hold", thingParams{Page: Set[int64](9007199254740993)}, "page=9007199254740993"},
		{"a fraction", thingParams{Near: Set(-48.25)}, "near=-48.25"},
		{"no is no absence", thingParams{Open: Set(false)}, "open=false"},
		{"a list keeps its commas", thingParams{Tags: List(thingRef{"food, drink"}, thingRef{int64(7)})}, "tags%5B%5D=food%2C+drink&tags%5B%5D=7"},
		{"an empty list is sent, for leaving it out would find everything", thingParams{IDs: List[int64]()}, "ids="},
		{"null is sent, too", thingParams{Kind: Null[string]()}, "kind="},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := queryOf(tt.params)
			if err != nil {
				t.Fatal(err)
			}
			if got.Encode() != tt.want {
				t.Errorf("got %s, want %s", got.Encode(), tt.want)
			}
		})
	}
}

func TestOptionsReachTheService(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){says(200, `{"id":1}`)}}
	s := things(t, f, WithBasicAuth("ada", "s3cret"), WithUserAgent("tests/1"), WithLanguage("lang", "fr"), WithUpdateMethod(http.MethodPut))
	_, err := s.UpdateBySlug(t.Context(), "fête/50%?", thingFields{Name: Null[string]()},
		IfMatch(`"1-a"`, `"2-b"`), DryRun(), Minimal(), Password("p w"), RequestID("r1"), Only("id", "name"), IdempotencyKey("k"), Language("en"), Header("X-More", "1"), Query("more", "2"))
	if err != nil {
		t.Fatal(err)
	}
	got := f.calls[0]
	want := call{
		method: "PUT", path: "/v1/things/by-slug/fête/50%?", query: "_fields=id%2Cname&dry_run=true&lang=en&more=2&password=p+w", body: `{"name":null}`,
		header: http.Header{
			"Accept": {"application/json"}, "Authorization": {"Basic YWRhOnMzY3JldA=="}, "Content-Type": {"application/json"},
			"Idempotency-Key": {"k"}, "If-Match": {`"1-a", "2-b"`}, "Prefer": {"return=minimal"}, "User-Agent": {"tests/1"},
			"X-More": {"1"}, "X-Request-Id": {"r1"},
		},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(call{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatCannotBeSentIsAnErrorBeforeAnythingIs(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){says(200, `{}`)}}
	s := things(t, f)
	_, noSlug := s.GetBySlug(t.Context(), "")
	_, noLanguage := s.Get(t.Context(), 1, Language("fr"))
	if !errors.Is(noSlug, errNoSlug) || noLanguage == nil || len(f.calls) != 0 {
		t.Errorf("errors %v and %v, %d requests", noSlug, noLanguage, len(f.calls))
	}
	for _, address := range []string{"", "calendar.example", "ftp://calendar.example", "http://", "http://calendar.example/?a=b", "http://a b/"} {
		if _, err := newCaller(address, nil); err == nil {
			t.Errorf("%q is taken as the address of an interface", address)
		}
	}
}

func TestErrorsDoNotTellSecrets(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){breaks(errors.New("refused"))}}
	s := things(t, f, WithRetry(Retry{}), WithBearer("t0ken"))
	_, err := s.Get(t.Context(), 1, Password("s3cret"))
	if err == nil || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "t0ken") || !strings.Contains(err.Error(), "GET /things/1") {
		t.Errorf("error %v", err)
	}
}

func TestARedirectThatLosesTheBodyIsAnError(t *testing.T) {
	moved := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old/things" {
			http.Redirect(w, r, "/new/things", http.StatusMovedPermanently)
			return
		}
		_, _ = w.Write([]byte(`{"things":[{"id":1}]}`))
	}))
	t.Cleanup(moved.Close)
	c, err := newCaller(moved.URL+"/old", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := newService[thing, thingParams, thingFields](c, "things")
	if page, err := s.List(t.Context(), thingParams{}); err != nil || len(page.Records) != 1 {
		t.Errorf("a read is not redirected: %v", err)
	}
	if record, err := s.Create(t.Context(), thingFields{}); err == nil || !strings.Contains(err.Error(), "/new/things") {
		t.Errorf("a create that became a read gives %v (%v)", record, err)
	}
}

func TestAnAnswerWithoutEndIsAnError(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){func() (*http.Response, error) {
		return &http.Response{StatusCode: 200, Body: io.NopCloser(endless{})}, nil
	}}}
	if _, err := things(t, f).Get(t.Context(), 1); err == nil || len(f.calls) != 1 {
		t.Errorf("error %v after %d requests", err, len(f.calls))
	}
}

// endless is a body that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
