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

// MigrationSet plans the migrations from the last release to the description.
type MigrationSet struct {
	Described []dsl.Resource
	Model     *model.Model
	Now       *model.Lockfile
	Released  *model.Lockfile // Nil before the first release.
	Renames   model.RenameMap
}

// Migrations returns the migrations of both stores. Before the first release
// there is one, which creates all tables; later there are the released ones,
// unchanged, and one more if the tables have changed.
func (s *MigrationSet) Migrations(frozen []model.File) ([]model.File, error) {
	number := 0
	var from []*model.Table
	if s.Released != nil {
		if err := checkReleased(s.Released.Migrations, frozen); err != nil {
			return nil, err
		}
		from = model.TablesOf(s.Released, s.Renames)
		s.setDefaults(from)
		number = latestNumber(frozen)
	}
	to := model.TablesOf(s.Now, model.RenameMap{})
	files, err := s.step(from, to, number+1)
	return slices.Concat(frozen, files), err
}

// setDefaults gives columns that were added after their table was released a
// default, so that servers of the earlier version can insert rows. The default
// stays until the column changes.
func (s *MigrationSet) setDefaults(released []*model.Table) {
	for i := range s.Now.Resources {
		r := &s.Now.Resources[i]
		old := model.Find(released, r.Name)
		if old == nil {
			continue
		}
		for j := range r.CommonColumns {
			setDefault(&r.CommonColumns[j], old.Column(r.CommonColumns[j].Name))
		}
		for _, f := range r.Fields {
			for j := range f.Columns {
				c := &f.Columns[j]
				key := map[string]string{"": f.Name + "=", "schedule": "=" + c.Name, "recurrence": "=" + c.Name}[c.Computed]
				if key == "" {
					key = f.Name + "=" + c.Computed
				}
				setDefault(c, old.Column(key))
			}
		}
	}
}

// setDefault sets the default of one column; old is nil for a new one.
func setDefault(c *model.LockedColumn, old *model.TableColumn) {
	switch {
	case c.Null || c.Key || c.Transaction:
	case old == nil:
		c.Default = backfillValue(c)
	case old.Type == c.Type && old.Null == c.Null:
		c.Default = old.Default
	}
}

// step plans one migration; none if the tables are equal.
func (s *MigrationSet) step(from, to []*model.Table, number int) ([]model.File, error) {
	up := effectsOf(from, to, s.reasons())
	down := effectsOf(to, from, nil)
	back, notes := s.downTables(from, to)
	down.notes = notes
	name := up.name()
	if len(from) == 0 {
		name, down.losses = "initial", []string{"drops every table"}
	}
	var files []model.File
	for _, d := range model.Dialects() {
		ways := []migrationScript{{"up", from, to, up, nil}, {"down", to, back, down, nil}}
		for i := range ways {
			p, err := s.plan(d, ways[i].from, ways[i].to, ways[i].direction == "up")
			if err != nil {
				return nil, err
			}
			ways[i].plan = p
		}
		if len(ways[0].plan.statements)+len(ways[1].plan.statements) == 0 {
			continue
		}
		for _, w := range ways {
			path := fmt.Sprintf("%s%s/%04d_%s.%s.sql", model.MigrationsDir, d.Name, number, name, w.direction)
			files = append(files, model.File{Path: path, Content: []byte(w.text())})
		}
	}
	return files, nil
}

// migrationScript is one direction of a migration.
type migrationScript struct {
	direction string
	from, to  []*model.Table
	effects   effects
	plan      *planBuilder
}

// text returns the file. A direction without statements, such as reverting a
// backfill, does nothing.
func (s migrationScript) text() string {
	statements := s.plan.statements
	if len(statements) == 0 {
		statements = []string{"SELECT 1"}
	}
	return s.effects.header(s.plan.rewrites) + strings.Join(statements, ";\n--bun:split\n") + ";\n"
}

// reasons returns the reasons of the description for lost data, by the keys of
// effectsOf.
func (s *MigrationSet) reasons() map[string]string {
	reasons := map[string]string{}
	for _, r := range s.Described {
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

// latestNumber returns the highest number of migrations, 0 for none.
func latestNumber(files []model.File) int {
	number := 0
	for _, f := range files {
		digits, _, _ := strings.Cut(path.Base(f.Path), "_")
		if n, err := strconv.Atoi(digits); err == nil {
			number = max(number, n)
		}
	}
	return number
}

// checkReleased checks that released migrations are unchanged.
func checkReleased(want []model.LockedMigration, files []model.File) error {
	have := map[string]string{}
	for _, f := range files {
		have[f.Path] = model.Sum(f.Content)
	}
	var errs []error
	for _, m := range want {
		if have[m.Path] != m.SHA256 {
			errs = append(errs,
				fmt.Errorf("%s belongs to a released migration and must not change: restore the file", m.Path))
		}
	}
	return errors.Join(errs...)
}
