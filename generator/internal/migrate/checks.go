package migrate

import (
	"fmt"
	"slices"

	"almanac/generator/internal/model"
)

// dropChecks drops the checks that change, before their columns do.  Those of dropped
// tables go with them.
func (p *planBuilder) dropChecks() {
	now := p.Checks(p.to)
	for _, t := range p.from {
		if model.Find(p.to, t.Key) == nil {
			continue
		}
		for _, c := range p.Checks([]*model.Table{t}) {
			if slices.Contains(now, c) {
				continue
			}
			for _, event := range []string{"insert", "update"} {
				p.addSQL(p.DropTriggerSQL, ident(p.Dialect, c.TriggerName(event)), ident(p.Dialect, c.Table))
			}
		}
	}
}

// addChecks adds the checks that are new or have changed, and those of tables that
// were copied, once all values are in place.  Rows of the tables are not tested: they
// keep values that the checks refuse, also when something else in them is updated.
func (p *planBuilder) addChecks() {
	before, now := p.Checks(p.from), p.Checks(p.to)
	if p.RefusalSQL[0] != "" && len(before) == 0 && len(now) > 0 {
		p.statements = append(p.statements, p.RefusalSQL[0])
	}
	for _, c := range now {
		if slices.Contains(before, c) && !slices.Contains(p.rebuilt, c.Table) {
			continue
		}
		name := ident(p.Dialect, c.Column)
		broken := "NOT (" + fmt.Sprintf(c.Condition, "NEW."+name) + ")"
		p.addCheck(c, "insert", "INSERT", broken)
		p.addCheck(c, "update", "UPDATE OF "+name, "NEW."+name+" IS DISTINCT FROM OLD."+name+" AND "+broken)
	}
	if p.RefusalSQL[1] != "" && len(before) > 0 && len(now) == 0 {
		p.statements = append(p.statements, p.RefusalSQL[1])
	}
}

// addCheck adds one trigger of a check.
func (p *planBuilder) addCheck(c model.Check, suffix, event, broken string) {
	p.addSQL("CREATE TRIGGER %s BEFORE %s ON %s FOR EACH ROW WHEN (%s) %s",
		ident(p.Dialect, c.TriggerName(suffix)), event, ident(p.Dialect, c.Table), broken,
		fmt.Sprintf(p.RefuseSQL, c.Constraint))
}
