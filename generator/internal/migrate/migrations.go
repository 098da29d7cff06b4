package migrate

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// Evolution is one step from what was released to what is described.
type Evolution struct {
	Described []dsl.Resource
	Model     *model.Model
	Now       *model.Lock
	Released  *model.Lock // Nil before the first release.
	Moves     model.Moves
}

// Migrations returns the migrations of both stores: before the first release
// one that makes every table, later the released ones, which are frozen, and
// one more when tables have changed since.
func (e *Evolution) Migrations(frozen []model.Generated) ([]model.Generated, error) {
	number := 0
	var from []*model.Table
	if e.Released != nil {
		if err := intact(e.Released.Migrations, frozen); err != nil {
			return nil, err
		}
		from = model.TablesOf(e.Released, e.Moves)
		e.keepDefaults(from)
		number = latest(frozen)
	}
	to := model.TablesOf(e.Now, model.Moves{})
	files, err := e.step(from, to, number+1)
	return slices.Concat(frozen, files), err
}

// keepDefaults gives columns that tables get after their release a default, so
// that programs which do not know of them can still insert rows; it stays while
// the column is what it is.
func (e *Evolution) keepDefaults(released []*model.Table) {
	for i := range e.Now.Resources {
		r := &e.Now.Resources[i]
		old := model.Find(released, r.Name)
		if old == nil {
			continue
		}
		for j := range r.Shared {
			keepDefault(&r.Shared[j], old.Column(r.Shared[j].Name))
		}
		for _, f := range r.Fields {
			for j := range f.Columns {
				c := &f.Columns[j]
				key := map[string]string{"": f.Name + "=", "schedule": "=" + c.Name}[c.Derived]
				if key == "" {
					key = f.Name + "=" + c.Derived
				}
				keepDefault(c, old.Column(key))
			}
		}
	}
}

// keepDefault decides the default of one column from what it was, nil for a
// new one.
func keepDefault(c *model.LockedColumn, old *model.TableColumn) {
	switch {
	case c.Null || c.Key:
	case old == nil:
		c.Default = filling(c)
	case old.Type == c.Type && old.Null == c.Null:
		c.Default = old.Default
	}
}

// step plans one migration; none when the tables are the same.
func (e *Evolution) step(from, to []*model.Table, number int) ([]model.Generated, error) {
	up := effectsOf(from, to, e.reasons())
	down := effectsOf(to, from, nil)
	back, notes := e.back(from, to)
	down.notes = notes
	name := up.name()
	if len(from) == 0 {
		name, down.losses = "initial", []string{"drops every table"}
	}
	var files []model.Generated
	for _, d := range model.Dialects() {
		ways := []way{{"up", from, to, up, nil}, {"down", to, back, down, nil}}
		for i := range ways {
			p, err := plan(d, ways[i].from, ways[i].to)
			if err != nil {
				return nil, err
			}
			p.refresh(e, ways[i].direction == "up")
			ways[i].plan = p
		}
		if len(ways[0].plan.statements)+len(ways[1].plan.statements) == 0 {
			continue
		}
		for _, w := range ways {
			path := fmt.Sprintf("%s%s/%04d_%s.%s.sql", model.MigrationsDir, d.Name, number, name, w.direction)
			files = append(files, model.Generated{Path: path, Text: []byte(w.text())})
		}
	}
	return files, nil
}

// way is one direction of a migration.
type way struct {
	direction string
	from, to  []*model.Table
	effects   effects
	plan      *planning
}

// text writes the file.  A direction without statements, such as taking back
// that rows got a value, does nothing.
func (w way) text() string {
	statements := w.plan.statements
	if len(statements) == 0 {
		statements = []string{"SELECT 1"}
	}
	return w.effects.header(w.plan.rewrites) + strings.Join(statements, ";\n--bun:split\n") + ";\n"
}

// reasons returns the words of the description for what goes, as effectsOf
// reads them.
func (e *Evolution) reasons() map[string]string {
	reasons := map[string]string{}
	for _, r := range e.Described {
		if r.Kind == dsl.KindDropped {
			reasons[r.Name] = r.Doc
		}
		for _, d := range r.Drops {
			reasons[r.Name+"/"+d.Field+"="] = d.Reason
		}
		for _, f := range r.FieldSpecs() {
			reasons[r.Name+"/"+f.Name+"="] = f.LossyConversion
		}
	}
	return reasons
}

// latest returns the highest number of migrations, 0 for none.
func latest(files []model.Generated) int {
	number := 0
	for _, f := range files {
		digits, _, _ := strings.Cut(path.Base(f.Path), "_")
		if n, err := strconv.Atoi(digits); err == nil {
			number = max(number, n)
		}
	}
	return number
}

// intact checks that released migrations are what they were.
func intact(want []model.LockedMigration, files []model.Generated) error {
	have := map[string]string{}
	for _, f := range files {
		have[f.Path] = model.Sum(f.Text)
	}
	var faults []error
	for _, m := range want {
		if have[m.Path] != m.SHA256 {
			faults = append(faults, fmt.Errorf("%s was released and has been changed or removed since: restore it, for databases out there have run it", m.Path))
		}
	}
	return errors.Join(faults...)
}
