package httpapi

import (
	"bytes"
	"encoding/json"

	"almanac/runtime/jsonfields"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// ChangesSince is the parameter of a list that a client keeps a copy of.
type ChangesSince struct {
	ChangesSince param.Opt[string] `query:"changes_since" doc:"Sync: empty, then the last sync_token. Returns what changed since, by ID, of all dates by default. Returns 410 if the token has expired."`
}

func (in ChangesSince) apply(r *request.Request) { r.ChangesSince = in.ChangesSince }

// syncResponse returns a page of a sync of a list.
func syncResponse[V any](
	a *API, r *request.Request, k *model.Resource, in records.ListParams, page func(*records.Page) *V,
) (*ListResponse[V], error) {
	p, err := a.Records.Delta(r, k, in, r.ChangesSince.Value)
	if err != nil {
		return nil, err
	}
	body, err := syncBody(r.Fields, page(p), openapi.Sync{
		Removed: p.Sync.Removed, SyncToken: p.Sync.Token, More: p.Sync.More,
	})
	if err != nil {
		return nil, err
	}
	out := &ListResponse[V]{delivery: delivery{listed: true, counts: &listTotals{p.Total, p.Pages}}}
	out.document = &feedDocument{mediaType: jsonType, body: body}
	return out, nil
}

// syncBody returns the JSON of a page with the members of its sync, which the fields of a request do not leave
// out.
func syncBody(fields string, page any, sync openapi.Sync) ([]byte, error) {
	body, err := views.Encode(page)
	if err == nil {
		body, err = jsonfields.KeepFields(fields, body, true)
	}
	if err != nil {
		return nil, err
	}
	more, err := json.Marshal(sync)
	if err != nil {
		return nil, err
	}
	body = append(bytes.TrimSuffix(bytes.TrimSpace(body), []byte("}")), ',')
	return append(body, more[1:]...), nil
}
