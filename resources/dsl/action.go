package dsl

import (
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// Action describes something that is done with one record, POST /orders/7/pay: it sets
// fields to values, and to what the request sends.  It has an operation in the document, a method
// of the Go client, a function for Go code and a button in the desk; [NewAction] makes one.
//
// An action is a write like an update: with the same validation, hooks (Mutation.Action names it),
// audit log, dry run and conditions.  What else it does is a function in mutate.Hooks.Actions.
type Action struct{ spec ActionSpec }

// ActionSpec is the description of one action as data.
type ActionSpec struct {
	Name   string // Last part of its route.
	Doc    string
	Label  string // Of the button; "" for the name in words.
	Values []ActionValue
	Input  []string // Fields that the request may send.
	Needed []string // Those of them that it has to send.
	Role   Role     // "" for all who may update the record.
	Owner  bool     // The owner of the record too, whatever the role.

	position token.Position
}

// ActionValue is a field, and the value that an action sets it to: one of an Enum, or a bool.
type ActionValue struct {
	Field string
	Value any
}

// NewAction describes an action.  The name is a verb, such as "pay" or "mark-late":
//
//	Actions: []dsl.Action{
//		dsl.NewAction("pay").Sets("status", "paid").Input("receipt").Allow(dsl.RoleEditor).Doc("Marks an order as paid."),
//	},
func NewAction(name string) Action { return Action{ActionSpec{Name: name, position: here()}} }

// Sets has the action set a field: an Enum to one of its values, or a Boolean.
func (a Action) Sets(field string, value any) Action {
	a.spec.Values = append(slices.Clip(a.spec.Values), ActionValue{field, value})
	return a
}

// Input names fields that the request may send, as an update does.
func (a Action) Input(fields ...string) Action {
	a.spec.Input = append(slices.Clip(a.spec.Input), fields...)
	return a
}

// RequiredInput names fields that the request has to send.
func (a Action) RequiredInput(fields ...string) Action {
	a.spec.Needed = append(slices.Clip(a.spec.Needed), fields...)
	return a.Input(fields...)
}

// Allow grants the action to a role and those above it, whatever else they may do with the
// record.  Without it, all who may update the record may perform the action.
func (a Action) Allow(role Role) Action { a.spec.Role = role; return a }

// OwnerToo grants the action to the owner of the record, of a resource with a field As(Owner).
func (a Action) OwnerToo() Action { a.spec.Owner = true; return a }

// Label names the button in the desk; without it, the name in words.
func (a Action) Label(text string) Action { a.spec.Label = text; return a }

// Doc is one sentence for the documentation.
func (a Action) Doc(text string) Action { a.spec.Doc = text; return a }

// Spec returns the action as data.
func (a Action) Spec() ActionSpec { return a.spec }

// ActionSpecs returns the actions as data.
func (r Resource) ActionSpecs() []ActionSpec {
	list := make([]ActionSpec, len(r.Actions))
	for i := range r.Actions {
		list[i] = r.Actions[i].spec
	}
	return list
}

// Transitions names the changes of an [Enum] that are possible, each as "from>to,to".  Other
// changes are refused (409), also those of hooks and of Go code.  A new
// record has the Default or a value that no transition leads to; imports are taken as they are.
// The desk offers what is possible.
//
//	dsl.Enum("status", "open", "paid", "sent", "canceled").Default("open").
//		Transitions("open>paid,canceled", "paid>sent,canceled")
func (f Field) Transitions(list ...string) Field {
	f.spec.Transitions = append(slices.Clip(f.spec.Transitions), list...)
	return f
}

// ByActions has actions alone change an Enum with Transitions: other writes that send another
// value than the record has are refused (400).
func (f Field) ByActions() Field { f.spec.ByActions = true; return f }

// Next returns the values to which a transition leads from each value.
func (f FieldSpec) Next() map[string][]string {
	next := map[string][]string{}
	for _, text := range f.Transitions {
		from, to, _ := strings.Cut(text, ">")
		next[from] = append(next[from], strings.Split(to, ",")...)
	}
	return next
}

// Initial returns the values that a new record may have.
func (f FieldSpec) Initial() []string {
	reached := map[string]bool{}
	for _, to := range f.Next() {
		for _, value := range to {
			reached[value] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Enum),
		func(value string) bool { return reached[value] && value != f.Default.Value })
}

// actionName matches the name of an action, which is the last part of a route.
var actionName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// transitions checks the transitions of a field.
func (v *validation) transitions(r Resource, f FieldSpec) {
	if f.ByActions && len(f.Transitions) == 0 {
		v.errorf(r, "field %q: ByActions is for an Enum with Transitions; add them", f.Name)
	}
	if len(f.Transitions) == 0 {
		return
	}
	if !f.isEnum() || f.IsList() || f.Computed != nil || r.Kind == KindInternal {
		v.errorf(r, "field %q: Transitions are for an Enum that writes send; remove them", f.Name)
		return
	}
	seen := map[string]bool{}
	for _, text := range f.Transitions {
		from, to, ok := strings.Cut(text, ">")
		for value := range strings.SplitSeq(from+","+to, ",") {
			ok = ok && slices.Contains(f.Enum, value)
		}
		for value := range strings.SplitSeq(to, ",") {
			ok = ok && value != from && !seen[from+">"+value]
			seen[from+">"+value] = true
		}
		if !ok {
			v.errorf(r, `field %q: Transitions %q must be "from>to,to" with different values of %s, each once`,
				f.Name, text, joined(f.Enum))
		}
	}
	if len(f.Initial()) == 0 {
		v.errorf(r, "field %q: no new record can have a value of it: transitions lead to all; add a Default", f.Name)
	}
}

// actions checks the actions of a resource.
func (v *validation) actions(r Resource) {
	defer v.atMember()
	if len(r.Actions) > 0 && !r.hasLists() {
		v.errorf(r, "Actions are for resources with routes; remove them")
		return
	}
	_, owned := r.FieldWithBehavior(Owner)
	seen := map[string]bool{}
	for _, a := range r.ActionSpecs() {
		v.at(a.position)
		what := "action " + quoted(a.Name)
		if !actionName.MatchString(a.Name) {
			v.errorf(r, "%s: a name is a verb of lower-case letters and digits, with hyphens between words", what)
		}
		if operationNames[a.Name] {
			v.errorf(r, "%s: every resource has an operation of this name; choose another verb", what)
		}
		if seen[a.Name] {
			v.errorf(r, "%s is described twice; rename or remove one", what)
		}
		seen[a.Name] = true
		v.doc(r, what, a.Doc)
		if strings.ContainsAny(a.Label, "\n\r") {
			v.errorf(r, "%s: its Label has several lines; write one line", what)
		}
		v.actionFields(r, a, what)
		switch {
		case a.Role != "" && !slices.Contains(Roles(), a.Role):
			v.errorf(r, "%s: %q is not a role; the roles are %q", what, a.Role, Roles())
		case r.Kind == KindRecord && a.Role != "" && !r.Permissions.RoleFor(r.Kind, "Read").Includes(a.Role):
			v.errorf(r, "%s: users cannot act on records that they cannot read; allow it to %s or a role above, or lower Read",
				what, r.Permissions.RoleFor(r.Kind, "Read"))
		}
		if a.Owner && !owned {
			v.errorf(r, "%s: OwnerToo is about owners; add a field As(Owner), or remove it", what)
		}
	}
}

// actionFields checks what an action sets and what it takes.
func (v *validation) actionFields(r Resource, a ActionSpec, what string) {
	set := map[string]bool{}
	for _, value := range a.Values {
		f, ok := r.Field(value.Field)
		text, isText := value.Value.(string)
		_, isBool := value.Value.(bool)
		fits := f.isEnum() && !f.IsList() && isText && slices.Contains(f.Enum, text) ||
			f.Type == TypeBoolean && f.Behavior == "" && f.Setter.Func == "" && isBool
		if !ok || !fits || f.Computed != nil || set[f.Name] {
			v.errorf(r, "%s: Sets(%q, %#v) must name an Enum with one of its values, or a Boolean with true or false, once",
				what, value.Field, value.Value)
		}
		set[value.Field] = true
	}
	for i, name := range a.Input {
		if squash(name) == "action" {
			v.errorf(r, "%s: Input %q has the name of a generated method; rename the field", what, name)
			continue
		}
		f, ok := r.Field(name)
		if !ok || !f.isActionInput() || set[name] || slices.Contains(a.Input[:i], name) {
			var possible []string
			for _, other := range r.FieldSpecs() {
				if other.isActionInput() && !set[other.Name] {
					possible = append(possible, other.Name)
				}
			}
			v.errorf(r, "%s: Input %q must be a field that the action does not set, once; possible fields: %s",
				what, name, joined(possible))
		}
	}
}

// isActionInput reports whether an action may take the field: one that a write sets by itself.
func (f FieldSpec) isActionInput() bool {
	return f.Computed == nil && !f.ByActions && (f.Behavior == "" || f.Behavior == Link)
}
