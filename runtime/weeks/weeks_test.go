package weeks

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSpansArePlacedInLanes(t *testing.T) {
	tests := []struct {
		name  string
		spans []Span
		want  []Row
	}{
		{"nothing", nil, []Row{{}, {}}},
		{"a day", []Span{{2, 2}}, []Row{{Bars: []Bar{{Lane: 0, Start: 2, Length: 1}}}, {}}},
		{"the last day of a row", []Span{{6, 6}}, []Row{{Bars: []Bar{{Start: 6, Length: 1}}}, {}}},
		{"over the end of a row", []Span{{5, 8}}, []Row{{Bars: []Bar{{Start: 5, Length: 2, After: true}}}, {Bars: []Bar{{Start: 0, Length: 2, Before: true}}}}},
		{
			"around all rows",
			[]Span{{-3, 20}},
			[]Row{{Bars: []Bar{{Length: 7, Before: true, After: true}}}, {Bars: []Bar{{Length: 7, Before: true, After: true}}}},
		},
		{"before and after the rows", []Span{{-3, -1}, {14, 14}}, []Row{{}, {}}},
		{
			"a gap is filled",
			[]Span{{0, 1}, {1, 2}, {3, 3}},
			[]Row{{Bars: []Bar{{Span: 0, Length: 2}, {Span: 1, Lane: 1, Start: 1, Length: 2}, {Span: 2, Start: 3, Length: 1}}}, {}},
		},
		{
			"more than there are lanes",
			[]Span{{0, 0}, {0, 0}, {0, 2}, {1, 1}},
			[]Row{{Bars: []Bar{{Span: 0, Length: 1}, {Span: 1, Lane: 1, Length: 1}, {Span: 3, Start: 1, Length: 1}}, More: [7][]int{{2}, {2}, {2}}}, {}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Layout(tt.spans, 2, 2)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// randomSpans returns some spans around a number of days.
func randomSpans(r *rand.Rand, days int) []Span {
	spans := make([]Span, r.IntN(30))
	for n := range spans {
		first := r.IntN(days+20) - 10
		spans[n] = Span{first, first}
		if r.IntN(3) == 0 {
			spans[n].Last += r.IntN(25)
		}
	}
	return spans
}

func TestEveryEventIsInALaneOfItsOwnOrListed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		rows, lanes := 1+r.IntN(6), r.IntN(6)
		spans := randomSpans(r, rows*7)
		layout := Layout(spans, rows, lanes)
		for day := range rows * 7 {
			row, column := layout[day/7], day%7
			inLane, shown := map[int]int{}, 0
			for _, b := range row.Bars {
				if column < b.Start || column >= b.Start+b.Length {
					continue
				}
				shown++
				s := spans[b.Span]
				if other, isTaken := inLane[b.Lane]; isTaken || b.Lane < 0 || b.Lane >= lanes {
					t.Fatalf("day %d of %v: %v is in lane %d with %v", day, spans, s, b.Lane, other)
				}
				inLane[b.Lane] = b.Span
				if day < s.First || day > s.Last || b.Before != (s.First < day-column) || b.After != (s.Last > day-column+6) {
					t.Fatalf("day %d shows %v as %+v", day, s, b)
				}
			}
			want := 0
			for _, s := range spans {
				if s.First <= day && day <= s.Last {
					want++
				}
			}
			if shown+len(row.More[column]) != want {
				t.Fatalf("day %d of %v has %d events, shown are %d and listed %d", day, spans, want, shown, len(row.More[column]))
			}
		}
	}
}
