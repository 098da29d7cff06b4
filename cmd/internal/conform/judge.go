package conform

import "strings"

// judge compares the judged answer with what a case wants.
func (r *runner) judge(a *answer, w Want, s *scope) {
	if w.Status != 0 && a.status != w.Status {
		r.problem("status is %d, want %d", a.status, w.Status)
		return
	}
	if w.Code != "" {
		r.check(a, Check{"code", equals{w.Code}}, s)
	}
	r.checkParams(a, w.Params, s)
	for _, h := range w.Headers {
		values := a.header.Values(h.Name)
		if err := h.Match.match(strings.Join(values, ", "), len(values) > 0, s); err != nil {
			r.problem("header %s %v", h.Name, err)
		}
	}
	for _, c := range w.Checks {
		r.check(a, c, s)
	}
}

func (r *runner) check(a *answer, c Check, s *scope) {
	path, err := s.text(c.Path, plain)
	if err != nil {
		r.problem("%v", err)
		return
	}
	got, there := lookup(a.body, path)
	if err := c.Match.match(got, there, s); err != nil {
		r.problem("%s %v", pathName(path), err)
	}
}

func pathName(path string) string {
	if path == "" {
		return "the body"
	}
	return path
}

// checkParams wants names in data.params, which is a list of names where
// parameters are missing and an object where they are wrong.
func (r *runner) checkParams(a *answer, names []string, s *scope) {
	for _, name := range names {
		name, err := s.text(name, plain)
		if err != nil {
			r.problem("%v", err)
			continue
		}
		params, _ := lookup(a.body, "data.params")
		switch p := params.(type) {
		case *object:
			if _, there := p.members[name]; there {
				continue
			}
		case []any:
			if (includes{[]any{name}}).match(p, true, s) == nil {
				continue
			}
		}
		r.problem("data.params is %s, want %q named there", show(params), name)
	}
}
