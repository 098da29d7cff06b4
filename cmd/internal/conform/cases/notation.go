package cases

import (
	"fmt"
	"net/http"
	"strings"

	"almanac/cmd/internal/conform"
)

// The notation of cases: check("sentence", parts...), where the parts are setup
// steps in given(...), one request, a Want and Needs.

type (
	js    = conform.Object
	list  = conform.List
	text  = conform.Text
	form  = conform.Form
	parts = conform.Parts
	setup = conform.Setup
)

func raw(contentType, data string) conform.Body {
	return conform.RawBody{Type: contentType, Data: data}
}

func check(name string, parts ...conform.Part) conform.Case { return conform.NewCase(name, parts...) }
func given(steps ...conform.Step) setup                     { return steps }

// Needs that cases have in common.
func onlyA() conform.Needs                { return conform.Needs{Deployment: conform.DeploymentA} }
func onlyB() conform.Needs                { return conform.Needs{Deployment: conform.DeploymentB} }
func openOnly() conform.Needs             { return conform.Needs{Auth: conform.AuthOpen} }
func rolesOnly() conform.Needs            { return conform.Needs{Auth: conform.AuthRequired} }
func with(ext string) conform.Needs       { return conform.Needs{With: []string{ext}} }
func withoutExt(ext string) conform.Needs { return conform.Needs{Without: []string{ext}} }
func liveClock() conform.Needs            { return conform.Needs{LiveClock: true} }

// Requests.
func get(path string) conform.Step { return request(http.MethodGet, path, nil) }

func del(path string) conform.Step { return request(http.MethodDelete, path, nil) }

func options(path string) conform.Step { return request(http.MethodOptions, path, nil) }

func post(path string, body conform.Body) conform.Step { return request(http.MethodPost, path, body) }

func put(path string, body conform.Body) conform.Step { return request(http.MethodPut, path, body) }

func patch(path string, body conform.Body) conform.Step { return request(http.MethodPatch, path, body) }

// request returns a step; what follows "?" in the path is the query.
func request(method, path string, body conform.Body) conform.Step {
	path, query, _ := strings.Cut(path, "?")
	return conform.Step{Method: method, Path: path, Query: query, Body: body}
}

// Responses.
func ok(checks ...conform.Check) conform.Want { return fails(http.StatusOK, "", checks...) }

func created(checks ...conform.Check) conform.Want { return fails(http.StatusCreated, "", checks...) }

func fails(status int, code string, checks ...conform.Check) conform.Want {
	return conform.Want{Status: status, Code: code, Checks: checks}
}

// survives requires no more than what every response has to be.
func survives(checks ...conform.Check) conform.Want { return conform.Want{Checks: checks} }

// refused is a 400 that names wrong parameters.
func refused(names ...string) conform.Want {
	return conform.Want{Status: http.StatusBadRequest, Code: "rest_invalid_param", Params: names}
}

// missing is a 400 that names required parameters that were not sent.
func missing(names ...string) conform.Want {
	return conform.Want{Status: http.StatusBadRequest, Code: "rest_missing_callback_param", Params: names}
}

// Checks.
func at(path string, m conform.Matcher) conform.Check { return conform.Check{Path: path, Match: m} }

func is(path string, value any) conform.Check      { return at(path, conform.Equals(value)) }
func has(path string, values ...any) conform.Check { return at(path, conform.Includes(values...)) }

func hasNot(path string, values ...any) conform.Check { return at(path, conform.Excludes(values...)) }

func set(path string, values ...any) conform.Check { return at(path, conform.SameSet(values...)) }
func gone(path string) conform.Check               { return at(path, conform.Absent()) }
func there(path string) conform.Check              { return at(path, conform.Present()) }
func like(path, pattern string) conform.Check      { return at(path, conform.Matches(pattern)) }
func unlike(path, pattern string) conform.Check    { return at(path, conform.Lacks(pattern)) }
func count(path string, n int) conform.Check       { return at(path, conform.Length(n)) }
func typed(path, name string) conform.Check        { return at(path, conform.Type(name)) }

// Checks of keys; the names are separated by blanks.
func keysAre(path, names string) conform.Check {
	return at(path, conform.Keys(strings.Fields(names)...))
}

func keysHave(path, names string) conform.Check {
	return at(path, conform.HasKeys(strings.Fields(names)...))
}

func keysInOrder(path, names string) conform.Check {
	return at(path, conform.KeysInOrder(strings.Fields(names)...))
}

// ids requires a list of the records of the named setup steps, in order.
func ids(path string, names ...string) conform.Check { return is(path+".*.id", list(idTokens(names))) }

// idSet is ids in any order.
func idSet(path string, names ...string) conform.Check { return set(path+".*.id", idTokens(names)...) }

// idTokens returns a token for the ID of each named record.
func idTokens(names []string) []any {
	values := make([]any, len(names))
	for i, name := range names {
		values[i] = "{" + name + ".id}"
	}
	return values
}

// notA names a case about a wrong value.
func notA(field, value string) string { return fmt.Sprintf("%q is no %s", value, field) }
