// Command oapi creates, lists, updates and deletes with the client that
// oapi-codegen has made from the document.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"

	"almanac/oapi/calendar"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "oapi-codegen:", err)
		os.Exit(1)
	}
	fmt.Println("oapi-codegen: events, a venue and a category were created, listed, updated and deleted")
}

// made are the records of a run.
type made struct{ event, venue, category int64 }

// run does everything, and returns what went wrong first.
func run(ctx context.Context) error {
	c, err := calendar.NewClientWithResponses(os.Getenv("ALMANAC_URL"), calendar.WithRequestEditorFn(credentials))
	if err != nil {
		return err
	}
	records, err := create(ctx, c)
	if err != nil {
		return err
	}
	for _, step := range []func(context.Context, *calendar.ClientWithResponses, made) error{list, update, refuse, remove} {
		if err := step(ctx, c, records); err != nil {
			return err
		}
	}
	return nil
}

// credentials says who calls, where the service wants to know.
func credentials(_ context.Context, r *http.Request) error {
	if user := os.Getenv("ALMANAC_USER"); user != "" {
		r.SetBasicAuth(user, os.Getenv("ALMANAC_PASSWORD"))
	}
	return nil
}

// create makes a category, a venue, and an event that has both.
func create(ctx context.Context, c *calendar.ClientWithResponses) (made, error) {
	category, err := c.CreateCategoryWithResponse(ctx, nil, calendar.CategoryCreate{Name: "Sports & Games"})
	if err != nil {
		return made{}, err
	}
	venue, err := c.CreateVenueWithResponse(ctx, nil, calendar.VenueCreate{Venue: "Stadium", City: new("Paris")})
	if err != nil {
		return made{}, err
	}
	if category.JSON201 == nil || venue.JSON201 == nil {
		return made{}, fmt.Errorf("creates: %s %s, %s %s", category.Status(), category.Body, venue.Status(), venue.Body)
	}
	// What can be sent in several forms has a method for each, by its place in the
	// document; 1 is the ID alone.
	var place calendar.EventCreate_Venue
	var topics calendar.EventCreate_Categories
	if err := errors.Join(place.FromEventCreateVenue1(venue.JSON201.Id), topics.FromEventCreateCategories1(category.JSON201.Id)); err != nil {
		return made{}, err
	}
	event, err := c.CreateEventWithResponse(ctx, nil, calendar.EventCreate{
		Title: "Final", StartDate: "2042-06-20 14:00", EndDate: "2042-06-20 18:00", Venue: &place, Categories: &topics,
	})
	if err != nil {
		return made{}, err
	}
	if event.JSON201 == nil || event.JSON201.StartDate != "2042-06-20 14:00:00" {
		return made{}, fmt.Errorf("create: %s %s", event.Status(), event.Body)
	}
	return made{event.JSON201.Id, venue.JSON201.Id, category.JSON201.Id}, nil
}

// list finds the event by its category, and the venue and the category in
// their lists.
func list(ctx context.Context, c *calendar.ClientWithResponses, records made) error {
	var topic calendar.ListEventsParams_Categories_Item
	if err := topic.FromListEventsParamsCategories0(records.category); err != nil {
		return err
	}
	events, err := c.ListEventsWithResponse(ctx, &calendar.ListEventsParams{
		Categories: &[]calendar.ListEventsParams_Categories_Item{topic}, StartDate: new("2042-06-01"), EndDate: new("2042-07-01"), PerPage: new(int64(5)),
	})
	if err != nil {
		return err
	}
	if events.JSON200 == nil || len(events.JSON200.Events) != 1 || events.JSON200.Events[0].Id != records.event {
		return fmt.Errorf("events of a category: %s %s", events.Status(), events.Body)
	}
	venues, err := c.ListVenuesWithResponse(ctx, &calendar.ListVenuesParams{PerPage: new(int64(50))})
	if err != nil {
		return err
	}
	if venues.JSON200 == nil || !slices.ContainsFunc(venues.JSON200.Venues, func(v calendar.VenueView) bool { return v.Id == records.venue }) {
		return fmt.Errorf("venues: %s %s", venues.Status(), venues.Body)
	}
	categories, err := c.ListCategoriesWithResponse(ctx, &calendar.ListCategoriesParams{Search: new("games")})
	if err != nil {
		return err
	}
	if categories.JSON200 == nil || !slices.ContainsFunc(categories.JSON200.Categories, func(v calendar.CategoryView) bool { return v.Id == records.category }) {
		return fmt.Errorf("categories: %s %s", categories.Status(), categories.Body)
	}
	return nil
}

// update changes a field of each.
func update(ctx context.Context, c *calendar.ClientWithResponses, records made) error {
	event, err := c.UpdateEventWithResponse(ctx, records.event, nil, calendar.EventUpdate{Title: new("Replay"), Featured: new(true)})
	if err != nil {
		return err
	}
	if event.JSON200 == nil || event.JSON200.Title != "Replay" {
		return fmt.Errorf("update of an event: %s %s", event.Status(), event.Body)
	}
	venue, err := c.UpdateVenueWithResponse(ctx, records.venue, nil, calendar.VenueUpdate{City: new("Lyon")})
	if err != nil {
		return err
	}
	category, err := c.UpdateCategoryWithResponse(ctx, records.category, nil, calendar.CategoryUpdate{Description: new("Fast")})
	if err != nil {
		return err
	}
	if venue.JSON200 == nil || category.JSON200 == nil || category.JSON200.Description != "Fast" {
		return fmt.Errorf("updates: %s %s, %s %s", venue.Status(), venue.Body, category.Status(), category.Body)
	}
	return nil
}

// refuse sends an event that cannot be, and reads the error.
func refuse(ctx context.Context, c *calendar.ClientWithResponses, _ made) error {
	answer, err := c.CreateEventWithResponse(ctx, nil, calendar.EventCreate{StartDate: "never", EndDate: "2042-06-20"})
	if err != nil {
		return err
	}
	if answer.JSON400 == nil || answer.JSON400.Code != "rest_invalid_param" {
		return fmt.Errorf("an event without a title: %s %s", answer.Status(), answer.Body)
	}
	return nil
}

// remove deletes all three; the category is gone then, and the event is in the
// trash.
func remove(ctx context.Context, c *calendar.ClientWithResponses, records made) error {
	event, err := c.DeleteEventWithResponse(ctx, records.event, nil)
	if err != nil {
		return err
	}
	venue, err := c.DeleteVenueWithResponse(ctx, records.venue, nil)
	if err != nil {
		return err
	}
	category, err := c.DeleteCategoryWithResponse(ctx, records.category, nil)
	if err != nil {
		return err
	}
	if event.JSON200 == nil || venue.JSON200 == nil || category.JSON200 == nil {
		return fmt.Errorf("deletes: %s, %s, %s", event.Status(), venue.Status(), category.Status())
	}
	again, err := c.DeleteEventWithResponse(ctx, records.event, nil)
	if err != nil {
		return err
	}
	if again.JSON410 == nil {
		return fmt.Errorf("a second delete of an event: %s %s", again.Status(), again.Body)
	}
	return nil
}
