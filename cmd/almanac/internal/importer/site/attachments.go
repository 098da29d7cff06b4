package site

import (
	"context"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/legacy"
	"almanac/runtime/model"
	"almanac/runtime/transfer"
)

// slugsAtOnce is how many slugs one request names: they may be long.
const slugsAtOnce = 30

// attachmentPages returns the addresses in texts that are pages of attachments, as galleries
// link to them, with the addresses of their files.
func (s *siteReader) attachmentPages(ctx context.Context) (map[string]string, error) {
	home, ok := s.site.Base.Page("")
	root, err := url.Parse(home)
	if _, wordpress := s.site.Base.Beside("wp/v2"); !ok || !wordpress || err != nil || s.tells(ctx) {
		return nil, nil
	}
	l := learner{siteReader: s, root: strings.Trim(root.Path, "/")}
	names := l.pagesInTexts()
	asked := map[string][]string{} // Values of parameters.
	for _, name := range names {
		if id, isID := strings.CutPrefix(name, legacy.AttachmentID); isID {
			asked["include"] = append(asked["include"], id)
		} else {
			asked["slug"] = append(asked["slug"], path.Base(name))
		}
	}
	for parameter, values := range asked {
		slices.Sort(values)
		for chunk := range slices.Chunk(slices.Compact(values), slugsAtOnce) {
			var list []attachment
			q := url.Values{
				parameter: {strings.Join(chunk, ",")}, "per_page": {strconv.Itoa(wpPerPage)}, "_fields": {"id,link,source_url"},
			}
			if err := l.ask(ctx, "/media", q, &list); err != nil {
				return nil, err
			}
			s.attached = append(s.attached, list...)
		}
	}
	for _, a := range s.attached {
		s.files[l.attachmentName(a.Link)] = a.File
		s.files[legacy.AttachmentID+strconv.FormatInt(a.ID, 10)] = a.File
	}
	delete(s.files, "")
	pages := map[string]string{}
	for address, name := range names {
		if file := s.files[name]; file != "" {
			pages[address] = file
		}
	}
	return pages, nil
}

// pagesInTexts returns the names of the pages of the site to which texts link, by addresses.
func (l *learner) pagesInTexts() map[string]string {
	names := map[string]string{}
	l.Found.EachRecord(func(r *transfer.Record) {
		for _, arg := range r.Resource.Args {
			if !arg.HTML {
				continue
			}
			for _, address := range transfer.AddressesIn(r.Text(arg.Name)) {
				if name := l.attachmentName(address); name != "" {
					names[address] = name
				}
			}
		}
	})
	return names
}

// attachmentName returns the name in legacy.Site that an attachment would have whose page is at
// an address, "" for what is no page of the site.
func (l *learner) attachmentName(address string) string {
	u, own := l.site.Base.Resolve(address)
	if !own || strings.Contains(u.Path, model.UploadsPath) {
		return ""
	}
	if id, err := strconv.ParseInt(u.Query().Get("attachment_id"), 10, 64); err == nil {
		return legacy.AttachmentID + strconv.FormatInt(id, 10)
	}
	parts, _ := l.segments(u.String())
	return strings.Join(parts, "/")
}

// learnFiles notes which attachments are here as files.
func (s *siteReader) learnFiles(pages map[string]string) {
	paths := s.Options.Copies.Paths
	for page, file := range pages {
		if paths[page] != "" {
			paths[file] = paths[page]
		}
	}
	s.learned.Files = map[string]string{}
	for name, file := range s.files {
		if paths[file] != "" {
			s.learned.Files[name] = paths[file]
		}
	}
}
