package desktest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"almanac/generated"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/records"
	"almanac/runtime/httpapi"
	"almanac/runtime/messages"
	"almanac/runtime/messages/messagestest"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/service/servicetest"
)

// recordsDir is the source of package records, which has the messages of the packages that it joins.
const recordsDir = "../../../../runtime/desk/records"

// recordPackages are the directories with the Go code of these packages.
var recordPackages = []string{"record", "changes", "lists", "library", "forms", "history", "overview", "records"}

// Keys of messages in Go code, x.T("key"), and those of messages about a resource, in Go
// code and in templates.
var (
	keyInCode = regexp.MustCompile(`\.T\(\s*("(?:[^"\\]|\\.)*")`)
	aboutKey  = regexp.MustCompile(`\b[aA]bout(?:\(| )("(?:[^"\\]|\\.)*")`)
)

// neutral are the texts about fields that package dsl knows, of any service.
var neutral = []string{
	"Name", "Title", "Author", "Publication date", "Description", "Excerpt", "Status", "Image", "URL slug",
	"Leave empty to use the title", "Leave empty to use the name",
	"Short summary for lists. Leave empty to use the start of the description.",
}

// keysOf returns the keys that a pattern finds in files of the packages about records.
func keysOf(t *testing.T, pattern *regexp.Regexp, globs ...string) []string {
	t.Helper()
	var keys []string
	for _, glob := range globs {
		var files []string
		for _, name := range recordPackages {
			found, err := filepath.Glob(recordsDir + "/../" + name + "/" + glob)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
		for _, name := range files {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range pattern.FindAllSubmatch(content, -1) {
				key, err := strconv.Unquote(string(match[1]))
				if err != nil {
					t.Fatal(err)
				}
				keys = append(keys, key)
			}
		}
	}
	return keys
}

func TestMessagesAboutRecordsAreComplete(t *testing.T) {
	keys := append(records.ComputedMessages(), neutral...)
	keys = append(keys, keysOf(t, keyInCode, "*.go")...)
	keys = append(keys, keysOf(t, aboutKey, "*.go")...)
	messagestest.Check(t, recordsDir, keys...)
}

func TestTextsOfTheCalendarAreTranslated(t *testing.T) {
	keys := map[string]bool{}
	about := keysOf(t, aboutKey, "*.go", "templates/*.html")
	for _, res := range generated.Service().Resources {
		for _, key := range records.Messages(res) {
			keys[key] = true
		}
		for _, key := range about {
			keys[page.Phrase(key, res)] = true
		}
	}
	for _, tag := range messages.Languages()[1:] {
		translated, common := resourceTexts()[tag.String()], textsIn(t, recordsDir+"/messages", tag)
		for key := range keys {
			if translated[key] == "" && common[key] == nil {
				t.Errorf("%s: the description has no %q", tag, key)
			}
		}
		for key := range translated {
			if !keys[key] {
				t.Errorf("%s: no resource has the text %q", tag, key)
			}
		}
	}
}

// resourceTexts returns the translations of the description.
func resourceTexts() map[string]map[string]string {
	d := generated.Service()
	api := httpapi.NewAPI(&request.Env{Deployment: d.Deployment(), Resources: d.Resources, Limits: param.DefaultLimits()})
	d.Register(api)
	return api.Env.Service.Translations
}

// textsIn returns the messages of a language in a directory.
func textsIn(t *testing.T, dir string, tag language.Tag) map[string]any {
	t.Helper()
	content, err := os.ReadFile(dir + "/" + tag.String() + ".json")
	var texts map[string]any
	if err == nil {
		err = json.Unmarshal(content, &texts)
	}
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// glossary has the words by which a term is translated, or their stems.
var glossary = map[string]map[string]string{
	"event": {"de": "veranstaltung", "fr": "événement"}, "venue": {"de": "ort", "fr": "lieu"},
	"organizer": {"de": "veranstalter", "fr": "organisateur"}, "category": {"de": "kategorie", "fr": "catégorie"},
	"tag": {"de": "schlagw", "fr": "étiquette"}, "image": {"de": "bild", "fr": "image"},
	"library": {"de": "mediathek", "fr": "médiathèque"}, "draft": {"de": "entw", "fr": "brouillon"},
	"trash": {"de": "papierkorb", "fr": "corbeille"}, "time zone": {"de": "zeitzone", "fr": "fuseau"},
	"password": {"de": "passw", "fr": "mot"}, "token": {"de": "token", "fr": "jeton"},
}

// catalogs are the directories of the messages of the desk and of the pages.
var catalogs = []string{
	recordsDir + "/messages", recordsDir + "/../messages", recordsDir + "/../page/messages",
	"../sitedesk/messages", "../pages/messages",
}

func TestATermHasOneTranslation(t *testing.T) {
	for _, tag := range messages.Languages()[1:] {
		all, where := map[string]string{}, map[string]string{}
		add := func(from, key, text string) {
			if other, ok := all[key]; ok && other != text && !strings.Contains(from, "pages") { // Which say "Where" for a venue.
				t.Errorf("%s: %q is %q in %s and %q in %s", tag, key, other, where[key], text, from)
			}
			all[key], where[key] = text, from
			for term, stems := range glossary {
				pattern := regexp.MustCompile(`(?i)\b` + term + `s?\b`)
				if pattern.MatchString(key) && !strings.Contains(strings.ToLower(text), stems[tag.String()]) {
					t.Errorf("%s: %q of %s does not say %q for %s", tag, text, key, stems[tag.String()], term)
				}
			}
		}
		for key, text := range resourceTexts()[tag.String()] {
			add("resources", key, text)
		}
		for _, dir := range catalogs {
			for key, text := range textsIn(t, dir, tag) {
				add(dir, key, fmt.Sprint(text))
			}
		}
	}
}

// languages are those of TestErrorsAreInTheLanguageOfThePage, in the order of its texts.
var languages = []string{"en", "fr", "de"}

func TestErrorsAreInTheLanguageOfThePage(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		const list = "/desk/records/events"
		for i, language := range languages {
			b := open(t, s)
			b.header.Set("Accept-Language", language)
			for _, tt := range []struct {
				name  string
				typed []string
				want  [3]string
			}{
				{"a field is empty", []string{"title", " "}, [3]string{">This field is required.<", ">Ce champ est obligatoire.<", ">Bitte ausfüllen.<"}},
				{"two fields contradict each other", []string{"end_date", "2020-01-01T10:00"}, [3]string{">End is before Start.<", ">Fin précède Début.<", ">Ende liegt vor Beginn.<"}},
				{"a field is in the list of all errors", []string{"title", ""}, [3]string{"fix:</p>\n<ul><li><a href=\"#f-title\">Title</a></li></ul>", `>Titre</a></li></ul>`, `>Titel</a></li></ul>`}},
				{"an address", []string{"website", "x"}, [3]string{">Website must be a URL that begins", ">Site web doit être une adresse", ">Website muss eine Adresse sein"}},
				{"an image", []string{"image", "x"}, [3]string{">Image must be a URL that begins", ">Image doit être une image de la médiathèque", ">Bild muss ein Bild der Mediathek sein"}},
				{"a reason inside of an error", []string{"timezone", "Mars/Base"}, [3]string{">Time zone: Choose a time zone, such as America/New_York.<", ">Fuseau horaire : Choisissez un fuseau horaire comme Europe/Paris.<", ">Zeitzone: Wählen Sie eine Zeitzone wie Europe/Paris.<"}},
				{"a record inside of another", []string{"venue.new.venue", "Barn", "venue.new.website", "x"}, [3]string{">Website must be a URL that begins", ">Site web doit être une adresse", ">Website muss eine Adresse sein"}},
			} {
				f := b.form(b.get(list+"/new"), "record").set(typedEvent...).set(tt.typed...)
				t.Run(language+": "+tt.name, func(t *testing.T) { f.send("draft").shows(t, http.StatusBadRequest, tt.want[i]) })
			}
			b.get(list+"/999").shows(t, http.StatusNotFound, [3]string{
				"There is no event with this ID or slug</h1>", "Cette fiche (Événement) n’existe pas</h1>", "Diesen Eintrag (Veranstaltung) gibt es nicht</h1>",
			}[i])
			b.get(list+"/no/such").shows(t, http.StatusNotFound, [3]string{"Page not found</h1>", "Page introuvable</h1>", "Seite nicht gefunden</h1>"}[i])
			b.get(list+"/nowhere").shows(t, http.StatusNotFound, [3]string{"Page not found</h1>", "Page introuvable</h1>", "Seite nicht gefunden</h1>"}[i])
			b.get(list+"?start_date=x").shows(t, http.StatusBadRequest, [3]string{">Please check: From.<", ">À vérifier : Du.<", ">Bitte prüfen: Von.<"}[i])
			b.get(list+"?page=1234").shows(t, http.StatusNotFound, [3]string{
				"This page of the list does not exist", "Cette page de la liste n’existe pas", "Diese Seite der Liste gibt es nicht",
			}[i])
		}
	}, records.Part)
}
