package app_test

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

	"almanac/cmd/internal/deployments"
	"almanac/runtime/model"
)

// permission is one cell of docs/permissions.md on one of its routes.
type permission struct {
	kind, title, method, path string
	whose, state, role, want  string
}

// permissions reads docs/permissions.md.
func permissions(t *testing.T) []permission {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "permissions.md"))
	if err != nil {
		t.Fatal(err)
	}
	var list []permission
	var resources, roles []string
	var titles [][2]string // Of what the next table is about: title and route.
	inTable := false
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		item, isItem := strings.CutPrefix(line, "- ")
		cells := strings.Split(line, " | ")
		switch {
		case strings.HasPrefix(line, "## "):
			resources, titles = strings.Split(strings.ToLower(line[3:]), ", "), nil
		case isItem:
			if inTable {
				titles, inTable = nil, false
			}
			title, routes, _ := strings.Cut(item, ": ")
			for route := range strings.SplitSeq(strings.Trim(routes, "`"), "`, `") {
				titles = append(titles, [2]string{title, route})
			}
		case len(titles) == 0 || len(cells) < 3 || resources[0] == "images": // See package desktest.
		case cells[0] == "record":
			roles, inTable = cells[2:], true
		default:
			for _, title := range titles {
				list = append(list, spread(title[0], title[1], resources, roles, cells)...)
			}
		}
	}
	if len(list) < 3000 {
		t.Fatalf("docs/permissions.md has %d cells, want thousands", len(list))
	}
	return list
}

// spread returns the cells of one line on one route, for every kind, method,
// state and role that it is about.  A visitor has no own records, and a former
// slug is in no route by id.
func spread(title, route string, resources, roles, cells []string) []permission {
	methods, path, _ := strings.Cut(route, " ")
	record, only, some := strings.Cut(strings.TrimSuffix(cells[0], ")"), " (")
	if some {
		resources = strings.Split(only, ", ")
	}
	p := permission{title: title}
	var list []permission
	for _, p.kind = range resources {
		p.path = strings.Replace(path, "{kind}", p.kind, 1)
		for _, p.method = range strings.Split(methods, "/") {
			for _, p.whose = range strings.Split(record, ", ") {
				for _, p.state = range strings.Split(cells[1], ", ") {
					if !strings.HasSuffix(p.state, "former slug") || strings.Contains(path, "{slug}") {
						list = append(list, p.of(roles, cells[2:])...)
					}
				}
			}
		}
	}
	return list
}

// of returns the permission for each role.
func (p permission) of(roles, cells []string) []permission {
	var list []permission
	for i, names := range roles {
		p.want = cells[i]
		for name := range strings.SplitSeq(names, ", ") {
			if p.role = strings.TrimPrefix(name, "visitor"); p.role != "" || p.whose != "own" {
				list = append(list, p)
			}
		}
	}
	return list
}

// office is a service in which permissions are tried.
type office struct {
	*site
	users   map[string]int64
	records map[string]filed
	made    int
}

// filed is a record that a permission is about.
type filed struct {
	id                  int64
	slug, former, title string
}

// openOffice starts a service with a user of each role.
func openOffice(t *testing.T, url string) *office {
	t.Helper()
	o := &office{site: openSite(t, url, withUsers), users: map[string]int64{}, records: map[string]filed{}}
	o.server.Client().CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for _, line := range o.texts("SELECT name || '=' || id FROM users") {
		name, id, _ := strings.Cut(line, "=")
		o.users[name], _ = strconv.ParseInt(id, 10, 64)
	}
	return o
}

// fields returns what makes a new record, with a title that no other has.
func (o *office) fields(plural string) (js, string) {
	o.made++
	title := fmt.Sprintf("case%06d", o.made)
	if plural == "events" {
		return newEvent(title, nil), title
	}
	fields := js{}
	for _, a := range o.resource(plural).Args {
		if a.Required || a.Name == o.resource(plural).NameField {
			fields[a.Name] = title
		}
	}
	return fields, title
}

func (o *office) resource(plural string) *model.Resource {
	o.t.Helper()
	i := slices.IndexFunc(o.Env.Resources, func(k *model.Resource) bool { return k.Plural == plural })
	if i < 0 {
		o.t.Fatalf("there is no kind %q", plural)
	}
	return o.Env.Resources[i]
}

// other returns the id of a user who is not of the role.
func (o *office) other(role string) int64 {
	if role == "editor" {
		return o.users["administrator"]
	}
	return o.users["editor"]
}

// inStatus makes fields those of a record of a status.
func inStatus(fields js, status string) {
	fields["status"] = status
	if status == "future" {
		fields["date"] = time.Now().AddDate(1, 0, 0).Format(time.DateTime)
	}
}

// record returns the record that a permission is about; an administrator makes
// it when it is not there.
func (o *office) record(p permission) (filed, string) {
	o.t.Helper()
	key := strings.Join([]string{p.kind, p.whose, p.state, p.role}, "/")
	if found, ok := o.records[key]; ok {
		return found, key
	}
	if p.state == "unknown" {
		return filed{id: 999999999, slug: "no-such-record"}, key
	}
	fields, title := o.fields(p.kind)
	if p.whose != "any" {
		fields["author"] = o.other(p.role)
		if p.whose == "own" {
			fields["author"] = o.users[p.role]
		}
		switch status, _, _ := strings.Cut(p.state, " "); {
		case p.state == "publish with a password":
			fields["post_password"] = "sesame"
		case p.state == "trash":
			inStatus(fields, "draft")
		case status == "trash": // It was published.
		default:
			inStatus(fields, status)
		}
	}
	a := o.mustBy("administrator", http.StatusCreated, http.MethodPost, "/"+p.kind, fields)
	made := filed{id: a.id(), title: title}
	made.slug, _ = a.body["slug"].(string)
	made.former = made.slug
	if strings.HasPrefix(p.state, "trash") {
		a = o.mustBy("administrator", http.StatusOK, http.MethodDelete, one(p.kind, made.id), nil)
		made.slug, _ = a.body["slug"].(string)
	}
	if strings.HasSuffix(p.state, "former slug") && made.former == made.slug { // Not only by the trash.
		made.former = "former-" + made.slug
		o.execute(fmt.Sprintf("INSERT INTO former_slugs (resource, slug, record_id, created_utc) VALUES ('%s', '%s', %d, '')",
			o.resource(p.kind).Name, made.former, made.id))
	}
	o.records[key] = made
	return made, key
}

// try does what a permission is about and returns what came of it, in the words
// of the page.
func (o *office) try(p permission) (string, response) {
	o.t.Helper()
	switch {
	case strings.HasPrefix(p.title, "List"):
		return o.tryList(p)
	case p.title == "Create":
		a := o.send(p.role, p.method, p.path, o.created(p))
		return said(p, a), a
	}
	r, key := o.record(p)
	slug := r.slug
	if strings.HasSuffix(p.state, "former slug") {
		slug = r.former
	}
	path := strings.NewReplacer("{id}", strconv.FormatInt(r.id, 10), "{slug}", slug).Replace(p.path)
	var body any
	switch p.title {
	case "Update":
		body = js{"description": "Changed"}
	case "Restore a version":
		body = js{"version": 1}
	case "Publish by an update":
		body = js{"status": "publish"}
	}
	a := o.send(p.role, p.method, path, body)
	if a.status == http.StatusOK && p.title != "Read" && p.title != "History" && p.title != "Update" {
		delete(o.records, key) // It is not what it was.
	}
	return said(p, a), a
}

// said words an answer as the page does: with the status of the record where
// the page tells one.
func said(p permission, a response) string {
	if strings.Contains(p.want, " ") && a.status < http.StatusBadRequest {
		return fmt.Sprintf("%d %v", a.status, a.body["status"])
	}
	return strconv.Itoa(a.status)
}

// tryList looks for a record in a list.
func (o *office) tryList(p permission) (string, response) {
	o.t.Helper()
	r, _ := o.record(p)
	status, _, _ := strings.Cut(p.state, " ")
	path := strings.ReplaceAll(p.path, "{status}", status)
	joint := "?"
	if strings.Contains(path, "?") {
		joint = "&"
	}
	a := o.send(p.role, p.method, path+joint+"hide_empty=0&search="+r.title, nil)
	switch {
	case a.status != http.StatusOK:
		return strconv.Itoa(a.status), a
	case strings.Contains(a.text, fmt.Sprintf(`"id":%d,`, r.id)):
		return "listed", a
	}
	return "hidden", a
}

// created returns the body of a create.
func (o *office) created(p permission) js {
	o.t.Helper()
	fields, title := o.fields(p.kind)
	words := strings.Fields(p.state)
	switch {
	case p.state == "names another author":
		fields["author"] = o.other(p.role)
	case strings.HasPrefix(p.state, "with a new "): // with a new venue in venue
		target := o.Env.Resource(words[3])
		inline, _ := o.fields(target.Plural)
		fields[words[5]] = []any{inline}
		if target.Term {
			fields[words[5]] = []any{title + "inline"}
		}
	case p.state != "no status" && p.state != "there":
		inStatus(fields, p.state)
	}
	return fields
}

func TestEveryCellOfThePermissionsIsTrue(t *testing.T) {
	cells := permissions(t)
	prepared.Each(t, func(t *testing.T, url string) {
		t.Parallel()
		o := openOffice(t, url)
		n, chosen := 0, sample(t, 4)
		for _, p := range cells {
			if !chosen() {
				continue
			}
			n++
			if got, a := o.try(p); got != p.want {
				t.Errorf("%s, %q: %s %s of %s, %s: %s, want %s: %s", p.title, p.role, p.method, p.path, p.whose, p.state, got, p.want, a.text)
			}
		}
		t.Logf("%d of %d cells", n, len(cells))
	})
}

// TestThePermissionsAreOfTheseRoutes keeps the page from leaving a route out.
func TestThePermissionsAreOfTheseRoutes(t *testing.T) {
	documented := map[string]bool{}
	for _, p := range permissions(t) {
		path, _, _ := strings.Cut(p.path, "?")
		documented[p.method+" "+path] = true
	}
	doc := load(t, document(t, deployments.B(), false, "3.1"))
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			if route := method + " " + path; path != "/" && path != "/doc" && !besides(path) && !strings.HasPrefix(path, "/series") && !documented[route] { // Images and series are no resources.
				t.Errorf("%s is in the document and not in docs/permissions.md", route)
			}
		}
	}
}
