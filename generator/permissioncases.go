package generator

import (
	"strings"

	"almanac/resources/dsl"
)

// Whose record a case is about.
const (
	ownRecord   = "own"
	otherRecord = "another's"
	noRecord    = "none"
	anyRecord   = "any" // Terms belong to nobody.
	newRecord   = "new"
)

// States of a record beside its status.
const (
	stateUnknown   = "unknown"
	unsaid         = "no status"
	stateProtected = "publish with a password"
	stateFormer    = "trash by its former slug"
)

// statuses lists those that a record can have, those next to each other for
// which the same rights count.
func statuses() []string {
	return []string{"publish", "future", "private", "draft", "pending", "trash"}
}

// has reports whether a caller has a right of the resource.
func (r *resource) has(word string, who dsl.Who) bool { return r.Access.Of(word).Includes(who) }

// edits reports whether a caller may change a post.
func (r *resource) edits(who dsl.Who, whose, status string) bool {
	switch {
	case r.has("EditOthers", who):
		return true
	case whose != ownRecord:
		return false
	case status == "draft" || status == "pending" || status == "trash":
		return r.has("EditDrafts", who)
	}
	return r.has("Edit", who)
}

// reads reports whether a caller may see a post.
func (r *resource) reads(who dsl.Who, whose, status string) bool {
	switch status {
	case "publish":
		return true
	case "trash":
		return r.edits(who, whose, status)
	case "private":
		if r.has("ReadPrivate", who) {
			return true
		}
	}
	return r.has("EditOthers", who) || whose == ownRecord && r.has("Create", who)
}

// written returns the cell of a write that a caller may do or not.
func written(who dsl.Who, may bool, success string) string {
	switch {
	case who == visitor:
		return "401"
	case !may:
		return "403"
	}
	return success
}

// permissions returns the tables of a resource.
func (r *resource) permissions() []permissionTable {
	if !r.post() {
		return r.termPermissions()
	}
	all := "/" + r.Plural
	id, slug := all+"/{id}", all+"/by-slug/{slug}"
	update := []string{"POST " + id, "PUT " + id, "PATCH " + id, "POST " + slug, "PUT " + slug, "PATCH " + slug}
	tables := []permissionTable{
		r.readCases("GET "+id, "GET "+slug),
		r.listCases("List", "GET "+all, func(status string) bool { return status != "trash" }),
		r.listCases("List one status", "GET "+all+"?status={status}", func(string) bool { return true }),
		r.createCases("POST " + all),
		r.updateCases(update),
		r.deleteCases("Delete", "410", "DELETE "+id, "DELETE "+slug),
		r.deleteCases("Delete for good", "200", "DELETE "+id+"?force=true", "DELETE "+slug+"?force=true"),
	}
	if r.role(dsl.Status) != nil {
		tables = append(tables, r.publishCases(update))
	}
	return tables
}

// each adds a row for every status of records of others and of own ones.
func (t *permissionTable) each(cell func(who dsl.Who, whose, status string) string) {
	for _, whose := range []string{otherRecord, ownRecord} {
		for _, status := range statuses() {
			t.add(whose, status, func(who dsl.Who) string { return cell(who, whose, status) })
		}
	}
}

// missing adds the rows of records that are not there.
func (t *permissionTable) missing(post bool) {
	notFound := func(dsl.Who) string { return "404" }
	if post {
		t.add(otherRecord, stateFormer, notFound)
		t.add(ownRecord, stateFormer, notFound)
	}
	t.add(noRecord, stateUnknown, notFound)
}

// readCases is about single reads.
func (r *resource) readCases(routes ...string) permissionTable {
	t := permissionTable{title: "Read", routes: routes}
	t.each(func(who dsl.Who, whose, status string) string {
		if r.reads(who, whose, status) {
			return "200"
		}
		return "403"
	})
	if r.role(dsl.Password) != nil {
		t.add(otherRecord, stateProtected, func(dsl.Who) string { return "403" })
		t.add(ownRecord, stateProtected, func(dsl.Who) string { return "403" })
	}
	t.missing(true)
	return t
}

// listCases is about which records lists show of those that a caller may see.
func (r *resource) listCases(title, route string, shows func(status string) bool) permissionTable {
	t := permissionTable{title: title, routes: []string{route}}
	t.each(func(who dsl.Who, whose, status string) string {
		more := r.has("Create", who) || r.has("ReadPrivate", who) || r.has("EditOthers", who)
		switch {
		case strings.Contains(route, "status=") && status != "publish" && !more:
			return "400"
		case shows(status) && r.reads(who, whose, status):
			return "200 with"
		}
		return "200 without"
	})
	return t
}

// createCases is about creates: the status that is sent, another author, and
// what an inline record or term needs.
func (r *resource) createCases(route string) permissionTable {
	t := permissionTable{title: "Create", routes: []string{route}}
	sent := []string{unsaid}
	if r.role(dsl.Status) != nil {
		sent = append(sent, statuses()[:5]...)
	}
	for _, status := range sent {
		t.add(newRecord, status, func(who dsl.Who) string {
			return written(who, r.has("Create", who), "201 "+r.becomes(who, status))
		})
	}
	if r.role(dsl.Author) != nil {
		t.add(newRecord, "names another author", func(who dsl.Who) string {
			if r.has("Create", who) && !r.has("EditOthers", who) {
				return "400"
			}
			return written(who, r.has("Create", who), "201")
		})
	}
	for _, l := range r.links {
		t.add(newRecord, "with a new "+l.To.Name+" in "+l.Field.Name, func(who dsl.Who) string {
			return written(who, r.has("Create", who) && (l.To.has("Create", who) || !l.To.post() && l.To.has("CreateInline", who)), "201")
		})
	}
	return t
}

// becomes returns the status that a record gets from what a caller sends.
func (r *resource) becomes(who dsl.Who, status string) string {
	publishes := r.has("Publish", who)
	switch {
	case status == unsaid && publishes:
		return "publish"
	case status == unsaid:
		return "draft"
	case !publishes && status != "draft":
		return "pending"
	}
	return status
}

// updateCases is about updates that leave the status as it is.
func (r *resource) updateCases(routes []string) permissionTable {
	t := permissionTable{title: "Update", routes: routes}
	t.each(func(who dsl.Who, whose, status string) string {
		return written(who, r.edits(who, whose, status), "200")
	})
	t.missing(true)
	return t
}

// publishCases is about updates that send the status publish.
func (r *resource) publishCases(routes []string) permissionTable {
	t := permissionTable{title: "Publish by an update", routes: routes}
	for _, whose := range []string{otherRecord, ownRecord} {
		for _, status := range []string{"draft", "pending"} {
			t.add(whose, status, func(who dsl.Who) string {
				return written(who, r.edits(who, whose, status), "200 "+r.becomes(who, "publish"))
			})
		}
	}
	return t
}

// deleteCases is about deletes; again is the answer for what is in the trash.
func (r *resource) deleteCases(title, again string, routes ...string) permissionTable {
	t := permissionTable{title: title, routes: routes}
	t.each(func(who dsl.Who, whose, status string) string {
		success := "200"
		if status == "trash" {
			success = again
		}
		return written(who, r.edits(who, whose, status), success)
	})
	t.missing(true)
	return t
}

// termPermissions returns the tables of a term.
func (r *resource) termPermissions() []permissionTable {
	all := "/" + r.Plural
	id := all + "/{id}"
	seen := func(text string) func(dsl.Who) string { return func(dsl.Who) string { return text } }
	right := func(word, success string) func(dsl.Who) string {
		return func(who dsl.Who) string { return written(who, r.has(word, who), success) }
	}
	read := permissionTable{title: "Read", routes: []string{"GET " + id}}
	read.add(anyRecord, "there", seen("200"))
	read.missing(false)
	list := permissionTable{title: "List", routes: []string{"GET " + all}}
	list.add(anyRecord, "there", seen("200 with"))
	create := permissionTable{title: "Create", routes: []string{"POST " + all}}
	create.add(newRecord, "there", right("Create", "201"))
	update := permissionTable{title: "Update", routes: []string{"POST " + id, "PUT " + id, "PATCH " + id}}
	update.add(anyRecord, "there", right("Edit", "200"))
	update.missing(false)
	remove := permissionTable{title: "Delete", routes: []string{"DELETE " + id}}
	remove.add(anyRecord, "there", right("Delete", "200"))
	remove.missing(false)
	return []permissionTable{read, list, create, update, remove}
}
