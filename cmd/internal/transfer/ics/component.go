package ics

import "strings"

// component is a part of a file between BEGIN and END.
type component struct {
	name     string
	line     int // Of its BEGIN.
	props    map[string][]*property
	children []*component
}

// deepest is how deep components may stand in each other: alarms stand in
// events, and nothing in alarms.
const deepest = 10

// parse reads the calendars of a file; there are several in some.
func parse(content []byte) ([]*component, error) {
	l := newLines(content)
	var calendars []*component
	for {
		p, err := l.property()
		switch {
		case err != nil:
			return nil, err
		case p == nil && len(calendars) == 0:
			return nil, faulty(1, "expected BEGIN:VCALENDAR, found nothing")
		case p == nil:
			return calendars, nil
		case p.Name != "BEGIN" || !strings.EqualFold(p.Value, "VCALENDAR"):
			return nil, faulty(p.line, "expected BEGIN:VCALENDAR, found %s", quote(p.Name+":"+p.Value))
		}
		c, err := l.component(p, 1)
		if err != nil {
			return nil, err
		}
		calendars = append(calendars, c)
	}
}

// component reads what follows a BEGIN, up to its END.
func (l *lines) component(begin *property, depth int) (*component, error) {
	c := &component{name: strings.ToUpper(strings.TrimSpace(begin.Value)), line: begin.line, props: map[string][]*property{}}
	if depth > deepest {
		return nil, faulty(begin.line, "expected components that stand at most %d deep in each other", deepest)
	}
	for {
		p, err := l.property()
		switch {
		case err != nil:
			return nil, err
		case p == nil:
			return nil, faulty(l.next-1, "expected END:%s, which line %d begins, found the end of the file", c.name, c.line)
		case p.Name == "BEGIN":
			child, err := l.component(p, depth+1)
			if err != nil {
				return nil, err
			}
			c.children = append(c.children, child)
		case p.Name == "END" && strings.EqualFold(strings.TrimSpace(p.Value), c.name):
			return c, nil
		case p.Name == "END":
			return nil, faulty(p.line, "expected END:%s, which line %d begins, found END:%s", c.name, c.line, p.Value)
		default:
			c.props[p.Name] = append(c.props[p.Name], p)
		}
	}
}

// get returns the first property with a name, nil when there is none.
func (c *component) get(name string) *property {
	if list := c.props[name]; len(list) > 0 {
		return list[0]
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
