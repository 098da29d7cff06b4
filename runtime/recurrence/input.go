package recurrence

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/messages"
)

// Input is how something repeats as a client sends it: an object, or the lines of RFC 5545
// (RRULE, RDATE, EXDATE).
type Input struct {
	Rule   string      `json:"rule"`
	Except []string    `json:"except"`
	Dates  []SpanInput `json:"dates"`

	zone string // TZID of the lines; "" for none.
}

// SpanInput is a date as a client sends it.
type SpanInput struct {
	Start string `json:"start_date"`
	End   string `json:"end_date"`
}

// ReadInput reads the value that a client sends: a text or an object.
func ReadInput(value any) (Input, error) {
	switch v := value.(type) {
	case string:
		return readLines(v)
	case map[string]any:
		var in Input
		text, err := json.Marshal(v)
		if err != nil {
			return in, err
		}
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.DisallowUnknownFields()
		if d.Decode(&in) != nil {
			return in, errShape
		}
		if in.Rule == "" && len(in.Dates) == 0 {
			return in, errShape
		}
		in.Rule = strings.TrimPrefix(in.Rule, "RRULE:")
		return in, nil
	}
	return Input{}, errShape
}

// errShape says what a recurrence is.
var errShape = errors.New(`expected an object such as {"rule": "FREQ=WEEKLY;BYDAY=TU", ` +
	`"except": ["2026-12-22 19:00"], "dates": [{"start_date": "2027-01-02 20:00"}]}, or lines such as RRULE:FREQ=WEEKLY`)

// readLines reads lines of RFC 5545, or a rule alone.
func readLines(text string) (Input, error) {
	var in Input
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, named := strings.Cut(line, ":")
		property, parameters, _ := strings.Cut(strings.ToUpper(name), ";")
		if i := strings.Index(parameters, "TZID="); i >= 0 {
			in.zone, _, _ = strings.Cut(name[len(property)+1+i+len("TZID="):], ";")
		}
		switch {
		case !named && in.Rule == "":
			in.Rule = line
		case property == "RRULE" && in.Rule == "":
			in.Rule = value
		case property == "EXDATE":
			in.Except = append(in.Except, strings.Split(value, ",")...)
		case property == "RDATE":
			for period := range strings.SplitSeq(value, ",") {
				start, end, _ := strings.Cut(period, "/")
				in.Dates = append(in.Dates, SpanInput{start, end})
			}
		default:
			return in, errShape
		}
	}
	if in.Rule == "" && len(in.Dates) == 0 {
		return in, errShape
	}
	return in, nil
}

// Resolve returns the pattern of a record with the start and the end, whose dates are read in
// its zone.  It is not checked.
func (in Input) Resolve(p Pattern, now time.Time) (Pattern, error) {
	p.Rule, p.Except, p.Dates = in.Rule, nil, nil
	if in.zone != "" && !strings.EqualFold(in.zone, p.Zone.Name()) {
		return p, expected("TZID", messages.NewMessage("the time zone of the record, %s", p.Zone.Name()), in.zone)
	}
	if len(in.Except) > MaxDates || len(in.Dates) > MaxDates {
		return p, fmt.Errorf("at most %d dates can be added or left out", MaxDates)
	}
	for _, text := range in.Except {
		at, err := p.read(text, now)
		if err != nil {
			return p, err
		}
		p.Except = append(p.Except, at)
	}
	for _, d := range in.Dates {
		var span Span
		var err error
		if span.Start, err = p.read(d.Start, now); err != nil {
			return p, err
		}
		if d.End != "" {
			if span.End, err = p.read(d.End, now); err != nil {
				return p, err
			}
			if p.AllDay {
				span.End = span.End.EndOfDay()
			}
			if span.End < span.Start || span.End.Sub(span.Start) > MaxDuration {
				return p, fmt.Errorf("%s must not be before %s, nor more than %d days after it",
					span.End, span.Start, MaxDuration/secondsPerDay)
			}
		}
		p.Dates = append(p.Dates, span)
	}
	slices.Sort(p.Except)
	p.Except = slices.Compact(p.Except)
	slices.SortFunc(p.Dates, func(a, b Span) int { return strings.Compare(string(a.Start), string(b.Start)) })
	return p, nil
}

// CheckDates returns an error for the first text that is no date.
func (in Input) CheckDates(z dates.Zone, now time.Time) error {
	p := Pattern{Zone: z, Start: z.At(now)}
	texts := slices.Clone(in.Except)
	for _, d := range in.Dates {
		texts = append(texts, d.Start, cmp.Or(d.End, d.Start))
	}
	for _, text := range texts {
		if _, err := p.read(text, now); err != nil {
			return err
		}
	}
	return nil
}

// read reads a time in the zone of the pattern; a day alone is at the time of its start.
func (p *Pattern) read(text string, now time.Time) (dates.WallTime, error) {
	for _, layout := range []string{"20060102", time.DateOnly} {
		if day, err := time.Parse(layout, text); err == nil {
			return wall(day).AddSeconds(p.Start.Sub(p.Start.StartOfDay())), nil
		}
	}
	if t, err := time.Parse("20060102T150405", text); err == nil {
		return wall(t), nil
	}
	if t, err := time.Parse("20060102T150405Z", text); err == nil {
		return p.Zone.At(t), nil
	}
	at, err := dates.Parse(text, p.Zone, now)
	if err != nil {
		return "", err
	}
	if at.Exact {
		return at.Local, nil
	}
	return at.Written, nil
}
