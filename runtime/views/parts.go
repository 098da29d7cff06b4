package views

import (
	"almanac/runtime/jsonenc"
	"almanac/runtime/model"
)

// Encodable is the view of a record that stands in the responses about others.
type Encodable[V any] interface {
	jsonenc.Appender
	// Encoded returns the view in its encoded form, which is all that it keeps.
	Encoded() V
}

// Parts returns linked records as parts of another response.  Those that several
// requests read are encoded once; nobody may change them.
func Parts[R model.Record, V Encodable[V]](v *View, list []R, view func(*View, R) V) []V {
	parts := make([]V, 0, len(list))
	for _, r := range list {
		parts = append(parts, part(v, r, view))
	}
	return parts
}

// part returns one linked record.  What a protected one shows depends on the
// caller, and after a write nothing is left out.
func part[R model.Record, V Encodable[V]](v *View, r R, view func(*View, R) V) V {
	memo := r.Common().Memo
	if memo == nil || v.AfterWrite {
		return view(v, r)
	}
	if p, ok := model.Record(r).(model.PostRecord); ok && p.AsPost().Password != "" {
		return view(v, r)
	}
	form := &memo.Parts[0]
	if v.Single {
		form = &memo.Parts[1]
	}
	if known := form.Load(); known != nil {
		if encoded, ok := (*known).(V); ok {
			return encoded
		}
	}
	encoded := view(v, r).Encoded()
	stored := jsonenc.Appender(encoded)
	form.Store(&stored)
	return encoded
}

// Views returns the views of the records of a page.
func Views[R model.Record, V any](v *View, records []model.Record, view func(*View, R) V) []V {
	views := make([]V, 0, len(records))
	for _, m := range records {
		views = append(views, view(v, m.(R)))
	}
	return views
}
