package record

import (
	"net/url"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/views"
)

// termDetail is the content of the page of a category or a tag.
type termDetail struct {
	detail
	About string
}

// termFrame makes the page of a category or a tag with its events, which are in its language.  The
// page does not depend on the terms above it in the path: they may have changed, and the
// canonical address names them.
func termFrame(p *events.Page, resource *model.Resource, seen *records.Record) (*frame.Frame, error) {
	term := events.NewRecord(seen.View.(views.PageRecord))
	d := termDetail{detail: newDetail(p, seen, term.Name, ""), About: events.Unescape(term.Description)}
	d.Label = p.T.Text(model.Words(resource.Name))
	invitation := p.T.Text("Browse events, search them and add them to your calendar.")
	f := About(p, term.Name, term.URL, frame.Compact(" · ", d.About, invitation), nil)
	if filter := events.FilterOf(p.API.Env.Resource("event"), resource); filter != "" {
		params := map[string]string{filter: strconv.FormatInt(term.ID, 10)}
		if language := seen.Language(); language != "" {
			params[p.API.Env.Deployment.LanguageParam] = language
		}
		if err := addEvents(p, f, &d.detail, params); err != nil {
			return nil, err
		}
		if names := frame.Slugs(strings.TrimPrefix(term.URL, p.API.Env.Deployment.SiteURL)); len(names) > 0 {
			f.ShowsPath("events/" + frame.Query(url.Values{filter: {names[len(names)-1]}}))
		}
	}
	f.Body = d
	return f, nil
}
