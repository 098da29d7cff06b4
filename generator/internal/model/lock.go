package model

import (
	"bytes"
	"encoding/json"
	"fmt"

	"almanac/resources/dsl"
)

// Lock is a description as it was generated: what a later one is compared
// with.  generated/schema.lock.json holds the last one and
// generated/released.lock.json the one of the last release.
type Lock struct {
	Interface  LockedInterface   `json:"interface"`
	Resources  []LockedResource  `json:"resources"`
	Dropped    []LockedBreak     `json:"dropped,omitempty"`    // Resources that are there no more, as far as the description says why.
	Migrations []LockedMigration `json:"migrations,omitempty"` // Only in the released lock: what is frozen.
	Releases   []LockedRelease   `json:"releases,omitempty"`   // Only in the released lock: every release so far.
	Changes    []LockedChange    `json:"changes,omitempty"`    // Only in the released lock: what each release changed.
}

// LockedInterface is under which name and version the resources are served.
type LockedInterface struct {
	Namespace string        `json:"namespace"`
	Version   int           `json:"version"`
	Breaks    []LockedBreak `json:"breaks,omitempty"`
}

// LockedBreak is a change that the description accepts; see dsl.Break.
type LockedBreak struct {
	Part   dsl.Part `json:"part,omitempty"`
	Name   string   `json:"name,omitempty"`
	Reason string   `json:"reason"`
}

// LockedRelease is one release.
type LockedRelease struct {
	Day       string   `json:"day"` // YYYY-MM-DD.
	Interface string   `json:"interface"`
	Resources []string `json:"resources,omitempty"` // Plural names, of the first release alone.
}

// LockedChange is one change of a release, as the changelog says it.
type LockedChange struct {
	Release int    `json:"release"` // From 1.
	Class   Class  `json:"class"`
	Change  string `json:"change"`
}

// LockedResource is one resource with its table.
type LockedResource struct {
	Name   string   `json:"name"`
	Plural string   `json:"plural"`
	Kind   dsl.Kind `json:"kind"`
	Was    string   `json:"was,omitempty"` // The word that led here; see dsl.Resource.

	Deprecated string              `json:"deprecated,omitempty"` // "2026-03-01: use places"; "" for what is not.
	Access     map[string]dsl.Role `json:"access,omitempty"`     // Who has each right; see dsl.Access.

	Shared  []LockedColumn `json:"-"` // Columns that every record of the kind has.
	Fields  []LockedField  `json:"-"`
	Params  []LockedParam  `json:"-"`
	Orders  []string       `json:"-"`
	Indexes []LockedIndex  `json:"-"`
	Breaks  []LockedBreak  `json:"-"` // Breaks and Drops of the description.
}

// LockedField is one field with its columns.
type LockedField struct {
	Name      string         `json:"name"`
	Type      dsl.Type       `json:"type"`
	Text      dsl.TextFormat `json:"text,omitempty"`
	Role      dsl.Behavior   `json:"role,omitempty"`
	Target    string         `json:"target,omitempty"`
	Required  bool           `json:"required,omitempty"`
	Default   string         `json:"default,omitempty"` // JSON of the value, or "computed: ..." ; "" for none.
	Hidden    bool           `json:"hidden,omitempty"`
	Extension string         `json:"extension,omitempty"`
	On        bool           `json:"on,omitempty"`
	Alone     bool           `json:"alone,omitempty"`
	Low       float64        `json:"low,omitempty"`
	High      float64        `json:"high,omitempty"`
	Was       string         `json:"was,omitempty"` // The word that led here; see dsl.Field.Was.
	Columns   []LockedColumn `json:"columns,omitempty"`
	Link      *LockedLink    `json:"link,omitempty"`

	Deprecated string `json:"deprecated,omitempty"` // As in LockedResource.
}

// LockedColumn is one column of a table.
type LockedColumn struct {
	Name    string     `json:"name"`
	Type    ColumnType `json:"type"`
	Null    bool       `json:"null,omitempty"`
	Key     bool       `json:"key,omitempty"`
	Serial  bool       `json:"serial,omitempty"`
	Derived string     `json:"derived,omitempty"` // "search", "sort", "schedule" or "links", in link tables "carried"; "" for what is written.
	Default any        `json:"default,omitempty"` // Of the database, for columns that a table got after its first release.

	Fill any `json:"-"` // What rows get that have no value; not kept.
}

// LockedLink is the table of a relation.
type LockedLink struct {
	Table  string `json:"table"`
	Source string `json:"source"`
	Column string `json:"column"`
	Carry  string `json:"carry,omitempty"` // Column of the record that the table holds too.
}

// LockedParam is one parameter of a list.
type LockedParam struct {
	Name      string        `json:"name"`
	Type      dsl.Type      `json:"type"`
	Op        dsl.Operation `json:"op"`
	Field     string        `json:"field,omitempty"`
	Target    string        `json:"target,omitempty"`
	Default   string        `json:"default,omitempty"` // As in LockedField.
	Enum      []string      `json:"enum,omitempty"`
	Extension string        `json:"extension,omitempty"`
	Overrides string        `json:"overrides,omitempty"`

	Deprecated string `json:"deprecated,omitempty"` // As in LockedResource.
}

// LockedIndex is one index of a table.
type LockedIndex struct {
	Columns []string `json:"columns"`
	Unique  bool     `json:"unique,omitempty"`
}

// LockedMigration is a file that must not change any more.
type LockedMigration struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// ReadLock reads what Lock.Text wrote.
func ReadLock(text []byte) (*Lock, error) {
	var read struct {
		Lock
		Resources []struct {
			LockedResource
			Shared  []LockedColumn `json:"shared"`
			Fields  []LockedField  `json:"fields"`
			Params  []LockedParam  `json:"params"`
			Orders  []string       `json:"orders"`
			Indexes []LockedIndex  `json:"indexes"`
			Breaks  []LockedBreak  `json:"breaks"`
		} `json:"resources"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&read); err != nil {
		return nil, fmt.Errorf("read lock: %w", err)
	}
	l := &read.Lock
	for _, r := range read.Resources {
		locked := r.LockedResource
		locked.Shared, locked.Fields, locked.Params, locked.Orders, locked.Indexes = r.Shared, r.Fields, r.Params, r.Orders, r.Indexes
		locked.Breaks = r.Breaks
		l.Resources = append(l.Resources, locked)
	}
	return l, nil
}

// Text writes the lock as JSON with one field, parameter, column or index a
// line, in the order of the description, so that a change of the description
// is as small in the lock.
func (l *Lock) Text() ([]byte, error) {
	w := &lockWriter{}
	w.value("{\n\"interface\": ", l.Interface)
	w.WriteString(",\n\"resources\": [")
	for i, r := range l.Resources {
		w.comma(i)
		w.value("\n", r)
		w.Truncate(w.Len() - 1) // The lists follow inside of the same object.
		list(w, "shared", r.Shared)
		list(w, "fields", r.Fields)
		list(w, "params", r.Params)
		if len(r.Orders) > 0 {
			w.value(",\n \"orders\": ", r.Orders)
		}
		list(w, "indexes", r.Indexes)
		list(w, "breaks", r.Breaks)
		w.WriteString("}")
	}
	w.WriteString("\n]")
	list(w, "dropped", l.Dropped)
	list(w, "migrations", l.Migrations)
	list(w, "releases", l.Releases)
	list(w, "changes", l.Changes)
	w.WriteString("\n}\n")
	return w.Bytes(), w.err
}

// lockWriter writes JSON whose lines are chosen.
type lockWriter struct {
	bytes.Buffer
	err error
}

// comma parts the members of a list.
func (w *lockWriter) comma(i int) {
	if i > 0 {
		w.WriteString(",")
	}
}

// value writes a value on one line, after a text.
func (w *lockWriter) value(before string, v any) {
	w.WriteString(before)
	e := json.NewEncoder(&w.Buffer)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil && w.err == nil {
		w.err = fmt.Errorf("write lock: %w", err)
		return
	}
	w.Truncate(w.Len() - 1) // Encode ends with a line break.
}

// list writes a list, one member a line; nothing when it is empty.
func list[T any](w *lockWriter, name string, members []T) {
	if len(members) == 0 {
		return
	}
	_, _ = fmt.Fprintf(w, ",\n \"%s\": [", name)
	for i, m := range members {
		w.comma(i)
		w.value("\n  ", m)
	}
	w.WriteString("\n ]")
}

// Resource returns the resource with a name, nil when there is none.
func (l *Lock) Resource(name string) *LockedResource {
	for i := range l.Resources {
		if l.Resources[i].Name == name {
			return &l.Resources[i]
		}
	}
	return nil
}

// Class says what a change means for programs that were written before it.
type Class string

// The classes of changes.
const (
	Compatible  Class = "compatible"  // Requests get what they got.
	Deprecating Class = "deprecating" // They do still, and should change.
	Breaking    Class = "breaking"    // Some get something else.
)
