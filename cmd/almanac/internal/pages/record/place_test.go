package record

import (
	"testing"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/runtime/views"
)

func TestAMapShowsThePlaceThatIsKnown(t *testing.T) {
	lat, lng := 48.5, -2.25
	for _, tt := range []struct {
		name  string
		venue views.PageData
		want  string
	}{
		{"coordinates", views.PageData{HasMap: true, Latitude: &lat, Longitude: &lng}, "https://www.openstreetmap.org/?mlat=48.5&mlon=-2.25#map=17/48.5/-2.25"},
		{"an address", views.PageData{HasMap: true, Address: views.PageAddress{Street: "1 Rue & Co", Locality: "Paris"}}, "https://www.openstreetmap.org/search?query=1+Rue+%26+Co%2C+Paris"},
		{"no address", views.PageData{HasMap: true, Address: views.PageAddress{Locality: "Paris"}}, ""},
		{"no map", views.PageData{Latitude: &lat, Longitude: &lng}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := mapOf(events.Record{PageData: tt.venue}); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
