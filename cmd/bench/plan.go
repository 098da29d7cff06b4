package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// plan is how many statements a request runs, and how many messages to the
// database it waits for.
type plan struct {
	Statements int64 `json:"statements"`
	RoundTrips int64 `json:"round_trips"`
}

// prepare makes a user who may write, and asks the service inside this program
// for the plan of each scenario.
func (r *run) prepare(ctx context.Context) error {
	a, err := openService(ctx, r.stage.urls[almanac], store.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }()
	if _, err := a.Env.Users.Add(ctx, "bench", "", auth.RoleEditor, "the password of the bench"); err != nil {
		return err
	}
	if r.requests.token, err = a.Env.Users.CreateToken(ctx, "bench", "bench", time.Time{}); err != nil {
		return err
	}
	for _, s := range r.scenarios {
		if s.source == nil || s.targets[0] != almanac {
			continue
		}
		if r.plans[s.name], err = r.plan(ctx, a, s); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// plan returns the plan of a scenario's second request: the first one does what
// is done but now and then.
func (r *run) plan(ctx context.Context, a *service.Service, s scenario) (p plan, err error) {
	const unused = 5_000_000 // Numbers that no run reaches.
	for n := int64(unused); n < unused+2; n++ {
		wire := bufio.NewReader(bytes.NewReader(s.source(r.requests, almanac).Append(nil, n)))
		request, err := http.ReadRequest(wire)
		if err != nil {
			return p, err
		}
		ctx, counter := store.WithQueryStats(ctx)
		response := httptest.NewRecorder()
		a.Handler().ServeHTTP(response, request.WithContext(ctx))
		if response.Code >= http.StatusMultipleChoices {
			return p, fmt.Errorf("%s is answered %d: %s", request.URL, response.Code, response.Body)
		}
		if response.Code == http.StatusCreated {
			r.requests.made[almanac].Add(1)
		}
		p = plan{counter.Statements(), counter.RoundTrips()}
	}
	return p, nil
}
