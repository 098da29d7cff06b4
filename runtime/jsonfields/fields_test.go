package jsonfields

import "testing"

func TestFieldsOfAnAnswer(t *testing.T) {
	const record = `{"id":1,"title":"Fair","venue":{"id":2,"city":"Graz"},"tags":[{"id":3,"name":"a"},{"id":4}],"image":false}`
	const page = `{"events":[{"id":1,"total":9,"title":"Fair"},{"id":2}],"rest_url":"x","total":2}`
	tests := []struct {
		name, wanted, body string
		listed             bool
		want               string
	}{
		{"nothing named", "", record, false, record},
		{"names in any order", "title,id", record, false, `{"id":1,"title":"Fair"}`},
		{"blanks around commas", " id , title ", record, false, `{"id":1,"title":"Fair"}`},
		{"unknown names beside known ones", "id,bogus,venue.bogus", record, false, `{"id":1}`},
		{"unknown names alone", "bogus,venue.bogus", record, false, record},
		{"empty names alone", ",", record, false, record},
		{"members of members", "venue.city,tags.name", record, false, `{"venue":{"city":"Graz"},"tags":[{"name":"a"},{}]}`},
		{"a whole member wins over a part of it", "venue.city,venue,venue.id", record, false, `{"venue":{"id":2,"city":"Graz"}}`},
		{"a path below a scalar", "image.url", record, false, `{"image":false}`},
		{"names of records", "id,title", page, true, `{"events":[{"id":1,"title":"Fair"},{"id":2}]}`},
		{"names of records with their path", "events.id", page, true, `{"events":[{"id":1},{"id":2}]}`},
		{"both spellings together", "events.id,title", page, true, `{"events":[{"id":1,"title":"Fair"},{"id":2}]}`},
		{"a name of the envelope wins", "total", page, true, `{"total":2}`},
		{"records as a whole win", "events,id", page, true, `{"events":[{"id":1,"total":9,"title":"Fair"},{"id":2}]}`},
		{"unknown names of a list", "bogus", page, true, page},
		{"an empty list", "id", `{"events":[],"total":0}`, true, `{"events":[]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := KeepFields(tt.wanted, []byte(tt.body), tt.listed)
			if err != nil || string(got) != tt.want {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
}
