package migrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"almanac/generator/internal/model"
)

// effects describes what a migration does to a database.
type effects struct {
	changes  []string // Short names of the changes, for the file name: "add_venue_district".
	checks   []string // Those of changed checks, which come last.
	losses   []string // Lost data.
	notes    []string // Further sentences for operators.
	additive bool     // Running servers of the earlier version still work.
}

// effectsOf compares tables. The reasons of lost data are those of the
// description, by the key of a table or of a table and column.
func effectsOf(from, to []*model.Table, reasons map[string]string) effects {
	e := effects{additive: true}
	for _, t := range from {
		now := model.Find(to, t.Key)
		if now == nil {
			e.addChange("drop", t.Name)
			e.addLoss(fmt.Sprintf("drops table %s", t.Name), reasons[t.Key])
			continue
		}
		if now.Name != t.Name {
			e.addChange("rename", t.Name, "to", now.Name)
		}
		e.columns(t, now, reasons)
		e.indexes(t, now)
	}
	for _, t := range to {
		if model.Find(from, t.Key) == nil {
			e.changes = append(e.changes, "add_"+t.Name)
		}
	}
	e.changes = append(e.changes, e.checks...)
	return e
}

// addChange adds a change that running servers of the earlier version do not
// support.
func (e *effects) addChange(words ...string) {
	e.changes = append(e.changes, strings.Join(words, "_"))
	e.additive = false
}

func (e *effects) addLoss(what, reason string) {
	if reason != "" {
		what += ": " + reason
	}
	e.losses = append(e.losses, what)
	e.additive = false
}

func (e *effects) columns(from, to *model.Table, reasons map[string]string) {
	for _, c := range from.Columns {
		now := to.Column(c.StableKey)
		switch {
		case now == nil && c.Computed != "":
			e.addChange("drop", to.Name, c.Name)
		case now == nil:
			e.addChange("drop", to.Name, c.Name)
			e.addLoss(fmt.Sprintf("drops column %s of %s", c.Name, to.Name), reasons[from.Key+"/"+c.StableKey])
		default:
			e.column(to, c, *now, reasons[from.Key+"/"+c.StableKey])
		}
	}
	for _, c := range to.Columns {
		if from.Column(c.StableKey) == nil {
			e.changes = append(e.changes, "add_"+to.Name+"_"+c.Name)
		}
	}
}

func (e *effects) column(t *model.Table, from, to model.TableColumn, reason string) {
	if from.Name != to.Name {
		e.addChange("rename", t.Name, from.Name, "to", to.Name)
	}
	if from.Type != to.Type {
		e.addChange("retype", t.Name, to.Name)
		if model.IsLossy(from.Type, to.Type) {
			e.addLoss(fmt.Sprintf("turns %s of %s from %s into %s, and what does not convert into %s",
				to.Name, t.Name, from.Type, to.Type, model.LossText(&to)), reason)
		}
	}
	if to.LosesValues(&from.LockedColumn) {
		e.addChange(map[bool]string{true: "enum", false: "check"}[to.Enum != nil], t.Name, to.Name)
		e.addLoss(fmt.Sprintf("turns other values of %s of %s than %s into %v",
			to.Name, t.Name, to.Values(), cmp.Or(to.Backfill, any("null"))), reason)
	}
	if from.Null != to.Null {
		e.addChange("null", t.Name, to.Name)
		if from.Null {
			e.addLoss(fmt.Sprintf("fills null in %s of %s", to.Name, t.Name), reason)
		}
	}
	if sqlLiteral(from.Default) != sqlLiteral(to.Default) && from.Type == to.Type && from.Null == to.Null {
		e.addChange("default", t.Name, to.Name)
	}
	e.check(t, from, to)
}

// check compares what the database refuses of a column.  A check of what the earlier
// version refuses itself does not disturb its servers.
func (e *effects) check(t *model.Table, from, to model.TableColumn) {
	if from.Checked == to.Checked && from.Rule == to.Rule {
		return
	}
	e.checks = append(e.checks, "check_"+t.Name+"_"+to.Name)
	if to.Checked && from.Rule != to.Rule {
		e.additive = false
	}
}

// indexes compares the indexes of a table. A unique index can reject writes of
// servers of the earlier version.
func (e *effects) indexes(from, to *model.Table) {
	for _, ix := range from.Indexes {
		if !slices.ContainsFunc(to.Indexes, func(other model.TableIndex) bool { return from.SameIndex(ix, to, other) }) {
			e.addChange("unindex", from.IndexName(ix))
		}
	}
	for _, ix := range to.Indexes {
		if slices.ContainsFunc(from.Indexes, func(other model.TableIndex) bool { return from.SameIndex(other, to, ix) }) {
			continue
		}
		if e.changes = append(e.changes, "index_"+to.IndexName(ix)); ix.Unique {
			e.additive = false
		}
	}
}

// name returns the name of a migration: its first change and the number of
// others.
func (e effects) name() string {
	if len(e.changes) == 0 {
		return "values" // Only values change.
	}
	name := e.changes[0]
	if len(name) > 60 {
		name = strings.TrimRight(name[:60], "_")
	}
	if more := len(e.changes) - 1; more > 0 {
		name += fmt.Sprintf("_and_%d_more", more)
	}
	return name
}

// header returns the comment lines that warn operators.
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
