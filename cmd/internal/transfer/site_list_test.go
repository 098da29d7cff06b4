package transfer_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"almanac/cmd/internal/transfer"
	"almanac/cmd/internal/transfer/remote"
	"almanac/cmd/internal/transfer/sitetest"
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
func (l *terms) fault(w http.ResponseWriter, r *http.Request, _ int) bool {
	if !strings.HasSuffix(r.URL.Path, "/tags") {
		return false
	}
	sorted := r.URL.Query().Get("orderby") == "id"
	if sorted && l.refuses {
		sitetest.Refuse(w, http.StatusBadRequest, "rest_invalid_param")
		return true
	}
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	list := []map[string]any{}
	for n := (page - 1) * 50; n < min(page*50, l.all); n++ {
		id := n
		if !l.byID || !sorted {
			id = (n + l.asked*3) % l.all
		}
		if !l.vanishes || id < l.all-1 {
			list = append(list, map[string]any{"id": 1000 + id, "name": "Live", "slug": fmt.Sprint("live-", id), "taxonomy": "post_tag"})
		}
	}
	l.asked++
	content, _ := json.Marshal(map[string]any{"tags": list, "total": l.total, "total_pages": (l.total + 49) / 50}) // It always encodes.
	sitetest.Answer(w, content)
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
		{"one is on no page", terms{all: 114, total: 114, byID: true, vanishes: true}, 113, 6, "the site says that it has 114 tags, but listed 113 of them in 2 readings: run the same command again"},
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
				if p.Lost {
					lost += p.Text
				}
			}
			if lost != tt.lost {
				t.Errorf("reported lost: %q, want %q", lost, tt.lost)
			}
		})
	}
}

func TestAListLongerThanASiteSaysEnds(t *testing.T) {
	site := sitetest.Play(t, "testdata/site")
	next := 1000
	site.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if !strings.HasSuffix(r.URL.Path, "/tags") {
			return false
		}
		var list []string
		for range 50 { // New ones for ever.
			next++
			list = append(list, fmt.Sprintf(`{"id": %d, "name": "T %[1]d", "slug": "t-%[1]d", "taxonomy": "post_tag"}`, next))
		}
		sitetest.Answer(w, []byte(`{"total": 50, "total_pages": 1, "tags": [`+strings.Join(list, ",")+`]}`))
		return true
	}
	_, err := remote.Import(t.Context(), open(t, databases.SQLite(t), testDeployment(t)).API, quick(t, site.URL, ""), transfer.Options{})
	if err == nil || !strings.Contains(err.Error(), "still has records, but the site says that there are 1 pages: the list does not end") {
		t.Errorf("got %v", err)
	}
}
