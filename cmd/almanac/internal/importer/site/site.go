package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/cmd/almanac/internal/importer/pictures"
	"almanac/cmd/almanac/internal/legacy"
	"almanac/runtime/apierror"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
	"almanac/runtime/transfer"
)

// Site is a site that answers the API, and how it is read.
type Site struct {
	Base       fetch.Base
	Fetch      fetch.Options
	Events     []int64 // Ids of events that no list shows, such as hidden ones.
	Scan       []int64 // Ids that may be those of such events.
	Follow     string  // File that says what the site had before, to find what it has no longer; "" for none.
	SkipBroken bool    // Go on after a page that cannot be read.

	Pictures *pictures.Options // How pictures are copied; nil to leave them where they are.
}

// Import takes in the records of a site that runs, as transfer.Import does
// those of files: all resources are read page by page, then what they name by an id
// alone, and when everything is there, it is brought in.  An error while
// reading takes nothing; responses that were read until then are kept in the
// folder of the site's options, if it has one, and a later call goes on after
// them.  They are removed in the end.
func Import(ctx context.Context, api *httpapi.API, site Site, o transfer.Options) (transfer.Report, error) {
	ctx = httpapi.NewRun(ctx, "import")
	client, err := fetch.NewClient(site.Base, site.Fetch)
	if err != nil {
		return transfer.Report{}, err
	}
	defer client.Close()
	o.Adapt = Adapt
	im := transfer.NewImporter(api, o)
	defer im.Close()
	if site.Follow != "" {
		if im.Followed, err = transfer.LoadFollowed(site.Follow); err != nil {
			return transfer.Report{}, err
		}
	}
	begin := time.Now()
	s := &siteReader{
		site: site, client: client, Importer: im, records: im.NewReader(), signedIn: site.Fetch.User != "",
		unsortable: map[*model.Resource]bool{}, locked: map[int64]bool{}, denied: map[int64]bool{},
		beside: map[int64]wpRecord{}, unshown: map[transfer.Reference]int{},
		files: map[string]string{}, editor: site.Fetch.User != "",
	}
	if err = im.LoadLosses(ctx, site.Base.String()); err == nil {
		err = s.read(ctx)
	}
	im.Report.Requests, im.Report.Took = client.Requests(), time.Since(begin)
	im.AddProblems(s.records)
	if n := client.Notices(); n.Responses > 0 {
		im.Report.Problems = append(im.Report.Problems, transfer.Problem{Text: fmt.Sprintf(
			"%d responses had extra text around the JSON; it was ignored: turn off error display on the site (%s)",
			n.Responses, n.First)})
	}
	if err == nil {
		err = s.imageTexts(ctx)
	}
	if err == nil {
		err = s.people(ctx)
	}
	if err == nil {
		err = s.copyPictures(ctx)
	}
	if err == nil && !o.DryRun {
		im.Resumed, err = client.Begin()
	}
	if err == nil {
		err = im.Run(ctx)
	}
	if err != nil {
		return im.Report, resumable(err, site.Fetch.Folder)
	}
	im.Report.Import = true
	if err := im.SaveLosses(ctx); err != nil {
		return im.Report, fmt.Errorf("store what was not imported: %w", err)
	}
	if err := im.SaveFollowed(site.Follow); err != nil {
		return im.Report, err
	}
	if o.DryRun {
		return im.Report, client.Drop("")
	}
	if err := legacy.Remember(ctx, api.Env.Store, s.learned); err != nil {
		return im.Report, fmt.Errorf("store the addresses of the site: %w", err)
	}
	return im.Report, client.Finish()
}

// copyPictures brings the pictures of the records into the media store.
func (s *siteReader) copyPictures(ctx context.Context) (err error) {
	if s.site.Pictures == nil {
		return nil
	}
	options := *s.site.Pictures
	if options.Pages, err = s.attachmentPages(ctx); err != nil {
		return err
	}
	found, elsewhere := pictures.Find(s.site.Base, options, s.Found)
	for _, host := range slices.Sorted(maps.Keys(elsewhere)) {
		s.Report.Todo = append(s.Report.Todo,
			fmt.Sprintf("%s left on %[2]s: if it belongs to the site, import again with --image-host %[2]s",
				english.Plural(elsewhere[host], "picture", ""), host))
	}
	s.Options.Copies, err = pictures.Copy(ctx, s.site.Base, found, s.Env.Media, options, s.Importer)
	s.learnFiles(options.Pages)
	return err
}

// resumable says in an error how to go on.
func resumable(err error, folder string) error {
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	if _, missing := os.Stat(folder); folder == "" || missing != nil {
		return err
	}
	return fmt.Errorf("%w; what was read is stored in %s: run the same command again to continue", err, folder)
}

// siteReader reads the records of a site.
type siteReader struct {
	*transfer.Importer
	site     Site
	client   *fetch.Client
	records  *transfer.Reader
	signedIn bool
	accepted int // The first of statuses that the site did not refuse.

	open       bool                     // It answers wp/v2.
	locked     map[int64]bool           // Posts that it does not show without a password.
	denied     map[int64]bool           // Events that it names and does not show.
	beside     map[int64]wpRecord       // Events, as wp/v2 lists them.
	editor     bool                     // It is asked for texts as they were typed, and has not refused.
	unsortable map[*model.Resource]bool // Resources that the site does not sort by id.
	lists      []*siteList              // The last reading of each.
	learned    legacy.Site
	attached   []attachment      // Of which records have the files, or link to the pages.
	files      map[string]string // Addresses of the files of these, by their names in learned.
	indexRead  *openapi.Index    // Nil before.

	unshown map[transfer.Reference]int // Statuses of responses about records that it does not show.
}

// read reads everything.
func (s *siteReader) read(ctx context.Context) error {
	sorted, err := s.sorted(ctx)
	if err != nil {
		return err
	}
	for _, k := range transfer.ImportOrder(s.Env.Resources) {
		if err := s.list(ctx, k, slices.Contains(sorted, k)); err != nil {
			return err
		}
	}
	if err := s.named(ctx); err != nil {
		return err
	}
	if err := s.unlisted(ctx); err != nil {
		return err
	}
	if err := s.readLost(ctx); err != nil {
		return err
	}
	if err := s.readProtected(ctx); err != nil {
		return err
	}
	if err := s.readReferences(ctx); err != nil {
		return err
	}
	if err := s.complete(ctx); err != nil {
		return err
	}
	if err := s.statuses(ctx); err != nil {
		return err
	}
	if err := s.places(ctx); err != nil {
		return err
	}
	s.suggestEditor()
	if err := s.findLost(ctx); err != nil {
		return err
	}
	if s.learned, err = s.addresses(ctx); err != nil {
		return err
	}
	return s.series(ctx)
}

// list reads the list of a resource.  Records may come and go while it is read,
// which moves others from page to page, and a site that sorts by names only puts
// equal ones in another order each time.  A list that may have lost records is read
// again in other orders, until there are as many as the site counts and a reading has
// nothing that those before had not.
func (s *siteReader) list(ctx context.Context, k *model.Resource, sorted bool) error {
	known := map[int64]bool{}
	var last *siteList
	for n := 1; n <= len(orders); n++ {
		l := &siteList{
			siteReader: s, resource: k, reading: n, sorted: sorted, unsortable: s.unsortable[k],
			seen: map[int64]bool{}, known: known, reader: s.NewReader(),
		}
		err := l.readAll(ctx)
		l.progress.End()
		switch {
		case n > 1 && err != nil && ctx.Err() == nil: // Such as a site that has no such order.
			continue
		case l.read == 0 && s.lacks(k, err):
			s.Report.Problems = append(s.Report.Problems, transfer.Problem{Text: "the site has no " + k.Plural +
				": none are imported"})
			return nil
		case err != nil:
			return err
		}
		s.Found.Add(l.records)
		before := len(known)
		maps.Copy(known, l.seen)
		last = l
		if l.whole() || n > 1 && len(known)+l.unread >= l.total && len(known) == before {
			break
		}
		if n < len(orders) {
			if err := s.client.Drop(k.Plural); err != nil {
				return err
			}
		}
	}
	s.Report.Files += last.read
	s.records.Problems = append(s.records.Problems, last.reader.Problems...)
	s.lists = append(s.lists, last)
	return nil
}

// complete reads the records that lists did not show, as far as wp/v2 names them, and
// reports those that are missing.
func (s *siteReader) complete(ctx context.Context) error {
	routes := map[string]string{
		"event": "/tribe_events", "venue": "/tribe_venue", "organizer": "/tribe_organizer", "category": "/tribe_events_cat",
		"tag": "/tags",
	}
	base, wordpress := s.site.Base.Beside("wp/v2")
	for _, l := range s.lists {
		named := &naming{siteReader: s, resource: l.resource, seen: map[int64]bool{}}
		for page := 1; wordpress && routes[l.resource.Name] != "" && l.short() > 0; page++ {
			q := url.Values{
				"per_page": {strconv.Itoa(wpPerPage)}, "page": {strconv.Itoa(page)}, "_fields": {"id"}, "orderby": {"id"},
			}
			if s.signedIn && l.resource.Post {
				q.Set("status", "any")
			}
			body, err := s.client.JSON(ctx, "the list of "+l.resource.Plural+" in wp/v2", base.At(routes[l.resource.Name], q))
			var list []wpRecord
			var refused *fetch.Error
			if errors.As(err, &refused) && ctx.Err() == nil || err == nil && json.Unmarshal(body, &list) != nil {
				break
			}
			if err != nil {
				return err
			}
			ids := make([]int64, len(list))
			for i, n := range list {
				ids[i] = n.ID
			}
			fresh, err := named.take(ctx, ids)
			if err != nil {
				return err
			}
			if len(list) < wpPerPage || !fresh || named.isEndless() {
				break
			}
		}
		s.Report.Problems = append(s.Report.Problems, l.problems()...)
	}
	return nil
}

// lacks reports whether a response to the first page of a list means that the site
// does not have the resource, as that of The Events Calendar has none which a description
// adds.  Without events the address is not that of the API, and a site that is
// followed must not lose a resource.
func (s *siteReader) lacks(k *model.Resource, err error) bool {
	var e *fetch.Error
	return errors.As(err, &e) && e.Code == apierror.CodeNoRoute && k.Name != "event" && len(s.Followed[k.Plural]) == 0
}

// named reads the events that no list shows.
func (s *siteReader) named(ctx context.Context) error {
	k := s.Env.Resource("event")
	var unknown []string
	for _, id := range s.site.Events {
		if s.Found.ByResource[k][id] != nil {
			continue
		}
		ok, err := s.readByID(ctx, k, id)
		if err != nil {
			return err
		}
		if !ok {
			unknown = append(unknown, strconv.FormatInt(id, 10))
		}
	}
	if len(unknown) > 0 {
		s.Report.Problems = append(s.Report.Problems, transfer.Problem{
			Text: "the site does not have or show these events: " + abridged(unknown), Skipped: true,
		})
	}
	return nil
}

// mostNames is how many words one sentence has.
const mostNames = 10

// abridged joins words, the first few of many.
func abridged(words []string) string {
	if n := len(words); n > mostNames {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:mostNames], ", "), n-mostNames)
	}
	return strings.Join(words, ", ")
}
