package httpapi

import (
	"net/http"
	"net/url"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// moved returns the error of a read by a slug that no record has as the 301 to the record that had
// it, if there is one that the caller may read.
func (a *API) moved(h *http.Request, r *request.Request, k *model.Resource, key records.Key, err error) error {
	if f := apierror.As(err); f == nil || key.Slug == "" || f.Status != http.StatusNotFound {
		return err
	}
	m, err := a.Records.GetFormer(r, k, key)
	if err != nil {
		return err
	}
	slug := m.Record.(model.NamedRecord).AsNamed().Slug
	to := a.Env.Deployment.APIURL() + "/" + k.Plural + "/by-slug/" + url.PathEscape(slug)
	if h.URL.RawQuery != "" {
		to += "?" + h.URL.RawQuery
	}
	return request.Moved(k, slug, to)
}
