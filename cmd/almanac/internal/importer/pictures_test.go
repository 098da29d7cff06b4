package importer_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/cmd/almanac/internal/importer/pictures"
	"almanac/cmd/almanac/internal/importer/site"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/media"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// uploads are the files of a site below /wp-content/uploads/, by their paths.
type uploads struct {
	files map[string][]byte
	after func(n int) // Called after n files were sent; may be nil.

	mutex sync.Mutex
	sent  []string
}

// serve is a fault that answers with the files.
func (u *uploads) serve(w http.ResponseWriter, r *http.Request, _ int) bool {
	path, ok := strings.CutPrefix(r.URL.Path, "/wp-content/uploads/")
	if !ok {
		return false
	}
	u.mutex.Lock()
	u.sent = append(u.sent, path)
	n := len(u.sent)
	u.mutex.Unlock()
	if content, is := u.files[path]; is {
		_, _ = w.Write(content)
	} else {
		http.NotFound(w, r)
	}
	if u.after != nil {
		u.after(n)
	}
	return true
}

// drawn returns a picture.
func drawn(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pictured plays a site on which event 101 has a featured image with a smaller version
// and a text.
func pictured(t *testing.T, text string) (*sitetest.Site, *uploads) {
	t.Helper()
	u := &uploads{files: map[string][]byte{"2026/05/poster.png": drawn(t, 40, 30), "2026/05/poster-4x3.png": drawn(t, 4, 3), "2026/06/Café.png": drawn(t, 8, 8)}}
	site := sitetest.Play(t, "testdata/site")
	site.Fault = u.serve
	root := "http://" + site.Host() + "/wp-content/uploads/"
	site.Change("events", 101, "image", map[string]any{
		"url": root + "2026/05/poster.png", "id": 77, "width": 40, "height": 30, "filesize": len(u.files["2026/05/poster.png"]),
		"sizes": map[string]any{"medium": map[string]any{"width": 4, "height": 3, "mime-type": "image/png", "url": root + "2026/05/poster-4x3.png"}},
	})
	site.Change("events", 101, "description", strings.ReplaceAll(text, "UPLOADS/", root))
	return site, u
}

// copying returns how the pictures of a site are copied.
func copying(t *testing.T, site *sitetest.Site, hosts ...string) site.Site {
	t.Helper()
	s := quick(t, site.URL, "")
	o := media.DefaultLimits()
	o.FileBytes = 64 << 10
	s.Pictures = &pictures.Options{Hosts: hosts, Limits: o, SiteURL: "https://new.example", Fetch: fetch.Options{Rate: 1000, Tries: 1}}
	return s
}

// openWithMedia opens a service with a media store and an address of its own.
func openWithMedia(t *testing.T, database string) *service.Service {
	t.Helper()
	d := testDeployment(t)
	d.SiteURL = "https://new.example"
	c := config(database, d)
	c.Media = "file:" + t.TempDir()
	return openConfig(t, c)
}

// served returns the file that the service has at a path of uploads, nil for none.
func served(t *testing.T, a *service.Service, name string) []byte {
	t.Helper()
	answer := httptest.NewRecorder()
	path := (&url.URL{Path: "/wp-content/uploads/" + name}).EscapedPath()
	a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "http://localhost"+path, http.NoBody))
	if answer.Code != http.StatusOK {
		return nil
	}
	return answer.Body.Bytes()
}

func TestPicturesOfASiteComeAlong(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, database string) {
		site, u := pictured(t, `<p><img src="UPLOADS/2026/06/Caf%C3%A9.png" srcset="UPLOADS/2026/05/poster-4x3.png 4w, UPLOADS/2026/05/poster.png 40w" alt="Us"> <a href="UPLOADS/2026/menu.pdf">Menu</a> <img src="https://elsewhere.example/a.png"/></p>`)
		u.files["2026/menu.pdf"] = []byte("%PDF-1.4\n")
		a := openWithMedia(t, database)
		report := importSite(t, a, copying(t, site), transfer.Options{})
		if diff := cmp.Diff([]string(nil), texts(report)); diff != "" {
			t.Errorf("problems: (-want +got)\n%s", diff)
		}
		if got := report.Count("pictures"); got.Created != 3 {
			t.Errorf("got %+v, want 3 pictures", got)
		}
		for _, name := range slices.Sorted(maps.Keys(u.files)) {
			if !bytes.Equal(served(t, a, name), u.files[name]) {
				t.Errorf("%s is not what the site has", name)
			}
		}
		event := get(t, a, "/events/101")
		root := "https://new.example/wp-content/uploads/"
		want := map[string]any{
			"url": root + "2026/05/poster.png", "id": 77.0, "extension": "png", "width": 40.0, "height": 30.0, "filesize": float64(len(u.files["2026/05/poster.png"])),
			"sizes": map[string]any{"medium": map[string]any{"width": 4.0, "height": 3.0, "mime-type": "image/png", "url": root + "2026/05/poster-4x3.png"}},
		}
		if diff := cmp.Diff(want, event["image"]); diff != "" {
			t.Errorf("image: (-want +got)\n%s", diff)
		}
		text := event["description"].(string)
		for _, part := range []string{root + "2026/06/Caf%C3%A9.png", "https://elsewhere.example/a.png", root + "2026/menu.pdf"} {
			if !strings.Contains(text, part) {
				t.Errorf("the description does not have %s: %s", part, text)
			}
		}
		if want := "1 picture left on elsewhere.example: if it belongs to the site, import again with --image-host elsewhere.example"; !slices.Contains(report.Todo, want) {
			t.Errorf("to do: %q", report.Todo)
		}
		sent := len(u.sent)
		again := importSite(t, a, copying(t, site), transfer.Options{})
		if got := again.Count("pictures"); got.Unchanged != 3 || len(u.sent) != sent {
			t.Errorf("the second run: %+v, and read %q", got, u.sent[sent:])
		}
	})
}

func TestFilesThatTextsLinkToComeAlong(t *testing.T) {
	const text = `<p><a href="UPLOADS/2026/menu.pdf">Menu</a> <a href="UPLOADS/2026/talk.MP3">Talk</a>` +
		` <a href="UPLOADS/2026/plan.docx">Plan</a> <a href="UPLOADS/2026/tool.exe">Tool</a> <a href="UPLOADS/2026/no.pdf">No</a>` +
		` <a href="UPLOADS/2026/long.zip">Long</a> <a href="https://elsewhere.example/x.pdf">X</a> <a href="UPLOADS/2026/">All</a>` +
		` <img src="UPLOADS/2026/big-scaled.png"> <img src="UPLOADS/2026/turned-rotated.png"></p>`
	tests := []struct {
		name     string
		set      func(*pictures.Options)
		files    int
		pictures int // Besides the two of the featured image.
		problems []string
		shown    map[string]string // The type and the disposition of files, by name; "" for 404.
	}{
		{"copied", func(*pictures.Options) {}, 3, 3, []string{
			"its file UPLOADS/2026/tool.exe was not copied: files of this type are not copied",
			"its file UPLOADS/2026/no.pdf was not copied: is an HTML page",
			"its file UPLOADS/2026/long.zip was not copied: is larger than 65536 bytes",
		}, map[string]string{
			"2026/menu.pdf": "application/pdf ", "2026/talk.MP3": "audio/mpeg ", "2026/plan.docx": "application/octet-stream attachment",
			"2026/big-scaled.png": "image/png ", "2026/big.png": "image/png ", "2026/turned-rotated.png": "image/png ", "2026/turned.png": "",
			"2026/tool.exe": "", "2026/no.pdf": "",
		}},
		{"linked", func(o *pictures.Options) { o.LinkFiles = true }, 0, 3, nil, map[string]string{"2026/menu.pdf": "", "2026/big.png": "image/png "}},
		{"without pictures", func(o *pictures.Options) { o.LinkPictures = true }, 3, -2, []string{
			"its file UPLOADS/2026/tool.exe was not copied: files of this type are not copied",
			"its file UPLOADS/2026/no.pdf was not copied: is an HTML page",
			"its file UPLOADS/2026/long.zip was not copied: is larger than 65536 bytes",
		}, map[string]string{"2026/menu.pdf": "application/pdf ", "2026/big.png": ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, database string) {
				site, u := pictured(t, text)
				maps.Copy(u.files, map[string][]byte{
					"2026/menu.pdf": []byte("%PDF-1.4\n"), "2026/talk.MP3": []byte("ID3"), "2026/plan.docx": []byte("PK"), "2026/tool.exe": []byte("MZ"),
					"2026/no.pdf": []byte("<!doctype html><p>Gone"), "2026/long.zip": make([]byte, 100<<10),
					"2026/big-scaled.png": drawn(t, 8, 8), "2026/big.png": drawn(t, 16, 16), "2026/turned-rotated.png": drawn(t, 8, 9),
				})
				a := openWithMedia(t, database)
				settings := copying(t, site)
				tt.set(settings.Pictures)
				report := importSite(t, a, settings, transfer.Options{})
				var problems []string
				for _, p := range report.Problems {
					if p.Lost {
						problems = append(problems, strings.Replace(p.Text, "http://"+site.Host()+"/wp-content/uploads/", "UPLOADS/", 1))
					}
				}
				if diff := cmp.Diff(tt.problems, problems); diff != "" {
					t.Errorf("problems: (-want +got)\n%s", diff)
				}
				if files, images := report.Count("files").Created, report.Count("pictures").Created; files != tt.files || images != tt.pictures+2 {
					t.Errorf("%d files and %d pictures, want %d and %d", files, images, tt.files, tt.pictures+2)
				}
				for name, want := range tt.shown {
					answer := visited(a, "/wp-content/uploads/"+name)
					got := answer.Header().Get("Content-Type") + " " + answer.Header().Get("Content-Disposition")
					if answer.Code != http.StatusOK {
						got = ""
					} else if !bytes.Equal(answer.Body.Bytes(), u.files[name]) {
						t.Errorf("%s is not what the site has", name)
					}
					if got != want {
						t.Errorf("%s is answered %d %q, want %q", name, answer.Code, got, want)
					}
				}
			})
		})
	}
}

func TestPicturesThatCannotBeCopiedAreReported(t *testing.T) {
	big := bytes.Repeat([]byte{0}, 65<<10)
	tests := []struct {
		name, address string
		content       []byte
		want          string // "" when the file is not looked for.
	}{
		{"a file that the site does not have", "UPLOADS/none.png", nil, "was not found"},
		{"a page", "UPLOADS/a.png", []byte("<!doctype html>"), "is not a JPEG, PNG, GIF or WebP file"},
		{"a script as SVG", "UPLOADS/a.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`), "is not a JPEG, PNG, GIF or WebP file"},
		{"a large file", "UPLOADS/a.png", big, "is larger than 65536 bytes"},
		{"a picture with many pixels", "UPLOADS/a.png", enlarged(drawn(t, 1, 1)), "has too many pixels"},
		{"half a header", "UPLOADS/a.png", drawn(t, 1, 1)[:20], "is damaged"},
		{"a name with ..", "UPLOADS/%2e%2e/%2e%2e/a.png", drawn(t, 1, 1), "its name cannot be stored"},
		{"a hidden file", "UPLOADS/.htaccess.png", drawn(t, 1, 1), "its name cannot be stored"},
		{"this machine under another name", "http://localhost:1/a.png", nil, "in a private network"},
		{"a host that nobody named", "http://unnamed.example/a.png", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			site, u := pictured(t, `<img src="`+tt.address+`">`)
			if tt.content != nil {
				name := strings.TrimPrefix(tt.address, "UPLOADS/")
				u.files[strings.ReplaceAll(name, "%2e", ".")] = tt.content
			}
			a := openWithMedia(t, databases.SQLite(t))
			report := importSite(t, a, copying(t, site, "localhost"), transfer.Options{})
			problems := strings.Join(texts(report), "\n")
			if tt.want == "" && problems != "" || !strings.Contains(problems, tt.want) {
				t.Errorf("got %q, want %q", problems, tt.want)
			}
			if tt.want != "" && (report.Lost() != 1 || report.Count("pictures").Skipped != 1) {
				t.Errorf("the report counts %d lost: %+v", report.Lost(), report.Counts)
			}
			if text, kept := get(t, a, "/events/101")["description"].(string), strings.ReplaceAll(tt.address, "UPLOADS/", "/wp-content/uploads/"); !strings.Contains(text, kept) || strings.Contains(text, "new.example") {
				t.Errorf("the description does not keep the address: %s", text)
			}
		})
	}
}

// enlarged returns a PNG file that says that it has 100,000 by 100,000 pixels.
func enlarged(file []byte) []byte {
	const width, height = 16, 20 // Where they stand in the first chunk.
	file = bytes.Clone(file)
	for _, at := range []int{width, height} {
		copy(file[at:], "\x00\x01\x86\xa0")
	}
	const name, sum = 12, 29 // Of the first chunk: what its check sum is of, and where that stands.
	binary.BigEndian.PutUint32(file[sum:], crc32.ChecksumIEEE(file[name:sum]))
	return file
}

func TestCopyingPicturesGoesOnAfterAnInterruption(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, database string) {
		server, u := pictured(t, "")
		var text strings.Builder
		for n := range 20 {
			name := fmt.Sprintf("2026/07/%d.png", n)
			u.files[name] = drawn(t, 10+n, 5)
			fmt.Fprintf(&text, `<img src="http://%s/wp-content/uploads/%s">`, server.Host(), name)
		}
		server.Change("events", 101, "description", text.String())
		a := openWithMedia(t, database)
		ctx, stop := context.WithCancel(t.Context())
		u.after = func(n int) {
			if n == 10 {
				stop()
			}
		}
		if _, err := site.Import(ctx, a.API, copying(t, server), transfer.Options{}); err == nil || !strings.Contains(err.Error(), "interrupted") {
			t.Fatalf("got %v", err)
		}
		if got := listAll(t, a, "events"); len(got) != 0 {
			t.Errorf("%d events were imported before their pictures", len(got))
		}
		u.after = nil
		report := importSite(t, a, copying(t, server), transfer.Options{})
		got := report.Count("pictures")
		if got.Unchanged == 0 || got.Created == 0 || got.Unchanged+got.Created != 22 || len(texts(report)) != 0 {
			t.Errorf("the second run: %+v, %q", got, texts(report))
		}
		for name, content := range u.files {
			if name != "2026/06/Café.png" && !bytes.Equal(served(t, a, name), content) {
				t.Errorf("%s is not what the site has", name)
			}
		}
	})
}

func TestPicturesOfAnEarlierImportAreCopiedLater(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, database string) {
		site, _ := pictured(t, "")
		a := openWithMedia(t, database)
		linked := copying(t, site)
		linked.Pictures = nil
		importSite(t, a, linked, transfer.Options{})
		if got := get(t, a, "/events/101")["image"].(map[string]any)["url"]; got != "http://"+site.Host()+"/wp-content/uploads/2026/05/poster.png" {
			t.Fatalf("without copies the image is %v", got)
		}
		dry := copying(t, site)
		dry.Pictures.DryRun = true
		if got := importSite(t, a, dry, transfer.Options{DryRun: true}).Count("pictures"); got.Created != 2 || served(t, a, "2026/05/poster.png") != nil {
			t.Errorf("a dry run: %+v", got)
		}
		for range 2 {
			importSite(t, a, copying(t, site), transfer.Options{})
			image := get(t, a, "/events/101")["image"].(map[string]any)
			if image["url"] != "https://new.example/wp-content/uploads/2026/05/poster.png" || image["id"] != 77.0 {
				t.Errorf("with copies the image is %v", image)
			}
		}
	})
}

func TestPagesOfAttachmentsLeadToTheirFiles(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, database string) {
		site, u := pictured(t, "")
		site.WordPress = true
		home := "http://" + site.Host()
		site.Change("events", 101, "description", strings.ReplaceAll(`<div class="gallery"><a href="HOME/big-photo/"><img src="HOME/wp-content/uploads/2026/big-150x150.png"></a>`+
			`<a href="HOME/event/fair/caf%c3%a9/">Café</a> <a href="HOME/?attachment_id=80">Plan</a> <a href="HOME/imprint/">Imprint</a></div>`+
			`<figure class="wp-block-audio"><audio controls src="HOME/wp-content/uploads/2026/talk.mp3"></audio></figure>`, "HOME", home))
		attached := func(id int, slug, link, file string) map[string]any {
			return map[string]any{"id": id, "slug": slug, "link": home + link, "source_url": home + "/wp-content/uploads/" + file}
		}
		site.Images = []map[string]any{
			attached(77, "poster", "/poster/", "2026/05/poster.png"), attached(78, "big-photo", "/big-photo/", "2026/big.png"),
			attached(79, "café", "/event/fair/caf%c3%a9/", "2026/06/Café.png"), attached(80, "plan", "/plan/", "2026/plan.pdf"), attached(81, "unused", "/unused/", "2026/unused.png"),
		}
		maps.Copy(u.files, map[string][]byte{
			"2026/big.png": drawn(t, 9, 9), "2026/big-150x150.png": drawn(t, 3, 3), "2026/plan.pdf": []byte("%PDF-1.4\n"), "2026/talk.mp3": []byte("ID3"),
		})
		a := openMoved(t, database, t.TempDir())
		for n := range 2 {
			report := importSite(t, a, copying(t, site), transfer.Options{})
			if got := report.Count("events"); report.Lost() > 0 || n == 1 && got.Updated > 0 {
				t.Errorf("run %d: %s", n, report)
			}
		}
		const root = "https://new.example/wp-content/uploads/"
		text := get(t, a, "/events/101")["description"].(string)
		for _, part := range []string{
			`<a href="` + root + `2026/big.png"><img src="` + root + `2026/big-150x150.png">`, `<a href="` + root + `2026/06/Caf%C3%A9.png">Café</a>`,
			`<a href="` + root + `2026/plan.pdf">Plan</a>`, `<a href="` + home + `/imprint/">`, `<figure><a href="` + root + `2026/talk.mp3">talk.mp3</a></figure>`,
		} {
			if !strings.Contains(text, part) {
				t.Errorf("the description does not have %s: %s", part, text)
			}
		}
		for address, want := range map[string]string{
			"/big-photo/": "2026/big.png", "/big-photo": "2026/big.png", "/event/fair/caf%C3%A9/": "2026/06/Caf%C3%A9.png", "/plan/": "2026/plan.pdf", "/poster/": "2026/05/poster.png",
			"/?attachment_id=80": "2026/plan.pdf", "/?attachment_id=77": "2026/05/poster.png", "/?p=78": "2026/big.png", "/?attachment_id=81": "", "/unused/": "", "/imprint/": "",
		} {
			got := visited(a, address)
			if to := got.Header().Get("Location"); want != "" && to != root+want || want == "" && got.Code != http.StatusNotFound {
				t.Errorf("%s leads to %d %s, want %s", address, got.Code, to, want)
			}
		}
	})
}
