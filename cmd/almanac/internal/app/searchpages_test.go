package app_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service"
)

// written is an event whose texts are known.
type written struct{ title, description, excerpt, password string }

// holds reports whether a search finds the event: each word is in some text, and
// those that a password hides count only for who sends it.
func (w written) holds(words []string, password string) bool {
	texts := []string{w.title}
	if w.password == "" || w.password == password {
		texts = append(texts, w.description, w.excerpt)
	}
	return !slices.ContainsFunc(words, func(word string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, word) })
	})
}

// drawn makes a text of a few short words, which share many letters.
func drawn(r *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = strings.Fields("tan tanto canto cantor orca torca ab ca tor b")[r.IntN(10)]
	}
	return strings.Join(words, " ")
}

func TestASearchFindsWhatComparingEveryEventFinds(t *testing.T) {
	for _, cache := range []int64{-1, 1 << 20} {
		prepared.Each(t, func(t *testing.T, location string) {
			s := openSite(t, location, func(c *service.Config) { c.CacheBytes = cache })
			r := rand.New(rand.NewPCG(1, 2))
			var all []written
			for i := range 40 {
				w := written{title: fmt.Sprintf("%02d %s", i, drawn(r, 2)), description: drawn(r, 4), excerpt: drawn(r, 1)}
				if i%5 == 0 {
					w.password = "sesame"
				}
				all = append(all, w)
				s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(w.title, js{"description": w.description, "excerpt": w.excerpt, "post_password": w.password}))
			}
			for _, words := range []string{"tan", "canto tor", "cantor orca", "tanto ca", "ab", "b torca", `"tan ca"`, "nowhere", "or tor tan"} {
				// A new server has counted no guesses: a page past the end shows nothing that a password opens.
				visited := openSite(t, location, withUsers, func(c *service.Config) { c.CacheBytes = cache })
				for _, password := range []string{"", "sesame"} {
					visited.searchesPages(all, words, password)
				}
			}
		})
	}
}

// searchesPages fails the test unless the pages of a search, as a visitor gets
// them, hold the events that hold the words, and tell how many there are.
func (s *site) searchesPages(all []written, words, password string) {
	s.t.Helper()
	entries := strings.Fields(words)
	if strings.HasPrefix(words, `"`) {
		entries = []string{strings.Trim(words, `"`)}
	}
	want := []string{}
	for _, w := range all {
		if w.holds(entries, password) {
			want = append(want, w.title)
		}
	}
	slices.Sort(want)
	const perPage = 3
	path := "/events?orderby=title&order=asc&per_page=" + strconv.Itoa(perPage) + "&search=" + url.QueryEscape(words) + "&password=" + password
	got := []string{}
	for page := 1; page == 1 || (page-1)*perPage < len(want); page++ {
		a := s.must(http.StatusOK, http.MethodGet, path+"&page="+strconv.Itoa(page), nil)
		if total := a.header.Get("X-TEC-Total"); total != strconv.Itoa(len(want)) {
			s.t.Errorf("search %q, password %q, page %d: total %s, want %d", words, password, page, total, len(want))
		}
		list, _ := a.body["events"].([]any)
		for _, e := range list {
			title, _ := e.(js)["title"].(string)
			got = append(got, strings.TrimPrefix(title, "Protected: "))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("search %q, password %q (-want +got):\n%s", words, password, diff)
	}
	tooHigh := strconv.Itoa(len(want)/perPage + 2)
	s.must(http.StatusNotFound, http.MethodGet, path+"&page="+tooHigh, nil)
}
