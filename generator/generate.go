package generator

import (
	"bytes"
	"fmt"

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
// It reads and writes nothing; the same description gives the same bytes.  An
// invalid description gives an error that tells all its faults.
func Generate(described []dsl.Resource) ([]Generated, error) {
	m, err := build(described)
	if err != nil {
		return nil, err
	}
	var files []Generated
	for _, r := range m.records() {
		for _, a := range manifest() {
			text, err := render(a.emit(r))
			if err != nil {
				return nil, r.errorf("%s: %w", a.name, err)
			}
			files = append(files, Generated{Path: "generated/" + r.Name + "_" + a.name + ".go", Text: text})
		}
	}
	text, err := render(emitRegister(m))
	if err != nil {
		return nil, fmt.Errorf("register: %w", err)
	}
	files = append(files, Generated{Path: "generated/register.go", Text: text}, Generated{Path: "docs/reference.md", Text: emitReference(m)})
	migrations, err := emitMigrations(m)
	return append(files, migrations...), err
}

// render formats a file.
func render(f *jen.File) ([]byte, error) {
	var b bytes.Buffer
	err := f.Render(&b)
	return b.Bytes(), err
}

// emitMigrations plans the migrations of both stores, up and down.
func emitMigrations(m *model) ([]Generated, error) {
	var files []Generated
	for _, d := range dialects() {
		for _, direction := range []string{"up", "down"} {
			text, err := d.migration(m, direction == "down")
			if err != nil {
				return nil, err
			}
			files = append(files, Generated{Path: "generated/migrations/" + d.name + "/0001_initial." + direction + ".sql", Text: []byte(text)})
		}
	}
	return files, nil
}
