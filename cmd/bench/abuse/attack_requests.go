package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// feed returns the path of a feed of 5,000 events.  Another number asks for the
// same events by other words, so that no response is kept for it.
func feed(number int) string {
	until := time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, number)
	return "/events?format=ics&start_date=2000-01-01&end_date=" + until.Format(time.DateOnly)
}

// feeds has n clients get feeds.
func feeds(n int, coding string) func(context.Context, *target, *figures) {
	return func(ctx context.Context, t *target, responses *figures) {
		again(ctx, t.of(n), responses, func(number int) *http.Request {
			r := t.request(context.WithoutCancel(ctx), http.MethodGet, feed(number), http.NoBody)
			r.Header.Set("Accept-Encoding", coding)
			return r
		})
	}
}

// word returns a text of two letters or more; another number gives another one.
func word(number int) string {
	letters := []byte{byte('a' + number%26), byte('a' + number/26%26)}
	for rest := number / (26 * 26); rest > 0; rest /= 26 {
		letters = append(letters, byte('a'+rest%26))
	}
	return string(letters)
}

// searches has clients ask for all events without a word, sorted by what has no
// index.
func searches(ctx context.Context, t *target, responses *figures) {
	again(ctx, t.of(20), responses, func(number int) *http.Request {
		path := "/events?orderby=title&start_date=2000-01-01&search=-" + word(number)
		return t.request(context.WithoutCancel(ctx), http.MethodGet, path, http.NoBody)
	})
}

// passwords has connections from ten addresses send passwords that are wrong,
// half of them for users that there are.
func passwords(ctx context.Context, t *target, responses *figures) {
	again(ctx, t.of(addresses*100), responses, func(number int) *http.Request {
		r := t.request(context.WithoutCancel(ctx), http.MethodGet, t.event(number), http.NoBody)
		name := newcomer(number % newcomers)
		if number%2 == 0 {
			name = fmt.Sprintf("nobody%d", number)
		}
		r.SetBasicAuth(name, fmt.Sprintf("wrong %d", number))
		return r
	})
}

// cleaning has a user create events with HTML that is expensive to clean.
func cleaning(ctx context.Context, t *target, responses *figures) {
	body := []byte(`{"title":"x","start_date":"2030-01-01 10:00","end_date":"2030-01-01 11:00","description":"` +
		strings.Repeat("<", 900_000) + `"}`)
	again(ctx, t.of(8), responses, func(int) *http.Request {
		r := t.request(context.WithoutCancel(ctx), http.MethodPost, "/events", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+t.token)
		return r
	})
}
