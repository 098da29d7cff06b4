package record

import "testing"

func TestSimilarNamesDifferInEndingsSignsAndFurtherWords(t *testing.T) {
	for _, tt := range []struct {
		typed, name string
		want        bool
	}{
		{"maker", "Makers' Yard", true},
		{"Makers Yard", "Makers' Yard", true},
		{"maker yards", "Makers' Yard", true},
		{"The Makers Yard Studio", "Makers’ Yard", true},
		{"Café Lumiere", "Cafe Lumière", true},
		{"Riverside Park", "Lighthouse Park", false},
		{"Yard", "Yarn shop", false},
		{"of", "Town of", false},
		{"", "Barn", false},
	} {
		if got := isSimilar(longWords(tt.typed), longWords(tt.name)); got != tt.want {
			t.Errorf("%q is similar to %q: %t", tt.typed, tt.name, got)
		}
	}
}
