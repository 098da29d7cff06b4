package words_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/model"
)

// preferred has patterns of words that stand beside another word for the same thing, by
// language, and the one word to use instead.
var preferred = map[string]map[string]string{
	"de": {
		`(?i)bibliothek`: "Mediathek", `Verweis`: "Link", `(?i)kn(o|ö)pf`: "Schaltfläche", `(?i)kennwort`: "Passwort",
		`(?i)mitarbeiter|mitwirkende`: "Beitragender", `Administration`: "Administrator",
	},
	"fr": {
		`(?i)bibliothèque`: "médiathèque", `(?i)envoy\pL+ (une |un |des |d’|l’|les |votre |vos )?(autre )?(image|fichier|photo)`: "téléverser",
		`(?i)rien ne peut être envoyé`: "téléverser", `\b[Cc]herche`: "rechercher", `(?i)mots?-clés?`: "étiquette",
	},
}

// translated is a text of a catalog with its English key.
type translated struct{ file, language, key, text string }

func catalogTexts(t *testing.T) []translated {
	t.Helper()
	var list []translated
	for _, dir := range []string{"runtime", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".json" || filepath.Base(filepath.Dir(path)) != "messages" {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			var texts map[string]any
			if err := json.Unmarshal(content, &texts); err != nil {
				return err
			}
			for key, text := range texts {
				list = append(list, translated{path, strings.TrimSuffix(filepath.Base(path), ".json"), key, fmt.Sprint(text)})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// labels returns the names of resources and fields as people read them, and those among them
// that one form may show together.
func labels() (all map[string]bool, together [][]string) {
	all = map[string]bool{}
	for _, k := range generated.Service().Resources {
		form := []string{model.Words(k.Name)}
		for _, a := range k.Args {
			form = append(form, a.Label)
		}
		together = append(together, form)
		for _, label := range append(form, model.Words(k.Plural)) {
			all[label] = true
		}
	}
	return all, together
}

func TestCatalogsHaveOneWordForOneThing(t *testing.T) {
	texts := catalogTexts(t)
	names, together := labels()
	byKey := map[[2]string]translated{}
	for _, text := range texts {
		for pattern, instead := range preferred[text.language] {
			if found := regexp.MustCompile(pattern).FindString(text.text); found != "" {
				t.Errorf("%s: %q has %q, write %s: %s", text.file, text.key, found, instead, text.text)
			}
		}
		if !names[text.key] && strings.Contains(filepath.ToSlash(text.file), "/pages/messages/") {
			continue // A word of a page may be a heading here and a button there.
		}
		key := [2]string{text.language, text.key}
		if before, ok := byKey[key]; ok && before.text != text.text {
			t.Errorf("%q is %q in %s and %q in %s", text.key, before.text, before.file, text.text, text.file)
		}
		byKey[key] = text
	}
	for _, language := range []string{"de", "fr"} {
		for _, form := range together {
			labelOf := map[string]string{}
			for _, label := range form {
				text, ok := byKey[[2]string{language, label}]
				if other := labelOf[text.text]; ok && other != "" && other != label {
					t.Errorf("%s: %q and %q are both %q", language, other, label, text.text)
				}
				labelOf[text.text] = label
			}
		}
		city, venue := byKey[[2]string{language, "City"}].text, byKey[[2]string{language, "Venue"}].text
		if city == "" || city == venue {
			t.Errorf("%s: city is %q and venue %q", language, city, venue)
		}
	}
}
