package httpapi

import (
	"almanac/runtime/apierror"
	"almanac/runtime/etag"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// Change is what is to be done with some records.
type Change struct {
	Delete bool
	Status string // That posts are to get; "" for their own.
}

// Chosen is a record that is to be changed.
type Chosen struct {
	Body   []byte          // As a read with context=edit returns it; nil if the caller may not read it.
	Tag    string          // For If-Match.
	Status string          // Of a post after the change.
	Fault  *apierror.Error // Why the caller may not read or change the record; nil if allowed.
}

// Choose returns the records with the IDs, and what a change of each would come to as far
// as that follows from the record and the role: a write may find more. It runs as many
// statements as for one record.
func (d DeskReads) Choose(k *model.Resource, ids []int64, change Change) ([]Chosen, error) {
	d.request.EditContext = true
	records, err := query.ByID(d.request, k, ids)
	if err != nil {
		return nil, err
	}
	list := make([]Chosen, 0, len(ids))
	for _, id := range ids {
		var c Chosen
		err := error(request.NotFound(k))
		if m := records[id]; m != nil {
			c, err = d.choose(m, change)
		}
		if err != nil {
			c.Fault = d.api.Fault(d.request.HTTP, err)
		}
		list = append(list, c)
	}
	return list, nil
}

// choose returns a record, and what a change of it comes to.
func (d DeskReads) choose(m model.Record, change Change) (c Chosen, err error) {
	r := d.request
	if err = d.api.Reads.Readable(r, m); err != nil {
		return c, err
	}
	k := m.Resource()
	if c.Body, err = views.Encode(d.api.bindingsOf(k).view(&views.View{Request: r, Single: true}, m)); err != nil {
		return c, err
	}
	c.Tag = etag.EntityTag(m.Common().Version, c.Body)
	if p, ok := m.(model.PostRecord); ok {
		if c.Status = p.AsPost().Status; change.Status != "" {
			c.Status = mutate.StatusAfter(r, k, change.Status, p.AsPost().DateUTC)
		}
	}
	if change.Delete {
		return c, mutate.MayDelete(r, m)
	}
	return c, mutate.MayChange(r, m)
}
