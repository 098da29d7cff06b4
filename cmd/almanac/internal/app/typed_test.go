package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/service/servicetest"
)

func TestGoCodeWritesEveryKindOfFieldOfAnEvent(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ed", "editor")
		call := func() *request.Request { return s.Env.NewRequest(t.Context(), s.Env.System(0)) }
		var event *model.Resource
		for _, res := range generated.Service().Resources {
			if res.Name == "event" {
				event = res
			}
		}
		update := func(r *request.Request, id int64, body *generated.EventBody) error {
			_, err := s.API.Records.Update(r, event, query.Key{ID: id}, mutate.BodyOf(body))
			return err
		}
		made, err := s.API.Records.Create(call(), event, mutate.BodyOf(&generated.EventBody{
			Title: param.Of("Concert"), StartDate: param.Of("2027-03-01 20:00"), EndDate: param.Of("2027-03-01 22:00"),
			Recurrence: param.Of[any](map[string]any{"rule": "FREQ=DAILY;COUNT=3"}),
		}))
		if err != nil {
			t.Fatal(err)
		}
		id := made.Common().ID
		for _, tt := range []struct {
			name  string
			body  generated.EventBody
			wants []string
		}{
			{"texts and switches", generated.EventBody{
				Title: param.Of("Gala"), Description: param.Of("<p>Fine.</p>"), Slug: param.Of("gala"), AllDay: param.Of(true),
				Featured: param.Of(true), Timezone: param.Of("Europe/Paris"), EventStatus: param.Of("cancelled"),
				EventStatusReason: param.Of("Snow"), OnlineURL: param.Of("https://example.org/live"),
			}, []string{`"title":"Gala"`, `Fine.`, `"slug":"gala"`, `"all_day":true`, `"featured":true`, `"Europe/Paris"`, `"canceled"`, `"Snow"`, `example.org/live`}},
			{"links, an image, a price", generated.EventBody{
				Categories: param.Of([]any{"Music"}), Tags: param.Of([]any{"loud", "late"}), Venue: param.Of([]any{map[string]any{"venue": "Hall"}}),
				Organizer: param.Of([]any{map[string]any{"organizer": "Ann"}}), Image: param.Of("https://example.org/a.jpg"),
				Cost: param.Of[any]([]float64{8, 15}), Website: param.Of("https://example.org/gala"), Ticketed: param.Of[any]([]string{"woo"}),
			}, []string{`"Music"`, `"loud"`, `"late"`, `"Hall"`, `"Ann"`, `example.org/a.jpg`, `"8"`, `"15"`, `example.org/gala`, `"woo"`}},
			{"null that clears, but no terms", generated.EventBody{
				Categories: param.NullOf[[]any](), Venue: param.NullOf[[]any](), Organizer: param.Of([]any{}), Image: param.NullOf[string](),
				Cost: param.NullOf[any](), Ticketed: param.NullOf[any](), Description: param.NullOf[string](),
			}, []string{`"Music"`, `"venue":[]`, `"organizer":[]`, `"image":false`, `"cost":""`, `"ticketed":false`, `"description":""`}},
			{
				"a password and a status",
				generated.EventBody{PostPassword: param.Of("secret"), Status: param.Of("pending")},
				[]string{`"status":"pending"`},
			},
		} {
			if err := update(call(), id, &tt.body); err != nil {
				t.Errorf("%s: %v %v", tt.name, err, apierror.As(err))
			}
			body := string(s.Send("ed", http.MethodGet, fmt.Sprintf("/events/%d?context=edit", id), nil).Body)
			for _, want := range tt.wants {
				if !strings.Contains(body, want) {
					t.Errorf("%s: no %s in %s", tt.name, want, body)
				}
			}
		}

		all := call()
		all.Series.ApplyTo = "all"
		if err := update(all, id, &generated.EventBody{Slug: param.Of("one-for-all")}); apierror.As(err) == nil {
			t.Errorf("a slug for several dates: %v, want 400", err)
		}
		if err := update(all, id, &generated.EventBody{Title: param.Of("Ball")}); err != nil {
			t.Error(err)
		}
		if total := string(s.Send("ed", http.MethodGet, "/events?search=ball&status=any", nil).Body); !strings.Contains(total, `"total":3`) {
			t.Errorf("not each date is a ball: %s", total)
		}
		if err := update(all, id, &generated.EventBody{Recurrence: param.NullOf[any]()}); err != nil {
			t.Error(err)
		}
		if total := string(s.Send("ed", http.MethodGet, "/events?search=ball&status=trash", nil).Body); !strings.Contains(total, `"total":2`) {
			t.Errorf("the other dates are not in the trash: %s", total)
		}
	})
}
