package record

import (
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/model"
)

// StatusWords are the statuses as people read them; they are keys of messages.
var StatusWords = map[string]string{
	model.StatusPublish: "Published", model.StatusFuture: "Publishes later", model.StatusDraft: "Draft",
	model.StatusPending: "Pending review", model.StatusPrivate: "Private", model.StatusTrash: "Trash",
}

// StatusMark returns the status of a record in words, with the time at which it is published if that
// is to come, and its class.
func (x *Exchange) StatusMark(r Record) (word, class string) {
	status := r.Text("status")
	word, class = x.T(StatusWords[status]), StatusClasses[status]
	date, _ := Named(x.FieldsOf(x.Resource), "publish_date")
	if at := dates.WallTime(r.Text(date.FieldName())); status == model.StatusFuture && at.Valid() {
		word = x.T("Publishes %s", x.ShortTime(at, false))
	}
	return word, class
}

// OptionWord returns a value as people read it.
func (x *Exchange) OptionWord(of Field, value string) string {
	if of.Meaning == "status" {
		if word := StatusWords[value]; word != "" {
			return x.T(word)
		}
		return value
	}
	if value == "" {
		return ""
	}
	return x.T(of.ValueLabel(value))
}

// Readable writes what the inputs of a field contain.
func (x *Exchange) Readable(of Field, list []string, names map[string]string) string {
	if of.Input == InputRepeat {
		return x.repeatText(ParseRepeat(list))
	}
	parts := make([]string, 0, len(list))
	for _, s := range list {
		switch of.Input {
		case InputLinks, InputTerms, InputImage:
			s = x.NameOf(of, s, names)
		case InputSelect:
			s = x.OptionWord(of, s)
		case InputBoolean:
			s = x.T(map[string]string{"true": "Yes", "false": "No"}[s])
		case InputDate, inputTime, InputWallTime, InputTimestamp:
			s = x.timeText(of, s)
		default: // As it is.
		}
		parts = append(parts, s)
	}
	separator := ", "
	if of.Input == InputMoney {
		separator = " "
	}
	return strings.Join(parts, separator)
}

// When writes the start of a record as lists show it.
func (x *Exchange) When(r Record) string {
	fields := x.FieldsOf(x.Resource)
	start, _ := Named(fields, "start")
	return x.CellText(start, r, fields)
}

// Cell is a value in a list.
type Cell struct {
	Label, Text string
	Day         bool // A date, which stays on one line.
}

// StatusClasses are the classes of the marks of statuses.
var StatusClasses = map[string]string{
	model.StatusPublish: "good", model.StatusFuture: "good", model.StatusPending: "warn", model.StatusTrash: "bad",
}

// CellText returns a field of a record as lists show it: a start as a short date.
func (x *Exchange) CellText(f Field, r Record, fields []Field) string {
	if start := dates.WallTime(r.Text(f.Name)); f.Meaning == "start" && start.Valid() {
		allDay, _ := Named(fields, "all_day")
		return x.ShortTime(start, r.Text(allDay.FieldName()) == "true")
	}
	return x.Text(f, r)
}

// Text returns a field of a record as people read it, in one line.
func (x *Exchange) Text(f Field, r Record) string {
	names := map[string]string{}
	return x.Readable(f, f.ValuesOf(r, names), names)
}
