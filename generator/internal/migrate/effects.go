package migrate

import (
	"fmt"
	"slices"
	"strings"

	"almanac/generator/internal/model"
)

// effects is what a step does to a database, in words.
type effects struct {
	what     []string // Short names of the changes, for the file: "add_venue_district".
	losses   []string // What data goes.
	notes    []string // What else operators should know, in sentences.
	additive bool     // Programs that do not know of the step work on.
}

// effectsOf compares tables.  Reasons gives the words of the description for
// what goes, by the key of a table or of a table and column.
func effectsOf(from, to []*model.Table, reasons map[string]string) effects {
	e := effects{additive: true}
	for _, t := range from {
		now := model.Find(to, t.Key)
		if now == nil {
			e.change("drop", t.Name)
			e.lose(fmt.Sprintf("drops table %s", t.Name), reasons[t.Key])
			continue
		}
		if now.Name != t.Name {
			e.change("rename", t.Name, "to", now.Name)
		}
		e.columns(t, now, reasons)
		e.indexes(t, now)
	}
	for _, t := range to {
		if model.Find(from, t.Key) == nil {
			e.what = append(e.what, "add_"+t.Name)
		}
	}
	return e
}

// change notes a change that older programs do not survive.
func (e *effects) change(words ...string) {
	e.what = append(e.what, strings.Join(words, "_"))
	e.additive = false
}

// lose notes that data goes.
func (e *effects) lose(what, reason string) {
	if reason != "" {
		what += ": " + reason
	}
	e.losses = append(e.losses, what)
	e.additive = false
}

// columns compares the columns of a table.
func (e *effects) columns(from, to *model.Table, reasons map[string]string) {
	for _, c := range from.Columns {
		now := to.Column(c.InKey)
		switch {
		case now == nil && c.Derived != "":
			e.change("drop", to.Name, c.Name)
		case now == nil:
			e.change("drop", to.Name, c.Name)
			e.lose(fmt.Sprintf("drops column %s of %s", c.Name, to.Name), reasons[from.Key+"/"+c.InKey])
		default:
			e.column(to, c, *now, reasons[from.Key+"/"+c.InKey])
		}
	}
	for _, c := range to.Columns {
		if from.Column(c.InKey) == nil {
			e.what = append(e.what, "add_"+to.Name+"_"+c.Name)
		}
	}
}

// column compares one column.
func (e *effects) column(t *model.Table, from, to model.TableColumn, reason string) {
	if from.Name != to.Name {
		e.change("rename", t.Name, from.Name, "to", to.Name)
	}
	if from.Type != to.Type {
		e.change("retype", t.Name, to.Name)
		if model.Narrower(from.Type, to.Type) {
			e.lose(fmt.Sprintf("turns %s of %s from %s into %s, and what does not convert into %s", to.Name, t.Name, from.Type, to.Type, model.Nothing(&to)), reason)
		}
	}
	if from.Null != to.Null {
		e.change("null", t.Name, to.Name)
		if from.Null {
			e.lose(fmt.Sprintf("fills null in %s of %s", to.Name, t.Name), reason)
		}
	}
	if sqlLiteral(from.Default) != sqlLiteral(to.Default) && from.Type == to.Type && from.Null == to.Null {
		e.change("default", t.Name, to.Name)
	}
}

// indexes compares the indexes of a table.  A unique index stops writes of
// programs that do not know of it.
func (e *effects) indexes(from, to *model.Table) {
	for _, ix := range from.Indexes {
		if !slices.ContainsFunc(to.Indexes, func(other model.TableIndex) bool { return same(from, to, ix, other) }) {
			e.change("unindex", from.IndexName(ix))
		}
	}
	for _, ix := range to.Indexes {
		if slices.ContainsFunc(from.Indexes, func(other model.TableIndex) bool { return same(from, to, other, ix) }) {
			continue
		}
		if e.what = append(e.what, "index_"+to.IndexName(ix)); ix.Unique {
			e.additive = false
		}
	}
}

// same reports whether two indexes of a table, before and after, do the same.
func same(from, to *model.Table, a, b model.TableIndex) bool {
	return a.Unique == b.Unique && slices.Equal(from.Keys(a), to.Keys(b))
}

// name makes the name of a migration out of its changes: the first one and how
// many more there are.
func (e effects) name() string {
	if len(e.what) == 0 {
		return "values" // Rows get some, and tables stay.
	}
	name := e.what[0]
	if len(name) > 60 {
		name = strings.TrimRight(name[:60], "_")
	}
	if more := len(e.what) - 1; more > 0 {
		name += fmt.Sprintf("_and_%d_more", more)
	}
	return name
}

// header writes the lines that operators are warned by.
func (e effects) header(rewrites []string) string {
	var b strings.Builder
	if e.additive && len(rewrites) == 0 {
		b.WriteString("-- almanac: additive\n")
	}
	for _, loss := range e.losses {
		b.WriteString("-- almanac: destructive " + loss + "\n")
	}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(rewrites))) {
		b.WriteString("-- almanac: rewrites " + name + "\n")
	}
	for _, note := range e.notes {
		b.WriteString("-- " + note + "\n")
	}
	return b.String()
}
