package conform

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// The notation in which cases are written: check("sentence", parts...), where
// the parts are setup steps in given(...), one request, a Want and Needs.

// part is something that check puts into a case.
type part interface{ addTo(c *Case) }

// setup is the steps before the judged request.
type setup []Step

func (s setup) addTo(c *Case) { c.Setup = append(c.Setup, s...) }

func (s Step) addTo(c *Case)  { c.Request = s }
func (w Want) addTo(c *Case)  { c.Want = w }
func (n Needs) addTo(c *Case) { c.Needs = n }

// check makes a case.  A case with a caller other than the administrator runs
// only where callers are told apart.
func check(name string, parts ...part) Case {
	c := Case{Name: name}
	for _, p := range parts {
		p.addTo(&c)
	}
	for _, step := range append(slices.Clone(c.Setup), c.Request) {
		if step.Caller != Administrator {
			c.Needs.Auth = AuthRequired
		}
	}
	return c
}

// inArea names the area of all the cases in the groups.
func inArea(name string, groups ...[]Case) []Case {
	all := slices.Concat(groups...)
	for i := range all {
		all[i].Area = name
	}
	return all
}

// then adds steps to those of a fixture, which other cases share.
func (s setup) then(steps ...Step) setup { return slices.Concat(s, steps) }

func given(steps ...Step) setup { return steps }

// Needs that cases name.
func onlyA() Needs                { return Needs{Deployment: DeploymentA} }
func onlyB() Needs                { return Needs{Deployment: DeploymentB} }
func openOnly() Needs             { return Needs{Auth: AuthOpen} }
func rolesOnly() Needs            { return Needs{Auth: AuthRequired} }
func with(ext string) Needs       { return Needs{With: []string{ext}} }
func withoutExt(ext string) Needs { return Needs{Without: []string{ext}} }
func liveClock() Needs            { return Needs{LiveClock: true} }

// Requests.
func get(path string) Step              { return request(http.MethodGet, path, nil) }
func del(path string) Step              { return request(http.MethodDelete, path, nil) }
func options(path string) Step          { return request(http.MethodOptions, path, nil) }
func post(path string, body Body) Step  { return request(http.MethodPost, path, body) }
func put(path string, body Body) Step   { return request(http.MethodPut, path, body) }
func patch(path string, body Body) Step { return request(http.MethodPatch, path, body) }

// request makes a step; what follows "?" in the path is the query.
func request(method, path string, body Body) Step {
	path, query, _ := strings.Cut(path, "?")
	return Step{Method: method, Path: path, Query: query, Body: body}
}

func (s Step) by(c Caller) Step           { s.Caller = c; return s }
func (s Step) as(name string) Step        { s.As = name; return s }
func (s Step) failing(status int) Step    { s.Expect = status; return s }
func (s Step) after(d time.Duration) Step { s.Pause = d; return s }

func (s Step) header(name, value string) Step {
	headers := map[string]string{name: value}
	for n, v := range s.Headers {
		headers[n] = v
	}
	s.Headers = headers
	return s
}

// Answers.
func ok(checks ...Check) Want      { return Want{Status: http.StatusOK, Checks: checks} }
func created(checks ...Check) Want { return Want{Status: http.StatusCreated, Checks: checks} }

func fails(status int, code string, checks ...Check) Want {
	return Want{Status: status, Code: code, Checks: checks}
}

// survives asks for no more than what every answer has to keep to.
func survives(checks ...Check) Want { return Want{Checks: checks} }

// refused is a 400 that names wrong parameters.
func refused(names ...string) Want {
	return Want{Status: http.StatusBadRequest, Code: "rest_invalid_param", Params: names}
}

// missing is a 400 that names required parameters that were not sent.
func missing(names ...string) Want {
	return Want{Status: http.StatusBadRequest, Code: "rest_missing_callback_param", Params: names}
}

func (w Want) withHeader(name string, m Matcher) Want {
	w.Headers = append(slices.Clone(w.Headers), Header{name, m})
	return w
}

func (w Want) notJSON() Want { w.NotJSON = true; return w }

// Checks.
func is(path string, value any) Check         { return Check{path, equals{value}} }
func has(path string, values ...any) Check    { return Check{path, includes{values}} }
func hasNot(path string, values ...any) Check { return Check{path, excludes{values}} }
func set(path string, values ...any) Check    { return Check{path, sameSet{values}} }
func oneOf(path string, values ...any) Check  { return Check{path, anyOf{values}} }
func gone(path string) Check                  { return Check{path, absent{}} }
func there(path string) Check                 { return Check{path, present{}} }
func like(path, pattern string) Check         { return Check{path, matches{pattern}} }
func unlike(path, pattern string) Check       { return Check{path, lacks{pattern}} }
func count(path string, n int) Check          { return Check{path, length{n}} }
func typed(path, name string) Check           { return Check{path, isType{name}} }
func keysAre(path, names string) Check        { return Check{path, keys{strings.Fields(names)}} }
func keysInOrder(path, names string) Check    { return Check{path, keysIn{strings.Fields(names)}} }
func keysHave(path, names string) Check       { return Check{path, hasKeys{strings.Fields(names)}} }
func sorted(path string) Check                { return Check{path, ordered{fold: true}} }

// ids wants a list to hold the records that setup steps named, in order.
func ids(path string, names ...string) Check {
	values := make(list, len(names))
	for i, name := range names {
		values[i] = "{" + name + ".id}"
	}
	return is(path+".*.id", values)
}

// idSet is ids in any order.
func idSet(path string, names ...string) Check {
	values := make([]any, len(names))
	for i, name := range names {
		values[i] = "{" + name + ".id}"
	}
	return set(path+".*.id", values...)
}

// fmtBad names a case about a bad value.
func fmtBad(field, value string) string { return fmt.Sprintf("%q is no %s", value, field) }
