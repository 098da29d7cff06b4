package desktest

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/desk"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// each runs a test on both stores, with a desk of some parts.
func each(t *testing.T, open bool, test func(t *testing.T, s *servicetest.Server), parts ...desk.Part) {
	t.Helper()
	eachService(t, generated.Service(), test, func(c *service.Config) {
		c.Open, c.Origins = open, []string{"https://partner.example"}
		c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) { return desk.New(api, parts...).Lookup }
	})
}

// browser is a client with cookies that follows no redirects and says, as browsers do,
// where its forms come from.
type browser struct {
	t      *testing.T
	site   string
	header http.Header // Further fields of each request.
	client *http.Client
}

// response is what a browser got.
type response struct {
	status   int
	location string
	header   http.Header
	text     string
}

func open(t *testing.T, s *servicetest.Server) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &browser{t: t, site: s.Env.Deployment.SiteURL, header: http.Header{}, client: client}
}

// get opens the page at a path.
func (b *browser) get(path string) response {
	b.t.Helper()
	return b.send(http.MethodGet, path, nil)
}

// post sends a form of pairs of names and values.
func (b *browser) post(path string, pairs ...string) response {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	return b.send(http.MethodPost, path, form)
}

// send sends a request.
func (b *browser) send(method, path string, form url.Values) response {
	b.t.Helper()
	return b.sendBody(method, path, strings.NewReader(form.Encode()))
}

// sendBody sends a request with a body: a form unless the header says otherwise.
func (b *browser) sendBody(method, path string, body io.Reader) response {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.site+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for name, values := range b.header {
		r.Header[name] = values
		if values[0] == "" {
			r.Header.Del(name)
		}
	}
	got, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return response{got.StatusCode, got.Header.Get("Location"), got.Header, string(text)}
}

// shows fails unless the response has a status and some texts.
func (a response) shows(t *testing.T, status int, texts ...string) {
	t.Helper()
	if a.status != status {
		t.Errorf("status %d, want %d: %s %s", a.status, status, a.location, a.text)
	}
	for _, text := range texts {
		if !strings.Contains(a.text, text) {
			t.Errorf("the page does not have %q: %s", text, a.text)
		}
	}
}
