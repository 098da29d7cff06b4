package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"almanac/runtime/audit"
	"almanac/runtime/outbound"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
	"almanac/runtime/transfer"
	"almanac/runtime/webhooks"
)

// receiver is a receiver of Standard Webhooks.
type receiver struct {
	*httptest.Server
	t      *testing.T
	mu     sync.Mutex
	secret string
	reply  func(w http.ResponseWriter, r *http.Request)
	got    []hookMessage
}

// hookMessage is a message that was accepted.
type hookMessage struct {
	ID, Type, Timestamp string
	Data                js
	Signatures          []string
}

// newReceiver starts a receiver that verifies and accepts what it gets, and says the secret to nobody.
func newReceiver(t *testing.T) *receiver {
	t.Helper()
	in := &receiver{t: t}
	in.Server = httptest.NewServer(http.HandlerFunc(in.receive))
	t.Cleanup(in.Close)
	return in
}

func (in *receiver) receive(w http.ResponseWriter, r *http.Request) {
	in.mu.Lock()
	defer in.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		in.t.Error(err)
	}
	verifier, err := standardwebhooks.NewWebhook(in.secret)
	if err != nil {
		in.t.Error(err)
	}
	if err := verifier.VerifyIgnoringTimestamp(body, r.Header); err != nil { // The clock of the test is another one.
		in.t.Errorf("%v: %s", err, body)
	}
	if in.reply != nil {
		in.reply(w, r)
		return
	}
	m := hookMessage{ID: r.Header.Get("webhook-id"), Signatures: strings.Split(r.Header.Get("webhook-signature"), " ")}
	if err := json.Unmarshal(body, &m); err != nil {
		in.t.Error(err)
	}
	in.got = append(in.got, m)
	w.WriteHeader(http.StatusNoContent)
}

// take returns the messages since the last call.
func (in *receiver) take() []hookMessage {
	in.mu.Lock()
	defer in.mu.Unlock()
	got := in.got
	in.got = nil
	return got
}

// replies sets what the receiver replies; nil for accepting all.
func (in *receiver) replies(reply func(w http.ResponseWriter, r *http.Request)) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.reply = reply
}

// status is a reply of a status alone.
func status(code int) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// types returns the types and IDs of messages, sorted.
func types(list []hookMessage) (all []string) {
	for _, m := range list {
		all = append(all, fmt.Sprint(m.Type, " ", m.Data["id"]))
	}
	slices.Sort(all)
	return all
}

// toLoopback lets webhooks be on this machine.
func toLoopback(c *service.Config) {
	c.WebhookGuard = outbound.Guard{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
}

// hook makes a webhook to a receiver, and returns its path.
func (s *site) hook(in *receiver, more js) string {
	s.t.Helper()
	fields := js{"url": in.URL}
	for name, value := range more {
		fields[name] = value
	}
	made := s.must(http.StatusCreated, http.MethodPost, "/webhooks", fields)
	in.mu.Lock()
	defer in.mu.Unlock()
	in.secret, _ = made.body["secret"].(string)
	return one("webhooks", made.id())
}

// tell makes deliveries of all changes, and sends what is due.
func (s *site) tell() {
	s.t.Helper()
	for more := true; more; {
		var err error
		if more, err = s.Webhooks.Read(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
	s.sendDue()
}

// sendDue sends what is due.
func (s *site) sendDue() {
	s.t.Helper()
	for {
		more, err := s.Webhooks.Deliver(s.t.Context())
		if err != nil {
			s.t.Fatal(err)
		}
		if !more {
			return
		}
	}
}

// deliveries returns "type state status attempts" of the deliveries of a webhook, oldest first.
func (s *site) deliveries(path string) (all []string) {
	s.t.Helper()
	list, _ := s.must(http.StatusOK, http.MethodGet, path+"/deliveries", nil).body["deliveries"].([]any)
	for _, one := range list {
		d, _ := one.(js)
		all = append(all, fmt.Sprint(d["type"], " ", d["state"], " ", d["reply_status"], " ", d["attempts"]))
	}
	slices.Reverse(all)
	return all
}

func TestWebhooksReportWhatAnonymousCallersSee(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, toLoopback)
		all, events, thin := newReceiver(t), newReceiver(t), newReceiver(t)
		s.hook(all, nil)
		s.hook(events, js{"types": []string{"event.created", "event.deleted"}})
		s.hook(thin, js{"thin": true, "types": "event.updated"})
		none := func(what string) {
			t.Helper()
			s.tell()
			if got := all.take(); len(got) > 0 {
				t.Errorf("%s: %v", what, got)
			}
		}
		draft := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"status": "draft"}))
		path, id := one("events", draft.id()), draft.id()
		s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Secret"})
		none("a draft")
		s.must(http.StatusOK, http.MethodPatch, path, js{"status": "publish", "title": "Open"})
		s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Open air"})
		s.tell()
		got := all.take()
		if diff := cmp.Diff([]string{fmt.Sprint("event.created ", id)}, types(got)); diff != "" {
			t.Fatalf("published and changed (-want +got):\n%s", diff)
		}
		var shown js
		if err := json.Unmarshal([]byte(s.get(path).text), &shown); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(shown, got[0].Data); diff != "" {
			t.Errorf("it is not what a client reads (-read +told):\n%s", diff)
		}
		if !strings.HasPrefix(got[0].ID, "msg_") || len(got[0].Signatures) != 1 {
			t.Errorf("the message is %+v", got[0])
		}
		s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Open house"})
		s.tell()
		if diff := cmp.Diff([]string{fmt.Sprint("event.updated ", id)}, types(all.take())); diff != "" {
			t.Errorf("changed (-want +got):\n%s", diff)
		}
		s.must(http.StatusOK, http.MethodPatch, path, js{"post_password": "x"})
		s.tell()
		gone := all.take()
		if len(gone) != 1 || gone[0].Type != "event.deleted" || len(gone[0].Data) != 1 || fmt.Sprint(gone[0].Data["id"]) != fmt.Sprint(id) {
			t.Errorf("protected: %+v", gone)
		}
		s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Closed"})
		none("a protected event")
		s.must(http.StatusOK, http.MethodPatch, path, js{"status": "private", "post_password": ""})
		none("a private event")
		s.must(http.StatusOK, http.MethodPatch, path, js{"status": "publish"})
		s.must(http.StatusOK, http.MethodDelete, path, nil)
		none("an event that was public between two reads")
		s.must(http.StatusOK, http.MethodDelete, path+"?force=true", nil)
		none("an event that leaves the trash")
		if diff := cmp.Diff([]string{fmt.Sprint("event.created ", id), fmt.Sprint("event.deleted ", id)}, types(events.take())); diff != "" {
			t.Errorf("a webhook of two types got (-want +got):\n%s", diff)
		}
		short := thin.take()
		if len(short) != 1 || len(short[0].Data) != 3 || short[0].Data["url"] != s.Env.Deployment.RecordURL("events", id) {
			t.Errorf("a thin webhook got %+v", short)
		}
	})
}

func TestWebhooksDoNotLearnOfTermsOfHiddenRecords(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, toLoopback)
		in := newReceiver(t)
		s.hook(in, js{"types": "category.created,category.updated,category.deleted"})
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Secret", js{"status": "draft", "categories": []string{"Hidden"}}))
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Open", js{"categories": []string{"Known"}}))
		s.tell()
		known := in.take()
		if len(known) != 1 || known[0].Data["name"] != "Known" {
			t.Errorf("the webhook got %+v", known)
		}
		ids := s.numbers("SELECT id, CASE name WHEN 'Known' THEN 1 ELSE 0 END FROM categories")
		for id := range ids {
			s.must(http.StatusOK, http.MethodDelete, one("categories", id), nil)
		}
		s.tell()
		gone := in.take()
		if len(gone) != 1 || gone[0].Type != "category.deleted" || fmt.Sprint(gone[0].Data["id"]) != fmt.Sprint(known[0].Data["id"]) {
			t.Errorf("after both were deleted the webhook got %+v", gone)
		}
	})
}

func TestAReceiverThatIsAwayHoldsBackItsRecordAlone(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withClock(now), toLoopback)
		away, well := newReceiver(t), newReceiver(t)
		path := s.hook(away, js{"types": "venue.created,venue.updated", "description": "Down"})
		s.hook(well, js{"types": "venue.created,venue.updated"})
		away.replies(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write([]byte(strings.Repeat("é", 1<<10)))
		})
		hall := one("venues", s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}).id())
		s.tell()
		s.must(http.StatusOK, http.MethodPatch, hall, js{"city": "2"})
		s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Barn"})
		s.tell()
		if got := well.take(); len(got) != 3 || got[0].Type != "venue.created" {
			t.Errorf("the other receiver got %v", got)
		}
		want := []string{"venue.created waiting 500 1", "venue.updated waiting 0 0", "venue.created waiting 500 1"}
		if diff := cmp.Diff(want, s.deliveries(path)); diff != "" {
			t.Errorf("deliveries (-want +got):\n%s", diff)
		}
		list, _ := s.get(path + "/deliveries?state=waiting&per_page=1&page=3").body["deliveries"].([]any)
		first, _ := list[0].(js)
		if reply, _ := first["reply"].(string); len(reply) != 1<<10 {
			t.Errorf("%d bytes of the reply are kept", len(reply))
		}
		away.replies(nil)
		s.sendDue()
		if got := away.take(); len(got) > 0 {
			t.Errorf("at once it got %v", got)
		}
		now.Advance(6 * time.Second)
		s.sendDue()
		got := away.take()
		if diff := cmp.Diff([]string{"venue.created", "venue.created", "venue.updated"}, []string{got[0].Type, got[1].Type, got[2].Type}); diff != "" {
			t.Errorf("in the end (-want +got):\n%s", diff)
		}
		if since := s.get(path).body["failing_since_utc"]; since != "" {
			t.Errorf("it fails since %v", since)
		}
	})
}

func TestADeliveryFailsAfterTenAttemptsAndCanBeRetried(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withClock(now), toLoopback)
		in := newReceiver(t)
		path := s.hook(in, nil)
		in.replies(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		})
		test := s.must(http.StatusOK, http.MethodPost, path+"/test", nil)
		if test.body["state"] != "waiting" || test.body["type"] != "webhook.test" {
			t.Errorf("the test is %s", test.text)
		}
		begin := now.Now()
		for range 9 {
			s.sendDue()
			next, err := time.Parse(time.DateTime, s.texts("SELECT next_utc FROM webhook_deliveries")[0])
			if err != nil {
				t.Fatal(err)
			}
			now.Advance(next.Sub(now.Now()) + time.Second)
		}
		s.sendDue()
		if diff := cmp.Diff([]string{"webhook.test failed 307 10"}, s.deliveries(path)); diff != "" {
			t.Errorf("deliveries (-want +got):\n%s", diff)
		}
		if took := now.Now().Sub(begin); took < 75*time.Hour || took > 84*time.Hour {
			t.Errorf("it took %s", took)
		}
		in.replies(nil)
		now.Advance(48 * time.Hour)
		s.sendDue()
		if got := in.take(); len(got) > 0 {
			t.Errorf("a delivery that has failed is sent: %v", got)
		}
		retry := fmt.Sprintf("%s/deliveries/%d/retry", path, test.id())
		s.must(http.StatusOK, http.MethodPost, retry, nil)
		s.sendDue()
		if diff := cmp.Diff([]string{"webhook.test delivered 204 1"}, s.deliveries(path)); diff != "" {
			t.Errorf("after another try (-want +got):\n%s", diff)
		}
		s.must(http.StatusNotFound, http.MethodPost, path+"/deliveries/4711/retry", nil)
		now.Advance(31 * 24 * time.Hour)
		if err := s.Webhooks.DeleteOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := s.deliveries(path); len(left) > 0 {
			t.Errorf("after a month there are %v", left)
		}
	})
}

func TestAReceiverSlowsAndDisablesAWebhook(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withClock(now), toLoopback)
		in := newReceiver(t)
		path := s.hook(in, js{"types": "venue.created"})
		in.replies(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusTooManyRequests)
		})
		s.must(http.StatusOK, http.MethodPost, path+"/test", nil)
		s.tell()
		in.replies(nil)
		s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		s.tell()
		now.Advance(30 * time.Minute)
		s.tell()
		if got := in.take(); len(got) > 0 {
			t.Errorf("before its time it got %v", got)
		}
		now.Advance(31 * time.Minute)
		s.tell()
		if got := in.take(); len(got) != 2 {
			t.Errorf("after an hour it got %v", got)
		}
		in.replies(status(http.StatusGone))
		s.must(http.StatusOK, http.MethodPost, path+"/test", nil)
		s.tell()
		in.replies(nil)
		if gone := s.get(path).body; gone["disabled"] != true || gone["disabled_reason"] != "The receiver replied 410 Gone." {
			t.Errorf("after 410 it is %v", gone)
		}
		s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Barn"})
		s.tell()
		enabled := s.must(http.StatusOK, http.MethodPatch, path, js{"disabled": false})
		if enabled.body["disabled"] != false || enabled.body["disabled_reason"] != "" {
			t.Errorf("enabled it is %s", enabled.text)
		}
		s.tell()
		if got := in.take(); len(got) > 0 {
			t.Errorf("it is told of what was while it was disabled: %v", got)
		}
		in.replies(status(http.StatusInternalServerError))
		for range 2 {
			s.must(http.StatusOK, http.MethodPost, path+"/test", nil)
			for range 10 {
				s.sendDue()
				now.Advance(27 * time.Hour)
			}
		}
		if failing := s.get(path).body; failing["disabled"] != true || !strings.HasPrefix(fmt.Sprint(failing["disabled_reason"]), "No message was accepted since ") {
			t.Errorf("after weeks of failures it is %v", failing)
		}
	})
}

func TestAReceiverThatHangsHoldsUpNoOther(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, toLoopback)
		slow, quick := newReceiver(t), newReceiver(t)
		path := s.hook(slow, nil)
		s.hook(quick, nil)
		asked, hangs := make(chan struct{}), make(chan struct{})
		slow.replies(func(w http.ResponseWriter, _ *http.Request) {
			close(asked)
			<-hangs
			w.WriteHeader(http.StatusServiceUnavailable)
		})
		s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		for len(s.texts("SELECT message_id FROM webhook_deliveries")) < 2 {
			if _, err := s.Webhooks.Read(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		sent := make(chan error)
		go func() {
			_, err := s.Webhooks.Deliver(t.Context())
			sent <- err
		}()
		<-asked
		for len(quick.take()) == 0 { // It hangs as long as the other one has got nothing.
			time.Sleep(time.Millisecond)
		}
		s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Barn"})
		close(hangs)
		if err := <-sent; err != nil {
			t.Error(err)
		}
		list, _ := s.get(path + "/deliveries").body["deliveries"].([]any)
		if first := list[len(list)-1].(js); first["state"] != "waiting" || fmt.Sprint(first["attempts"]) != "1" || fmt.Sprint(first["reply_status"]) != "503" {
			t.Errorf("what hung is %v", first)
		}
	})
}

func TestBothSecretsSignForADay(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withClock(now), toLoopback)
		in := newReceiver(t)
		path := s.hook(in, nil)
		former := in.secret
		next, _ := s.must(http.StatusOK, http.MethodPost, path+"/rotate", nil).body["secret"].(string)
		if former == next || !strings.HasPrefix(next, "whsec_") {
			t.Fatalf("the secrets are %q and %q", former, next)
		}
		for _, secret := range []string{former, next} {
			in.secret = secret
			s.must(http.StatusOK, http.MethodPost, path+"/test", nil)
			s.sendDue()
			if got := in.take(); len(got) != 1 || len(got[0].Signatures) != 2 {
				t.Errorf("with a secret it got %v", got)
			}
		}
		now.Advance(25 * time.Hour)
		s.must(http.StatusOK, http.MethodPost, path+"/test", nil)
		s.sendDue()
		if got := in.take(); len(got) != 1 || len(got[0].Signatures) != 1 {
			t.Errorf("after a day it got %v", got)
		}
		if text := s.get(path).text + s.get("/webhooks").text; strings.Contains(text, "whsec_") {
			t.Errorf("a secret is shown: %s", text)
		}
		dir := filepath.Join(t.TempDir(), "export")
		if _, err := transfer.Export(t.Context(), s.API.Records, dir, transfer.ExportOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"whsec_", in.URL} {
			if found := filesWith(t, dir, text); len(found) > 0 {
				t.Errorf("an export has %q in %v", text, found)
			}
		}
	})
}

// filesWith returns the files of a folder that have a text.
func filesWith(t *testing.T, dir, text string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if strings.Contains(string(content), text) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestWebhooksAreForAdministrators(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers, toLoopback)
		made := s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/webhooks", js{"url": "https://example.org/hook", "types": []string{}})
		path := one("webhooks", made.id())
		for user, want := range map[string]int{"": http.StatusUnauthorized, "editor": http.StatusForbidden} {
			for _, request := range []string{
				"POST /webhooks", "GET /webhooks", "GET " + path, "PATCH " + path, "DELETE " + path, "GET " + path + "/deliveries",
				"POST " + path + "/deliveries/1/retry", "POST " + path + "/rotate", "POST " + path + "/test",
			} {
				method, route, _ := strings.Cut(request, " ")
				s.mustBy(user, want, method, route, js{"url": "https://example.org/"})
			}
		}
		s.mustBy("administrator", http.StatusNotFound, http.MethodGet, "/webhooks/4711", nil)
		s.mustBy("administrator", http.StatusOK, http.MethodPatch, path, js{"types": []string{"event.updated"}})
		s.mustBy("administrator", http.StatusOK, http.MethodPatch, path+"?dry_run=true", js{"url": "https://example.org/none"})
		s.mustBy("administrator", http.StatusNoContent, http.MethodDelete, path, nil)
		entries, err := audit.List(t.Context(), s.Store.Primary(), audit.Filter{Resource: "webhook", Limit: 9})
		var actions []string
		for _, e := range entries {
			actions = append(actions, e.UserName+" "+e.Action)
		}
		if diff := cmp.Diff([]string{"administrator created", "administrator updated", "administrator deleted"}, actions); diff != "" || err != nil {
			t.Errorf("the audit log has (-want +got), %v:\n%s", err, diff)
		}
	})
}

func TestAWebhookIsChecked(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	bad := s.must(http.StatusBadRequest, http.MethodPost, "/webhooks", js{"url": "https://127.0.0.1/", "types": []string{"event.moved"}, "description": strings.Repeat("x", 201)})
	for _, name := range []string{`"url"`, `"types"`, `"description"`} {
		if !strings.Contains(bad.text, name) {
			t.Errorf("the error does not name %s: %s", name, bad.text)
		}
	}
	if missing := s.must(http.StatusBadRequest, http.MethodPost, "/webhooks", js{"types": []string{"no.type"}}).text; !strings.Contains(missing, "url") || !strings.Contains(missing, `"types"`) {
		t.Errorf("the error is %s", missing)
	}
	for _, address := range []string{
		"", "example.org", "ftp://example.org", "http://example.org/", "https://user:x@example.org/", "https://localhost/", "https://a.localhost./",
		"https://10.0.0.1/", "https://169.254.169.254/latest", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[fd00:ec2::254]/", "https://100.64.0.1/",
	} {
		s.must(http.StatusBadRequest, http.MethodPost, "/webhooks", js{"url": address})
	}
	for range webhooks.MaxWebhooks {
		s.must(http.StatusCreated, http.MethodPost, "/webhooks", js{"url": "https://example.org/"})
	}
	s.must(http.StatusConflict, http.MethodPost, "/webhooks", js{"url": "https://example.org/"})
}

func TestAnAddressThatBecomesPrivateIsNotConnectedTo(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	in := newReceiver(t)
	path := one("webhooks", s.must(http.StatusCreated, http.MethodPost, "/webhooks", js{"url": "https://example.org/"}).id())
	for _, address := range []string{in.URL, strings.Replace(in.URL, "http://", "https://", 1)} {
		s.execute("UPDATE webhooks SET url = '" + address + "'")
		s.must(http.StatusOK, http.MethodPost, path+"/test", nil)
		s.sendDue()
		list, _ := s.get(path + "/deliveries").body["deliveries"].([]any)
		last, _ := list[0].(js)
		if reply, _ := last["reply"].(string); !strings.Contains(reply, "is in a private network") {
			t.Errorf("%s: %v", address, last)
		}
	}
}

func TestAChangeOfZoneRulesIsOneMessage(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, toLoopback)
		in := newReceiver(t)
		s.hook(in, nil)
		actor := audit.Actor{At: time.Now(), Request: "run", Note: "Europe/Berlin: 2026a -> 2026b", Change: audit.NewChange(time.Now())}
		public := audit.Was{There: true, Status: "publish"}
		for range 3 {
			err := s.Store.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
				audit.Add(w, actor, []audit.Change{
					{Action: audit.ActionRecalculated, Resource: "event", Record: 1, Was: public},
					{Action: audit.ActionRecalculated, Resource: "event", Record: 2, Was: audit.Was{There: true, Status: "draft"}},
				})
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Webhooks.Read(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for len(s.texts("SELECT type FROM webhook_deliveries")) == 0 {
			if _, err := s.Webhooks.Read(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		s.sendDue()
		got := in.take()
		if len(got) != 1 || got[0].Type != "events.recomputed" || fmt.Sprint(got[0].Data) != "map[count:3 zone:Europe/Berlin]" {
			t.Errorf("the webhook got %+v", got)
		}
	})
}

func TestSeveralServersMakeEachDeliveryOnce(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		servers := []*site{openSite(t, url, toLoopback), openSite(t, url, toLoopback)}
		in := newReceiver(t)
		servers[0].hook(in, js{"types": "venue.created"})
		together(8, func(i int) {
			for n := range 4 {
				servers[i%2].send("", http.MethodPost, "/venues", js{"venue": fmt.Sprint("Hall ", i, " ", n)})
				_, _ = servers[i%2].Webhooks.Read(t.Context())
				_, _ = servers[i%2].Webhooks.Deliver(t.Context())
			}
		})
		servers[0].tell()
		got := types(in.take())
		if all := slices.Compact(slices.Clone(got)); len(got) != 32 || len(all) != 32 {
			t.Errorf("%d messages of %d venues came", len(got), len(all))
		}
	})
}

func TestWebhooksGoOnAtTheEndOfAnotherLog(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, toLoopback)
		in := newReceiver(t)
		s.hook(in, nil)
		// As after a restore: the place was read to an entry that this log does not have.
		s.execute(`UPDATE schema_metadata SET value = '{"from":{"s":"900000:900000:","l":900000},"last":{"i":0}}' WHERE name = 'webhooks'`)
		s.tell()
		s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		s.tell()
		if got := in.take(); len(got) != 1 || got[0].Type != "venue.created" {
			t.Errorf("after a restore the webhook gets %+v", got)
		}
	})
}
