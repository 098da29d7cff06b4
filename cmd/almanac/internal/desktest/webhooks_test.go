package desktest

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/httpapi"
	"almanac/runtime/outbound"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

func TestAdministratorsManageWebhooks(t *testing.T) {
	reply := http.StatusTeapot
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(reply)
		_, _ = w.Write([]byte("short and <stout>"))
	}))
	t.Cleanup(receiver.Close)
	eachService(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		s.AddUser("ed", auth.RoleEditor)
		open(t, s).signIn("ed").get("/desk/webhooks").shows(t, http.StatusForbidden, "Only administrators")
		b := open(t, s).signIn("ada")
		list := b.get("/desk/webhooks")
		list.shows(t, http.StatusOK, "Add a webhook", `name="event.created"`)
		key := list.key(t, "")
		b.post("/desk/webhooks", "form", key, "url", "http://10.0.0.1/").shows(t, http.StatusUnprocessableEntity, "private network", `value="http://10.0.0.1/"`)
		made := b.post("/desk/webhooks", "form", key, "url", receiver.URL, "description", "Mirror", "event.created", "1")
		made.shows(t, http.StatusOK, "Secret of the webhook", "whsec_", `name="event.created" value="1" checked`)
		again := b.post("/desk/webhooks", "form", key, "url", receiver.URL, "description", "Mirror", "event.created", "1")
		again.shows(t, http.StatusOK, made.secret(t)) // The button was pressed twice.
		b.get("/desk/webhooks").shows(t, http.StatusOK, "Mirror", "enabled")
		page := "/desk/webhooks/1"
		if one := b.get(page); strings.Contains(one.text, "whsec_") {
			t.Error("the page has the secret")
		}
		b.post(page+"/test", "form", b.get(page).key(t, "-test")).leads(t, page)
		if _, err := s.Webhooks.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.get(page).shows(t, http.StatusOK, "webhook.test", "418", "short and &lt;stout&gt;", "next attempt")
		reply = http.StatusOK
		b.post(page+"/deliveries/1/retry").leads(t, page)
		if _, err := s.Webhooks.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.get(page).shows(t, http.StatusOK, "delivered", "200")
		reply = http.StatusTeapot
		if rotated := b.post(page+"/rotate", "form", b.get(page).key(t, "-rotate")); rotated.secret(t) == made.secret(t) {
			t.Error("the secret is the same")
		}
		b.post(page+"/enable", "form", b.get(page).key(t, "-enable")).leads(t, page)
		b.get(page).shows(t, http.StatusOK, "disabled", "Enable")
		b.post(page+"/enable", "form", b.get(page).key(t, "-enable")).leads(t, page)
		b.post(page, "form", b.get(page).key(t, ""), "url", "nowhere").shows(t, http.StatusUnprocessableEntity, "https://example.org/hook")
		b.post(page, "form", b.get(page).key(t, ""), "url", receiver.URL+"/new", "thin", "1").leads(t, page)
		b.get(page).shows(t, http.StatusOK, receiver.URL+"/new", `name="thin" value="1" checked`)
		b.post(page+"/remove", "form", b.get(page).key(t, "-remove")).shows(t, http.StatusUnprocessableEntity, "Check the box")
		b.post(page+"/remove", "form", b.get(page).key(t, "-remove"), "confirm", "yes").leads(t, "/desk/webhooks")
		b.get(page).shows(t, http.StatusNotFound)
	}, func(c *service.Config) {
		c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) { return desk.New(api).Lookup }
		c.WebhookGuard = outbound.Guard{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	})
}
