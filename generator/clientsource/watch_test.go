package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// updateOf is a change of the tests in the form of the service.
func updateOf(id int) string {
	return fmt.Sprintf(`{"type":"thing.updated","timestamp":"2026-06-01T12:00:00Z","data":{"id":%d}}`, id)
}

// streams makes an answer with a stream that ends after a text.
func streams(text string) func() (*http.Response, error) {
	return says(200, text, "Content-Type", "text/event-stream")
}

// falls makes an answer with a stream that says nothing any more after a text, until the request ends.
func (f *fake) falls(text string) func() (*http.Response, error) {
	return func() (*http.Response, error) {
		resp, err := streams(text)()
		resp.Body = io.NopCloser(io.MultiReader(resp.Body, silentReader(f.ended[len(f.ended)-1])))
		return resp, err
	}
}

// silentReader says nothing until a request ends.
type silentReader <-chan struct{}

func (r silentReader) Read([]byte) (int, error) {
	<-r
	return 0, context.Canceled
}

// watched returns the IDs and the token of each of the first pages, and the error that comes after them.
func watched(ctx context.Context, t *testing.T, f *fake, most int, options ...Option) (pages []string, err error) {
	t.Helper()
	c := core{things(t, f, options...).caller}
	for page, err := range c.Watch(ctx, "a") {
		if err != nil {
			return pages, err
		}
		text := page.Token
		for _, change := range page.Changes {
			record, err := RecordOf[thing](change)
			if err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprint(" ", record.ID)
		}
		if pages = append(pages, text); len(pages) == most {
			break
		}
	}
	return pages, nil
}

// tokens returns the tokens that streams were opened with.
func (f *fake) tokens() (list []string) {
	for _, c := range f.calls {
		list = append(list, c.header.Get("Last-Event-ID"))
	}
	return list
}

func TestWatchGoesOnAfterTheLastWholeChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{answers: []func() (*http.Response, error){
			streams("retry: 2000\nid: b\n\n: a comment\n\nid:c\ndata:" + updateOf(1) + "\n\ndata: " + updateOf(2) + "\n\nid: d\ndata: " + updateOf(3)),
			streams("data: " + updateOf(2) + "\r\n\r\nid: d\r\ndata: " + updateOf(3) + "\r\n\r\n: \nid: e\n\nid: f\n"),
			streams("id: g\ndata: " + strings.Replace(updateOf(4), ",", ",\ndata: ", 1) + "\n\n"),
		}}
		began := time.Now()
		got, err := watched(t.Context(), t, f, 5)
		if err != nil || time.Since(began) != 4*time.Second {
			t.Errorf("error %v after %v", err, time.Since(began))
		}
		if diff := cmp.Diff([]string{"b", "c 1", "d 2 3", "e", "g 4"}, got); diff != "" {
			t.Errorf("pages (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"a", "c", "e"}, f.tokens()); diff != "" {
			t.Errorf("opened with (-want +got):\n%s", diff)
		}
		if c := f.calls[0]; c.path != "/v1/changes" || c.header.Get("Accept") != "text/event-stream" {
			t.Errorf("asked for %+v", c)
		}
	})
}

func TestWatchWaitsAsTheServiceWants(t *testing.T) {
	cut := errors.New("connection refused")
	first, last := streams("retry: 2000\nid: b\n\n"), streams("id: z\n\n")
	tests := []struct {
		name        string
		answers     []func() (*http.Response, error)
		least, most time.Duration
	}{
		{"away", []func() (*http.Response, error){first, breaks(cut), last}, 4 * time.Second, 6 * time.Second},
		{"a proxy without the service", []func() (*http.Response, error){first, says(502, "<html>"), says(504, ""), last}, 8 * time.Second, 14 * time.Second},
		{"full", []func() (*http.Response, error){first, says(429, full, "Retry-After", "60"), last}, 62 * time.Second, 62 * time.Second},
		{"away for longer than requests wait", []func() (*http.Response, error){first, says(503, "", "Retry-After", "3600"), last}, 3602 * time.Second, 3602 * time.Second},
		{"away, again and again", []func() (*http.Response, error){first, breaks(cut), breaks(cut), breaks(cut), breaks(cut), breaks(cut), breaks(cut), breaks(cut), last}, 152 * time.Second, 302 * time.Second},
		{"open between failures", []func() (*http.Response, error){first, breaks(cut), streams(""), breaks(cut), last}, 8 * time.Second, 12 * time.Second},
		{"silent while it opens", []func() (*http.Response, error){first, nil, last}, 49 * time.Second, 51 * time.Second},
		{"silent later", []func() (*http.Response, error){nil, last}, 46999 * time.Millisecond, 47 * time.Second},
		{"not there at first", []func() (*http.Response, error){breaks(cut), first, last}, 2250 * time.Millisecond, 2500 * time.Millisecond},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{answers: tt.answers}
				for i, one := range f.answers {
					if one == nil && i == 0 {
						f.answers[i] = f.falls("retry: 2000\nid: b\n\n")
					} else if one == nil {
						f.answers[i] = func() (*http.Response, error) {
							<-f.ended[i]
							return nil, context.Canceled
						}
					}
				}
				began := time.Now()
				got, err := watched(t.Context(), t, f, 2, WithHTTPClient(&http.Client{Transport: f, Timeout: time.Second}))
				if took := time.Since(began); took < tt.least || took > tt.most {
					t.Errorf("took %v, want %v to %v", took, tt.least, tt.most)
				}
				if diff := cmp.Diff([]string{"b", "z"}, got); diff != "" || err != nil {
					t.Errorf("pages (-want +got):\n%s\nand %v", diff, err)
				}
				if len(f.calls) != len(tt.answers) {
					t.Errorf("opened %d times, want %d", len(f.calls), len(tt.answers))
				}
			})
		})
	}
}

func TestWatchEndsWithWhatTheServiceRefuses(t *testing.T) {
	first := streams("id: b\n\n")
	for name, tt := range map[string]struct {
		answers []func() (*http.Response, error)
		is      func(error) bool
	}{
		"a token that has expired":        {[]func() (*http.Response, error){first, says(410, `{"code":"rest_sync_expired","message":"x"}`)}, IsGone},
		"credentials that hold no longer": {[]func() (*http.Response, error){first, says(401, "")}, IsUnauthorized},
		"an address without a service":    {[]func() (*http.Response, error){says(404, "")}, IsNotFound},
		"a service that fails at first":   {[]func() (*http.Response, error){says(500, "")}, func(err error) bool { return hasStatus(err, 500) }},
		"a service that is away at first": {[]func() (*http.Response, error){says(503, "")}, IsUnavailable},
		"a page instead of a stream":      {[]func() (*http.Response, error){says(200, "<html>", "Content-Type", "text/html")}, has("no stream")},
		"a change that is none":           {[]func() (*http.Response, error){streams("id: b\n\ndata: [\n\n")}, has("read a change")},
		"a change that is too long":       {[]func() (*http.Response, error){streams("id: b\n\n" + strings.Repeat("data: "+strings.Repeat(" ", 32<<20)+"\n", 3))}, has("more than")},
		"a line that is too long":         {[]func() (*http.Response, error){streams("id: b\n\n:" + strings.Repeat(" ", 65<<20))}, has("too long")},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, err := watched(t.Context(), t, &fake{answers: tt.answers}, -1)
				if !tt.is(err) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}

// has returns what reports whether an error has a text.
func has(text string) func(error) bool {
	return func(err error) bool { return err != nil && strings.Contains(err.Error(), text) }
}

func TestWatchEndsWithItsContext(t *testing.T) {
	for name, answer := range map[string]func(f *fake) func() (*http.Response, error){
		"while the stream is silent": func(f *fake) func() (*http.Response, error) { return f.falls("id: b\n\n") },
		"between two streams":        func(*fake) func() (*http.Response, error) { return streams("retry: 20000\nid: b\n\n") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(10*time.Second, cancel)
				f := &fake{}
				f.answers = append(f.answers, answer(f))
				began := time.Now()
				_, err := watched(ctx, t, f, -1)
				if !errors.Is(err, context.Canceled) || time.Since(began) != 10*time.Second || len(f.calls) != 1 {
					t.Errorf("%v after %v and %d requests", err, time.Since(began), len(f.calls))
				}
			})
		})
	}
}

func TestALoopThatTakesItsTimeIsNoSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{}
		f.answers = []func() (*http.Response, error){f.falls("id: b\n\nid: c\n\n")}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		began := time.Now()
		for page, err := range (core{things(t, f).caller}).Watch(ctx, "") {
			if err != nil || page.Token == "c" {
				break
			}
			time.Sleep(50 * time.Minute)
		}
		if len(f.calls) != 1 || time.Since(began) != 50*time.Minute {
			t.Errorf("%d requests in %v", len(f.calls), time.Since(began))
		}
	})
}

func TestChangesAreReadToTheirEnd(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){
		says(200, `{"changes":[`+updateOf(1)+`],"sync_token":"b","more":true}`),
		says(200, `{"changes":[],"sync_token":"c","more":true}`),
		says(200, `{"changes":[`+updateOf(2)+`],"sync_token":"d","more":false}`),
	}}
	var got []string
	for page, err := range (core{things(t, f).caller}).Changes(t.Context(), "a") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(page.Token, len(page.Changes)))
	}
	if diff := cmp.Diff([]string{"b1", "c0", "d1"}, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	var queries []string
	for _, c := range f.calls {
		queries = append(queries, c.query)
	}
	want := []string{"changes_since=a&per_page=50", "changes_since=b&per_page=50", "changes_since=c&per_page=50"}
	if diff := cmp.Diff(want, queries); diff != "" {
		t.Errorf("queries (-want +got):\n%s", diff)
	}
	f = &fake{answers: []func() (*http.Response, error){says(200, `[]`), says(410, ""), says(200, `{"changes":[]}`)}}
	for range f.answers {
		for page, err := range (core{things(t, f).caller}).Changes(t.Context(), "a") {
			if page != nil || err == nil {
				t.Errorf("page %v, error %v", page, err)
			}
		}
	}
}
