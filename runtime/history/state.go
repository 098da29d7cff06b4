package history

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"almanac/runtime/audit"
	"almanac/runtime/model"
)

// ErrUnknown is a version that the log does not know any more, or never knew: it is older than what
// the service keeps, or a program has written the record that writes no former values.
var ErrUnknown = errors.New("the log of changes does not know this version")

// State is a record at one time.
type State struct {
	Record model.Record       // Without what it links to; nil where it was not there.
	Links  map[string][]int64 // IDs by the names of the links.
}

// Before returns the state before an entry, which led to this one.
func (s State) Before(res *model.Resource, e audit.Entry) (State, error) {
	if !e.Patch.Known() {
		return State{}, ErrUnknown
	}
	if !e.Was.There {
		return State{}, nil
	}
	before := s.clone(res)
	before.Record.Common().ID = e.Record
	if err := SetColumns(before.Record, e.Patch.Columns); err != nil {
		return State{}, err
	}
	for _, link := range res.Links {
		if ids, changed := e.Patch.Links[link.Name]; changed {
			before.Links[link.Name] = ids
		}
	}
	before.Record.ComputeColumns()
	before.Record.Common().Version = max(e.Version-1, 1)
	return before, nil
}

// clone returns a copy, of an empty record if there is none.
func (s State) clone(res *model.Resource) State {
	twin := State{Record: res.New(), Links: map[string][]int64{}}
	if s.Record != nil {
		to, from := res.Targets(twin.Record), res.Targets(s.Record)
		for column, at := range to {
			reflect.ValueOf(at).Elem().Set(reflect.ValueOf(from[column]).Elem())
		}
		if t, ok := s.Record.(model.TermRecord); ok { // No column, and no change of a term.
			twin.Record.(model.TermRecord).AsTerm().Count = t.AsTerm().Count
		}
	}
	for name, ids := range s.Links {
		twin.Links[name] = slices.Clone(ids)
	}
	return twin
}

// SetColumns sets columns of a record to former values.  Those that the resource has no more are left
// out.
func SetColumns(rec model.Record, columns map[string]json.RawMessage) error {
	at := rec.Resource().Targets(rec)
	for column, value := range columns {
		to := at[column]
		if to == nil {
			continue
		}
		reflect.ValueOf(to).Elem().SetZero() // Else a value that others point to would change.
		if err := json.Unmarshal(value, to); err != nil {
			return fmt.Errorf("former %s of %s: %w", column, rec.Resource().Name, err)
		}
	}
	return nil
}

// Sort brings entries of one record, the newest first, into the order of its versions: a transaction
// may write an entry before that of an earlier version.
func Sort(list []audit.Entry) {
	for begin := 0; begin < len(list); {
		end := begin + 1
		for end < len(list) && list[end].Change != "" && list[end].Change == list[begin].Change {
			end++
		}
		slices.SortStableFunc(list[begin:end], func(a, b audit.Entry) int { return cmp.Compare(b.Version, a.Version) })
		begin = end
	}
}

// Touched returns the fields of a resource that an entry is about and whose former values the log does
// not keep, by their names in the API.
func Touched(res *model.Resource, e audit.Entry) []string {
	return Fields(res, e.Patch.Secret)
}

// Fields returns the names in the API of columns, and of links.
func Fields(res *model.Resource, columns []string) []string {
	var names []string
	for _, column := range columns {
		name := column
		if column == "password" && res.PasswordField != "" {
			name = res.PasswordField
		}
		if amount, ok := strings.CutSuffix(column, "_currency"); ok && slices.Contains(columns, amount) {
			continue
		}
		if slices.Contains([]string{"modified", "modified_utc", "edited_utc"}, column) {
			continue // Of every change.
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
