package filter

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestMiles(t *testing.T) {
	tests := []struct {
		name                   string
		lat1, lng1, lat2, lng2 float64
		want                   float64
	}{
		{"no way at all", 50, 8, 50, 8, 0},
		{"one degree of latitude", 0, 0, 1, 0, 69.09},
		{"one degree of longitude on the equator", 0, 0, 0, 1, 69.09},
		{"one degree of longitude in the north", 60, 0, 60, 1, 34.55},
		{"across the date line", 0, 179.5, 0, -179.5, 69.09},
		{"over the pole", 89.5, 0, 89.5, 180, 69.09},
		{"New York to London", 40.7128, -74.0060, 51.5074, -0.1278, 3461.0},
		{"the other side of the earth", 0, 0, 0, 180, 12436.8},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := distanceMiles(tt.lat1, tt.lng1, tt.lat2, tt.lng2); math.Abs(got-tt.want) > 0.005+tt.want/1000 {
				t.Errorf("got %f, want %f", got, tt.want)
			}
		})
	}
}

func TestNothingNearLiesOutsideOfTheBox(t *testing.T) {
	lat, lng := rapid.Float64Range(-90, 90), rapid.Float64Range(-180, 180)
	rapid.Check(t, func(t *rapid.T) {
		lat1, lat2 := lat.Draw(t, "lat1"), lat.Draw(t, "lat2")
		lng1, lng2 := lng.Draw(t, "lng1"), lng.Draw(t, "lng2")
		there := distanceMiles(lat1, lng1, lat2, lng2)
		if math.IsNaN(there) || there < 0 || there > math.Pi*earthMiles+1e-6 {
			t.Fatalf("distance %f", there)
		}
		if gap := math.Abs(lat1 - lat2); gap > latitudes(there) {
			t.Fatalf("%f miles away, but %f degrees to the north or south", there, gap)
		}
		gap := math.Abs(lng1 - lng2)
		if gap = min(gap, 360-gap); gap > longitudes(lat1, latitudes(there)) {
			t.Fatalf("%f miles away, but %f degrees to the east or west", there, gap)
		}
	})
}

func TestMatch(t *testing.T) {
	found := []term{{id: 1, slug: "jazz", name: "Jazz"}, {id: 2, slug: "3", name: "Three"}, {id: 3, slug: "rock", name: "R & R"}, {id: 4, slug: "jazz-2", name: "JAZZ"}, {id: 5, slug: "cafe", name: "Café"}}
	tests := []struct {
		name, wanted string
		want         []int64
	}{
		{"an id", "1", []int64{1}},
		{"an id goes before a slug", "3", []int64{3}},
		{"a slug goes before a name", "jazz", []int64{1}},
		{"a name may be that of several", "JaZZ", []int64{1, 4}},
		{"a name as it is", "r & r", []int64{3}},
		{"a name as answers show it", "R &amp; R", []int64{3}},
		{"a slug in other letter case goes behind names", "CAFE", []int64{5}},
		{"accents tell names apart", "jäzz", nil},
		{"nothing", "blues", nil},
		{"the empty text", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, match(found, tt.wanted)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestMessagesRepeatLittleOfTheInput(t *testing.T) {
	for _, s := range []string{"", "short", strings.Repeat("é", 500), strings.Repeat("x\xff", 90), "\xff"} {
		got := shorten(s)
		if n := len([]rune(got)); n > 61 {
			t.Errorf("%d characters", n)
		}
		if !utf8.ValidString(got) {
			t.Errorf("%q is not UTF-8", got)
		}
	}
}
