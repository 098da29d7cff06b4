package sitetest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"
)

// serveTown answers a request: most as they should be, some in an odd way, but no two in a
// row.
func (t *Town) serveTown(w http.ResponseWriter, r *http.Request) {
	t.mutex.Lock()
	t.asked++
	odd := t.asked % 20
	t.mutex.Unlock()
	t.Site.mutex.Lock()
	t.requests = append(t.requests, r.URL.RequestURI())
	n, fault := len(t.requests), t.Fault
	t.Site.mutex.Unlock()
	if fault != nil && fault(w, r, n) {
		return
	}
	if name, is := strings.CutPrefix(r.URL.Path, uploads); is {
		t.sendPicture(w, name)
		return
	}
	response := httptest.NewRecorder()
	t.serve(response, r)
	body := response.Body.Bytes()
	for name, values := range response.Header() {
		w.Header()[name] = values
	}
	switch ok := response.Code == http.StatusOK && !t.Steady; {
	case ok && odd == 3:
		Refuse(w, http.StatusBadGateway, "")
	case ok && odd == 7:
		_, _ = w.Write(body[:len(body)/2])
	case ok && odd == 9:
		w.Header().Set("Content-Length", strconv.Itoa(len(body)+10))
		_, _ = w.Write(body)
	case ok && odd == 11:
		_, _ = w.Write(append([]byte("<br />\n<b>Warning</b>:  Undefined array key in <b>/srv/x.php</b> on line "+
			"<b>3</b><br />\n"), body...))
	case ok && odd == 15 && !strings.HasSuffix(r.URL.Path, "/"):
		w.Header().Set("Location", r.URL.Path+"/?"+r.URL.RawQuery)
		w.WriteHeader(http.StatusFound)
	case ok && odd == 19:
		slowly(w, body)
	default:
		w.WriteHeader(response.Code)
		_, _ = w.Write(body)
	}
}

// slowly writes a response in pieces.
func slowly(w http.ResponseWriter, body []byte) {
	for piece := range slices.Chunk(body, 1+len(body)/4) {
		_, _ = w.Write(piece)
		_ = http.NewResponseController(w).Flush()
		time.Sleep(time.Millisecond)
	}
}

// serve answers a request as the site should.
func (t *Town) serve(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimSuffix(r.URL.Path, "/")
	rest, below := strings.CutPrefix(path, Root)
	resource, id, single := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	switch {
	case below && rest == "":
		SendJSON(w, []byte(`{"namespace": "tribe/events/v1", "routes": {"/tribe/events/v1/events": {}}}`))
	case below && t.records[resource] == nil:
		Refuse(w, http.StatusNotFound, "rest_no_route")
	case below && single:
		t.alone(w, r, resource, id)
	case below:
		t.list(w, r, resource)
	case !strings.HasPrefix(path, "/wp-json/"):
		t.page(w, path)
	case t.Closed && strings.HasPrefix(path, "/wp-json/wp/"), r.URL.Query().Get("context") == "edit" && !t.knows(r):
		Refuse(w, http.StatusUnauthorized, "rest_forbidden")
	case path == "/wp-json/tec/v1/events" && !t.NoNumbers:
		t.numbers(w, r)
	case path == "/wp-json/wp/v2/media":
		t.media(w, r)
	case path == "/wp-json/wp/v2/types/tribe_events":
		SendJSON(w,
			[]byte(`{"name": "Events", "slug": "tribe_events", "has_archive": true, "rest_base": "tribe_events", `+
				`"rest_namespace": "wp/v2"}`))
	case path == "/wp-json/wp/v2/tribe_events", strings.HasPrefix(path, "/wp-json/wp/v2/tribe_events/"):
		t.wordpress(w, r, strings.TrimPrefix(path, "/wp-json/wp/v2/tribe_events"))
	case strings.HasPrefix(path, "/wp-json/wp/v2/media/"):
		t.wordpressImage(w, path)
	case strings.HasPrefix(path, "/wp-json/wp/v2/tribe_venue/"),
		strings.HasPrefix(path, "/wp-json/wp/v2/tribe_organizer/"):
		t.wordpressPlace(w, r, path)
	case wordpressLists[strings.TrimPrefix(path, "/wp-json/wp/v2/")] != "":
		t.wordpressList(w, r, wordpressLists[strings.TrimPrefix(path, "/wp-json/wp/v2/")])
	default:
		Refuse(w, http.StatusNotFound, "rest_no_route")
	}
}

// knows reports whether the caller may see drafts.
func (t *Town) knows(r *http.Request) bool {
	user, _, _ := r.BasicAuth()
	return user == t.User
}

// alone answers one record.
func (t *Town) alone(w http.ResponseWriter, r *http.Request, resource, id string) {
	n, _ := strconv.ParseInt(id, 10, 64)
	name := strings.TrimSuffix(resource, "s")
	record := t.byID[resource][n]
	switch {
	case record == nil:
		Refuse(w, http.StatusNotFound, "rest-"+name+"-not-found")
	case resource == "events" && record["protected"] != nil && record["protected"] != r.URL.Query().Get("password"):
		Refuse(w, http.StatusForbidden, "event-password-protected")
	case record["status"] != nil && record["status"] != "publish" && !t.knows(r):
		Refuse(w, http.StatusForbidden, name+"-not-accessible")
	default:
		if resource != "events" {
			record = t.listed(record) // For everybody.
		} else {
			record = t.Words.spoken(withStatus(record, t.status[n][0]))
		}
		record = maps.Clone(record)
		delete(record, "protected")
		content, _ := json.Marshal(record) // It always encodes.
		SendJSON(w, content)
	}
}

// list answers a page of a list.
func (t *Town) list(w http.ResponseWriter, r *http.Request, resource string) {
	q := r.URL.Query()
	status := q.Get("status")
	if status != "" && status != "publish" && !t.knows(r) {
		Refuse(w, http.StatusBadRequest, "rest_invalid_param")
		return
	}
	all := []map[string]any{}
	for _, record := range t.records[resource] {
		public := record["status"] == nil || record["status"] == "publish"
		if record["hide_from_listings"] != true && (public || strings.Contains(status, record["status"].(string))) {
			all = append(all, t.Words.spoken(t.listed(record)))
		}
	}
	total := len(all)
	if resource == "categories" {
		total = 100 // As it was seen, with 114 categories.
		if q.Get("orderby") != "id" {
			t.mutex.Lock()
			turn := t.asked % len(all)
			t.mutex.Unlock()
			all = append(slices.Clone(all[turn:]), all[:turn]...)
		}
	}
	page, _ := strconv.Atoi(q.Get("page"))
	part := all[min(len(all), (page-1)*50):min(len(all), page*50)]
	if len(part) == 0 && page > 1 {
		Refuse(w, http.StatusNotFound, strings.TrimSuffix(resource, "s")+"-archive-page-not-found")
		return
	}
	// It always encodes.
	content, _ := json.Marshal(map[string]any{resource: part, "total": total, "total_pages": (total + 49) / 50})
	SendJSON(w, content)
}

// wordpress answers wp/v2: its list has events that are not over, hidden ones too.
func (t *Town) wordpress(w http.ResponseWriter, r *http.Request, id string) {
	meta := func(n int64) map[string]any {
		status, reason := t.Status(n)
		password := ""
		if r.URL.Query().Get("context") == "edit" {
			password = t.Password("events", n)
		}
		return map[string]any{"id": n, "password": password, "meta": map[string]string{
			"_tribe_events_status": status, "_tribe_events_status_reason": reason, "_EventCost": t.typed[n],
		}}
	}
	if id != "" {
		n, _ := strconv.ParseInt(strings.TrimPrefix(id, "/"), 10, 64)
		content, _ := json.Marshal(meta(n)) // It always encodes.
		SendJSON(w, content)
		return
	}
	var list []map[string]any
	for _, e := range t.records["events"] {
		if fmt.Sprint(e["utc_end_date"]) > Now && e["status"] == "publish" {
			list = append(list, meta(e["id"].(int64)))
		}
	}
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	if page > 1 && (page-1)*100 >= len(list) {
		Refuse(w, http.StatusBadRequest, "rest_post_invalid_page_number")
		return
	}
	content, _ := json.Marshal(list[min(len(list), (page-1)*100):min(len(list), page*100)]) // It always encodes.
	SendJSON(w, content)
}
