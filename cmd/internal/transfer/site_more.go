package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/cmd/internal/transfer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
)

// single reads one record by its id, false when the site has none or does not
// show it.
func (s *siteReader) single(ctx context.Context, k *model.Resource, id int64) (bool, error) {
	records, err := s.one(ctx, k, id, nil)
	s.found.add(records)
	return records != nil, err
}

// one returns one record by its id and those inside of it, none when the site
// has none or does not show it.
func (s *siteReader) one(ctx context.Context, k *model.Resource, id int64, query url.Values) ([]*record, error) {
	what := fmt.Sprintf("%s %d", k.Name, id)
	answer, err := s.client.Get(ctx, k.Name, what, fmt.Sprintf("/%s/%d", k.Plural, id), query)
	if s.absent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	records, err := s.records.content(answer.Body, answer.URL)
	if err != nil || len(records) == 0 || records[0].kind != k || records[0].id != id {
		return nil, fmt.Errorf("%s (%s) is JSON, but no %s with that id", what, answer.URL, k.Name)
	}
	s.report.Files++
	return records, s.client.Keep(answer)
}

// absent reports whether an answer means that the site has no such record, or does
// not show it.
func (s *siteReader) absent(err error) bool {
	var e *fetch.Error
	return errors.As(err, &e) && (e.Status == http.StatusNotFound || e.Status == http.StatusForbidden || e.Status == http.StatusBadRequest ||
		e.Status == http.StatusUnauthorized && !s.signedIn)
}

// uncover reads the content of protected records, which lists do not show, if
// the site shows it to those who may edit them.  They stay protected.
func (s *siteReader) uncover(ctx context.Context) error {
	if !s.signedIn {
		return nil
	}
	for _, k := range s.env.Resources {
		for _, r := range s.found.ordered(k) {
			if !r.covered() {
				continue
			}
			records, err := s.one(ctx, k, r.id, url.Values{"context": {"edit"}})
			if err != nil {
				return err
			}
			if len(records) > 0 && !records[0].covered() {
				records[0].protected = true
				s.found.byKind[k][r.id] = records[0]
				s.found.add(records[1:])
			}
		}
	}
	return nil
}

// reference is a record that another one names.
type reference struct {
	kind *model.Resource
	id   int64
}

// mostReferences is how many records are read because others name them.  A
// site that has more of them makes them up as it goes.
const mostReferences = 10_000

// missing reads the records that others name by an id alone and that no list
// had: parents, and links without content.  What is found may name others.
func (s *siteReader) missing(ctx context.Context) error {
	tried := map[reference]bool{}
	for {
		due := s.references(tried)
		switch {
		case len(due) == 0:
			return nil
		case len(tried)+len(due) > mostReferences:
			return fmt.Errorf("%s names more than %d records that its lists do not have", s.site.Base, mostReferences)
		}
		for _, r := range due {
			tried[r] = true
			if _, err := s.single(ctx, r.kind, r.id); err != nil {
				return err
			}
		}
	}
}

// references returns what is named, was not found and not tried, in order.
func (s *siteReader) references(tried map[reference]bool) []reference {
	due := map[reference]bool{}
	note := func(k *model.Resource, id int64) {
		r := reference{k, id}
		if id != 0 && s.found.byKind[k][id] == nil && !tried[r] {
			due[r] = true
		}
	}
	for _, of := range s.found.byKind {
		for _, r := range of {
			if parent, ok := r.number(parentMember(r.kind)); ok {
				note(r.kind, parent)
			}
			for _, link := range r.kind.Links {
				for _, id := range r.named(link).bare {
					note(link.Target, id)
				}
			}
		}
	}
	return slices.SortedFunc(maps.Keys(due), func(a, b reference) int {
		return strings.Compare(fmt.Sprintf("%s %20d", a.kind.Name, a.id), fmt.Sprintf("%s %20d", b.kind.Name, b.id))
	})
}

// sorted returns the kinds whose list the site can sort by the time of the
// last change, which its index tells.  Only then a list need not be read to its
// end when older records are left out.
func (s *siteReader) sorted(ctx context.Context) ([]*model.Resource, error) {
	if s.options.Since.IsZero() {
		return nil, nil
	}
	answer, err := s.client.Get(ctx, "index", "the index", "", nil)
	var refused *fetch.Error
	if errors.As(err, &refused) && refused.Status != http.StatusUnauthorized && refused.Status != 0 {
		return nil, nil // Lists can be read without it.
	}
	if err != nil {
		return nil, err
	}
	var index openapi.Index
	if json.Unmarshal(answer.Body, &index) != nil {
		return nil, nil
	}
	var kinds []*model.Resource
	for _, k := range s.env.Resources {
		if k.Post && sortsByChange(index, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds, nil
}

// sortsByChange reports whether an index says that the list of a kind takes
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
