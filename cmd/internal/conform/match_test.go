package conform

import "testing"

func TestKeysAreCompared(t *testing.T) {
	record, err := decode([]byte(`{"id": 1, "more": 2, "title": "x"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		m    Matcher
		want bool
	}{
		{"all keys in order", Keys("id", "more", "title"), true},
		{"not all keys", Keys("id", "title"), false},
		{"some of the keys", HasKeys("title", "id"), true},
		{"a key that the object lacks", HasKeys("id", "slug"), false},
		{"keys with another between them", KeysInOrder("id", "title"), true},
		{"keys in another order", KeysInOrder("title", "id"), false},
		{"a key that is missing", KeysInOrder("id", "slug"), false},
		{"all keys are known", KeysAmong("id", "more", "slug", "title"), true},
		{"a key is unknown", KeysAmong("id", "title"), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.m.check(record, true, &scope{}); (err == nil) != tt.want {
				t.Errorf("got %v, want it to match: %t", err, tt.want)
			}
			if tt.m.check("text", true, &scope{}) == nil {
				t.Error("a text matches, want objects only")
			}
		})
	}
}
