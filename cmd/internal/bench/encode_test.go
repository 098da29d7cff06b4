package bench

import (
	"encoding/json"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/dates"
)

// BenchmarkEncode measures how an event becomes JSON text, beside encoding/json,
// which writes the same from the same members.
func BenchmarkEncode(b *testing.B) {
	day, yes := dates.WallTime("2027-03-05 20:00:00").Details(), true
	view := &generated.EventView{
		ID: 7, GlobalID: "bench.example?id=7", GlobalIDLineage: []string{"bench.example?id=7"}, Author: "1", Status: "publish",
		Date: "2027-01-02 10:00:00", Title: "Jazz night", Description: "<p>" + strings.Repeat("Good music, with food & drinks. ", 20) + "</p>\n", Slug: "jazz-night",
		AllDay: &yes, StartDate: "2027-03-05 20:00:00", StartDateDetails: day, EndDate: "2027-03-05 20:00:00", EndDateDetails: day,
		UTCStartDateDetails: day, UTCEndDateDetails: day, Timezone: "Europe/Zurich", ShowMap: &yes, Featured: &yes,
	}
	b.Run("AppendJSON", func(b *testing.B) {
		b.ReportAllocs()
		buffer := make([]byte, 0, 16<<10)
		for b.Loop() {
			b.SetBytes(int64(len(view.AppendJSON(buffer[:0]))))
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			text, err := json.Marshal(view)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
		}
	})
}
