package generator_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// TestTheChangelogIsAsInTestdata releases three times and changes something
// after that.
func TestTheChangelogIsAsInTestdata(t *testing.T) {
	deprecated := field(aPlace, "height", func(f dsl.Field) dsl.Field { return f.Deprecated("2026-04-01", "use ceiling") })
	district := adding(aPlace, dsl.String("district").Doc("District"))
	gone := dropping(aPlace, "height", "nobody measures")
	before := released(t, describeTalks())
	for _, step := range []struct {
		day     string
		changes []func(*described)
	}{
		{"2026-04-01", []func(*described){deprecated, district}},
		{"2026-05-01", []func(*described){district, gone, aParameterGoes, accepting(dsl.AcceptParamBreak("only_with_upcoming", "nobody asks"))}},
	} {
		before = release(t, generated(t, describeTalks(step.changes...), before), before, step.day)
	}
	last := describeTalks(district, gone, aParameterGoes, asking(aPlace, dsl.QueryParam("near", dsl.TypeString, dsl.OpEquals).Field("city").Doc("City")))
	got := texts(generated(t, last, before))["generated/CHANGELOG.md"]
	golden := filepath.Join("testdata", "changelog.md")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("changelog (-want +got); if it is meant to change, run go test ./generator -update:\n%s", diff)
	}
}

func TestBeforeTheFirstReleaseTheChangelogSaysSo(t *testing.T) {
	got := texts(generated(t, describeTalks(), generator.PreviousOutput{}))["generated/CHANGELOG.md"]
	if !strings.Contains(got, "Nothing has been released yet") {
		t.Errorf("changelog:\n%s", got)
	}
}

// TestAReleaseIsWhatTheNextGenerationMakes wants no difference between what a
// release writes and what is generated after it, and that a second release of
// the same changes nothing.
func TestAReleaseIsWhatTheNextGenerationMakes(t *testing.T) {
	files := generated(t, describeTalks(), generator.PreviousOutput{})
	all, err := generator.ReleaseAPI(files, generator.PreviousOutput{}, "2026-03-01")
	if err != nil {
		t.Fatal(err)
	}
	before := release(t, files, generator.PreviousOutput{}, "2026-03-01")
	want := texts(all)
	delete(want, "generated/released.lock.json")
	next := generated(t, describeTalks(), before)
	if diff := cmp.Diff(want, texts(next)); diff != "" {
		t.Errorf("files after the release (-release +generation):\n%s", diff)
	}
	again, err := generator.ReleaseAPI(next, before, "2026-04-01")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(texts(all), texts(again)); diff != "" {
		t.Errorf("files of a second release (-first +second):\n%s", diff)
	}
}
