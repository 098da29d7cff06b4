package importer_test

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	nethtml "golang.org/x/net/html"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/cmd/almanac/internal/importer/site"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/service"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
)

// TestATownIsImportedWithoutADifferenceThatTheReportDoesNotName reads a site with all that
// was seen to be odd on live ones, is interrupted twice, and compares every member of
// every record with what the site shows; then the database is served in place of the site.
func TestATownIsImportedWithoutADifferenceThatTheReportDoesNotName(t *testing.T) {
	events, written := 800, "events: " // Of which a batch is written when the import is interrupted.
	if testing.Short() {
		events, written = 200, "venues: "
	}
	databases.Sampled(t, func(t *testing.T, url string) {
		site := sitetest.PlayTown(t, events)
		site.Moved = "https://new.example"
		mediaDir := t.TempDir()
		a := openMoved(t, url, mediaDir)
		settings := copying(t, &site.Site)
		settings.Fetch.Folder = filepath.Join(t.TempDir(), "kept")
		settings.Pictures.Fetch = fetch.Options{Rate: 1e6, Pause: time.Millisecond, Timeout: 10 * time.Second, Tries: 3}
		settings.Fetch.User, settings.Fetch.Rate = "ada", 1e6
		for id := int64(2001); id <= site.Highest(); id++ {
			settings.Scan = append(settings.Scan, id)
		}
		stopped(t, a, site, settings, 12, "")
		stopped(t, a, site, settings, 1e6, written)
		report := importSite(t, a, settings, transfer.Options{})
		named, missing := 0, 0
		for resource, singular := range map[string]string{"events": "event", "venues": "venue", "organizers": "organizer", "categories": "category", "tags": "tag"} {
			want, got := site.Records(resource), shownHere(t, a, resource, site.Records(resource))
			unlock(t, a, site, resource, got)
			for id := range got {
				if want[id] == nil {
					t.Errorf("%s %d is of nowhere", singular, id)
				}
			}
			for id, r := range want {
				if got[id] == nil {
					if missing++; !names(report, singular, id, "does not show it") {
						t.Errorf("%s %d is missing, and the report does not name it", singular, id)
					}
					continue
				}
				for _, member := range differences(resource, r, got[id]) {
					if !names(report, singular, id, member) {
						t.Errorf("%s %d: %s is %v, want %v, and the report does not name it", singular, id, member, got[id][member], r[member])
					}
					named++
				}
			}
		}
		if named < events/20 || report.Lost() == 0 || report.Skipped() != missing {
			t.Errorf("%d differences, %d lost, %d skipped:\n%s", named, report.Lost(), report.Skipped(), report)
		}
		text := report.String()
		important, _, _ := strings.Cut(text, "intentional changes")
		if strings.Contains(text, "its cost") || strings.Count(text, "\n") > 30 || strings.Contains(important, "more kinds") {
			t.Errorf("the report is\n%s", text)
		}
		takePlace(t, a, site)
		here := shownHere(t, a, "events", site.Records("events"))
		calendarsGoOn(t, a, site, here)
		picturesStay(t, a, site, here)
		if !testing.Short() {
			addressesLiveOn(t, openMoved(t, url, mediaDir), site, here)
		}
		settings.Fetch.Folder = ""
		for _, n := range importSite(t, a, settings, transfer.Options{}).Counts {
			if n.Created+n.Updated != 0 {
				t.Errorf("the second run does something: %+v", n)
			}
		}
	})
}

// stopped imports a site and is stopped at its n-th request, or when a line of progress
// begins with a text.
func stopped(t *testing.T, a *service.Service, town *sitetest.Town, settings site.Site, n int, line string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	before := len(town.Requests())
	town.Fault = func(http.ResponseWriter, *http.Request, int) bool {
		if len(town.Requests())-before >= n {
			cancel()
		}
		return false
	}
	options := transfer.Options{}
	if line != "" {
		options.Progress = lineCutter{line, cancel}
	}
	_, err := site.Import(ctx, a.API, settings, options)
	town.Fault = nil
	if err == nil || !strings.HasPrefix(err.Error(), "interrupted; ") {
		t.Fatalf("got %v, want an interruption", err)
	}
}

// shownHere returns the records of a resource, hidden and trashed ones included.
func shownHere(t *testing.T, a *service.Service, resource string, wanted map[int64]map[string]any) map[int64]map[string]any {
	t.Helper()
	all := everything(t, a, resource)
	if resource != "events" {
		return all
	}
	var missing []string
	for id := range wanted {
		if all[id] == nil {
			missing = append(missing, strconv.FormatInt(id, 10))
		}
	}
	for ids := range slices.Chunk(missing, 50) {
		for _, item := range get(t, a, "/events?per_page=50&status=publish,draft,private,pending,trash&include="+strings.Join(ids, ","))["events"].([]any) {
			r := item.(map[string]any)
			all[int64(r["id"].(float64))] = r
		}
	}
	return all
}

// unlock puts protected records, by the passwords that they have on the site, in the place of those
// without content.
func unlock(t *testing.T, a *service.Service, site *sitetest.Town, resource string, here map[int64]map[string]any) {
	t.Helper()
	for id := range here {
		if password := site.Password(resource, id); password != "" && resource == "events" {
			here[id] = get(t, a, fmt.Sprintf("/events/%d?password=%s", id, url.QueryEscape(password)))
		}
	}
}

// takePlace compares whether events take place.
func takePlace(t *testing.T, a *service.Service, site *sitetest.Town) {
	t.Helper()
	here := shownHere(t, a, "events", site.Records("events"))
	unlock(t, a, site, "events", here)
	for id, r := range here {
		status, reason := site.Status(id)
		if status == "whatever" {
			status, reason = "", ""
		}
		if got := [2]string{fmt.Sprint(cmp.Or(r["event_status"], any(""))), fmt.Sprint(cmp.Or(r["event_status_reason"], any("")))}; got != [2]string{status, reason} {
			t.Errorf("event %d is %v, want %s %s", id, got, status, reason)
		}
	}
}

// names reports whether the report has a line about a member of a record.
func names(report transfer.Report, resource string, id int64, member string) bool {
	word := map[string]string{"utc_start_date": "UTC here", "utc_end_date": "UTC here"}[member]
	return slices.ContainsFunc(report.Problems, func(p transfer.Problem) bool {
		return p.Resource == resource && p.ID == id && strings.Contains(p.Text, cmp.Or(word, member))
	})
}

// differences returns the members of a record of a site that clients see differ here.
func differences(resource string, there, here map[string]any) []string {
	var list []string
	for member := range there {
		if member == "url" {
			continue // Of the host.
		}
		want, got := seenAs(resource, member, there), seenAs(resource, member, here)
		if member == "cost_details" && want.(details).symbol+want.(details).code == "" {
			d := got.(details)
			d.symbol, d.position = "", "" // The site's sign is shown in the cost alone.
			got = d
		}
		if !gocmp.Equal(want, got, gocmp.AllowUnexported(details{})) {
			list = append(list, member)
		}
	}
	return list
}

// details are those of a cost.
type details struct {
	symbol, code, position string
	values                 []string
}

// seenAs returns a member of a record as clients see it: entities as letters, links as
// ids, numbers as numbers, HTML as what it consists of.
func seenAs(resource, member string, r map[string]any) any {
	switch v := r[member].(type) {
	case nil, bool:
		if r[member] == nil && resource != "events" {
			return ""
		}
		return v
	case string:
		switch member {
		case "slug":
			decoded, _ := url.PathUnescape(v)
			return decoded
		case "website":
			if v == r["url"] {
				return "its own page"
			}
			return v
		case "description", "excerpt":
			if resource == "events" {
				return parts(v)
			}
		}
		return strings.TrimSpace(strings.NewReplacer("<p>", "", "</p>", "").Replace(html.UnescapeString(v)))
	case []any:
		ids := []float64{}
		for _, item := range v {
			ids = append(ids, item.(map[string]any)["id"].(float64))
		}
		if member == "categories" || member == "tags" {
			slices.Sort(ids)
		}
		return ids
	case map[string]any:
		switch member {
		case "cost_details":
			d := details{fmt.Sprint(v["currency_symbol"]), fmt.Sprint(v["currency_code"]), fmt.Sprint(v["currency_position"]), nil}
			for _, value := range v["values"].([]any) {
				n, err := strconv.ParseFloat(value.(string), 64)
				if err == nil {
					value = fmt.Sprint(n)
				}
				d.values = append(d.values, value.(string))
			}
			return d
		case "image":
			return []any{v["url"], v["id"], v["width"], v["height"], v["sizes"]}
		}
		return []float64{v["id"].(float64)}
	}
	return r[member]
}

// parts returns the elements of HTML with their attributes, and the words.  A frame has
// its sandbox here, alignment is a class, and other classes are not stored.
func parts(source string) []string {
	source = strings.ReplaceAll(source, `style="text-align:center"`, `class="has-text-align-center"`)
	var list []string
	for z := nethtml.NewTokenizer(strings.NewReader(source)); z.Next() != nethtml.ErrorToken; {
		token := z.Token()
		if token.Type == nethtml.TextToken {
			if words := strings.TrimSpace(token.Data); words != "" {
				list = append(list, words)
			}
			continue
		}
		one := []string{}
		for _, a := range token.Attr {
			if a.Key == "class" {
				names := slices.DeleteFunc(strings.Fields(a.Val), func(name string) bool { return !slices.Contains(text.Classes(), name) })
				if a.Val = strings.Join(names, " "); a.Val == "" {
					continue
				}
			}
			if token.Data != "iframe" || a.Key != "sandbox" && a.Key != "referrerpolicy" {
				one = append(one, a.Key+"="+a.Val)
			}
		}
		slices.Sort(one)
		list = append(list, fmt.Sprint(token.Type == nethtml.EndTagToken, token.Data, one))
	}
	return list
}
