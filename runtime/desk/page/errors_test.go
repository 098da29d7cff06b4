package page_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"almanac/runtime/apierror"
	"almanac/runtime/desk/page"
	"almanac/runtime/messages"
)

// labels are those of a resource "tag", whose fields are "title", "end_date" and "tag".
type labels struct{}

func (labels) ParamLabel(name apierror.Param) string {
	return map[apierror.Param]string{"title": "Titel", "end_date": "Ende", "tag": "Etikett"}[name]
}

func (labels) ResourceLabel(name apierror.Resource) string {
	return map[apierror.Resource]string{"tag": "Schlagwort"}[name]
}

func TestErrorsOfTheAPIAreTranslatedWithWhatTheySay(t *testing.T) {
	title := apierror.Param("title")
	whole := messages.NewMessage("%s must be a whole number%s.", title, messages.NewMessage(" of %s or less", messages.Number(1000.5)))
	for _, tt := range []struct {
		name, language string
		message        messages.Message
		want           string
	}{
		{"names become labels", "de", messages.NewMessage("Missing required parameters: %s.", apierror.Params{"title", "end_date"}), "Bitte ausfüllen: Titel, Ende."},
		{"a field is no resource of its name", "de", messages.NewMessage("%s must be unique: another %s has it.", apierror.Param("tag"), apierror.Resource("tag")), "Etikett muss eindeutig sein, und diesen Wert gibt es schon (Schlagwort)."},
		{"a text that is the name of a field stays", "de", messages.NewMessage("%s: %q is not a valid name.", title, "title"), "Titel: „title“ ist kein Name."},
		{"numbers are written as in the language", "de", messages.NewMessage("The file is too large; send %d bytes at most.", 20971520), "Die Datei ist zu groß: höchstens 20.971.520 Bytes."},
		{"IDs are not counted", "de", messages.NewMessage("%s: there is no user with the ID %s.", title, apierror.ID(1234)), "Titel: Es gibt keine Person mit der Nummer 1234."},
		{"messages inside are translated", "fr", whole, "Titel doit être un nombre entier d’au plus 1\u00a0000,5."},
		{"a clause has no period", "de", messages.NewMessage("%s, not a list.", messages.Clause(whole)), "Titel muss eine ganze Zahl bis 1.000,5 sein, keine Liste."},
		{"an error without a translation has labels", "de", messages.NewMessage("%s is too near.", title), "Titel is too near."},
		{"English has labels too", "en", messages.NewMessage("%s must not be empty.", title), "Titel must not be empty."},
		{"English has texts for people", "en", messages.NewMessage("Missing required parameters: %s.", apierror.Params{"title", "end_date"}), "Please fill in: Titel, Ende."},
		{"values that nobody needs are left out", "en", messages.NewMessage("%s is not a date: %s", `"x"`, "send a date"), `"x" is not a date.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/desk", http.NoBody)
			r.Header.Set("Accept-Language", tt.language)
			if got := page.TranslateError(page.WithFrame(r, &page.Frame{}), tt.message, labels{}); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
