package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/filter"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/transfer/rawjson"
)

// administration returns the interface as an administrator sees it, to be
// called inside of this process alone.  Its extensions are on, so that what
// they show is there whatever the deployment says.
func administration(env *request.Env, register func(*httpapi.API)) *httpapi.API {
	d := env.Deployment
	d.Extensions = model.Extensions(env.Resources)
	api := httpapi.NewAPI(&request.Env{
		Store: env.Store, Users: env.Users, Deployment: d, Resources: env.Resources, Clock: env.Clock, Log: env.Log,
		AuthDisabled: true, Limits: env.Limits,
	})
	register(api)
	return api
}

// shown returns records as the interface shows them to an administrator, by id: in
// its list, or each alone where the list cannot be asked for certain ones.
func (ex *exporter) shown(ctx context.Context, k *model.Resource, ids []int64) (map[int64]json.RawMessage, error) {
	if !takes(k, "include") || !takes(k, "per_page") {
		return ex.shownAlone(ctx, k, ids)
	}
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	query := "?context=edit&hide_empty=false&per_page=" + strconv.Itoa(PageSize) + "&include=" + strings.Join(texts, ",")
	if k.Post {
		query += "&status=" + strings.Join(filter.Statuses(), ",")
	}
	answer, err := ex.get(ctx, "/"+k.Plural+query)
	if err != nil {
		return nil, err
	}
	if answer.status != http.StatusOK {
		return nil, fmt.Errorf("list: %s", bytes.TrimSpace(answer.body.Bytes()))
	}
	shown := make(map[int64]json.RawMessage, len(ids))
	for _, raw := range rawjson.Elements(rawjson.Member(answer.body.Bytes(), k.Plural)) {
		id, ok := ID(rawjson.Decode(rawjson.Member(raw, "id")))
		if !ok { // The description does not show it.
			return ex.shownAlone(ctx, k, ids)
		}
		shown[id] = raw
	}
	// A list may leave records out by a default of its own, such as terms without records.
	left, err := ex.shownAlone(ctx, k, slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return shown[id] != nil }))
	maps.Copy(shown, left)
	return shown, err
}

// takes reports whether a list takes a parameter.
func takes(k *model.Resource, name string) bool {
	return slices.ContainsFunc(k.ListArgs, func(a *model.Arg) bool { return a.Name == name })
}

// shownAlone is shown with a request for each record.  One that has just been
// deleted is left out.
func (ex *exporter) shownAlone(ctx context.Context, k *model.Resource, ids []int64) (map[int64]json.RawMessage, error) {
	shown := make(map[int64]json.RawMessage, len(ids))
	for _, id := range ids {
		answer, err := ex.get(ctx, fmt.Sprintf("/%s/%d?context=edit", k.Plural, id))
		switch {
		case err != nil:
			return nil, err
		case answer.status == http.StatusOK:
			shown[id] = answer.body.Bytes()
		case answer.status != http.StatusNotFound:
			return nil, fmt.Errorf("read %d: %s", id, bytes.TrimSpace(answer.body.Bytes()))
		}
	}
	return shown, nil
}

// get requests a path of the interface.
func (ex *exporter) get(ctx context.Context, path string) (*recorder, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, ex.env.Deployment.APIPath()+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	answer := &recorder{header: http.Header{}, status: http.StatusOK}
	ex.api.ServeHTTP(answer, request)
	return answer, nil
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
