package dsl

import "go/token"

// This file has the parts of a description that say what happened to the data
// of an earlier release.  Nothing is guessed: each change that could lose data
// must be described.  A description of a change may stay after the release that
// needed it; it then has no effect.

// RenamedFrom names the field as the last release called it, so that its data
// is kept under the new name.  Two fields can swap their names:
//
//	dsl.String("subtitle").RenamedFrom("title")
//	dsl.String("title").RenamedFrom("subtitle")
//
// To swap two names a second time, remove both for one release in between.
//
// Imports of older exports find its data too.  Writes that send the former name are
// refused, with the present one, as long as no field has it; AcceptOldName takes it.
func (f Field) RenamedFrom(name string) Field { f.spec.RenamedFrom = name; return f }

// AcceptOldName has writes take the name of RenamedFrom too.  Responses show the
// present one.
func (f Field) AcceptOldName() Field { f.spec.OldNameAccepted = true; return f }

// RenamedFrom names the parameter as the last release called it.  Lists that are asked
// with that name are refused, with the present one; AcceptOldName takes it.
func (p Param) RenamedFrom(name string) Param { p.spec.RenamedFrom = name; return p }

// AcceptOldName has lists take the name of RenamedFrom too.
func (p Param) AcceptOldName() Param { p.spec.OldNameAccepted = true; return p }

// LossyConversion accepts, with the reason, that the field's new type cannot
// represent every value of the old type.  A value that does not convert becomes
// the value of Backfill; without one it becomes "", 0 or false, or NULL if the
// field is Nullable.  It is also needed if the field is no longer stored in a
// column of its own, or its link has another target.
//
//	dsl.Integer("seats").LossyConversion("only numbers were ever written")
func (f Field) LossyConversion(reason string) Field { f.spec.LossyConversion = reason; return f }

// Backfill sets the value of existing rows that have none: a bool, number or
// text, as the type of the field.  A field needs it if it is new and required,
// becomes required, or is no longer Nullable; an optional new field may have it.
//
//	dsl.String("organiser").Required().Backfill("unknown")
func (f Field) Backfill(value any) Field { f.spec.Backfill = value; return f }

// DroppedField is a removed field, whose data is deleted; see [DropField].
type DroppedField struct {
	Field  string // Wire name in the last release.
	Reason string // For the changelog and for operators.

	position token.Position
}

// DropField removes a field of the last release and its data:
//
//	Drops: []dsl.DroppedField{dsl.DropField("fax", "not sent by any client since 2019")},
func DropField(field, reason string) DroppedField {
	return DroppedField{Field: field, Reason: reason, position: here()}
}

// DropResource removes a resource of the last release with its rows and links.
// It takes the place of that resource in the list of resources.
func DropResource(name, reason string) Resource {
	return Resource{Name: name, Kind: KindDropped, Doc: reason, position: here()}
}
