package bench

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"almanac/cmd/internal/dataset"
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

// cases lists the requests.
func cases() []benchmark {
	set := data()
	size, words := set.Size, set.Words()
	return []benchmark{
		{"list", 200, func(int) call { return get("/events") }},
		{"list-cold", 200, func(n int) call {
			at := time.Now().Add(time.Duration(n) * time.Minute).UTC().Format(time.DateTime)
			return get("/events?strict_dates=1&start_date=" + url.QueryEscape(at))
		}},
		{"search", 200, func(n int) call { return get("/events?search=" + url.QueryEscape(of(words[:2000], n))) }},
		{"filter", 200, func(n int) call {
			begin := time.Now().AddDate(0, 0, n*7919%400)
			return get(fmt.Sprintf("/events?categories=%d&start_date=%s&end_date=%s", n*7919%size.Categories+1,
				begin.Format(time.DateOnly), begin.AddDate(0, 0, 28).Format(time.DateOnly)))
		}},
		{"get", 200, func(n int) call { return get(fmt.Sprintf("/events/%d", size.FirstEvent()+int64(n*7919%size.Events))) }},
		{"venues", 200, func(int) call { return get("/venues") }},
		{"categories", 200, func(int) call { return get("/categories") }},
		create(size, words),
	}
}

// create makes events with links to a venue, an organizer, two categories and
// two tags.
func create(size dataset.Size, words []string) benchmark {
	return benchmark{"create", 201, func(n int) call {
		category, tag := n*7919%(size.Categories-1)+1, size.Categories+n*7919%(size.Tags-1)+1
		at := time.Now().AddDate(0, 0, n%300).Format(time.DateOnly)
		body, err := json.Marshal(map[string]any{
			// The number stands first, so that no slug begins with another.
			"title":       fmt.Sprintf("%07d %s", n, of(words, n)),
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
