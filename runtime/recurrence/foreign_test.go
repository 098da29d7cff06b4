package recurrence_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// foreignCase is a rule in a zone that others expand too.
type foreignCase struct {
	Rule  string `json:"rule"`
	Start string `json:"start"`
	Zone  string `json:"zone"`
	Most  int    `json:"most"`

	Times []int64 `json:"times,omitempty"` // Of a recorded case: the instants that all agree on.
}

// pattern returns the case as a pattern of one-hour dates.
func (c foreignCase) pattern(t *testing.T) recurrence.Pattern {
	t.Helper()
	zone, err := dates.ParseZone(c.Zone)
	if err != nil {
		t.Fatal(err)
	}
	start := dates.FromUnix(at(t, c.Start).Unix())
	return recurrence.Pattern{Start: start, End: start.AddSeconds(3600), Zone: zone, Rule: c.Rule}
}

// times returns the first instants of the case.
func (c foreignCase) times(t *testing.T) []int64 {
	t.Helper()
	p, times := c.pattern(t), []int64{}
	list, err := p.Expand("", c.end(t), 100_000)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	for _, d := range list[:min(len(list), c.Most)] {
		times = append(times, d.Start.Instant.Unix())
	}
	return times
}

// end returns up to when dates are compared.
func (c foreignCase) end(t *testing.T) dates.WallTime {
	t.Helper()
	return dates.FromUnix(at(t, c.Start).Unix()).AddMonths(12 * foreignYears)
}

// foreignYears is for how long dates are compared.
const foreignYears = 30

// randomCase returns a random rule that the service keeps, from its first date on.
func randomCase(t *testing.T, r *rand.Rand) foreignCase {
	t.Helper()
	zones := []string{
		"Europe/Paris", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe",
		"Asia/Tehran", "Pacific/Apia", "America/St_Johns", "UTC", "Europe/Dublin", "Pacific/Chatham", "America/Santiago",
	}
	clocks := []string{"000000", "003000", "013000", "020000", "023000", "030000", "090000", "190000", "235959"}
	for {
		day := time.Date(2015+r.IntN(20), time.Month(1+r.IntN(12)), 1+r.IntN(31), 0, 0, 0, 0, time.UTC)
		c := foreignCase{
			Rule: randomRule(r, day), Start: day.Format("20060102T") + clocks[r.IntN(len(clocks))],
			Zone: zones[r.IntN(len(zones))], Most: 12,
		}
		p := c.pattern(t)
		next := (*recurrence.StartError)(nil)
		switch err := p.Check(); {
		case err == nil:
			return c
		case errors.As(err, &next):
			c.Start = time.Unix(next.Next.Unix(), 0).UTC().Format(layout)
			if p = c.pattern(t); p.Check() == nil {
				return c
			}
		}
	}
}

// randomRule returns a rule with up to four parts.
func randomRule(r *rand.Rand, day time.Time) string {
	pick := func(most, bound int, negative bool) string {
		var list []string
		for range 1 + r.IntN(most) {
			n := 1 + r.IntN(bound)
			if negative && r.IntN(3) == 0 {
				n = -n
			}
			if text := strconv.Itoa(n); !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
		return strings.Join(list, ",")
	}
	days := func(numbered bool, most int) string {
		var list []string
		for range 1 + r.IntN(4) {
			text := []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}[r.IntN(7)]
			if numbered {
				text = pick(1, most, true) + text
			}
			if !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
		return strings.Join(list, ",")
	}
	freq := []string{"DAILY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY", "YEARLY"}[r.IntN(6)]
	rule := "FREQ=" + freq
	add := func(one int, name string, value func() string) bool {
		if r.IntN(one) != 0 {
			return false
		}
		rule += ";" + name + "=" + value()
		return true
	}
	add(2, "INTERVAL", func() string { return pick(1, 5, false) })
	some := add(3, "BYMONTH", func() string { return pick(4, 12, false) })
	switch freq {
	case "DAILY":
		some = add(3, "BYMONTHDAY", func() string { return pick(4, 31, true) }) || some
		some = add(3, "BYDAY", func() string { return days(false, 0) }) || some
	case "WEEKLY":
		some = add(2, "BYDAY", func() string { return days(false, 0) }) || some
	case "MONTHLY":
		some = add(3, "BYMONTHDAY", func() string { return pick(4, 31, true) }) || some
		some = add(2, "BYDAY", func() string { return days(r.IntN(2) == 0, 5) }) || some
	case "YEARLY":
		weeks := add(4, "BYWEEKNO", func() string { return pick(3, 53, true) })
		some = weeks || some
		if !weeks {
			some = add(4, "BYYEARDAY", func() string { return pick(4, 366, true) }) || some
		}
		some = add(3, "BYMONTHDAY", func() string { return pick(3, 31, true) }) || some
		some = add(3, "BYDAY", func() string { return days(!weeks && r.IntN(2) == 0, 4) }) || some
	}
	if some {
		add(5, "BYSETPOS", func() string { return pick(2, 4, true) })
	}
	if !add(4, "WKST", func() string { return []string{"SU", "MO", "SA"}[r.IntN(3)] }) && r.IntN(8) == 0 {
		rule += ";RSCALE=GREGORIAN;SKIP=" + []string{"BACKWARD", "FORWARD"}[r.IntN(2)]
	}
	switch r.IntN(3) {
	case 0:
		rule += ";COUNT=" + pick(1, 15, false)
	case 1:
		rule += ";UNTIL=" + day.AddDate(0, 1+r.IntN(60), r.IntN(20)).Format("20060102T") + "170000Z"
	}
	return rule
}

// disputed are the rules that two of the others read in another way, with the sentence that
// decides: of RFC 5545, section 3.3.10, if it names no other.
var disputed = []struct {
	name, sentence string
	is             func(rule string) bool
}{
	{
		"week numbers without weekdays",
		"Information, not contained in the rule, necessary to determine the various recurrence instance start time and" +
			" dates are derived from the Start Time (DTSTART) component attribute.",
		func(rule string) bool {
			return has(rule, "BYWEEKNO") && !has(rule, "BYDAY") && !has(rule, "BYMONTHDAY")
		},
	},
	{
		"positions in a week",
		"BYSETPOS operates on a set of recurrence instances in one interval of the recurrence rule.  For example, in a" +
			" WEEKLY rule, the interval would be one week",
		func(rule string) bool { return has(rule, "FREQ=WEEKLY") && has(rule, "BYSETPOS") },
	},
	{
		"numbered weekdays of the year among days of months",
		"Limit if BYYEARDAY or BYMONTHDAY is present; otherwise, special expand",
		func(rule string) bool {
			return has(rule, "FREQ=YEARLY") && has(rule, "BYDAY") && has(rule, "BYMONTHDAY")
		},
	},
	{
		"days of months in numbered weeks",
		"If multiple BYxxx rule parts are specified, then after evaluating the specified FREQ and INTERVAL rule parts, the" +
			" BYxxx rule parts are applied to the current set of evaluated occurrences",
		func(rule string) bool { return has(rule, "BYWEEKNO") && has(rule, "BYMONTHDAY") },
	},
	{
		"numbered weeks over the turn of a year, whose days are of the year that has them",
		"A week is defined as a seven day period, starting on the day of the week defined to be the week start (see WKST)." +
			"  Week number one of the calendar year is the first week that contains at least four (4) days in that calendar year.",
		func(rule string) bool {
			return has(rule, "BYWEEKNO") && (has(rule, "BYSETPOS") || has(rule, "INTERVAL") || has(rule, "BYWEEKNO=-"))
		},
	},
	{
		"days that a month does not have, which BYMONTH has chosen before and BYDAY is asked about after they move",
		"RFC 7529, section 4.1, in short: SKIP applies after BYMONTH and BYMONTHDAY, and the other parts to what it gives.",
		func(rule string) bool { return has(rule, "SKIP") && has(rule, "BYMONTHDAY") },
	},
	{
		"days counted from the end of the month, by the day",
		"Valid values are 1 to 31 or -31 to -1.  For example, -10 represents the tenth to the last day of the month.",
		func(rule string) bool { return has(rule, "FREQ=DAILY") && strings.Contains(rule, "-") },
	},
	{
		"a week that begins on Saturday, over a time that the clocks skip",
		"If the local time described does not occur (when changing from standard to daylight time), the DATE-TIME value is" +
			" interpreted using the UTC offset before the gap in local times. (Section 3.3.5)",
		func(rule string) bool { return has(rule, "WKST") && has(rule, "INTERVAL") },
	},
	{
		"days of every month of a year, over a time that the clocks skip",
		"If the local time described does not occur (when changing from standard to daylight time), the DATE-TIME value is" +
			" interpreted using the UTC offset before the gap in local times. (Section 3.3.5)",
		func(rule string) bool {
			return has(rule, "FREQ=YEARLY") && has(rule, "BYMONTHDAY") && !has(rule, "BYMONTH=")
		},
	},
}

func has(rule, part string) bool { return strings.Contains(";"+rule, ";"+part) }

// decided returns the name of a dispute that a rule belongs to, "" for none.
func decided(rule string) string {
	for _, d := range disputed {
		if d.is(rule) {
			return d.name
		}
	}
	return ""
}

// expandBy lets a program expand the cases; nil stands for one that it refuses.
func expandBy(t *testing.T, cases []foreignCase, name string, args ...string) [][]int64 {
	t.Helper()
	var in bytes.Buffer
	for _, c := range cases {
		if err := json.NewEncoder(&in).Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin, cmd.Stderr = os.Getenv("RECURRENCE_PROGRAMS"), &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var all [][]int64
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var found struct {
			Times []int64
			Error string
		}
		if err := json.Unmarshal(lines.Bytes(), &found); err != nil {
			t.Fatal(err)
		}
		if found.Error == "" && found.Times == nil {
			found.Times = []int64{}
		}
		all = append(all, found.Times)
	}
	if len(all) != len(cases) {
		t.Fatalf("%s: %d of %d rules", name, len(all), len(cases))
	}
	return all
}

// TestRulesMeanWhatTheyMeanToOtherPrograms compares random rules with what python-dateutil,
// libical and rrule-temporal make of them; see .ci/recurrence/run.  RECURRENCE_PAIRS says how
// many, RECURRENCE_SEED from where on; RECURRENCE_RECORD is a file for some of those that all
// agree on.
func TestRulesMeanWhatTheyMeanToOtherPrograms(t *testing.T) {
	if os.Getenv("RECURRENCE_PROGRAMS") == "" {
		t.Skip("make recurrence starts the other programs")
	}
	pairs, seed := 2000, uint64(1)
	if text := os.Getenv("RECURRENCE_PAIRS"); text != "" {
		pairs, _ = strconv.Atoi(text)
	}
	if text := os.Getenv("RECURRENCE_SEED"); text != "" {
		seed, _ = strconv.ParseUint(text, 10, 64)
	}
	var agreed *json.Encoder
	if path := os.Getenv("RECURRENCE_RECORD"); path != "" {
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = file.Close() }()
		agreed = json.NewEncoder(file)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	cases := make([]foreignCase, pairs)
	for i := range cases {
		cases[i] = randomCase(t, r)
	}
	names := []string{"dateutil", "libical", "rrule-temporal"}
	others := [][][]int64{
		expandBy(t, cases, "/usr/bin/python3", "python.py", "dateutil"),
		expandBy(t, cases, "/usr/bin/python3", "python.py", "libical"),
		expandBy(t, cases, "node", "temporal.js"),
	}
	agree, refused := map[string]int{}, map[string]int{}
	same, apart := map[int]int{}, map[string]int{}
	for i, c := range cases {
		own, end := c.times(t), c.pattern(t).Zone.Instant(c.end(t)).Unix()
		n, answered := 0, 0
		var lines []string
		for k, name := range names {
			theirs := others[k][i]
			if theirs == nil {
				refused[name]++
				continue
			}
			answered++
			theirs = slices.DeleteFunc(theirs, func(n int64) bool { return n > end })
			switch {
			case slices.Equal(theirs, own):
				agree[name]++
				n++
			default:
				lines = append(lines, name+": "+showTimes(c, theirs))
			}
		}
		same[n]++
		if n == len(names) && agreed != nil && i%5 == 0 {
			c.Times = own
			if err := agreed.Encode(c); err != nil {
				t.Fatal(err)
			}
		}
		why := decided(c.Rule)
		if answered-n >= 2 {
			if why != "" {
				apart[why]++
				continue
			}
			t.Errorf("%s from %s in %s\n  ours: %s\n  %s", c.Rule, c.Start, c.Zone, showTimes(c, own), strings.Join(lines, "\n  "))
		}
	}
	decidedByRFC := 0
	for _, n := range apart {
		decidedByRFC += n
	}
	if decidedByRFC > pairs/40 {
		t.Errorf("two of the others differ in %d of %d rules, which are too many", decidedByRFC, pairs)
	}
	t.Logf("%d pairs; equal to ours: %v; refused: %v; equal to 3, 2, 1, 0 of them: %d, %d, %d, %d; decided by the RFC: %v",
		pairs, agree, refused, same[3], same[2], same[1], same[0], apart)
}

// showTimes writes instants by the clock of the zone.
func showTimes(c foreignCase, list []int64) string {
	loc, _ := dates.Rules().Location(c.Zone)
	var texts []string
	for _, n := range list {
		texts = append(texts, time.Unix(n, 0).In(loc).Format("20060102T1504"))
	}
	return fmt.Sprint(texts)
}

func TestRulesMeanWhatAllOtherProgramsAgreeOn(t *testing.T) {
	file, err := os.Open("testdata/agreed.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for lines := json.NewDecoder(file); lines.More(); {
		var c foreignCase
		if err := lines.Decode(&c); err != nil {
			t.Fatal(err)
		}
		if own := c.times(t); !slices.Equal(own, c.Times) {
			t.Errorf("%s from %s in %s: %s, want %s", c.Rule, c.Start, c.Zone, showTimes(c, own), showTimes(c, c.Times))
		}
	}
}
