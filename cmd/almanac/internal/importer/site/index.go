package site

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
)

// sorted returns the resources whose list the site can sort by the time of the
// last change, which its index tells.  Only then a list need not be read to its
// end when older records are left out.
func (s *siteReader) sorted(ctx context.Context) ([]*model.Resource, error) {
	if s.Options.Since.IsZero() {
		return nil, nil
	}
	index, err := s.index(ctx)
	var refused *fetch.Error
	if errors.As(err, &refused) && refused.Status != http.StatusUnauthorized && refused.Status != 0 {
		return nil, nil // Lists can be read without it.
	}
	if err != nil {
		return nil, err
	}
	var resources []*model.Resource
	for _, k := range s.Env.Resources {
		if k.Post && sortsByChange(index, k) {
			resources = append(resources, k)
		}
	}
	return resources, nil
}

// index reads the index of the API once, an empty one if it is none.
func (s *siteReader) index(ctx context.Context) (openapi.Index, error) {
	if s.indexRead != nil {
		return *s.indexRead, nil
	}
	response, err := s.client.Get(ctx, "index", "the index", "", nil)
	if err != nil {
		return openapi.Index{}, err
	}
	s.indexRead = &openapi.Index{}
	if json.Unmarshal(response.Body, s.indexRead) != nil {
		s.indexRead = &openapi.Index{}
	}
	return *s.indexRead, nil
}

// sortsByChange reports whether an index says that the list of a resource takes
// orderby=modified.
func sortsByChange(index openapi.Index, k *model.Resource) bool {
	for path, route := range index.Routes {
		if !strings.HasSuffix(path, "/"+k.Plural) {
			continue
		}
		for _, endpoint := range route.Endpoints {
			if slices.Contains(endpoint.Methods, http.MethodGet) && slices.Contains(endpoint.Args["orderby"].Enum, "modified") {
				return true
			}
		}
	}
	return false
}
