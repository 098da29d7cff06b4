package pages

import (
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/views"
)

// termDetail is the content of the page of a category or a tag.
type termDetail struct {
	detail
	About string
}

// term makes the page of a category or a tag with its events, which are in its language.  The
// page does not depend on the terms above it in the path: they may have changed, and the
// canonical address names them.
func (p *pageRequest) term(resource *model.Resource, seen *records.Record) (*frame, error) {
	term := newRecord(seen.View.(views.PageRecord))
	d := termDetail{detail: p.detail(seen, term.Name, ""), About: unescape(term.Description)}
	d.Label = p.t.Text(model.Words(resource.Name))
	invitation := p.t.Text("Browse events, search them and add them to your calendar.")
	f := p.about(term.Name, term.URL, compact(" · ", d.About, invitation), nil)
	if filter := filterOf(p.api.Env.Resource("event"), resource); filter != "" {
		params := map[string]string{filter: strconv.FormatInt(term.ID, 10)}
		if language := seen.Language(); language != "" {
			params[p.api.Env.Deployment.LanguageParam] = language
		}
		if err := p.addEvents(f, &d.detail, params); err != nil {
			return nil, err
		}
		if names := slugs(strings.TrimPrefix(term.URL, p.api.Env.Deployment.SiteURL)); len(names) > 0 {
			f.showsPath("events/" + search(url.Values{filter: {names[len(names)-1]}}))
		}
	}
	f.Body = d
	return f, nil
}
