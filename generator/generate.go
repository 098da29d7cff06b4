package generator

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"almanac/resources/dsl"
)

// Generated is one generated file; Path is relative to the module's root.
type Generated struct {
	Path string
	Text []byte
}

// artefact is a file that every resource with routes gets:
// generated/<resource>_<name>.go.
type artefact struct {
	name string
	emit func(*resource) *jen.File
}

// manifest lists the artefacts of a resource.
func manifest() []artefact {
	return []artefact{
		{"model", emitModel},
		{"body", emitBody},
		{"list", emitList},
		{"view", emitView},
		{"kind", emitKind},
		{"operations", emitOperations},
	}
}

// Generate returns every file that the description makes, in a stable order.
// It reads and writes nothing; the same description after the same earlier
// output gives the same bytes.  An invalid description, and one that lets
// something disappear without a word, gives an error that tells all its faults.
func Generate(api dsl.Interface, described []dsl.Resource, before Previous) ([]Generated, error) {
	e, err := evolve(api, described, before)
	if err != nil {
		return nil, err
	}
	var files []Generated
	for _, r := range e.m.records() {
		for _, a := range manifest() {
			text, err := render(a.emit(r))
			if err != nil {
				return nil, r.errorf("%s: %w", a.name, err)
			}
			files = append(files, Generated{Path: "generated/" + r.Name + "_" + a.name + ".go", Text: text})
		}
	}
	text, err := render(emitRegister(e.m))
	if err != nil {
		return nil, fmt.Errorf("register: %w", err)
	}
	files = append(files, Generated{Path: "generated/register.go", Text: text}, Generated{Path: "docs/reference.md", Text: emitReference(e.m)},
		Generated{Path: "docs/permissions.md", Text: emitPermissions(e.m)},
		Generated{Path: changelogPath, Text: emitChangelog(e.released, e.now)})
	client, err := clientPackage(e.m)
	if err != nil {
		return nil, err
	}
	files = append(files, client...)
	kept, err := e.kept(before.Frozen)
	return append(files, kept...), err
}

// evolve checks a description, by itself and against earlier output.
func evolve(api dsl.Interface, described []dsl.Resource, before Previous) (*evolution, error) {
	last, released, err := before.locks()
	if err != nil {
		return nil, err
	}
	if released != nil {
		last = released // What is not released yet may change freely.
	}
	went, lost := resolve(described, last)
	if err := errors.Join(api.Validate(), validate(described), lost); err != nil {
		return nil, err
	}
	m, err := build(slices.DeleteFunc(slices.Clone(described), gone))
	if err := errors.Join(err, m.nameClient()); err != nil {
		return nil, err
	}
	if released != nil && api.Version < released.Interface.Version {
		return nil, fmt.Errorf("interface (%s): version %d is lower than the released %d", interfaceFile, api.Version, released.Interface.Version)
	}
	m.api = api
	now := lockOf(m)
	for _, r := range described {
		if gone(r) {
			now.Dropped = append(now.Dropped, LockedBreak{Name: r.Name, Reason: r.Doc})
		}
	}
	if err := demand(m, now, last, went); err != nil {
		return nil, err
	}
	return &evolution{described: described, m: m, now: now, released: released, went: went}, nil
}

// kept returns what later generations read: the migrations and the lock.
func (e *evolution) kept(frozen []Generated) ([]Generated, error) {
	files, err := e.migrations(frozen)
	if err != nil {
		return nil, err
	}
	text, err := e.now.Text()
	return append(files, Generated{Path: lockPath, Text: text}), err
}

// render formats a file.
func render(f *jen.File) ([]byte, error) {
	var b bytes.Buffer
	err := f.Render(&b)
	return b.Bytes(), err
}
