package generator

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"almanac/generator/internal/client"
	"almanac/generator/internal/compat"
	"almanac/generator/internal/docs"
	"almanac/generator/internal/golang"
	"almanac/generator/internal/migrate"
	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// emitter writes a file that every resource with routes has:
// generated/<resource>_<name>.go.
type emitter struct {
	name string
	emit func(*model.Resource) *jen.File
}

// emitters are those of a resource.
var emitters = []emitter{{"record", golang.EmitRecord}, {"input", golang.EmitInput}, {"routes", golang.EmitRoutes}}

// Generate returns all generated files in a stable order. It reads and writes
// nothing; the same description and earlier output give the same bytes. The
// error lists everything that is invalid, and every loss of data that is not
// described.
func Generate(api dsl.API, described []dsl.Resource, before PreviousOutput) ([]File, error) {
	set, err := plan(api, described, before)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, r := range set.Model.Records() {
		for _, a := range emitters {
			text, err := golang.Render(a.emit(r))
			if err != nil {
				return nil, r.Errorf("%s: %w", a.name, err)
			}
			files = append(files, File{Path: "generated/" + r.Name + "_" + a.name + ".go", Content: text})
		}
	}
	text, err := golang.Render(golang.EmitRegister(set.Model))
	if err != nil {
		return nil, fmt.Errorf("register: %w", err)
	}
	files = append(files, File{Path: "generated/register.go", Content: text},
		File{Path: "docs/reference.md", Content: docs.Reference(set.Model)},
		File{Path: "docs/permissions.md", Content: docs.Permissions(set.Model)},
		File{Path: model.ChangelogPath, Content: compat.Changelog(set.Released, set.Now)})
	client, err := client.Files(set.Model)
	if err != nil {
		return nil, err
	}
	files = append(files, client...)
	kept, err := migrationsAndLockfile(set, before.ReleasedMigrations)
	return append(files, kept...), err
}

// follow returns sqlite.sql and postgres.sql, which bring a database with the tables of a
// lock file to the description, also where Generate would ask what becomes of its
// data: a development database follows every change. What is lost is said in
// lines "-- almanac: destructive" at the beginning. The error is that of Generate.
func follow(api dsl.API, described []dsl.Resource, before PreviousOutput, made []byte) ([]File, error) {
	set, err := plan(api, described, before)
	if err != nil {
		return nil, err
	}
	if _, err := set.Migrations(before.ReleasedMigrations); err != nil { // It sets the defaults of columns.
		return nil, err
	}
	from, err := model.ParseLockfile(made)
	if err != nil {
		return nil, err
	}
	return set.Follow(from)
}

// plan validates a description, by itself and against earlier output.
func plan(api dsl.API, described []dsl.Resource, before PreviousOutput) (*migrate.MigrationSet, error) {
	_, released, err := before.Lockfiles() // What is not released may change freely.
	if err != nil {
		return nil, err
	}
	described = api.Complete(described)
	went, lost := model.Resolve(described, released)
	m, unknown := model.Build(slices.DeleteFunc(slices.Clone(described), migrate.IsDropped))
	m.API = api
	m.NameFormerPlurals(released)
	now := model.NewLockfile(m)
	for _, r := range described {
		if migrate.IsDropped(r) {
			now.Dropped = append(now.Dropped, model.LockedAcceptedBreak{Name: r.Name, Reason: r.Doc})
		}
	}
	invalid := errors.Join(api.Validate(described...), lowered(api, released), dsl.Validate(described), lost, unknown,
		compat.CheckMigration(m, now, released, went))
	if err := errors.Join(invalid, client.Name(m)); err != nil {
		return nil, err
	}
	return &migrate.MigrationSet{Described: described, Model: m, Now: now, Released: released, Renames: went}, nil
}

// lowered checks that the version is not below the released one.
func lowered(api dsl.API, released *Lockfile) error {
	if released == nil || api.Version >= released.API.Version {
		return nil
	}
	return fmt.Errorf("%s: API: version %d is lower than the released %d; write %[3]d or more",
		api.MemberPosition("Version"), api.Version, released.API.Version)
}

// migrationsAndLockfile returns the files that later runs read.
func migrationsAndLockfile(set *migrate.MigrationSet, frozen []File) ([]File, error) {
	files, err := set.Migrations(frozen)
	if err != nil {
		return nil, err
	}
	text, err := set.Now.Encode()
	return append(files, File{Path: model.LockfilePath, Content: text}), err
}
