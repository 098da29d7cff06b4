package ics

import (
	"strings"
	"testing"

	"almanac/runtime/dates"
)

func TestEveryNameOfWindowsMeansAZoneThatIsKnown(t *testing.T) {
	rows := 0
	for row := range strings.Lines(windowsText) {
		rows++
		name, iana, _ := strings.Cut(strings.TrimSpace(row), "\t")
		if _, err := dates.ParseZone(iana); err != nil || windows(strings.ToUpper(name)) != iana {
			t.Errorf("%s: %v", name, err)
		}
	}
	if rows < 100 {
		t.Errorf("there are %d names", rows)
	}
}
