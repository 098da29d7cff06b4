package desktest

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/desk/records"
	"almanac/runtime/media"
	"almanac/runtime/service/servicetest"
)

// permission is a cell of docs/permissions.md for one resource, state and role.
type permission struct{ title, kind, whose, state, role, want string }

// permissions reads what docs/permissions.md says about writes, lists and reads.
func permissions(t *testing.T) []permission {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "permissions.md"))
	if err != nil {
		t.Fatal(err)
	}
	var list []permission
	var kinds, titles, roles []string
	table := false
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		cells := strings.Split(line, " | ")
		switch {
		case strings.HasPrefix(line, "## "):
			kinds, titles = strings.Split(strings.ToLower(line[3:]), ", "), nil
		case strings.HasPrefix(line, "- "):
			if table {
				titles, table = nil, false
			}
			title, _, _ := strings.Cut(line[2:], ":")
			titles = append(titles, title)
		case cells[0] == "record":
			roles, table = cells[2:], true
		case len(titles) > 0 && len(cells) > 2:
			for _, title := range titles {
				list = append(list, cellsOf(title, kinds, roles, cells)...)
			}
		}
	}
	if len(list) < 1000 {
		t.Fatalf("docs/permissions.md has %d cells, want many", len(list))
	}
	return list
}

// cellsOf returns the cells of a line of a table.
func cellsOf(title string, kinds, roles, cells []string) []permission {
	record, only, some := strings.Cut(strings.TrimSuffix(cells[0], ")"), " (")
	if some {
		kinds = strings.Split(only, ", ")
	}
	var list []permission
	for _, kind := range kinds {
		for _, whose := range strings.Split(record, ", ") {
			for _, state := range strings.Split(cells[1], ", ") {
				for i, names := range roles {
					for _, role := range strings.Split(names, ", ") {
						if cells[i+2] != "–" && (role != "visitor" || whose != "own") {
							list = append(list, permission{title, kind, whose, state, role, cells[i+2]})
							if title == "Update" && (state == "trash" || state == "trash once published") {
								list = append(list, permission{"Restore", kind, whose, state, role, cells[i+2]})
							}
						}
					}
				}
			}
		}
	}
	return list
}

// office is a service in which permissions are tried, with a browser for each role.
type office struct {
	*testing.T
	s        *servicetest.Server
	browsers map[string]*browser
	users    map[string]int64
}

// openOffice signs a user of each role in, whose name is that of the role.
func openOffice(t *testing.T, s *servicetest.Server) *office {
	t.Helper()
	o := &office{t, s, map[string]*browser{"visitor": open(t, s)}, map[string]int64{}}
	s.AddUser("root", auth.RoleAdministrator)
	o.browsers["root"] = open(t, s).signIn("root")
	for _, role := range auth.Roles() {
		name := string(role)
		s.AddUser(name, role)
		u, err := s.Env.Users.Find(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		o.users[name], o.browsers[name] = u.ID, open(t, s).signIn(name)
	}
	return o
}

// other returns a user who does not have the role.
func (o *office) other(role string) int64 {
	if role == "editor" {
		return o.users["administrator"]
	}
	return o.users["editor"]
}

// isTerm reports whether the records of a resource have no author and no status.
func isTerm(kind string) bool { return kind == "categories" || kind == "tags" }

// record makes the record that a permission is about, and returns its ID and name.
func (o *office) record(p permission) (id, name string) {
	o.Helper()
	if p.state == "unknown" {
		return "999999999", ""
	}
	body := map[string]any{}
	for i := 0; i < len(names[p.kind]); i += 2 {
		body[names[p.kind][i]] = names[p.kind][i+1]
	}
	name = unique()
	body[names[p.kind][0]] = name
	if !isTerm(p.kind) {
		body["author"] = o.other(p.role)
		if p.whose == "own" {
			body["author"] = o.users[p.role]
		}
		switch body["status"] = p.state; p.state {
		case "trash":
			body["status"] = "draft"
		case "trash once published":
			body["status"] = "publish"
		}
		if p.state == "future" {
			body["date"] = o.later()
		}
	}
	a := o.s.Send("root", http.MethodPost, p.kind, body)
	if a.Status != http.StatusCreated {
		o.Fatalf("%v: %d %s", body, a.Status, a.Body)
	}
	id = idIn(a.Header.Get("Location"))
	if strings.HasPrefix(p.state, "trash") {
		o.s.Send("root", http.MethodDelete, p.kind+"/"+id, nil)
	}
	return id, name
}

// later returns a time at which a record is to be published.
func (o *office) later() string {
	return o.s.Clock.Now().Add(24 * time.Hour).Format("2006-01-02 15:04:05")
}

// status returns the status of a record.
func (o *office) status(kind, id string) string {
	var r map[string]any
	o.s.Send("root", http.MethodGet, kind+"/"+id+"?context=edit", nil).Decode(o, &r)
	status, _ := r["status"].(string)
	return status
}

// created returns what the form of a new record gets, and the button that sends it.
func (o *office) created(p permission) (pairs []string, button string) {
	for i := 0; i < len(names[p.kind]); i += 2 {
		pairs = append(pairs, names[p.kind][i], strings.Replace(names[p.kind][i+1], " ", "T", 1))
	}
	pairs[1] = unique()
	switch words := strings.Fields(p.state); {
	case p.state == "future":
		return append(pairs, "date", strings.Replace(o.later(), " ", "T", 1)), "publish"
	case p.state == "names another author":
		return append(pairs, "author", itoa(o.other(p.role))), ""
	case words[0] == "with" && (words[3] == "category" || words[3] == "tag"):
		return append(pairs, words[5]+".find", unique()), ""
	case words[0] == "with":
		return append(pairs, words[5]+".new."+words[5], unique()), ""
	case slices.Contains([]string{"publish", "private", "draft", "pending"}, p.state):
		return pairs, p.state
	}
	return pairs, ""
}

// try does what a permission is about, and returns what came of it: the status of the
// response, and that of the record where the page of the permissions has one.
func (o *office) try(p permission) string {
	o.Helper()
	b, ok := o.browsers[p.role], "200"
	var page response
	var id string
	form := true
	switch p.title {
	case "Create":
		pairs, button := o.created(p)
		page, ok = b.post("/desk/records/"+p.kind+"/new", append(pairs, "do", button)...), "201"
		if id = idIn(page.location); strings.HasPrefix(page.location, "/desk/records") && p.state == "names another author" && !o.isOf(p, id) {
			return "400" // The form does not ask for the author.
		}
	case "Read":
		id, _ = o.record(p)
		page = b.get("/desk/records/" + p.kind + "/" + id)
	case "Update":
		id, _ = o.record(p)
		page = o.formOf(p.kind, id).by(b).set("description", "new").send("save")
	default:
		id, _ = o.record(p)
		form = false
		action := map[string]string{"Publish by an update": "publish", "Restore": "restore", "Delete": "trash", "Delete permanently": "delete"}[p.title]
		if isTerm(p.kind) {
			action = "delete"
		}
		page = b.post("/desk/records/"+p.kind+"/bulk", "action", action, "id", id, "confirm", "1")
		if strings.HasPrefix(page.location, "/desk/records/") {
			page = b.get(page.location)
		}
	}
	switch {
	case strings.HasPrefix(page.location, "/desk/sign-in"):
		return "401"
	case form && page.status != http.StatusSeeOther:
		return strconv.Itoa(page.status)
	case !form && !strings.Contains(page.text, "1 updated.") && !strings.Contains(page.text, "1 deleted.") && !strings.Contains(page.text, `form="undo"`) && !strings.Contains(page.text, "Submitted for review: "):
		return "refused"
	case strings.Contains(p.want, " "):
		return ok + " " + o.status(p.kind, id)
	}
	return ok
}

// formOf returns the form of a record, of an unknown one that of a new record.
func (o *office) formOf(kind, id string) *form {
	root, at := o.browsers["root"], "/desk/records/"+kind+"/"
	page := root.get(at + id)
	if page.status == http.StatusNotFound {
		page = root.get(at + "new")
	}
	f := root.form(page, "record")
	f.action = at + id
	return f
}

// by returns the form as another user sends it.
func (f *form) by(b *browser) *form {
	f.b = b
	return f
}

// isOf reports whether a record is that of the author whom a permission names.
func (o *office) isOf(p permission, id string) bool {
	var r map[string]any
	o.s.Send("root", http.MethodGet, p.kind+"/"+id+"?context=edit", nil).Decode(o, &r)
	return r["author"] == itoa(o.other(p.role))
}

// tryList looks for a record in a list of the desk.
func (o *office) tryList(p permission) string {
	o.Helper()
	id, name := o.record(p)
	at := "/desk/records/" + p.kind + "?search=" + strings.ReplaceAll(name, " ", "+")
	if p.title == "List one status" {
		status, _, _ := strings.Cut(p.state, " ")
		at += "&status=" + status
	}
	page := o.browsers[p.role].get(at)
	switch {
	case strings.HasPrefix(page.location, "/desk/sign-in"):
		return "401"
	case page.status != http.StatusOK:
		return fmt.Sprint(page.status)
	case strings.Contains(page.text, `href="`+p.kind+"/"+id+`"`):
		return "listed"
	}
	return "hidden"
}

func TestTheDeskAllowsWhatTheTableOfPermissionsSays(t *testing.T) {
	cells := permissions(t)
	eachWithMedia(t, func(t *testing.T, s *servicetest.Server) {
		o := openOffice(t, s)
		for n, p := range cells {
			// The desk reads for editing, which opens what has a password, and knows no slugs.
			if p.state == "publish with a password" || strings.HasSuffix(p.state, "former slug") || testing.Short() && n%5 != 0 {
				continue
			}
			if p.title == "History" || p.title == "Restore a version" {
				continue // The desk has no page for them; package app tries them.
			}
			got, want := "", p.want
			switch {
			case p.kind == "images":
				got = o.tryImage(p)
			case strings.HasPrefix(p.title, "List"):
				got = o.tryList(p)
			default:
				got = o.try(p)
			}
			if p.role == "visitor" {
				want = "401" // Nobody sees the desk without signing in.
			}
			if got != want && (got != "refused" || strings.HasPrefix(want, "20")) {
				t.Errorf("%s of %s by the %s (%s, %s): %s, want %s", p.title, p.kind, p.role, p.whose, p.state, got, want)
			}
		}
	}, media.Limits{}, false)
}

func TestTheDeskOffersContributorsOnlyWhatTheyMayRestore(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		o := openOffice(t, s)
		b := o.browsers["contributor"]
		for state, offered := range map[string]bool{"trash": true, "trash once published": false} {
			id, _ := o.record(permission{kind: "events", whose: "own", state: state, role: "contributor"})
			for path, button := range map[string]string{"?status=trash": `value="restore ` + id + `"`, "/" + id: `name="action" value="restore"`} {
				page := b.get("/desk/records/events" + path)
				page.shows(t, http.StatusOK)
				if got := strings.Contains(page.text, button); got != offered {
					t.Errorf("%s, %s: there is a button to restore: %v, want %v", path, state, got, offered)
				}
			}
		}
	}, records.Part)
}
