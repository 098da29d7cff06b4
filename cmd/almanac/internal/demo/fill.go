package demo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/identity"
	"almanac/runtime/mutate"
	"almanac/runtime/request"
	"almanac/runtime/service"
	"almanac/runtime/text"
)

// Options are the settings of Fill; the zero value is good.
type Options struct {
	Now    time.Time // The day around which events happen; zero means today.
	Events int       // Number of events; 0 means 300.
}

// Summary tells how many records Fill made.
type Summary struct{ Categories, Tags, Venues, Organizers, Events int }

// String returns the numbers as one line.
func (s Summary) String() string {
	return fmt.Sprintf("%d events, %d venues, %d organizers, %d categories, %d tags", s.Events, s.Venues, s.Organizers,
		s.Categories, s.Tags)
}

const (
	defaultEvents = 300
	batchSize     = 200      // Events that one transaction takes.
	seed          = 20260101 // Any number: with the day it decides every draw.
	french        = "fr"     // Language with texts of its own; all others get English.
)

// filler makes the records.
type filler struct {
	env       *request.Env
	author    int64
	now       dates.WallTime // UTC, to the day.
	today     dates.WallTime // 00:00:00 in the site's zone.
	languages []string       // The first is that of the site.
	plots     []plot
	places    []place
	hosts     []host
	posters   []poster
	showings  []showing
	summary   Summary

	categories map[string]map[string]int64 // Ids by language and English name.
	tags       map[string]map[string]int64 // The same.
	venues     []int64                     // Ids in the order of places.
	organizers []int64                     // Ids in the order of hosts.
}

// Fill adds the records to whatever the store holds, the same ones for the
// same day: the program of a town from two months ago to ten months ahead, an event of last
// year, and all that they link to.  A deployment that speaks French beside its first language gets a
// third of the events in French.  Errors are those of the store.
func Fill(ctx context.Context, a *service.Service, o Options) (Summary, error) {
	if o.Now.IsZero() {
		o.Now = a.Env.Clock()
	}
	if o.Events == 0 {
		o.Events = defaultEvents
	}
	ctx = httpapi.NewRun(ctx, "demo")
	first, err := a.Env.Users.EnsureFirstUser(ctx)
	if err != nil {
		return Summary{}, err
	}
	f := &filler{
		env: a.Env, author: first.ID, now: dates.Zone{}.At(o.Now).StartOfDay(),
		today:     a.Env.Deployment.Zone.At(o.Now).StartOfDay(),
		languages: languages(a.Env.Deployment), plots: plots(), places: places(), hosts: hosts(),
	}
	drawn := o.Events
	if drawn >= defaultEvents {
		drawn -= seriesDates + 1
	}
	f.showings = f.program(drawn)
	if err := f.storePosters(ctx); err != nil {
		return Summary{}, err
	}
	if err := a.API.Records.Bulk(ctx, f.author, f.surroundings); err != nil {
		return Summary{}, fmt.Errorf("fill with venues, organizers and terms: %w", err)
	}
	for from := 0; from < len(f.showings); from += batchSize {
		to := min(from+batchSize, len(f.showings))
		if err := a.API.Records.Bulk(ctx, f.author, func(b *mutate.BulkWriter) error {
			return f.events(b, from, to)
		}); err != nil {
			return Summary{}, fmt.Errorf("fill with events: %w", err)
		}
	}
	if drawn < o.Events {
		for _, further := range []func(*mutate.BulkWriter) error{f.jazzBrunch, f.lastYears} {
			if err := a.API.Records.Bulk(ctx, f.author, further); err != nil {
				return Summary{}, fmt.Errorf("fill with a series and an event of last year: %w", err)
			}
		}
	}
	f.summary.Events = o.Events
	return f.summary, f.nameSite(ctx)
}

// nameSite gives the site the name of the town, unless it has another one.
func (f *filler) nameSite(ctx context.Context) error {
	by := audit.Actor{At: f.env.Clock(), Name: audit.CommandLine, Request: request.StateOf(ctx).ID}
	err := identity.Save(ctx, f.env.Store, by, identity.Identity{SiteName: "What’s on in " + town})
	if errors.Is(err, identity.ErrChanged) {
		return nil
	}
	return err
}

// languages returns the language of the site, and French where it is another
// one that the deployment speaks.
func languages(d deployment.Deployment) []string {
	first := d.DefaultLanguage()
	if d.HasLanguage(french) && first != french {
		return []string{first, french}
	}
	return []string{first}
}

// dice returns the draws for one thing.  They depend on nothing but the day and
// its number, so that a transaction that is run again draws the same.
func (f *filler) dice(n int) *rand.Rand {
	return rand.New(rand.NewPCG(seed+uint64(f.today.Unix()), uint64(n))) //nolint:gosec // The data shall come again.
}

// former returns the origin of a record that was published days ago and
// changed some hours later.
func (f *filler) former(language string, days, hours int64) (o mutate.ImportedFields, publishedUTC string) {
	const hour, day = 3600, 24 * 3600
	published := f.now.AddSeconds(-days*day + (7+hours)*hour)
	modified := published.AddSeconds(hours * hour)
	return mutate.ImportedFields{
		Language: language, CreatedUTC: string(published), ModifiedUTC: string(modified),
		Modified: string(f.env.Deployment.Zone.Local(modified)),
	}, string(published)
}

// language returns the language of a thing that is French or not.
func (f *filler) language(isFrench bool) string {
	if isFrench {
		return f.languages[len(f.languages)-1]
	}
	return f.languages[0]
}

// create makes one record and returns its id.
func (f *filler) create(b *mutate.BulkWriter, kind string, fields map[string]any,
	o mutate.ImportedFields,
) (int64, error) {
	m, err := b.Create(f.env.Resource(kind), fields, o)
	if err != nil {
		return 0, fmt.Errorf("%s %v: %w", kind, fields, withFields(err))
	}
	return m.Common().ID, nil
}

// withFields adds to an API error what is wrong with each field, which its text, made
// for logs, leaves out.
func withFields(err error) error {
	if e := apierror.As(err); e != nil {
		for _, name := range slices.Sorted(maps.Keys(e.Params)) {
			err = fmt.Errorf("%w %s: %w", err, name, e.Params[name].Message)
		}
	}
	return err
}

// slug returns the slug of a name that is the same in two languages, "" for
// others, which have one made from the name.
func slug(p phrase, language string) string {
	if language == french && text.Slug(p.en) == text.Slug(p.fr) {
		return text.Slug(p.fr) + "-" + french
	}
	return ""
}
