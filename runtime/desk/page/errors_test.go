package page_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"almanac/runtime/desk/page"
)

func TestErrorsOfTheAPIAreTranslatedWithWhatTheySay(t *testing.T) {
	label := func(name string) string { return map[string]string{"title": "Titel", "end_date": "Ende"}[name] }
	for _, tt := range []struct{ name, language, english, want string }{
		{"names become labels", "de", "Required parameters are missing: title, end_date.", "Bitte ausfüllen: Titel, Ende."},
		{"numbers are written as in the language", "de", "The file is too large; send 20971520 bytes at most.", "Die Datei ist zu groß: höchstens 20.971.520 Bytes."},
		{"the longest text decides", "fr", "title must have at most 200 characters.", "Titel doit avoir au plus 200 caractères."},
		{"an error without a translation stays English", "de", "The moon is too near.", "The moon is too near."},
		{"English has labels too", "en", "title must not be empty.", "Titel must not be empty."},
		{"English has texts for people", "en", "Required parameters are missing: title, end_date.", "Please fill in: Titel, Ende."},
		{"values that nobody needs are left out", "en", "timezone: “Mars” is not a time zone: send an IANA name such as “Europe/Paris”, or an offset such as “UTC+5”", "Choose a time zone such as Europe/Paris."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/desk", http.NoBody)
			r.Header.Set("Accept-Language", tt.language)
			if got := page.TranslateError(page.WithFrame(r, &page.Frame{}), tt.english, label); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
