package records

import (
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
)

// said returns an error of the API in the language of the page.
func (v *visit) said(english string) string { return page.Fault(v.r, english, v.label) }

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
	for _, link := range v.Links { // "lines[1].price"
		if rest, ok := strings.CutPrefix(name, link.Name); ok && strings.Contains(rest, ".") {
			inner := &visit{pages: v.pages, Resource: link.Target, w: v.w, r: v.r}
			return v.label(link.Name) + ": " + inner.label(rest[strings.LastIndex(rest, ".")+1:])
		}
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

// fault returns what the API says about a request that failed, in the language of the
// page.
func (v *visit) fault(a *desk.Response) apierror.ErrorBody {
	fault := a.Fault()
	fault.Message = v.said(fault.Message)
	for name, detail := range fault.Data.Details {
		detail.Message = v.said(detail.Message)
		fault.Data.Details[name] = detail
	}
	return fault
}

// faultText returns what the API says about a request that failed: the first detail if
// there are some.
func (v *visit) faultText(a *desk.Response) string {
	fault := v.fault(a)
	for _, detail := range fault.Data.Details {
		return detail.Message
	}
	return fault.Message
}
