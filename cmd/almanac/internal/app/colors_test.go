package app_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestACategoryHasAColor(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		for _, bad := range []any{"red", "#12345", "1d5c4f", "#1d5c4f;", js{}, "#1d5c4f\n"} {
			if a := s.send("", http.MethodPost, "/categories", js{"name": "Bad", "color": bad}); a.status != http.StatusBadRequest || !strings.Contains(a.text, "color") {
				t.Errorf("the color %q: status %d", bad, a.status)
			}
		}
		plain := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Plain"})
		if _, has := plain.body["color"]; has {
			t.Error("a category without a color shows one")
		}
		music := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Music", "color": "#FFCC00"})
		if music.body["color"] != "#FFCC00" {
			t.Errorf("the color is %v", music.body["color"])
		}
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Both", js{"categories": []int64{plain.id(), music.id()}}))
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("None", js{"categories": []int64{plain.id()}}))
		var sheet string
		for _, path := range []string{"/?view=list", "/?view=photo", "/?month=" + time.Now().AddDate(0, 1, 0).Format("2006-01"), "/events/category/music/"} {
			page := s.look(path)
			sheets := page.attributes("link", "href")
			n := slices.IndexFunc(sheets, func(href string) bool { return strings.HasSuffix(href, "colors-ffcc00.css") })
			if classes := page.attributes("li", "class"); n < 0 || !slices.ContainsFunc(classes, func(c string) bool { return strings.Contains(c, "color cffcc00") }) {
				t.Errorf("%s has the styles %v and the classes %v", path, sheets, classes)
			}
			sheet = "/colors-ffcc00.css"
		}
		style := s.page(http.MethodGet, sheet, nil)
		if style.status != http.StatusOK || !strings.Contains(style.text, ".cffcc00{--accent:") || !strings.Contains(style.header.Get("Cache-Control"), "public") {
			t.Errorf("%s: %d %v %s", sheet, style.status, style.header, style.text)
		}
		for _, none := range []string{"/colors-.css", "/colors-red.css", "/colors-ffcc00", "/colors-" + strings.Repeat("ffcc00-", 64) + "ffcc00.css"} {
			if a := s.page(http.MethodGet, none, nil); a.status != http.StatusNotFound {
				t.Errorf("%s: status %d", none, a.status)
			}
		}
		if cleared := s.must(http.StatusOK, http.MethodPatch, "/categories/"+strconv.FormatInt(music.id(), 10), js{"color": ""}); cleared.body["color"] != nil {
			t.Errorf("a color that was removed is %v", cleared.body["color"])
		}
		if page := s.look("/?view=list"); strings.Contains(strings.Join(page.attributes("link", "href"), " "), "colors-") {
			t.Error("a page without colors has a style for them")
		}

		arts := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Arts", "color": "#ffcc00"}).id()
		for name, color := range map[string]string{"Film": "#FFCC00", "Opera": "#1d5c4f"} {
			s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": name, "color": color, "parent": arts})
			s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(name, js{"categories": name}))
		}
		legend := s.look("/?month=" + time.Now().AddDate(0, 1, 0).Format("2006-01")).choices("choices legend")
		slices.Sort(legend)
		if want := []string{"Arts ./events/category/arts/", "Opera ./events/category/opera/"}; !slices.Equal(legend, want) {
			t.Errorf("the month explains %q, want %q", legend, want)
		}
	})
}
