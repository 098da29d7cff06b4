package desktest

import (
	"net/http"
	"strconv"
	"strings"

	"almanac/runtime/auth"
)

// image makes the image that a permission is about, and returns its ID. A role that
// uploads nothing has images from the time when it did.
func (o *office) image(p permission) string {
	o.Helper()
	if p.state == "unknown" {
		return "999999999"
	}
	user := "root"
	if p.whose == "own" {
		user = p.role
		o.setRole(user, auth.RoleAuthor)
		defer o.setRole(user, auth.Role(p.role))
	}
	b := o.browsers[user]
	page := b.form(b.get("/desk/media"), "/desk/media").withFile("file", "a.png", pngOf(o.T, 9), "do", "")
	id := idIn(page.location)
	if p.state == "shown" {
		if a := o.s.Send("root", http.MethodPost, "events", concert("image", id)); a.Status != http.StatusCreated {
			o.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	return id
}

func (o *office) setRole(user string, role auth.Role) {
	o.Helper()
	if err := o.s.Env.Users.SetRole(o.Context(), user, role); err != nil {
		o.Fatal(err)
	}
}

// tryImage does what a permission about images is about, and returns the status of the
// response of the API that the desk shows.
func (o *office) tryImage(p permission) string {
	o.Helper()
	b, ok := o.browsers[p.role], "200"
	var page response
	switch p.title {
	case "Read":
		page = b.get("/desk/media/" + o.image(p))
	case "Create":
		f := &form{t: o.T, b: b, action: "/desk/media"}
		page, ok = f.withFile("file", "a.png", pngOf(o.T, 9), "do", ""), "201"
	case "Update":
		page = b.post("/desk/media/"+o.image(p), "title", "t", "alt_text", "a", "caption", "c")
	default:
		id := o.image(p)
		page = b.post("/desk/media/"+id+"/delete", "confirm", "yes")
		if p.role != "visitor" && page.status == http.StatusSeeOther && o.s.Send("root", http.MethodGet, "media/"+id, nil).Status == http.StatusOK {
			return "404" // The desk takes it for deleted, as its user does not see it.
		}
	}
	switch {
	case strings.HasPrefix(page.location, "/desk/sign-in"):
		return "401"
	case page.status == http.StatusSeeOther:
		return ok
	}
	return strconv.Itoa(page.status)
}
