package browser_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAPageOfAnotherSiteGoesOnAfterARestart has a page listen to a server that is started again.
func TestAPageOfAnotherSiteGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	program := build(t)
	s := serve(t, program, "b", "required")
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<!DOCTYPE html><title>Another site</title><link rel="icon" href="data:,"><script>
const got = [], source = new EventSource(%q);
source.onopen = () => { document.title = "open" };
source.onmessage = (message) => { const { type, data } = JSON.parse(message.data); got.push(type + " " + data.name) };
</script>`, s.root+"/changes")
	}))
	defer host.Close()
	create := func(name string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.root+"/tags", strings.NewReader(url.Values{"name": {name}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth(user, password)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if _ = answer.Body.Close(); answer.StatusCode != http.StatusCreated {
			t.Fatalf("a tag is made with %s", answer.Status)
		}
	}
	p := open(t)
	p.do(t, chromedp.Navigate(host.URL))
	p.wait(t, `document.title == "open"`)
	create("Before")
	p.wait(t, `got.length == 1`)
	s.stop()
	address, err := url.Parse(s.root)
	if err != nil {
		t.Fatal(err)
	}
	start(t, program, "--deployment", "b", "--auth", "required", "--database", s.database, "--listen", address.Host)
	create("After")
	p.wait(t, `got.length >= 2`)
	if got := evaluate[[]string](t, p, `got`); !slices.Equal(got, []string{"tag.created Before", "tag.created After"}) {
		t.Errorf("the page has got %q", got)
	}
}
