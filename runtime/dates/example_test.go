package dates_test

import (
	"fmt"
	"time"

	"almanac/runtime/dates"
)

func Example() {
	zone, err := dates.ParseZone("america/new_york")
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, time.November, 20, 9, 30, 0, 0, time.UTC)
	for _, text := range []string{"tomorrow 9am", "2027-05-02T10:00:00+02:00", "2027-02-30"} {
		at, err := dates.Parse(text, zone, now)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(at.Local, zone.AbbreviationAt(at.UTC()), at.UTC(), at.Local.ISOAt(at.UTC()))
	}
	// Output:
	// 2026-11-21 09:00:00 EST 2026-11-21 14:00:00 2026-11-21T09:00:00-05:00
	// 2027-05-02 04:00:00 EDT 2027-05-02 08:00:00 2027-05-02T04:00:00-04:00
	// "2027-02-30" is not a date: the days of February 2027 run from 01 to 28
}
