package param_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/param"
)

func TestDatesAreCheckedAndWrittenInOneForm(t *testing.T) {
	getters := map[string]func(*param.Decoder, ...param.Rule) outcome{
		"date":      func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Date("p", r...)) },
		"time":      func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Time("p", r...)) },
		"timestamp": func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Timestamp("p", r...)) },
	}
	date, clock := bad("p must be a date, such as 2026-11-23."), bad("p must be a time of day, such as 14:30:00 or 14:30.")
	timestamp := bad("p must be a date and time with an offset from UTC, such as 2026-11-23T14:30:00Z or 2026-11-23T15:30:00+01:00.")
	null := outcome{State: param.StateNull}
	tests := []struct {
		getter, json string
		rules        []param.Rule
		want         outcome
	}{
		{"date", `"2026-11-23"`, nil, set("2026-11-23")},
		{"date", `"2028-02-29"`, nil, set("2028-02-29")},
		{"date", `"2027-02-29"`, nil, date},
		{"date", `"2026-11-23 00:00:00"`, nil, date},
		{"date", `"23.11.2026"`, nil, date},
		{"date", `"tomorrow"`, nil, date},
		{"date", `20261123`, nil, date},
		{"date", `""`, nil, null},
		{"date", `null`, nil, null},
		{"date", `""`, []param.Rule{param.NotNull()}, date},
		{"date", `null`, []param.Rule{param.NotNull()}, bad("p must not be null.")},
		{"date", `["2026-11-23"]`, nil, bad("p must be a date, such as 2026-11-23, not a list.")},
		{"time", `"14:30:05"`, nil, set("14:30:05")},
		{"time", `"14:30"`, nil, set("14:30:00")},
		{"time", `"24:00"`, nil, clock},
		{"time", `"2:30"`, nil, clock},
		{"time", `"14:30:05.5"`, nil, clock},
		{"time", `"2:30 pm"`, nil, clock},
		{"timestamp", `"2026-11-23T14:30:00Z"`, nil, set("2026-11-23T14:30:00Z")},
		{"timestamp", `"2026-11-23T00:30:00+01:00"`, nil, set("2026-11-22T23:30:00Z")},
		{"timestamp", `"2026-11-23T14:30:00.999Z"`, nil, set("2026-11-23T14:30:00Z")},
		{"timestamp", `"2026-11-23T14:30:00"`, nil, timestamp},
		{"timestamp", `"2026-11-23 14:30:00Z"`, nil, timestamp},
		{"timestamp", `"0000-01-01T00:00:00+01:00"`, nil, timestamp},
		{"timestamp", `"9999-12-31T23:59:59-01:00"`, nil, timestamp},
		{"timestamp", `"someday"`, nil, timestamp},
	}
	for _, tt := range tests {
		t.Run(tt.getter+" "+tt.json, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, getters[tt.getter](jsonDecoder(t, tt.json), tt.rules...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
