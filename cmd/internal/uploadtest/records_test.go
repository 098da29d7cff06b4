package uploadtest

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"almanac/generated"
	"almanac/runtime/apierror"
	"almanac/runtime/images"
	"almanac/runtime/media"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
)

// event has what an event needs.
var event = map[string]string{"title": "Concert", "start_date": "2026-07-01 20:00:00", "end_date": "2026-07-01 22:00:00"}

// id returns the ID of what a response shows.
func id(a response) string {
	number, _ := a.at("id").(float64)
	return strconv.FormatInt(int64(number), 10)
}

func (s *server) sendJSON(user, method, path, body string) response {
	s.t.Helper()
	return s.send(user, method, path, strings.NewReader(body), map[string]string{"Content-Type": "application/json"})
}

func TestARecordTakesAnUploadAsItsImage(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		a := s.form("author", "POST", "/events", "image", "poster.png", pngFile(400, 400), event)
		s.want("create", a, http.StatusCreated, "")
		s.sees(a.at("image.url"), "image/png", [2]int{400, 400})
		s.sees(a.at("image.sizes.thumbnail.url"), "image/png", [2]int{150, 150})
		s.want("visitor", s.send("", "GET", "/media/"+fmt.Sprint(a.at("image.id")), nil, nil), http.StatusOK, "")

		if one := s.send("", "GET", "/events/"+id(a), nil, nil); one.at("json_ld.image") != a.at("image.url") {
			t.Error(one.at("json_ld"))
		}
		for _, path := range []string{"/venues", "/organizers"} {
			kind := strings.TrimSuffix(path[1:], "s")
			b := s.form("author", "POST", path, "image", "a.png", pngFile(20, 20), map[string]string{kind: "New"})
			s.want(path, b, http.StatusCreated, "")
			if one := s.send("", "GET", path+"/"+id(b), nil, nil); one.at("json_ld.image") != b.at("image.url") {
				t.Error(path, one.at("json_ld"))
			}
			if b.at("image.width") != 20.0 || b.at("image.sizes") != nil {
				t.Error(path, b.at("image"))
			}
		}
		b := s.form("author", "POST", "/events/"+id(a), "image", "second.png", pngFile(30, 30), nil)
		s.want("update", b, http.StatusOK, "")
		if b.at("image.width") != 30.0 || b.at("title") != "Concert" {
			t.Errorf("the event is %s", b.Body)
		}
	})
}

func TestAnEventTakesAnImageInEveryForm(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		up := s.upload("author", pngFile(200, 100), "a.png")
		s.want("upload", up, http.StatusCreated, "")
		s.want("texts", s.sendJSON("author", "POST", "/media/"+id(up), `{"alt_text":"Two people","title":"T","caption":"C"}`), http.StatusOK, "")
		url := up.at("source_url").(string)
		created := s.sendJSON("author", "POST", "/events", `{"title":"A","start_date":"2026-07-01","end_date":"2026-07-01"}`)
		for _, form := range []string{id(up), `"` + id(up) + `"`, `"` + url + `"`, `"` + strings.TrimPrefix(url, s.Env.Deployment.SiteURL) + `"`, `{"id":` + id(up) + `}`, `{"url":"` + url + `","id":` + id(up) + `,"sizes":{}}`} {
			s.want("none", s.sendJSON("author", "PATCH", "/events/"+id(created), `{"image":""}`), http.StatusOK, "")
			a := s.sendJSON("author", "PATCH", "/events/"+id(created), `{"image":`+form+`}`)
			if a.at("image.id") != up.at("id") || a.at("image.url") != url || a.at("image.alt") != "Two people" {
				t.Errorf("%s: %d %v", form, a.Status, a.at("image"))
			}
		}
		s.want("no file", s.sendJSON("author", "PATCH", "/events/"+id(created), `{"image":"/wp-content/uploads/none.png"}`), 400, "rest_invalid_param")
		s.want("no upload", s.sendJSON("author", "PATCH", "/events/"+id(created), `{"image":"upload:00"}`), 400, "rest_invalid_param")

		s.want("deletion", s.send("author", "DELETE", "/media/"+id(up)+"?force=true", nil, nil), http.StatusOK, "")
		a := s.send("", "GET", "/events/"+id(created), nil, nil)
		if a.at("image") != false || s.fetch(url).Status != http.StatusNotFound || len(s.files()) > 0 {
			t.Error("after the deletion:", a.at("image"), s.files())
		}
		s.want("again", s.send("author", "DELETE", "/media/"+id(up), nil, nil), http.StatusNotFound, "rest_post_invalid_id")
	})
}

func TestARefusedRecordLeavesNoFile(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		file := pngFile(20, 20)
		s.want("no start", s.form("author", "POST", "/events", "image", "a.png", file, map[string]string{"title": "A"}), 400, "rest_missing_callback_param")
		s.want("no such event", s.form("author", "POST", "/events/999", "image", "a.png", file, nil), 404, "rest-event-not-found")
		s.want("no picture", s.form("author", "POST", "/events", "image", "a.png", []byte("<svg/>"), event), 400, "rest_upload_sideload_error")
		s.want("another field", s.form("author", "POST", "/events", "title", "a.png", file, event), 400, "rest_invalid_param")
		s.want("dry run", s.form("author", "POST", "/events?dry_run=true", "image", "a.png", file, event), http.StatusCreated, "")
		if got := s.files(); len(got) > 0 {
			t.Error("left are", got)
		}
		s.want("as a category", s.form("author", "POST", "/categories", "image", "a.png", file, map[string]string{"name": "C"}), 400, "rest_invalid_param")
	})
}

func TestRolesAndImages(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		file := pngFile(10, 10)
		mayUpload := map[string]int{"": 401, "subscriber": 403, "contributor": 403, "author": 201, "editor": 201, "administrator": 201}
		for user, status := range mayUpload {
			a := s.upload(user, file, "a.png")
			if a.Status != status {
				t.Errorf("%q uploads: %d %s", user, a.Status, a.Body)
			}
			if b := s.form(user, "POST", "/events", "image", "a.png", file, event); b.Status != status {
				t.Errorf("%q creates an event with a file: %d %s", user, b.Status, b.Body)
			}
		}
		mayChange := map[string]int{"": 404, "subscriber": 404, "contributor": 404, "other": 404, "editor": 200, "administrator": 200, "author": 200}
		hidden := s.upload("author", file, "hidden.png")
		for user, status := range mayChange {
			for _, a := range []response{s.send(user, "GET", "/media/"+id(hidden), nil, nil), s.sendJSON(user, "PATCH", "/media/"+id(hidden), `{"alt_text":"`+user+`"}`)} {
				if a.Status != status {
					t.Errorf("%q and an image that nothing uses: %d %s", user, a.Status, a.Body)
				}
			}
		}
		shown := s.form("author", "POST", "/events", "image", "a.png", file, event)
		image := fmt.Sprint(shown.at("image.id"))
		for user, status := range map[string]int{"": 401, "subscriber": 403, "contributor": 403, "other": 403} {
			s.want(user+" reads", s.send(user, "GET", "/media/"+image, nil, nil), http.StatusOK, "")
			if a := s.send(user, "DELETE", "/media/"+image, nil, nil); a.Status != status {
				t.Errorf("%q deletes: %d %s", user, a.Status, a.Body)
			}
			if a := s.sendJSON(user, "POST", "/media/"+image, `{"title":"x"}`); a.Status != status {
				t.Errorf("%q changes: %d %s", user, a.Status, a.Body)
			}
		}
		s.want("the author deletes", s.send("author", "DELETE", "/media/"+image, nil, nil), http.StatusOK, "")
		s.want("an editor deletes", s.send("editor", "DELETE", "/media/"+id(hidden), nil, nil), http.StatusOK, "")
	})
}

func TestListsShowWhatTheCallerMaySee(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		s.upload("author", pngFile(10, 10), "unused.png")
		s.Clock.Advance(time.Minute)
		s.form("author", "POST", "/events", "image", "shown.png", pngFile(10, 10), event)
		s.Clock.Advance(time.Minute)
		s.form("author", "POST", "/events?status=draft", "image", "draft.png", pngFile(10, 10), event)
		for user, want := range map[string]string{"": "shown", "other": "shown", "contributor": "shown", "author": "draft shown unused", "editor": "draft shown unused"} {
			if got := s.titles(user, ""); got != want {
				t.Errorf("%q sees %s", user, got)
			}
		}
		for query, want := range map[string]string{
			"?order=asc": "unused shown draft", "?orderby=title&order=asc": "draft shown unused", "?per_page=1&page=2": "shown", "?search=SHO": "shown", "?search=%25": "", "?author=1": "",
		} {
			if got := s.titles("editor", query); got != want {
				t.Errorf("%s lists %q, not %q", query, got, want)
			}
		}
		a := s.send("editor", "GET", "/media?per_page=2", nil, nil)
		if a.Header.Get("X-TEC-Total") != "3" || a.Header.Get("X-TEC-TotalPages") != "2" || !strings.Contains(a.Header.Get("Link"), `/media?page=2&per_page=2>; rel="next"`) {
			t.Error(a.Header)
		}
		s.want("page 9", s.send("editor", "GET", "/media?page=9", nil, nil), 400, "rest_post_invalid_page_number")
		s.want("another order", s.send("editor", "GET", "/media?orderby=size", nil, nil), 400, "rest_invalid_param")
	})
}

// titles lists the titles of a list of images.
func (s *server) titles(user, query string) string {
	s.t.Helper()
	var list []struct{ Title struct{ Raw string } }
	a := s.send(user, "GET", "/media"+query, nil, nil)
	a.Decode(s.t, &list)
	var titles []string
	for _, i := range list {
		titles = append(titles, i.Title.Raw)
	}
	return strings.Join(titles, " ")
}

func TestWhatACrashLeavesAreOrphans(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		s.upload("author", pngFile(200, 200), "used.png")
		for _, name := range []string{"2026/06/left.png", "2026/06/in a text.png"} { // And then the program ended.
			if err := s.Env.Media.Put(t.Context(), name, strings.NewReader("x"), 1); err != nil {
				t.Fatal(err)
			}
		}
		s.want("event with a text", s.sendJSON("author", "POST", "/events", `{"title":"Shows it","start_date":"2026-12-01","end_date":"2026-12-01","description":"<img src='https://site.example/wp-content/uploads/2026/06/in%20a%20text.png'>"}`), http.StatusCreated, "")
		for after, want := range map[time.Duration]string{0: "", 2 * time.Hour: "2026/06/left.png"} {
			var found []string
			err := images.Orphans(t.Context(), s.Store, s.Env.Resources, s.Env.Media, time.Now().Add(after), func(i media.Info) error {
				found = append(found, i.Name)
				return nil
			})
			if got := strings.Join(found, " "); err != nil || got != want {
				t.Errorf("after %s the orphans are %q, %v", after, got, err)
			}
		}
	})
}

func TestAStoreThatFailsAddsNoImage(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		s.Env.Media = failing{s.Env.Media}
		s.want("upload", s.upload("author", pngFile(200, 200), "a.png"), http.StatusServiceUnavailable, "rest_service_unavailable")
		if got := s.titles("editor", ""); got != "" || len(s.files()) > 0 {
			t.Error("there are", got, s.files())
		}
	})
}

func TestTheFilesOfAWriteThatPanicsStayWithItsRow(t *testing.T) {
	for name, tt := range map[string]struct {
		hooks mutate.Hooks[*generated.Event]
		files int
	}{
		"before the commit": {mutate.Hooks[*generated.Event]{AfterSave: func(context.Context, *mutate.Mutation, mutate.Change[*generated.Event]) error { panic("hook") }}, 0},
		"after the commit":  {mutate.Hooks[*generated.Event]{AfterCommit: func(context.Context, mutate.Change[*generated.Event]) { panic("hook") }}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, s *server) {
				s.want("create", s.form("author", "POST", "/events", "image", "a.png", pngFile(10, 10), event), http.StatusInternalServerError, apierror.CodeInternal)
				if got := s.files(); len(got) != tt.files {
					t.Error("stored are", got)
				}
			}, func(c *service.Config) { c.Hooks = []mutate.Hook{tt.hooks} })
		})
	}
}
