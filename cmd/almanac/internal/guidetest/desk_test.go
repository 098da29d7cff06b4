package guidetest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/desk"
	"almanac/runtime/desk/records"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
)

// withDesk serves the desk beside the API.
func withDesk(c *service.Config) {
	c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) { return desk.New(api, records.Part).Lookup }
}

func TestTheDeskShowsWhatTheGuideAdds(t *testing.T) {
	whereApplied(t)
	address, _, _ := strings.Cut(serve(t, withDesk), "/calendar/")
	for path, texts := range map[string][]string{
		"/desk":                        {`<a href="/desk/records/performers">Performers</a>`},
		"/desk/records/performers":     {`name="genre"`, `name="size"`},
		"/desk/records/performers/new": {`name="performer"`, `name="members"`, `name="touring"`, `name="website"`},
		"/desk/records/venues/new":     {`name="access"`, `<option value="step-free"`},
		"/desk/records/events/new":     {`name="performer.find"`},
	} {
		page := opened(t, address+path)
		for _, text := range texts {
			if !strings.Contains(page, text) {
				t.Errorf("%s does not have %s: %s", path, text, page)
			}
		}
	}
}

// opened returns a page.
func opened(t *testing.T, address string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	page, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d (%v)", address, got.StatusCode, err)
	}
	return string(page)
}
