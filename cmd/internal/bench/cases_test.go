package bench

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"
)

// benchmark is one kind of request; request makes the one with a number.
type benchmark struct {
	name    string
	status  int
	request func(n int) call
}

// of returns a member of a list for a request's number, by strides that keep
// neighbours apart.
func of[T any](list []T, n int) T { return list[n*7919%len(list)] }

// reads lists the requests that change nothing.
func (s *server) reads(b *testing.B) []benchmark {
	size := Large()
	slugs := s.slugs(b)
	return []benchmark{
		{"list", 200, func(int) call { return get("/events") }},
		{"list-page", 200, func(n int) call { return get(fmt.Sprintf("/events?page=%d", 2+n%19)) }},
		{"search", 200, func(n int) call { return get("/events?search=" + of(searches(), n)) }},
		{"filter", 200, filtered},
		{"get", 200, func(n int) call {
			return get(fmt.Sprintf("/events/%d", size.FirstEvent()+int64(n*7919%size.Events)))
		}},
		{"get-by-slug", 200, func(n int) call { return get("/events/by-slug/" + of(slugs, n)) }},
		{"venues", 200, func(int) call { return get("/venues") }},
		{"categories", 200, func(int) call { return get("/categories") }},
	}
}

// searches lists words to search for: alone and in pairs, in titles and in
// descriptions, frequent and rare.
func searches() []string {
	var list []string
	for i, topic := range topics() {
		list = append(list, topic, topic+"+"+of(kinds(), i), of(prose(), i)+"+"+topic)
	}
	return list
}

// filtered asks for the events of a category in a window of four weeks.
func filtered(n int) call {
	begin := time.Now().AddDate(0, 0, n*7919%400)
	q := url.Values{
		"categories": {fmt.Sprint(n*7919%Large().Categories + 1)},
		"start_date": {begin.Format(time.DateOnly)},
		"end_date":   {begin.AddDate(0, 0, 28).Format(time.DateOnly)},
	}
	return get("/events?" + q.Encode())
}

// create makes events with links to a venue, an organizer, two categories and
// two tags.
func create() benchmark {
	return benchmark{"create", 201, func(n int) call {
		size := Large()
		category, tag := n*7919%(size.Categories-1)+1, size.Categories+n*7919%(size.Tags-1)+1
		at := time.Now().AddDate(0, 0, n%300).Format(time.DateOnly)
		body, err := json.Marshal(map[string]any{
			// The number stands first, so that no slug begins with another.
			"title":       fmt.Sprintf("%07d %s %s", n, of(topics(), n), of(kinds(), n)),
			"description": "<p>An evening for friends and families, with questions, food and drinks after the talk.</p>",
			"start_date":  at + " 20:00:00", "end_date": at + " 22:30:00",
			"venue": []int{n*7919%size.Venues + 1}, "organizer": []int{size.Venues + n*7919%size.Organizers + 1},
			"categories": []int{category, category + 1}, "tags": []int{tag, tag + 1}, "cost": "15",
		})
		if err != nil {
			panic(err) // Words and numbers always marshal.
		}
		return call{method: http.MethodPost, path: "/events", body: body}
	}}
}

// slugs reads the slugs of some upcoming events.
func (s *server) slugs(b *testing.B) []string {
	var all []string
	for page := range 20 {
		answer := httptest.NewRecorder()
		s.app.Handler().ServeHTTP(answer, get(fmt.Sprintf("/events?per_page=50&page=%d", 10*page+1)).http(b.Context()))
		var list struct{ Events []struct{ Slug string } }
		if err := json.Unmarshal(answer.Body.Bytes(), &list); err != nil || len(list.Events) == 0 {
			b.Fatalf("page %d of the list: %d %v", page, answer.Code, err)
		}
		for _, e := range list.Events {
			all = append(all, e.Slug)
		}
	}
	return all
}
