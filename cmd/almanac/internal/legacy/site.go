package legacy

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"almanac/runtime/metadata"
	"almanac/runtime/store"
)

// Site is what is remembered of an imported site: the words of its addresses, as it said
// them itself. Paths are relative to its home page, decoded, without slashes at the ends.
// English words need not be listed: sites in other languages have them, too.
type Site struct {
	URL         string              `json:"url"` // Of its API.
	Calendar    []string            `json:"calendar,omitempty"`
	Records     map[string][]string `json:"records,omitempty"`     // By resource, the paths before slugs.
	Views       map[string]string   `json:"views,omitempty"`       // By words: "liste" is "list".
	Occurrences bool                `json:"occurrences,omitempty"` // Events of a series have their days for names.

	// Paths of files here, by the paths of the pages that attachments had, and by AttachmentID
	// with their IDs.
	Files map[string]string `json:"files,omitempty"`
}

// AttachmentID begins the names of attachments by their IDs: such a parameter names their pages.
const AttachmentID = "attachment_id="

// importedSite is the name under which the database remembers an imported site.
const importedSite = "imported_site"

// Remember notes in the database that a site was imported. Words of an import before stay:
// what a site does not say today, it said then.
func Remember(ctx context.Context, s *store.Store, site Site) error {
	before, imported, err := remembered(ctx, s.Reader())
	if err != nil {
		return err
	}
	site.Calendar = union(before.Calendar, site.Calendar)
	records := maps.Clone(before.Records)
	if records == nil {
		records = map[string][]string{}
	}
	for resource, paths := range site.Records {
		records[resource] = union(records[resource], paths)
	}
	views := maps.Clone(before.Views)
	if views == nil {
		views = map[string]string{}
	}
	maps.Copy(views, site.Views)
	files := maps.Clone(before.Files)
	if files == nil {
		files = map[string]string{}
	}
	maps.Copy(files, site.Files)
	site.Records, site.Views, site.Files = records, views, files
	site.Occurrences = site.Occurrences || before.Occurrences
	content, err := json.Marshal(site)
	if err != nil {
		return err
	}
	if same, err := json.Marshal(before); err != nil || imported && slices.Equal(same, content) {
		return err
	}
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, metadata.Set(importedSite, string(content)))
		return err
	})
}

// union returns the words of both lists once.
func union(a, b []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}

// remembered returns the site that was imported, false for none.
func remembered(ctx context.Context, r store.Reader) (site Site, imported bool, err error) {
	value, err := metadata.Get(ctx, r, importedSite)
	switch {
	case err != nil || value == "":
		return site, false, err
	case !strings.HasPrefix(value, "{"): // Before words were remembered, it was the address alone.
		return Site{URL: value}, true, nil
	}
	return site, true, json.Unmarshal([]byte(value), &site)
}

// english are the paths of a site whose owner changed none; those of records are the same
// here.
var english = Site{
	Calendar: []string{"events"},
	Records: map[string][]string{
		"event": {"event"}, "venue": {"venue"}, "organizer": {"organizer"},
		"category": {"events/category"}, "tag": {"events/tag", "tag"},
	},
}

// base is a path with what stands below it.
type base struct {
	resource string // Resource of the records below it; "" for the calendar.
	segments []string
	here     bool // The pages of records have the same path here.
}

func (b base) path() string { return strings.Join(b.segments, "/") }

// words are the words of a site's addresses, and how they are looked up.
type words struct {
	bases       []base            // The longest first.
	groups      map[string]string // Words below a calendar, before a category or a tag, and which of these it is.
	views       map[string]string // What words choose to show.
	foreign     bool              // It has words of another language, and may not have said all of them.
	occurrences bool
	files       map[string]string // See Site.
}

// wordsOf returns the words of a site, its own before the English ones.
func wordsOf(site Site) *words {
	w := &words{
		groups: map[string]string{}, views: maps.Clone(englishViews), occurrences: site.Occurrences, files: site.Files,
	}
	add := func(resource, path string) {
		if path != "" && !slices.ContainsFunc(w.bases, func(b base) bool { return b.path() == path }) {
			here := resource != "" && slices.Contains(english.Records[resource], path)
			w.bases = append(w.bases, base{resource, strings.Split(path, "/"), here})
		}
	}
	for _, path := range slices.Concat(site.Calendar, english.Calendar) {
		add("", path)
	}
	for _, resource := range slices.Sorted(maps.Keys(english.Records)) {
		for _, path := range slices.Concat(site.Records[resource], english.Records[resource]) {
			isTerm := resource == "category" || resource == "tag"
			at := strings.LastIndexByte(path, '/')
			inCalendar := func(b base) bool { return b.resource == "" && at > 0 && b.path() == path[:at] }
			if isTerm && slices.ContainsFunc(w.bases, inCalendar) {
				w.groups[path[at+1:]] = resource
			} else {
				add(resource, path)
				isTerm = false
			}
			// Owners choose names for events; these words follow the language.
			ofLanguage := isTerm || resource == "venue" || resource == "organizer"
			w.foreign = w.foreign || ofLanguage && !english.has(resource, path[at+1:])
		}
	}
	for word, view := range site.Views {
		if w.views[word] == "" {
			w.views[word], w.foreign = cmp.Or(englishViews[view], "list"), true
		}
	}
	for word, view := range foreignViews {
		if w.foreign && w.views[word] == "" {
			w.views[word] = view
		}
	}
	if w.occurrences {
		add("event", "series")
	}
	slices.SortStableFunc(w.bases, func(a, b base) int { return len(b.segments) - len(a.segments) })
	return w
}

// has reports whether a path of a resource's records ends in a word.
func (s Site) has(resource, word string) bool {
	return slices.ContainsFunc(s.Records[resource], func(path string) bool {
		return path == word || strings.HasSuffix(path, "/"+word)
	})
}

// begins reports whether addresses of the site begin with a segment.
func (w *words) begins(segment string) bool {
	switch segment {
	case "", "index.php", "feed":
		return true
	}
	return slices.ContainsFunc(w.bases, func(b base) bool { return b.segments[0] == segment })
}
