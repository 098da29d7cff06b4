package site

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

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
	"almanac/runtime/transfer"
)

// single reads one record by its id, false when the site has none or does not
// show it.
func (s *siteReader) single(ctx context.Context, k *model.Resource, id int64) (bool, error) {
	records, err := s.one(ctx, k, id, nil)
	s.Found.Add(records)
	return records != nil, err
}

// one returns one record by its id and those inside of it, none when the site
// has none or does not show it.
func (s *siteReader) one(ctx context.Context, k *model.Resource, id int64, query url.Values) ([]*transfer.Record, error) {
	what := fmt.Sprintf("%s %d", k.Name, id)
	answer, err := s.client.Get(ctx, k.Name, what, fmt.Sprintf("/%s/%d", k.Plural, id), query)
	if s.absent(err) {
		var e *fetch.Error
		if errors.As(err, &e) && strings.HasSuffix(e.Code, "-password-protected") {
			s.locked[id] = true
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	records, err := s.records.Content(answer.Body, answer.URL)
	if err != nil || len(records) == 0 || records[0].Kind != k || records[0].ID != id {
		return nil, fmt.Errorf("%s (%s) is JSON, but no %s with that id", what, answer.URL, k.Name)
	}
	s.Report.Files++
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
	for _, k := range s.Env.Resources {
		for _, r := range s.Found.Ordered(k) {
			if !r.Covered() {
				continue
			}
			records, err := s.one(ctx, k, r.ID, url.Values{"context": {"edit"}})
			if err != nil {
				return err
			}
			if len(records) > 0 && !records[0].Covered() {
				records[0].Protected = true
				s.Found.ByKind[k][r.ID] = records[0]
				s.Found.Add(records[1:])
			}
		}
	}
	return nil
}

// mostReferences is how many records are read because others name them.  A
// site that has more of them makes them up as it goes.
const mostReferences = 10_000

// missing reads the records that others name by an id alone and that no list
// had: parents, and links without content.  What is found may name others.
func (s *siteReader) missing(ctx context.Context) error {
	tried := map[transfer.Reference]bool{}
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
			if _, err := s.single(ctx, r.Kind, r.ID); err != nil {
				return err
			}
		}
	}
}

// references returns what is named, was not found and not tried, in order.
func (s *siteReader) references(tried map[transfer.Reference]bool) []transfer.Reference {
	due := map[transfer.Reference]bool{}
	note := func(k *model.Resource, id int64) {
		r := transfer.Reference{Kind: k, ID: id}
		if id != 0 && s.Found.ByKind[k][id] == nil && !tried[r] {
			due[r] = true
		}
	}
	for _, of := range s.Found.ByKind {
		for _, r := range of {
			if parent, ok := r.Number(r.Kind.ParentField); ok {
				note(r.Kind, parent)
			}
			for _, link := range r.Kind.Links {
				for _, id := range r.Named(link).Bare {
					note(link.Target, id)
				}
			}
		}
	}
	return slices.SortedFunc(maps.Keys(due), func(a, b transfer.Reference) int {
		return strings.Compare(fmt.Sprintf("%s %20d", a.Kind.Name, a.ID), fmt.Sprintf("%s %20d", b.Kind.Name, b.ID))
	})
}

// sorted returns the kinds whose list the site can sort by the time of the
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
	var kinds []*model.Resource
	for _, k := range s.Env.Resources {
		if k.Post && sortsByChange(index, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds, nil
}

// index reads the index of the interface once, an empty one if it is none.
func (s *siteReader) index(ctx context.Context) (openapi.Index, error) {
	if s.indexRead != nil {
		return *s.indexRead, nil
	}
	answer, err := s.client.Get(ctx, "index", "the index", "", nil)
	if err != nil {
		return openapi.Index{}, err
	}
	s.indexRead = &openapi.Index{}
	if json.Unmarshal(answer.Body, s.indexRead) != nil {
		s.indexRead = &openapi.Index{}
	}
	return *s.indexRead, nil
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

// How many records of a kind may be gone at once: always a few, and a part of all.
// A site that lists less is in trouble.
const (
	fewGone  = 10
	partGone = 4
)

// miss looks for the records that are gone.  Those that the site still shows by
// their ids are only hidden now.
func (s *siteReader) miss(ctx context.Context) error {
	if s.Followed == nil {
		return nil
	}
	if err := s.Meet(ctx); err != nil {
		return err
	}
	for _, k := range s.Env.Resources {
		ids := s.Gone(k)
		if all := len(s.Followed[k.Plural]); len(ids) > max(fewGone, all/partGone) {
			s.Report.Problems = append(s.Report.Problems, transfer.Problem{Lost: true, Text: fmt.Sprintf(
				"the site no longer lists %d of %d %s: that is too many to believe it, so they stay", len(ids), all, k.Plural)})
			continue
		}
		for _, id := range ids {
			shown, err := s.single(ctx, k, id)
			if err != nil {
				return err
			}
			if !shown {
				s.LostThere = append(s.LostThere, transfer.Reference{Kind: k, ID: id})
			}
		}
	}
	return nil
}
