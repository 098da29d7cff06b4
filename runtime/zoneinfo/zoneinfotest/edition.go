// Package zoneinfotest makes editions of the rules of time zones for tests, in which
// some zones have rules of the test's own.
package zoneinfotest

import (
	"bytes"
	"encoding/binary"
	"testing"
	"testing/fstest"
	"time"

	"almanac/runtime/zoneinfo"
)

// Zones are the rules of zones by name.
type Zones map[string][]Period

// Period is a time in which a zone has one offset; the next one ends it.
type Period struct {
	From   string // The first second, in UTC: "2026-11-01 09:00:00". Of the first period it is ignored.
	Offset int    // Seconds ahead of UTC.
	Name   string // Abbreviation, such as PST.
	DST    bool
}

// Edition returns the embedded edition with other rules for some zones, under another
// version.
func Edition(tb testing.TB, version string, zones Zones) *zoneinfo.Rules {
	tb.Helper()
	files := fstest.MapFS{"+VERSION": {Data: []byte(version + "\n")}}
	for name, periods := range zones {
		files[name] = &fstest.MapFile{Data: TZif(tb, periods)}
	}
	r, err := zoneinfo.Read(files, "a test")
	if err != nil {
		tb.Fatal(err)
	}
	return r.With(zoneinfo.Embedded())
}

// TZif returns the rules of a zone in the format of RFC 9636, version 2. After the
// last period nothing changes.
func TZif(tb testing.TB, periods []Period) []byte {
	tb.Helper()
	var names bytes.Buffer
	var types, times, indexes []byte
	for i, p := range periods {
		types = binary.BigEndian.AppendUint32(types, uint32(int32(p.Offset)))
		types = append(types, boolByte(p.DST), byte(names.Len()))
		names.WriteString(p.Name + "\x00")
		if i == 0 {
			continue
		}
		from, err := time.Parse(time.DateTime, p.From)
		if err != nil {
			tb.Fatal(err)
		}
		times = binary.BigEndian.AppendUint64(times, uint64(from.Unix()))
		indexes = append(indexes, byte(i))
	}
	var file bytes.Buffer
	header := func(transitions, types, chars int) {
		file.WriteString("TZif2" + string(make([]byte, 15)))
		for _, count := range []int{0, 0, 0, transitions, types, chars} {
			file.Write(binary.BigEndian.AppendUint32(nil, uint32(count)))
		}
	}
	// Readers of version 2 skip the first block, which has the same with 32 bits.
	header(0, 1, 1)
	file.Write(make([]byte, 7))
	header(len(indexes), len(periods), names.Len())
	for _, part := range [][]byte{times, indexes, types, names.Bytes(), []byte("\n\n")} {
		file.Write(part)
	}
	return file.Bytes()
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// PeriodsOf returns the rules that a zone of the embedded edition has from the beginning of a
// year to that of another.
func PeriodsOf(tb testing.TB, name string, from, to int) []Period {
	tb.Helper()
	zone, ok := zoneinfo.Embedded().Location(name)
	if !ok {
		tb.Fatalf("there is no zone %s", name)
	}
	var periods []Period
	for at := time.Date(from, 1, 1, 0, 0, 0, 0, time.UTC).In(zone); at.Year() < to; {
		short, offset := at.Zone()
		periods = append(periods, Period{
			From: at.UTC().Format(time.DateTime), Offset: offset, Name: short, DST: at.IsDST(),
		})
		_, end := at.ZoneBounds()
		if end.IsZero() {
			break
		}
		at = end
	}
	return periods
}
