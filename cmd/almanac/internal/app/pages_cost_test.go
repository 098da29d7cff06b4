package app_test

import (
	"net/http"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/calendar"
	"almanac/runtime/cost"
	"almanac/runtime/service"
)

// withEuros makes a service one that shows costs in euros, behind the number, in French.
func withEuros(c *service.Config) {
	c.Deployment.Settings[calendar.Currency], c.Deployment.Settings[calendar.CurrencyPosition] = "€", cost.PositionPostfix
	c.Deployment.Settings[frame.SettingLanguages] = "fr"
}

func TestPagesShowTheWholeCost(t *testing.T) {
	tests := []struct {
		name           string
		sent           any
		shown, onPages string
	}{
		{"a number", 12, "12€", "12€"},
		{"a sign of its own", "$12", "$12", "$12"},
		{"several values", []string{"0", "20", "30"}, "Free – 30€", "Gratuit, 20€, 30€"},
		{"typed words", js{"values": []string{"5€", "10€"}, "typed": "Adults 10€, kids <5€"}, "5€ – 10€", "Adults 10€, kids &lt;5€"},
		{"words", "Tom & Jerry", "Tom &amp; Jerry", "Tom &amp; Jerry"},
	}
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withEuros)
		for _, tt := range tests {
			created := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(tt.name, js{"cost": tt.sent}))
			if created.body["cost"] != tt.shown {
				t.Errorf("%s: the cost is %v, want %s", tt.name, created.body["cost"], tt.shown)
			}
			// What is shown may be sent back, and nothing is lost.
			s.must(http.StatusOK, http.MethodPatch, one("events", created.id()), js{"cost": created.body["cost"], "title": tt.name + "!"})
			if a := s.page(http.MethodGet, below(created.body["url"]), nil); !strings.Contains(a.text, "<bdi>"+tt.onPages+"</bdi>") {
				t.Errorf("%s: the page does not show %s:\n%s", tt.name, tt.onPages, a.text)
			}
		}
	})
}
