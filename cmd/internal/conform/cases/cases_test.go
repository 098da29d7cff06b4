package cases

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"almanac/cmd/internal/conform"
)

// tokens matches tokens as package conform does.
var tokens = regexp.MustCompile(`\{([A-Za-z][A-Za-z0-9_]*)([.+-][A-Za-z0-9_.+-]*)?\}`)

func TestCasesAreWellFormed(t *testing.T) {
	methods := []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"}
	seen := map[string]bool{}
	for _, c := range All() {
		key := c.Area + ": " + c.Name
		if seen[key] {
			t.Errorf("%s stands twice", key)
		}
		seen[key] = true
		if c.Area == "" || c.Name == "" || strings.HasSuffix(c.Name, ".") {
			t.Errorf("%q: want an area and a sentence without a period", key)
		}
		if c.Request.Method == "" || !slices.Contains(methods, c.Request.Method) {
			t.Errorf("%s: method %q", key, c.Request.Method)
		}
		if c.Want.Status == 0 && c.Want.Code != "" {
			t.Errorf("%s: a code without a status", key)
		}
		checkTokens(t, key, c)
		checkPatterns(t, key, c)
	}
}

func TestThereAreEnoughCases(t *testing.T) {
	const least = 450
	if n := len(All()); n < least {
		t.Errorf("%d cases, want at least %d", n, least)
	}
}

func TestEveryAreaHasCases(t *testing.T) {
	areas := map[string]int{}
	for _, c := range All() {
		areas[c.Area]++
	}
	for _, area := range []string{
		"transport", "params", "events_list", "events_read", "events_create", "events_update", "events_delete", "venues", "organizers",
		"categories", "tags", "deployment_language", "extensions", "auth", "errors", "index_doc",
	} {
		if areas[area] == 0 {
			t.Errorf("area %s has no case", area)
		}
		delete(areas, area)
	}
	for area, n := range areas {
		t.Errorf("area %s with %d cases is not known", area, n)
	}
}

// checkTokens wants every token to name a step that comes before.
func checkTokens(t *testing.T, key string, c conform.Case) {
	t.Helper()
	known := []string{"uniq", "day", "now", "lang"}
	for _, step := range c.Setup {
		wantTokens(t, key, known, step)
		if step.Name != "" {
			known = append(known, step.Name)
		}
	}
	wantTokens(t, key, known, c.Request)
	known = append(known, "answer")
	for _, check := range c.Want.Checks {
		wantKnown(t, key, known, valueTexts(list(check.Match.Values))...)
	}
	for _, h := range c.Want.Headers {
		wantKnown(t, key, known, valueTexts(list(h.Match.Values))...)
	}
}

func wantTokens(t *testing.T, key string, known []string, s conform.Step) {
	t.Helper()
	wantKnown(t, key, known, s.Path, s.Query)
	switch b := s.Body.(type) {
	case js:
		wantKnown(t, key, known, valueTexts(b)...)
	case form:
		wantKnown(t, key, known, string(b))
	}
}

func wantKnown(t *testing.T, key string, known []string, all ...string) {
	t.Helper()
	for _, text := range all {
		for _, m := range tokens.FindAllStringSubmatch(text, -1) {
			// {id} and {slug} stand in patterns of documented paths.
			if !slices.Contains(known, m[1]) && m[1] != "id" && m[1] != "slug" {
				t.Errorf("%s: token %s names no earlier step", key, m[0])
			}
		}
	}
}

func valueTexts(v any) []string {
	var all []string
	switch v := v.(type) {
	case string:
		return []string{v}
	case text:
		return []string{string(v)}
	case js:
		for key, member := range v {
			all = append(all, key)
			all = append(all, valueTexts(member)...)
		}
	case list:
		for _, e := range v {
			all = append(all, valueTexts(e)...)
		}
	}
	return all
}

func checkPatterns(t *testing.T, key string, c conform.Case) {
	t.Helper()
	for _, check := range c.Want.Checks {
		for _, pattern := range valueTexts(list(check.Match.Values)) {
			if _, err := regexp.Compile(tokens.ReplaceAllString(pattern, "x")); check.Match.Pattern && err != nil {
				t.Errorf("%s: %v", key, err)
			}
		}
	}
}
