package uploadtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/media"
	"almanac/runtime/media/mediatest"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// server is a service with users of all roles.
type server struct {
	*servicetest.Server
	t *testing.T
}

// each runs a test on both databases, one with files in a directory and one in a bucket.
func each(t *testing.T, test func(t *testing.T, s *server), options ...func(*service.Config)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, url string) {
		store := func(c *service.Config) {
			if !strings.HasPrefix(url, "sqlite:") {
				c.Media = mediatest.URL(t)
			}
		}
		s := &server{servicetest.New(t, url, generated.Service(), append(options, store)...), t}
		for _, role := range auth.Roles() {
			s.AddUser(string(role), role)
		}
		s.AddUser("other", auth.RoleAuthor)
		test(t, s)
	})
}

// response is a response with its body as JSON.
type response struct {
	servicetest.Response
	json map[string]any
}

// at returns a member of the body by its path, such as "title.rendered".
func (a response) at(path string) any {
	var value any = a.json
	for name := range strings.SplitSeq(path, ".") {
		m, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = m[name]
	}
	return value
}

// send sends a request with a body as it is.
func (s *server) send(user, method, path string, body io.Reader, header map[string]string) response {
	s.t.Helper()
	if !strings.HasPrefix(path, "http") {
		path = s.URL + path
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, path, body)
	if err != nil {
		s.t.Fatal(err)
	}
	if user != "" {
		r.SetBasicAuth(user, servicetest.Password)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	a := response{Response: servicetest.Response{Status: got.StatusCode, Header: got.Header, Body: text}}
	_ = json.Unmarshal(text, &a.json) // A list stays nil.
	return a
}

// upload sends a file as the whole body.
func (s *server) upload(user string, content []byte, filename string) response {
	s.t.Helper()
	return s.send(user, "POST", "/media", bytes.NewReader(content), map[string]string{
		"Content-Type": "application/octet-stream", "Content-Disposition": fmt.Sprintf("attachment; filename=%q", filename),
	})
}

// form sends a multipart form with texts and a file.
func (s *server) form(user, method, path, field, filename string, content []byte, texts map[string]string) response {
	s.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, value := range texts {
		if err := w.WriteField(name, value); err != nil {
			s.t.Fatal(err)
		}
	}
	h := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name=%q; filename=%q`, field, filename)}, "Content-Type": {"image/png"}}
	part, err := w.CreatePart(h)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := part.Write(content); err != nil {
		s.t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		s.t.Fatal(err)
	}
	return s.send(user, method, path, &b, map[string]string{"Content-Type": w.FormDataContentType()})
}

// files lists what is in the media store.
func (s *server) files() []string {
	s.t.Helper()
	var names []string
	for info, err := range s.Env.Media.All(s.t.Context()) {
		if err != nil {
			s.t.Fatal(err)
		}
		names = append(names, info.Name)
	}
	return names
}

// want reports a response with another status or code.
func (s *server) want(about string, a response, status int, code string) {
	s.t.Helper()
	if got, _ := a.at("code").(string); a.Status != status || got != code {
		s.t.Errorf("%s: %d %.300s, not %d %q", about, a.Status, a.Body, status, code)
	}
}

// picture returns a picture with a gradient.
func picture(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetNRGBA(x, y, color.NRGBA{uint8(x), uint8(y), uint8(x + y), 255})
		}
	}
	return img
}

func pngFile(w, h int) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, picture(w, h)) // A buffer takes all.
	return b.Bytes()
}

// jpegFile returns a JPEG file that a phone has taken in portrait format: with EXIF data that
// say so, and where it was.
func jpegFile(w, h int) []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, picture(w, h), nil) // As above.
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00GPS 48.8584"
	segment := append([]byte{0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
	return append(append([]byte{0xff, 0xd8}, segment...), b.Bytes()[2:]...)
}

// fetch gets a file by its address.
func (s *server) fetch(address any) response {
	s.t.Helper()
	url, _ := address.(string)
	return s.send("", "GET", url, nil, nil)
}

// limits sets the limits of uploads.
func limits(l media.Limits) func(*service.Config) {
	return func(c *service.Config) { c.MediaLimits = l }
}

// failing is a media store that is full after the first file.
type failing struct{ media.Store }

// Put stores smaller versions only.
func (f failing) Put(ctx context.Context, name string, content io.Reader, size int64) error {
	if !strings.Contains(name, "-150x150.") {
		return errors.New("no room")
	}
	return f.Store.Put(ctx, name, content, size)
}
