package golang

import (
	"slices"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// hiddenFields returns the fields of which responses do not have what a write takes:
// those that are only written, costs, those with a Fallback, those with a default that
// are omitted when they are empty, and HTML, shown in paragraphs, that others are computed from.
func hiddenFields(r *model.Resource) []*model.Field {
	of := []model.Shape{
		model.ShapeSlug, model.ShapeStatus, model.ShapeAuthor, model.ShapePublished, model.ShapePosts, model.ShapeTerms,
		model.ShapeRecurrence,
	}
	return slices.DeleteFunc(slices.Clone(r.ModelFields), func(f *model.Field) bool {
		shown := !f.WriteOnly && f.Shape != model.ShapeCost && f.Fallback.Func == "" &&
			(!r.OmitEmpty || f.Default.Kind != dsl.DefaultValue)
		return shown && !isComputedFrom(r, f) || slices.Contains(of, f.Shape) || f.Computed != nil
	})
}

// isComputedFrom reports whether a field is HTML from which another one is computed.
func isComputedFrom(r *model.Resource, f *model.Field) bool {
	return f.Shape == model.ShapeHTML && slices.ContainsFunc(r.ModelFields, func(of *model.Field) bool {
		return of.Computed != nil && slices.Contains(of.Computed.Fields, f.Name)
	})
}

// hiddenValuesMember writes the field of a model.Resource; none if responses have all.
func hiddenValuesMember(r *model.Resource) []Code {
	if len(hiddenFields(r)) == 0 {
		return nil
	}
	call := Id("m").Assert(Op("*").Id(r.Go)).Dot("hiddenValues").Call(New(ofViews("View")))
	m := Id("m").Qual(packages["model"], "Record")
	return []Code{Member("HiddenValues", Func().Params(m).Map(String()).Any().Block(Return(call)))}
}

// emitHiddenValues writes
//
//	func (r *<Event>) hiddenValues(v *views.View) map[string]any {
//		return map[string]any{"<website>": r.<Website>}
//	}
func emitHiddenValues(f *File, r *model.Resource) {
	values := Dict{}
	for _, fld := range hiddenFields(r) {
		values[Lit(fld.Name)] = writable(fld)
	}
	if len(values) == 0 {
		return
	}
	Docf(f, "hiddenValues returns what a write takes of the fields that responses leave out or show in another way.")
	view := Id("v").Op("*").Add(ofViews("View"))
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("hiddenValues").Params(view).Map(String()).Any().Block(
		Return(Map(String()).Any().Values(values)))
}

// writable writes the value of a field as a write takes it.
func writable(f *model.Field) Code {
	stored := Id("r").Dot(f.Go)
	switch shown := inputShapes[f.Shape].shown; {
	case f.Shape == model.ShapeCost:
		return ofCalendar(f.Of, "CostInput").Call(stored)
	case f.Shape == model.ShapePassword:
		return Id("r").Dot("Password")
	case shown != nil && f.Shape != model.ShapeHTML:
		return shown(f, stored)
	}
	return stored
}
