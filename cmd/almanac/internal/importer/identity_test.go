package importer_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/audit"
	"almanac/runtime/identity"
	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// identify sets the identity of a site at a time.
func identify(t *testing.T, a *service.Service, at time.Time, i identity.Identity) {
	t.Helper()
	here, err := identity.Read(t.Context(), a.Env.Store.Reader())
	if err != nil {
		t.Fatal(err)
	}
	i.Version = here.Version
	if err := identity.Save(t.Context(), a.Env.Store, audit.Actor{At: at, Name: "ada"}, i); err != nil {
		t.Fatal(err)
	}
}

func TestTheIdentityOfTheSiteIsExportedAndImported(t *testing.T) {
	for _, tt := range []struct {
		name     string
		from, to func(testing.TB) string
	}{
		{"from SQLite to PostgreSQL", databases.SQLite, databases.PostgreSQL},
		{"from PostgreSQL to SQLite", databases.PostgreSQL, databases.SQLite},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from, to := open(t, tt.from(t), deployments.B()), open(t, tt.to(t), deployments.B())
			if _, files := exported(t, from); files["site_identity.json"] != "" {
				t.Errorf("a site that has no identity exports %s", files["site_identity.json"])
			}
			err := from.API.Writes.Bulk(t.Context(), 0, func(b *mutate.BulkWriter) error {
				return b.AddImage(images.Row{Image: model.Image{ID: 7, URL: "https://town.example/logo.png"}})
			})
			if err != nil {
				t.Fatal(err)
			}
			identify(t, from, now, identity.Identity{SiteName: "Town <Hall>", Logo: 7, Accent: "#ffcc00", FooterLinks: "A=/a\nB=/b", Style: "a{}"})
			dir, want := exported(t, from)
			importPlainly(t, to, dir)
			if _, got := exported(t, to); want["site_identity.json"] == "" || got["site_identity.json"] != want["site_identity.json"] {
				t.Errorf("(-first +second)\n%s", cmp.Diff(want["site_identity.json"], got["site_identity.json"]))
			}
			if got, err := identity.Read(t.Context(), to.Env.Store.Reader()); err != nil || got.LogoURL != "https://town.example/logo.png" {
				t.Errorf("after the import there is %+v %v", got, err)
			}
			identify(t, to, now.Add(time.Hour), identity.Identity{SiteName: "Later"})
			importPlainly(t, to, dir)
			if got, err := identity.Read(t.Context(), to.Env.Store.Reader()); err != nil || got.SiteName != "Later" {
				t.Errorf("what was changed here later is %+v %v", got, err)
			}
			identify(t, from, now.Add(2*time.Hour), identity.Identity{SiteName: "Latest"})
			dir, _ = exported(t, from)
			if _, err := transfer.Import(t.Context(), to.API, []string{dir}, transfer.Options{DryRun: true}); err != nil {
				t.Fatal(err)
			}
			if got, _ := identity.Read(t.Context(), to.Env.Store.Reader()); got.SiteName != "Later" {
				t.Errorf("a dry run stores %+v", got)
			}
			importPlainly(t, to, dir)
			if got, _ := identity.Read(t.Context(), to.Env.Store.Reader()); got.SiteName != "Latest" || got.Logo != 0 {
				t.Errorf("what was changed there later is %+v", got)
			}
		})
	}
}

func TestTheSiteInFeedsMovesWithItsRecords(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		at := func(url, site string) *service.Service {
			c := config(url, deployments.B())
			c.Deployment.SiteURL, c.StoreFeedSite = site, true
			return openConfig(t, c)
		}
		stored := func(a *service.Service) string {
			i, err := identity.Read(t.Context(), a.Env.Store.Reader())
			if err != nil {
				t.Fatal(err)
			}
			return i.StoredFeedSite
		}
		from := at(databases.SQLite(t), "https://old.example")
		write(t, from, "/events", `{"title": "Tea", "start_date": "2027-01-02 10:00", "end_date": "2027-01-02 12:00"}`)
		dir, _ := exported(t, from)
		to := at(url, "https://new.example")
		if _, err := transfer.Import(t.Context(), to.API, []string{dir}, transfer.Options{DryRun: true}); err != nil || stored(to) != "new.example" {
			t.Errorf("a dry run stores %s %v", stored(to), err)
		}
		importPlainly(t, to, dir)
		if got := stored(to); got != "old.example" {
			t.Errorf("a site without records has %s in its feeds after the import", got)
		}
		identify(t, to, now, identity.Identity{SiteName: "Town"})
		if got := stored(to); got != "old.example" {
			t.Errorf("with another name it has %s in its feeds", got)
		}
		other := at(databases.SQLite(t), "https://other.example")
		write(t, other, "/venues", `{"venue": "Hall"}`)
		importPlainly(t, other, dir)
		if got := stored(other); got != "other.example" {
			t.Errorf("a site with records has %s in its feeds after the import", got)
		}
	})
}
