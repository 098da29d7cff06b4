package importer_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/auth"
	"almanac/runtime/images"
	"almanac/runtime/media"
	"almanac/runtime/media/mediatest"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// openWithFiles opens a service with a media store.
func openWithFiles(t *testing.T, database, files string) *service.Service {
	t.Helper()
	c := config(database, testDeployment(t))
	c.Media = files
	return openConfig(t, c)
}

// illustrated adds an event with an image of the media store, an image that no record
// shows, and returns the files, one of which a text alone may show.
func illustrated(t *testing.T, a *service.Service) map[string][]byte {
	t.Helper()
	files := map[string][]byte{"2026/05/poster.png": drawn(t, 40, 30), "2026/05/poster-4x3.png": drawn(t, 4, 3), "2026/06/Café.png": drawn(t, 8, 8), "2026/07/unused.png": drawn(t, 9, 9)}
	for name, content := range files {
		if err := a.Env.Media.Put(t.Context(), name, bytes.NewReader(content), int64(len(content))); err != nil {
			t.Fatal(err)
		}
	}
	const author = 77
	rows := []images.Row{
		{Image: model.Image{
			ID: 9001, URL: model.UploadsPath + "2026/05/poster.png", Width: 40, Height: 30, Alt: `A <poster> & "more"`, Title: "Poster", Caption: "By us", StoredBytes: 300,
			Sizes: `{"medium":{"width":4,"height":3,"mime-type":"image/png","filesize":9,"url":"` + model.UploadsPath + `2026/05/poster-4x3.png"}}`,
		}, Author: author, Created: "2026-05-01 10:00:00", Modified: "2026-05-02 10:00:00"},
		{Image: model.Image{ID: 9002, URL: model.UploadsPath + "2026/07/unused.png", Width: 9, Height: 9}, Author: author, Created: "2026-07-01 10:00:00", Modified: "2026-07-01 10:00:00"},
		{Image: model.Image{ID: 9003, URL: "https://i.example/a.png?x=1&y=2", Title: "Elsewhere"}},
	}
	err := a.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
		if _, err := a.Env.Users.EnsureAuthors(t.Context(), b.Writer(), []auth.Author{{ID: author}}); err != nil {
			return err
		}
		for _, row := range rows {
			if err := b.AddImage(row); err != nil {
				return err
			}
		}
		_, err := b.Create(a.Env.Resource("event"), map[string]any{
			"title": "Fair", "start_date": "2026-12-01 10:00", "end_date": "2026-12-01 11:00", "image": "9001",
			"description": `<img src="` + a.Env.Deployment.SiteURL + model.UploadsPath + `2026/06/Caf%C3%A9.png">`,
		}, mutate.ImportedFields{ID: 9004})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func imageRows(t *testing.T, a *service.Service) []images.Row {
	t.Helper()
	var rows []images.Row
	if err := images.All(t.Context(), a.Store, func(i images.Row) error { rows = append(rows, i); return nil }); err != nil {
		t.Fatal(err)
	}
	return rows
}

// storedFiles returns the names of all files of a media store.
func storedFiles(t *testing.T, s media.Store) []string {
	t.Helper()
	var all []string
	for info, err := range s.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, info.Name)
	}
	slices.Sort(all)
	return all
}

func TestAnExportBringsImagesAndTheirFilesBack(t *testing.T) {
	directory := func(t *testing.T) string { return "file:" + t.TempDir() }
	for _, tt := range []struct {
		name     string
		from, to func(testing.TB) string
		files    [2]func(*testing.T) string
	}{
		{"from SQLite and a directory to PostgreSQL and a bucket", databases.SQLite, databases.PostgreSQL, [2]func(*testing.T) string{directory, mediatest.URL}},
		{"from PostgreSQL and a bucket to SQLite and a directory", databases.PostgreSQL, databases.SQLite, [2]func(*testing.T) string{mediatest.URL, directory}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from := openWithFiles(t, tt.from(t), tt.files[0](t))
			files := illustrated(t, from)
			dir, want := exported(t, from)

			to := openWithFiles(t, tt.to(t), tt.files[1](t))
			report := importPlainly(t, to, dir)
			if len(report.Problems) != 0 || report.Count("images").Created != 3 || report.Count("pictures").Created != len(files) {
				t.Errorf("the report: %s", report)
			}
			if diff := cmp.Diff(slices.Sorted(maps.Keys(files)), storedFiles(t, to.Env.Media)); diff != "" {
				t.Errorf("files: (-want +got)\n%s", diff)
			}
			for name, content := range files {
				if !bytes.Equal(served(t, to, name), content) {
					t.Errorf("%s is not what was exported", name)
				}
			}
			if diff := cmp.Diff(imageRows(t, from), imageRows(t, to)); diff != "" {
				t.Errorf("images: (-first +second)\n%s", diff)
			}
			if diff := cmp.Diff(get(t, from, "/events/9004"), get(t, to, "/events/9004")); diff != "" {
				t.Errorf("the event: (-first +second)\n%s", diff)
			}
			_, got := exported(t, to)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the export: (-first +second)\n%s", diff)
			}
			for _, n := range importPlainly(t, to, dir).Counts {
				if n.Created+n.Updated+n.Skipped != 0 {
					t.Errorf("the second run does something: %+v", n)
				}
			}
		})
	}
}

func TestTextsLeadToTheFilesAtANewAddress(t *testing.T) {
	from := openWithFiles(t, databases.SQLite(t), "file:"+t.TempDir())
	illustrated(t, from)
	dir, _ := exported(t, from)
	to := openWithFiles(t, databases.SQLite(t), "file:"+t.TempDir())
	if _, err := transfer.Import(t.Context(), to.API, []string{dir}, transfer.Options{Copies: transfer.Copies{SiteURL: "https://new.example"}}); err != nil {
		t.Fatal(err)
	}
	if text := get(t, to, "/events/9004")["description"].(string); !strings.Contains(text, "https://new.example/wp-content/uploads/2026/06/Caf") {
		t.Errorf("the description is %s", text)
	}
}

func TestAnExportLeavesFilesOutIfImagesAreLinked(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, database string) {
		from := openWithFiles(t, database, "file:"+t.TempDir())
		illustrated(t, from)
		dir := filepath.Join(t.TempDir(), "export")
		if _, err := transfer.Export(t.Context(), from.API.Records, dir, transfer.ExportOptions{LinkImages: true}); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "media")); err == nil {
			t.Error("there are files")
		}
		to := openWithFiles(t, databases.SQLite(t), "file:"+t.TempDir())
		report := importPlainly(t, to, dir)
		if len(report.Problems) != 0 || len(storedFiles(t, to.Env.Media)) != 0 {
			t.Errorf("the report: %s", report)
		}
		if got, want := imageRows(t, to)[0].URL, from.Env.Deployment.SiteURL+model.UploadsPath+"2026/05/poster.png"; got != want {
			t.Errorf("the image is at %s, want %s", got, want)
		}
	})
}

func TestAnExportOfChangesHasNewFilesAlone(t *testing.T) {
	from := openWithFiles(t, databases.SQLite(t), "file:"+t.TempDir())
	illustrated(t, from)
	dir := filepath.Join(t.TempDir(), "export")
	report, err := transfer.Export(t.Context(), from.API.Records, dir, transfer.ExportOptions{Since: time.Now().Add(time.Hour)})
	if err != nil || report.Count("pictures").Written != 0 || report.Count("images").Written != 3 {
		t.Errorf("got %+v, %v", report.Counts, err)
	}
}

func TestBadFilesOfAnExportAreReported(t *testing.T) {
	from := openWithFiles(t, databases.SQLite(t), "file:"+t.TempDir())
	illustrated(t, from)
	dir, _ := exported(t, from)
	if err := os.WriteFile(filepath.Join(dir, "media/2026/05/poster.png"), []byte("<svg/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "media/2026/07/unused.png")); err != nil {
		t.Fatal(err)
	}
	to := openWithFiles(t, databases.SQLite(t), "file:"+t.TempDir())
	want := []string{
		"image 9001: its file 2026/05/poster.png was not imported: is not a JPEG, PNG, GIF or WebP file",
		"image 9002: its file 2026/07/unused.png is not in the export",
	}
	if diff := cmp.Diff(want, texts(importPlainly(t, to, dir))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestListsOfImagesThatNoExportHasAreRefused(t *testing.T) {
	a := openWithFiles(t, databases.SQLite(t), "file:"+t.TempDir())
	for name, content := range map[string]string{
		"no list":               `{"media":1}`,
		"no ID":                 `{"media":[{"url":"https://i.example/a.png"}]}`,
		"a script":              `{"media":[{"id":1,"url":"javascript:alert(1)"}]}`,
		"a name with ..":        `{"media":[{"id":1,"url":"/wp-content/uploads/../a.png"}]}`,
		"no time":               `{"media":[{"id":1,"url":"https://i.example/a.png","created_utc":"now"}]}`,
		"a negative size":       `{"media":[{"id":1,"url":"https://i.example/a.png","width":-1}]}`,
		"versions without form": `{"media":[{"id":1,"url":"https://i.example/a.png","sizes":"{"}]}`,
		"a zero":                `{"media":[{"id":1,"url":"https://i.example/a.png","title":"\u0000"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := transfer.Import(t.Context(), a.API, []string{file(t, "media-1.json", content)}, transfer.Options{})
			if err == nil || !strings.Contains(err.Error(), "media-1.json") || len(imageRows(t, a)) != 0 {
				t.Errorf("got %v and %d images", err, len(imageRows(t, a)))
			}
		})
	}
}

func TestAnImageKeepsItsTextsWhenItsSizeBecomesKnown(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, database string) {
		a := openWithFiles(t, database, "")
		const address = "https://i.example/a.png"
		want := model.Image{ID: 9001, URL: address, Title: "Title", Alt: "Words", Caption: "By us", StoredBytes: 7}
		if err := a.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error { return b.AddImage(images.Row{Image: want}) }); err != nil {
			t.Fatal(err)
		}
		want.Width, want.Height, want.FileSize = 640, 480, 1234
		err := a.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
			got, err := b.RegisterImage(model.Image{URL: address, Width: 640, Height: 480, FileSize: 1234})
			if got != want {
				t.Errorf("it returns %+v, want %+v", got, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := imageRows(t, a); len(got) != 1 || got[0].Image != want {
			t.Errorf("stored are %+v, want %+v", got, want)
		}
	})
}
