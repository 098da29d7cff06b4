package httpapi

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// seriesResponse is the response about one series.
type seriesResponse struct {
	delivery
	Body *query.Series
}

// seriesList has the arguments of a list of series.
type seriesList struct {
	ListHeaders
	query.SeriesInput
}

// seriesPath has the arguments of a read of one series.
type seriesPath struct {
	ItemHeaders
	ID int64 `path:"id" doc:"ID of the series"`
}

// seriesFeedPath has the arguments for series that feeds can have.
type seriesFeedPath struct {
	ItemHeaders
	ID     int64  `path:"id" doc:"ID of the series"`
	Format string `query:"format" enum:"json,ics" rule:"nonempty" unset:"the format that Accept prefers, otherwise json" doc:"Response format"`
}

// FeedName returns the format that was sent, "" for none.
func (in *seriesFeedPath) FeedName() string { return in.Format }

// RegisterSeries registers the routes of the series of resources whose records repeat.  Series
// are made and changed by writes to their dates.
func (a *API) RegisterSeries() {
	for _, k := range a.Env.Resources {
		if k.SeriesRoute == "" {
			continue
		}
		list := huma.Operation{
			OperationID: "list-" + k.SeriesRoute, Method: http.MethodGet, Path: "/" + k.SeriesRoute,
			Summary:     "List series of " + k.Plural,
			Description: "Returns a page of series that have dates you can see, latest first.",
			Tags:        []string{k.Plural},
		}
		handle(a, list, nil, model.ArgsOf[seriesList](), a.Env.Begin,
			func(h *http.Request, r *request.Request, in *seriesList) (*ListResponse[[]*query.Series], error) {
				p, err := records.Admit(a.Records, r, func() (*query.SeriesPage, error) {
					return query.ListSeries(r, k, &in.SeriesInput)
				})
				if err != nil {
					return nil, err
				}
				return &ListResponse[[]*query.Series]{
					delivery: delivery{listed: true, counts: &listTotals{p.Total, p.Pages}},
					Link:     pageLinks(h, r, p.Page, p.Pages), Body: &p.List,
				}, nil
			})
		get := huma.Operation{
			OperationID: "get-" + k.SeriesRoute, Method: http.MethodGet, Path: "/" + k.SeriesRoute + "/{id}",
			Summary:     "Get a series of " + k.Plural,
			Description: "Returns how the series repeats. GET /" + k.Plural + "?series= lists its dates.",
			Tags:        []string{k.Plural}, Errors: []int{http.StatusNotFound, http.StatusPreconditionFailed},
		}
		formats := seriesFormats(k)
		if len(formats) == 0 {
			handle(a, get, nil, model.ArgsOf[seriesPath](), a.Env.Begin,
				func(h *http.Request, r *request.Request, in *seriesPath) (*seriesResponse, error) {
					return a.getSeries(h, r, k, in.ID, in)
				})
			continue
		}
		get.Metadata = map[string]any{openapi.Formats: formats}
		get.Description += " In iCalendar format, the series is one repeating event with the same dates as in lists."
		handle(a, get, nil, model.ArgsOf[seriesFeedPath](), a.Env.Begin,
			func(h *http.Request, r *request.Request, in *seriesFeedPath) (*seriesResponse, error) {
				return a.getSeries(h, r, k, in.ID, in)
			})
	}
}

// seriesFormats returns the formats of feeds that can have a series of a resource.
func seriesFormats(k *model.Resource) []model.FeedFormat {
	return slices.DeleteFunc(slices.Clone(k.Feeds), func(f model.FeedFormat) bool { return !f.HasSeries })
}

// getSeries returns a series, or a feed with it.
func (a *API) getSeries(
	h *http.Request, r *request.Request, k *model.Resource, id int64, in any,
) (*seriesResponse, error) {
	a.Records.Reads.Watch(r)
	varies := a.chooseFormat(h, r, k, seriesFormats(k), in)
	s, err := a.Records.Series(r, k, id)
	if err != nil {
		return nil, err
	}
	if r.Feed == nil {
		return &seriesResponse{delivery: delivery{version: s.Version, varies: varies}, Body: s}, nil
	}
	d, err := a.seriesFeed(r, k, s)
	d.varies = varies
	return &seriesResponse{delivery: d}, err
}

// seriesFeed returns the feed of a series: that of the list of its dates, written as one record
// that repeats.  So it shows no more than the list does, and costs as much.
func (a *API) seriesFeed(r *request.Request, k *model.Resource, s *query.Series) (delivery, error) {
	writer, ok := r.Feed.FeedWriter.(request.SeriesFeedWriter)
	if !ok {
		panic("httpapi: the feeds of " + k.Plural + " cannot have series") // A programming error.
	}
	r.Feed.FeedWriter = writer.OfSeries(s.ForFeed())
	sent := map[string]any{"series": json.Number(strconv.FormatInt(s.ID, 10))}
	r.SetValues(param.NewValues(sent))
	list := a.lists[k]()
	param.Fill(r.Params, list)
	p, err := a.Records.List(r, k, list, records.ListOptions{})
	if err != nil {
		return delivery{}, err
	}
	d := delivery{listed: true, stream: p.Stream}
	if p.Stream != nil {
		p.Stream.Self = s.RestURL
		return d, nil
	}
	d.shareable, d.expires = share(r), r.ExpiresAt
	d.document, err = writeFeed(r, k, s.RestURL, p.Records...)
	return d, err
}
