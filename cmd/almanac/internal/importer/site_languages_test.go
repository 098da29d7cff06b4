package importer_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/transfer"
)

// prices returns what clients see of the costs of all events.
func prices(t *testing.T, a *service.Service) map[int64]any {
	t.Helper()
	all := map[int64]any{}
	for id, e := range everything(t, a, "events") {
		all[id] = []any{e["cost"], e["cost_details"]}
	}
	return all
}

func TestPricesOfASiteAreTheSameInEveryLanguage(t *testing.T) {
	words := []sitetest.Words{sitetest.English(), sitetest.German(), sitetest.French()}
	databases.Sampled(t, func(t *testing.T, url string) {
		var english map[int64]any
		for _, first := range words {
			t.Run(first.Language, func(t *testing.T) {
				database := url
				if english != nil {
					database = databases.SQLite(t)
				}
				site := sitetest.PlayTownIn(t, first, 50)
				site.Steady = true
				a := open(t, database, testDeployment(t))
				settings := quick(t, site.URL, "")
				settings.Follow = filepath.Join(t.TempDir(), "followed.json")
				importSite(t, a, settings, transfer.Options{})
				got := prices(t, a)
				if english == nil {
					english = got
				}
				if diff := cmp.Diff(english, got); diff != "" {
					t.Fatalf("(-English +%s)\n%s", first.Language, diff)
				}
				free := get(t, a, "/events?free=true&start_date=2000-01-01&per_page=1")["total"]
				if fmt.Sprint(free) != "5" {
					t.Errorf("%v events are free, want 5", free)
				}
				// The words of another language change nothing.
				before := entityTags(t, a)
				for _, then := range words {
					site.Words.Free, site.Words.To = then.Free, then.To
					for _, count := range importSite(t, a, settings, transfer.Options{}).Counts {
						if count.Created+count.Updated > 0 {
							t.Errorf("from %s to %s: %+v", first.Language, then.Language, count)
						}
					}
				}
				if diff := cmp.Diff(before, entityTags(t, a)); diff != "" {
					t.Errorf("entity tags (-before +after)\n%s", diff)
				}
			})
		}
	})
}

// formerly makes of a database, and of the file of a followed site, what an earlier release
// left: the words for nothing in place of the number, and digests that have words.  It returns the
// events with such costs.
func formerly(t *testing.T, a *service.Service, site *sitetest.Town, followed string) (words []string) {
	t.Helper()
	const column = `{"values":["Kostenlos"]}`
	var file map[string]map[string]map[string]any
	content, err := os.ReadFile(followed)
	if err == nil {
		err = json.Unmarshal(content, &file)
	}
	var list struct{ Events []map[string]json.RawMessage }
	if err == nil {
		err = json.Unmarshal([]byte(fetched(t, site.URL+"/events?page=1")), &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	set := func(id, of, value string) {
		sum := sha256.Sum256(fmt.Append(nil, []any{value}))
		digests := file["events"][id]
		digests[of] = regexp.MustCompile(`cost:[0-9a-f]{12}`).ReplaceAllString(digests[of].(string), fmt.Sprintf("cost:%x", sum[:6]))
	}
	err = a.Env.Store.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		for _, e := range list.Events {
			id := string(e["id"])
			set(id, "there", string(e["cost"])+string(e["cost_details"]))
			if string(e["cost"]) != `"Kostenlos"` {
				continue
			}
			words = append(words, id)
			set(id, "fields", column)
			if _, err := w.Exec(ctx, store.Statement{SQL: "UPDATE events SET cost = $1 WHERE id = " + id, Args: []any{column}}); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		content, err = json.Marshal(file)
	}
	if err == nil {
		err = os.WriteFile(followed, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// fetched returns the body of a response.
func fetched(t *testing.T, address string) string {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestWordsThatAnEarlierReleaseTookForPricesBecomeNumbersOnce(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		site := sitetest.PlayTownIn(t, sitetest.German(), 30)
		site.Steady = true
		a := open(t, url, testDeployment(t))
		settings := quick(t, site.URL, "")
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		importSite(t, a, settings, transfer.Options{})
		want := prices(t, a)
		words := formerly(t, a, site, settings.Follow)
		write(t, a, "/events/2001", `{"cost": "15"}`)
		want[2001] = prices(t, a)[2001]
		write(t, a, "/events/"+words[0], `{"title": "Here"}`)
		for n, updated := range []int{len(words), 0} {
			report := importSite(t, a, settings, transfer.Options{})
			if got := report.Count("events").Updated; got != updated || strings.Contains(report.Details(), "cost") {
				t.Errorf("reading %d updates %d events, want %d:\n%s", n+2, got, updated, report)
			}
			if diff := cmp.Diff(want, prices(t, a)); diff != "" {
				t.Errorf("reading %d (-want +got)\n%s", n+2, diff)
			}
		}
	})
}

func TestAPlainImportReplacesWordedPricesOnceToo(t *testing.T) {
	site := sitetest.PlayTownIn(t, sitetest.German(), 30)
	site.Steady = true
	a := open(t, databases.SQLite(t), testDeployment(t))
	settings := quick(t, site.URL, "")
	settings.Follow = filepath.Join(t.TempDir(), "followed.json")
	importSite(t, a, settings, transfer.Options{})
	want := prices(t, a)
	words := formerly(t, a, site, settings.Follow)
	write(t, a, "/events/"+words[0], `{"title": "Here"}`)
	here, err := strconv.ParseInt(words[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	want[here] = prices(t, a)[here]
	for n, updated := range []int{len(words) - 1, 0} {
		report := importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
		if got := report.Count("events").Updated; got != updated {
			t.Errorf("run %d updates %d events, want %d:\n%s", n+1, got, updated, report)
		}
		if diff := cmp.Diff(want, prices(t, a)); diff != "" {
			t.Errorf("run %d (-want +got)\n%s", n+1, diff)
		}
	}
}
