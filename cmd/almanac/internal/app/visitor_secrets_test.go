package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/deployment"
	"almanac/runtime/service"
)

// take returns what has been logged since it was last called.
func (j *journal) take() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	defer j.text.Reset()
	return j.text.String()
}

// walker is a visitor who goes everywhere in a service full of secrets.
type walker struct {
	*secrets
	journal  *journal
	language string // Parameter that asks for the language that no secret is in.
	requests int
	chosen   func() bool // Which requests of the walk are made.
}

// openWalk fills a service of a deployment; where there are languages,
// everything that is in another one is secret too.
func openWalk(t *testing.T, url string, d deployment.Deployment) *walker {
	t.Helper()
	j := &journal{}
	w := &walker{journal: j, chosen: sample(t, 6), secrets: openSecrets(t, url, logging(j), func(c *service.Config) { c.Deployment = d })}
	if d.LanguageParam != "" {
		w.language = d.LanguageParam + "=en"
		w.foreign(d.LanguageParam)
	}
	if text := j.take(); hasMarker(text) {
		t.Errorf("the log of writes tells a secret: %s", text)
	}
	return w
}

// foreign makes public records in French.
func (w *walker) foreign(param string) {
	w.t.Helper()
	add := func(path string, fields js) response {
		fields[param], fields["description"] = "fr", marker
		return w.admin(path, fields)
	}
	venue, organizer := add("/venues", js{"venue": marker + " salle"}), add("/organizers", js{"organizer": marker + " cercle"})
	event := add("/events", newEvent(marker+" fr", js{"venue": venue.id(), "organizer": organizer.id(), "categories": marker + " art", "tags": marker + " jazz"}))
	w.events, w.venues, w.organizers = append(w.events, event.id()), append(w.venues, venue.id()), append(w.organizers, organizer.id())
	w.slugs = append(w.slugs, event.body["slug"].(string), marker+"-art", marker+"-jazz")
}

// hasMarker reports whether a text contains the marker.
func hasMarker(text string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(marker))
}

// call is visit for one of so many requests that a quick run makes some.
func (w *walker) call(method, path string, body any, named ...string) {
	w.t.Helper()
	if w.chosen() {
		w.visit(method, path, body, named...)
	}
}

// visit makes a request that names secrets by the given texts and checks that
// neither answer nor log says more than the request did.
func (w *walker) visit(method, path string, body any, named ...string) {
	w.t.Helper()
	w.requests++
	if w.language != "" {
		path += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + w.language
	}
	// Its own id: among so many random ones, one has the marker in it now and then.
	a := w.sendWith(map[string]string{"X-Request-Id": "walk"}, "", method, path, body)
	w.healthy(path, a)
	for what, text := range map[string]string{"the answer": a.text + fmt.Sprint(a.header), "the log": w.journal.take()} {
		for _, n := range named {
			for _, form := range []string{url.QueryEscape(n), url.PathEscape(n), n} {
				text = strings.ReplaceAll(text, form, "")
			}
		}
		if hasMarker(text) {
			w.t.Errorf("%s to %s %s tells a secret: %.600s", what, method, path, text)
		}
	}
}

// secretsOf returns the ids of secret records of a resource; terms have those of
// the others, which are no terms' ids.
func (w *walker) secretsOf(resource string) []int64 {
	switch resource {
	case "events":
		return append(slices.Clone(w.events), w.protected, w.public)
	case "venues":
		return w.venues
	case "organizers":
		return w.organizers
	}
	return []int64{1, 2, 3, 4}
}

// walk makes every request of the served document about every secret.
func (w *walker) walk() {
	w.t.Helper()
	all := slices.Concat(w.events, w.venues, w.organizers, []int64{w.public, w.protected, 1, 2, 3, 4})
	paths := load(w.t, []byte(w.get("/doc").text)).Paths
	for _, path := range paths.InMatchingOrder() {
		item := paths.Value(path)
		resource := strings.Split(path+"/", "/")[1]
		for _, method := range append([]string{http.MethodHead, http.MethodOptions}, slices.Sorted(maps.Keys(item.Operations()))...) {
			bodies := []any{nil}
			if method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch {
				bodies = []any{js{}, js{"description": "Mine"}, newEvent("Mine", js{"venue": w.venue, "organizer": w.organizers, "name": "Mine"})}
			}
			for _, body := range bodies {
				switch {
				case strings.Contains(path, "{slug}"):
					for _, slug := range w.slugs {
						w.call(method, strings.Replace(path, "{slug}", slug, 1), body, slug, strings.ToLower(slug))
					}
				default:
					for _, id := range w.secretsOf(resource) {
						w.call(method, strings.Replace(path, "{id}", fmt.Sprint(id), 1), body)
					}
				}
			}
		}
		if item.Get == nil || strings.Contains(path, "{") {
			continue
		}
		for _, p := range item.Get.Parameters {
			for _, id := range all {
				w.call(http.MethodGet, fmt.Sprintf("%s?per_page=50&%s=%d", path, p.Value.Name, id), nil)
			}
			for _, word := range append([]string{marker, "any", "private", "trash", "true", "false"}, w.slugs...) {
				w.call(http.MethodGet, fmt.Sprintf("%s?per_page=50&%s=%s", path, p.Value.Name, url.QueryEscape(word)), nil, word)
			}
		}
	}
}

func TestNoRouteTellsAVisitorASecret(t *testing.T) {
	for _, d := range []deployment.Deployment{deployments.A(), deployments.B()} {
		t.Run("deployment "+d.Name, func(t *testing.T) {
			prepared.Sampled(t, func(t *testing.T, url string) {
				w := openWalk(t, url, d)
				for _, path := range w.paths() {
					w.visit(http.MethodGet, path, nil, w.slugs...)
				}
				w.walk()
				t.Logf("%d requests", w.requests)
				w.mustBy("administrator", http.StatusOK, http.MethodGet, one("events", w.events[0]), nil)
			})
		})
	}
}
