#!/usr/bin/env bash
# Go 1.26.8, package time: after 2037, where changes follow from the rule at the end of a TZif
# file, ZoneBounds says that an offset ends with the year (in UTC), though it does not change
# then, and in leap years a day earlier: on the last day of such a year the end is before the
# time that was asked for, so that going from one bound to the next never gets beyond it.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'E'
module bounds

go 1.26

toolchain go1.26.8
E
cat >main.go <<'E'
package main

import (
	"fmt"
	"time"
	_ "time/tzdata"
)

func main() {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		panic(err)
	}
	for _, year := range []int{2036, 2039, 2040} {
		noon := time.Date(year, time.December, 31, 12, 0, 0, 0, paris)
		_, end := noon.ZoneBounds()
		fmt.Println(noon.Format(time.DateTime), "has its offset until", end.Format(time.DateTime))
	}
}
E
env -u ZONEINFO GOTOOLCHAIN=go1.26.8 go run . | tee seen
diff seen - <<'E'
2036-12-31 12:00:00 has its offset until 2037-03-29 03:00:00
2039-12-31 12:00:00 has its offset until 2040-01-01 01:00:00
2040-12-31 12:00:00 has its offset until 2040-12-31 01:00:00
E
