package desktest

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/audit"
	"almanac/runtime/desk/records"
	"almanac/runtime/messages/messagestest"
	"almanac/runtime/service/servicetest"
)

// recordsDir is the source of package records.
const recordsDir = "../../../../runtime/desk/records"

// keyInCode finds the keys of messages in Go code: v.t("key").
var keyInCode = regexp.MustCompile(`\.t\(\s*("(?:[^"\\]|\\.)*")`)

func TestMessagesAboutRecordsAreComplete(t *testing.T) {
	keys := append(records.ComputedMessages(), audit.ActionCreated, audit.ActionUpdated, audit.ActionTrashed, audit.ActionRestored, audit.ActionDeleted, audit.ActionPublished)
	for _, k := range generated.Service().Resources {
		keys = append(keys, records.Messages(k)...)
	}
	files, err := filepath.Glob(recordsDir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range keyInCode.FindAllSubmatch(content, -1) {
			key, err := strconv.Unquote(string(match[1]))
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key)
		}
	}
	messagestest.Check(t, recordsDir, keys...)
}

// verbs are the places for values in the key of a fault.
var verbs = regexp.MustCompile(`%[sd]`)

// faultKeys returns the keys of the translated errors of the API.
func faultKeys(t *testing.T, language string) map[string]string {
	t.Helper()
	content, err := os.ReadFile("../../../../runtime/desk/page/errors/messages/" + language + ".json")
	var texts map[string]string
	if err == nil {
		err = json.Unmarshal(content, &texts)
	}
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// isComposed reports whether a text is in the sources, whole or in two parts.
func isComposed(sources, text string) bool {
	if strings.Contains(sources, text) {
		return true
	}
	for i, c := range text {
		if c == ' ' && strings.Contains(sources, strings.Trim(text[:i], ":")) && strings.Contains(sources, text[i+1:]) {
			return true
		}
	}
	return false
}

func TestTranslatedErrorsAreThoseOfTheAPI(t *testing.T) {
	var sources strings.Builder
	err := filepath.WalkDir("../../../../runtime", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		_, _ = sources.Write(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	french, german := faultKeys(t, "fr"), faultKeys(t, "de")
	for key := range french {
		if german[key] == "" {
			t.Errorf("de has no %q", key)
		}
		for _, part := range verbs.Split(key, -1) {
			if !isComposed(sources.String(), strings.Trim(part, " .")) {
				t.Errorf("no error of the API has the text %q of %q", part, key)
			}
		}
	}
	if len(french) != len(german) {
		t.Errorf("fr has %d errors, de %d", len(french), len(german))
	}
}

func TestErrorsAreInTheLanguageOfThePage(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		for language, want := range map[string][]string{
			"en": {"title must not be empty.", "end_date must not be before start_date.", "There is no event with this ID or slug."},
			"fr": {"Titre ne doit pas être vide.", "Fin ne doit pas être avant : Début.", "Cette fiche (Événement) n’existe pas."},
			"de": {"Titel darf nicht leer sein.", "Ende darf nicht vor diesem Feld liegen: Beginn.", "Diesen Eintrag (Veranstaltung) gibt es nicht."},
		} {
			b := open(t, s)
			b.header.Set("Accept-Language", language)
			f := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...)
			_, page := f.saves("draft")
			b.form(page, "record").set("title", " ").send("draft").shows(t, http.StatusBadRequest, want[0])
			f = b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...)
			f.set("title", "x", "end_date", "2020-01-01T10:00").send("draft").shows(t, http.StatusBadRequest, want[1])
			b.get("/desk/records/events/999").shows(t, http.StatusNotFound, want[2])
		}
	}, records.Part)
}
