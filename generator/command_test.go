package generator

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"almanac/resources"
	"almanac/resources/dsl"
)

// call runs the program below a directory and returns what it says.
func call(t *testing.T, root string, c command) (string, error) {
	t.Helper()
	var says bytes.Buffer
	if c.resources == nil {
		c.resources = resources.All()
	}
	c.api, c.root, c.says = resources.API, root, &says
	err := c.run()
	return says.String(), err
}

// TestTheGate releases into an empty directory, and then lets the release have
// had a parameter that is there no more.
func TestTheGate(t *testing.T) {
	root := t.TempDir()
	check := command{check: true}
	if _, err := call(t, root, check); err == nil || err.Error() != "generate again" {
		t.Errorf("check of nothing: %v", err)
	}
	for _, step := range []struct {
		command command
		says    string // A regular expression.
	}{
		{command{}, `^generated \d+ files, [1-9]\d* of them changed\n$`},
		{check, "^$"},
		{command{release: true, day: "2026-03-01"}, `^generated \d+ files, [12] of them changed\n$`},
		{check, "^$"},
		{command{}, `^generated \d+ files, 0 of them changed\n$`},
		{check, "^$"},
	} {
		if says, err := call(t, root, step.command); err != nil || !regexp.MustCompile(step.says).MatchString(says) {
			t.Fatalf("%+v: %q, %v; want to hear %s", step.command, says, err, step.says)
		}
	}
	released := filepath.Join(root, "generated", "released.lock.json")
	text, err := os.ReadFile(released)
	if err != nil {
		t.Fatal(err)
	}
	const mark = " \"params\": [\n"
	was := strings.Replace(string(text), mark, mark+"  {\"name\":\"colour\",\"type\":\"string\",\"op\":\"Equals\"},\n", 1)
	if err := os.WriteFile(released, []byte(was), 0o644); err != nil {
		t.Fatal(err)
	}
	want := resources.Event.Position().String() + ": list parameter colour of event was removed: lists ignore it\n" +
		"\tto accept it write in resources/event.go: AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptParamBreak(\"colour\", \"why clients can live with it\")},\n" +
		"or set Version: 2 in resources/api.go, which allows all of it"
	says, err := call(t, root, command{})
	if err != nil || !strings.Contains(says, want) {
		t.Errorf("generate says %q, %v; want to hear %s", says, err, want)
	}
	for _, c := range []command{check, {release: true}} {
		if _, err := call(t, root, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error = %v, want one that says %s", c, err, want)
		}
	}
	accepting := resources.All()
	accepting[0].AcceptedBreaks = append(slices.Clone(accepting[0].AcceptedBreaks), dsl.AcceptParamBreak("colour", "nobody asked for it"))
	want = "breaks clients of the last release, accepted by resources/event.go: list parameter colour of event was removed: lists ignore it (nobody asked for it)\n"
	if says, err := call(t, root, command{resources: accepting}); err != nil || !strings.Contains(says, want) {
		t.Errorf("generate says %q, %v; want to hear %s", says, err, want)
	}
	if _, err := call(t, root, command{}); err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(root, "generated", "CHANGELOG.md"))
	if err != nil || !strings.Contains(string(log), "## Unreleased\n\n### Breaking\n\n- list parameter colour of event was removed") {
		t.Errorf("changelog: %v\n%s", err, log)
	}
}

// TestAnUpgradeNamesRecordsThatAreClosedNow generates where the generator before took no
// role for everybody.
func TestAnUpgradeNamesRecordsThatAreClosedNow(t *testing.T) {
	root := t.TempDir()
	bill := dsl.Resource{
		Name: "bill", Plural: "bills", Kind: dsl.KindRecord, Doc: "Bills.", Fields: []dsl.Field{dsl.String("text").Doc("Text")},
		SortOptions: []dsl.SortOption{dsl.SortBy("id")}, ResponseFields: "*", Permissions: dsl.Permissions{Read: dsl.RoleVisitor},
	}
	described := func() []dsl.Resource { return append(resources.All(), bill) }
	const note = "everyone could read each bill, and now only administrators and its owner can"
	for _, step := range []struct {
		name  string
		read  dsl.Role
		notes bool
	}{{"open", dsl.RoleVisitor, false}, {"nothing is said", "", true}, {"the same again", "", false}} {
		bill.Permissions.Read = step.read
		if says, err := call(t, root, command{resources: described()}); err != nil || strings.Contains(says, note) != step.notes {
			t.Errorf("%s: %v, says %q", step.name, err, says)
		}
	}
	bill.Permissions.Read = dsl.RoleVisitor
	for _, c := range []command{{}, {release: true, day: "2026-03-01"}} {
		c.resources = described()
		if _, err := call(t, root, c); err != nil {
			t.Fatal(err)
		}
	}
	bill.Permissions.Read = ""
	if says, err := call(t, root, command{resources: described()}); err != nil || !strings.Contains(says, note) || !strings.Contains(says, "grants Read to every administrator, was every visitor") {
		t.Errorf("after a release: %v, says %q", err, says)
	}
	if log, err := os.ReadFile(filepath.Join(root, "generated", "CHANGELOG.md")); err != nil || !strings.Contains(string(log), "bill grants Read to every administrator, was every visitor") {
		t.Errorf("changelog: %v\n%s", err, log)
	}
}

// TestTheStepsOfADevelopmentDatabaseAreWritten follows the description from what it
// already was.
func TestTheStepsOfADevelopmentDatabaseAreWritten(t *testing.T) {
	root, steps := t.TempDir(), t.TempDir()
	if _, err := call(t, root, command{follow: steps}); !os.IsNotExist(err) {
		t.Errorf("without a lock file: %v", err)
	}
	lock, err := os.ReadFile(filepath.Join(root, "generated", "schema.lock.json"))
	if err != nil || os.WriteFile(filepath.Join(steps, "schema.lock.json"), lock, 0o600) != nil {
		t.Fatal(err)
	}
	if _, err := call(t, root, command{follow: steps}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sqlite.sql", "postgres.sql"} {
		if text, err := os.ReadFile(filepath.Join(steps, name)); err != nil || !strings.HasSuffix(string(text), "\nSELECT 1;\n") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}

func TestADayThatIsNoneIsRefused(t *testing.T) {
	root := t.TempDir()
	if _, err := call(t, root, command{}); err != nil {
		t.Fatal(err)
	}
	_, err := call(t, root, command{release: true, day: "yesterday"})
	if want := `-day must be a day such as 2026-03-01, not "yesterday"`; err == nil || err.Error() != want {
		t.Errorf("error = %v, want %s", err, want)
	}
}

func TestOldWordsAreNamed(t *testing.T) {
	note := dsl.Resource{
		Name: "note", Plural: "notes", Kind: dsl.KindRecord, Doc: "Notes.", Fields: dsl.Fields(dsl.String("text").Doc("Text")),
		Params:      []dsl.Param{dsl.QueryParam("text", dsl.TypeString, dsl.OpEquals).Field("text").Doc("Text")},
		SortOptions: []dsl.SortOption{dsl.SortBy("id")},
	}
	says, err := call(t, t.TempDir(), command{resources: append(resources.All(), note)})
	want := regexp.MustCompile(`(?m)^generator/command_test\.go:\d+: resource "note": filter "text": QueryParam is deprecated: write dsl\.FilterBy\("text"\)$`)
	if err != nil || !want.MatchString(says) {
		t.Errorf("%v, says %q; want to hear %s", err, says, want)
	}
}
