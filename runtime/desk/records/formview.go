package records

import (
	"slices"
	"strings"
	"time"

	"almanac/runtime/model"
)

// fieldView is a field as the template "field" shows it.
type fieldView struct {
	Name, ID, Label, Hint string
	Input                 input
	Value, Currency, Step string
	Max                   int // Of a text in characters; 0 for no bound.
	Min, High             string
	Options               []choice // Of selects, checks, trees, and what is linked.
	Currencies            []choice
	Error                 string
	Required, Set         bool // Set: a write-only field that can be cleared.
	Meaning               string
	Secret                bool // Browsers do not keep what is typed.
	Lookup                string
	Found                 []choice
	Same                  []choice // Records that have the name that was typed.
	Find                  string   // What was typed to find a record, or to make a term.
	New                   []fieldView
	Creates               bool // What is linked can be made by its name.
	NewOpen               bool
	One                   bool
	Tree                  bool
	Source                string          // Where the linked records come from, such as venues.
	Picture               *pictureView    // Nil for what is no image.
	Target                *model.Resource // What is linked; nil for nothing, and for users.
	DescribedBy           string          // IDs of the texts about the input.
	Short                 bool            // HTML of a few sentences.
	With                  *fieldView      // Stands beside it: see Forms in package dsl.
	Idle                  bool            // With has nothing to show while the field has its default.
	Repeat                *repeatView     // Nil for what is no recurrence.

	rank int // In its part of the form.
}

// choice is a value that can be chosen.
type choice struct {
	Value, Label string
	Checked      bool
	Depth        int // In a tree.
	Default      bool
	URL          string // Of the form of a linked record; "" for none.
}

// Indent returns an element for each level of the tree above the choice, for templates.
func (c choice) Indent() []struct{} { return make([]struct{}, c.Depth) }

// view returns a field as the form shows it. It returns false after it has sent a page
// about a failure.
func (f *form) view(of field) (fieldView, bool) {
	var repeats *repeatView
	if of.input == inputRepeat {
		repeats = f.repeatView(of)
	}
	view := f.plain(of, of.Name, f.values[of.Name])
	view.Set = of.WriteOnly && f.current != nil && f.isStored(of)
	view.Repeat = repeats
	switch {
	case of.Meaning == "parent":
		tree, ok := f.tree(f.Resource)
		if !ok {
			return view, false
		}
		if tree == nil {
			return view, f.addLinks(&view, of)
		}
		view.Input, view.Options = inputSelect, append([]choice{{Label: "–"}}, f.others(tree)...)
		check(view.Options, f.values[of.Name])
		return view, true
	case of.input == inputSelect && of.Default != nil:
		return view, f.addWith(&view, of)
	case of.input == inputImage:
		return view, f.addPicture(&view, of)
	case of.input == inputLinks || of.input == inputTerms:
		return view, f.addLinks(&view, of)
	}
	return view, true
}

// addWith adds the field that stands beside one with certain values, which then have a button
// each. It returns false after it has sent a page about a failure.
func (f *form) addWith(view *fieldView, of field) bool {
	for _, other := range f.inputs() {
		if other.With != of.Name {
			continue
		}
		with, ok := f.view(other)
		view.Input, view.With, view.Idle = inputChoice, &with, with.Value == "" && with.Error == ""
		return ok
	}
	return true
}

// isStored reports whether the record of the form has a value in a field that responses
// leave out. A form that was sent says so itself.
func (f *form) isStored(of field) bool { return f.stored[of.Name] || f.sent.Has(of.Name+".stored") }

// others returns the terms of a tree without the term of the form, which is not its own
// parent.
func (f *form) others(tree []choice) []choice {
	if f.current == nil {
		return tree
	}
	return slices.DeleteFunc(tree, func(c choice) bool { return c.Value == f.current.id() })
}

func inputID(name string) string { return "f-" + strings.NewReplacer(".", "-", "_", "-").Replace(name) }

// plain returns a field that is no link as an input of a name shows it.
func (f *form) plain(of field, name string, list []string) fieldView {
	v := values{"": list}
	view := fieldView{
		Name: name, ID: inputID(name), Label: f.t(of.Label), Input: of.input, Value: v.first(""),
		Error: f.errors[name], Required: of.Required, One: of.one, Meaning: of.Meaning,
		Target: of.target, Secret: of.WriteOnly && of.input == inputText, Short: of.Short,
	}
	if of.input != inputLinks && of.input != inputTerms {
		view.Same = f.found[name]
	}
	if of.Schema.MaxLength != nil {
		view.Max = *of.Schema.MaxLength
	}
	if of.Schema.Minimum != nil {
		view.Min = textOf(*of.Schema.Minimum)
	}
	if of.Schema.Maximum != nil {
		view.High = textOf(*of.Schema.Maximum)
	}
	switch of.input {
	case inputSelect, inputChecks:
		view.Options = f.optionsOf(of, list)
	case inputZone:
		view.Options = zones()
	case inputLines:
		view.Value = strings.Join(list, "\n")
	case inputMoney:
		for _, code := range of.Currencies {
			view.Currencies = append(view.Currencies,
				choice{Value: code, Label: code, Checked: len(list) > 1 && list[1] == code})
		}
	case inputNumber:
		view.Step = "any"
		if of.Type == "integer" {
			view.Step = "1"
		}
	default: // Nothing more.
	}
	if (view.Error != "" || view.Value != "") && !isTime(of.input, view.Value) {
		view.Input = inputText // Browsers show nothing in an input for dates that has no date.
	}
	if of.Hint != "" && !of.bare {
		view.Hint = f.t(of.Hint)
	}
	if of.input == inputTimestamp {
		view.Hint = strings.TrimSpace(view.Hint + " " + f.t("Time zone: %s.", of.zone.Name()))
	}
	if view.Hint != "" {
		view.DescribedBy = view.ID + "-hint"
	}
	if view.Error != "" {
		view.DescribedBy = strings.TrimSpace(view.DescribedBy + " " + view.ID + "-fault")
	}
	return view
}

// timeLayouts are the values that browsers show in inputs for dates and times.
var timeLayouts = map[input][]string{
	inputDate: {"2006-01-02"}, inputTime: {"15:04", "15:04:05"},
	inputWallTime:  {"2006-01-02T15:04", "2006-01-02T15:04:05"},
	inputTimestamp: {"2006-01-02T15:04", "2006-01-02T15:04:05"},
}

// isTime reports whether browsers show a value in an input, if it is one for dates and times.
func isTime(in input, value string) bool {
	layouts := timeLayouts[in]
	return layouts == nil ||
		slices.ContainsFunc(layouts, func(layout string) bool { _, err := time.Parse(layout, value); return err == nil })
}

// optionsOf returns the values of a field that has certain ones.
func (f *form) optionsOf(of field, list []string) []choice {
	words := of.options()
	if of.Meaning == "status" {
		words = statuses()
	}
	for _, s := range list {
		if !slices.Contains(words, s) {
			words = append(words, s) // A scheduled record, or what was typed.
		}
	}
	var options []choice
	if of.input == inputSelect && !of.Required && of.Default == nil && of.Meaning != "status" {
		options = append(options, choice{Label: "–"})
	}
	for _, word := range words {
		options = append(options, choice{
			Value: word, Label: f.optionWord(of, word), Checked: slices.Contains(list, word),
			Default: of.Default != nil && word == textOf(of.Default),
		})
	}
	return options
}

// optionWord returns a value as people read it.
func (h *handler) optionWord(of field, value string) string {
	if of.Meaning == "status" {
		if word := statusWords[value]; word != "" {
			return h.t(word)
		}
		return value
	}
	if value == "" {
		return ""
	}
	return h.t(of.ValueLabel(value))
}

// check marks the choices that are among some values.
func check(choices []choice, list []string) {
	for i := range choices {
		choices[i].Checked = slices.Contains(list, choices[i].Value)
	}
}
