package records

import (
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
)

// translated returns an error of the API in the language of the page.
func (h *handler) translated(english string) string {
	return page.TranslateError(h.r, english, h.label)
}

// label returns a name of a field, a parameter or a resource as people read it, and other
// texts as they are.
func (h *handler) label(name string) string {
	for _, res := range h.desk.Env.Resources {
		if res.Name == name || res.Plural == name {
			if text := h.t(model.Words(name)); text != model.Words(name) {
				return text
			}
			return strings.ReplaceAll(name, "_", " ") // It stands inside a sentence.
		}
	}
	if h.Resource == nil {
		return name
	}
	if link, inner, field := h.inside(name); inner != nil {
		return h.fieldLabel(link) + ": " + inner.fieldLabel(field)
	}
	return h.fieldLabel(name)
}

// fieldLabel returns the label of a field or a parameter, and other texts as they are.
func (h *handler) fieldLabel(name string) string {
	for _, args := range [][]*model.Arg{h.Args, h.ListArgs} {
		for _, a := range args {
			if a.Name == name {
				return h.t(a.Label)
			}
		}
	}
	return name
}

// inside returns the link of a parameter such as "lines[1].price", or of an input such as
// "lines.new.price", with a handler for the records that it leads to and the name of their
// field; nil for what is in no record inside.
func (h *handler) inside(param string) (link string, inner *handler, field string) {
	for _, l := range h.Links {
		rest, ok := strings.CutPrefix(param, l.Name)
		if at := strings.LastIndex(rest, "."); ok && at >= 0 && (rest[0] == '.' || rest[0] == '[') {
			return l.Name, &handler{pages: h.pages, Resource: l.Target, w: h.w, r: h.r}, rest[at+1:]
		}
	}
	return "", nil, ""
}

// apiError returns what the API says about a request that failed, in the language of the
// page.
func (h *handler) apiError(resp *desk.Response) apierror.ErrorBody {
	apiErr := resp.ErrorBody()
	apiErr.Message = h.translated(apiErr.Message)
	for name, detail := range apiErr.Data.Details {
		if _, inner, field := h.inside(name); inner != nil { // The place is that of the input.
			detail.Message = inner.translated(strings.Replace(detail.Message, name, field, 1))
		} else {
			detail.Message = h.translated(detail.Message)
		}
		apiErr.Data.Details[name] = detail
	}
	return apiErr
}

// apiErrorText returns what the API says about a request that failed: the first detail if
// there are some.
func (h *handler) apiErrorText(resp *desk.Response) string {
	apiErr := h.apiError(resp)
	for _, detail := range apiErr.Data.Details {
		return detail.Message
	}
	return apiErr.Message
}
