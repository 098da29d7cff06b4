package importer_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/transfer"
)

// typedTexts answers wp/v2 with texts as they were typed: to a user, if the site shows it.
func typedTexts(refuses bool) sitetest.Reply {
	return func(w http.ResponseWriter, r *http.Request, _ int) bool {
		resource, ok := strings.CutPrefix(r.URL.Path, "/wp-json/wp/v2/")
		content := map[string]string{
			"tribe_events": `[{"id":101,"title":{"raw":"Don't stop 10x5 -- \"live\""},"content":{"raw":"<!-- wp:paragraph -->\n<p>Let's go</p>\n<!-- /wp:paragraph -->"},"excerpt":{"raw":""},"meta":{"_EventCost":"Adults 25, kids 5, club 10"}},` +
				`{"id":102,"title":{"raw":"Open air & open mind"},"content":{"raw":"[gallery ids=\"1\"] Let's see"},"meta":{"_EventCost":"0"}}]`,
			"tribe_venue": `[{"id":11,"title":{"raw":"Joe's"}}]`, "tribe_organizer": `[]`,
		}[resource]
		switch edit := r.URL.Query().Get("context") == "edit"; {
		case !ok || content == "":
			return false
		case edit && refuses:
			sitetest.Refuse(w, http.StatusForbidden, "rest_forbidden_context")
		case edit:
			sitetest.SendJSON(w, []byte(content))
		default:
			sitetest.SendJSON(w, []byte(strings.ReplaceAll(content, `"raw"`, `"rendered"`)))
		}
		return true
	}
}

func TestTextsOfASiteAreThoseThatWereTyped(t *testing.T) {
	tests := []struct {
		name    string
		refuses bool
		want    []any // Title and description of event 101, description of event 102, name of its venue.
	}{
		{"where the site shows them", false, []any{`Don't stop 10x5 -- "live"`, "<p>Let's go</p>", "<p>Let’s see</p>", "Joe's"}},
		{"else as they are shown", true, []any{`Don’t stop 10×5 – “live”`, "<p>Let’s go</p>", "<p>Let’s see</p>", "Joe’s"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, url string) {
				site := sitetest.Play(t, "testdata/site")
				site.WordPress, site.User, site.Fault = true, "ada", typedTexts(tt.refuses)
				site.Change("events", 101, "title", "Don&#8217;t stop 10&#215;5 &#8211; &#8220;live&#8221;")
				site.Change("events", 101, "description", "<p>Let&#8217;s go</p>\n")
				site.Change("events", 102, "description", "<p>Let&#8217;s see</p>\n")
				site.Change("venues", 11, "venue", "Joe&#8217;s")
				settings := quick(t, site.URL, "")
				settings.Fetch.User = "ada"
				a := open(t, url, testDeployment(t))
				importSite(t, a, settings, transfer.Options{})
				first, second := get(t, a, "/events/101"), get(t, a, "/events/102")
				got := []any{first["title"], first["description"], second["description"], get(t, a, "/venues/11")["venue"]}
				if fmt.Sprint(got) != fmt.Sprint(tt.want) {
					t.Errorf("got %q, want %q", got, tt.want)
				}
				if got := first["cost"]; got != "$5 – $25" {
					t.Errorf("the cost is %v", got)
				}
				// What was typed is kept beside the cost, also over an export.
				dir, files := exported(t, a)
				if !strings.Contains(files["events-1.json"], `"typed":"Adults 25, kids 5, club 10"`) {
					t.Errorf("the export has not what was typed:\n%.4000s\n%s", files["events-1.json"], strings.Join(site.Requests(), "\n"))
				}
				b := open(t, databases.SQLite(t), testDeployment(t))
				importFrom(t, b, dir)
				if _, again := exported(t, b); !strings.Contains(again["events-1.json"], `"typed":"Adults 25, kids 5, club 10"`) {
					t.Errorf("the export of the export has not what was typed")
				}
			})
		})
	}
}

func TestPeopleOfASiteComeWithNamesAndRoles(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		site := sitetest.Play(t, "testdata/site")
		site.WordPress, site.User = true, "ada"
		site.Fault = onPath("/wp-json/wp/v2/users", func(w http.ResponseWriter, r *http.Request) {
			if user, _, _ := r.BasicAuth(); user != "ada" || r.URL.Query().Get("context") != "edit" {
				sitetest.Refuse(w, http.StatusUnauthorized, "rest_forbidden_context")
				return
			}
			sitetest.SendJSON(w, []byte(`[{"id":2,"username":"bob","name":"Bob É.","roles":["editor"]},{"id":3,"username":"eve","name":"Eve","roles":["shop_manager","author"]},`+
				`{"id":40,"username":"joe","name":"Joe","roles":["contributor"]},{"id":41,"username":"customer","name":"C","roles":["customer"]}]`))
		})
		a := open(t, url, testDeployment(t))
		importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
		if _, err := a.Env.Users.Find(t.Context(), "author-2"); err != nil {
			t.Errorf("a visitor sees no names: %v", err)
		}
		settings := quick(t, site.URL, "")
		settings.Fetch.User = "ada"
		importSite(t, a, settings, transfer.Options{})
		for name, want := range map[string]string{"bob": "2 editor false", "eve": "3 author false", "joe": "40 contributor false"} {
			user, err := a.Env.Users.Find(t.Context(), name)
			if got := fmt.Sprint(user.ID, " ", user.Role, " ", user.HasPassword); err != nil || got != want {
				t.Errorf("%s is %s, %v, want %s", name, got, err, want)
			}
		}
		if user, err := a.Env.Users.Find(t.Context(), "customer"); err == nil {
			t.Errorf("a customer came along: %+v", user)
		}
	})
}
