package importer_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/demo"
	"almanac/cmd/internal/deployments"
	"almanac/runtime/auth"
	"almanac/runtime/deployment"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// exported exports everything and returns the files by name.
func exported(t *testing.T, a *service.Service) (dir string, files map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "export")
	report, err := transfer.Export(t.Context(), a.API.Records, dir, transfer.ExportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for _, entry := range entries {
		if entry.IsDir() { // Of the files of images, see TestAnExportBringsImagesAndTheirFilesBack.
			continue
		}
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v, want 0600", entry.Name(), info.Mode())
		}
		content, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = string(content)
	}
	if report.Files != len(files) {
		t.Errorf("the report tells of %d files, there are %d", report.Files, len(files))
	}
	return dir, files
}

// hardships adds to a store what is hard to carry over: records in the trash
// and links to them, other authors, images with facts, siblings of one name,
// an event below another.
func hardships(t *testing.T, a *service.Service) {
	t.Helper()
	author := int64(77)
	event, venue, category := a.Env.Resource("event"), a.Env.Resource("venue"), a.Env.Resource("category")
	when := map[string]any{"start_date": "2026-12-01 10:00", "end_date": "2026-12-01 11:00"}
	write := func(b *mutate.BulkWriter, k *model.Resource, o mutate.ImportedFields, fields map[string]any) error {
		if k == event {
			for name, v := range when {
				fields[name] = v
			}
		}
		_, err := b.Create(k, fields, o)
		return err
	}
	err := a.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
		if _, err := a.Env.Users.EnsureAuthors(t.Context(), b.Writer(), []auth.Author{{ID: author}}); err != nil {
			return err
		}
		if _, err := b.RegisterImage(model.Image{
			ID: 9001, URL: "https://i.example/a.png?x=1&y=2", Width: 640, Height: 480, FileSize: 1234,
			Sizes: `{"thumb":{"width":10,"url":"u"},"a":{"width":5}}`,
		}); err != nil {
			return err
		}
		for _, err := range []error{
			write(b, venue, mutate.ImportedFields{ID: 9002, Slug: "gone", Author: &author, StatusBeforeTrash: "pending"}, map[string]any{"venue": "Gone & far", "status": "trash", "show_map": false, "image": "9001"}),
			write(b, venue, mutate.ImportedFields{ID: 9003, Slug: "gone__trashed-2", WantedSlug: "gone"}, map[string]any{"venue": "Gone", "status": "trash"}),
			write(b, venue, mutate.ImportedFields{ID: 9010, MadeInline: true}, map[string]any{"venue": "Of a draft", "status": "draft"}),
			write(b, event, mutate.ImportedFields{ID: 9011, FormerSlugs: []string{"draft"}}, map[string]any{"title": "Draft", "status": "draft", "venue": []any{"9010"}}),
			write(b, event, mutate.ImportedFields{ID: 9004}, map[string]any{"title": "At two that are gone", "venue": []any{"9002", "9003"}, "cost": []any{"0$", "20$", "Donation", "30$"}}),
			write(b, event, mutate.ImportedFields{ID: 9005}, map[string]any{"title": "Below & <beside>", "post_parent": "9004", "status": "trash", "cost": "Pay what you CAN"}),
			write(b, event, mutate.ImportedFields{ID: 9006, FormerSlugs: []string{"older", "hello"}}, map[string]any{"title": "Привет, мир", "timezone": "UTC-3.5", "description": "One\n\ntwo\nthree", "hide_from_listings": true, "cost": "12 EUR"}),
			write(b, event, mutate.ImportedFields{ID: 9007}, map[string]any{"title": "Secret", "post_password": "<&\"é", "cost": "1,234.50", "description": "x"}),
			write(b, category, mutate.ImportedFields{ID: 9008}, map[string]any{"name": "Twins", "description": "a & b"}),
			write(b, category, mutate.ImportedFields{ID: 9009, Slug: "twins-too", FormerSlugs: []string{"second-twins"}}, map[string]any{"name": "Twins"}),
		} {
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// importPlainly imports an export, by the descriptions of the resources alone.
func importPlainly(t *testing.T, a *service.Service, dir string) transfer.Report {
	t.Helper()
	report, err := transfer.Import(t.Context(), a.API, []string{dir}, transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestAnExportIsImportedWithoutLoss carries a store over to one of the other
// resource, whose export has to be the same, byte for byte.
func TestAnExportIsImportedWithoutLoss(t *testing.T) {
	for _, tt := range []struct {
		name     string
		from, to func(testing.TB) string
		d        deployment.Deployment
	}{
		{"from SQLite to PostgreSQL in two languages", databases.SQLite, databases.PostgreSQL, deployments.A()},
		{"from PostgreSQL to SQLite in one language", databases.PostgreSQL, databases.SQLite, deployments.B()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMedia := func(url string) *service.Service {
				c := config(url, tt.d)
				c.Media = "file:" + t.TempDir()
				return openConfig(t, c)
			}
			from := withMedia(tt.from(t))
			if _, err := demo.Fill(t.Context(), from, demo.Options{Events: 120}); err != nil {
				t.Fatal(err)
			}
			hardships(t, from)
			dir, want := exported(t, from)
			if !strings.Contains(want["categories-1.json"], `"color":"#`) {
				t.Error("the export has no colors of categories, which the demo has")
			}

			to := withMedia(tt.to(t))
			report := importPlainly(t, to, dir)
			if diff := cmp.Diff([]transfer.Problem(nil), report.Problems); diff != "" {
				t.Errorf("problems: (-want +got)\n%s", diff)
			}
			if got := report.Count("authors").Created; got != 1 {
				t.Errorf("%d authors were made, want 1", got)
			}
			_, got := exported(t, to)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-first +second)\n%s", diff)
			}
			for _, n := range importPlainly(t, to, dir).Counts {
				if n.Created+n.Updated+n.Skipped != 0 {
					t.Errorf("the second run does something: %+v", n)
				}
			}
		})
	}
}

func TestAnExportHoldsWhatAnswersLeaveOut(t *testing.T) {
	a := open(t, databases.SQLite(t), deployments.A())
	hardships(t, a)
	_, files := exported(t, a)
	for _, want := range []string{
		`"venue":[9002,9003]}`, `"original_slug":"gone"`, `"status_before_trash":"pending"`, `"former_slugs":["older","hello"]`, `"post_parent":9004`, `"language":"en"`, `"post_password":"<&\"é"`,
	} {
		if !strings.Contains(files["events-1.json"]+files["venues-1.json"], want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestAFolderTakesOneExport(t *testing.T) {
	a := open(t, databases.SQLite(t), deployments.B())
	dir, _ := exported(t, a)
	_, err := transfer.Export(context.Background(), a.API.Records, dir, transfer.ExportOptions{})
	if err == nil || !strings.Contains(err.Error(), "export to an empty directory") {
		t.Errorf("got %v", err)
	}
}

func TestAnExportHoldsWhatExtensionsShow(t *testing.T) {
	url := databases.SQLite(t)
	d := deployments.B()
	if _, err := demo.Fill(t.Context(), open(t, url, d), demo.Options{Events: 40}); err != nil {
		t.Fatal(err)
	}
	_, want := exported(t, open(t, url, d))
	d.Extensions = nil
	_, got := exported(t, open(t, url, d))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-on +off)\n%s", diff)
	}
}
