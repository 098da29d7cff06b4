package site

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/transfer"
)

// readByID reads one record by its id, false when the site has none or does not
// show it.
func (s *siteReader) readByID(ctx context.Context, k *model.Resource, id int64) (bool, error) {
	records, err := s.fetchByID(ctx, k, id, nil)
	if err == nil && s.locked[id] {
		records, err = s.unlocked(ctx, k, id)
	}
	s.Found.Add(records)
	return records != nil, err
}

// fetchByID returns one record by its id and those inside of it, none when the site
// has none or does not show it.
func (s *siteReader) fetchByID(ctx context.Context, k *model.Resource, id int64,
	query url.Values,
) ([]*transfer.Record, error) {
	what, asked := fmt.Sprintf("%s %d", k.Name, id), transfer.Reference{Resource: k, ID: id}
	if query == nil && s.unshown[asked] != 0 {
		return nil, nil
	}
	response, err := s.client.Get(ctx, k.Name, what, fmt.Sprintf("/%s/%d", k.Plural, id), query)
	if s.absent(err) {
		var e *fetch.Error
		errors.As(err, &e)
		if query == nil {
			s.unshown[asked] = e.Status
		}
		if strings.HasSuffix(e.Code, "-password-protected") {
			s.locked[id] = true
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	records, err := s.records.Single(k, response.Body, response.URL)
	if err != nil || len(records) == 0 || records[0].ID != id {
		return nil, fmt.Errorf("%s (%s) is JSON, but not a %s with that ID", what, response.URL, k.Name)
	}
	s.Report.Files++
	return records, s.client.Keep(response)
}

// absent reports whether a response means that the site has no such record, or does
// not show it.
func (s *siteReader) absent(err error) bool {
	var e *fetch.Error
	return errors.As(err, &e) && (e.Status == http.StatusNotFound || e.Status == http.StatusForbidden ||
		e.Status == http.StatusBadRequest ||
		e.Status == http.StatusUnauthorized && !s.signedIn)
}

// mostReferences is how many records are read because others name them.  A
// site that has more of them makes them up as it goes.
const mostReferences = 10_000

// readReferences reads the records that others name by an id alone and that no list
// had: parents, and links without content.  What is found may name others.
func (s *siteReader) readReferences(ctx context.Context) error {
	tried := map[transfer.Reference]bool{}
	for {
		due := s.references(tried)
		switch {
		case len(due) == 0:
			return nil
		case len(tried)+len(due) > mostReferences:
			return fmt.Errorf("%s refers to more than %d records that are not in its lists", s.site.Base, mostReferences)
		}
		for _, r := range due {
			tried[r] = true
			if _, err := s.readByID(ctx, r.Resource, r.ID); err != nil {
				return err
			}
		}
	}
}

// references returns what is named, was not found and not tried, in order.
func (s *siteReader) references(tried map[transfer.Reference]bool) []transfer.Reference {
	due := map[transfer.Reference]bool{}
	note := func(k *model.Resource, id int64) {
		r := transfer.Reference{Resource: k, ID: id}
		if id != 0 && s.Found.ByResource[k][id] == nil && !tried[r] {
			due[r] = true
		}
	}
	for _, of := range s.Found.ByResource {
		for _, r := range of {
			if parent, ok := r.Number(r.Resource.ParentField); ok {
				note(r.Resource, parent)
			}
			for _, link := range r.Resource.Links {
				for _, id := range r.Named(link).Bare {
					note(link.Target, id)
				}
			}
		}
	}
	return slices.SortedFunc(maps.Keys(due), func(a, b transfer.Reference) int {
		return strings.Compare(fmt.Sprintf("%s %20d", a.Resource.Name, a.ID), fmt.Sprintf("%s %20d", b.Resource.Name, b.ID))
	})
}

// readLost reads the records of which runs before have lost something, and that this one has not
// found.  What was lost of those that the site has no longer is forgotten.
func (s *siteReader) readLost(ctx context.Context) error {
	if !s.Options.Since.IsZero() {
		return nil // Nearly all that is here is missing from what was read.
	}
	for _, r := range s.Unseen() {
		if _, err := s.readByID(ctx, r.Resource, r.ID); err != nil {
			return err
		}
		if s.unshown[r] == http.StatusNotFound {
			s.ForgetLosses(r)
		}
	}
	return nil
}

// How many records of a resource may be gone at once: always a few, and a part of all.
// A site that lists less is in trouble.
const (
	fewGone  = 10
	partGone = 4
)

// findLost looks for the records that are gone.  Those that the site still shows by
// their ids are only hidden now.
func (s *siteReader) findLost(ctx context.Context) error {
	if s.Followed == nil {
		return nil
	}
	if err := s.LoadSummaries(ctx); err != nil {
		return err
	}
	for _, k := range s.Env.Resources {
		ids := s.Gone(k)
		if all := len(s.Followed[k.Plural]); len(ids) > max(fewGone, all/partGone) {
			s.Report.Problems = append(s.Report.Problems, transfer.Problem{Lost: true, Text: fmt.Sprintf(
				"the site no longer lists %d of %d %s: too many at once, so none are deleted", len(ids), all, k.Plural)})
			continue
		}
		for _, id := range ids {
			shown, err := s.readByID(ctx, k, id)
			if err != nil {
				return err
			}
			if !shown {
				s.LostThere = append(s.LostThere, transfer.Reference{Resource: k, ID: id})
			}
		}
	}
	return nil
}
