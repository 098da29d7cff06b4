package generator_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// copiedFrom stands in the first line of files that no description changes.
const copiedFrom = " from generator/clientsource/"

// written returns the files that follow from the description: without those
// that are copied.
func written(files []generator.File) []generator.File {
	return slices.DeleteFunc(slices.Clone(files), func(f generator.File) bool {
		first, _, _ := strings.Cut(string(f.Content), "\n")
		return strings.Contains(first, copiedFrom)
	})
}

func TestTheClientHasTheFilesOfClientsourceToTheLetter(t *testing.T) {
	got := map[string]string{}
	lesson := dsl.Resource{ // Else the client has no series.
		Name: "lesson", Plural: "lessons", Kind: dsl.KindPost, Doc: "Lessons.", PagePath: "lesson",
		Calendar: "almanac/runtime/calendar", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
		Fields: dsl.Fields(
			dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title"),
			dsl.DateTime("begin").As(dsl.Start).Required().Doc("Start"),
			dsl.DateTime("finish").As(dsl.End).Required().Doc("End"),
			dsl.String("zone").As(dsl.TimeZone).Doc("Time zone"),
			dsl.Boolean("whole_day").As(dsl.AllDay).Default(false).Doc("Whole days"),
			dsl.Recurrence("recurrence").Doc("How it repeats"),
		),
	}
	for _, f := range generate(t, []dsl.Resource{talk(), place(), topic(), lesson}) {
		first, rest, _ := strings.Cut(string(f.Content), "\n")
		if strings.Contains(first, copiedFrom) {
			got[filepath.Base(f.Path)] = rest
		}
	}
	want := map[string]string{}
	for name, text := range tree(t, "clientsource") {
		if name == "doc.go" || name == "files.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		var lines []string
		for _, line := range strings.Split(text, "\n") {
			code, _, _ := strings.Cut(line, " //nolint:")
			lines = append(lines, code)
		}
		want[name] = strings.Join(lines, "\n")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-clientsource +client):\n%s", diff)
	}
}

func TestAClientOfRecordsWithoutFeedsHasNone(t *testing.T) {
	for path, text := range texts(generate(t, []dsl.Resource{label()})) {
		if strings.HasPrefix(path, "generated/client/") && strings.Contains(text, "Feed") {
			t.Errorf("%s speaks of feeds", path)
		}
	}
}

func TestAResourceMayHaveANameThatTheClientHasTaken(t *testing.T) {
	named := func(name, plural string) dsl.Resource {
		r := label()
		r.Name, r.Plural, r.PagePath, r.Taxonomy = name, plural, name, name
		return r
	}
	files := texts(generate(t, []dsl.Resource{named("page", "pages"), named("error", "errors")}))
	for path, want := range map[string]string{
		"generated/client/page_types.go":  "type PageRecord struct",
		"generated/client/error_types.go": "type ErrorRecord struct",
		"generated/client/client.go":      "Pages  *PageRecordService",
	} {
		if !strings.Contains(files[path], want) {
			t.Errorf("%s has no %q but\n%s", path, want, files[path])
		}
	}
	dir := t.TempDir()
	put(t, dir, map[string]string{"go.mod": "module almanac\n\ngo 1.26\n"})
	for path, text := range files {
		if strings.HasPrefix(path, "generated/client/") {
			put(t, dir, map[string]string{path: text})
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "generated", "client", "page.go")); err != nil {
		t.Fatal(err)
	}
	goTool(t, dir, "vet", "./...")
}
