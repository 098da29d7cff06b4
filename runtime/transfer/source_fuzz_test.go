package transfer

import (
	"testing"

	talks "almanac/generator/testdata/linked_posts/generated"
	"almanac/runtime/model"
)

// FuzzContent reads any content as that of a file.  Whatever it holds, records
// have an id and a resource, and what is no record is reported.
func FuzzContent(f *testing.F) {
	for _, seed := range []string{
		`{"talks": [{"id": 1, "title": "Tea", "place": {"id": 2, "name": "Hall"}, "topics": [{"id": 3, "name": "X", "taxonomy": "talk_topic"}]}]}`,
		`{"talks": {"1": {"id": "7"}, "0": null}, "since": "x"}`, `{"id": 5, "name": "Ada", "image": false}`,
		`{"deleted": {"talks": [{"id": 1, "deleted_utc": "2026-01-01 00:00:00"}]}}`, `{"places": [[], 1, {"id": -1}, {"id": 1e3}]}`, `[]`, `{`, "",
	} {
		f.Add([]byte(seed))
	}
	resources := talks.Service().Resources
	f.Fuzz(func(t *testing.T, content []byte) {
		rd := &Reader{resources: resources, texts: &texts{}}
		records, err := rd.Content(content, "FILE")
		if err != nil && len(records) > 0 {
			t.Errorf("%d records beside the error %v", len(records), err)
		}
		g := &RecordSet{ByResource: map[*model.Resource]map[int64]*Record{}}
		g.Add(records)
		for _, r := range records {
			if r.ID < 1 || r.Resource == nil {
				t.Errorf("a record without id or kind: %+v", r)
			}
		}
		for _, k := range resources {
			if got, want := len(g.Ordered(k)), len(g.ByResource[k]); got != want {
				t.Errorf("%d %s in order, want %d", got, k.Plural, want)
			}
		}
		for _, d := range rd.deleted {
			if d.id < 1 || d.resource == nil {
				t.Errorf("a deletion without id or kind: %+v", d)
			}
		}
	})
}
