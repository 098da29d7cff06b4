package app_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service"
)

// upload adds a picture of a size in pixels to the library and describes it.
func (s *site) upload(width, height int, alt string) int64 {
	s.t.Helper()
	var content bytes.Buffer
	if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		s.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.root+"/media", &content)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "image/png")
	r.Header.Set("Content-Disposition", `attachment; filename="hall.png"`)
	r.SetBasicAuth("author", password)
	response, err := s.server.Client().Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	media := s.read(response)
	if media.status != http.StatusCreated {
		s.t.Fatalf("upload: %d %s", media.status, media.text)
	}
	s.mustBy("author", http.StatusOK, http.MethodPost, fmt.Sprint("/media/", media.id()), js{"alt_text": alt})
	return media.id()
}

// randomPart is what the library adds to the name of a file.
var randomPart = regexp.MustCompile(`-[a-z0-9]{12}`)

// shown returns what the pictures of a page say, of each its size, the
// versions of srcset without the random part of their names, alt and loading.
func (m *markup) shown() []string {
	var list []string
	for _, n := range m.nodes {
		if n.Data != "img" {
			continue
		}
		is := func(name string) string { value, _ := attributeOf(n, name); return value }
		var versions []string
		for candidate := range strings.SplitSeq(is("srcset"), ", ") {
			address, width, _ := strings.Cut(candidate, " ")
			name := randomPart.ReplaceAllString(address[strings.LastIndexByte(address, '/')+1:], "")
			versions = append(versions, name+" "+width)
		}
		list = append(list, fmt.Sprintf("%sx%s of %s, %q %s", is("width"), is("height"), strings.Join(versions, " "), is("alt"), is("loading")))
	}
	return list
}

func TestPagesShowTheSizesThatAPictureHas(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, func(c *service.Config) { c.Media = "file:" + t.TempDir() })
		wide := s.upload(1200, 900, `The "hall" & its <door>`)
		event := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Concert", js{"image": wide}))
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Dance", js{"image": "https://pictures.example/a,b.png"}))
		small := `768x576 of hall-300x225.png 300w hall-768x576.png 768w, "The \"hall\" & its <door>" lazy`
		for path, want := range map[string][]string{
			below(event.body["url"]): {`1200x900 of hall-300x225.png 300w hall-768x576.png 768w hall-1024x768.png 1024w hall.png 1200w, "The \"hall\" & its <door>" `},
			"/event/dance/":          {`x of  , "" `},
			"/?view=list":            {small, `x of  , "" lazy`},
			"/?view=photo":           {small, `x of  , "" lazy`},
			"/?view=day&start_date=" + fmt.Sprint(event.body["start_date"])[:10]: {small, `x of  , "" lazy`},
			"/?month=" + fmt.Sprint(event.body["start_date"])[:7]:                nil, // Its days have no room.
		} {
			page := s.look(path)
			if diff := cmp.Diff(want, page.shown()); diff != "" {
				t.Errorf("%s (-want +got)\n%s", path, diff)
			}
			for _, source := range page.attributes("img", "src") {
				if strings.HasPrefix(source, "https://") {
					continue
				}
				if a := s.page(http.MethodGet, "/"+strings.TrimLeft(source, "./"), nil); a.status != http.StatusOK || a.header.Get("Content-Type") != "image/png" {
					t.Errorf("%s of %s: %d %s", source, path, a.status, a.header.Get("Content-Type"))
				}
			}
		}
	})
}
