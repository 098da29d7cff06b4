package browser_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestAPageOfAnotherSiteAsksByQuery(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "required")
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!DOCTYPE html><title>Another site</title><link rel="icon" href="data:,"><script>
const answer = fetch("` + s.root + `/events", {
	method: "QUERY", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ per_page: 3 }),
}).then(async (r) => { document.title = r.status + " " + (await r.json()).events.length + " " + r.headers.get("Content-Location") });
</script>`))
	}))
	defer host.Close()
	p := open(t)
	p.do(t, chromedp.Navigate(host.URL))
	p.wait(t, `document.title != "Another site"`)
	if got := evaluate[string](t, p, `document.title`); got != "200 3 "+s.root+"/events?per_page=3" {
		t.Errorf("the page has read %q", got)
	}
	for _, message := range p.messages {
		t.Errorf("the console has %s", message)
	}
}
