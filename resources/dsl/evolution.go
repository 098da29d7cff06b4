package dsl

// This file holds the words about change: what became of what an earlier
// release described.  Nothing is guessed, so each change that could lose data
// needs one.  A word may stay after the release that needed it; it then has no
// effect.

// Was says under which wire name the last release had the field, so that its
// data moves to the new name.  Two fields may swap their names:
//
//	dsl.String("subtitle").Was("title")
//	dsl.String("title").Was("subtitle")
//
// A word that stays has no effect, so two that are to swap once more must be
// described without Was for one release in between.
func (f Field) Was(name string) Field { f.Former = name; return f }

// Narrowed accepts that the field's new type cannot hold every value of the
// old one, and says why that is right.  Values that do not convert become what
// Backfill says, or else nothing: "", 0, false, or null where the field is
// Nullable.  It stands also where a field is no longer stored as its own
// column, or its link leads to another resource, and what was stored goes.
//
//	dsl.Integer("seats").Narrowed("only numbers were ever written")
func (f Field) Narrowed(reason string) Field { f.Loss = reason; return f }

// Backfill sets the value that existing rows get where the field had none: a
// bool, a number or a text as the field's type is.  A new required field needs
// it, and one that becomes required or stops being Nullable.
//
//	dsl.String("organiser").Required().Backfill("unknown")
func (f Field) Backfill(value any) Field { f.Fill = value; return f }

// Drop says that a field was removed and its data goes.
type Drop struct {
	Field  string // Wire name that the last release had.
	Reason string // Why, for the changelog and for who migrates.
}

// Dropped removes a field of the last release with its data:
//
//	Drops: []dsl.Drop{dsl.Dropped("fax", "nobody has sent one since 2019")},
func Dropped(field, reason string) Drop { return Drop{Field: field, Reason: reason} }

// DroppedResource removes a whole resource of the last release with its rows
// and links.  It stands among the resources in place of what it removes.
func DroppedResource(name, reason string) Resource {
	return Resource{Name: name, Kind: Gone, Doc: reason}
}
