package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"almanac/cmd/internal/transfer/rawjson"
	"almanac/generated"
	"almanac/runtime/filter"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// administration returns the interface as an administrator sees it, to be
// called inside of this process alone.  Its extensions are on, so that what
// they show is there whatever the deployment says.
func administration(env *request.Env) *httpapi.API {
	d := env.Deployment
	d.Geoloc, d.Ticketed = true, true
	api := httpapi.NewAPI(&request.Env{
		Store: env.Store, Users: env.Users, Deployment: d, Resources: env.Resources, Clock: env.Clock, Log: env.Log,
		AuthDisabled: true, Limits: env.Limits,
	})
	generated.Register(api)
	return api
}

// shown returns records as the list of the interface shows them to an
// administrator, by id.
func (ex *exporter) shown(ctx context.Context, k *model.Resource, ids []int64) (map[int64]json.RawMessage, error) {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	query := "?context=edit&hide_empty=false&per_page=" + strconv.Itoa(pageSize) + "&include=" + strings.Join(texts, ",")
	if k.Post {
		query += "&status=" + strings.Join(filter.Statuses(), ",")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, ex.env.Deployment.APIPath()+"/"+k.Plural+query, http.NoBody)
	if err != nil {
		return nil, err
	}
	answer := &recorder{header: http.Header{}, status: http.StatusOK}
	ex.api.ServeHTTP(answer, request)
	if answer.status != http.StatusOK {
		return nil, fmt.Errorf("list: %s", bytes.TrimSpace(answer.body.Bytes()))
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(answer.body.Bytes(), &members); err != nil {
		return nil, fmt.Errorf("read list: %w", err)
	}
	shown := make(map[int64]json.RawMessage, len(ids))
	for _, raw := range rawjson.Elements(members[k.Plural]) {
		var r struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(raw, &r); err != nil {
			return nil, fmt.Errorf("read list: %w", err)
		}
		shown[r.ID] = raw
	}
	return shown, nil
}

// recorder keeps an answer.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

var _ http.ResponseWriter = (*recorder)(nil)

// Header returns the headers of the answer.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader notes the status.
func (r *recorder) WriteHeader(status int) { r.status = status }

// Write keeps a part of the body.
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
