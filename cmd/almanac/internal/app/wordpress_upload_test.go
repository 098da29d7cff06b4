package app_test

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"almanac/runtime/media"
	"almanac/runtime/service"
)

// foreignUpload is an upload by a program for WordPress sites.
type foreignUpload struct {
	user, secret string
	body         []byte
	header       map[string]string
}

func (u foreignUpload) request(wp *site) *http.Request {
	wp.t.Helper()
	r, err := http.NewRequestWithContext(wp.t.Context(), http.MethodPost, wp.root+"/media", bytes.NewReader(u.body))
	if err != nil {
		wp.t.Fatal(err)
	}
	for name, value := range u.header {
		r.Header.Set(name, value)
	}
	if u.user != "" {
		r.SetBasicAuth(u.user, u.secret)
	}
	return r
}

// uploadForms returns a file in both forms that WordPress takes.
func uploadForms(t *testing.T, content []byte) map[string]foreignUpload {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", "hall.png")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(content) // A buffer takes all.
	_ = w.Close()
	return map[string]foreignUpload{
		"multipart": {body: b.Bytes(), header: map[string]string{"Content-Type": w.FormDataContentType()}},
		"raw body":  {body: content, header: map[string]string{"Content-Type": "image/png", "Content-Disposition": `attachment; filename="hall.png"`}},
	}
}

// cutOff sends half of a request in two parts, then nothing more, and returns the status of
// the response. The server has ended the request when the connection is closed.
func cutOff(t *testing.T, wp *site, u foreignUpload) int {
	t.Helper()
	var whole bytes.Buffer
	r := u.request(wp)
	if err := r.Write(&whole); err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", r.URL.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	sent := whole.Bytes()
	head := bytes.Index(sent, []byte("\r\n\r\n")) + 4
	for _, piece := range [][]byte{sent[:head+len(u.body)/4], sent[head+len(u.body)/4 : head+len(u.body)/2]} {
		if _, err := c.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(answer)), r)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// TestUploadsOfForeignProgramsThatFailLeaveNothing uploads at /wp/v2/media by a token as
// the password, as WordPress takes application passwords.
func TestUploadsOfForeignProgramsThatFailLeaveNothing(t *testing.T) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 200, 150))); err != nil {
		t.Fatal(err)
	}
	tooLarge := append(bytes.Clone(picture.Bytes()), make([]byte, 60_000)...)
	prepared.Sampled(t, func(t *testing.T, url string) {
		files, spool := t.TempDir(), t.TempDir()
		t.Setenv("TMPDIR", spool) // Where uploads are until they are complete.
		api := openSite(t, url, asWordPress, func(c *service.Config) {
			c.Media, c.MediaLimits = "file:"+files, media.Limits{FileBytes: 50_000, Pixels: 90_000}
		})
		wp := *api
		wp.t, wp.root = t, api.server.URL+"/wp-json/wp/v2"
		tokens := map[string]string{}
		for _, user := range []string{"author", "contributor"} {
			token, err := api.Env.Users.CreateToken(t.Context(), user, "foreign program", time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			tokens[user] = token
		}
		send := func(u foreignUpload) response {
			t.Helper()
			response, err := api.server.Client().Do(u.request(&wp))
			if err != nil {
				t.Fatal(err)
			}
			return wp.read(response)
		}
		tests := []struct {
			name, user, secret string
			content            []byte
			status             int
		}{
			{"too large", "author", tokens["author"], tooLarge, 413},
			{"not an image", "author", tokens["author"], []byte("<script>alert(1)</script>"), 400},
			{"without credentials", "", "", picture.Bytes(), 401},
			{"of a role that may not", "contributor", tokens["contributor"], picture.Bytes(), 403},
			{"with a wrong password", "author", "wrong", picture.Bytes(), 401},
			{"with the token of another user", "author", tokens["contributor"], picture.Bytes(), 401},
		}
		for _, tt := range tests {
			for form, u := range uploadForms(t, tt.content) {
				u.user, u.secret = tt.user, tt.secret
				if a := send(u); a.status != tt.status || a.body["code"] == nil {
					t.Errorf("%s (%s): %d, want %d: %s", tt.name, form, a.status, tt.status, a.text)
				}
			}
		}
		for form, u := range uploadForms(t, tooLarge[:40_000]) {
			u.user, u.secret = "author", tokens["author"]
			if status := cutOff(t, &wp, u); status != 400 {
				t.Errorf("cut off (%s): %d, want 400", form, status)
			}
		}
		for _, dir := range []string{files, spool} {
			if left := filesBelow(t, dir); len(left) > 0 {
				t.Errorf("left in %s are %v", dir, left)
			}
		}
		if rows := wp.mustBy("administrator", 200, http.MethodGet, "/media", nil).rows(t); len(rows) > 0 {
			t.Errorf("images: %v", rows)
		}
		for form, u := range uploadForms(t, picture.Bytes()) {
			u.user, u.secret = "author", tokens["author"]
			a := send(u)
			if source := fmt.Sprint(a.body["source_url"]); a.status != 201 || !strings.Contains(source, "/wp-content/uploads/") {
				t.Errorf("a picture (%s): %d %s", form, a.status, a.text)
			}
		}
		if len(filesBelow(t, files)) == 0 {
			t.Error("the pictures that were taken are in no file")
		}
	})
}

// filesBelow lists the files below a directory.
func filesBelow(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
