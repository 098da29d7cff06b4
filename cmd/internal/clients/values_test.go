package clients_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/generated/client"
	"almanac/runtime/dates"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

// each runs a test with a client of a service on either store.
func each(t *testing.T, run func(t *testing.T, c *client.Client)) {
	t.Helper()
	storetest.Sampled(t, func(t *testing.T, url string) {
		address, _, stop, err := start(t.Context(), service.Config{Database: url, Open: true, Clock: func() time.Time { return noon }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
		c, err := client.New(address)
		if err != nil {
			t.Fatal(err)
		}
		run(t, c)
	})
}

// worked returns what an operation returned that has to work.
func worked[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// whole notes members that were left absent.  It is no fault: who adds a field to
// the description need not come here.
func whole[T any](t *testing.T, v T) T {
	t.Helper()
	for member, value := range reflect.ValueOf(v).Fields() {
		if value.IsZero() {
			t.Logf("%T.%s is not tried", v, member.Name)
		}
	}
	return v
}

// festival returns all fields of an event; what it links to is made with it.
func festival(t *testing.T, parent, venue, category int64) client.EventFields {
	t.Helper()
	return whole(t, client.EventFields{
		Title: client.Set("Jazz <b>& more"), StartDate: client.Set("2026-07-01T20:00:00+02:00"), EndDate: client.Wall(noon.AddDate(0, 1, 1)),
		Author: client.Set[int64](1), Date: client.Set("2026-05-01 08:00:00"), DateUTC: client.Set("2026-05-01 08:00:00"),
		Description: client.Set("<p>All <em>night</em></p>"), Slug: client.Set("jazz, à Paris"), Excerpt: client.Set("<p>Night</p>"),
		Status: client.Set("publish"), Timezone: client.Set("Europe/Paris"), AllDay: client.Set(false), Image: client.Set("https://pictures.example/a.png"),
		Cost: client.List("5.50€", "7€"), Website: client.Set("https://jazz.example/?a=1&b=2"), ShowMap: client.Set(true), ShowMapLink: client.Set(true),
		HideFromListings: client.Set(false), Sticky: client.Set(true), Featured: client.Set(true),
		Categories: client.List(client.CategoryID(category), client.CategoryNamed("Food, Drink")), Tags: client.List(client.TagNamed("free")),
		Venue:        client.List(client.VenueID(venue), client.NewVenue(client.VenueFields{Venue: client.Set("Annex")})),
		Organizer:    client.List(client.NewOrganizer(client.OrganizerFields{Organizer: client.Set("Choir")})),
		PostPassword: client.Null[string](), PostParent: client.Set(parent), Ticketed: client.List("rsvp", "tickets"),
	})
}

func hall(t *testing.T) client.VenueFields {
	t.Helper()
	return whole(t, client.VenueFields{
		Venue: client.Set("Hall"), Author: client.Set[int64](1), Date: client.Set("2026-05-01 08:00:00"), DateUTC: client.Set("2026-05-01 08:00:00"),
		Description: client.Set("<p>Old</p>"), Status: client.Set("publish"), ShowMap: client.Set(false), ShowMapLink: client.Set(true),
		Address: client.Set("1 Main St"), City: client.Set("Boston"), Country: client.Set("United States"), Province: client.Set("P"), State: client.Set("MA"),
		Zip: client.Set("02134"), Phone: client.Set("617"), Stateprovince: client.Set("MA"), Website: client.Set("https://hall.example"),
		Image: client.Set("https://pictures.example/a.png"), Excerpt: client.Set("<p>Hall</p>"), GeoLat: client.Set(42.36), GeoLng: client.Set(-71.06),
	})
}

func TestEveryFieldIsWrittenAndEveryParameterFindsIt(t *testing.T) {
	each(t, func(t *testing.T, c *client.Client) {
		ctx := t.Context()
		parent := worked(c.Events.Create(ctx, client.EventFields{Title: client.Set("Season"), StartDate: client.Set("2026-07-01"), EndDate: client.Set("2026-07-31"), AllDay: client.Set(true)}))(t)
		music := worked(c.Categories.Create(ctx, client.CategoryFields{Name: client.Set("Music")}))(t)
		category := worked(c.Categories.Create(ctx, whole(t, client.CategoryFields{
			Name: client.Set("Jazz"), Description: client.Set("Blue & green"), Slug: client.Set("jazz-music"), Parent: client.Set(music.ID),
		})))(t)
		venue := worked(c.Venues.Create(ctx, hall(t)))(t)
		event := worked(c.Events.Create(ctx, festival(t, parent.ID, venue.ID, category.ID)))(t)
		if event.StartDate != "2026-07-01 20:00:00" || event.EndDate != "2026-07-02 12:00:00" || event.Author != 1 || event.Cost != "5.50€ – 7€" || len(event.Venue) != 2 ||
			len(event.Categories) != 2 || event.Categories[0].Name != "Food, Drink" || len(event.Ticketed) != 2 || event.Image.URL == "" || event.Sticky.Or(false) != true {
			t.Errorf("the event is %+v", event)
		}
		if lat, _ := venue.GeoLat.Get(); lat != 42.36 || venue.ShowMap || venue.Zip != "02134" || venue.Image.ID != event.Image.ID {
			t.Errorf("the venue is %+v", venue)
		}

		events := season(t, event, parent.ID, category.ID)
		finds(t, &c.Events.Service, events, event.ID)
		events.Include = client.Opt[[]int64]{} // It lifts the filters by date.
		finds(t, &c.Events.Service, events, event.ID)
		finds(t, &c.Venues.Service, whole(t, client.VenueParams{
			Page: client.Set[int64](1), PerPage: client.Set[int64](3), Search: client.Set("boston 02134 main"), Event: client.Set(event.ID),
			HasEvents: client.Set(false), OnlyWithUpcoming: client.Set(false), Status: client.List("publish"), Order: client.Set("asc"), Orderby: client.Set("title"),
		}))
		finds(t, &c.Venues.Service, client.VenueParams{Search: client.Set("02134"), Status: client.List("any")}, venue.ID)
		choir := event.Organizer[0].ID
		finds(t, &c.Organizers.Service, whole(t, client.OrganizerParams{
			Page: client.Set[int64](1), PerPage: client.Set[int64](3), Search: client.Set("choir"), Event: client.Set(event.ID),
			HasEvents: client.Set(true), OnlyWithUpcoming: client.Set(true), Status: client.List("publish"), Order: client.Set("asc"), Orderby: client.Set("title"),
		}), choir)
		finds(t, c.Categories, whole(t, client.CategoryParams{
			Page: client.Set[int64](1), PerPage: client.Set[int64](3), Search: client.Set("jazz"), Exclude: client.List(music.ID), Include: client.List(category.ID, music.ID),
			Order: client.Set("asc"), Orderby: client.Set("count"), HideEmpty: client.Set(false), Parent: client.Set(music.ID), Post: client.Set(event.ID),
			Event: client.Set(event.ID), Slug: client.Set("jazz-music"),
		}), category.ID)
		free, paid := event.Tags[0].ID, worked(c.Tags.Create(ctx, client.TagFields{Name: client.Set("Paid")}))(t)
		finds(t, c.Tags, whole(t, client.TagParams{
			Page: client.Set[int64](1), PerPage: client.Set[int64](3), Search: client.Set("free"), Exclude: client.List(paid.ID), Include: client.List(free, paid.ID),
			Order: client.Set("asc"), Orderby: client.Set("count"), HideEmpty: client.Set(false), Post: client.Set(event.ID), Event: client.Set(event.ID), Slug: client.Set("free"),
		}), free)
	})
}

// season returns all parameters of a list of events, each such that it keeps
// one event.
func season(t *testing.T, event *client.Event, parent, category int64) client.EventParams {
	t.Helper()
	return whole(t, client.EventParams{
		Page: client.Set[int64](1), PerPage: client.Set[int64](3), StartDate: client.Set("2026-06-30"), EndDate: client.Set("2026-07-03"),
		StartsBefore: client.Set("2026-07-02"), StartsAfter: client.Set("2026-06-30"), EndsBefore: client.Set("2026-07-03"), EndsAfter: client.Set("2026-07-01"),
		StrictDates: client.Set(true), Search: client.Set(`night "jazz"`), Categories: client.List(client.CategoryNamed("Food, Drink"), client.CategoryID(category)),
		Tags: client.List(client.TagNamed("free")), Venue: client.List(event.Venue[0].ID), Organizer: client.List(event.Organizer[0].ID),
		Featured: client.Set(true), Status: client.List("publish", "pending"), Geoloc: client.Set(true), GeolocLat: client.Set(42.4), GeolocLng: client.Set(-71.0),
		Include: client.List(event.ID, parent), PostParent: client.Set(parent), Ticketed: client.Set(true), Order: client.Set("desc"), Orderby: client.Set("title"),
	})
}

// finds wants a list to hold the records with those ids.
func finds[R, P, F any](t *testing.T, s *client.Service[R, P, F], params P, want ...int64) {
	t.Helper()
	page := worked(s.List(t.Context(), params))(t)
	var got []int64
	for _, record := range page.Records {
		got = append(got, reflect.ValueOf(record).FieldByName("ID").Int())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%T (-want +got):\n%s", params, diff)
	}
}

func TestWhatWasReadCanBeWrittenBack(t *testing.T) {
	each(t, func(t *testing.T, c *client.Client) {
		ctx := t.Context()
		parent := worked(c.Events.Create(ctx, client.EventFields{Title: client.Set("Season"), StartDate: client.Set("2026-07-01"), EndDate: client.Set("2026-07-31")}))(t)
		category := worked(c.Categories.Create(ctx, client.CategoryFields{Name: client.Set("Jazz")}))(t)
		venue := worked(c.Venues.Create(ctx, hall(t)))(t)
		whole := worked(c.Events.Create(ctx, festival(t, parent.ID, venue.ID, category.ID)))(t)
		for _, before := range []*client.Event{whole, parent} {
			after := worked(c.Events.Update(ctx, before.ID, rewritten(before)))(t)
			if diff := cmp.Diff(texts(t, before), texts(t, after)); diff != "" {
				t.Errorf("event %d (-before +after):\n%s", before.ID, diff)
			}
		}
	})
}

func TestNullAndEmptyListsClear(t *testing.T) {
	each(t, func(t *testing.T, c *client.Client) {
		ctx := t.Context()
		parent := worked(c.Events.Create(ctx, client.EventFields{Title: client.Set("Season"), StartDate: client.Set("2026-07-01"), EndDate: client.Set("2026-07-31")}))(t)
		category := worked(c.Categories.Create(ctx, client.CategoryFields{Name: client.Set("Jazz")}))(t)
		venue := worked(c.Venues.Create(ctx, hall(t)))(t)
		event := worked(c.Events.Create(ctx, festival(t, parent.ID, venue.ID, category.ID)))(t)
		event = worked(c.Events.Update(ctx, event.ID, client.EventFields{
			Description: client.Null[string](), Excerpt: client.Null[string](), Image: client.Null[string](), Cost: client.Null[[]string](), Website: client.Null[string](),
			Ticketed: client.Null[[]string](), Categories: client.List[client.CategoryRef](), Venue: client.Null[[]client.VenueRef](), Organizer: client.List[client.OrganizerRef](),
		}))(t)
		if event.Description != "" || event.Excerpt != "" || !event.Image.IsZero() || event.Cost != "" || event.Website != event.URL || len(event.Ticketed) != 0 ||
			len(event.Categories) != 0 || len(event.Venue) != 0 || len(event.Organizer) != 0 || len(event.Tags) != 1 {
			t.Errorf("what is left is %+v", event)
		}
		venue = worked(c.Venues.Update(ctx, venue.ID, client.VenueFields{
			City: client.Null[string](), Zip: client.Set(""), Image: client.Null[string](), GeoLat: client.Null[float64](), GeoLng: client.Null[float64](),
		}))(t)
		if venue.City != "" || venue.Zip != "" || !venue.Image.IsZero() || !venue.GeoLat.IsZero() || venue.Address == "" {
			t.Errorf("what is left is %+v", venue)
		}
	})
}

// texts returns the members of a record as JSON, without when it was changed.
func texts(t *testing.T, record any) map[string]string {
	t.Helper()
	text := worked(json.Marshal(record))(t)
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for name, value := range members {
		if name != "modified" && name != "modified_utc" {
			list[name] = string(value)
		}
	}
	return list
}

// rewritten returns fields that say of an event what it says itself.
func rewritten(e *client.Event) client.EventFields {
	f := client.EventFields{
		Title: client.Set(e.Title), StartDate: client.Set(string(e.StartDate)), EndDate: client.Set(string(e.EndDate)), Author: client.Set(int64(e.Author)),
		Date: client.Set(string(e.Date)), Description: client.Set(e.Description), Slug: client.Set(e.Slug), Excerpt: client.Set(e.Excerpt),
		Status: client.Set(e.Status), Timezone: client.Set(e.Timezone), AllDay: e.AllDay, Image: client.Set(e.Image.URL),
		Cost: client.List(e.Cost), Website: client.Set(e.Website), ShowMap: e.ShowMap, ShowMapLink: e.ShowMapLink,
		HideFromListings: e.HideFromListings, Sticky: e.Sticky, Featured: e.Featured, Ticketed: client.List(e.Ticketed...),
	}
	var categories []client.CategoryRef
	for _, term := range e.Categories {
		categories = append(categories, client.CategoryID(term.ID))
	}
	var venues []client.VenueRef
	for _, venue := range e.Venue {
		venues = append(venues, client.VenueID(venue.ID))
	}
	var organizers []client.OrganizerRef
	for _, organizer := range e.Organizer {
		organizers = append(organizers, client.OrganizerID(organizer.ID))
	}
	f.Categories, f.Venue, f.Organizer = client.List(categories...), client.List(venues...), client.List(organizers...)
	return f
}

func TestZonesAreThoseOfTheService(t *testing.T) {
	wall := "2026-07-01 12:00:00"
	for _, name := range []string{"UTC", "Europe/Paris", "America/New_York", "UTC+5", "UTC-3.5", "UTC+5:45", "UTC+0", "UTC-0.25", "+05:30", "-03:30", "UTC+14", "UTC-9.75"} {
		theirs, err := dates.ParseZone(name)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := client.Zone(theirs.Name())
		if err != nil {
			t.Errorf("%s: %v", theirs.Name(), err)
			continue
		}
		at := worked(client.WallTime(wall).In(ours))(t)
		if got, want := at.UTC().Format(time.DateTime), string(theirs.UTC(dates.WallTime(wall))); got != want {
			t.Errorf("%s: noon is %s, for the service %s", name, got, want)
		}
	}
}
