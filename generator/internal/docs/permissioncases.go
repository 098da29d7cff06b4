package docs

import (
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// Whose record a case is about.
const (
	ownRecord   = "own"
	otherRecord = "another's"
	noRecord    = "none"
	anyRecord   = "any" // Of terms and plain records, which belong to nobody.
	newRecord   = "new"
)

// States of a record beside its status.
const (
	stateUnknown   = "unknown"
	unsaid         = "no status"
	stateProtected = "publish with a password"
	stateFormer    = "trash by its former slug"
	stateRenamed   = "publish by its former slug"
	stateWithdrawn = "draft by its former slug" // Of a record that was public.
	statePublished = "trash once published"
)

// What a list does with a record.
const (
	isListed = "listed"
	isHidden = "hidden"
)

// updates are the methods of an update.
const updates = "POST/PUT/PATCH "

// statuses lists those that a record can have, those next to each other for
// which the same rights count.
func statuses() []string {
	return []string{"publish", "future", "private", "draft", "pending", "trash", statePublished}
}

// isTrash reports whether a state is one of the trash.
func isTrash(status string) bool { return status == "trash" || status == statePublished }

// has reports whether a caller has a right of the resource.
func has(r *model.Resource, word string, who dsl.Role) bool {
	return r.Permissions.RoleFor(r.Kind, word).Includes(who)
}

// edits reports whether a caller may change a post.
func edits(r *model.Resource, who dsl.Role, whose, status string) bool {
	switch {
	case has(r, "EditOthers", who):
		return true
	case whose != ownRecord:
		return false
	case status == "draft" || status == "pending" || status == "trash":
		return has(r, "EditDrafts", who)
	}
	return has(r, "Edit", who)
}

// reads reports whether a caller may see a post.
func reads(r *model.Resource, who dsl.Role, whose, status string) bool {
	switch status {
	case "publish":
		return true
	case "trash", statePublished: // Own ones stay readable.
		return edits(r, who, whose, "trash")
	case "private":
		if has(r, "ReadPrivate", who) {
			return true
		}
	}
	return has(r, "EditOthers", who) || whose == ownRecord && has(r, "Create", who)
}

// written returns the cell of a write that a caller may do or not.
func written(who dsl.Role, may bool, success string) string {
	switch {
	case who == visitor:
		return "401"
	case !may:
		return "403"
	}
	return success
}

// permissions returns the tables of a resource whose list is at a path.
func permissions(r *model.Resource, all string) []permissionTable {
	if !r.Post() {
		return unownedPermissions(r, all)
	}
	id, slug := all+"/{id}", all+"/by-slug/{slug}"
	update := []string{updates + id, updates + slug}
	tables := []permissionTable{
		readCases(r, "GET "+id, "GET "+slug),
		listCases(r, "List", "GET "+all, func(status string) bool { return !isTrash(status) }),
		listCases(r, "List one status", "GET "+all+"?status={status}", func(string) bool { return true }),
		createCases(r, "POST "+all),
		updateCases(r, update),
		formerCases(r, "History", "GET "+id+"/history"),
		formerCases(r, "Restore a version", "POST "+id+"/restore"),
		deleteCases(r, "Delete", "410", "DELETE "+id, "DELETE "+slug),
		deleteCases(r, "Delete permanently", "200", "DELETE "+id+"?force=true", "DELETE "+slug+"?force=true"),
	}
	if r.FieldWithBehavior(dsl.Status) != nil {
		tables = append(tables, publishCases(r, update))
	}
	return append(tables, actionCases(r, id)...)
}

// each adds a row for every status of records of others and of own ones.
func (t *permissionTable) each(cell func(who dsl.Role, whose, status string) string) {
	for _, whose := range []string{otherRecord, ownRecord} {
		for _, status := range statuses() {
			t.add(whose, status, func(who dsl.Role) string { return cell(who, whose, status) })
		}
	}
}

// missing adds the rows of records that are not there.
func (t *permissionTable) missing(post bool) {
	notFound := func(dsl.Role) string { return "404" }
	if post {
		for _, whose := range []string{otherRecord, ownRecord} {
			if t.title != "Read" {
				t.add(whose, stateRenamed, notFound)
				t.add(whose, stateWithdrawn, notFound)
			}
			t.add(whose, stateFormer, notFound)
		}
	}
	t.add(noRecord, stateUnknown, notFound)
}

// readCases is about single reads.
func readCases(r *model.Resource, routes ...string) permissionTable {
	t := permissionTable{title: "Read", routes: routes}
	t.each(func(who dsl.Role, whose, status string) string {
		if reads(r, who, whose, status) {
			return "200"
		}
		return "403"
	})
	if r.FieldWithBehavior(dsl.Password) != nil {
		t.add(otherRecord, stateProtected, func(dsl.Role) string { return "403" })
		t.add(ownRecord, stateProtected, func(dsl.Role) string { return "403" })
	}
	for _, whose := range []string{otherRecord, ownRecord} {
		t.add(whose, stateRenamed, func(dsl.Role) string { return "301" })
		t.add(whose, stateWithdrawn, func(who dsl.Role) string {
			if reads(r, who, whose, "draft") {
				return "301"
			}
			return "404"
		})
	}
	t.missing(true)
	return t
}

// listCases is about which records lists show of those that a caller may see.
func listCases(r *model.Resource, title, route string, shows func(status string) bool) permissionTable {
	t := permissionTable{title: title, routes: []string{route}}
	t.each(func(who dsl.Role, whose, status string) string {
		more := has(r, "Create", who) || has(r, "ReadPrivate", who) || has(r, "EditOthers", who)
		switch {
		case strings.Contains(route, "status=") && status != "publish" && !more:
			return "400"
		case shows(status) && reads(r, who, whose, status):
			return isListed
		}
		return isHidden
	})
	return t
}

// createCases is about creates: the status that is sent, another author, and
// what an inline record or term needs.
func createCases(r *model.Resource, route string) permissionTable {
	t := permissionTable{title: "Create", routes: []string{route}}
	sent := []string{unsaid}
	if r.FieldWithBehavior(dsl.Status) != nil {
		sent = append(sent, statuses()[:5]...)
	}
	for _, status := range sent {
		t.add(newRecord, status, func(who dsl.Role) string {
			return written(who, has(r, "Create", who), "201 "+becomes(r, who, status))
		})
	}
	if r.FieldWithBehavior(dsl.Author) != nil {
		t.add(newRecord, "names another author", func(who dsl.Role) string {
			if has(r, "Create", who) && !has(r, "EditOthers", who) {
				return "400"
			}
			return written(who, has(r, "Create", who), "201")
		})
	}
	for _, l := range r.ModelLinks {
		t.add(newRecord, "with a new "+l.To.Name+" in "+l.Field.Name, func(who dsl.Role) string {
			linked := has(l.To, "Create", who) || l.To.Term() && has(l.To, "CreateInline", who)
			return written(who, has(r, "Create", who) && linked, "201")
		})
	}
	return t
}

// becomes returns the status that a record gets from what a caller sends.
func becomes(r *model.Resource, who dsl.Role, status string) string {
	publishes := has(r, "Publish", who)
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
func updateCases(r *model.Resource, routes []string) permissionTable {
	t := permissionTable{title: "Update", routes: routes}
	t.each(func(who dsl.Role, whose, status string) string {
		return written(who, edits(r, who, whose, status), "200")
	})
	t.missing(true)
	return t
}

// formerCases is about former versions: those may know them who may update the record.
func formerCases(r *model.Resource, title, route string) permissionTable {
	t := permissionTable{title: title, routes: []string{route}}
	t.each(func(who dsl.Role, whose, status string) string {
		return written(who, edits(r, who, whose, status), "200")
	})
	t.add(noRecord, stateUnknown, func(dsl.Role) string { return "404" })
	return t
}

// publishCases is about updates that send the status publish.
func publishCases(r *model.Resource, routes []string) permissionTable {
	t := permissionTable{title: "Publish by an update", routes: routes}
	for _, whose := range []string{otherRecord, ownRecord} {
		for _, status := range []string{"draft", "pending"} {
			t.add(whose, status, func(who dsl.Role) string {
				return written(who, edits(r, who, whose, status), "200 "+becomes(r, who, "publish"))
			})
		}
	}
	return t
}

// actionCases is about actions on posts, where a transition allows them.
func actionCases(r *model.Resource, id string) []permissionTable {
	var tables []permissionTable
	for _, a := range r.ModelActions {
		t := permissionTable{title: a.Words(), routes: []string{"POST " + id + "/" + a.Name}}
		t.each(func(who dsl.Role, whose, status string) string {
			may := edits(r, who, whose, status)
			if a.Role != "" {
				may = a.Role.Includes(who) && reads(r, who, whose, status)
			}
			return written(who, may, "200")
		})
		t.missing(true)
		tables = append(tables, t)
	}
	return tables
}

// deleteCases is about deletes; again is the status for what is in the trash.
func deleteCases(r *model.Resource, title, again string, routes ...string) permissionTable {
	t := permissionTable{title: title, routes: routes}
	t.each(func(who dsl.Role, whose, status string) string {
		success := "200"
		if isTrash(status) {
			success = again
		}
		return written(who, edits(r, who, whose, status), success)
	})
	t.missing(true)
	return t
}

// unownedPermissions returns the tables of a term or a record without an author
// whose list is at a path.  A record may have an owner.
func unownedPermissions(r *model.Resource, all string) []permissionTable {
	id := all + "/{id}"
	seen := func(may, mayNot string) func(dsl.Role) string {
		return func(who dsl.Role) string {
			if r.Term() || has(r, "Read", who) {
				return may
			}
			return mayNot
		}
	}
	right := func(word, success string) func(dsl.Role) string {
		return func(who dsl.Role) string { return written(who, has(r, word, who), success) }
	}
	always := func(cell string) func(dsl.Role) string { return func(dsl.Role) string { return cell } }
	either := func(word, success string) func(dsl.Role) string {
		return func(who dsl.Role) string {
			return written(who, has(r, word, who) || r.Permissions.EditOwn != "" && has(r, "EditOwn", who), success)
		}
	}
	owned := r.FieldWithBehavior(dsl.Owner) != nil
	each := func(t *permissionTable, others, own func(dsl.Role) string) {
		if !owned {
			t.add(anyRecord, "there", others)
			return
		}
		t.add(otherRecord, "there", others)
		t.add(ownRecord, "there", own)
	}
	read := permissionTable{title: "Read", routes: []string{"GET " + id}}
	each(&read, seen("200", "403"), always("200"))
	read.missing(false)
	list := permissionTable{title: "List", routes: []string{"GET " + all}}
	each(&list, seen(isListed, isHidden), always(isListed))
	create := permissionTable{title: "Create", routes: []string{"POST " + all}}
	create.add(newRecord, "there", right("Create", "201"))
	update := permissionTable{title: "Update", routes: []string{updates + id}}
	each(&update, right("Edit", "200"), either("Edit", "200"))
	update.missing(false)
	former := []permissionTable{
		{title: "History", routes: []string{"GET " + id + "/history"}},
		{title: "Restore a version", routes: []string{"POST " + id + "/restore"}},
	}
	for i := range former {
		each(&former[i], right("Edit", "200"), either("Edit", "200"))
		former[i].missing(false)
	}
	remove := permissionTable{title: "Delete", routes: []string{"DELETE " + id}}
	each(&remove, right("Delete", "200"), either("Delete", "200"))
	remove.missing(false)
	tables := []permissionTable{read, list, create, update, former[0], former[1], remove}
	for _, a := range r.ModelActions {
		may := func(own bool) func(dsl.Role) string {
			return func(who dsl.Role) string {
				allowed := a.Role.Includes(who)
				if a.Role == "" {
					allowed = has(r, "Edit", who) || own && r.Permissions.EditOwn != "" && has(r, "EditOwn", who)
				}
				return written(who, allowed || own && a.Owner, "200")
			}
		}
		t := permissionTable{title: a.Words(), routes: []string{"POST " + id + "/" + a.Name}}
		each(&t, may(false), may(true))
		t.missing(false)
		tables = append(tables, t)
	}
	return tables
}
