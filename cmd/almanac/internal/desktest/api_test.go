package desktest

import (
	"net/http"
	"net/url"
	"testing"

	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/service/servicetest"
)

// venues is a part that makes a venue by the API, and shows how the API answers.
func venues(d *desk.Desk) {
	d.Handle("GET /test/{name}", func(w http.ResponseWriter, r *http.Request) {
		a, err := d.API.Do(r.Context(), http.MethodPost, "/venues", url.Values{"context": {"edit"}}, http.Header{"Idempotency-Key": {"one"}}, map[string]any{"venue": r.PathValue("name")})
		if err != nil {
			panic(err)
		}
		var fault string
		if !a.OK() {
			fault = a.Err.Message.Error()
		}
		w.Header().Set("X-Fault", fault)
		w.WriteHeader(a.Status)
		_, _ = w.Write(a.Body)
	})
}

func TestPagesAreClientsOfTheAPI(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		b.get("/desk/test/Barn").shows(t, http.StatusCreated, `"venue":"Barn"`)
		if again := b.get("/desk/test/Barn"); again.status != http.StatusCreated {
			t.Errorf("an Idempotency-Key that is sent again: %d", again.status)
		}
		if bad := b.get("/desk/test/%20"); bad.status != http.StatusUnprocessableEntity || bad.header.Get("X-Fault") == "" {
			t.Errorf("status %d, fault %q", bad.status, bad.header.Get("X-Fault"))
		}
		var list struct{ Total int }
		s.Send("", http.MethodGet, "/venues", nil).Decode(t, &list)
		if list.Total != 1 {
			t.Errorf("%d venues, want 1", list.Total)
		}
	}, venues)
}

// No header says who makes a request of the API: only Go code, package request, does.
func TestNoHeaderNamesTheCaller(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s)
		for _, name := range []string{"Caller", "X-Caller", "X-User", "X-Remote-User", "Remote-User", "X-Forwarded-User", "User", "From", "Cookie", "X-Internal", "Desk"} {
			for _, value := range []string{"1", "ada", "administrator", "caller=1; user=ada"} {
				b.header = http.Header{name: {value}}
				b.post(s.Env.Deployment.APIPath()+"/venues", "venue", "Barn").shows(t, http.StatusUnauthorized)
			}
		}
	}, venues)
}
