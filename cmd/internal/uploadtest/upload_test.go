package uploadtest

import (
	"bytes"
	"image"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"almanac/runtime/media"
	"almanac/runtime/service"
)

func TestAnUploadIsShownAsClientsOfWordPressReadIt(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		a := s.upload("author", pngFile(1200, 900), "my photo.jpg")
		s.want("upload", a, http.StatusCreated, "")
		if !regexp.MustCompile(`/wp-content/uploads/2026/06/my-photo-[a-z0-9]{12}\.png$`).MatchString(a.at("source_url").(string)) {
			t.Error("source_url is", a.at("source_url"))
		}
		for path, want := range map[string]any{
			"status": "inherit", "type": "attachment", "media_type": "image", "mime_type": "image/png", "title.rendered": "my photo",
			"date_gmt": "2026-06-01T12:00:00", "alt_text": "", "media_details.width": 1200.0, "media_details.height": 900.0,
		} {
			if got := a.at(path); got != want {
				t.Errorf("%s is %v, not %v", path, got, want)
			}
		}
		id := a.at("id").(float64)
		if got := a.Header.Get("Location"); !strings.HasSuffix(got, "/media/"+a.Header.Get("X-WP-Upload-Attachment-ID")) || id == 0 {
			t.Error("Location is", got)
		}
		sizes := a.at("media_details.sizes").(map[string]any)
		want := map[string][2]int{"thumbnail": {150, 150}, "medium": {300, 225}, "medium_large": {768, 576}, "large": {1024, 768}, "full": {1200, 900}}
		if got := slices.Sorted(maps.Keys(sizes)); !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
			t.Fatal("sizes are", got)
		}
		for name, size := range want {
			s.sees(a.at("media_details.sizes."+name+".source_url"), "image/png", size)
		}
		if got := len(s.files()); got != 5 {
			t.Error("stored are", s.files())
		}
	})
}

// sees fetches a file and compares what is in it.
func (s *server) sees(address any, mediaType string, size [2]int) {
	s.t.Helper()
	a := s.fetch(address)
	config, _, err := image.DecodeConfig(bytes.NewReader(a.Body))
	if a.Status != http.StatusOK || err != nil || a.Header.Get("Content-Type") != mediaType || [2]int{config.Width, config.Height} != size {
		s.t.Errorf("%v: %d %s %dx%d %v, not %s %v", address, a.Status, a.Header.Get("Content-Type"), config.Width, config.Height, err, mediaType, size)
	}
}

func TestPhotosAreTurnedUprightAndLoseWhereTheyWereTaken(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		a := s.form("author", "POST", "/media", "file", "été.jpg", jpegFile(400, 200), map[string]string{"alt_text": "A <b>tower</b>", "caption": "Tour & <i>sky</i>", "title": "Tower"})
		s.want("upload", a, http.StatusCreated, "")
		s.sees(a.at("source_url"), "image/jpeg", [2]int{200, 400})
		s.sees(a.at("media_details.sizes.medium.source_url"), "image/jpeg", [2]int{150, 300})
		for _, name := range s.files() {
			f := s.fetch(strings.TrimSuffix(s.URL, s.Env.Deployment.APIPath()) + "/wp-content/uploads/" + name)
			if f.Status != http.StatusOK || bytes.Contains(f.Body, []byte("GPS")) || bytes.Contains(f.Body, []byte("Exif")) {
				t.Error(name, "tells where it was taken")
			}
		}
		if a.at("title.raw") != "Tower" || strings.Contains(a.at("caption.rendered").(string), "<i>") || strings.Contains(a.at("alt_text").(string), "<b>") {
			t.Errorf("the texts are %v, %v, %v", a.at("title"), a.at("alt_text"), a.at("caption"))
		}
	})
}

func TestUploadsThatAreNoPicturesAreRefusedAndLeaveNothing(t *testing.T) {
	whole := pngFile(300, 300)
	bomb := slices.Clone(pngFile(1, 1))
	copy(bomb[16:24], []byte{0, 0, 0x20, 0, 0, 0, 0x20, 0}) // 8192 x 8192, but for the checksum.
	tests := []struct {
		name, file string
		content    []byte
		status     int
		code       string
	}{
		{"a script", "a.png", []byte("<script>alert(1)</script>"), 400, "rest_upload_sideload_error"},
		{"an SVG file", "a.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), 400, "rest_upload_sideload_error"},
		{"a page behind the first bytes of a GIF", "a.gif", []byte("GIF89a<html><script>alert(1)</script></html>"), 400, "rest_upload_sideload_error"},
		{"half a picture", "a.png", whole[:len(whole)/2], 400, "rest_upload_sideload_error"},
		{"half a photo", "a.jpg", jpegFile(300, 300)[:2000], 400, "rest_upload_sideload_error"},
		{"more pixels than there may be", "a.png", pngFile(400, 300), 400, "rest_upload_sideload_error"},
		{"a bomb", "a.png", bomb, 400, "rest_upload_sideload_error"},
		{"nothing", "a.png", nil, 400, "rest_upload_no_data"},
		{"too much", "a.png", append(slices.Clone(whole), make([]byte, 60_000)...), 413, "rest_request_too_large"},
	}
	each(t, func(t *testing.T, s *server) {
		for _, tt := range tests {
			a := s.upload("author", tt.content, tt.file)
			s.want(tt.name, a, tt.status, tt.code)
			s.want(tt.name+" in a form", s.form("author", "POST", "/media", "file", tt.file, tt.content, nil), tt.status, tt.code)
		}
		s.want("in another field", s.form("author", "POST", "/media", "upload", "a.png", whole, nil), 400, "rest_invalid_param")
		s.want("without a name", s.send("author", "POST", "/media", bytes.NewReader(whole), map[string]string{"Content-Type": "image/png"}), 400, "rest_upload_no_content_disposition")
		s.want("with an empty name", s.send("author", "POST", "/media", bytes.NewReader(whole), map[string]string{"Content-Type": "image/png", "Content-Disposition": "attachment"}), 400, "rest_upload_invalid_disposition")
		s.want("JSON", s.send("author", "POST", "/media", strings.NewReader(`{"title":"x"}`), map[string]string{"Content-Type": "application/json"}), 400, "rest_upload_no_content_disposition")
		s.want("a form that ends early", s.send("author", "POST", "/media", strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nabc"), map[string]string{"Content-Type": "multipart/form-data; boundary=x"}), 400, "rest_invalid_json")
		if got := s.files(); len(got) > 0 {
			t.Error("left are", got)
		}
		if a := s.send("administrator", "GET", "/media", nil, nil); strings.TrimSpace(string(a.Body)) != "[]" {
			t.Errorf("images are %s", a.Body)
		}
	}, limits(media.Limits{FileBytes: 50_000, Pixels: 90_000}))
}

func TestNamesOfFilesStayInsideOfTheStore(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		for _, name := range []string{"../../etc/passwd.png", `..\..\evil.png`, ".hidden", "a/b/../c.php", strings.Repeat("x", 400) + ".png", "صورة.png", "C:evil.png", "%2e%2e%2f.png"} {
			a := s.upload("author", pngFile(10, 10), name)
			s.want(name, a, http.StatusCreated, "")
			url, _ := a.at("source_url").(string)
			if !strings.HasSuffix(url, ".png") || strings.Contains(url, "..") {
				t.Errorf("%q became %s", name, url)
			}
			s.sees(url, "image/png", [2]int{10, 10})
		}
		for _, name := range s.files() {
			if !strings.HasPrefix(name, "2026/06/") || !media.ValidName(name) {
				t.Error("stored as", name)
			}
		}
	})
}

func TestTwoUploadsOfOneFileAreTwoImages(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		answers := make(chan response)
		for range 2 {
			go func() { answers <- s.upload("author", pngFile(200, 200), "same.png") }()
		}
		a, b := <-answers, <-answers
		s.want("one", a, http.StatusCreated, "")
		s.want("the other", b, http.StatusCreated, "")
		if a.at("id") == b.at("id") || a.at("source_url") == b.at("source_url") || len(s.files()) != 4 {
			t.Error(a.at("id"), b.at("id"), s.files())
		}
	})
}

func TestAUserHasAQuota(t *testing.T) {
	file := pngFile(100, 100)
	each(t, func(t *testing.T, s *server) {
		first := s.upload("author", file, "a.png")
		s.want("the first", first, http.StatusCreated, "")
		s.want("the second", s.upload("author", file, "b.png"), 400, "rest_upload_limited_space")
		s.want("with an event", s.form("author", "POST", "/events", "image", "a.png", file, event), 400, "rest_upload_limited_space")
		if got := len(s.files()); got != 1 {
			t.Error("stored are", s.files())
		}
		s.want("of another user", s.upload("other", file, "a.png"), http.StatusCreated, "")
		s.want("deletion", s.send("author", "DELETE", "/media/"+id(first), nil, nil), http.StatusOK, "")
		s.want("after deletion", s.upload("author", file, "a.png"), http.StatusCreated, "")
	}, limits(media.Limits{FileBytes: 1 << 20, Pixels: 1 << 20, UserBytes: int64(len(file) + len(file)/2)}))
}

func TestWithoutAMediaStoreUploadsAreOff(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		s.Env.Media = nil // As on PostgreSQL without --media.
		a := s.upload("author", pngFile(10, 10), "a.png")
		s.want("upload", a, http.StatusForbidden, "rest_uploads_off")
		if !strings.Contains(string(a.Body), "--media file:DIR") {
			t.Errorf("%s names no flag", a.Body)
		}
	})
	if got := service.DefaultMedia("postgres://localhost/x"); got != "" {
		t.Error("PostgreSQL has the media store", got)
	}
}
