package clients_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"almanac/generated/client"
	"almanac/runtime/auth"
)

// The way of a record: it is made, read, changed, trashed, restored, and
// deleted for good.
func Example_events() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	park := client.VenueFields{Venue: client.Set("City Park"), City: client.Set("Paris")}
	choir := client.OrganizerFields{Organizer: client.Set("The Choir")}
	event, err := c.Events.Create(ctx, client.EventFields{
		Title:      client.Set("Picnic"),
		StartDate:  client.Set("2026-06-20 14:00"),
		EndDate:    client.Set("2026-06-20 18:00"),
		Timezone:   client.Set("Europe/Paris"),
		Cost:       client.List("10 €", "20 €"),
		Image:      client.Set("https://pictures.example/picnic.png"),
		Venue:      client.List(client.NewVenue(park)),
		Organizer:  client.List(client.NewOrganizer(choir)),
		Categories: client.List(client.CategoryNamed("Outdoors")),
		Tags:       client.List(client.TagNamed("family"), client.TagNamed("food")),
		Featured:   client.Set(true),
	})
	check(err)
	fmt.Println(event.Slug, event.Cost, event.Venue[0].City, event.Organizer[0].Organizer, event.Tags[1].Name)

	// By id or by slug.
	event, err = c.Events.Get(ctx, event.ID)
	check(err)
	event, err = c.Events.GetBySlug(ctx, event.Slug)
	check(err)

	// An update changes what it names: a value, or null to clear.
	event, err = c.Events.Update(ctx, event.ID, client.EventFields{
		Title: client.Set("Picnic & Songs"),
		Image: client.Null[string](),
		Venue: client.List(client.VenueID(event.Venue[0].ID), client.NewVenue(client.VenueFields{Venue: client.Set("Café")})),
		Tags:  client.List[client.TagRef](),
	})
	check(err)
	fmt.Println(event.Title, event.Image.IsZero(), len(event.Venue), len(event.Tags), event.Featured.Or(false))
	event, err = c.Events.UpdateBySlug(ctx, "picnic", client.EventFields{Slug: client.Set("picnic-2026")})
	check(err)
	fmt.Println(event.Slug)

	// To the trash, back, and away for good.
	event, err = c.Events.Delete(ctx, event.ID)
	check(err)
	fmt.Println(event.Status)
	event, err = c.Events.Update(ctx, event.ID, client.EventFields{Status: client.Set("publish")})
	check(err)
	fmt.Println(event.Status)
	_, err = c.Events.DeleteBySlug(ctx, event.Slug, client.Force())
	check(err)
	_, err = c.Events.Get(ctx, event.ID)
	fmt.Println(client.IsNotFound(err))

	// Output:
	// picnic 10€ – 20€ Paris The Choir food
	// Picnic &amp; Songs true 2 0 true
	// picnic-2026
	// trash
	// publish
	// true
}

// A venue and an event there are made together, or neither.
func Example_batch() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	requests := []client.BatchRequest{
		{Method: "POST", Path: "/venues", Body: client.VenueFields{Venue: client.Set("City Park")}},
		{Method: "POST", Path: "/events", Body: client.EventFields{
			Title:     client.Set("Picnic"),
			StartDate: client.Set("2026-06-20 14:00"),
			EndDate:   client.Set("2026-06-20 18:00"),
			Venue:     client.List(client.Earlier[client.VenueFields](1)),
		}},
	}
	responses, err := c.Batch(ctx, requests)
	check(err)
	event := client.Event{}
	check(json.Unmarshal(responses[1].Body, &event))
	fmt.Println(responses[0].Status, event.Venue[0].Venue, responses[1].ETag != "")

	_, err = c.Batch(ctx, append(requests, client.BatchRequest{Method: "DELETE", Path: "/events/9999"}))
	var refused *client.Error
	fmt.Println(errors.As(err, &refused), refused.Status, refused.Index)

	// Output:
	// 201 City Park true
	// true 404 3
}

func Example_venues() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	venue, err := c.Venues.Create(ctx, client.VenueFields{
		Venue: client.Set("City Hall"), City: client.Set("Boston"), State: client.Set("MA"), Country: client.Set("United States"),
		GeoLat: client.Set(42.36), GeoLng: client.Set(-71.06), ShowMap: client.Set(false),
	})
	check(err)
	lat, known := venue.GeoLat.Get()
	fmt.Println(venue.Slug, venue.Stateprovince, lat, known, venue.ShowMap, venue.ShowMapLink)

	venue, err = c.Venues.UpdateBySlug(ctx, "city-hall", client.VenueFields{Phone: client.Set("617 555 0100")})
	check(err)
	venue, err = c.Venues.Update(ctx, venue.ID, client.VenueFields{GeoLat: client.Null[float64](), GeoLng: client.Null[float64]()})
	check(err)
	venue, err = c.Venues.GetBySlug(ctx, venue.Slug)
	check(err)
	venue, err = c.Venues.Get(ctx, venue.ID)
	check(err)
	fmt.Println(venue.Phone, venue.GeoLat.IsZero(), venue.Website == "")

	page, err := c.Venues.List(ctx, client.VenueParams{Search: client.Set("boston"), HasEvents: client.Set(false), Orderby: client.Set("title")})
	check(err)
	fmt.Println(page.Total, page.Records[0].Venue)
	_, err = c.Venues.DeleteBySlug(ctx, venue.Slug)
	check(err)
	_, err = c.Venues.Delete(ctx, venue.ID)
	fmt.Println(client.IsGone(err), client.HasCode(err, "venue-is-in-trash"))

	// Output:
	// city-hall MA 42.36 true false true
	// 617 555 0100 true true
	// 1 City Hall
	// true true
}

func Example_organizers() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	fields := client.OrganizerFields{Organizer: client.Set("The Choir"), Email: client.Set("choir@example.org")}
	organizer, err := c.Organizers.Create(ctx, fields)
	check(err)
	again, err := c.Organizers.Create(ctx, fields) // Makes no second one: it is the same.
	check(err)
	fmt.Println(organizer.Slug, again.ID == organizer.ID)

	organizer, err = c.Organizers.Update(ctx, organizer.ID, client.OrganizerFields{Website: client.Set("https://choir.example")})
	check(err)
	organizer, err = c.Organizers.UpdateBySlug(ctx, organizer.Slug, client.OrganizerFields{Email: client.Null[string]()})
	check(err)
	organizer, err = c.Organizers.Get(ctx, organizer.ID)
	check(err)
	organizer, err = c.Organizers.GetBySlug(ctx, organizer.Slug)
	check(err)
	fmt.Println(organizer.Website, organizer.Email == "")

	page, err := c.Organizers.List(ctx, client.OrganizerParams{OnlyWithUpcoming: client.Set(true)})
	check(err)
	fmt.Println(page.Total)
	_, err = c.Organizers.DeleteBySlug(ctx, organizer.Slug)
	check(err)
	_, err = c.Organizers.Delete(ctx, organizer.ID, client.Force())
	check(err)
	_, err = c.Organizers.Get(ctx, organizer.ID)
	fmt.Println(client.IsNotFound(err))

	// Output:
	// the-choir true
	// https://choir.example true
	// 0
	// true
}

// Categories form a tree.
func Example_categories() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	music, err := c.Categories.Create(ctx, client.CategoryFields{Name: client.Set("Music")})
	check(err)
	jazz, err := c.Categories.Create(ctx, client.CategoryFields{Name: client.Set("Jazz"), Parent: client.Set(music.ID)})
	check(err)
	_, err = c.Categories.Create(ctx, client.CategoryFields{Name: client.Set("jazz"), Parent: client.Set(music.ID)})
	var refused *client.Error
	fmt.Println(errors.As(err, &refused), refused.Code, refused.TermID == jazz.ID)

	children := client.CategoryParams{Parent: client.Set(music.ID), HideEmpty: client.Set(false)}
	for category, err := range c.Categories.All(ctx, children) {
		check(err)
		fmt.Println(category.Name, category.Parent == music.ID, category.Count)
	}
	_, err = c.Categories.Update(ctx, music.ID, client.CategoryFields{Parent: client.Set(jazz.ID)})
	fmt.Println(client.IsInvalid(err)) // A category is no child of its child.

	_, err = c.Categories.Delete(ctx, music.ID)
	check(err)
	jazz, err = c.Categories.Get(ctx, jazz.ID)
	check(err)
	fmt.Println(jazz.Parent)

	// Output:
	// true term_exists true
	// Jazz true 0
	// true
	// 0
}

func Example_tags() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	tag, err := c.Tags.Create(ctx, client.TagFields{Name: client.Set("Open Air"), Description: client.Set("Under the sky")})
	check(err)
	tag, err = c.Tags.Update(ctx, tag.ID, client.TagFields{Slug: client.Set("outside")})
	check(err)
	tag, err = c.Tags.Get(ctx, tag.ID)
	check(err)
	page, err := c.Tags.List(ctx, client.TagParams{Slug: client.Set("outside"), HideEmpty: client.Set(false)})
	check(err)
	fmt.Println(tag.Name, tag.Slug, tag.Taxonomy, page.Total)
	tag, err = c.Tags.Delete(ctx, tag.ID)
	check(err)
	fmt.Println(tag.Name)

	// Output:
	// Open Air outside post_tag 1
	// Open Air
}

// What a list keeps is said by parameters; All goes through its pages.
func Example_lists() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()
	for day := 1; day <= 25; day++ {
		at := time.Date(2026, time.July, day, 20, 0, 0, 0, time.UTC)
		_, err := c.Events.Create(ctx, client.EventFields{
			Title: client.Set(fmt.Sprintf("Concert %d", day)), StartDate: client.At(at), EndDate: client.At(at.Add(time.Hour)),
			Categories: client.List(client.CategoryNamed("Music")), Featured: client.Set(day%2 == 1),
		})
		check(err)
	}

	params := client.EventParams{
		Categories:  client.List(client.CategoryNamed("music")),
		Featured:    client.Set(true),
		StartsAfter: client.Wall(time.Date(2026, time.July, 3, 0, 0, 0, 0, time.UTC)),
		PerPage:     client.Set[int64](5),
	}
	page, err := c.Events.List(ctx, params)
	check(err)
	fmt.Println(page.Total, page.TotalPages, len(page.Records), page.Records[0].Title)

	var days []string
	for event, err := range c.Events.All(ctx, params) {
		if err != nil {
			fmt.Println(err) // Nothing follows an error.
			break
		}
		days = append(days, event.StartDateDetails.Day)
	}
	fmt.Println(days)

	// Less to carry: the records alone.
	for page, err := range c.Events.Pages(ctx, params, client.Only("events")) {
		check(err)
		fmt.Print(len(page.Records), " ")
	}

	// Output:
	// 11 3 5 Concert 5
	// [05 07 09 11 13 15 17 19 21 23 25]
	// 5 5 1
}

func Example_errors() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	_, err = c.Events.Create(ctx, client.EventFields{Title: client.Set("Picnic")})
	var refused *client.Error
	if errors.As(err, &refused) {
		fmt.Println(refused.Status, refused.Code, refused.Missing)
	}
	_, err = c.Events.Create(ctx, client.EventFields{
		Title: client.Set("Picnic"), StartDate: client.Set("2026-02-30"), EndDate: client.Set("2026-03-01"), Website: client.Set("www"),
	})
	if errors.As(err, &refused) {
		fmt.Println(client.IsInvalid(err), len(refused.Params), refused.Details["start_date"].Code, refused.RequestID != "")
	}
	_, err = c.Venues.Get(ctx, 4711)
	fmt.Println(client.IsNotFound(err), err)

	// Output:
	// 400 rest_missing_callback_param [start_date end_date]
	// true 2 rest_invalid_param true
	// true GET /venues/4711: 404 rest-venue-not-found: There is no venue with this ID or slug.
}

// Every record has the tag of its version.  With it a read costs nothing while
// nothing has changed, and a write does not undo another one.
func Example_versions() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	venue, err := c.Venues.Create(ctx, client.VenueFields{Venue: client.Set("City Hall")})
	check(err)
	venue, err = c.Venues.Get(ctx, venue.ID)
	check(err)
	_, err = c.Venues.Get(ctx, venue.ID, client.IfNoneMatch(venue.ETag))
	fmt.Println(errors.Is(err, client.ErrNotModified))

	_, err = c.Venues.Update(ctx, venue.ID, client.VenueFields{City: client.Set("Paris")}, client.IfMatch(venue.ETag))
	fmt.Println(err)
	_, err = c.Venues.Update(ctx, venue.ID, client.VenueFields{City: client.Set("Lyon")}, client.IfMatch(venue.ETag))
	var refused *client.Error
	fmt.Println(client.IsPreconditionFailed(err), errors.As(err, &refused) && refused.ETag != venue.ETag)

	// Output:
	// true
	// <nil>
	// true true
}

// The log has what each change replaced: a former version is written back, and a change taken back.
func Example_history() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()
	event, err := c.Events.Create(ctx, client.EventFields{
		Title: client.Set("Choir"), StartDate: client.Set("tomorrow"), EndDate: client.Set("tomorrow"),
	})
	check(err)
	_, err = c.Events.Update(ctx, event.ID, client.EventFields{Title: client.Set("Band")})
	check(err)

	page, err := c.Events.History(ctx, event.ID, 1)
	check(err)
	restored, err := c.Events.Restore(ctx, event.ID, page.Revisions[1].Version)
	check(err)
	_, err = c.Undo(ctx, restored.Change, false) // Received.Change of any write.
	check(err)
	event, err = c.Events.Get(ctx, event.ID)
	check(err)
	fmt.Println(restored.Title, event.Title)

	// Output:
	// Choir Band
}

// A copy of all records is kept up to date as they change, until the context ends.
func Example_watch() {
	address, _, stop := calendar()
	defer stop()
	ctx, end := context.WithCancel(context.Background())
	defer end()
	c, err := client.New(address)
	check(err)
	copied := map[int64]string{}
	handle := func(change client.Change) error {
		switch change.Type {
		case "event.created", "event.updated":
			event, err := client.RecordOf[client.Event](change)
			if err != nil {
				return err
			}
			copied[event.ID] = event.Title
			end()
		case "event.deleted":
			event, err := client.RecordOf[client.Event](change) // The ID alone.
			if err != nil {
				return err
			}
			delete(copied, event.ID)
		}
		return nil
	}
	var stored string
	store := func(token string) { stored = token }
	watch := func() error {
		for page, err := range c.Watch(ctx, stored) {
			if err != nil {
				return err
			}
			for _, change := range page.Changes {
				if err := handle(change); err != nil {
					return err
				}
			}
			store(page.Token)
		}
		return nil
	}

	for page, err := range c.Changes(ctx, "") { // The token of now: read the lists next.
		check(err)
		store(page.Token)
	}
	_, err = c.Events.Create(ctx, client.EventFields{
		Title: client.Set("Picnic"), StartDate: client.Set("tomorrow"), EndDate: client.Set("tomorrow"),
	})
	check(err)
	fmt.Println(errors.Is(watch(), context.Canceled))
	fmt.Println(copied)

	// Output:
	// true
	// map[1:Picnic]
}

// A write can be tried without effect, answered in short, and made once however
// often it is sent.
func Example_writes() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	tried, err := c.Tags.Create(ctx, client.TagFields{Name: client.Set("Open Air")}, client.DryRun())
	check(err)
	fmt.Println(tried.Slug, tried.Location == "")

	fields := client.TagFields{Name: client.Set("Free")}
	first, err := c.Tags.Create(ctx, fields, client.IdempotencyKey("order-17"))
	check(err)
	second, err := c.Tags.Create(ctx, fields, client.IdempotencyKey("order-17"))
	check(err)
	fmt.Println(first.ID == second.ID, first.Replayed, second.Replayed)

	short, err := c.Tags.Create(ctx, client.TagFields{Name: client.Set("Food")}, client.Minimal())
	check(err)
	fmt.Println(short.ID, short.Location != "", short.ETag != "")

	// Output:
	// open-air true
	// true false true
	// 0 true true
}

// Times are local ones of the event's zone, as text; as instants they are
// Go's.
func Example_times() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	begin := time.Date(2026, time.June, 20, 18, 0, 0, 0, time.UTC)
	event, err := c.Events.Create(ctx, client.EventFields{
		Title: client.Set("Concert"), Timezone: client.Set("Europe/Paris"),
		StartDate: client.At(begin),                                                    // An instant.
		EndDate:   client.Wall(time.Date(2026, time.June, 20, 22, 30, 0, 0, time.UTC)), // What the clock in Paris shows.
	})
	check(err)
	fmt.Println(event.StartDate, event.EndDate, event.Timezone)
	start, err := event.StartTime()
	check(err)
	end, err := event.EndTime()
	check(err)
	fmt.Println(start.Equal(begin), end.Sub(start), start.Format(time.RFC1123))

	// Output:
	// 2026-06-20 20:00:00 2026-06-20 22:30:00 Europe/Paris
	// true 2h30m0s Sat, 20 Jun 2026 20:00:00 CEST
}

func Example_credentials() {
	address, users, stop := calendar(withUsers)
	defer stop()
	ctx := context.Background()
	_, err := users.Add(ctx, "ada", "", auth.RoleEditor, secret)
	check(err)
	token, err := users.CreateToken(ctx, "ada", "tests", time.Time{})
	check(err)

	fields := client.TagFields{Name: client.Set("Free")}
	visitor, err := client.New(address)
	check(err)
	_, err = visitor.Tags.Create(ctx, fields)
	fmt.Println(client.IsUnauthorized(err))

	byPassword, err := client.New(address, client.WithBasicAuth("ada", secret))
	check(err)
	tag, err := byPassword.Tags.Create(ctx, fields)
	check(err)
	byToken, err := client.New(address, client.WithBearer(token))
	check(err)
	_, err = byToken.Tags.Delete(ctx, tag.ID)
	fmt.Println(err)

	// Output:
	// true
	// <nil>
}

// A password protects an event; those who edit it do without.
func Example_protected() {
	address, users, stop := calendar(withUsers)
	defer stop()
	ctx := context.Background()
	_, err := users.Add(ctx, "ada", "", auth.RoleEditor, secret)
	check(err)
	editor, err := client.New(address, client.WithBasicAuth("ada", secret))
	check(err)
	visitor, err := client.New(address)
	check(err)

	event, err := editor.Events.Create(ctx, client.EventFields{
		Title: client.Set("Party"), StartDate: client.Set("2026-06-20 20:00"), EndDate: client.Set("2026-06-20 23:00"),
		Description: client.Set("At Ada's"), PostPassword: client.Set("swordfish"),
	})
	check(err)
	_, err = visitor.Events.Get(ctx, event.ID)
	fmt.Println(client.IsForbidden(err), client.HasCode(err, "event-password-protected"))
	opened, err := visitor.Events.Get(ctx, event.ID, client.Password("swordfish"))
	check(err)
	fmt.Println(opened.Description)
	_, err = editor.Events.Get(ctx, event.ID, client.ForEditing())
	fmt.Println(err)

	// In lists it has no content, and its flags are not known.
	page, err := visitor.Events.List(ctx, client.EventParams{})
	check(err)
	fmt.Println(page.Records[0].Title, page.Records[0].Description == "", page.Records[0].Featured)

	// Output:
	// true true
	// <p>At Ada's</p>
	// <nil>
	// Party true null
}

// On deployments with languages, set the name of the parameter.
func Example_languages() {
	address, _, stop := calendar(inTwoLanguages)
	defer stop()
	c, err := client.New(address, client.WithLanguage("translation_language", "fr"))
	check(err)
	ctx := context.Background()

	_, err = c.Venues.Create(ctx, client.VenueFields{Venue: client.Set("Hôtel de ville")})
	check(err)
	_, err = c.Venues.Create(ctx, client.VenueFields{Venue: client.Set("City Hall")}, client.Language("en"))
	check(err)
	for _, language := range []string{"fr", "en", ""} {
		page, err := c.Venues.List(ctx, client.VenueParams{}, client.Language(language))
		check(err)
		fmt.Printf("%q %d\n", language, page.Total)
	}

	// Output:
	// "fr" 1
	// "en" 1
	// "" 2
}

// The API describes itself.
func Example_interface() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()

	index, err := c.Index(ctx)
	check(err)
	route := index.Routes["/calendar/events/v1/tags"]
	fmt.Println(index.Namespace, route.Methods, route.Endpoints[1].Args["name"].Required)
	document, err := c.Document(ctx, "3.0")
	check(err)
	fmt.Println(len(document) > 100_000)

	// Output:
	// calendar/events/v1 [GET POST] true
	// true
}

// Lists and records as calendar programs, spreadsheets and feed readers take
// them.
func Example_feeds() {
	address, _, stop := calendar()
	defer stop()
	c, err := client.New(address)
	check(err)
	ctx := context.Background()
	for day := range 15 {
		_, err = c.Events.Create(ctx, client.EventFields{
			Title:      client.Set("Choir"),
			StartDate:  client.Wall(time.Date(2026, time.July, 1+day, 19, 0, 0, 0, time.UTC)),
			EndDate:    client.Wall(time.Date(2026, time.July, 1+day, 21, 0, 0, 0, time.UTC)),
			Categories: client.List(client.CategoryNamed("Music")),
		})
		check(err)
	}

	params := client.EventParams{Categories: client.List(client.CategoryNamed("music")), StartDate: client.Set("2026-07-01")}
	feed, err := c.Events.Feed(ctx, params, client.ICalendar)
	check(err)
	fmt.Println(feed.MediaType, feed.FileName, feed.Total, bytes.Count(feed.Body, []byte("BEGIN:VEVENT")))

	// Nothing comes as long as nothing changes.
	_, err = c.Events.Feed(ctx, params, client.ICalendar, client.NewerThan(feed))
	fmt.Println(errors.Is(err, client.ErrNotModified))

	// One event, as a table.
	page, err := c.Events.List(ctx, params)
	check(err)
	table, err := c.Events.FeedOf(ctx, page.Records[0].ID, client.CSV)
	check(err)
	rows, err := csv.NewReader(bytes.NewReader(table.Body)).ReadAll()
	check(err)
	fmt.Println(rows[0][2], rows[1][2])

	_, err = c.Events.FeedBySlug(ctx, "choir", "pdf")
	fmt.Println(client.IsInvalid(err))

	// Output:
	// text/calendar events.ics 15 15
	// true
	// title Choir
	// true
}

// What a service could not answer is asked again.
func Example_retry() {
	address, _, stop := calendar()
	defer stop()
	tired := sometimesAway(address)
	defer tired.Close()
	ctx := context.Background()

	c, err := client.New(tired.URL, client.WithRetry(client.Retry{Attempts: 3, Wait: time.Millisecond, MaxWait: time.Second}))
	check(err)
	tag, err := c.Tags.Create(ctx, client.TagFields{Name: client.Set("Free")}) // Has an Idempotency-Key of its own.
	check(err)
	fmt.Println(tag.Slug)

	impatient, err := client.New(tired.URL, client.WithRetry(client.Retry{}))
	check(err)
	_, err = impatient.Tags.Get(ctx, tag.ID)
	fmt.Println(client.IsUnavailable(err))

	// Output:
	// free
	// true
}

// sometimesAway starts a proxy that passes every second request on.
func sometimesAway(address string) *httptest.Server {
	var requests atomic.Int64
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requests.Add(1)%2 == 1 {
			http.Error(w, "away", http.StatusServiceUnavailable)
			return
		}
		passOn(w, r, address)
	}))
}
