package icalendar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"almanac/cmd/almanac/internal/importer/ics"
	"almanac/cmd/almanac/internal/importer/imported"
	"almanac/runtime/dates"
	"almanac/runtime/httpapi"
	"almanac/runtime/identity"
	"almanac/runtime/mutate"
	"almanac/runtime/transfer"
)

// DefaultOccurrences is how many events of one series are taken when nothing
// else is said: those of two years, if it is daily.
const DefaultOccurrences = 750

// monthsAhead is up to when events of series are taken when nothing else is
// said: as far as lists reach that do not say either.
const monthsAhead = 24

// largestCalendar is the most bytes that a file may have.
const largestCalendar = 64 << 20

// IsFile reports whether a source is an iCalendar file, by its name.
func IsFile(source string) bool {
	extension := strings.ToLower(filepath.Ext(source))
	return extension == ".ics" || extension == ".ical" || extension == ".ifb" || extension == ".icalendar"
}

// entry is an event of a file.
type entry struct {
	ics.Event
	file string
}

// key returns what the entry is known by from one import to the next.
func (e *entry) key() imported.Key { return imported.Key{UID: e.UID, Occurrence: e.Occurrence} }

// name tells an operator which entry it is.
func (e *entry) name() string { return fmt.Sprintf("%q of %s, line %d", e.Title, e.file, e.Line) }

// Options are the settings of an import of iCalendar files.
type Options struct {
	transfer.Options
	Occurrences int // Events of one series at most; 0 for DefaultOccurrences.
	// Events of such series that begin then or later, by the clock of their zone, are left out; zero
	// for two years from now.
	Until time.Time
}

// calendars brings the events of iCalendar files into a store.
type calendars struct {
	*transfer.Importer
	settings Options
	entries  []*entry
	series   []ics.Series
	known    map[imported.Key]imported.Entry
	names    *directory
	sites    []string // In the UIDs of feeds of this service: before it moved, and since.
	here     seriesHere
	gone     int // Cancelled events that never were here.
}

// Import takes in the events of iCalendar files.  An entry that was
// taken before is known again by its UID, and changed when the file has a newer
// version of it; venues, organizers and categories are found by their names or
// made.  Of series, as many events are taken as the options say, and become dates of a series
// if it is one that the service can keep.
//
// What of a file cannot be read is left out; the report says so, with the line.  Of a
// file that is not iCalendar nothing is imported, which is the error when there is no
// other file.  Everything else
// is as for Import.
func Import(ctx context.Context, api *httpapi.API, files []string, o Options) (transfer.Report, error) {
	ctx = httpapi.NewRun(ctx, "import")
	c := &calendars{Importer: transfer.NewImporter(api, o.Options), settings: o}
	if err := c.read(ctx, files); err != nil {
		return c.Report, err
	}
	c.leaveOlder()
	if err := c.LoadSummaries(ctx); err != nil {
		return c.Report, err
	}
	c.Progress = transfer.NewProgress(o.Progress, len(c.entries))
	defer c.Progress.End()
	var err error
	if o.DryRun {
		err = c.DryRun(ctx, c.work)
	} else {
		err = c.work(ctx)
	}
	c.Report.Import = err == nil
	return c.Report, err
}

func (c *calendars) read(ctx context.Context, files []string) error {
	site := c.Env.Deployment.Zone
	today := site.At(c.Env.Clock()).StartOfDay()
	how := ics.Options{
		Site: site, Today: today, Until: today.AddMonths(monthsAhead).EndOfDay(), Most: c.settings.Occurrences,
	}
	if how.Most <= 0 {
		how.Most = DefaultOccurrences
	}
	if !c.settings.Until.IsZero() {
		how.Until = dates.FromUnix(c.settings.Until.Unix()).AddSeconds(-1)
		how.Ends = true
	}
	var bad []error
	latest := map[imported.Key]*entry{}
	for _, path := range files {
		calendar, err := readCalendar(ctx, path, how)
		if err != nil {
			bad = append(bad, err)
			c.Report.Problems = append(c.Report.Problems, transfer.Problem{Text: err.Error(), Skipped: true})
			continue
		}
		c.Report.Files++
		c.tell(path, calendar, how)
		for _, s := range calendar.Skipped {
			text := path + ", " + s.Error()
			if s.Title != "" {
				text = fmt.Sprintf("%q of %s", s.Title, text)
			}
			c.Report.Problems = append(c.Report.Problems, transfer.Problem{Text: text, Skipped: true})
			if s.Component == "VEVENT" {
				c.Report.Add(transfer.Count{Resource: "events", Skipped: 1})
			}
		}
		for _, event := range calendar.Events {
			c.add(latest, &entry{Event: event, file: path})
		}
	}
	if c.Report.Files == 0 {
		return errors.Join(bad...)
	}
	return nil
}

// readCalendar reads one file.
func readCalendar(ctx context.Context, path string, how ics.Options) (*ics.Calendar, error) {
	f, err := os.Open(path) //nolint:gosec // The operator names the file.
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, errors.Unwrap(err))
	}
	defer func() { _ = f.Close() }()
	content, err := io.ReadAll(io.LimitReader(f, largestCalendar+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", path, errors.Unwrap(err))
	case len(content) > largestCalendar:
		return nil, fmt.Errorf("%s has more than %d MiB", path, largestCalendar>>20)
	case bytes.HasPrefix(bytes.TrimSpace(content), []byte("<")):
		return nil, fmt.Errorf("%s is HTML or XML, not iCalendar", path)
	}
	calendar, err := ics.Read(ctx, content, how)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", path, err)
	}
	return calendar, nil
}

// add adds an entry, unless a version that is newer has been found in another
// file.
func (c *calendars) add(latest map[imported.Key]*entry, e *entry) {
	old := latest[e.key()]
	switch {
	case old == nil:
		latest[e.key()] = e
		c.entries = append(c.entries, e)
	case !older(e.Sequence, e.Modified, versionOf(old.Sequence, old.Modified)):
		*old = *e
	}
}

// tell notes what a file as a whole has to say, and what of its series is left
// out.
func (c *calendars) tell(path string, calendar *ics.Calendar, how ics.Options) {
	note := func(format string, args ...any) {
		c.Report.Problems = append(c.Report.Problems, transfer.Problem{Text: path + ": " + fmt.Sprintf(format, args...)})
	}
	for _, text := range calendar.Notes {
		note("%s", text)
	}
	if calendar.Others > 0 {
		note("left out %d tasks, journals and other components that are not events", calendar.Others)
	}
	endless := 0
	for _, s := range calendar.Series {
		c.series = append(c.series, s)
		if s.Endless && (how.Ends || s.Parts == nil) {
			endless++
		}
		for _, text := range s.Notes {
			note("%q (line %d): %s", s.Title, s.Line, text)
		}
		for _, text := range s.Lost {
			note("%q (line %d): %s", s.Title, s.Line, text)
			c.Report.Problems[len(c.Report.Problems)-1].Lost = true
		}
		switch {
		case s.TooMany:
			note("%q (line %d) repeats too often: some of its events were skipped", s.Title, s.Line)
		case s.Past+s.Future > 0:
			note("%q (line %d) has too many dates: %d were imported; %d earlier and %d later ones were skipped "+
				"(--max-occurrences)", s.Title, s.Line, how.Most, s.Past, s.Future)
		}
	}
	if endless > 0 {
		note("series that continue after %s, the end of this import (--until): %d; import again later to get more dates",
			how.Until[:len("2006-01-02")], endless)
	}
}

// leaveOlder leaves out what was modified before the time that the options say.
func (c *calendars) leaveOlder() {
	since := c.Options.Since.UTC().Format(time.DateTime)
	c.entries = slices.DeleteFunc(c.entries, func(e *entry) bool {
		out := !c.Options.Since.IsZero() && e.Modified != "" && string(e.Modified) < since
		if out {
			c.Report.Add(transfer.Count{Resource: "events", SkippedSince: 1})
		}
		return out
	})
}

// work brings everything in.
func (c *calendars) work(ctx context.Context) error {
	c.gone = 0
	var err error
	if c.known, err = imported.All(ctx, c.Env.Store.Reader()); err != nil {
		return err
	}
	site, err := identity.Read(ctx, c.Env.Store.Reader())
	if err != nil {
		return err
	}
	c.sites = []string{c.Env.Deployment.Site(), site.FeedSite(c.Env.Deployment)}
	if c.names, err = newDirectory(ctx, c.Importer); err != nil {
		return err
	}
	if err = c.loadSeries(ctx); err != nil {
		return err
	}
	if err := c.batch(ctx, (*calendarBatch).meet); err != nil {
		return fmt.Errorf("import events: %w", err)
	}
	if err := c.batch(ctx, (*calendarBatch).reserve); err != nil {
		return fmt.Errorf("import events: %w", err)
	}
	done := 0
	err = c.inBatches(func(chunk []*entry) error {
		err := c.batch(ctx, func(b *calendarBatch) error { return b.takeAll(chunk) })
		if err != nil {
			return fmt.Errorf("import events: %w", err)
		}
		done += len(chunk)
		c.Progress.Step("events", len(chunk), done, len(c.entries))
		return nil
	})
	if err != nil {
		return err
	}
	if err := c.batch(ctx, (*calendarBatch).endAll); err != nil {
		return fmt.Errorf("import events: %w", err)
	}
	if c.gone > 0 {
		c.Report.Problems = append(c.Report.Problems,
			transfer.Problem{Text: fmt.Sprintf("left out %d canceled events that do not exist here", c.gone)})
	}
	return nil
}

// batch does a part of the work in one transaction.
func (c *calendars) batch(ctx context.Context, do func(*calendarBatch) error) error {
	var b *calendarBatch
	err := c.Transaction(ctx, func(bulk *mutate.BulkWriter) error {
		b = &calendarBatch{
			Batch:    c.NewBatch(bulk),
			calendar: c, ctx: ctx, known: map[imported.Key]imported.Entry{}, names: c.names.inside(),
			kept: map[imported.SeriesKey]imported.Series{}, wrote: map[string]bool{},
		}
		return do(b)
	})
	if err != nil {
		return err
	}
	c.Add(b.Report)
	c.names = b.names
	c.gone += b.gone
	for _, key := range b.renamed {
		delete(c.known, key)
	}
	maps.Copy(c.known, b.known)
	maps.Copy(c.here.kept, b.kept)
	return nil
}

// versionOf returns what an entry or a series of a file says of its version.
func versionOf(sequence int64, modified dates.WallTime) imported.Entry {
	return imported.Entry{Sequence: sequence, Modified: string(modified)}
}

// older reports whether a version is an earlier one than that which an entry had.
func older(sequence int64, modified dates.WallTime, before imported.Entry) bool {
	if sequence != before.Sequence {
		return sequence < before.Sequence
	}
	return modified != "" && string(modified) < before.Modified
}

// localTime returns a time in UTC by the clocks of the site.
func (c *calendars) localTime(utc dates.WallTime) string {
	return string(c.Env.Deployment.Zone.Local(utc))
}
