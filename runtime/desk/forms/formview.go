package forms

import (
	"slices"

	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// view returns a field as the form shows it. It returns false after it has sent a page
// about a failure.
func (f *form) view(of record.Field) (record.FieldView, bool) {
	var repeats *record.RepeatView
	if of.Input == record.InputRepeat {
		repeats = f.repeatView(of)
	}
	view := f.Plain(of, of.Name, f.values[of.Name], f.errors[of.Name])
	if of.Input != record.InputLinks && of.Input != record.InputTerms {
		view.Same = f.found[of.Name]
	}
	if of.State != nil {
		view.Options = f.possible(of.State, view.Options)
	}
	view.Set = of.WriteOnly && f.current != nil && f.isStored(of)
	view.Repeat = repeats
	switch {
	case of.Meaning == "parent":
		tree, ok := f.Tree(f.Resource)
		if !ok {
			return view, false
		}
		if tree == nil {
			return view, f.addLinks(&view, of)
		}
		view.Input, view.Options = record.InputSelect, append([]record.Choice{{Label: "–"}}, f.others(tree)...)
		record.Check(view.Options, f.values[of.Name])
		return view, true
	case of.Input == record.InputSelect && of.Default != nil:
		return view, f.addWith(&view, of)
	case of.Input == record.InputImage:
		return view, f.addPicture(&view, of)
	case of.Input == record.InputLinks || of.Input == record.InputTerms:
		return view, f.addLinks(&view, of)
	}
	return view, true
}

// possible returns the options that a transition leads to, or that a new record may have.
func (f *form) possible(s *model.State, options []record.Choice) []record.Choice {
	stored, allowed := f.current.Text(s.Field), s.Initial
	switch {
	case f.current != nil && stored == "":
		return options // It was not read.
	case f.current != nil:
		allowed = append([]string{stored}, s.Next[stored]...)
	}
	return slices.DeleteFunc(options, func(c record.Choice) bool {
		return c.Value != "" && !c.Checked && !slices.Contains(allowed, c.Value)
	})
}

// addWith adds the field that stands beside one with certain values, which then have a button
// each. It returns false after it has sent a page about a failure.
func (f *form) addWith(view *record.FieldView, of record.Field) bool {
	for _, other := range f.inputs() {
		if other.With != of.Name {
			continue
		}
		with, ok := f.view(other)
		view.Input, view.With, view.Idle = record.InputChoice, &with, with.Value == "" && with.Error == ""
		return ok
	}
	return true
}

// isStored reports whether the record of the form has a value in a field that responses
// leave out. A form that was sent says so itself.
func (f *form) isStored(of record.Field) bool {
	return f.Stored[of.Name] || f.sent.Has(of.Name+".stored")
}

// others returns the terms of a tree without the term of the form, which is not its own
// parent.
func (f *form) others(tree []record.Choice) []record.Choice {
	if f.current == nil {
		return tree
	}
	return slices.DeleteFunc(tree, func(c record.Choice) bool { return c.Value == f.current.ID() })
}
