package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/cmd/almanac/internal/legacy"
	"almanac/runtime/model"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
)

// addresses learns the words of a site's addresses from what it says of itself: the URLs of
// records, wp/v2 or the sitemap, and the pages of an event and of the calendar.  What it
// does not say leaves a gap, and is no error.  A site like this one has the English ones.
func (s *siteReader) addresses(ctx context.Context) (legacy.Site, error) {
	home, ok := s.site.Base.Page("")
	root, err := url.Parse(home)
	if _, wordpress := s.site.Base.Beside("wp/v2"); !ok || !wordpress || err != nil || s.tells(ctx) {
		return legacy.Site{URL: s.site.Base.String()}, nil
	}
	l := learner{siteReader: s, root: strings.Trim(root.Path, "/"), learned: legacy.Site{
		URL: s.site.Base.String(), Records: map[string][]string{}, Views: map[string]string{},
	}}
	var tagged *transfer.Record // An event whose page links to a tag, if any does.
	for _, name := range []string{"event", "venue", "organizer"} {
		for _, r := range s.Found.Ordered(s.Env.Resource(name)) {
			address := r.Text("url")
			l.learn(name, address, r.Slug())
			if name != "event" || address == "" || r.Covered() || r.Text("status") != "publish" {
				continue
			}
			tags := slices.IndexFunc(r.Resource.Links, func(link *model.Link) bool { return link.Target.Name == "tag" })
			if tagged == nil || tags >= 0 && len(r.Named(r.Resource.Links[tags]).All) > 0 {
				tagged = r
			}
		}
	}
	s.Repeating = l.repeating(s.Env.Resource("event"))
	for _, learn := range []func(context.Context) error{l.types, l.terms} {
		if err := learn(ctx); err != nil {
			return l.learned, err
		}
	}
	if tagged != nil {
		if err := l.eventPage(ctx, s.site.Base.Here(tagged.Text("url"))); err != nil {
			return l.learned, err
		}
	}
	return l.learned, l.calendars(ctx)
}

// learner collects the words of a site's addresses.
type learner struct {
	*siteReader
	root    string // Path of the home page, without slashes at the ends.
	learned legacy.Site
}

// day is how the page of an event of a series ends.
var day = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// segments returns the decoded parts of the path of an address, from the home page on;
// false for an address that has none of its own.
func (l *learner) segments(address string) ([]string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return nil, false
	}
	rest, below := strings.CutPrefix(strings.Trim(u.Path, "/")+"/", strings.TrimPrefix(l.root+"/", "/"))
	rest = strings.TrimPrefix(strings.Trim(rest, "/"), "index.php/")
	return strings.Split(rest, "/"), below && rest != ""
}

// learn takes what stands before the slug in the address of a record's page.  Above a
// category there may be others: the shortest path is that of all.
func (l *learner) learn(resource, address, slug string) {
	parts, ok := l.segments(address)
	n := len(parts) - 1
	if ok && resource == "event" && n > 0 && text.FoldSlug(parts[n]) != slug {
		if i := slices.IndexFunc(parts, day.MatchString); i > 0 {
			l.learned.Occurrences, n = true, i-1
		}
	}
	if !ok || n < 1 || text.FoldSlug(parts[n]) != slug {
		return
	}
	before := strings.Join(parts[:n], "/")
	known := l.learned.Records[resource]
	for _, path := range known {
		if path == before || strings.HasPrefix(before, path+"/") {
			return
		}
	}
	known = slices.DeleteFunc(known, func(path string) bool { return strings.HasPrefix(path, before+"/") })
	l.learned.Records[resource] = append(known, before)
}

// calendar takes the path of a calendar.
func (l *learner) calendar(address string) {
	if parts, ok := l.segments(address); ok {
		if path := strings.Join(parts, "/"); !slices.Contains(l.learned.Calendar, path) {
			l.learned.Calendar = append(l.learned.Calendar, path)
		}
	}
}

// types takes what the type of events in wp/v2 says.
func (l *learner) types(ctx context.Context) error {
	var kind struct {
		Archive any `json:"has_archive"`
	}
	err := l.ask(ctx, "/types/tribe_events", nil, &kind)
	if archive, ok := kind.Archive.(string); ok {
		l.calendar("/" + path.Join(l.root, archive))
	}
	return err
}

// terms takes the addresses of categories and tags, from wp/v2 or else from the sitemap.
func (l *learner) terms(ctx context.Context) error {
	taxonomies := map[string]string{"category": "tribe_events_cat", "tag": "post_tag"}
	for resource, list := range map[string]string{"category": "/tribe_events_cat", "tag": "/tags"} {
		var terms []struct {
			Slug string `json:"slug"`
			Link string `json:"link"`
		}
		q := url.Values{"per_page": {strconv.Itoa(wpPerPage)}, "orderby": {"id"}, "_fields": {"slug,link"}}
		if err := l.ask(ctx, list, q, &terms); err != nil {
			return err
		}
		for _, t := range terms {
			slug, _ := url.PathUnescape(t.Slug)
			l.learn(resource, t.Link, text.FoldSlug(slug))
		}
		delete(taxonomies, map[bool]string{true: resource}[len(l.learned.Records[resource]) > 0])
	}
	address, ok := l.site.Base.Page("sitemap.xml")
	if len(taxonomies) == 0 || !ok {
		return nil
	}
	index, err := l.sitemap(ctx, address)
	if err != nil {
		return err
	}
	for resource, taxonomy := range taxonomies {
		known := l.slugs(resource)
		for _, m := range index.Maps {
			if !strings.Contains(path.Base(m.Address), taxonomy) {
				continue
			}
			pages, err := l.sitemap(ctx, l.site.Base.Here(m.Address))
			if err != nil {
				return err
			}
			for _, p := range pages.Pages {
				if slug := lastPart(p.Address); known[slug] {
					l.learn(resource, p.Address, slug)
				}
			}
			break
		}
	}
	return nil
}

// slugs returns the slugs of a resource's records.
func (l *learner) slugs(resource string) map[string]bool {
	all := map[string]bool{}
	for _, r := range l.Found.ByResource[l.Env.Resource(resource)] {
		all[r.Slug()] = true
	}
	return all
}

// ask reads a response of wp/v2, none where it is closed.
func (l *learner) ask(ctx context.Context, route string, q url.Values, into any) error {
	base, _ := l.site.Base.Beside("wp/v2")
	body, err := l.client.JSON(ctx, "the addresses in wp/v2", base.At(route, q))
	var refused *fetch.Error
	if errors.As(err, &refused) && ctx.Err() == nil {
		return nil
	}
	if err == nil {
		_ = json.Unmarshal(body, into) // What is of another form says nothing.
	}
	return err
}

// link is a link of a page.
type link struct {
	address string
	rel     string
	media   string // Type of what it leads to.
	view    string // Of the calendar that it chooses.
}

// viewClass is the class of a choice of the calendar's view.
var viewClass = regexp.MustCompile(`view-selector__list-item--([a-z]+)\b`)

// links reads the links of a page of the site, none of a page that cannot be read.
func (l *learner) links(ctx context.Context, address string) ([]link, error) {
	body, err := l.client.File(ctx, "a page of the site", address)
	var refused *fetch.Error
	if errors.As(err, &refused) && ctx.Err() == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var links []link
	view := ""
	for z := html.NewTokenizer(bytes.NewReader(body)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return links, nil
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			of := link{}
			for _, a := range t.Attr {
				switch m := viewClass.FindStringSubmatch(a.Val); {
				case a.Key == "class" && m != nil:
					view = m[1]
				case a.Key == "href":
					of.address = a.Val
				case a.Key == "rel":
					of.rel = a.Val
				case a.Key == "type":
					of.media = a.Val
				}
			}
			if u, own := l.site.Base.Resolve(of.address); own && (t.Data == "a" || t.Data == "link") {
				of.address = u.String()
				if t.Data == "a" {
					of.view, view = view, ""
				}
				links = append(links, of)
			}
		default:
		}
	}
}

// eventPage takes the links of an event's page to the calendar and to its tags.
func (l *learner) eventPage(ctx context.Context, address string) error {
	links, err := l.links(ctx, address)
	tags := l.slugs("tag")
	for _, to := range links {
		u, _ := url.Parse(to.address) // It was resolved.
		switch {
		case to.media == "text/calendar" && u.Query().Has("ical"):
			l.calendar(u.Path)
		case strings.Contains(to.rel, "tag") && tags[lastPart(to.address)]:
			l.learn("tag", to.address, lastPart(to.address))
		}
	}
	return err
}

// calendars takes the words for the views of each calendar from the links between them.
func (l *learner) calendars(ctx context.Context) error {
	if len(l.learned.Calendar) == 0 { // Categories stand below it.
		for _, of := range l.learned.Records["category"] {
			if at := strings.LastIndexByte(of, '/'); at > 0 {
				l.calendar("/" + path.Join(l.root, of[:at]))
			}
		}
	}
	for _, of := range l.learned.Calendar {
		address, _ := l.site.Base.Page(of + "/")
		links, err := l.links(ctx, address)
		if err != nil {
			return err
		}
		for _, to := range links {
			parts, ok := l.segments(to.address)
			n := len(parts) - 1
			if ok && to.view != "" && n > 0 && strings.Join(parts[:n], "/") == of {
				l.learned.Views[parts[n]] = to.view
			}
		}
	}
	return nil
}
