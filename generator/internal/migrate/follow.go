package migrate

import (
	"almanac/generator/internal/model"
)

// Follow returns the migration of each store that brings the tables of an earlier lock
// file to those of the description, <store>.sql. It keeps the rows and values that it
// can, and says at its beginning what goes.
func (s *MigrationSet) Follow(before *model.Lockfile) ([]model.File, error) {
	since := &MigrationSet{
		Described: s.Described, Model: s.Model, Now: s.Now, Released: before,
		Renames: model.Follow(s.Described, before, s.Now),
	}
	from, to := model.TablesOf(before, since.Renames), model.TablesOf(s.Now, model.RenameMap{})
	var files []model.File
	for _, d := range model.Dialects() {
		p, err := since.plan(d, from, to, true)
		if err != nil {
			return nil, err
		}
		script := migrationScript{"up", from, to, effectsOf(from, to, nil), p}
		files = append(files, model.File{Path: d.Name + ".sql", Content: []byte(script.text())})
	}
	return files, nil
}

// plan plans one direction of a migration, with the values and checks of rows.
func (s *MigrationSet) plan(d model.Dialect, from, to []*model.Table, up bool) (*planBuilder, error) {
	p, err := plan(d, from, to)
	if err != nil {
		return nil, err
	}
	p.recompute(s, up)
	p.addChecks()
	return p, nil
}
