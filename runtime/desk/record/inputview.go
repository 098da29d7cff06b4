package record

import (
	"slices"
	"strings"
	"time"

	"almanac/runtime/model"
)

// Link leads to an input; without a URL it is a text.
type Link struct{ URL, Text string }

// FieldView is a field as the template "field" shows it.
type FieldView struct {
	Name, ID, Label, Hint string
	Input                 Input
	Value, Currency, Step string
	Max                   int // Of a text in characters; 0 for no bound.
	Min, High             string
	Options               []Choice // Of selects, checks, trees, and what is linked.
	Currencies            []Choice
	Error                 string
	Required, Set         bool // Set: a write-only field that can be cleared.
	Meaning               string
	Secret                bool // Browsers do not keep what is typed.
	Lookup                string
	Found                 []Choice
	Same                  []Choice // Records that have the name that was typed.
	Find                  string   // What was typed to find a record, or to make a term.
	New                   []FieldView
	Creates               bool // What is linked can be made by its name.
	NewOpen               bool
	One                   bool
	Tree                  bool
	Source                string          // Where the linked records come from, such as venues.
	Picture               *PictureView    // Nil for what is no image.
	Target                *model.Resource // What is linked; nil for nothing, and for users.
	DescribedBy           string          // IDs of the texts about the input.
	Short                 bool            // HTML of a few sentences.
	With                  *FieldView      // Stands beside it: see Forms in package dsl.
	Focused               bool            // It has the focus when the page opens.
	Idle                  bool            // With has nothing to show while the field has its default.
	Repeat                *RepeatView     // Nil for what is no recurrence.

	Rank int // In its part of the form.
}

// Choice is a value that can be chosen.
type Choice struct {
	Value, Label string
	Checked      bool
	Depth        int // In a tree.
	Default      bool
	URL          string // Of the form of a linked record; "" for none.
}

// Indent returns an element for each level of the tree above the choice, for templates.
func (c Choice) Indent() []struct{} { return make([]struct{}, c.Depth) }

// InputID returns the ID of the element for the input with a name.
func InputID(name string) string { return "f-" + strings.NewReplacer(".", "-", "_", "-").Replace(name) }

// Plain returns a field that is no link as an input of a name shows it.
func (x *Exchange) Plain(of Field, name string, list []string, fault string) FieldView {
	v := Values{"": list}
	view := FieldView{
		Name: name, ID: InputID(name), Label: x.T(of.Label), Input: of.Input, Value: v.First(""),
		Error: fault, Required: of.Required, One: of.One, Meaning: of.Meaning,
		Target: of.Target, Secret: of.WriteOnly && of.Input == InputText, Short: of.Short,
	}
	if of.Schema.MaxLength != nil {
		view.Max = *of.Schema.MaxLength
	}
	if of.Schema.Minimum != nil {
		view.Min = TextOf(*of.Schema.Minimum)
	}
	if of.Schema.Maximum != nil {
		view.High = TextOf(*of.Schema.Maximum)
	}
	switch of.Input {
	case InputSelect, InputChecks:
		view.Options = x.optionsOf(of, list)
	case inputZone:
		view.Options = zones()
	case inputLines:
		view.Value = strings.Join(list, "\n")
	case InputMoney:
		for _, code := range of.Currencies {
			view.Currencies = append(view.Currencies,
				Choice{Value: code, Label: code, Checked: len(list) > 1 && list[1] == code})
		}
	case InputNumber:
		view.Step = "any"
		if of.Type == "integer" {
			view.Step = "1"
		}
	default: // Nothing more.
	}
	if (view.Error != "" || view.Value != "") && !isTime(of.Input, view.Value) {
		view.Input = InputText // Browsers show nothing in an input for dates that has no date.
	}
	if of.Hint != "" && !of.Bare {
		view.Hint = x.T(of.Hint)
	}
	if of.Input == InputTimestamp {
		view.Hint = strings.TrimSpace(view.Hint + " " + x.T("Time zone: %s.", of.Zone.Name()))
	}
	if view.Hint != "" {
		view.DescribedBy = view.ID + "-hint"
	}
	if view.Error != "" {
		view.DescribedBy = strings.TrimSpace(view.DescribedBy + " " + view.ID + "-fault")
	}
	return view
}

// TimeLayouts are the values that browsers show in inputs for dates and times.
var TimeLayouts = map[Input][]string{
	InputDate: {"2006-01-02"}, inputTime: {"15:04", "15:04:05"},
	InputWallTime:  {"2006-01-02T15:04", "2006-01-02T15:04:05"},
	InputTimestamp: {"2006-01-02T15:04", "2006-01-02T15:04:05"},
}

// isTime reports whether browsers show a value in an input, if it is one for dates and times.
func isTime(in Input, value string) bool {
	layouts := TimeLayouts[in]
	return layouts == nil ||
		slices.ContainsFunc(layouts, func(layout string) bool { _, err := time.Parse(layout, value); return err == nil })
}

// optionsOf returns the values of a field that has certain ones.
func (x *Exchange) optionsOf(of Field, list []string) []Choice {
	words := of.Options()
	if of.Meaning == "status" {
		words = Statuses()
	}
	for _, s := range list {
		if !slices.Contains(words, s) {
			words = append(words, s) // A scheduled record, or what was typed.
		}
	}
	var options []Choice
	if of.Input == InputSelect && !of.Required && of.Default == nil && of.Meaning != "status" {
		options = append(options, Choice{Label: "–"})
	}
	for _, word := range words {
		options = append(options, Choice{
			Value: word, Label: x.OptionWord(of, word), Checked: slices.Contains(list, word),
			Default: of.Default != nil && word == TextOf(of.Default),
		})
	}
	return options
}

// Check marks the choices that are among some values.
func Check(choices []Choice, list []string) {
	for i := range choices {
		choices[i].Checked = slices.Contains(list, choices[i].Value)
	}
}

// Pair is a hidden input.
type Pair struct{ Name, Value string }
