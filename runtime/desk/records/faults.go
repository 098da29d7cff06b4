package records

import (
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
)

// translated returns an error of the API in the language of the page.
func (v *visit) translated(english string) string { return page.Fault(v.r, english, v.label) }

// label returns a name of a field, a parameter or a resource as people read it, and other
// texts as they are.
func (v *visit) label(name string) string {
	for _, k := range v.desk.Env.Resources {
		if k.Name == name || k.Plural == name {
			return v.t(model.Words(name))
		}
	}
	if v.Resource == nil {
		return name
	}
	if link, inner, field := v.inside(name); inner != nil {
		return v.label(link) + ": " + inner.label(field)
	}
	for _, args := range [][]*model.Arg{v.Args, v.ListArgs} {
		for _, a := range args {
			if a.Name == name {
				return v.t(a.Label)
			}
		}
	}
	return name
}

// inside returns the link of a parameter such as "lines[1].price", or of an input such as
// "lines.new.price", with a visit about the records that it leads to and the name of their
// field; nil for what is in no record inside.
func (v *visit) inside(param string) (link string, inner *visit, field string) {
	for _, l := range v.Links {
		rest, ok := strings.CutPrefix(param, l.Name)
		if at := strings.LastIndex(rest, "."); ok && at >= 0 && (rest[0] == '.' || rest[0] == '[') {
			return l.Name, &visit{pages: v.pages, Resource: l.Target, w: v.w, r: v.r}, rest[at+1:]
		}
	}
	return "", nil, ""
}

// apiError returns what the API says about a request that failed, in the language of the
// page.
func (v *visit) apiError(a *desk.Response) apierror.ErrorBody {
	fault := a.Fault()
	fault.Message = v.translated(fault.Message)
	for name, detail := range fault.Data.Details {
		if _, inner, field := v.inside(name); inner != nil { // The place is that of the input.
			detail.Message = inner.translated(strings.Replace(detail.Message, name, field, 1))
		} else {
			detail.Message = v.translated(detail.Message)
		}
		fault.Data.Details[name] = detail
	}
	return fault
}

// apiErrorText returns what the API says about a request that failed: the first detail if
// there are some.
func (v *visit) apiErrorText(a *desk.Response) string {
	fault := v.apiError(a)
	for _, detail := range fault.Data.Details {
		return detail.Message
	}
	return fault.Message
}
