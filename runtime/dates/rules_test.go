package dates

import (
	"strings"
	"testing"

	"almanac/runtime/zoneinfo/zoneinfotest"
)

// TestNoZoneOutlivesItsRules is not parallel: the rules are those of the program.
func TestNoZoneOutlivesItsRules(t *testing.T) {
	before, err := ParseZone("America/Vancouver")
	if err != nil {
		t.Fatal(err)
	}
	own := Rules()
	t.Cleanup(func() { UseRules(own) })
	UseRules(zoneinfotest.Edition(t, "2999a", zoneinfotest.Zones{
		"America/Vancouver": {{Offset: -8 * 3600, Name: "PST"}},
		"Asia/Atlantis":     {{Offset: 0, Name: "AMT"}, {From: "2030-01-01 00:00:00", Offset: 3600, Name: "AT"}},
	}))
	after, err := ParseZone("America/Vancouver")
	if err != nil {
		t.Fatal(err)
	}
	const at = WallTime("2027-01-15 19:00:00")
	if got := [2]WallTime{before.UTC(at), after.UTC(at)}; got != [2]WallTime{"2027-01-16 02:00:00", "2027-01-16 03:00:00"} {
		t.Errorf("the instants are %v", got)
	}
	atlantis, err := ParseZone("asia/atlantis")
	if err != nil {
		t.Fatal(err)
	}
	if got := atlantis.UTC("2030-06-01 12:00:00"); got != "2030-06-01 11:00:00" {
		t.Errorf("noon in Atlantis is %v", got)
	}

	UseRules(own)
	again, err := ParseZone("America/Vancouver")
	if err != nil || again != before {
		t.Errorf("with the old rules the zone is %v, %v", again, err)
	}
}

func TestEveryZoneIsParsedInAnyCase(t *testing.T) {
	for _, name := range ZoneNames() {
		z, err := ParseZone(strings.ToUpper(name))
		if err != nil || z.Name() != name {
			t.Errorf("ParseZone(%q) = %v, %v", strings.ToUpper(name), z, err)
		}
	}
}
