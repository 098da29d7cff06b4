package httpapi

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
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
			Description: "Returns a page of series, the latest first: those of which you may see a date.",
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
			Summary:     "Fetch a series of " + k.Plural,
			Description: "Returns how the series repeats. GET /" + k.Plural + "?series= has its dates.",
			Tags:        []string{k.Plural}, Errors: []int{http.StatusNotFound, http.StatusPreconditionFailed},
		}
		handle(a, get, nil, model.ArgsOf[seriesPath](), a.Env.Begin,
			func(_ *http.Request, r *request.Request, in *seriesPath) (*seriesResponse, error) {
				s, err := records.Admit(a.Records, r, func() (*query.Series, error) { return query.ReadSeries(r, k, in.ID) })
				if err != nil {
					return nil, err
				}
				return &seriesResponse{delivery: delivery{version: s.Version}, Body: s}, nil
			})
	}
}
