package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"

	"almanac/resources/dsl"
)

// Lockfile is a description as it was generated. generated/schema.lock.json is
// the last one, generated/released.lock.json that of the last release; later
// descriptions are compared with them.
type Lockfile struct {
	API        LockedAPI             `json:"api"`
	Resources  []LockedResource      `json:"resources"`
	Dropped    []LockedAcceptedBreak `json:"dropped,omitempty"`    // Removed resources.
	Migrations []LockedMigration     `json:"migrations,omitempty"` // Released lock file only: the released migrations.
	Releases   []LockedRelease       `json:"releases,omitempty"`   // Released lock file only: all releases.
	Changes    []LockedChange        `json:"changes,omitempty"`    // Released lock file only: the changes of each release.
}

// LockedAPI is the namespace and version of the API.
type LockedAPI struct {
	Namespace      string                `json:"namespace"`
	Version        int                   `json:"version"`
	Strict         bool                  `json:"strict,omitempty"`
	AcceptedBreaks []LockedAcceptedBreak `json:"accepted_breaks,omitempty"`
}

// LockedAcceptedBreak is an accepted breaking change; see dsl.AcceptedBreak.
type LockedAcceptedBreak struct {
	Part   dsl.Part `json:"part,omitempty"`
	Name   string   `json:"name,omitempty"`
	Reason string   `json:"reason"`
}

// LockedRelease is one release.
type LockedRelease struct {
	Date      string   `json:"date"` // YYYY-MM-DD.
	API       string   `json:"api"`
	Resources []string `json:"resources,omitempty"` // Plural names; first release only.
}

// LockedChange is one change of a release, in the words of the changelog.
type LockedChange struct {
	Release int         `json:"release"` // From 1.
	Class   ChangeClass `json:"class"`
	Change  string      `json:"change"`
}

// LockedResource is one resource with its table.
type LockedResource struct {
	Name        string   `json:"name"`
	Plural      string   `json:"plural"`
	Kind        dsl.Kind `json:"kind"`
	RenamedFrom string   `json:"renamed_from,omitempty"` // See dsl.Resource.

	FormerPlural string `json:"former_plural,omitempty"` // Of what it was renamed from.

	IDTable string `json:"id_table,omitempty"` // Records only: the table with their IDs.

	Deprecated  string              `json:"deprecated,omitempty"`  // "2026-03-01: use places"; "" if not deprecated.
	Permissions map[string]dsl.Role `json:"permissions,omitempty"` // Minimum role of each action; see dsl.Permissions.

	CommonColumns  []LockedColumn        `json:"-"` // Columns that every record of the kind has.
	Fields         []LockedField         `json:"-"`
	Params         []LockedParam         `json:"-"`
	SortOptions    []string              `json:"-"`
	Actions        []LockedAction        `json:"-"`
	Indexes        []LockedIndex         `json:"-"`
	AcceptedBreaks []LockedAcceptedBreak `json:"-"` // AcceptedBreaks and Drops of the description.
}

// LockedField is one field with its columns.
type LockedField struct {
	Name           string         `json:"name"`
	Type           dsl.Type       `json:"type"`
	Text           dsl.TextFormat `json:"text,omitempty"`
	Behavior       dsl.Behavior   `json:"behavior,omitempty"`
	Target         string         `json:"target,omitempty"`
	Required       bool           `json:"required,omitempty"`
	Default        string         `json:"default,omitempty"` // JSON of the value, or "computed: ..." ; "" for none.
	WriteOnly      bool           `json:"write_only,omitempty"`
	Extension      string         `json:"extension,omitempty"`
	InitialValue   bool           `json:"initial_value,omitempty"`
	SingleAsObject bool           `json:"single_as_object,omitempty"`
	SchemaOrg      string         `json:"schema_org,omitempty"`
	Min            *float64       `json:"min,omitempty"`
	Max            *float64       `json:"max,omitempty"`
	MaxItems       int            `json:"max_items,omitempty"`
	UniqueItems    bool           `json:"unique_items,omitempty"`
	MaxLength      int            `json:"max_length,omitempty"`
	Pattern        string         `json:"pattern,omitempty"`
	Currencies     []string       `json:"currencies,omitempty"`
	Unique         bool           `json:"unique,omitempty"`
	Computed       string         `json:"computed,omitempty"`    // Function of a computed field, with what it takes.
	Transitions    []string       `json:"transitions,omitempty"` // "open>paid", each by itself.
	ByActions      bool           `json:"by_actions,omitempty"`
	RenamedFrom    string         `json:"renamed_from,omitempty"` // See dsl.Field.RenamedFrom.
	Columns        []LockedColumn `json:"columns,omitempty"`
	Link           *LockedLink    `json:"link,omitempty"`

	Deprecated string `json:"deprecated,omitempty"` // As in LockedResource.
}

// LockedAction is one action on a record.
type LockedAction struct {
	Name   string         `json:"name"`
	Values map[string]any `json:"values,omitempty"` // What it sets, by field.
	Input  []string       `json:"input,omitempty"`
	Needed []string       `json:"needed,omitempty"`
	Role   dsl.Role       `json:"role,omitempty"`
	Owner  bool           `json:"owner,omitempty"`
}

// LockedColumn is one column of a table.
type LockedColumn struct {
	Name        string     `json:"name"`
	Type        ColumnType `json:"type"`
	Null        bool       `json:"null,omitempty"`
	Key         bool       `json:"key,omitempty"`
	Serial      bool       `json:"serial,omitempty"`
	Transaction bool       `json:"transaction,omitempty"` // Number of the transaction that added the row.
	// "search", "sort", "schedule", "recurrence" or "links", in link tables "denormalized", "currency" beside
	// an amount; "" if not computed.
	Computed string   `json:"computed,omitempty"`
	Enum     []string `json:"enum,omitempty"`    // The values that a text may have; nil for any.
	Format   string   `json:"format,omitempty"`  // Form of a text, see dsl.Type.Format; "" for any.
	Checked  bool     `json:"checked,omitempty"` // The database refuses other values; see TableColumn.Rule.
	Default  any      `json:"default,omitempty"` // Default of the database, for columns added after the first release.

	Backfill any `json:"-"` // Value of rows that have none; not stored.
}

// LockedLink is a link table.
type LockedLink struct {
	Table        string `json:"table"`
	SourceColumn string `json:"source_column"`
	TargetColumn string `json:"target_column"`
	Denormalized string `json:"denormalized,omitempty"` // Column of the record that is copied to the table.
}

// LockedParam is one parameter of a list.
type LockedParam struct {
	Name      string        `json:"name"`
	Type      dsl.Type      `json:"type"`
	Operation dsl.Operation `json:"operation"`
	Field     string        `json:"field,omitempty"`
	Target    string        `json:"target,omitempty"`
	Default   string        `json:"default,omitempty"` // As in LockedField.
	Enum      []string      `json:"enum,omitempty"`
	Extension string        `json:"extension,omitempty"`
	Overrides string        `json:"overrides,omitempty"`

	RenamedFrom     string `json:"renamed_from,omitempty"`
	OldNameAccepted bool   `json:"old_name_accepted,omitempty"`

	Deprecated string `json:"deprecated,omitempty"` // As in LockedResource.
}

// LockedIndex is one index of a table.
type LockedIndex struct {
	Columns     []string `json:"columns"`
	Unique      bool     `json:"unique,omitempty"`
	ExceptEmpty bool     `json:"except_empty,omitempty"` // Unique but for the empty text.
}

// LockedMigration is a released file, which must not change.
type LockedMigration struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// wordyDate is a default date as lock files up to version 1.0 have it, with words for
// readers after it: "today 00:00:00 in the time zone of the site; now with strict_dates".
var wordyDate = regexp.MustCompile(`^(computed: (?:\d+ months? from )?today) (?:00:00:00|23:59:59).*`)

// ParseLockfile decodes the output of Lockfile.Encode.
func ParseLockfile(text []byte) (*Lockfile, error) {
	var read struct {
		Lockfile
		Resources []struct {
			LockedResource
			Shared  []LockedColumn        `json:"common_columns"`
			Fields  []LockedField         `json:"fields"`
			Params  []LockedParam         `json:"params"`
			Orders  []string              `json:"sort_options"`
			Indexes []LockedIndex         `json:"indexes"`
			Actions []LockedAction        `json:"actions"`
			Breaks  []LockedAcceptedBreak `json:"accepted_breaks"`
		} `json:"resources"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&read); err != nil {
		return nil, fmt.Errorf("read lock: %w", err)
	}
	l := &read.Lockfile
	for _, r := range read.Resources {
		locked := r.LockedResource
		locked.CommonColumns, locked.Fields, locked.Params = r.Shared, r.Fields, r.Params
		locked.SortOptions, locked.Indexes = r.Orders, r.Indexes
		locked.Actions, locked.AcceptedBreaks = r.Actions, r.Breaks
		for i := range locked.Params {
			p := &locked.Params[i]
			p.Default = wordyDate.ReplaceAllString(p.Default, "$1")
		}
		l.Resources = append(l.Resources, locked)
	}
	return l, nil
}

// Encode writes JSON with one field, parameter, column or index on each line,
// in the order of the description, so that diffs of the lock file are as small
// as those of the description.
func (l *Lockfile) Encode() ([]byte, error) {
	w := &lockWriter{}
	w.value("{\n\"api\": ", l.API)
	w.WriteString(",\n\"resources\": [")
	for i, r := range l.Resources {
		w.comma(i)
		w.value("\n", r)
		w.Truncate(w.Len() - 1) // The lists follow in the same object.
		list(w, "common_columns", r.CommonColumns)
		list(w, "fields", r.Fields)
		list(w, "params", r.Params)
		if len(r.SortOptions) > 0 {
			w.value(",\n \"sort_options\": ", r.SortOptions)
		}
		list(w, "indexes", r.Indexes)
		list(w, "actions", r.Actions)
		list(w, "accepted_breaks", r.AcceptedBreaks)
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

// lockWriter writes JSON with chosen line breaks.
type lockWriter struct {
	bytes.Buffer
	err error
}

// comma separates the members of a list.
func (w *lockWriter) comma(i int) {
	if i > 0 {
		w.WriteString(",")
	}
}

// value writes a text and a value on one line.
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

// list writes a list with one member on each line; nothing if it is empty.
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
func (l *Lockfile) Resource(name string) *LockedResource {
	for i := range l.Resources {
		if l.Resources[i].Name == name {
			return &l.Resources[i]
		}
	}
	return nil
}

// ChangeClass says what a change means for existing clients.
type ChangeClass string

// The classes of changes.
const (
	ChangeCompatible  ChangeClass = "compatible"  // Requests work as before.
	ChangeDeprecating ChangeClass = "deprecating" // Requests work as before; clients should change.
	ChangeBreaking    ChangeClass = "breaking"    // Some requests fail or change meaning.
)
