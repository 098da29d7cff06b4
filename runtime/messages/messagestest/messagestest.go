// Package messagestest checks that the messages of a package are complete.
package messagestest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"almanac/runtime/messages"
)

// used finds the keys of messages in templates, {{t "key"}}, {{about "key" .}} or {{.T.Text "key"}}, and in Go
// code, Text("key") or Text(r, "key").
var used = regexp.MustCompile(`(?:\bt |\babout |\.Text |\.Text\(\s*(?:r,\s+)?)("(?:[^"\\]|\\.)*")`)

// Check fails the test if a message that a template or a Go file of dir uses is not
// translated, or if a translation is used nowhere. Keys that Go code computes are given.
func Check(t *testing.T, dir string, computed ...string) {
	t.Helper()
	keys := map[string]bool{}
	for _, key := range slices.Concat(Keys(t, dir), computed) {
		keys[key] = true
	}
	for _, tag := range messages.Languages() {
		compare(t, keys, dir, tag)
	}
}

// Keys returns the keys that templates and Go files of dir use, as those of a package whose messages
// another one has.
func Keys(t *testing.T, dir string) []string {
	t.Helper()
	keys := map[string]bool{}
	for _, pattern := range []string{"*.go", "templates/*.html"} {
		names, err := fs.Glob(os.DirFS(dir), pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !strings.HasSuffix(name, "_test.go") {
				addKeys(t, keys, os.DirFS(dir), name)
			}
		}
	}
	return slices.Collect(maps.Keys(keys))
}

func addKeys(t *testing.T, keys map[string]bool, files fs.FS, name string) {
	t.Helper()
	content, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range used.FindAllSubmatch(content, -1) {
		key, err := strconv.Unquote(string(match[1]))
		if err != nil {
			t.Fatalf("%s: %s: %v", name, match[1], err)
		}
		keys[key] = true
	}
}

// compare compares the keys with the file of a language. English needs none.
func compare(t *testing.T, keys map[string]bool, dir string, tag language.Tag) {
	t.Helper()
	content, err := fs.ReadFile(os.DirFS(dir), "messages/"+tag.String()+".json")
	if errors.Is(err, fs.ErrNotExist) && tag == language.English {
		return
	}
	var texts map[string]any
	if err == nil {
		err = json.Unmarshal(content, &texts)
	}
	if err != nil {
		t.Fatal(err)
	}
	for key, text := range texts {
		if !keys[key] {
			t.Errorf("%s: nothing uses %q", tag, key)
		}
		if forms, ok := text.(map[string]any); ok {
			text = forms["other"] // Another form may say the number in words.
		}
		if want, got := verbs(key), verbs(fmt.Sprint(text)); !slices.Equal(want, got) {
			t.Errorf("%s of %q has the places %q for values, want %q", tag, key, got, want)
		}
	}
	for key := range keys {
		if _, ok := texts[key]; !ok && tag != language.English {
			t.Errorf("%s has no %q", tag, key)
		}
	}
}

// verb is a place for a value in a text, such as %d or %[2]s.
var verb = regexp.MustCompile(`%(\[\d+\])?[a-z]`)

// verbs returns the verbs of a text, each with the number of its value, sorted.
func verbs(text string) []string {
	list := verb.FindAllString(text, -1)
	for i, v := range list {
		if !strings.Contains(v, "[") {
			list[i] = fmt.Sprintf("%%[%d]%s", i+1, v[1:])
		}
	}
	slices.Sort(list)
	return list
}
