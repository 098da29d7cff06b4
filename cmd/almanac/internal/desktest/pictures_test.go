package desktest

import (
	"bytes"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/desk/records"
	"almanac/runtime/httpapi"
	"almanac/runtime/media"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// pngOf returns a picture.
func pngOf(t *testing.T, side int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, side, side))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withFile sends the form as browsers send forms with a file, by a button such as do=save.
func (f *form) withFile(field, filename string, content []byte, button, value string) response {
	f.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile(field, filename)
	if err != nil {
		f.t.Fatal(err)
	}
	_, _ = part.Write(content)
	for name, values := range f.values {
		for _, v := range values {
			if name != field {
				_ = w.WriteField(name, v)
			}
		}
	}
	_ = w.WriteField(button, value)
	_ = w.Close()
	f.b.header = http.Header{"Content-Type": {w.FormDataContentType()}}
	defer func() { f.b.header = http.Header{} }()
	return f.b.sendBody(http.MethodPost, f.action, &body)
}

// eachWithMedia is each for services with certain limits of uploads, and a media store or
// none.
func eachWithMedia(t *testing.T, test func(t *testing.T, s *servicetest.Server), limits media.Limits, none bool) {
	t.Helper()
	eachService(t, generated.Service(), test, func(c *service.Config) {
		c.MediaLimits, c.Media = limits, "file:"+t.TempDir()
		c.Admission.Deadline = time.Minute
		c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) {
			if none {
				api.Env.Media = nil
			}
			return desk.New(api, records.Part).Lookup
		}
	})
}

// pictureOf returns the image of the only event.
func pictureOf(t *testing.T, s *servicetest.Server, user string) map[string]any {
	t.Helper()
	var list struct{ Events []map[string]any }
	s.Send(user, http.MethodGet, "/events?status=any&start_date=2000-01-01", nil).Decode(t, &list)
	if len(list.Events) != 1 {
		t.Fatalf("%d events, want 1", len(list.Events))
	}
	picture, _ := list.Events[0]["image"].(map[string]any)
	return picture
}

// typedEvent is what people type about an event.
var typedEvent = []string{"title", "Concert", "start_date", "2026-07-01T20:00", "end_date", "2026-07-01T22:00"}

func TestAPictureIsUploadedDescribedChosenAndRemovedInAForm(t *testing.T) {
	eachWithMedia(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleEditor)
		b := open(t, s).signIn("ada")
		f := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set("image.alt", "A band", "image.caption", "Live")
		saved := f.withFile("image.file", "band.png", pngOf(t, 20), "do", "publish")
		if saved.status != http.StatusSeeOther {
			t.Fatalf("%d %s", saved.status, saved.text)
		}
		first := pictureOf(t, s, "ada")
		if first["alt"] != "A band" || !strings.Contains(first["url"].(string), "band") {
			t.Fatalf("image %v", first)
		}
		page := b.get(saved.location)
		page.shows(t, http.StatusOK, `alt="A band"`, `value="Live"`, "Remove image")
		b.form(page, "record").set("image.alt", "A brass band").saves("save")
		if got := pictureOf(t, s, "ada"); got["alt"] != "A brass band" || got["id"] != first["id"] {
			t.Errorf("after other texts: %v", got)
		}
		second := b.form(b.get("/desk/media"), "/desk/media").set("alt_text", "A choir").withFile("file", "choir.png", pngOf(t, 30), "do", "")
		if second.status != http.StatusSeeOther {
			t.Fatalf("%d %s", second.status, second.text)
		}
		f = b.form(b.get(saved.location), "record").set("title", "Typed meanwhile", "look", "image", "image.find", "choir")
		looked := f.send("")
		looked.shows(t, http.StatusOK, "Typed meanwhile", `type="radio" name="image" value="`+idIn(second.location)+`"`)
		if strings.Contains(looked.text, `type="radio" name="image" value="`+itoa(int64(first["id"].(float64)))) {
			t.Error("the search of the library finds another picture")
		}
		f = b.form(looked, "record").set("image.find", "band")
		f.send("publish").shows(t, http.StatusOK, "Typed meanwhile", `alt="A brass band" loading`) // The key Enter in the search.
		f = b.form(looked, "record")
		f.values.Add("image", idIn(second.location))
		f.saves("save")
		if got := pictureOf(t, s, "ada"); got["alt"] != "A choir" {
			t.Errorf("after the choice: %v", got)
		}
		b.get(second.location).shows(t, http.StatusOK, "Typed meanwhile")
		b.form(b.get(saved.location), "record").set("image.clear", "1").saves("save")
		if got := pictureOf(t, s, "ada"); got != nil {
			t.Errorf("after the removal: %v", got)
		}
		b.post(second.location+"/delete", "confirm", "yes").shows(t, http.StatusSeeOther)
		b.get(second.location).shows(t, http.StatusNotFound)
	}, media.Limits{}, false)
}

func TestAPictureThatIsRefusedLeavesTheFormAsItWasTyped(t *testing.T) {
	limits := media.Limits{FileBytes: 4000, Pixels: 10_000, UserBytes: 1 << 20}
	eachWithMedia(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleEditor)
		s.AddUser("cora", auth.RoleContributor)
		for _, tt := range []struct {
			name, user string
			content    []byte
			status     int
			want       string
		}{
			{"no image", "ada", []byte("%PDF-1.7 no image"), http.StatusBadRequest, "send one of those"},
			{"too many pixels", "ada", pngOf(t, 101), http.StatusBadRequest, "megapixels"},
			{"too large", "ada", bytes.Repeat([]byte("x"), 5000), http.StatusRequestEntityTooLarge, "too large"},
			{"no right", "cora", pngOf(t, 20), http.StatusForbidden, "Your role does not allow uploads."},
			{"empty", "ada", nil, http.StatusBadRequest, "The file is empty."},
		} {
			b := open(t, s).signIn(tt.user)
			f := b.form(b.get("/desk/records/events/new"), "record").set(typedEvent...).set("venue.new.venue", "Barn")
			a := f.withFile("image.file", "file.png", tt.content, "do", "draft")
			a.shows(t, tt.status, tt.want, `value="Concert"`, `value="Barn"`, `id="f-image-fault"`)
			var list struct{ Total int }
			s.Send("ada", http.MethodGet, "/events?status=any&start_date=2000-01-01", nil).Decode(t, &list)
			if list.Total != 0 {
				t.Errorf("%s: the event was saved", tt.name)
			}
			_, page := b.form(a, "record").saves("draft") // Without the file it can be saved.
			page.shows(t, http.StatusOK, "Concert")
			s.Send("ada", http.MethodDelete, "/events/"+firstDraft(t, s)+"?force=true", nil)
			if tt.user == "ada" {
				b.form(b.get("/desk/media"), "/desk/media").withFile("file", "file.png", tt.content, "do", "").shows(t, tt.status, tt.want, `id="file-fault"`)
			}
		}
	}, limits, false)
}

// firstDraft returns the ID of the only event, a draft.
func firstDraft(t *testing.T, s *servicetest.Server) string {
	t.Helper()
	var list struct{ Events []struct{ ID int64 } }
	s.Send("ada", http.MethodGet, "/events?status=any&start_date=2000-01-01", nil).Decode(t, &list)
	if len(list.Events) == 0 {
		t.Fatal("there is no event")
	}
	return itoa(list.Events[0].ID)
}

func TestWithoutAMediaStoreTheFormTakesAddresses(t *testing.T) {
	eachWithMedia(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleEditor)
		b := open(t, s).signIn("ada")
		page := b.get("/desk/records/events/new")
		page.shows(t, http.StatusOK, "Uploads are off on this server.")
		if strings.Contains(page.text, `type="file"`) {
			t.Error("the form takes a file")
		}
		b.form(page, "record").set(typedEvent...).set("image.address", "https://example.org/a.jpg").saves("publish")
		if got := pictureOf(t, s, "ada"); got["url"] != "https://example.org/a.jpg" {
			t.Errorf("image %v", got)
		}
		b.get("/desk/media").shows(t, http.StatusOK, "Uploads are off on this server.", "a.jpg")
	}, media.Limits{}, true)
}

// changes are the changes of an image by the desk, each with that of the API.
var changes = []struct {
	name, method, desk string
	form               []string
	body               any
}{
	{"other texts", http.MethodPatch, "", []string{"title", "t", "alt_text", "a", "caption", "c"}, map[string]any{"title": "t", "alt_text": "a", "caption": "c"}},
	{"a deletion", http.MethodDelete, "/delete", []string{"confirm", "yes"}, nil},
}

func TestTheDeskRefusesChangesOfPicturesAsTheAPIDoes(t *testing.T) {
	eachWithMedia(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("other", auth.RoleAuthor)
		for _, role := range auth.Roles() {
			s.AddUser(string(role), role)
			for _, owner := range []string{string(role), "other"} {
				for _, c := range changes {
					uploader := open(t, s).signIn(owner)
					upload := func() string {
						if page := uploader.get("/desk/media"); strings.Contains(page.text, `type="file"`) {
							return uploader.form(page, "/desk/media").withFile("file", "a.png", pngOf(t, 9), "do", "").location
						}
						return ""
					}
					first, second := upload(), upload()
					if first == "" {
						continue // This role uploads nothing.
					}
					want := s.Send(string(role), c.method, "/media/"+idIn(first), c.body).Status
					if want == http.StatusNotFound && c.method == http.MethodDelete {
						want = http.StatusOK // What was deleted before is deleted.
					}
					got := open(t, s).signIn(string(role)).post(second+c.desk, c.form...).status
					if got == http.StatusSeeOther {
						got = http.StatusOK
					}
					if got != want {
						t.Errorf("%s by the %s to a picture of the %s: %d, and %d by the API", c.name, role, owner, got, want)
					}
				}
			}
		}
	}, media.Limits{}, false)
}

func TestASiteOnHTTPSListsImagesOverHTTP(t *testing.T) {
	eachWithMedia(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleEditor)
		s.AddUser("cora", auth.RoleContributor)
		add := func(plural string, body map[string]any) {
			if a := s.Send("ada", http.MethodPost, plural, body); a.Status != http.StatusCreated {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}
		event := func(title, image, description, status string) {
			add("events", map[string]any{
				"title": title, "image": image, "description": description, "status": status,
				"start_date": "2026-07-01 20:00", "end_date": "2026-07-01 22:00",
			})
		}
		event("Of an address", "HTTP://example.org/a.png", "", "publish")
		event("Of a text", "", `<p>So: <img alt="" src="http://example.org/b.png"></p>`, "publish")
		event("Of a draft", "", `<img srcset="http://example.org/c.png 2x" src="https://example.org/c.png">`, "draft")
		event("Of a link", "https://example.org/d.png", `<a href="http://example.org/">src="http:</a> <img src="/e.png">`, "publish")
		add("venues", map[string]any{"venue": "Of a venue", "image": "http://example.org/f.png"})
		ada := open(t, s).signIn("ada")
		if page := ada.get("/desk/media"); strings.Contains(page.text, "/media/insecure") {
			t.Error("a site on http leads to a list of images over http")
		}
		cora := open(t, s).signIn("cora")
		s.Env.Deployment.SiteURL = strings.Replace(s.Env.Deployment.SiteURL, "http:", "https:", 1)
		ada.get("/desk/media").shows(t, http.StatusOK, `href="/desk/media/insecure"`)
		for b, names := range map[*browser]string{ada: "Of a draft, Of a text, Of a venue, Of an address", cora: "Of a text, Of a venue, Of an address"} {
			var got []string
			page := b.get("/desk/media/insecure")
			for _, part := range strings.Split(page.text, `<li><a href="/desk/records/`)[1:] {
				_, name, _ := strings.Cut(part, `">`)
				name, _, _ = strings.Cut(name, "<")
				if strings.HasPrefix(name, "Of ") {
					got = append(got, name)
				}
			}
			if slices.Sort(got); strings.Join(got, ", ") != names {
				t.Errorf("listed %q, want %q: %d %s", got, names, page.status, page.text)
			}
		}
	}, media.Limits{}, false)
}
