package httpapi

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/validate"
)

// argNames are the names that requests of one operation may send, and those that
// they had in earlier releases.
type argNames struct {
	api    *API
	of     *model.Resource // Nil for an operation about no resource, whose names are not checked.
	args   map[string]bool
	former []*model.Arg         // With a former name.
	inside map[string]*argNames // Of the records that a link may describe, by its name.

	isAction bool // It takes no record that was read.
}

// namesOf returns the names of an operation.
func (a *API) namesOf(k *model.Resource, args []*model.Arg) *argNames {
	n := a.namesAmong(k, args)
	if k == nil {
		return n
	}
	for _, name := range []string{"context", "password", "format"} { // Of every operation.
		n.args[name] = true
	}
	for _, link := range k.Links {
		if n.args[link.Name] && !link.Target.Term {
			n.inside[link.Name] = a.namesAmong(link.Target, link.Target.Args)
		}
	}
	return n
}

// namesAmong returns the names of arguments.
func (a *API) namesAmong(k *model.Resource, args []*model.Arg) *argNames {
	n := &argNames{api: a, of: k, args: map[string]bool{}, inside: map[string]*argNames{}}
	for _, arg := range args {
		n.args[arg.Name] = true
		if arg.Was != "" {
			n.former = append(n.former, arg)
		}
	}
	return n
}

// present returns the parameters of a request under their present names.  The error is a
// 400 that lists those with a former name that is not accepted and, in a strict
// service, those that nothing has.
func (n *argNames) present(r *request.Request) (*param.Values, error) {
	if n.of == nil || r.Values == nil {
		return r.Values, nil
	}
	errs := apierror.FieldErrors{}
	values := r.Values
	for _, arg := range n.former {
		_, old := values.Lookup(arg.Was)
		if !old {
			continue
		}
		if _, both := values.Lookup(arg.Name); !arg.TakesWas || both {
			errs.Add(arg.Was, "", "%s is now called %s.", apierror.Param(arg.Was), apierror.Param(arg.Name))
			continue
		}
		values = values.Renamed(arg.Was, arg.Name)
	}
	if n.api.Env.Service.Strict {
		n.refuseUnknown(values.Names(), errs)
	}
	for name, inner := range n.inside {
		if value, sent := values.Lookup(name); sent {
			inner.rename(name, value, errs)
		}
	}
	if f := errs.Err(nil); f != nil {
		return nil, f
	}
	return values, nil
}

// refuseUnknown notes the names that nothing has, but for former ones.
func (n *argNames) refuseUnknown(names []string, errs apierror.FieldErrors) {
	for _, name := range names {
		former := slices.ContainsFunc(n.former, func(arg *model.Arg) bool { return arg.Was == name })
		if !former && !n.knows(name) {
			known := apierror.Params(slices.Sorted(maps.Keys(n.args)))
			errs.Add(name, "", "%s is unknown; the valid names are: %s.", apierror.Param(name), known)
		}
	}
}

// knows reports whether a request may send a name: that of an argument, of the protocol
// (_fields) or of a member of responses, so that what was read can be sent back.
func (n *argNames) knows(name string) bool {
	return n.args[name] || strings.HasPrefix(name, "_") || name == n.api.Env.Deployment.LanguageParam ||
		!n.isAction && n.api.Members(n.of)[name]
}

// rename does what present does for the records that describe themselves in the value of a
// link, called where.  Their members are renamed in place.
func (n *argNames) rename(where string, value any, errs apierror.FieldErrors) {
	switch v := value.(type) {
	case []any:
		for i, element := range v {
			n.rename(validate.InlinePath(value, where, i), element, errs)
		}
	case map[string]any:
		for _, arg := range n.former {
			old, sent := v[arg.Was]
			if !sent {
				continue
			}
			if _, both := v[arg.Name]; !arg.TakesWas || both {
				errs.Add(where+"."+arg.Was, "", "%s: %s is now called %s.",
					apierror.Param(where), apierror.Param(arg.Was), apierror.Param(arg.Name))
				continue
			}
			delete(v, arg.Was)
			v[arg.Name] = old
		}
		if n.api.Env.Service.Strict {
			inner := apierror.FieldErrors{}
			n.refuseUnknown(slices.Sorted(maps.Keys(v)), inner)
			for _, name := range slices.Sorted(maps.Keys(inner)) {
				errs.Add(where+"."+name, "", "%s: %s", apierror.Param(where), inner[name].Message)
			}
		}
	}
}

// Members returns the names of the members of a record of a resource in responses.
func (a *API) Members(k *model.Resource) map[string]bool { return a.members[k] }

// membersOf lists the JSON names of a struct type.
func membersOf(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" {
			names[name] = true
		}
	}
	return names
}
