package messages_test

import (
	"testing"
	"testing/fstest"

	"golang.org/x/text/language"

	"almanac/runtime/messages"
)

func TestText(t *testing.T) {
	texts := messages.Load(fstest.MapFS{
		"messages/en.json": {Data: []byte(`{"%d events": {"one": "%d event", "other": "%d events"}}`)},
		"messages/fr.json": {Data: []byte(`{"%d events": {"one": "%d événement", "other": "%d événements"}, "Page %d of %d": "Page %d sur %d", "Next": "Suivant"}`)},
	})
	tests := []struct {
		name   string
		tag    language.Tag
		key    string
		values []any
		want   string
	}{
		{"the key is the text in English", language.English, "Next", nil, "Next"},
		{"a translation", language.French, "Next", nil, "Suivant"},
		{"a language without the text", language.German, "Next", nil, "Next"},
		{"values", language.French, "Page %d of %d", []any{2, 3}, "Page 2 sur 3"},
		{"one in English", language.English, "%d events", []any{1}, "1 event"},
		{"none in English", language.English, "%d events", []any{0}, "0 events"},
		{"none in French is one form with one", language.French, "%d events", []any{0}, "0 événement"},
		{"a language without the plural forms has those of English", language.German, "%d events", []any{2}, "2 events"},
		{"large numbers are written as in the language", language.English, "%d events", []any{1234}, "1,234 events"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := texts.Text(tt.tag, tt.key, tt.values...); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
