package site

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
)

// unlisted reads the events that are hidden from the lists of the API, as
// far as the site tells of them elsewhere, or Site.Scan names their ids.
func (s *siteReader) unlisted(ctx context.Context) error {
	if !s.Options.Since.IsZero() {
		return nil // Nearly all that is here is missing from what was read.
	}
	k := s.Env.Resource("event")
	before := len(s.Found.ByResource[k])
	all, err := s.byNumbers(ctx, k)
	if err == nil {
		s.open, err = s.byWordPress(ctx, k)
	}
	if err == nil && !s.open && !all {
		err = s.bySitemap(ctx, k)
	}
	if err == nil {
		err = s.scan(ctx, k)
	}
	if n := len(s.Found.ByResource[k]) - before; n > 0 {
		s.Report.Hidden = n
	}
	if err == nil && !all {
		s.suggestScan()
	}
	return err
}

// wpPerPage is how many records wp/v2 has on a page at most.
const wpPerPage = 100

// byWordPress reads the events that wp/v2 lists and the API does not.  It
// returns false when wp/v2 is closed or not there.
func (s *siteReader) byWordPress(ctx context.Context, k *model.Resource) (bool, error) {
	base, ok := s.site.Base.Beside("wp/v2")
	if !ok {
		return false, nil
	}
	named := &naming{siteReader: s, resource: k, seen: map[int64]bool{}}
	for page := 1; ; page++ {
		list, err := s.wpList(ctx, base, k, page)
		var e *fetch.Error
		if errors.As(err, &e) && ctx.Err() == nil {
			s.deny(k, named.denied)
			if page > 1 && e.Status != http.StatusBadRequest { // Which is the end of the list.
				s.Report.Problems = append(s.Report.Problems, transfer.Problem{
					Lost: true, Text: err.Error() + ": events that are hidden from lists may be missing",
				})
			}
			return page > 1, nil // Nothing but hidden events depends on it.
		}
		if err != nil {
			return false, err
		}
		ids := make([]int64, len(list))
		for i, n := range list {
			s.beside[n.ID], ids[i] = n, n.ID
		}
		fresh, err := named.take(ctx, ids)
		if err != nil {
			return false, err
		}
		if len(list) < wpPerPage || !fresh || named.isEndless() {
			break
		}
	}
	s.deny(k, named.denied)
	return true, nil
}

// deny tells of records that the site names and does not show.
func (s *siteReader) deny(k *model.Resource, ids []int64) {
	const text = "the site lists it but does not show it"
	for _, id := range ids {
		if s.denied[id] {
			continue
		}
		s.denied[id] = true
		s.Report.Problems = append(s.Report.Problems, transfer.Problem{
			Resource: k.Name, ID: id, Skipped: true, Text: text, Type: text,
		})
		s.Report.Add(transfer.Count{Resource: k.Plural, Skipped: 1})
	}
}

// sitemap is a sitemap, or an index of them.
type sitemap struct {
	Maps  []location `xml:"sitemap"`
	Pages []location `xml:"url"`
}

// location is an entry of a sitemap.
type location struct {
	Address string `xml:"loc"`
}

// bySitemap reads the events whose pages a sitemap has, and whose slugs no list
// had.
func (s *siteReader) bySitemap(ctx context.Context, k *model.Resource) error {
	address, ok := s.site.Base.Page("sitemap.xml")
	if !ok {
		return nil
	}
	index, err := s.sitemap(ctx, address)
	if err != nil {
		return err
	}
	slugs := map[string]bool{}
	for _, r := range s.Found.ByResource[k] {
		slugs[r.Slug()] = true
	}
	var denied []string
	for _, m := range index.Maps {
		if name := path.Base(m.Address); !strings.Contains(name, "tribe_events") ||
			strings.Contains(name, "tribe_events_cat") {
			continue
		}
		more, err := s.pagesOf(ctx, k, s.site.Base.Here(m.Address), slugs)
		if err != nil {
			return err
		}
		denied = append(denied, more...)
	}
	for _, slug := range denied {
		s.Report.Problems = append(s.Report.Problems, transfer.Problem{
			Skipped: true, Text: fmt.Sprintf("the site's sitemap lists the event %q, which the site does not show", slug),
			Type: "the site's sitemap lists an event that the site does not show",
		})
	}
	return nil
}

// pagesOf reads the events of a sitemap whose slugs are not known.  It returns the
// slugs that the site does not show.
func (s *siteReader) pagesOf(ctx context.Context, k *model.Resource, address string,
	known map[string]bool,
) (denied []string, err error) {
	pages, err := s.sitemap(ctx, address)
	if err != nil {
		return nil, err
	}
	for _, p := range pages.Pages {
		slug := lastPart(p.Address)
		if slug == "" || known[slug] {
			continue
		}
		known[slug] = true
		shown, err := s.bySlug(ctx, k, slug)
		if err != nil {
			return nil, err
		}
		if !shown {
			denied = append(denied, slug)
		}
	}
	return denied, nil
}

// sitemap reads a sitemap, an empty one when there is none.
func (s *siteReader) sitemap(ctx context.Context, address string) (sitemap, error) {
	var found sitemap
	body, err := s.client.File(ctx, "the sitemap", address)
	var e *fetch.Error
	if errors.As(err, &e) && ctx.Err() == nil {
		return found, nil // Nothing but hidden events depends on it.
	}
	if err != nil {
		return found, err
	}
	if xml.Unmarshal(body, &found) != nil {
		return sitemap{}, nil
	}
	return found, nil
}

// lastPart returns the slug in the address of a page, "" for the list of all events.
func lastPart(address string) string {
	u, err := url.Parse(address)
	if err != nil || strings.Count(strings.Trim(u.Path, "/"), "/") == 0 {
		return ""
	}
	return text.FoldSlug(path.Base(u.Path))
}

// bySlug reads one record by its slug, false when the site does not show it.
func (s *siteReader) bySlug(ctx context.Context, k *model.Resource, slug string) (bool, error) {
	what := fmt.Sprintf("%s %q", k.Name, slug)
	response, err := s.client.Get(ctx, k.Name, what, "/"+k.Plural+"/by-slug/"+slug, nil)
	if s.absent(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	records, err := s.records.Content(response.Body, response.URL)
	if err != nil || len(records) == 0 || records[0].Resource != k {
		return false, nil //nolint:nilerr // A page of another kind has the name of an event.
	}
	s.Report.Files++
	s.Found.Add(records)
	return true, s.client.Keep(response)
}

// scan reads the events whose ids Site.Scan names, as far as there are any.
func (s *siteReader) scan(ctx context.Context, k *model.Resource) error {
	progress := transfer.NewProgress(s.Options.Progress, len(s.site.Scan))
	defer progress.End()
	taken := s.posts()
	var locked []int64
	for i, id := range s.site.Scan {
		if _, ok := slices.BinarySearch(taken, id); !ok && !s.locked[id] { // wp/v2 may have named it.
			shown, err := s.readByID(ctx, k, id)
			if err != nil {
				return err
			}
			if !shown && s.locked[id] {
				locked = append(locked, id)
			}
		}
		if n := i + 1; n%transfer.PageSize == 0 || n == len(s.site.Scan) {
			progress.Step("scanned ids", transfer.PageSize, n, len(s.site.Scan))
		}
	}
	s.deny(k, locked)
	return nil
}

// posts returns the ids of all posts that were found, and of their images, in
// order.
func (s *siteReader) posts() []int64 {
	var ids []int64
	for k, of := range s.Found.ByResource {
		for id, r := range of {
			if !k.Post {
				continue
			}
			ids = append(ids, id)
			if image, ok := r.Value("image").(map[string]any); ok {
				if id, ok := transfer.ID(image["id"]); ok {
					ids = append(ids, id)
				}
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// What a scan may ask for that is suggested.
const (
	scanTime    = time.Hour
	mostWindows = 10
	windowEdge  = 20 // IDs beside those of a window whose neighbors are far away.
)

// suggestScan says how hidden events are found that the site tells of nowhere: under the
// IDs between those that were read.  Where these are far apart, such as those that an add-on
// gives to events of a series, they are asked for in windows.
func (s *siteReader) suggestScan() {
	ids := s.posts()
	if len(s.site.Scan) > 0 || len(ids) == 0 {
		return
	}
	gaps := make([]int, 0, len(ids)) // Indexes of the IDs behind them.
	for i := 1; i < len(ids); i++ {
		if ids[i]-ids[i-1] > 2*windowEdge+1 {
			gaps = append(gaps, i)
		}
	}
	slices.SortStableFunc(gaps, func(a, b int) int { return cmp.Compare(ids[b]-ids[b-1], ids[a]-ids[a-1]) })
	most := int64(s.site.Fetch.PerSecond() * scanTime.Seconds())
	unknown := ids[len(ids)-1] - ids[0] + 1 - int64(len(ids))
	all := unknown
	n := 0
	for ; unknown > most && n < min(len(gaps), mostWindows-1); n++ {
		unknown -= ids[gaps[n]] - ids[gaps[n]-1] - 1 - 2*windowEdge
	}
	s.Report.MayMiss = unknown > 0
	switch {
	case unknown == 0:
		return
	case unknown > most:
		s.Report.Todo = append(s.Report.Todo, fmt.Sprintf(
			"if the site hides events from its lists, give their IDs with --event-ids: to try all %d IDs in between would "+
				"take about %s",
			all, s.scanTook(all)))
		return
	}
	cuts := slices.Sorted(slices.Values(gaps[:n]))
	windows, from := []string{}, ids[0]
	for _, i := range cuts {
		windows = append(windows, fmt.Sprintf("%d-%d", from, ids[i-1]+windowEdge))
		from = ids[i] - windowEdge
	}
	windows = append(windows, fmt.Sprintf("%d-%d", from, ids[len(ids)-1]))
	s.Report.Todo = append(s.Report.Todo, fmt.Sprintf(
		"if the site hides events from its lists, find them with --scan-ids %s: %d IDs in between are of unknown "+
			"records (about %s)",
		strings.Join(windows, ","), unknown, s.scanTook(unknown)))
}

// scanTook returns how long a scan of so many IDs takes.
func (s *siteReader) scanTook(ids int64) time.Duration {
	seconds := float64(ids) / s.site.Fetch.PerSecond()
	return max((time.Duration(seconds) * time.Second).Round(time.Minute), time.Minute)
}
