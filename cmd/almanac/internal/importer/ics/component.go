package ics

import (
	"fmt"
	"slices"
	"strings"
)

// component is a part of a file between BEGIN and END.
type component struct {
	name     string
	line     int // Of its BEGIN.
	props    map[string][]*property
	children []*component
	notes    []string // What of it was not understood.
	strange  int      // Lines that are no properties.
	of       *reader  // Of the calendar that it is an event of.
	implied  bool     // It has no BEGIN.
}

// deepest is how deep components may stand in each other: alarms stand in
// events, and nothing in alarms.
const deepest = 10

// parser reads the structure of a file.
type parser struct {
	*lines
	calendars []*component
	open      []*component // That have no END yet; the first one is a calendar.
	buried    int          // Components that are too deep to be looked at.
	last      *property    // Of the innermost component; nil behind a BEGIN or an END.
	joined    []string     // What goes on in its value after raw line breaks.
}

// parse reads the calendars of a file; there are several in some.  Lines that are
// none of iCalendar are passed over, and an END that is missing is where the next
// component begins.
func parse(content []byte) (*parser, error) {
	l := newLines(content)
	p := &parser{lines: l}
	first := l.property()
	for next := first; next != nil; next = l.property() {
		p.add(next)
	}
	p.join(nil)
	if len(p.calendars) == 0 {
		if first == nil {
			return nil, faulty(1, "expected BEGIN:VCALENDAR, found nothing")
		}
		found := first.text
		if found == "" {
			found = first.Name + ":" + first.Value
		}
		return nil, faulty(first.line, "expected BEGIN:VCALENDAR, found %s", quote(found))
	}
	return p, nil
}

// add adds a property where it stands.
func (p *parser) add(next *property) {
	if next.text != "" && !next.broken && p.last != nil && isText(p.last.Name) {
		p.joined = append(p.joined, strings.Repeat("\n", p.blank+1), next.text)
		return
	}
	switch next.Name {
	case "BEGIN":
		p.join(nil)
		p.begin(strings.ToUpper(strings.TrimSpace(next.Value)), next.line)
		return
	case "END":
		p.join(nil)
		p.end(strings.ToUpper(strings.TrimSpace(next.Value)))
		return
	}
	if len(p.open) == 0 || p.buried > 0 {
		return
	}
	c := p.open[len(p.open)-1]
	if next.Name == "" {
		p.join(nil)
		if c.strange++; c.strange <= mostStrange {
			c.notes = append(c.notes, fmt.Sprintf("line %d is not a property and is left out: %s", next.line, quote(next.text)))
		}
		return
	}
	c.props[next.Name] = append(c.props[next.Name], next)
	p.join(next)
}

// mostStrange is how many lines that are no properties are reported of one component.
const mostStrange = 3

// join ends the value of the last property, and makes another one the last.
func (p *parser) join(next *property) {
	if len(p.joined) > 0 {
		p.last.Value += strings.Join(p.joined, "")
	}
	p.last, p.joined = next, nil
}

// begin opens a component.  A calendar stands in nothing, and what stands in a
// calendar in nothing else.
func (p *parser) begin(name string, line int) {
	c := &component{name: name, line: line, props: map[string][]*property{}}
	switch {
	case name == "VCALENDAR":
		p.close(0)
		p.calendars, p.open = append(p.calendars, c), append(p.open, c)
		return
	case slices.Contains([]string{"VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY", "VPOLL"},
		name):
		p.close(1)
		if len(p.open) == 0 {
			p.begin("VCALENDAR", line)
			p.open[0].implied = true
		}
	case len(p.open) == 0:
		return
	case len(p.open) >= deepest:
		p.buried++
		return
	}
	parent := p.open[len(p.open)-1]
	parent.children, p.open = append(parent.children, c), append(p.open, c)
}

// end closes the innermost component with a name; one that was not begun is
// passed over.
func (p *parser) end(name string) {
	if p.buried > 0 {
		p.buried--
		return
	}
	for i := len(p.open) - 1; i >= 0; i-- {
		if p.open[i].name == name {
			p.close(i + 1)
			p.open = p.open[:i]
			return
		}
	}
}

// close closes all but the outermost n components, which have no END.
func (p *parser) close(n int) {
	p.buried = 0
	for _, c := range p.open[min(n, len(p.open)):] {
		if c.name == "VEVENT" {
			c.notes = append(c.notes, "it has no END:VEVENT")
		}
	}
	p.open = p.open[:min(n, len(p.open))]
}

// unfinished returns the event inside of which the file ends, nil for none, and
// what is missing at the end of the file, nil for nothing.
func (p *parser) unfinished() (event *component, missing error) {
	for _, c := range slices.Backward(p.open) {
		if c.name == "VEVENT" {
			event = c
		}
	}
	if len(p.open) == 0 || p.open[0].implied && event == nil {
		return nil, nil
	}
	c := p.open[0]
	if event != nil {
		c = event
	}
	return event,
		faulty(c.line,
			"expected an END:%s for this component, found the end of the file in line %d: the rest is missing", c.name,
			p.next-1)
}

// get returns the first property with a name, nil when there is none.
func (c *component) get(name string) *property {
	if list := c.props[name]; len(list) > 0 {
		return list[0]
	}
	return nil
}

// filled returns the first property with a name that says something, nil when there
// is none.
func (c *component) filled(name string) *property {
	for _, p := range c.props[name] {
		if strings.TrimSpace(p.Value) != "" {
			return p
		}
	}
	return nil
}

// raw returns the value of a property that is no text, "" when it is missing.
func (c *component) raw(name string) string {
	if p := c.get(name); p != nil {
		return strings.TrimSpace(p.Value)
	}
	return ""
}
