package events

import (
	"maps"
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/records"
	"almanac/runtime/views"
)

// ListCategories lists the categories of the language of the page, once for the colors and
// the form.
func (p *Page) ListCategories() ([]records.Record, error) {
	if p.categories != nil {
		return p.categories, nil
	}
	found, err := p.Visit.First("category", p.Speaking(), maxCategories)
	if err == nil {
		p.categories = append([]records.Record{}, found...) // Not nil.
	}
	return found, err
}

// How many values of a filter can be chosen from.
const (
	maxCategories = 300
	MaxTags       = 50
	maxVenues     = 100
)

// FirstRecords returns the first records of a resource in the page's language.
func (p *Page) FirstRecords(resource, orderBy, order string, size int64) ([]Record, error) {
	params := map[string]string{"orderby": orderBy, "order": order}
	maps.Copy(params, p.Speaking())
	found, err := p.Visit.First(resource, params, size)
	return recordsOf(found), err
}

// venue returns the venue with an ID, none if there is none.
func (p *Page) venue(id int64) ([]Record, error) {
	seen, err := p.Visit.Get("venue", id)
	if err != nil {
		if f := apierror.As(err); f != nil && f.Status < http.StatusInternalServerError {
			return nil, nil
		}
		return nil, err
	}
	return recordsOf([]records.Record{*seen}), nil
}

// recordsOf returns what pages show of records.
func recordsOf(found []records.Record) []Record {
	list := make([]Record, len(found))
	for i, seen := range found {
		list[i] = NewRecord(seen.View.(views.PageRecord))
	}
	return list
}

// ListVenues returns the venues that can be chosen from.
func (p *Page) ListVenues() ([]Record, error) {
	if p.venues != nil {
		return p.venues, nil
	}
	found, err := p.FirstRecords("venue", "title", "asc", maxVenues)
	p.venues = found
	return found, err
}
