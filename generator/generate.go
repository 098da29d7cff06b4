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

// artefact is a file that every resource with routes gets:
// generated/<resource>_<name>.go.
type artefact struct {
	name string
	emit func(*model.Resource) *jen.File
}

// manifest lists the artefacts of a resource.
func manifest() []artefact {
	return []artefact{
		{"model", golang.EmitModel},
		{"body", golang.EmitBody},
		{"list", golang.EmitList},
		{"view", golang.EmitView},
		{"kind", golang.EmitKind},
		{"operations", golang.EmitOperations},
	}
}

// Generate returns every file that the description makes, in a stable order.
// It reads and writes nothing; the same description after the same earlier
// output gives the same bytes.  An invalid description, and one that lets
// something disappear without a word, gives an error that tells all its faults.
func Generate(api dsl.API, described []dsl.Resource, before Previous) ([]Generated, error) {
	e, err := evolve(api, described, before)
	if err != nil {
		return nil, err
	}
	var files []Generated
	for _, r := range e.Model.Records() {
		for _, a := range manifest() {
			text, err := golang.Render(a.emit(r))
			if err != nil {
				return nil, r.Errorf("%s: %w", a.name, err)
			}
			files = append(files, Generated{Path: "generated/" + r.Name + "_" + a.name + ".go", Text: text})
		}
	}
	text, err := golang.Render(golang.EmitRegister(e.Model))
	if err != nil {
		return nil, fmt.Errorf("register: %w", err)
	}
	files = append(files, Generated{Path: "generated/register.go", Text: text}, Generated{Path: "docs/reference.md", Text: docs.Reference(e.Model)},
		Generated{Path: "docs/permissions.md", Text: docs.Permissions(e.Model)},
		Generated{Path: model.ChangelogPath, Text: compat.Changelog(e.Released, e.Now)})
	client, err := client.Files(e.Model)
	if err != nil {
		return nil, err
	}
	files = append(files, client...)
	kept, err := kept(e, before.Frozen)
	return append(files, kept...), err
}

// evolve checks a description, by itself and against earlier output.
func evolve(api dsl.API, described []dsl.Resource, before Previous) (*migrate.Evolution, error) {
	last, released, err := before.Locks()
	if err != nil {
		return nil, err
	}
	if released != nil {
		last = released // What is not released yet may change freely.
	}
	went, lost := model.Resolve(described, last)
	if err := errors.Join(api.Validate(), model.Validate(described), lost); err != nil {
		return nil, err
	}
	m, err := model.Build(slices.DeleteFunc(slices.Clone(described), migrate.Gone))
	if err := errors.Join(err, client.Name(m)); err != nil {
		return nil, err
	}
	if released != nil && api.Version < released.Interface.Version {
		return nil, fmt.Errorf("interface (%s): version %d is lower than the released %d", compat.InterfaceFile, api.Version, released.Interface.Version)
	}
	m.API = api
	now := model.LockOf(m)
	for _, r := range described {
		if migrate.Gone(r) {
			now.Dropped = append(now.Dropped, model.LockedBreak{Name: r.Name, Reason: r.Doc})
		}
	}
	if err := compat.Demand(m, now, last, went); err != nil {
		return nil, err
	}
	return &migrate.Evolution{Described: described, Model: m, Now: now, Released: released, Moves: went}, nil
}

// kept returns what later generations read: the migrations and the lock.
func kept(e *migrate.Evolution, frozen []Generated) ([]Generated, error) {
	files, err := e.Migrations(frozen)
	if err != nil {
		return nil, err
	}
	text, err := e.Now.Text()
	return append(files, Generated{Path: model.LockPath, Text: text}), err
}
