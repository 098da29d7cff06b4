package clients_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/generated/client"
	"almanac/runtime/deployment"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

// document is what these tests read of the OpenAPI document.
type document struct {
	Paths map[string]map[string]struct {
		Parameters []struct{ Name, In string }
		Body       struct{ Content content } `json:"requestBody"`
		Responses  map[string]struct{ Content content }
	}
	Components struct {
		Schemas map[string]struct{ Properties map[string]any }
	}
}

// content is a body by its media types.
type content map[string]struct {
	Schema struct {
		Ref        string `json:"$ref"`
		Properties map[string]any
	}
}

func documentOf(t *testing.T, d deployment.Deployment) document {
	t.Helper()
	text, err := service.Document(generated.Service(), d, true, "3.1")
	if err != nil {
		t.Fatal(err)
	}
	var found document
	if err := json.Unmarshal(text, &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// members lists the members of a body in JSON.
func (d document) members(c content) []string {
	schema := c["application/json"].Schema
	properties := schema.Properties
	if name, ok := strings.CutPrefix(schema.Ref, "#/components/schemas/"); ok {
		properties = d.Components.Schemas[name].Properties
	}
	var names []string
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// operations lists the operations of the document that the client has, "GET /events".
func (d document) operations() []string {
	var list []string
	for path, methods := range d.Paths {
		for method := range methods {
			if slices.Contains([]string{"get", "post", "put", "patch", "delete"}, method) {
				list = append(list, strings.ToUpper(method)+" "+path)
			}
		}
	}
	slices.Sort(list)
	return list
}

// isOfNoList reports whether an operation is about webhooks, former versions or an undo.
func isOfNoList(path string) bool { return strings.HasPrefix(path, "/webhooks") || path == "/undo" }

// recorder notes which operations are called.
type recorder struct {
	mu   sync.Mutex
	root string
	seen map[string]bool
}

// Parts of a path that name a record and a delivery by their IDs.
var (
	id       = regexp.MustCompile(`/\d+(/history|/restore|/rotate|/test|/deliveries.*|)$`)
	delivery = regexp.MustCompile(`/deliveries/\d+`)
)

// RoundTrip implements http.RoundTripper.
func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	path := strings.TrimPrefix(request.URL.Path, r.root)
	if before, _, ok := strings.Cut(path, "/by-slug/"); ok {
		path = before + "/by-slug/{slug}"
	}
	path = delivery.ReplaceAllString(id.ReplaceAllString(path, "/{id}$1"), "/deliveries/{delivery}")
	if path == "" {
		path = "/"
	}
	r.mu.Lock()
	r.seen[request.Method+" "+path] = true
	r.mu.Unlock()
	return http.DefaultTransport.RoundTrip(request)
}

// operations lists what was called.
func (r *recorder) operations() []string {
	var list []string
	for operation := range r.seen {
		list = append(list, operation)
	}
	slices.Sort(list)
	return list
}

func TestTheClientCallsEveryOperationOfTheDocument(t *testing.T) {
	for _, d := range []deployment.Deployment{deployments.A(), deployments.B()} {
		t.Run("deployment "+d.Name, func(t *testing.T) {
			storetest.Sampled(t, func(t *testing.T, url string) {
				address, _, stop, err := start(t.Context(), service.Config{Database: url, Deployment: d, Open: true, Media: "file:" + t.TempDir()})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(stop)
				seen := &recorder{root: d.APIPath(), seen: map[string]bool{}}
				for _, method := range []string{http.MethodPatch, http.MethodPut, http.MethodPost} {
					options := []client.Option{client.WithHTTPClient(&http.Client{Transport: seen}), client.WithUpdateMethod(method)}
					if d.LanguageParam != "" {
						options = append(options, client.WithLanguage(d.LanguageParam, "fr"))
					}
					c, err := client.New(address, options...)
					if err != nil {
						t.Fatal(err)
					}
					everything(t, c)
					touch(t.Context(), c)
				}
				if diff := cmp.Diff(documentOf(t, d).operations(), seen.operations()); diff != "" {
					t.Errorf("operations (-document +client):\n%s", diff)
				}
			})
		})
	}
}

// everything does all that a client can do.
func everything(t *testing.T, c *client.Client) {
	t.Helper()
	_, err := c.Index(t.Context())
	works(t, "index", err)
	_, err = c.Document(t.Context(), "")
	works(t, "document", err)
	posts(t, &c.Events.PostService, client.EventFields{
		Title: client.Set("Fair"), StartDate: client.Set("2026-06-20 10:00"), EndDate: client.Set("2026-06-20 11:00"),
	}, func(r *client.Event) (int64, string) { return r.ID, r.Slug })
	jazz, err := c.Events.Create(t.Context(), client.EventFields{
		Title: client.Set("Jazz"), StartDate: client.Set("2026-06-20 10:00"), EndDate: client.Set("2026-06-20 11:00"), Recurrence: client.Set(client.Recurrence{Rule: "FREQ=WEEKLY;COUNT=3"}),
	})
	works(t, "repeat", err)
	blues, err := c.Events.Update(t.Context(), jazz.ID, client.EventFields{Title: client.Set("Blues")}, client.Query("apply_to", "all"))
	works(t, "change all dates", err)
	_, err = c.Events.Update(t.Context(), jazz.ID, client.EventFields{Slug: client.Set("blues" + strconv.FormatInt(jazz.ID, 10))})
	works(t, "rename", err)
	renamed, err := c.Events.GetBySlug(t.Context(), jazz.Slug)
	works(t, "follow a redirect", err)
	if renamed == nil || renamed.ID != jazz.ID {
		t.Errorf("the former slug leads to %+v", renamed)
	}
	how, err := c.Series.Get(t.Context(), jazz.Series.ID)
	works(t, "read a series", err)
	if blues.Series.Changes.Updated != 3 || how.Occurrences != 3 || how.Version != 2 {
		t.Errorf("changed %+v of %+v", blues.Series.Changes, how)
	}
	for _, err := range c.Series.All(t.Context(), client.SeriesParams{}) {
		works(t, "list series", err)
	}
	posts(t, c.Venues, client.VenueFields{Venue: client.Set("Hall")}, func(r *client.Venue) (int64, string) { return r.ID, r.Slug })
	posts(t, c.Organizers, client.OrganizerFields{Organizer: client.Set("Choir")}, func(r *client.Organizer) (int64, string) { return r.ID, r.Slug })
	records(t, c.Categories, client.CategoryFields{Name: client.Set("Music")}, func(r *client.Category) int64 { return r.ID })
	records(t, c.Tags, client.TagFields{Name: client.Set("Free")}, func(r *client.Tag) int64 { return r.ID })
	_, err = c.Batch(t.Context(), []client.BatchRequest{{Method: "PATCH", Path: "/events/" + strconv.FormatInt(jazz.ID, 10), Body: client.EventFields{Title: client.Set("Soul")}}})
	works(t, "batch", err)
	former(t, c)
	hooked(t, c)
	for _, err := range c.Changes(t.Context(), "") {
		works(t, "list changes", err)
	}
	media(t, c)
}

// former does everything with former versions.
func former(t *testing.T, c *client.Client) {
	t.Helper()
	ctx := t.Context()
	made, err := c.Tags.Create(ctx, client.TagFields{Name: client.Set("Former")})
	works(t, "create", err)
	changed, err := c.Tags.Update(ctx, made.ID, client.TagFields{Name: client.Set("Present")})
	works(t, "update", err)
	page, err := c.Tags.History(ctx, made.ID, 1)
	works(t, "history", err)
	if len(page.Revisions) != 2 || page.More || page.Revisions[0].Change != changed.Change || string(page.Revisions[0].Fields["name"].Before) != `"Former"` {
		t.Errorf("history %+v", page)
	}
	was, err := c.Tags.GetAsOf(ctx, made.ID, page.Revisions[1].At.Add(time.Second-1))
	if err == nil && was.Name == "" {
		t.Errorf("as of %v: %+v", page.Revisions[1].At, was)
	}
	would, err := c.Undo(ctx, changed.Change, false, client.DryRun())
	works(t, "undo in a dry run", err)
	if len(would.Records) != 1 || would.Records[0].ID != made.ID || would.Records[0].Action != "reverted" || would.Change != "" {
		t.Errorf("would undo %+v", would)
	}
	undone, err := c.Undo(ctx, changed.Change, false)
	works(t, "undo", err)
	if undone.Change == "" || undone.Change != undone.Received.Change {
		t.Errorf("undone %+v", undone)
	}
	again, err := c.Tags.Restore(ctx, made.ID, page.Revisions[0].Version)
	works(t, "restore", err)
	if again.Name != "Present" {
		t.Errorf("restored %+v", again)
	}
	_, err = c.Tags.Delete(ctx, made.ID)
	works(t, "delete", err)
}

// hooked does everything with webhooks.
func hooked(t *testing.T, c *client.Client) {
	t.Helper()
	ctx, hooks := t.Context(), c.Webhooks()
	made, err := hooks.Create(ctx, client.WebhookFields{URL: client.Set("https://93.184.215.14/"), Types: client.Set([]string{"event.created"})})
	works(t, "create a webhook", err)
	if made.Secret == "" || !strings.HasSuffix(made.Location, "/webhooks/"+strconv.FormatInt(made.ID, 10)) {
		t.Errorf("made %+v", made)
	}
	changed, err := hooks.Update(ctx, made.ID, client.WebhookFields{Disabled: client.Set(true), Description: client.Set("Mirror")})
	works(t, "change a webhook", err)
	found, err := hooks.Get(ctx, made.ID)
	works(t, "get a webhook", err)
	if !changed.Disabled || found.Description != "Mirror" || found.Secret != "" {
		t.Errorf("changed %+v, found %+v", changed, found)
	}
	rotated, err := hooks.Rotate(ctx, made.ID)
	works(t, "rotate a secret", err)
	if rotated.Secret == made.Secret {
		t.Error("the secret is the same")
	}
	_, err = hooks.Update(ctx, made.ID, client.WebhookFields{Disabled: client.Set(false)})
	works(t, "enable a webhook", err)
	tested, err := hooks.Test(ctx, made.ID)
	works(t, "test a webhook", err)
	page, err := hooks.Deliveries(ctx, made.ID, 1)
	works(t, "list deliveries", err)
	if page.Total != 1 || page.Deliveries[0].ID != tested.ID || tested.Type != "webhook.test" {
		t.Errorf("tested %+v of %+v", tested, page)
	}
	_, err = hooks.Retry(ctx, made.ID, tested.ID)
	works(t, "retry a delivery", err)
	list, err := hooks.List(ctx)
	works(t, "list webhooks", err)
	if len(list) != 1 {
		t.Errorf("listed %+v", list)
	}
	works(t, "delete a webhook", hooks.Delete(ctx, made.ID))
}

// media does everything with images.
func media(t *testing.T, c *client.Client) {
	t.Helper()
	var file bytes.Buffer
	works(t, "draw an image", png.Encode(&file, image.NewRGBA(image.Rect(0, 0, 40, 30))))
	alt := client.MediaFields{AltText: client.Set("A cat & a bird")}
	var made []int64
	for _, name := range []string{"one.png", "zwei für drei.png", "three.png"} {
		m, err := c.Media.Create(t.Context(), name, file.Bytes(), alt)
		works(t, "upload", err)
		if m.AltText != "A cat & a bird" || m.Details.Width != 40 || m.MediaType != "image/png" || m.Location == "" {
			t.Errorf("uploaded %+v", m)
		}
		made = append(made, m.ID)
	}
	params := client.MediaParams{PerPage: client.Set[int64](2), Include: client.List(made...), Order: client.Set("asc"), OrderBy: client.Set("id")}
	var listed []int64
	for m, err := range c.Media.All(t.Context(), params) {
		works(t, "list all", err)
		listed = append(listed, m.ID)
	}
	if diff := cmp.Diff(made, listed); diff != "" {
		t.Errorf("images (-uploaded +listed):\n%s", diff)
	}
	if page, err := c.Media.List(t.Context(), params); err != nil || page.Total != 3 || page.TotalPages != 2 || page.NextRestURL == "" || page.PreviousRestURL != "" {
		t.Errorf("got %+v, %v", page, err)
	}
	for _, id := range made {
		m, err := c.Media.Update(t.Context(), id, client.MediaFields{Caption: client.Set("By Ann")})
		works(t, "change the texts", err)
		if m.Caption.Raw != "By Ann" || m.AltText != "A cat & a bird" {
			t.Errorf("changed to %+v", m)
		}
		was, err := c.Media.Delete(t.Context(), id)
		works(t, "delete", err)
		if was.ID != id {
			t.Errorf("deleted %d, got %+v", id, was)
		}
		if _, err := c.Media.Get(t.Context(), id); !client.IsNotFound(err) {
			t.Errorf("read a deleted image: %v", err)
		}
	}
}

// touch calls what services there are, so that resources that everything does not
// know are called, too.  Whether a call succeeds is another question.
func touch(ctx context.Context, c *client.Client) {
	for _, service := range reflect.ValueOf(c).Elem().Fields() {
		if service.Kind() != reflect.Pointer {
			continue
		}
		for method, call := range service.Methods() {
			if method.Name == "All" || method.Name == "Pages" {
				continue // They are List, again and again.
			}
			args := []reflect.Value{reflect.ValueOf(ctx)}
			for i := 1; i < call.Type().NumIn()-1; i++ {
				args = append(args, reflect.New(call.Type().In(i)).Elem())
				if call.Type().In(i).Kind() == reflect.String {
					args[i].SetString("x")
				}
			}
			call.Call(args)
		}
	}
}

// works notes an operation that does not.
func works(t *testing.T, operation string, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", operation, err)
	}
}

// records does everything with records of a resource.
func records[R, P, F any](t *testing.T, s *client.Service[R, P, F], fields F, id func(*R) int64) {
	t.Helper()
	ctx := t.Context()
	record, err := s.Create(ctx, fields)
	works(t, "create", err)
	_, err = s.Get(ctx, id(record))
	works(t, "get", err)
	_, err = s.Update(ctx, id(record), fields)
	works(t, "update", err)
	var params P
	_, err = s.List(ctx, params)
	works(t, "list", err)
	copied, err := s.Sync(ctx, params, "")
	works(t, "sync", err)
	_, err = s.Delete(ctx, id(record), client.Force())
	works(t, "delete", err)
	changed, err := s.Sync(ctx, params, copied.Token)
	var failure *client.Error
	if errors.As(err, &failure) && failure.Code == "rest_sync_expired" {
		return // A list of terms is read again.
	}
	works(t, "sync again", err)
	if !slices.Contains(changed.Removed, id(record)) {
		t.Errorf("a sync after the deletion of %d: %+v", id(record), changed)
	}
}

// posts does everything with records of a resource that have slugs.
func posts[R, P, F any](t *testing.T, s *client.PostService[R, P, F], fields F, key func(*R) (int64, string)) {
	t.Helper()
	records(t, &s.Service, fields, func(r *R) int64 {
		id, _ := key(r)
		return id
	})
	ctx := t.Context()
	record, err := s.Create(ctx, fields)
	works(t, "create", err)
	_, slug := key(record)
	_, err = s.GetBySlug(ctx, slug)
	works(t, "get by slug", err)
	_, err = s.UpdateBySlug(ctx, slug, fields)
	works(t, "update by slug", err)
	_, err = s.DeleteBySlug(ctx, slug, client.Force())
	works(t, "delete by slug", err)
}

func TestTheClientKnowsEveryParameterFieldAndMemberOfTheDocument(t *testing.T) {
	// Parameters that are options of requests, because several operations take
	// them.
	options := []string{"password", "context", "format", "_fields", "changes_since"}
	for _, d := range []deployment.Deployment{deployments.A(), deployments.B()} {
		found := documentOf(t, d)
		for path := range found.Paths {
			list, create := found.Paths[path]["get"], found.Paths[path]["post"]
			if strings.Contains(path, "{") || create.Responses == nil || path == "/media" || path == "/batch" || isOfNoList(path) {
				continue // No list of records: of an image the client has what programs need.
			}
			types := typesOf(t, path)
			var params []string
			for _, p := range list.Parameters {
				if p.In == "query" && p.Name != d.LanguageParam && !slices.Contains(options, p.Name) {
					params = append(params, p.Name)
				}
			}
			slices.Sort(params)
			for what, pair := range map[string][2][]string{
				"parameters": {params, tags(types.params)},
				"fields":     {found.members(create.Body.Content), tags(types.fields)},
				"members":    {found.members(create.Responses["201"].Content), tags(types.record)},
			} {
				if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
					t.Errorf("deployment %s, %s of %s (-document +client):\n%s", d.Name, what, path, diff)
				}
			}
		}
	}
}

// types are those of a service.
type types struct{ record, params, fields reflect.Type }

// typesOf returns the types of the service that has the name of a list's path.
func typesOf(t *testing.T, path string) types {
	t.Helper()
	name := strings.NewReplacer("/", "", "_", "").Replace(path)
	for member := range reflect.TypeFor[client.Client]().Fields() {
		if strings.EqualFold(member.Name, name) {
			list, _ := member.Type.MethodByName("List")
			create, _ := member.Type.MethodByName("Create")
			return types{create.Type.Out(0).Elem(), list.Type.In(2), create.Type.In(2)}
		}
	}
	t.Fatalf("the client has no service for %s", path)
	return types{}
}

// tags lists the names that the members of a struct have in JSON.
func tags(v reflect.Type) []string {
	var names []string
	for _, f := range reflect.VisibleFields(v) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" && len(f.Index) == 1 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func TestAnyNumberOfGoroutinesMayUseAClient(t *testing.T) {
	address, _, stop := calendar()
	t.Cleanup(stop)
	c, err := client.New(address)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			tag, err := c.Tags.Create(t.Context(), client.TagFields{Name: client.Set(fmt.Sprint("tag ", i))}, client.RequestID(fmt.Sprint("r", i)))
			works(t, "create", err)
			if err == nil && tag.RequestID != fmt.Sprint("r", i) {
				t.Errorf("request r%d is answered as %s", i, tag.RequestID)
			}
			_, err = c.Tags.List(t.Context(), client.TagParams{}, client.Only("total"))
			works(t, "list", err)
		})
	}
	all.Wait()
}

func TestCancellingTheContextEndsAnIteration(t *testing.T) {
	address, _, stop := calendar()
	t.Cleanup(stop)
	c, err := client.New(address)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		_, err := c.Tags.Create(t.Context(), client.TagFields{Name: client.Set(name)})
		works(t, "create", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := 0
	for _, err = range c.Tags.All(ctx, client.TagParams{PerPage: client.Set[int64](2), HideEmpty: client.Set(false)}) {
		if seen++; seen == 2 {
			cancel()
		}
	}
	if seen != 3 || !strings.Contains(err.Error(), context.Canceled.Error()) {
		t.Errorf("%d records and errors, the last error %v", seen, err)
	}
}
