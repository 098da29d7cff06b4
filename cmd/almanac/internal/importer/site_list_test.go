package importer_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/importer/site"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/transfer"
)

// terms is a list of tags whose order is another one at each request, as that of
// equal names is on a site that sorts by nothing else.
type terms struct {
	all      int
	total    int  // That the site says.
	byID     bool // Sorts by id when it is asked to.
	refuses  bool // Refuses to.
	vanishes bool // Its last one is on no page.
	asked    int
}

// fault answers requests for tags.
func (t *terms) fault(w http.ResponseWriter, r *http.Request, _ int) bool {
	if !strings.HasSuffix(r.URL.Path, "/tags") {
		return false
	}
	sorted := r.URL.Query().Get("orderby") == "id"
	if sorted && t.refuses {
		sitetest.Refuse(w, http.StatusBadRequest, "rest_invalid_param")
		return true
	}
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	list := []map[string]any{}
	for n := (page - 1) * 50; n < min(page*50, t.all); n++ {
		id := n
		if !t.byID || !sorted {
			id = (n + t.asked*3) % t.all
		}
		if !t.vanishes || id < t.all-1 {
			list = append(list, map[string]any{"id": 1000 + id, "name": "Live", "slug": fmt.Sprint("live-", id), "taxonomy": "post_tag"})
		}
	}
	t.asked++
	content, _ := json.Marshal(map[string]any{"tags": list, "total": t.total, "total_pages": (t.total + 49) / 50}) // It always encodes.
	sitetest.SendJSON(w, content)
	return true
}

func TestNoRecordOfAListIsLost(t *testing.T) {
	tests := []struct {
		name  string
		list  terms
		want  int
		asked int // Requests for the list; 0 for any number.
		lost  string
	}{
		{"sorted by id", terms{all: 114, total: 114, byID: true}, 114, 3, ""},
		{"sorted by id, with a total that is too small", terms{all: 114, total: 100, byID: true}, 114, 3, ""},
		{"a total that is too small, and full pages", terms{all: 150, total: 100, byID: true}, 150, 4, ""},
		{"in no order", terms{all: 114, total: 114}, 114, 0, ""},
		{"in no order, with a total that is too small", terms{all: 114, total: 100}, 114, 0, ""},
		{"in no order, and orderby refused", terms{all: 114, total: 114, refuses: true}, 114, 0, ""},
		{"one is on no page", terms{all: 114, total: 116, byID: true, vanishes: true}, 113, 16, "missing from every page: 1 of the site's 116 tags (read 5 times, in several orders)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			site := sitetest.Play(t, "testdata/site")
			site.Fault = tt.list.fault
			a := open(t, databases.SQLite(t), testDeployment(t))
			report := importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
			got := 0
			for id := range listAll(t, a, "tags") {
				if id >= 1000 {
					got++
				}
			}
			if got != tt.want || tt.asked > 0 && tt.list.asked != tt.asked || tt.list.asked > 20 {
				t.Errorf("got %d tags by %d requests, want %d by %d", got, tt.list.asked, tt.want, tt.asked)
			}
			lost := ""
			for _, p := range report.Problems {
				if p.Lost || p.Missing > 0 {
					lost += p.Text
				}
			}
			if lost != tt.lost {
				t.Errorf("reported lost: %q, want %q", lost, tt.lost)
			}
		})
	}
}

func TestRecordsThatAListShowsOnNoPageAreFoundInOtherWays(t *testing.T) {
	const all, lost = 65, 7
	record := func(n int) string {
		return fmt.Sprintf(`{"id": %d, "organizer": "Club %[1]d", "slug": "club-%[1]d", "status": "publish", "date": "2026-01-01 10:00:00"}`, 5000+n)
	}
	tests := []struct {
		name  string
		whole func(url.Values) bool // Whether a reading has all.
		wpv2  bool                  // Lists the IDs.
		want  int
	}{
		{"in another order", func(q url.Values) bool { return q.Get("order") == "desc" }, false, all},
		{"by name", func(q url.Values) bool { return q.Get("orderby") == "title" }, false, all},
		{"on smaller pages", func(q url.Values) bool { return q.Get("per_page") == "20" }, false, all},
		{"by wp/v2", func(url.Values) bool { return false }, true, all},
		{"nowhere", func(url.Values) bool { return false }, false, all - lost},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, database string) {
				site := sitetest.Play(t, "testdata/site")
				site.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
					q := r.URL.Query()
					if id, single := strings.CutPrefix(r.URL.Path, sitetest.Root+"/organizers/"); single {
						n, err := strconv.Atoi(id)
						if err == nil && n >= 5000 {
							sitetest.SendJSON(w, []byte(record(n-5000)))
						}
						return err == nil && n >= 5000
					}
					if tt.wpv2 && r.URL.Path == "/wp-json/wp/v2/tribe_organizer" {
						var list []string
						for n := range all {
							list = append(list, fmt.Sprintf(`{"id": %d}`, 5000+n))
						}
						sitetest.SendJSON(w, []byte("["+strings.Join(list, ",")+"]"))
						return true
					}
					if r.URL.Path != sitetest.Root+"/organizers" {
						return false
					}
					page, _ := strconv.Atoi(q.Get("page"))
					size, _ := strconv.Atoi(q.Get("per_page"))
					shift := 0
					if page > 1 && !tt.whole(q) {
						shift = lost // Of records that are equal by date, some are on two pages.
					}
					var list []string
					for n := (page-1)*size - shift; n < min(page*size, all)-shift; n++ {
						list = append(list, record(n))
					}
					sitetest.SendJSON(w, fmt.Appendf(nil, `{"organizers": [%s], "total": %d, "total_pages": %d}`,
						strings.Join(list, ","), all, (all+size-1)/size))
					return true
				}
				a := open(t, database, testDeployment(t))
				report := importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
				got := 0
				for id := range listAll(t, a, "organizers") {
					if id >= 5000 {
						got++
					}
				}
				missing := max(0, all-tt.want-2) // Two more are in events alone.
				if got != tt.want || report.Skipped() != missing {
					t.Errorf("got %d organizers and %d missing ones, want %d:\n%s", got, report.Skipped(), tt.want, report)
				}
			})
		})
	}
}

func TestAListLongerThanASiteSaysEnds(t *testing.T) {
	server := sitetest.Play(t, "testdata/site")
	next := 1000
	server.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if !strings.HasSuffix(r.URL.Path, "/tags") {
			return false
		}
		var list []string
		for range 50 { // New ones for ever.
			next++
			list = append(list, fmt.Sprintf(`{"id": %d, "name": "T %[1]d", "slug": "t-%[1]d", "taxonomy": "post_tag"}`, next))
		}
		sitetest.SendJSON(w, []byte(`{"total": 50, "total_pages": 1, "tags": [`+strings.Join(list, ",")+`]}`))
		return true
	}
	_, err := site.Import(t.Context(), open(t, databases.SQLite(t), testDeployment(t)).API, quick(t, server.URL, ""), transfer.Options{})
	if err == nil || !strings.Contains(err.Error(), "still has records, but the site says that there are 1 pages: the list never ends") {
		t.Errorf("got %v", err)
	}
}
