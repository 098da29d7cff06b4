package cases

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"almanac/cmd/internal/conform"
)

// Derived returns the cases that hold for every resource, whatever its
// fields are: they are made from the server's own document, so that a resource
// gets them by being described.
func Derived(all []Resource) []conform.Case {
	var cases []conform.Case
	for _, r := range all {
		k := derived{r}
		cases = append(cases, inArea("derived_"+r.Plural, k.lifeCases(), k.updateCases(), k.unknownCases(), k.requiredCases(),
			k.typeCases(),
			k.pagingCases(), k.paramCases(), k.valueCases(), k.linkCases(all))...)
	}
	return cases
}

// derived makes the cases of one resource.
type derived struct{ Resource }

// body is a create with all that is required, and more or other members.
func (d derived) body(as string, extra ...js) js {
	body := js{}
	for _, f := range d.Fields {
		if !f.Required && f.Name != d.title() {
			continue
		}
		body[f.Name] = "Record {uniq} " + as
		switch {
		case formatted[f.Format] != nil:
			body[f.Name] = formatted[f.Format][0]
		case f.date():
			body[f.Name] = "{day+20} 10:00:00"
		case f.Enum != nil:
			body[f.Name] = f.Enum[0]
		case f.Type == "integer" || f.Type == "number":
			body[f.Name] = f.number()
		case f.Type == "object" || f.Values || f.limited():
			body[f.Name] = f.Example
		}
	}
	return merged(body, extra)
}

// numbersUsed counts the numbers of bodies, which may have to be unique.
var numbersUsed atomic.Int64

// number returns a number within the bounds: another one than before, if there is
// one.
func (f Field) number() any {
	least, ok := f.Example.(float64)
	if !ok {
		return f.Example
	}
	n := float64(numbersUsed.Add(1))
	if f.Max != nil {
		n = math.Mod(n, math.Floor(*f.Max-least)+1)
	}
	return least + n
}

// make is the fixture of the kind.
func (d derived) make(as string, extra ...js) conform.Step {
	return post("/"+d.Plural, d.body(as, extra...)).As(as)
}

// mine lists the case's own records, with more of a query.  It needs a list that
// can be searched.
func (d derived) mine(more string) conform.Step {
	path := "/" + d.Plural + "?search={uniq}" + more
	if d.takes("hide_empty") {
		path += "&hide_empty=0"
	}
	return get(path)
}

// addresses are the paths of the record r, by what they name it.
func (d derived) addresses() map[string]string {
	all := map[string]string{"ID": "/" + d.Plural + "/{r.id}"}
	if d.Slugs {
		all["slug"] = "/" + d.Plural + "/by-slug/{r.slug}"
	}
	return all
}

// forGood is the query of a delete that leaves nothing in the trash.
func (d derived) forGood() string {
	if d.Slugs {
		return "?force=true"
	}
	return ""
}

// notFound is the response for an unknown record; images have the codes of WordPress.
func (d derived) notFound() conform.Want {
	if d.Plural == "media" {
		return fails(404, "rest_post_invalid_id")
	}
	return fails(404, "rest-"+d.Name+"-not-found")
}

// lifeCases go with a record from its create to its end.
func (d derived) lifeCases() []conform.Case {
	if d.title() == "" {
		return nil
	}
	p, r := d.Plural, given(d.make("r"))
	record := []conform.Check{typed("id", "integer"), like(d.title(), "{uniq}")}
	if d.shows("slug") {
		record = append(record, there("slug"))
	}
	cases := []conform.Case{
		check("a create of "+p+" answers the record", post("/"+p, d.body("r")), created(record...)),
		check("members of "+p+" are documented", d.make("r"), created(at("", conform.KeysAmong(d.Members...)))),
		check("unknown fields of "+p+" are ignored", post("/"+p, d.body("r", js{"no_such_field": js{"a": 1}})),
			created(gone("no_such_field"))),
		check("visitors make no "+p, post("/"+p, d.body("r")).By(conform.Visitor), fails(401, "rest_forbidden")),
	}
	if d.takes("search") {
		cases = append(cases, check("a list of "+p+" has the new record", r, d.mine(""),
			ok(ids(p, "r"), is("total", 1), is("total_pages", 1))))
	}
	for by, path := range inOrder(d.addresses()) {
		cases = append(cases,
			check("one of "+p+" is read by "+by, r, get(path), ok(is("id", "{r.id}"), is(d.title(), "{r."+d.title()+"}"))),
			check("one of "+p+" that was deleted by "+by+" is gone", given(d.make("r"), del(path+d.forGood())),
				get("/"+p+"/{r.id}"), d.notFound()),
			check("a delete of one of "+p+" by "+by+" answers it", r, del(path+d.forGood()), ok(is("id", "{r.id}"))),
			check("visitors delete no "+p+" by "+by, r, del(path).By(conform.Visitor), fails(401, "rest_forbidden")),
		)
		if d.takes("search") {
			cases = append(cases, check("one of "+p+" that was deleted by "+by+" is in no list",
				given(d.make("r"), del(path+d.forGood())), d.mine(""), ok(is("total", 0))))
		}
		if d.Slugs {
			cases = append(cases, check("one of "+p+" goes to the trash by "+by, r, del(path),
				ok(is("id", "{r.id}"), is("status", "trash"))))
		}
	}
	return cases
}

// updateCases change a record by each address and method.
func (d derived) updateCases() []conform.Case {
	if d.title() == "" {
		return nil
	}
	var cases []conform.Case
	change := js{d.title(): "Changed {uniq}"}
	changed := []conform.Check{is("id", "{r.id}"), like(d.title(), "^Changed {uniq}$")}
	if d.shows("slug") {
		changed = append(changed, is("slug", "{r.slug}"))
	}
	for by, path := range inOrder(d.addresses()) {
		for method, send := range inOrder(map[string]func(string, conform.Body) conform.Step{
			"POST": post, "PUT": put, "PATCH": patch,
		}) {
			cases = append(cases, check(fmt.Sprintf("%s changes one of %s by %s", method, d.Plural, by), given(d.make("r")),
				send(path, change), ok(changed...)))
		}
		cases = append(cases,
			check("a change of one of "+d.Plural+" by "+by+" lasts", given(d.make("r"), patch(path, change)),
				get("/"+d.Plural+"/{r.id}"), ok(like(d.title(), "^Changed {uniq}$"))),
			check("an empty change of one of "+d.Plural+" by "+by+" keeps all", given(d.make("r")), patch(path, js{}),
				ok(is(d.title(), "{r."+d.title()+"}"))),
			check("a change of unknown fields of "+d.Plural+" by "+by+" keeps all", given(d.make("r")),
				patch(path, js{"no_such_field": 1}), ok(is(d.title(), "{r."+d.title()+"}"), gone("no_such_field"))),
		)
	}
	return cases
}

// unknownCases name records that do not exist.
func (d derived) unknownCases() []conform.Case {
	var cases []conform.Case
	paths := map[string]string{"ID": "/" + d.Plural + "/" + nobody}
	if d.Slugs {
		paths["slug"] = "/" + d.Plural + "/by-slug/no-such-{uniq}"
	}
	for by, path := range inOrder(paths) {
		body := js{d.title(): "x"}
		for _, step := range []conform.Step{get(path), del(path), post(path, body), put(path, body), patch(path, body)} {
			cases = append(cases, check(fmt.Sprintf("%s of an unknown %s of %s is not found", step.Method, by, d.Plural), step,
				d.notFound()))
		}
	}
	return cases
}

// requiredCases leave out each required field.
func (d derived) requiredCases() []conform.Case {
	var cases []conform.Case
	for _, f := range d.required() {
		path, field := "/"+d.Plural, f.Name
		cases = append(cases,
			check(field+" of "+d.Plural+" is required", post(path, d.body("r", js{field: drop{}})), missing(field)),
			check("null is no "+field+" of "+d.Plural, post(path, d.body("r", js{field: nil})), missing(field)),
			check("an empty text is no "+field+" of "+d.Plural, post(path, d.body("r", js{field: ""})), refused(field)),
			check("an empty text replaces no "+field+" of "+d.Plural, given(d.make("r")), patch(path+"/{r.id}", js{field: ""}),
				refused(field)),
		)
	}
	return cases
}

// typeCases send each field a value of another type.
func (d derived) typeCases() []conform.Case {
	var cases []conform.Case
	for _, f := range d.Fields {
		answer := refused(f.Name)
		if f.Type == "array" { // What is wrong inside of a linked record has a code of its own.
			answer = conform.Want{Status: http.StatusBadRequest}
		}
		for _, bad := range f.wrong() {
			cases = append(cases,
				check(fmt.Sprintf("%s is no %s of %s", conform.Show(bad), f.Name, d.Plural),
					post("/"+d.Plural, d.body("r", js{f.Name: bad})), answer),
				check(fmt.Sprintf("%s replaces no %s of %s", conform.Show(bad), f.Name, d.Plural), given(d.make("r")),
					patch("/"+d.Plural+"/{r.id}", js{f.Name: bad}), answer),
			)
		}
	}
	return cases
}

// wrong lists values that are not of the field's type.
func (f Field) wrong() []any {
	var above []any
	switch {
	case f.Min != nil:
		above = list{*f.Min - 1}
	case f.Max != nil:
		above = list{*f.Max + 1}
	case f.Length != nil:
		above = list{strings.Repeat("x", *f.Length+1)}
	}
	switch f.Type {
	case "integer":
		return append(above, "word", js{"a": "b"})
	case "number":
		return append(above, "word", list{1, 2})
	case "boolean":
		return []any{"maybe", js{"a": "b"}}
	case "array":
		return []any{list{js{"id": "no-such"}}}
	default:
		if f.Enum != nil || formatted[f.Format] != nil {
			return []any{js{"a": "b"}, "no-such-{uniq}"}
		}
		return append(above, js{"a": "b"})
	}
}

// pagingCases hold the laws of pages.
func (d derived) pagingCases() []conform.Case {
	if d.title() == "" || !d.takes("search") || !d.takes("page") || !d.takes("per_page") {
		return nil
	}
	p := d.Plural
	var five setup
	for _, as := range []string{"a", "b", "c", "d", "e"} {
		five = five.Then(d.make(as))
	}
	paged := five.Then(d.mine("&per_page=2").As("p1"), d.mine("&per_page=2&page=2").As("p2"),
		d.mine("&per_page=2&page=3").As("p3"))
	var together list
	for i := range 5 {
		together = append(together, fmt.Sprintf("{p%d.%s.%d.id}", i/2+1, p, i%2))
	}
	return []conform.Case{
		check("the pages of "+p+" together are the whole list", paged, d.mine("&per_page=50"),
			ok(is(p+".*.id", together), is("total", 5))),
		check("every page of "+p+" has the totals", five, d.mine("&per_page=2&page=3"),
			ok(count(p, 1), is("total", 5), is("total_pages", 3), gone("next_rest_url"), there("previous_rest_url"))),
		check("the next page of "+p+" is where the first one says", paged, get("{p1.next_rest_url}"),
			ok(is(p+".*.id", together[2:4]))),
		check("the previous page of "+p+" is where the last one says", paged, get("{p3.previous_rest_url}"),
			ok(is(p+".*.id", together[2:4]))),
		check("unknown parameters of "+p+" are ignored", five, d.mine("&no_such_parameter=1"), ok(count(p, 5))),
	}
}

// paramCases send each parameter of a list values that it cannot take.
func (d derived) paramCases() []conform.Case {
	var cases []conform.Case
	for _, f := range d.Params {
		path := "/" + d.Plural + "?" + f.Name
		if f.Type != "string" {
			cases = append(cases, check("a word is no "+f.Name+" in a list of "+d.Plural, get(path+"=no-such-{uniq}"),
				refused(f.Name)))
		}
		for _, odd := range []string{
			"=%00", "[]=a&" + f.Name + "[]=b", "[a][b]=c", "=%F0%9F%8E%AD%27%22--", "=99999999999999999999",
		} {
			cases = append(cases, check(fmt.Sprintf("%s%s breaks no list of %s", f.Name, odd, d.Plural), get(path+odd),
				survives()))
		}
	}
	return cases
}

// valueCases are about parameters that have the name and type of a field: they
// find the records that have the value.
func (d derived) valueCases() []conform.Case {
	var cases []conform.Case
	if d.title() == "" || !d.takes("search") {
		return nil
	}
	for _, f := range d.Fields {
		i := slices.IndexFunc(d.Params, func(p Field) bool { return p.Name == f.Name && p.Type == f.Type })
		if f.Required || f.date() && f.Format == "" || f.Name == "status" || f.limited() || i < 0 {
			continue
		}
		named := "a list of " + d.Plural + " finds "
		switch f.Type {
		case "boolean":
			two := given(d.make("on", js{f.Name: true}), d.make("off", js{f.Name: false}))
			cases = append(cases,
				check(named+f.Name+" that is true", two, d.mine("&"+f.Name+"=true"), ok(ids(d.Plural, "on"))),
				check(named+f.Name+" that is false", two, d.mine("&"+f.Name+"=false"), ok(ids(d.Plural, "off"))),
			)
		case "string":
			values := []string{"a-{uniq}", "b-{uniq}"}
			if texts := formatted[f.Format]; texts != nil {
				values = texts
			}
			if enum := d.Params[i].Enum; len(enum) > 1 {
				values = enum
				cases = append(cases, check("a list of "+d.Plural+" takes no other "+f.Name, d.mine("&"+f.Name+"=no-such-{uniq}"),
					refused(f.Name)))
			}
			two := given(d.make("a", js{f.Name: values[0]}), d.make("b", js{f.Name: values[1]}))
			cases = append(cases, check(named+"the "+f.Name, two, d.mine("&"+f.Name+"="+values[1]), ok(ids(d.Plural, "b"))))
		}
	}
	return cases
}

// linkCases follow each field that links to another resource, from both ends.
func (d derived) linkCases(all []Resource) []conform.Case {
	var cases []conform.Case
	for _, f := range d.Fields {
		i := slices.IndexFunc(all, func(r Resource) bool {
			return f.Type == "array" && !f.Values && (f.Name == r.Name || f.Name == r.Plural)
		})
		if i < 0 {
			continue
		}
		other := derived{all[i]}
		linked := given(other.make("o"), d.make("r", js{f.Name: list{"{o.id}"}}), d.make("s"))
		what := fmt.Sprintf("%s of %s", f.Name, d.Plural)
		cases = append(cases,
			check(what+" shows the linked record", linked, get("/"+d.Plural+"/{r.id}"), ok(like(f.Name, `"id":{o.id}[,}]`))),
			check(what+" is emptied by an empty list", linked, patch("/"+d.Plural+"/{r.id}", js{f.Name: list{}}),
				ok(is(f.Name, list{}))),
			check(what+" loses a record that is deleted", linked.Then(del("/"+other.Plural+"/{o.id}"+other.forGood())),
				get("/"+d.Plural+"/{r.id}"), ok(is(f.Name, list{}))),
			check(what+" takes no unknown ID", post("/"+d.Plural, d.body("r", js{f.Name: list{nobody}})), refused(f.Name)),
		)
		if d.takes(f.Name) && d.takes("search") {
			cases = append(cases, check(what+" is a filter", linked, d.mine("&"+f.Name+"={o.id}"), ok(ids(d.Plural, "r"))))
		}
		if slices.ContainsFunc(other.Params, func(p Field) bool {
			return p.Name == d.Name && p.Type == "integer"
		}) && other.takes("search") {
			cases = append(cases, check(what+" is a filter from the other end", linked, other.mine("&"+d.Name+"={r.id}"),
				ok(ids(other.Plural, "o"))))
		}
	}
	return cases
}
